"""What all simulated players share: time, hands, fingers, eyes and a phone, and the ground truth of what they did.

Players are SimPy processes. They move cards and press buttons at an emulated table, and see the public view, never the
table's state. Time is in ns, on the table's own clock.
"""

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from heapq import heappop
from random import Random
from typing import Any, Protocol

import simpy
from simpy.events import Event

from table.board import GameSnapshot
from table.emulated.tabletop import Touching
from table.event import EventObject as EventObject
from table.view import View

SECOND_NS = 1_000_000_000
PUBLIC = "public"
LIFTED_S = 0.06  # the shortest time between two presses of a finger
TRIES = 12  # how often players repeat an action that the table has not noticed

# A SimPy process: it yields the events that it waits for, and returns a result to its caller.
Doing = Generator[Event, Any, Any]


class Hands(Protocol):
    """The hands of players at a table."""

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        """Leave a card on a spot of a pad for `for_ns`."""
        ...

    def press(self, seat: int) -> None:
        """Press a seat's button."""
        ...

    def release(self, seat: int) -> None: ...


# Makes a choice on a phone: seat (0: the host), choice, value.
Say = Callable[[int, str, Any], None]


class _Plans(simpy.Environment):
    """A SimPy environment whose `peek` ignores cancelled events, so that polls before the next event can be skipped."""

    def __init__(self, now_ns: int) -> None:
        super().__init__(initial_time=now_ns)
        self._forgone: set[Event] = set()

    def forgo(self, event: Event) -> None:
        """Cancel an event that nobody is waiting for."""
        self._forgone.add(event)

    def peek(self) -> float:
        """Return the time of the next event in ns, or infinity without events."""
        while self._forgone and self._queue and (event := self._queue[0][-1]) in self._forgone:
            self._forgone.remove(event)
            heappop(self._queue)
        return super().peek()


