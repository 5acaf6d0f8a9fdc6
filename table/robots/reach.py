"""What robots can reach: cards and buttons at an emulated table, people's help at a real one.

A robot at a real table has no hands: it asks for a card of its row by place, and its presses are stamped by the table.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from table.board import GameSnapshot
from table.complaints import BadInput
from table.emulated.sight import Movements
from table.emulated.tabletop import Hands, Tabletop
from table.robots import environment
from table.running.messages import AskFor, RobotPresses
from table.saying import say

_DRAW = "draw"  # where cards go that are put under the draw pile


class CardHands(Protocol):
    """What hands do with cards; each raises BadInput for what cannot be done."""

    def deal(self) -> None: ...

    def lay(self, seat: int, cards: Sequence[str], zone: str) -> None: ...

    def take(self, seat: int, card: str) -> None:
        """Touch a card again, and take it back."""
        ...

    def move(self, card: str, zone: str, *, by: int | None = None) -> None:
        """Move an open card, or one that lies before the seat `by`, to another pile."""
        ...

    def draw(self, seat: int, count: int = 1) -> None:
        """Take cards of the draw pile."""
        ...

    def put_below(self, seat: int, cards: Sequence[str]) -> None:
        """Put cards under the draw pile."""
        ...

    def give(self, seat: int, card: str, to: int) -> None: ...

    def touch(self, seat: int, cards: Sequence[str]) -> None:
        """Touch the player's own pad with cards as one."""
        ...

    def search(self, seat: int) -> None:
        """Search the draw pile."""
        ...

    def show(self, seat: int) -> None:
        """Touch the player's own pad with the whole hand."""
        ...

    def vanish(self, seat: int, card: str) -> None: ...

    def fetch(self, seat: int, card: str) -> None:
        """Take back a card that has vanished."""
        ...

    def sort(self, seat: int) -> None:
        """Move the hand as if to sort it."""
        ...


class Buttons(environment.Hands, Protocol):
    def withdraw(self) -> None: ...


class Reach(Protocol):
    """What robots can do at a table, and see of their own cards.

    `by_hand`: they lay their cards themselves, and as many at once as they like. `movements`: the hands that they see
    move, if they do.
    """

    by_hand: bool
    movements: Movements | None

    @property
    def cards(self) -> CardHands: ...

    @property
    def buttons(self) -> Buttons: ...

    def held(self, game: GameSnapshot, seat: int) -> tuple[str, ...] | None:
        """Return the cards of a seat that it sees itself; None while they are dealt."""
        ...

    def sides(self, seat: int) -> Mapping[str, int]:
        """Return which side is up of those that have two."""
        ...

    def mislaid(self, game: GameSnapshot, seat: int) -> str | None:
        """Return the card of a seat that lies wrong, if the seat can take it off itself."""
        ...

    def is_to_deal(self, game: GameSnapshot) -> bool:
        """Return whether robots could deal the cards of this round now."""
        ...

    def awaits(self, seat: int) -> bool:
        """Return whether people still have to lay a card that a seat asked for."""
        ...

    def lets_be(self, seat: int) -> None:
        """Stop asking people."""
        ...


class Held(CardHands, Protocol):
    """Hands, and who holds what."""

    @property
    def held(self) -> Any:
        """The cards in each hand."""
        ...

    movements: Movements

    def mislaid(self, seat: int, game: GameSnapshot) -> str | None:
        """Return the card that a seat has to take off a pile."""
        ...

    def is_to_deal(self, game: GameSnapshot) -> bool:
        """Return whether this round's cards still have to be dealt."""
        ...


class ByHand:
    """At an emulated table: a robot's hands are as good as a phone's."""

    by_hand = True

    def __init__(self, people: Held, tabletop: Tabletop) -> None:
        self.cards: Held = people
        self.buttons = Hands(tabletop)
        self.movements: Movements | None = people.movements

    def held(self, game: GameSnapshot, seat: int) -> tuple[str, ...] | None:
        """Return the cards of a hand that its owner sees."""
        visible: tuple[str, ...] = self.cards.held.visible(seat)
        return visible

    def sides(self, seat: int) -> Mapping[str, int]:
        up: Mapping[str, int] = self.cards.held.sides(seat)
        return up

    def mislaid(self, game: GameSnapshot, seat: int) -> str | None:
        """Return the card of a seat that lies wrong."""
        return self.cards.mislaid(seat, game)

    def is_to_deal(self, game: GameSnapshot) -> bool:
        """Return whether this round's cards still have to be dealt."""
        return self.cards.is_to_deal(game)

    def awaits(self, seat: int) -> bool:
        """Return False: what hands do is done."""
        return False

    def lets_be(self, seat: int) -> None:
        """Do nothing."""


