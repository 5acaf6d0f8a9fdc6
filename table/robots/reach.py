"""What robots can do at a table: move cards and press buttons at an emulated one, ask people at a real one.

A robot at a real table has no hands: it asks people to lay the card at a certain position in its row, and stamps its
presses with the table's time.
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

_DRAW = "draw"  # the zone named when asking people to put a card under the draw pile


class CardHands(Protocol):
    """What hands can do with cards. Methods raise BadInput if something cannot be done."""

    def deal(self) -> None: ...

    def lay(self, seat: int, cards: Sequence[str], zone: str) -> None: ...

    def take(self, seat: int, card: str) -> None:
        """Touch the pad with a card again, and take it back."""
        ...

    def move(self, card: str, zone: str, *, by: int | None = None) -> None:
        """Move a face-up card, or one that lies in front of the seat `by`, to another pile."""
        ...

    def draw(self, seat: int, count: int = 1) -> None:
        """Take cards from the draw pile."""
        ...

    def put_below(self, seat: int, cards: Sequence[str]) -> None:
        """Put cards under the draw pile."""
        ...

    def give(self, seat: int, card: str, to: int) -> None: ...

    def touch(self, seat: int, cards: Sequence[str]) -> None:
        """Touch the player's own pad with cards held together."""
        ...

    def search(self, seat: int) -> None:
        """Search the draw pile for the card that the seat has named."""
        ...

    def show(self, seat: int) -> None:
        """Touch the player's own pad with the whole hand."""
        ...

    def vanish(self, seat: int, card: str) -> None: ...

    def fetch(self, seat: int, card: str) -> None:
        """Take back a card that has vanished."""
        ...

    def sort(self, seat: int) -> None:
        """Move the hand as if sorting it."""
        ...


class Buttons(environment.Hands, Protocol):
    def withdraw(self) -> None: ...


class Reach(Protocol):
    """What robots can do at a table, and what they see of their own cards.

    `by_hand` means that robots lay their cards themselves, and can lay several at once. `movements` are the hand
    movements that robots see; None if they see none.
    """

    by_hand: bool
    movements: Movements | None

    @property
    def cards(self) -> CardHands: ...

    @property
    def buttons(self) -> Buttons: ...

    def held(self, game: GameSnapshot, seat: int) -> tuple[str, ...] | None:
        """Return the cards in a seat's hand that the seat itself sees; None while its cards are being dealt."""
        ...

    def sides(self, seat: int) -> Mapping[str, int]:
        """Return the upper side of each two-sided card that a seat sees."""
        ...

    def mislaid(self, game: GameSnapshot, seat: int) -> str | None:
        """Return a misplaced card that a seat laid and can take off itself, if any."""
        ...

    def is_to_deal(self, game: GameSnapshot) -> bool:
        """Return whether robots could deal the cards of this round now."""
        ...

    def awaits(self, seat: int) -> bool:
        """Return whether people still have to lay a card that a seat asked for."""
        ...

    def lets_be(self, seat: int) -> None:
        """Withdraw the request that a seat has made to people, if any."""
        ...


class Held(CardHands, Protocol):
    """Emulated hands, and the cards that they hold."""

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
    """What robots can do at an emulated table, with the hands that phones also use."""

    by_hand = True

    def __init__(self, people: Held, tabletop: Tabletop) -> None:
        self.cards: Held = people
        self.buttons = Hands(tabletop)
        self.movements: Movements | None = people.movements

    def held(self, game: GameSnapshot, seat: int) -> tuple[str, ...] | None:
        """Return the cards in a hand that the seat itself sees."""
        visible: tuple[str, ...] = self.cards.held.visible(seat)
        return visible

    def sides(self, seat: int) -> Mapping[str, int]:
        up: Mapping[str, int] = self.cards.held.sides(seat)
        return up

    def mislaid(self, game: GameSnapshot, seat: int) -> str | None:
        """Return a misplaced card that a seat laid, if any."""
        return self.cards.mislaid(seat, game)

    def is_to_deal(self, game: GameSnapshot) -> bool:
        """Return whether this round's cards still have to be dealt."""
        return self.cards.is_to_deal(game)

    def awaits(self, seat: int) -> bool:
        """Return False, because robots lay their cards themselves."""
        return False

    def lets_be(self, seat: int) -> None:
        """Do nothing."""


