"""How an owner's box differs from the shipped deck: a TOML file for each deck, written by hand or by the page.

`remove` names cards by code; each line of `cards` is a card, with any number of `copies`, that is new or different.
Everything else that an owner wrote there stays: comments, and the order of lines.
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
    """A line for a card; games check what is on it."""

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
        """The codes that are mentioned, each once."""
        return list(dict.fromkeys([*self.remove, *(line.code for line in self.cards)]))


def path_of(database: Path, deck: str) -> Path:
    """Return the path of a deck's corrections."""
    return database.parent / "decks" / f"{deck}.toml"


def read(path: Path) -> str:
    """Return the file's text, empty if there is none. Raise BadInput if it cannot be read."""
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from None


def parsed(text: str) -> Corrections:
    """Return the corrections in a text. Raise BadInput, which says what is wrong."""
    try:
        return Corrections.model_validate(tomllib.loads(text))
    except ValidationError as error:
        raise BadInput(sentence(error)) from None
    except ValueError as error:  # not TOML, or a number of thousands of digits
        raise BadInput(f"cannot be read: {error}") from None
    except RecursionError:
        raise BadInput("cannot be read: nested too deeply") from None


def corrected(deck: Deck, corrections: Corrections) -> Deck:
    """Return a corrected deck. Raise BadInput if it lacks a card to be removed."""
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
    """Return the cards that a line with copies stands for."""
    return [one for one in codes if one.rpartition(".")[0] == code and one.rpartition(".")[2].isdigit()]


def check_line(line: Mapping[str, Any]) -> None:
    """Raise BadInput if that is not a line for a card; games check what is on it."""
    try:
        _Line.model_validate(line)
    except ValidationError as error:
        raise BadInput(f"card: {sentence(error)}") from None


# -- one line of the file


def with_line(text: str, line: Mapping[str, Any]) -> str:
    """Return the text with a card's line added, or replaced if it was there. Raise BadInput if the text is invalid."""
    document, lines = _opened(text)
    at = _place(lines, line["code"])
    written = _toml(line, flat=not isinstance(lines, AoT))
    if at is None:
        lines.append(written)
    else:
        lines[at] = written
    return tomlkit.dumps(document)


def without_line(text: str, code: str) -> str:
    """Return the text without a card's correction. Raise BadInput if there is none, or the text is invalid."""
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
    """Return the text without the corrections of these cards. Raise BadInput as `without_line` does."""
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
    """Return a line as a TOML table, each value on one line."""
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
