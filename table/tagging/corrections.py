"""The differences between an owner's box and the shipped deck: one TOML file per deck, written by hand or by the page.

`remove` names cards by code; each line of `cards` is a new or different card, with any number of `copies`. `lines.py`
changes the file.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from table import files
from table.cards import MOST_IN_A_DECK, MOST_LETTERS, Deck, copies_of
from table.complaints import BadInput, sentence
from table.saying import say

MOST_COPIES = 99


class _Line(BaseModel):
    """A card's line. Its other keys say what is printed on the card, and are checked by games."""

    model_config = ConfigDict(extra="allow", strict=True, defer_build=True)
    code: str = Field(max_length=MOST_LETTERS)
    copies: int | None = Field(None, ge=0, le=MOST_COPIES)


class Corrections(BaseModel):
    """The contents of an owner's file."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)
    remove: list[Annotated[str, Field(max_length=MOST_LETTERS)]] = Field([], max_length=MOST_IN_A_DECK)
    cards: list[_Line] = Field([], max_length=MOST_IN_A_DECK)

    @property
    def lines(self) -> Deck:
        """The lines as plain data."""
        return [line.model_dump(exclude_unset=True) for line in self.cards]

    @property
    def codes(self) -> list[str]:
        """The codes that the corrections mention, without duplicates."""
        return list(dict.fromkeys([*self.remove, *(line.code for line in self.cards)]))


def path_of(database: Path, deck: str) -> Path:
    """Return the path of a deck's corrections."""
    return database.parent / "decks" / f"{deck}.toml"


def parsed(text: str) -> Corrections:
    """Parse the text of a corrections file. If it is invalid, raise BadInput, saying what is wrong."""
    given = files.parsed(text)
    try:
        return Corrections.model_validate(given)
    except ValidationError as error:
        raise BadInput(sentence(error, given)) from None


def corrected(deck: Deck, corrections: Corrections) -> Deck:
    """Return a corrected deck. Raise BadInput if the deck lacks a card in `remove`."""
    by_code = {card["code"]: card for card in deck}
    for code in corrections.remove:
        if by_code.pop(code, None) is None:
            raise BadInput(say("remove: the deck has no card {code}", code=repr(code)))
    for line in corrections.lines:
        cards = {str(card["code"]): card for card in copies_of(line)}
        gone = set(_copied(by_code, line["code"])) - set(cards) if "copies" in line else set()
        by_code = {code: card for code, card in by_code.items() if code not in gone} | cards
    return list(by_code.values())


def _copied(codes: Mapping[str, object], code: str) -> list[str]:
    """Return the codes of the copies of a card."""
    return [one for one in codes if one.rpartition(".")[0] == code and one.rpartition(".")[2].isdigit()]


def check_line(line: Mapping[str, object]) -> None:
    """Raise BadInput if this is not a line for a card, or TOML cannot express it. Games check the other keys."""
    try:
        _Line.model_validate(line)
    except ValidationError as error:
        raise BadInput(say("card: {error}", error=sentence(error, line))) from None
    for where in _empty(line, ()):
        raise BadInput(say("card: {where}: this is empty", where=".".join(where)))


def _empty(printed: Any, where: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the path of each None in a list, which TOML cannot express; a key whose value is None is left out."""
    match printed:
        case Mapping():
            for name, one in printed.items():
                yield from _empty(one, (*where, name))
        case list() | tuple():
            for number, side in enumerate(printed):
                here = (*where, str(number))
                yield from [here] if side is None else _empty(side, here)