Ask = Callable[[AskFor | RobotPresses], "Future[None]"]


class ByAsking:
    """At a table of real cards: a robot asks, and people lay.

    `latest` returns the latest snapshot of the game, `now_us` the table's time.
    """

    by_hand = False
    movements: Movements | None = None

    def __init__(self, ask: Ask, latest: Callable[[], GameSnapshot], now_us: Callable[[], int]) -> None:
        self._latest = latest
        self.cards = _Asking(ask)
        self.buttons = _Stamped(ask, now_us)
        self._ask = ask

    def held(self, game: GameSnapshot, seat: int) -> tuple[str, ...] | None:
        """Return the cards of a row; None until it is complete."""
        return game.rows.get(seat)

    def sides(self, seat: int) -> Mapping[str, int]:
        return {}

    def mislaid(self, game: GameSnapshot, seat: int) -> str | None:
        """Return None: people see to it."""
        return None

    def is_to_deal(self, game: GameSnapshot) -> bool:
        """Return False: people deal."""
        return False

    def awaits(self, seat: int) -> bool:
        """Return whether a seat has asked, and not got it."""
        return self.cards.is_asking(seat) or any(one.seat == seat for one in self._latest().asked)

    def lets_be(self, seat: int) -> None:
        """Stop asking."""
        self._ask(AskFor(seat))


class _Asking:
    """Hands that ask. What robots cannot ask for, people see to without being asked."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._on_its_way: dict[int, Future[None]] = {}

    def is_asking(self, seat: int) -> bool:
        """Return whether a seat's request has not reached the table yet."""
        asked = self._on_its_way.get(seat)
        return asked is not None and not asked.done()

    def _asks(self, seat: int, card: str, zone: str) -> None:
        self._on_its_way[seat] = self._ask(AskFor(seat, card, zone))

    def deal(self) -> None:
        """Raise BadInput: people deal."""
        raise BadInput(say("people deal at this table"))

    def lay(self, seat: int, cards: Sequence[str], zone: str) -> None:
        """Ask for the one that lies on top: people lay one card at a time."""
        self._asks(seat, cards[-1], zone)

    def take(self, seat: int, card: str) -> None:
        """Do nothing: the table tells people what to take back."""

    def move(self, card: str, zone: str, *, by: int | None = None) -> None:
        """Do nothing: the table tells people what lies wrong."""

    def draw(self, seat: int, count: int = 1) -> None:
        """Leave it to people, who are told who draws."""

    def put_below(self, seat: int, cards: Sequence[str]) -> None:
        """Ask for the first card, to be put under the draw pile."""
        self._asks(seat, cards[0], _DRAW)

    def give(self, seat: int, card: str, to: int) -> None:
        """Ask for a card, to be given to another player."""
        self._asks(seat, card, f"seat.{to}")

    def touch(self, seat: int, cards: Sequence[str]) -> None:
        """Raise BadInput: cards that lie before a robot are out of its reach."""
        raise BadInput(say("no row lies before the player"))

    def search(self, seat: int) -> None:
        """Raise BadInput: a robot cannot search."""
        raise BadInput(say("people search the draw pile at this table"))

    def show(self, seat: int) -> None:
        """Leave it to people, who are told whose cards are counted."""

    def vanish(self, seat: int, card: str) -> None:
        """Raise BadInput: people lay robots' cards, and see them."""
        raise BadInput(say("people lay robots' cards at this table"))

    def fetch(self, seat: int, card: str) -> None:
        """Do nothing: nothing has vanished."""

    def sort(self, seat: int) -> None:
        """Do nothing: a row is not sorted."""


class _Stamped:
    """Presses that the table stamps with the time at which a person would have pressed."""

    def __init__(self, ask: Ask, now_us: Callable[[], int]) -> None:
        self._ask, self._now_us = ask, now_us
        self._pressed: set[int] = set()

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        """Raise BadInput: people lay cards."""
        raise BadInput(say("people lay robots' cards at this table"))

    def press(self, seat: int) -> None:
        """Press a button."""
        self._pressed.add(seat)
        self._ask(RobotPresses(seat, self._now_us(), down=True))

    def release(self, seat: int) -> None:
        """Let it come up."""
        self._pressed.discard(seat)
        self._ask(RobotPresses(seat, self._now_us(), down=False))

    def withdraw(self) -> None:
        """Release every button; safe to call twice."""
        for seat in sorted(self._pressed):
            self.release(seat)
