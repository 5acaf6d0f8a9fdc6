"""The contents of a game's box, whether the game is played here or only scored."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from table.cards import Card, Deck, PhysicalDeck
from table.games.game import Options
from table.values import Value


class Box(Protocol):
    """A game's name, its cards and its options."""

    @property
    def name(self) -> str:
        """The name used in code."""
        ...

    @property
    def title(self) -> str:
        """The display name."""
        ...

    @property
    def card(self) -> type[Card]: ...

    @property
    def options(self) -> type[Options]: ...

    def deck(self, options: Options | None, /) -> Deck:
        """Return the cards used with these options, as plain data; for None, the cards of all options."""
        ...


def decks_of(box: Box) -> tuple[PhysicalDeck, ...]:
    """Return the decks that a box can be played with, the usual one first; a box without `decks` has only one."""
    named: Callable[[], tuple[PhysicalDeck, ...]] | None = getattr(box, "decks", None)
    return (PhysicalDeck(box.name, box.title, box.deck(None), _assumed(box)),) if named is None else named()


def _assumed(box: Box) -> tuple[str, ...]:
    """Return a box's assumptions about what is printed on its cards, as sentences; the cards may list more."""
    said: Callable[[], tuple[str, ...]] | None = getattr(box, "assumed", None)
    return () if said is None else said()


class KnownDeck(Value):
    """A deck, the boxes it can be used with (by name, in alphabetical order), and the boxes that use it by default."""

    deck: PhysicalDeck
    boxes: Mapping[str, Box]
    usual: frozenset[str] = frozenset()


class Scoring(Value):
    """A game that can be scored without playing it. Its functions raise BadInput, naming the invalid key.

    `score` scores a board given as JSON. `explained` also gives each step, and `ranked` finds the winner from each
    player's points per round and the options; both are for the scoring page.
    """

    name: str
    title: str
    card: type[Card]
    options: type[Options]
    deck: Callable[[Options | None], Deck]
    score: Callable[[object], Value]
    explained: Callable[[object], Value] | None = None
    ranked: Callable[[Sequence[Mapping[str, int]], Mapping[str, object]], Value] | None = None
