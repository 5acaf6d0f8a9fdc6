"""What a seat knows, and the worlds it can imagine from that."""

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


GONE = "gone"  # the place of cards that have vanished


class OwnPlay(Value):
    """A card that the seat itself laid, or gave to a player ("seat.2"), after receiving `seq` events.

    Cards dropped together have the same `seq`.
    """

    zone: str
    card: str
    seq: int


class Moved(Value):
    """A hand movement, with its duration in ms, that this seat saw after receiving `seq` events.

    `rests` means that the hand has just come to rest, so if it laid a card, that event has already been delivered.
    """

    seat: int
    for_ms: int
    seq: int
    rests: bool = False


class Known(Value):
    """What a person at a seat knows: the seat's view, its events, and the cards that it holds.

    `setup` holds the game's settings, but with a different seed. `delivered` are the seat's events, except those taken
    back; `laid` are the cards that the seat remembers laying this round. If the hand is stacked in a pile, `hand` is
    only its top card. For two-sided cards, `up` is the upper side of each card that the seat sees. `moves` are the hand
    movements that the seat has seen this round, in games where they matter. `vain` are the actions that the hands tried
    and failed to carry out this turn.
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
        """Return the events after the last event of the given kinds, or all events if there is none."""
        last = next((n for n in reversed(range(len(self.delivered))) if isinstance(self.delivered[n].event, kinds)), -1)
        return self.delivered[last + 1 :]

    def of_round(self) -> Sequence[Delivered]:
        """Return the events of this round."""
        return self.since(RoundStarted)

    def each(self, kind: type[K]) -> Sequence[K]:
        """Return this round's events of a kind."""
        return [one.event for one in self.of_round() if isinstance(one.event, kind)]

    def last(self, *kinds: type[K]) -> K | None:
        """Return this round's last event of the given kinds, or None."""
        for one in reversed(self.delivered):
            if isinstance(one.event, (RoundStarted, *kinds)):
                return one.event if isinstance(one.event, kinds) else None
        return None

    def last_seq(self, kind: type[Event]) -> int | None:
        """Return the number of this round's last event of a kind, or None."""
        return max((one.seq for one in self.of_round() if isinstance(one.event, kind)), default=None)

    @property
    def round(self) -> Delivered | None:
        """The event that began the round, or None."""
        return next((one for one in reversed(self.delivered) if isinstance(one.event, RoundStarted)), None)

    @property
    def starter(self) -> int:
        """The seat that opened the round; the first seat if that is unknown."""
        began = None if self.round is None else self.round.event
        return began.starter if isinstance(began, RoundStarted) else self.setup.seats[0]

    @property
    def wrong(self) -> Mapping[str, str]:
        """The misplaced cards, each with its zone; "" stands for a card unknown to the seat."""
        wrong = self.view.correction
        return {} if wrong is None or wrong.zone is None else dict.fromkeys(wrong.named or ("",), wrong.zone)


class World(Value, Generic[S]):
    """An imagined game: the round's state under the rules, the hands by seat, and the draw pile with its top card last.

    `notes` is for the AI's own use.
    """

    state: S
    hands: Mapping[int, tuple[str, ...]]
    draw: tuple[str, ...] = ()
    notes: Value | None = None

    def without(self, seat: int, *cards: str) -> "World[S]":
        """Return the world with cards removed from a hand."""
        return self.with_hand(seat, tuple([card for card in self.hands[seat] if card not in cards]))

    def with_hand(self, seat: int, hand: tuple[str, ...]) -> "World[S]":
        """Return the world with another hand for a seat."""
        return replace(self, hands={**self.hands, seat: hand})

    def drawn(self, seat: int, count: int) -> "World[S]":
        """Return the world after a seat has drawn `count` cards, or all that remain if there are fewer."""
        if not count:
            return self
        cards = tuple(reversed(self.draw[-count:]))
        after = replace(self, draw=self.draw[: len(self.draw) - len(cards)])
        return after.with_hand(seat, (*after.hands[seat], *cards))

    def put_back(self, seat: int) -> "World[S]":
        """Return the world with a seat's latest card back on the draw pile."""
        card = self.hands[seat][-1:]
        return replace(self.without(seat, *card), draw=(*self.draw, *card))

    def passed(self, giver: int, receiver: int, cards: Sequence[str]) -> "World[S]":
        """Return the world after cards have passed from one hand to another."""
        after = self.without(giver, *cards)
        return after.with_hand(receiver, (*after.hands[receiver], *cards))


def asked(delivered: Sequence[Event]) -> Iterator[Move]:
    """Yield the moves that hands make in response to events."""
    yield from (move for event in delivered if (move := event.hands()) is not None)


def dealt_out(
    unseen: Sequence[str], sizes: Mapping[int, int], chance: Random
) -> tuple[dict[int, tuple[str, ...]], tuple[str, ...]]:
    """Deal unseen cards at random to hands of the given sizes; return the hands and the remaining cards."""
    cards = list(unseen)
    chance.shuffle(cards)
    hands: dict[int, tuple[str, ...]] = {}
    for seat, size in sizes.items():
        hands[seat], cards = tuple(cards[:size]), cards[size:]
    return hands, tuple(cards)
