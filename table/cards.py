"""Decks and catalogues of cards. Only card codes matter here; each game models what is printed on its cards."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from table.complaints import BadInput, sentence
from table.saying import noun, say
from table.values import Value

MOST_LETTERS = 64  # in a code
MOST_IN_A_DECK = 500


class Card(BaseModel):
    """The base class of cards: a lower-case code, unique in its deck. Validators are built on first use."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)
    code: str = Field(pattern=r"^[a-z0-9_]+(\.[0-9]+)?$", max_length=MOST_LETTERS)

    @property
    def label(self) -> str:
        """The card's name for people; the code, unless the game overrides this."""
        return self.code

    @property
    def sides(self) -> tuple[int | str, ...]:
        """The faces of a two-sided card, since readers cannot see which one is up; empty for other cards."""
        return ()


Deck = list[dict[str, Any]]  # cards as plain data, in deck-file order

C = TypeVar("C", bound=Card)
Catalogue = Mapping[str, C]


class PhysicalDeck(Value):
    """A deck that people own, tagged and corrected once for all games that use it.

    `name` is for files and programs, `title` for people. `assumed` lists statements that have not been verified against
    a printed card. `called` is a pattern for card names, such as "{number} of {colour}", filled in with what is printed
    on a card; if it is empty, the game names the cards.
    """

    name: str
    title: str
    cards: Deck
    assumed: tuple[str, ...] = ()
    called: str = ""

    def label(self, card: Mapping[str, object]) -> str:
        """Return a card's display name, or its code if the pattern needs a value that the card lacks.

        >>> deck = PhysicalDeck("tarot", "Tarot", [], called="{rank} of {suit}")
        >>> deck.label({"code": "kc", "rank": "king", "suit": "cups"}), deck.label({"code": "fool"})
        ('king of cups', 'fool')
        """
        try:
            return noun(self.called, **{name: word(printed) for name, printed in card.items()})
        except KeyError:
            return str(card["code"])


def word(printed: Any) -> Any:
    """Return a printed word as a translatable name; return a number unchanged."""
    return noun(printed) if isinstance(printed, str) else printed


def deck_file(name: str, package: str = "table.decks") -> PhysicalDeck:
    """Read a package's deck file, `<name>.toml`. The title defaults to the name."""
    read = _read(name, package)
    cards = [card for line in read["cards"] for card in copies_of(line)]
    assumed = tuple(read.get("assumed", {}).values())
    return PhysicalDeck(name, read.get("title", name), cards, assumed, read.get("called", ""))


def shipped_deck(name: str, package: str = "table.decks") -> Deck:
    """Return the cards in a deck file. One line can define several `copies` of a card."""
    return deck_file(name, package).cards


def assumptions(name: str, package: str) -> tuple[str, ...]:
    """Return a deck file's list of what has not been verified against a printed card."""
    return deck_file(name, package).assumed


@lru_cache(maxsize=64)
def _read(name: str, package: str) -> Mapping[str, Any]:
    """Read a file once. The result is shared: copy its lines before changing them."""
    return tomllib.loads(resources.files(package).joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def copies_of(line: Mapping[str, Any]) -> Deck:
    """Return the cards defined by a line: code `fox` with 2 `copies` gives `fox.1` and `fox.2`."""
    if "copies" not in line:
        return [dict(line)]
    card = {key: value for key, value in line.items() if key != "copies"}
    return [{**card, "code": f"{card['code']}.{number}"} for number in range(1, line["copies"] + 1)]


def lines_of(deck: Deck) -> Deck:
    """Return cards as the lines of a deck file; cards that differ only in their number share a line.

    >>> lines_of([{"code": "owl.1", "value": 3}, {"code": "owl.2", "value": 3}, {"code": "owl.3", "value": 9}])
    [{'code': 'owl', 'copies': 2, 'value': 3}, {'code': 'owl.3', 'value': 9}]
    """
    lines: Deck = []
    for card in deck:
        name, dot, number = card["code"].rpartition(".")
        on_it = {key: value for key, value in card.items() if key != "code"}
        line = next((line for line in lines if line["code"] == name), None)
        if line is not None and line == {"code": name, "copies": int(number) - 1, **on_it}:
            line["copies"] += 1
        elif dot and number == "1":
            lines.append({"code": name, "copies": 1, **on_it})
        else:
            lines.append(dict(card))
    return lines


def catalogue(raw: Sequence[Mapping[str, object]], model: type[C]) -> Catalogue[C]:
    """Build a catalogue from plain data, in the same order. Raise BadInput, naming the card and field, if invalid.

    >>> catalogue([{"code": "Ace"}], Card)
    Traceback (most recent call last):
    table.complaints.BadInput: catalogue: card 1, code: expected text that matches ..., not 'Ace'
    """
    if not 1 <= len(raw) <= MOST_IN_A_DECK:
        raise BadInput(say("catalogue: expected 1 to {most} cards, not {count}", most=MOST_IN_A_DECK, count=len(raw)))
    cards: dict[str, C] = {}
    for number, entry in enumerate(raw, start=1):
        try:
            card = model.model_validate(entry)
        except ValidationError as error:
            complaint = sentence(error, entry)
            raise BadInput(say("catalogue: card {number}, {error}", number=number, error=complaint)) from None
        if card.code in cards:
            twice = repr(card.code)
            raise BadInput(say("catalogue: card {number}, code: {code} is there twice", number=number, code=twice))
        cards[card.code] = card
    return cards
