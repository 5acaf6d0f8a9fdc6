"""What a seat knows, and the worlds that it can imagine from that."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar

from table.event import Delivered, Event
from table.events import RoundStarted
from table.games.game import Setup
from table.moves import Move
from table.values import Value, field, replace
from table.view import View

S = TypeVar("S")
K = TypeVar("K", bound=Event)


GONE = "gone"  # where cards vanish to


class OwnPlay(Value):
    """A card that a seat has laid itself, or given to a player ("seat.2"), after the event `seq` of those it was told.

    Cards that were dropped as one have the same `seq`.
    """

    zone: str
    card: str
    seq: int


class Moved(Value):
    """A visible movement of a hand, in ms, after event `seq` of those this seat has.

    `rests`: it came to rest just now, and if it has laid a card, that was announced.
    """

    seat: int
    for_ms: int
    seq: int
    rests: bool = False


class Known(Value):
    """What the person at a seat knows: its view, its events, and the cards it holds.

    `setup` is what was agreed on; its seed is not the game's. `delivered` are its events, without what was taken back;
    `laid` is what the seat remembers to have laid in this round. Where a hand lies as a pile, `hand` is its top card
    alone; where cards have two sides, `up` is the side that is up of those that the seat sees. `moves` are
    the hands that it has seen move in this round, where hands are watched. `vain` are actions that it tried in this
    turn, and hands could not do.
    """

    seat: int
    setup: Setup
    view: View
    delivered: Sequence[Delivered]
    hand: tuple[str, ...]
    laid: tuple[OwnPlay, ...] = ()
    up: Mapping[str, int] = field(default_factory=dict)
    moves: tuple[Moved, ...] = ()
    vain: tuple[Any, ...] = ()

    def since(self, *kinds: type[Event]) -> Sequence[Delivered]:
        """Return what was told after the last event of these kinds, or all."""
        last = next((n for n in reversed(range(len(self.delivered))) if isinstance(self.delivered[n].event, kinds)), -1)
        return self.delivered[last + 1 :]

    def of_round(self) -> Sequence[Delivered]:
        """Return what was told in this round."""
        return self.since(RoundStarted)

    def each(self, kind: type[K]) -> Sequence[K]:
        """Return the events of a kind that were told in this round."""
        return [one.event for one in self.of_round() if isinstance(one.event, kind)]

    def last(self, *kinds: type[K]) -> K | None:
        """Return the last event of these kinds, back to the beginning of the round; None if there is none."""
        for one in reversed(self.delivered):
            if isinstance(one.event, (RoundStarted, *kinds)):
                return one.event if isinstance(one.event, kinds) else None
        return None

    def last_seq(self, kind: type[Event]) -> int | None:
        """Return the number of the last event of a kind that was told in this round."""
        return max((one.seq for one in self.of_round() if isinstance(one.event, kind)), default=None)

    @property
    def round(self) -> Delivered | None:
        """How the round began."""
        return next((one for one in reversed(self.delivered) if isinstance(one.event, RoundStarted)), None)

    @property
    def starter(self) -> int:
        """Who opened the round; the first seat, if that was not told."""
        began = None if self.round is None else self.round.event
        return began.starter if isinstance(began, RoundStarted) else self.setup.seats[0]

    @property
    def wrong(self) -> Mapping[str, str]:
        """Return the cards that lie where they must not, each with its zone; "" is one that the seat does not know."""
        wrong = self.view.correction
        return {} if wrong is None or wrong.zone is None else dict.fromkeys(wrong.named or ("",), wrong.zone)


class World(Value, Generic[S]):
    """A game as it may be: the round as the rules see it, who holds what, and the draw pile, its top card last.

    `notes` is what an AI adds of its own.
    """

    state: S
    hands: Mapping[int, tuple[str, ...]]
    draw: tuple[str, ...] = ()
    notes: Value | None = None

    def without(self, seat: int, *cards: str) -> "World[S]":
        """Take cards out of a hand."""
        return self.with_hand(seat, tuple([card for card in self.hands[seat] if card not in cards]))

    def with_hand(self, seat: int, hand: tuple[str, ...]) -> "World[S]":
        """Change a hand."""
        return replace(self, hands={**self.hands, seat: hand})

    def drawn(self, seat: int, count: int) -> "World[S]":
        """Draw cards for a seat, as many as there are."""
        if not count:
            return self
        cards = tuple(reversed(self.draw[-count:]))
        after = replace(self, draw=self.draw[: len(self.draw) - len(cards)])
        return after.with_hand(seat, (*after.hands[seat], *cards))

    def put_back(self, seat: int) -> "World[S]":
        """Put a seat's latest card back on the draw pile."""
        card = self.hands[seat][-1:]
        return replace(self.without(seat, *card), draw=(*self.draw, *card))

    def passed(self, giver: int, receiver: int, cards: Sequence[str]) -> "World[S]":
        """Pass cards from one hand to another."""
        after = self.without(giver, *cards)
        return after.with_hand(receiver, (*after.hands[receiver], *cards))


def asked(delivered: Sequence[Event]) -> Iterator[Move]:
    """Return what hands do on hearing of events."""
    yield from (move for event in delivered if (move := event.hands()) is not None)


def dealt_out(
    unseen: Sequence[str], sizes: Mapping[int, int], chance: Random
) -> tuple[dict[int, tuple[str, ...]], tuple[str, ...]]:
    """Deal cards that nobody has seen to hands of these sizes at random; return the hands, and what is left."""
    cards = list(unseen)
    chance.shuffle(cards)
    hands: dict[int, tuple[str, ...]] = {}
    for seat, size in sizes.items():
        hands[seat], cards = tuple(cards[:size]), cards[size:]
    return hands, tuple(cards)
