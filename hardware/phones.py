"""Phones as buttons: presses that pages stamp with their own clocks become a source of debounced edges.

Theory of operation. A page sends reports: its clock's current time, and the edges not yet acknowledged by the table,
with their stamps. The table answers with a number, and the next report says when that answer was received. So each
answer acts as a ping, and the next report as its reply: a phone's clock is synchronised like a Pico's, by the table
rather than by the phone, which sends only raw stamps. The error of a stamp depends only on these rounds, whatever the
network does (`ClockSync.between`).

A report also guarantees that nothing else happened before it. During a race, and while a gesture may still change, the
watermark waits for such reports; otherwise it lags behind by the usual delay of a report. It never waits longer than
`LATEST_NS`, nor for a silent phone: a press that arrives later is refused, and so is a press that contradicts an
earlier report. If a phone delays a race for unusually long, its seat is listed, during the race and afterwards.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from threading import Event, Lock
from typing import Literal, NamedTuple

from msgspec.structs import replace

from firmware_bridge.clock_sync import ClockSync
from hardware.button import LOOK_NS, SELDOM_NS, Button
from hardware.clock import Clock
from hardware.debounce import Contact
from hardware.observations import NS_PER_US, ButtonChatter, ButtonEdge, Observation
from hardware.ports import Batch, Paced

LATEST_NS = 1_000_000_000  # a press that is older on arrival does not count
THERE_NS = 3_000_000_000  # how long to wait for a phone after its last report
GESTURE_NS = 700_000_000  # by then a press is a hold, and a released press cannot become a double press
_MOST_LAG_NS = 300_000_000  # a phone that delays a race for longer holds it up
_LEAST_WAY_NS = 250_000  # the shortest one-way time of a message; within one PC it takes 10x as long
CALM_MS = 2000  # between two reports; when a race begins, the page is notified and reports at once
BUSY_MS = 100
QUICK = 8  # rounds without a pause, until a clock is well known
_MOST_ASKED = 32  # answers that may await their reply
_MOST_PAGES = 3  # of one seat, each with its own clock
_REMEMBERED = 16  # reports that the usual delay is computed from
_BACKDATED_US = 100_000  # how much older than the last report a press may be: browsers deliver some late
_APART_NS = 2_000_000  # rounds that contradict each other by more belong to two clocks: one had stopped

Refusal = Literal["", "future", "late", "unmatched"]
Edges = list[ButtonEdge | ButtonChatter]


class Edge(NamedTuple):
    """A finger going down or up: the number that the page gave the edge, and its stamp in us of the phone's clock."""

    number: int
    at_us: int
    down: bool


class Report(NamedTuple):
    """One message from a page. Its times are in us of the phone's clock.

    `clock` is a number that changes whenever that clock may have stopped. The page sent the report at `said_us`, and
    received the answer numbered `reply` at `heard_us`. `down` means a finger is on the button. `grain_us` is the
    resolution of the clock.
    """

    clock: int
    said_us: int
    reply: int | None = None
    heard_us: int = 0
    down: bool = False
    edges: Sequence[Edge] = ()
    grain_us: int = 0


class Answer(NamedTuple):
    """The answer to a report: its number, when to report again, a stamp's error bound, and why edges were refused."""

    number: int
    again_ms: int
    error_us: int | None
    refused: Refusal = ""


