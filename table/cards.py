"""Decks and catalogues: which cards a game has. What is on a card is the game's own model; here they have codes."""

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from table.complaints import BadInput, sentence


class Card(BaseModel):
    """What every card has: a code, lower case, unique in its deck."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")
    code: str = Field(pattern=r"^[a-z0-9_]+(\.[0-9]+)?$")

    @property
    def label(self) -> str:
        """Name the card as people do; a game whose cards have better names overrides it."""
        return self.code


Deck = list[dict[str, Any]]  # cards as plain data, in the order of their file


def owners_deck(deck: Deck, corrections: Path) -> Deck | None:
    """Correct a deck as its owner says: cards to `remove` by code, and `cards` to put or replace.

    Return None if the owner has corrected nothing. Raise BadInput, which names the file and what is wrong with it.
    """
    if not corrections.exists():
        return None
    try:
        given = _Corrections.model_validate(tomllib.loads(corrections.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{corrections}: cannot be read: {error}") from None
    except ValidationError as error:
        raise BadInput(f"{corrections}: {sentence(error)}") from None
    by_code = {card["code"]: card for card in deck}
    for code in given.remove:
        if by_code.pop(code, None) is None:
            raise BadInput(f"{corrections}: remove: the deck has no card {code!r}")
    return list({**by_code, **{str(card.get("code")): card for card in given.cards}}.values())


class _Corrections(BaseModel):
    model_config = ConfigDict(extra="forbid")
    remove: list[str] = []
    cards: list[dict[str, Any]] = []


C = TypeVar("C", bound=Card)
Catalogue = Mapping[str, C]


def shipped_deck(name: str, package: str = "table.decks") -> Deck:
    """Read a deck file that comes with a package: `<name>.toml`; a line may be for so many `copies` of a card."""
    cards: Deck = tomllib.loads(resources.files(package).joinpath(f"{name}.toml").read_text(encoding="utf-8"))["cards"]
    return [card for line in cards for card in _copies(line)]


def _copies(line: Mapping[str, Any]) -> Deck:
    """Make the cards of a line: code `harpy` with 2 `copies` is `harpy.1` and `harpy.2`."""
    if "copies" not in line:
        return [dict(line)]
    card = {key: value for key, value in line.items() if key != "copies"}
    return [{**card, "code": f"{card['code']}.{number}"} for number in range(1, line["copies"] + 1)]


def catalogue(raw: Sequence[Mapping[str, Any]], model: type[C]) -> Catalogue[C]:
    """Make a catalogue of plain data, in the order given. Raise BadInput, which names the card and the field.

    >>> catalogue([{"code": "Ace"}], Card)
    Traceback (most recent call last):
    table.complaints.BadInput: catalogue: card 1, code: expected text that matches ..., not 'Ace'
    """
    cards: dict[str, C] = {}
    for number, entry in enumerate(raw, start=1):
        try:
            card = model.model_validate(entry)
        except ValidationError as error:
            raise BadInput(f"catalogue: card {number}, {sentence(error)}") from None
        if card.code in cards:
            raise BadInput(f"catalogue: card {number}, code: {card.code!r} is there twice")
        cards[card.code] = card
    return cards
