"""Races over USB: how precise the stamps of presses and their error bounds are, compared with stamping on arrival.

Two Picos have four buttons each. One crystal runs 100 ppm fast, the other 100 ppm slow; the cables have 1 ms frames
and hiccups of up to 8 ms. In every race, four players press within 30 ms.
"""

import heapq
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, count
from math import inf
from multiprocessing import get_context
from random import Random

from firmware_bridge.bridge import Changed, Seen
from hardware.assembly import Assembly
from hardware.clock import SharedClock
from hardware.emulator.room import EmulatedPicos, Room
from hardware.observations import ButtonEdge, Observation
from hardware.pico import PicoSource
from hardware.plan import ButtonPlan, PicoPlan, Plan
from table.sensing.sequencer import Sequencer
from table.values import Value

PPM, HICCUPS = 100.0, 0.1
MS = 1_000_000
_SEATS = 8
_PRESSING = 4
_WITHIN_NS = 30 * MS
_WARM_NS = 12_000 * MS  # the drift is measured after this time
_A_RUN = 250  # races per run; each run starts anew with other random numbers


class Press(Value):
    """One press: its true time, the stamp with its error bound, and when its message arrived."""

    race: int
    seat: int
    true_ns: int
    told_ns: int
    error_ns: int
    came_ns: int


class Result(Value):
    """The results of many races. Times are in ms."""

    presses: Sequence[Press]
    races: int
    late: int

    def off(self, share: float) -> float:
        """Return the largest error among the best `share` of stamps."""
        return _at(sorted(abs(press.told_ns - press.true_ns) for press in self.presses), share)

    def arrival_off(self, share: float) -> float:
        """Return the largest error among the best `share` of stamps made on arrival, minus their mean delay."""
        late = [press.came_ns - press.true_ns for press in self.presses]
        mean = sum(late) / len(late)
        return _at(sorted(abs(one - mean) for one in late), share)

    @property
    def bound(self) -> float:
        """The mean error bound."""
        return sum(press.error_ns for press in self.presses) / len(self.presses) / MS

    @property
    def outside(self) -> int:
        """How many stamps are outside their bounds."""
        return sum(abs(press.told_ns - press.true_ns) > press.error_ns for press in self.presses)

    @property
    def pairs(self) -> list[tuple[Press, Press]]:
        """All pairs of presses in the same race."""
        by_race: dict[int, list[Press]] = {}
        for press in self.presses:
            by_race.setdefault(press.race, []).append(press)
        return [pair for race in by_race.values() for pair in combinations(race, 2)]

    @property
    def wrong(self) -> int:
        """How many pairs are in the wrong order although their bounds do not overlap."""
        return sum(
            (one.told_ns < other.told_ns) != (one.true_ns < other.true_ns)
            and abs(one.told_ns - other.told_ns) > one.error_ns + other.error_ns
            for one, other in self.pairs
        )

    @property
    def ties(self) -> int:
        """How many pairs are too close for the table to say who was first."""
        return sum(abs(one.told_ns - other.told_ns) <= one.error_ns + other.error_ns for one, other in self.pairs)

    @property
    def wrong_on_arrival(self) -> int:
        """How many pairs would be in the wrong order by arrival; pairs that arrive together do not count."""
        return sum((one.came_ns - other.came_ns) * (one.true_ns - other.true_ns) < 0 for one, other in self.pairs)

    @property
    def at_once(self) -> int:
        """How many pairs arrived in the same read of the port."""
        return sum(one.came_ns == other.came_ns for one, other in self.pairs)