class _PageClock:
    """One page's clock since it last stopped, and what that page has reported."""

    def __init__(self, grain_us: int) -> None:
        self.rounds = 0
        self.said_us = -1  # in the newest report
        self.heard_ns = 0
        self._grain_ns = grain_us * NS_PER_US
        self._sync = ClockSync()
        self._asked: dict[int, int] = {}  # when each answer that has no reply yet was sent
        self._edges = -1  # the highest number so far

    def asks(self, number: int, now_ns: int) -> None:
        """Record that answer `number` is being sent, which asks this clock for its time."""
        self._asked[number] = now_ns
        if len(self._asked) > _MOST_ASKED:
            del self._asked[next(iter(self._asked))]

    def answers(self, report: Report, now_ns: int) -> None:
        """Process a report as the reply to the answer that it names; start over if it contradicts earlier reports."""
        self.heard_ns = now_ns
        asked_ns = None if report.reply is None else self._asked.pop(report.reply, None)
        if asked_ns is None or report.heard_us > report.said_us:
            return
        self._sync.add(asked_ns, report.heard_us, report.said_us, now_ns)
        self.rounds += 1
        earliest_ns, latest_ns = self._sync.between(report.said_us)
        if earliest_ns > latest_ns + _APART_NS + 2 * self._grain_ns:
            self._sync, self.rounds = ClockSync(), 1
            self._sync.add(asked_ns, report.heard_us, report.said_us, now_ns)

    def between(self, at_us: int) -> tuple[int, int]:
        """Return the earliest and latest times a stamp could mean, in ns; a coarse clock may be off by one tick."""
        earliest_ns, latest_ns = self._sync.between(at_us)
        middle_ns = (earliest_ns + latest_ns) // 2
        half_ns = max(0, latest_ns - earliest_ns - 2 * _LEAST_WAY_NS) // 2 + 2 * self._grain_ns
        return middle_ns - half_ns, middle_ns + half_ns

    def stamped(self, report: Report, now_ns: int) -> tuple[list[tuple[int, bool, int]], Refusal]:
        """Return when the new edges of a report that count happened, with their error bounds; and why others do not.

        A late edge does not count; a report with a stamp in the future is not to be believed at all.
        """
        fresh = [edge for edge in report.edges if edge.number > self._edges]
        self._edges = max([self._edges, *(edge.number for edge in fresh)])
        stamped: list[tuple[int, bool, int]] = []
        refused: Refusal = ""
        for edge in fresh:
            earliest_ns, latest_ns = self.between(edge.at_us)
            latest_ns = min(latest_ns, now_ns)
            if edge.at_us > report.said_us or earliest_ns > latest_ns:
                return [], "future"
            at_ns = (earliest_ns + latest_ns) // 2
            if now_ns - at_ns > LATEST_NS or edge.at_us < self.said_us - _BACKDATED_US:
                refused = "late"
                continue
            stamped.append((at_ns, edge.down, latest_ns - at_ns))
        return stamped, refused