Ask = Callable[[AskFor | RobotPresses], "Future[None]"]


class ByAsking:
    """What robots can do at a table with real cards: ask people to lay cards for them.

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
        """Return the cards in a seat's row; None until the row is complete."""
        return game.rows.get(seat)

    def sides(self, seat: int) -> Mapping[str, int]:
        return {}

    def mislaid(self, game: GameSnapshot, seat: int) -> str | None:
        """Return None, because people take off misplaced cards."""
        return None

    def is_to_deal(self, game: GameSnapshot) -> bool:
        """Return False, because people deal."""
        return False

    def awaits(self, seat: int) -> bool:
        """Return whether people still have to lay a card that a seat asked for."""
        return self.cards.is_asking(seat) or any(one.seat == seat for one in self._latest().asked)

    def lets_be(self, seat: int) -> None:
        """Withdraw a seat's request to people."""
        self._ask(AskFor(seat))


class _Asking:
    """The hands of robots that ask people to move cards.

    Methods do nothing where no request is needed, and raise BadInput if a robot cannot do this at a real table.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._on_its_way: dict[int, Future[None]] = {}

    def is_asking(self, seat: int) -> bool:
        """Return whether a seat's request is still on its way to the table."""
        asked = self._on_its_way.get(seat)
        return asked is not None and not asked.done()

    def _asks(self, seat: int, card: str, zone: str) -> None:
        self._on_its_way[seat] = self._ask(AskFor(seat, card, zone))

    def deal(self) -> None:
        """Raise BadInput, because people deal."""
        raise BadInput(say("people deal at this table"))

    def lay(self, seat: int, cards: Sequence[str], zone: str) -> None:
        """Ask people to lay the last of the cards, because they lay only one at a time."""
        self._asks(seat, cards[-1], zone)

    def take(self, seat: int, card: str) -> None:
        """Do nothing, because the table tells people which cards to take back."""

    def move(self, card: str, zone: str, *, by: int | None = None) -> None:
        """Do nothing, because the table tells people which cards are misplaced."""

    def draw(self, seat: int, count: int = 1) -> None:
        """Do nothing, because the table tells people who draws."""

    def put_below(self, seat: int, cards: Sequence[str]) -> None:
        """Ask people to put the first of the cards under the draw pile."""
        self._asks(seat, cards[0], _DRAW)

    def give(self, seat: int, card: str, to: int) -> None:
        """Ask people to give a card to another player."""
        self._asks(seat, card, f"seat.{to}")

    def touch(self, seat: int, cards: Sequence[str]) -> None:
        """Raise BadInput, because a robot cannot reach the cards that lie in front of it."""
        raise BadInput(say("no row lies before the player"))

    def search(self, seat: int) -> None:
        """Raise BadInput, because a robot cannot search the draw pile."""
        raise BadInput(say("people search the draw pile at this table"))

    def show(self, seat: int) -> None:
        """Do nothing, because the table tells people whose cards are counted."""

    def vanish(self, seat: int, card: str) -> None:
        """Raise BadInput, because people lay robots' cards and see them."""
        raise BadInput(say("people lay robots' cards at this table"))

    def fetch(self, seat: int, card: str) -> None:
        """Do nothing, because no card can have vanished."""

    def sort(self, seat: int) -> None:
        """Do nothing, because a row is not sorted."""


class _Stamped:
    """The buttons of robots; each press is posted with the table's current time."""

    def __init__(self, ask: Ask, now_us: Callable[[], int]) -> None:
        self._ask, self._now_us = ask, now_us
        self._pressed: set[int] = set()

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        """Raise BadInput, because people lay the cards."""
        raise BadInput(say("people lay robots' cards at this table"))

    def press(self, seat: int) -> None:
        """Press a seat's button."""
        self._pressed.add(seat)
        self._ask(RobotPresses(seat, self._now_us(), down=True))

    def release(self, seat: int) -> None:
        """Release a seat's button."""
        self._pressed.discard(seat)
        self._ask(RobotPresses(seat, self._now_us(), down=False))

    def withdraw(self) -> None:
        """Release every button; safe to call twice."""
        for seat in sorted(self._pressed):
            self.release(seat)