def _at(values: Sequence[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] / MS


def run(races: int, *, seed: int = 1, workers: int | None = None) -> Result:
    """Run races, on all cores if there are more than a few."""
    begins = range(0, races, _A_RUN)
    wanted = [(begin, min(_A_RUN, races - begin), seed) for begin in begins]
    if len(wanted) == 1:
        parts = [_some(*wanted[0])]
    else:
        with ProcessPoolExecutor(workers or os.cpu_count(), mp_context=get_context("spawn")) as pool:
            parts = list(pool.map(_some, *zip(*wanted, strict=True)))
    return Result([press for part in parts for press in part[0]], races, sum(part[1] for part in parts))


def _some(begin: int, races: int, seed: int) -> tuple[list[Press], int]:
    chance = Random(f"{seed} {begin}")  # noqa: S311 - chance, no secret
    clock = SharedClock(5_000 * MS)
    room = Room(clock, seed=seed + begin, emulated_picos=EmulatedPicos(ppm=PPM, hiccups=HICCUPS))
    buttons = tuple(
        ButtonPlan(seat, "pico", pico=f"pico-{seat % 2 + 1}", channel=(seat - 1) // 2) for seat in range(1, _SEATS + 1)
    )
    plan = Plan(buttons=buttons, picos=tuple(PicoPlan(f"pico-{one}", backend="emulated") for one in (1, 2)))
    with Assembly(plan, clock, room) as assembly:
        clock.agenda = hands = Hands()
        desk = _Desk(assembly, clock)
        desk.runs(_WARM_NS)
        pressed: list[tuple[int, int, int]] = []
        for race in range(begin, begin + races):
            begins_ns = clock.now_ns() + chance.randrange(20 * MS, 200 * MS)
            for seat in chance.sample(range(1, _SEATS + 1), _PRESSING):
                pressed_ns = begins_ns + chance.randrange(_WITHIN_NS)
                pressed.append((race, seat, pressed_ns))
                hands.plan(pressed_ns, room.buttons[seat].press)
                hands.plan(pressed_ns + 60 * MS, room.buttons[seat].release)
            desk.runs(begins_ns - clock.now_ns() + 150 * MS)
        desk.runs(500 * MS)
    return [desk.press(*one) for one in pressed], desk.sequencer.late


class Hands:
    """Scheduled presses and releases."""

    def __init__(self) -> None:
        self._plans: list[tuple[int, int, Callable[[], object]]] = []
        self._number = count()

    def plan(self, at_ns: int, act: Callable[[], object]) -> None:
        heapq.heappush(self._plans, (at_ns, next(self._number), act))

    def peek(self) -> float:
        return self._plans[0][0] if self._plans else inf

    def step(self) -> None:
        heapq.heappop(self._plans)[2]()


class _Item(Value):
    """An observation for a sequencer, with times in us."""

    item: Observation

    @property
    def at_us(self) -> int:
        return self.item.at_ns // 1000


class _Desk:
    """The reader of both Picos, which polls them in turn and records when reports arrive."""

    def __init__(self, assembly: Assembly, clock: SharedClock) -> None:
        self._sources = assembly.sources()
        self.sequencer: Sequencer[_Item] = Sequencer(self._sources)
        self._clock = clock
        self._edges: list[ButtonEdge] = []
        self._came: dict[tuple[int, int], int] = {}
        seats = {(one.pico, one.channel): one.seat for one in assembly.plan.buttons}
        for source in self._sources.values():
            assert isinstance(source, PicoSource)  # noqa: S101 - the plan has nothing else
            self._watch(source, seats)

    def _watch(self, source: PicoSource, seats: dict[tuple[str | None, int], int]) -> None:
        poll = source.bridge.poll

        def noting() -> list[Seen]:
            seen = poll()
            for press in seen:
                if isinstance(press, Changed):
                    seat = seats[source.bridge.name, press.channel]
                    self._came.setdefault((seat, press.at_ns), self._clock.now_ns())
            return seen

        source.bridge.poll = noting  # type: ignore[method-assign]

    def runs(self, duration_ns: int) -> None:
        until_ns = self._clock.now_ns() + duration_ns
        while self._clock.now_ns() < until_ns:
            for name, source in self._sources.items():
                batch = source.poll()
                reported = self.sequencer.take(name, [_Item(item) for item in batch.items], batch.watermark_ns // 1000)
                self._edges += [one.item for one in reported if isinstance(one.item, ButtonEdge) and one.item.down]

    def press(self, race: int, seat: int, true_ns: int) -> Press:
        """Return how the press that a seat made at `true_ns` was reported."""
        edge = min((one for one in self._edges if one.button == seat), key=lambda one: abs(one.at_ns - true_ns))
        return Press(race, seat, true_ns, edge.at_ns, edge.error_ns, self._came[seat, edge.at_ns])


def reported(result: Result) -> str:
    """Return the results of races in Markdown."""
    rows = (
        ("error, 99th percentile", f"{result.off(0.99):.2f} ms", f"{result.arrival_off(0.99):.2f} ms"),
        ("error, maximum", f"{result.off(1):.2f} ms", f"{result.arrival_off(1):.2f} ms"),
        ("error bound", f"{result.bound:.2f} ms", "none"),
        ("stamps outside their error bound", f"{result.outside} of {len(result.presses)}", ""),
        ("pairs in the wrong order", f"{result.wrong} of {len(result.pairs)}", f"{result.wrong_on_arrival}"),
        ("pairs too close to call", f"{result.ties}", f"{result.at_once}"),
    )
    lines = ["| | stamped in the Pico | stamped on arrival, minus the mean delay |", "| --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


if __name__ == "__main__":
    began = time.perf_counter()
    done = run(int(os.environ.get("RACES", "1000")))
    print(reported(done), f"{time.perf_counter() - began:.0f} s")
