"""The contents of a game's box, whether the game can be played here or only scored."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from table.cards import Card, Deck, PhysicalDeck
from table.games.game import Options
from table.values import Value


class Box(Protocol):
    """What a game's box provides: its name, cards and options."""

    @property
    def name(self) -> str:
        """The name used in code."""
        ...

    @property
    def title(self) -> str:
        """The name shown to users."""
        ...

    @property
    def card(self) -> type[Card]: ...

    @property
    def options(self) -> type[Options]: ...

    def deck(self, options: Options | None, /) -> Deck:
        """Return the cards used with these options, as plain data; for None, every card that any options use."""
        ...


def decks_of(box: Box) -> tuple[PhysicalDeck, ...]:
    """Return the decks that a box can be used with, the default one first.

    A box without a `decks` method has one deck.
    """
    named: Callable[[], tuple[PhysicalDeck, ...]] | None = getattr(box, "decks", None)
    return (PhysicalDeck(box.name, box.title, box.deck(None), _assumed(box)),) if named is None else named()


def _assumed(box: Box) -> tuple[str, ...]:
    """Return a box's assumptions about what is printed on its cards, as sentences; individual cards may list more."""
    said: Callable[[], tuple[str, ...]] | None = getattr(box, "assumed", None)
    return () if said is None else said()


class KnownDeck(Value):
    """A deck, the boxes that can use it, and the names of those that use it by default.

    `boxes` is in alphabetical order of the names.
    """

    deck: PhysicalDeck
    boxes: Mapping[str, Box]
    usual: frozenset[str] = frozenset()


class Scoring(Value):
    """A game that can be scored without playing it. Its functions raise BadInput, naming the invalid key.

    `score` scores a board given as JSON. `explained` also gives each step, and `ranked` ranks the
    players by their points per round under the given options; both are for the scoring page.
    """

    name: str
    title: str
    card: type[Card]
    options: type[Options]
    deck: Callable[[Options | None], Deck]
    score: Callable[[object], Value]
    explained: Callable[[object], Value] | None = None
    ranked: Callable[[Sequence[Mapping[str, int]], Mapping[str, object]], Value] | None = None