class _Phone:
    """The button of one seat: its pages' reports, and the time up to which they are complete."""

    def __init__(self, contact: Contact) -> None:
        self.button = Button(replace(contact, settle_ns=0))  # a touchscreen has no contact that spikes could close
        self.clock: _PageClock | None = None  # of the latest report
        self.certain_ns = 0
        self.lag_ns = 0  # the usual delay of a report; one in four may take longer
        self._clocks: dict[int, _PageClock] = {}
        self._number = 0
        self._ways: deque[int] = deque(maxlen=_REMEMBERED)
        self._edge_ns: int | None = None
        self._pressed: _PageClock | None = None  # the page of the latest edge

    @property
    def is_restless(self) -> bool:
        """Whether the phone's last edge may still turn out to be part of a gesture."""
        return self._edge_ns is not None and self.certain_ns < self._edge_ns + GESTURE_NS

    def is_there(self, now_ns: int) -> bool:
        """Return whether the phone has reported recently."""
        return self.clock is not None and now_ns - self.clock.heard_ns < THERE_NS

    @property
    def rounds(self) -> int:
        """How many rounds the latest clock has completed."""
        return 0 if self.clock is None else self.clock.rounds

    def error_us(self) -> int | None:
        """Return the error bound of a stamp as new as the last report; None until the clock is known."""
        if self.clock is None or not self.rounds:
            return None
        earliest_ns, latest_ns = self.clock.between(self.clock.said_us)
        return round((latest_ns - earliest_ns) / 2 / NS_PER_US)

    def take(self, report: Report, now_ns: int) -> tuple[Edges, Refusal]:
        """Process a report, received now; return debounced edges, and the reason if reported edges do not count."""
        self.clock = clock = self._clock_of(report)
        clock.answers(report, now_ns)
        if not clock.rounds:
            return [], "unmatched" if report.edges else ""
        earliest_ns = min(clock.between(report.said_us)[0], now_ns)
        self._ways.append(now_ns - earliest_ns)
        self.lag_ns = sorted(self._ways)[len(self._ways) * 3 // 4]
        edges, refused = clock.stamped(report, now_ns)
        reported: Edges = []
        for at_ns, down, error_ns in edges:
            self._edge_ns, self._pressed = at_ns, clock
            reported += self.button.edge(at_ns, down, error_ns)
        if report.said_us > clock.said_us:
            clock.said_us = report.said_us
            self.certain_ns = max(self.certain_ns, earliest_ns)
            reported += self._level(clock, report.down, now_ns)
        return reported, refused

    def asks(self, now_ns: int) -> int:
        """Record that an answer is being sent now, and return its number."""
        self._number += 1
        if self.clock is not None:
            self.clock.asks(self._number, now_ns)
        return self._number

    def release(self, now_ns: int) -> Edges:
        """Release the button if it is down, because its phone is gone."""
        return self.button.edge(now_ns, False) if self.button.is_down else []

    def _clock_of(self, report: Report) -> _PageClock:
        """Return the clock that a report belongs to. A page gets a new clock whenever its old one may have stopped."""
        clock = self._clocks.pop(report.clock, None) or _PageClock(report.grain_us)
        self._clocks[report.clock] = clock
        if len(self._clocks) > _MOST_PAGES:
            del self._clocks[next(iter(self._clocks))]
        return clock

    def _level(self, clock: _PageClock, down: bool, now_ns: int) -> Edges:
        """Process whether a finger is down; while one page holds the button, ignore the seat's other pages."""
        holder = self._pressed
        if holder is None or holder is clock or now_ns - holder.heard_ns > THERE_NS:
            return self.button.level(self.certain_ns, down)
        return []


class PhoneButtons(Paced):
    """A source of the edges that phones report, by seat. Reports may come from different threads."""

    def __init__(self, contacts: Mapping[int, Contact], clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._lock = Lock()
        self._bell = Event()
        self._phones = {seat: _Phone(contact) for seat, contact in contacts.items()}
        self._items: list[Observation] = []
        self._race_ns: int | None = None  # when the current race began
        self._held_up: frozenset[int] = frozenset()
        self._watermark_ns = clock.now_ns()

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose button is a phone."""
        return frozenset(self._phones)

    @property
    def errors_us(self) -> Mapping[int, int | None]:
        """The error bound of a press now, by seat; None if the phone is silent, or its clock is not known yet."""
        with self._lock:
            now_ns = self._clock.now_ns()
            there = {seat: phone for seat, phone in self._phones.items() if phone.is_there(now_ns)}
            return {seat: there[seat].error_us() if seat in there else None for seat in self._phones}

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose phones are delaying the current race for unusually long."""
        with self._lock:
            return self._late(self._clock.now_ns())

    @property
    def held_up(self) -> frozenset[int]:
        """The seats whose phones have delayed the current race or, if no race is on, the last one."""
        with self._lock:
            return self._held_up

    def now_ns(self) -> int:
        """Return the table's time."""
        return self._clock.now_ns()

    def report(self, seat: int, report: Report, came_ns: int) -> Answer:
        """Process a report from a seat's phone. Any thread may call it. Raise KeyError if that seat has no phone."""
        with self._lock:
            phone = self._phones[seat]
            edges, refused = phone.take(report, came_ns)
            self._items += edges
            self._bell.set()
            again_ms = 0 if phone.rounds < QUICK else BUSY_MS if self._awaits(phone) else CALM_MS
            return Answer(phone.asks(self._clock.now_ns()), again_ms, phone.error_us(), refused)

    def expect_race(self, *, race: bool) -> None:
        """Start or end a race: the watermark waits for every phone while a race is on. Any thread may call it."""
        with self._lock:
            if race and self._race_ns is None:
                self._race_ns, self._held_up = self._clock.now_ns(), frozenset()
            elif not race:
                self._race_ns = None

    def poll(self) -> Batch:
        """Wait for a report, for at most one interval; return the phones' edges and the watermark."""
        self._clock.wait_ns(LOOK_NS if self._often.is_set() else SELDOM_NS, self._bell)
        self._bell.clear()
        with self._lock:
            now_ns = self._clock.now_ns()
            items, self._items = [*self._items, *self._released(now_ns)], []
            self._watermark_ns = max(self._watermark_ns, self._certain_ns(now_ns))
            self._held_up |= self._late(now_ns)
        return Batch(tuple(sorted(items, key=lambda item: item.at_ns)), self._watermark_ns)

    def _awaits(self, phone: _Phone) -> bool:
        return self._race_ns is not None or phone.is_restless

    def _late(self, now_ns: int) -> frozenset[int]:
        """Return the seats whose phones are delaying a race; a silent phone does not delay it."""
        if self._race_ns is None or now_ns - self._race_ns <= _MOST_LAG_NS:
            return frozenset()
        there = {seat: phone for seat, phone in self._phones.items() if phone.is_there(now_ns)}
        return frozenset(seat for seat, phone in there.items() if now_ns - phone.certain_ns > _MOST_LAG_NS)

    def _certain_ns(self, now_ns: int) -> int:
        there = [phone for phone in self._phones.values() if phone.is_there(now_ns)]
        lag_ns = min(_MOST_LAG_NS, max((phone.lag_ns for phone in there), default=0))
        awaited = [phone.certain_ns for phone in there if self._awaits(phone)]
        unsettled = [at_ns for phone in there if (at_ns := phone.button.unsettled_since_ns) is not None]
        return max(now_ns - LATEST_NS, min([now_ns - lag_ns, *awaited, *unsettled]))

    def _released(self, now_ns: int) -> Edges:
        """Release the buttons of phones that have fallen silent."""
        gone = [phone for phone in self._phones.values() if not phone.is_there(now_ns)]
        return [edge for phone in gone for edge in phone.release(now_ns)]
