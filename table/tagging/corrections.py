"""How an owner's box differs from the deck that is shipped: a TOML file for each deck, written by hand or by the page.

`remove` names cards by code; each of `cards` is one line for a card, or for so many `copies` of it, or none, that the
box has besides or that is different. Whatever else an owner has written there stays: comments, and the order of lines.
"""

import tomllib
from collections.abc import Mapping, MutableSequence, Sequence
from pathlib import Path
from typing import Annotated, Any

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from tomlkit.exceptions import ParseError
from tomlkit.items import AoT, InlineTable, Item, Table

from table.cards import MOST_IN_A_DECK, MOST_LETTERS, Deck, copies_of
from table.complaints import BadInput, sentence

MOST_COPIES = 99


class _Line(BaseModel):
    """A line for a card; what is on the card is for games to check."""

    model_config = ConfigDict(extra="allow", strict=True)
    code: str = Field(max_length=MOST_LETTERS)
    copies: int | None = Field(None, ge=0, le=MOST_COPIES)


class Corrections(BaseModel):
    """What an owner's file says."""

    model_config = ConfigDict(extra="forbid", strict=True)
    remove: list[Annotated[str, Field(max_length=MOST_LETTERS)]] = Field([], max_length=MOST_IN_A_DECK)
    cards: list[_Line] = Field([], max_length=MOST_IN_A_DECK)

    @property
    def lines(self) -> Deck:
        """The lines as plain data."""
        return [line.model_dump(exclude_unset=True) for line in self.cards]

    @property
    def codes(self) -> list[str]:
        """The cards of which something is said, each once."""
        return list(dict.fromkeys([*self.remove, *(line.code for line in self.cards)]))


def path_of(database: Path, deck: str) -> Path:
    """Tell where a deck's corrections are kept."""
    return database.parent / "decks" / f"{deck}.toml"


def read(path: Path) -> str:
    """Read the file; nothing, if there is none. Raise BadInput if it cannot be read."""
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None


def parsed(text: str) -> Corrections:
    """Check what a file says. Raise BadInput, which names what is wrong."""
    try:
        return Corrections.model_validate(tomllib.loads(text))
    except ValidationError as error:
        raise BadInput(sentence(error)) from None
    except ValueError as error:  # no TOML, or a number of thousands of digits
        raise BadInput(f"cannot be read: {error}") from None
    except RecursionError:
        raise BadInput("cannot be read: this is too deep") from None


def corrected(deck: Deck, corrections: Corrections) -> Deck:
    """Correct a deck. Raise BadInput if a card is to be removed that it does not have."""
    by_code = {card["code"]: card for card in deck}
    for code in corrections.remove:
        if by_code.pop(code, None) is None:
            raise BadInput(f"remove: the deck has no card {code!r}")
    for line in corrections.lines:
        cards = {str(card["code"]): card for card in copies_of(line)}
        gone = set(_copied(by_code, line["code"])) - set(cards) if "copies" in line else set()
        by_code = {code: card for code, card in by_code.items() if code not in gone} | cards
    return list(by_code.values())


def _copied(codes: Mapping[str, Any], code: str) -> list[str]:
    """Name the cards that a line for copies of a card stands for."""
    return [one for one in codes if one.rpartition(".")[0] == code and one.rpartition(".")[2].isdigit()]


def check_line(line: Mapping[str, Any]) -> None:
    """Raise BadInput if that is no line for a card; what is on the card is for games to check."""
    try:
        _Line.model_validate(line)
    except ValidationError as error:
        raise BadInput(f"card: {sentence(error)}") from None


# -- one line of the file


def with_line(text: str, line: Mapping[str, Any]) -> str:
    """Write a line for a card, in the place of the one that its code had. Raise BadInput if the file cannot be read."""
    document, lines = _opened(text)
    at = _place(lines, line["code"])
    written = _toml(line, flat=not isinstance(lines, AoT))
    if at is None:
        lines.append(written)
    else:
        lines[at] = written
    return tomlkit.dumps(document)


def without_line(text: str, code: str) -> str:
    """Let a card be as it is shipped. Raise BadInput if nothing is said of it, or the file cannot be read."""
    document, lines = _opened(text)
    at = _place(lines, code)
    removed: Any = document.get("remove", [])
    if at is None and code not in removed:
        raise BadInput(f"code: nothing is corrected about {code!r}")
    if at is not None:
        del lines[at]
    if code in removed:
        removed.remove(code)
    if not lines:
        del document["cards"]
    return tomlkit.dumps(document)


def without(text: str, codes: Sequence[str]) -> str:
    """Let these cards be as they are shipped. Raise BadInput as `without_line` does."""
    for code in codes:
        while code in parsed(text).codes:
            text = without_line(text, code)
    return text


def _opened(text: str) -> tuple[tomlkit.TOMLDocument, MutableSequence[Any]]:
    parsed(text)
    try:
        document = tomlkit.parse(text)
    except ParseError as error:
        raise BadInput(f"cannot be read: {error}") from None
    if not document.get("cards"):
        document["cards"] = tomlkit.aot()
    lines: Any = document["cards"]
    return document, lines


def _place(lines: MutableSequence[Any], code: str) -> int | None:
    return next((at for at, line in enumerate(lines) if line["code"] == code), None)


def _toml(line: Mapping[str, Any], *, flat: bool) -> Table | InlineTable:
    """Make a table of a line; what is in it stands on one line each."""
    table = tomlkit.inline_table() if flat else tomlkit.table()
    for name, value in line.items():
        if value is not None:
            table.append(name, _value(value))
    return table


def _value(value: Any) -> Item:
    match value:
        case dict():
            inline = tomlkit.inline_table()
            inline.update({name: _value(inner) for name, inner in value.items() if inner is not None})
            return inline
        case list() | tuple():
            array = tomlkit.array()
            array.extend([_value(inner) for inner in value])
            return array
        case _:
            written: Item = tomlkit.item(value)
            return written