class Environment:
    """What the players at one table share. `deeds` is the ground truth, `exercised` counts what happened.

    `hands` move the cards, `say` makes a choice on a phone, `chance` makes random decisions. `agreed` has the options
    that differ from the defaults, `touching` what the hands need to know about the readers.
    """

    def __init__(
        self,
        hands: Hands,
        say: Say,
        chance: Random,
        *,
        now_ns: int,
        seats: Sequence[int],
        agreed: Mapping[str, Any] | None = None,
        touching: Touching | None = None,
    ) -> None:
        self.env = _Plans(now_ns)
        self.chance = chance
        self.seats = tuple(seats)
        self.agreed = agreed or {}
        self.touching = touching or Touching()
        self.deeds: list[dict[str, Any]] = []
        self.exercised: Counter[str] = Counter()
        self.game = GameSnapshot()
        self.over = False
        self._hands = hands
        self._say = say
        self._began_ns = now_ns
        self._news = self.env.event()
        self._lifted_s: dict[int, float] = {}
        self._touched_ns: dict[str, int] = {}  # when each card last began or stopped touching a pad
        self._pads: dict[str, simpy.Resource] = {}
        self._fingers = {seat: simpy.Resource(self.env) for seat in self.seats}

    # -- Eyes

    def see(self, game: GameSnapshot, now_ns: int) -> None:
        """See a snapshot of the game, after running everything planned up to this time."""
        if now_ns > self.env.now:
            self.env.timeout(int(now_ns - self.env.now))
            while self.env.peek() <= now_ns:
                self.env.step()
        self.game = game
        self.stir()

    def stir(self) -> None:
        """Wake all waiting players, so that they check their conditions."""
        news, self._news = self._news, self.env.event()
        news.succeed()

    @property
    def view(self) -> View:
        return self.game.view()

    @property
    def events(self) -> tuple[EventObject, ...]:
        """The public events."""
        return tuple(one.json for one in self.game.delivered(PUBLIC))

    def heard(self, since: int, *names: str) -> EventObject | None:
        """Return the first public event with one of the given names after the first `since` events, if any."""
        heard = self.game.delivered(PUBLIC)[since:]
        return next((one.json for one in heard if one.event.name in names), None)

    # -- Time

    @property
    def now_s(self) -> float:
        """The seconds since the game began."""
        return (self.env.now - self._began_ns) / SECOND_NS

    def begin(self, at_ns: int) -> None:
        """Count time from `at_ns`, as the game's clock does."""
        self._began_ns = at_ns

    def waits(self, least_s: float, most_s: float | None = None) -> Event:
        """Return an event after a random time between two limits, or after exactly `least_s`."""
        seconds = least_s if most_s is None else self.chance.uniform(least_s, most_s)
        return self.env.timeout(round(seconds * SECOND_NS))

    def until(self, right: Callable[[], bool], patience_s: float) -> Doing:
        """Wait until a condition holds, but at most `patience_s` seconds; return whether it holds."""
        ends = self.waits(patience_s)
        while not right():
            yield self._news | ends
            if ends.processed:
                return right()
        self.env.forgo(ends)
        return True

    def insists(self, act: Callable[[], "Doing"], *names: str, patience_s: float) -> Doing:
        """Repeat an action until an event with one of the given names arrives; return it, or None if none did."""
        since = len(self.game.delivered(PUBLIC))
        for _ in range(TRIES):
            yield from act()
            yield from self.until(lambda: self.heard(since, *names) is not None, patience_s)
            heard = self.heard(since, *names)
            if heard is not None:
                return heard
        return None

    def happens(self, probability: float) -> bool:
        return self.chance.random() < probability

    # -- Hands

    def note(self, deed: str, **of: Any) -> dict[str, Any]:
        """Record an action in the ground truth, at the current time."""
        written = {"t": round(self.now_s, 6), "deed": deed, **of}
        self.deeds.append(written)
        return written

    def touches(
        self,
        seat: int,
        cards: Sequence[str],
        zone: str,
        *,
        bumps: bool = False,
        unless: Callable[[], bool] = lambda: False,
    ) -> Doing:
        """Touch a pad with cards held together, for as long as a hand takes; `bumps` means the hand trembles.

        If readers find only one card at a time, hands take turns at a pad, and wait until their cards can be read
        again. If `unless` returns True by then, they do not touch the pad.
        """
        if not self.touching.one_by_one:
            yield from self._touches(seat, cards, zone, bumps=bumps)
            return
        pad = self._pads.setdefault(zone, simpy.Resource(self.env))
        while True:
            if (rests_ns := self._rests_ns(cards)) > 0:
                yield self.env.timeout(rests_ns)
            with pad.request() as free:
                yield free
                if unless():
                    return
                if self._rests_ns(cards) <= 0:  # otherwise another hand has used one of these cards
                    self._touched(cards)
                    yield from self._touches(seat, cards, zone, bumps=bumps)
                    self._touched(cards)
                    return

    def _rests_ns(self, cards: Sequence[str]) -> int:
        """Return how long hands have to wait until all of these cards can touch a pad again, in ns."""
        touched_ns = [self._touched_ns[card] for card in cards if card in self._touched_ns]
        return max(touched_ns) + self.touching.again_ns - int(self.env.now) if touched_ns else 0

    def _touched(self, cards: Sequence[str]) -> None:
        self._touched_ns |= dict.fromkeys(cards, int(self.env.now))

    def _touches(self, seat: int, cards: Sequence[str], zone: str, *, bumps: bool) -> Doing:
        self.note("touched", seat=seat, cards=list(cards), zone=zone)
        if bumps:
            self._put(seat, cards, zone, self.chance.uniform(0.12, 0.2))
            yield self.waits(0.22)
        seconds = self.chance.uniform(0.16, 0.26)
        self._put(seat, cards, zone, seconds)
        yield self.waits(seconds + 0.02)

    def _put(self, seat: int, cards: Sequence[str], zone: str, seconds: float) -> None:
        for card in cards:
            self._hands.put(card, zone, spot=seat, for_ns=round(seconds * SECOND_NS))

    def presses(self, seat: int, seconds: float) -> Doing:
        """Press a button for `seconds`, with one finger per seat; return when it went down, in s."""
        with self._fingers[seat].request() as free:
            yield free
            soon_s = self._lifted_s.get(seat, -LIFTED_S) + LIFTED_S - self.now_s
            if soon_s > 0:
                yield self.waits(soon_s)
            pressed = self.note("pressed", seat=seat)
            self._hands.press(seat)
            yield self.waits(seconds)
            self._hands.release(seat)
            self._lifted_s[seat] = self.now_s
        return pressed["t"]

    def taps(self, seat: int) -> Doing:
        return (yield from self.presses(seat, self.chance.uniform(0.07, 0.25)))

    def holds(self, seat: int) -> Doing:
        return (yield from self.presses(seat, self.chance.uniform(0.7, 1.0)))

    def doubles(self, seat: int) -> Doing:
        """Tap a button twice; return when it went down for the second time, in s."""
        yield from self.presses(seat, self.chance.uniform(0.06, 0.12))
        yield self.waits(0.08, 0.2)
        return (yield from self.presses(seat, self.chance.uniform(0.06, 0.12)))

    def says(self, seat: int, choice: str, value: Any = None) -> None:
        """Make a choice on a phone; seat 0 is the host."""
        self._say(seat, choice, value)
