"""Races with phones as buttons: on every network, the reported order must be the true one, or a tie.

`python -m cardtable_lab.bench.phone_races` prints the results; with `--write` they go into docs/usb.md.

Eight phones, whose pages mimic web/static/phone_button.mjs, reach the table's own code over a simulated network. All
press, with gaps of 0 to 200 ms. Each message takes between 20 and 300 ms each way. One clock is 200 ppm fast, one
200 ppm slow, and one phone sleeps between races and wakes shortly before the next. Equal seeds give equal results.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from random import Random

from cardtable_lab.bench.proving.programs import again, far
from cardtable_lab.bench.races import MS, Hands, Press, Result
from hardware.clock import SharedClock
from hardware.debounce import Contact
from hardware.observations import ButtonEdge, Observation
from hardware.phones import Answer, Edge, PhoneButtons, Report
from hardware.ports import Batch
from table.sensing.sequencer import Sequencer
from table.values import Value

RACES = 500
SEATS = 8
APART_MS = 30  # the gap between two presses when counting each network's ties
_WITHIN_MS = 200  # the largest gap between two presses
_PPM = {1: 200.0, 2: -200.0}
_SLEEPER = 8
_GRAIN_US = 100  # of Chromium's clock
_RETRY_MS = 300
_PRESS_MS = 80
_A_RUN = 25  # races per run; each run starts afresh


class Network(Value):
    """A network: each way takes `least_ms` and up to `jitter_ms` more; `back_ms` is added to responses only."""

    name: str
    least_ms: float
    jitter_ms: float
    back_ms: float = 0.0

    @property
    def trip_ms(self) -> float:
        """The mean round trip."""
        return 2 * self.least_ms + self.jitter_ms + self.back_ms


class Way:
    """A source of random delays for a phone's messages to the table and for the responses."""

    def __init__(self, chance: Random, there: tuple[float, float], back: tuple[float, float]) -> None:
        """Set the smallest and the largest delay of each way, in ms; most delays are near the smallest."""
        self._chance, self._there, self._back = chance, there, back

    def there_ns(self) -> int:
        return self._drawn(*self._there)

    def back_ns(self) -> int:
        return self._drawn(*self._back)

    def _drawn(self, least: float, most: float) -> int:
        return round((least + (most - least) * self._chance.random() ** 2) * MS)


class Page:
    """A model of phone_button.mjs: reports acknowledge the latest response and repeat edges until acknowledged."""

    def __init__(self, desk: "Desk", seat: int, way: Way, ppm: float, chance: Random) -> None:
        self._desk, self._seat, self._way, self._chance = desk, seat, way, chance
        self._rate = 1 + ppm / 1e6
        self._began_us = chance.randrange(10**9)
        self._slept_ns = 0
        self._due_ns: int | None = None
        self._clock = 0
        self._down = False
        self._edges: list[Edge] = []
        self._number = 0
        self._known = False
        self._heard: tuple[int, int] | None = None
        self.refused = 0
        self.wakes()

    @property
    def now_us(self) -> int:
        """The time on the phone's clock, which stops while the phone sleeps."""
        exact = self._began_us + (self._desk.now_ns - self._slept_ns) / 1000 * self._rate
        return int(exact) // _GRAIN_US * _GRAIN_US

    def sleeps(self) -> None:
        """Put the phone to sleep: it does nothing until it wakes up."""
        self._slept_from_ns = self._desk.now_ns
        self._due_ns = None
        self._clock = -1

    def wakes(self) -> None:
        """Start the page, with a new clock ID that the table does not know."""
        self._clock = self._chance.randrange(1 << 52)
        self._edges, self._known, self._heard = [], False, None
        self.report()

    def woken(self) -> None:
        """Wake the phone up; its clock did not run while it slept."""
        self._slept_ns += self._desk.now_ns - self._slept_from_ns
        self.wakes()

    def presses(self, down: bool) -> None:
        """Press or release the button."""
        self._down, self._number = down, self._number + 1
        self._edges.append(Edge(self._number, self.now_us, down))
        if self._known or self._heard is not None:
            self.report()

    def report(self) -> None:
        """Send a report and handle the response when it arrives."""
        self._due_ns = None
        of, sent = self._clock, tuple(self._edges) if self._known or self._heard is not None else ()
        reply, heard_us = self._heard or (None, 0)
        self._heard = None
        report = Report(of, self.now_us, reply, heard_us, self._down, sent, _GRAIN_US)
        self._desk.after(self._way.there_ns(), lambda: self._arrives(report))

    def _arrives(self, report: Report) -> None:
        answer = self._desk.phones.report(self._seat, report, self._desk.now_ns)
        self._desk.after(self._way.back_ns(), lambda: self._answered(report, answer))

    def _answered(self, report: Report, answer: Answer) -> None:
        if report.clock != self._clock:
            return
        self._edges = [edge for edge in self._edges if edge not in report.edges]
        if answer.refused:
            self.refused += len(report.edges)
            self._again(_RETRY_MS)
            return
        self._heard = (answer.number, self.now_us)
        self._known = answer.error_us is not None
        self._again(0 if self._edges else answer.again_ms)

    def _again(self, ms: int) -> None:
        due_ns = self._due_ns = self._desk.now_ns + ms * MS
        self._desk.after(ms * MS, lambda: self.report() if self._due_ns == due_ns else None)


class _Item(Value):
    """An observation for a sequencer, with times in us."""

    item: Observation

    @property
    def at_us(self) -> int:
        return self.item.at_ns // 1000


class Intake:
    """Phones' edges, ordered as a game receives them."""

    def __init__(self) -> None:
        self._sequencer: Sequencer[_Item] = Sequencer(["phones"])
        self._edges: list[tuple[ButtonEdge, int]] = []
        self._last_ns = 0

    def takes(self, batch: Batch, now_ns: int) -> None:
        """Add a batch of observations of phones."""
        ordered = self._sequencer.take("phones", [_Item(item) for item in batch.items], batch.watermark_us)
        self._edges += [(self._counted(one.item), now_ns) for one in ordered if isinstance(one.item, ButtonEdge)]

    def _counted(self, edge: ButtonEdge) -> ButtonEdge:
        """Return an edge as a game counts it: not before an earlier edge, but with a larger error if moved."""
        moved_ns = max(0, self._last_ns - edge.at_ns)
        self._last_ns = max(self._last_ns, edge.at_ns)
        return ButtonEdge(edge.at_ns + moved_ns, edge.button, edge.down, edge.error_ns + moved_ns)

    def press(self, race: int, seat: int, true_ns: int) -> Press | None:
        """Return how the game counted the press that a seat made at `true_ns`, or None if it did not."""
        near = [(edge, came) for edge, came in self._edges if edge.button == seat and edge.down]
        if not near:
            return None
        edge, came_ns = min(near, key=lambda one: abs(one[0].at_ns - true_ns))
        if abs(edge.at_ns - true_ns) > _PRESS_MS * MS * SEATS:
            return None
        return Press(race, seat, true_ns, edge.at_ns, edge.error_ns, came_ns)


class Desk:
    """The table's side of the races: it receives phones' reports, on a virtual clock."""

    def __init__(self, seats: int) -> None:
        self.clock = SharedClock(5_000 * MS)
        self.clock.agenda = self._hands = Hands()
        self.phones = PhoneButtons({seat: Contact(seat) for seat in range(1, seats + 1)}, self.clock)
        self.intake = Intake()

    @property
    def now_ns(self) -> int:
        return self.clock.now_ns()

    def after(self, ns: int, act: Callable[[], object]) -> None:
        """Schedule a call of `act` in `ns` ns."""
        self._hands.plan(self.now_ns + ns, act)

    def runs(self, ms: float) -> None:
        """Let `ms` ms pass, and feed phones' reports to the intake meanwhile."""
        until_ns = self.now_ns + round(ms * MS)
        while self.now_ns < until_ns:
            self.intake.takes(self.phones.poll(), self.now_ns)


class Raced(Value):
    """The results of the races, and how many presses were made in them."""

    result: Result
    pressed: int

    @property
    def missing(self) -> int:
        """How many presses were refused or never counted."""
        return self.pressed - len(self.result.presses)


def run(races: int = RACES, *, seed: int = 1) -> Raced:
    """Run races of eight phones over bad networks."""
    parts = [_some(begin, min(_A_RUN, races - begin), f"{seed} {begin}") for begin in range(0, races, _A_RUN)]
    return Raced(Result([press for part in parts for press in part], races, 0), races * SEATS)


def _some(begin: int, races: int, seed: str) -> list[Press]:
    chance, desk = Random(seed), Desk(SEATS)  # noqa: S311 - chance, no secret
    pages = {seat: Page(desk, seat, any_way(chance), _PPM.get(seat, chance.uniform(-50, 50)), chance)
             for seat in range(1, SEATS + 1)}  # fmt: skip
    desk.runs(6_000)
    pressed: list[tuple[int, int, int]] = []
    for race in range(begin, begin + races):
        sleeps_ms = chance.uniform(500, 20_000)
        pages[_SLEEPER].sleeps()
        desk.runs(sleeps_ms)
        pages[_SLEEPER].woken()
        desk.runs(chance.uniform(1_300, 4_000))
        order = chance.sample(range(1, SEATS + 1), SEATS)
        at_ms = accumulate(chance.uniform(0, _WITHIN_MS) for _ in order)
        pressed += [(race, *one) for one in _race(desk, pages, dict(zip(order, at_ms, strict=True)))]
    return [press for one in pressed if (press := desk.intake.press(*one)) is not None]


def any_way(chance: Random) -> Way:
    """Return a source of delays between 20 and 300 ms, with a random range for each direction."""
    there, back = (sorted((chance.uniform(20, 300), chance.uniform(20, 300))) for _ in range(2))
    return Way(chance, (there[0], there[1]), (back[0], back[1]))


def _race(desk: Desk, pages: Mapping[int, Page], at_ms: Mapping[int, float]) -> list[tuple[int, int]]:
    """Run a race in which each seat presses at its time in `at_ms`; return each seat and the true time of its press."""
    desk.phones.expect_race(race=True)
    for page in pages.values():
        desk.after(page._way.back_ns(), page.report)  # the stream informs the page that a race is on
    begins_ns = desk.now_ns + 150 * MS
    pressed = [(seat, begins_ns + round(at * MS)) for seat, at in at_ms.items()]
    for seat, true_ns in pressed:
        page = pages[seat]
        desk.after(true_ns - desk.now_ns, lambda page=page: page.presses(True))  # type: ignore[misc]
        desk.after(true_ns - desk.now_ns + _PRESS_MS * MS, lambda page=page: page.presses(False))  # type: ignore[misc]
    desk.runs(max(at_ms.values()) + 150 + 1_500)
    desk.phones.expect_race(race=False)
    return pressed


# -- for each network, how often two presses 30 ms apart are a tie

NETWORKS = (
    Network("cable", 1, 1),
    Network("good Wi-Fi", 4, 6),
    Network("Wi-Fi", 8, 24),
    Network("busy Wi-Fi", 14, 40),
    Network("a round trip of 80 ms, steady", 40, 0),
    Network("bad Wi-Fi", 20, 120),
    Network("mobile network", 60, 80, 40),
    Network("20 to 300 ms each way", 20, 280),
)
_PAIRS = 200


class Ties(Value):
    """The results of two-player races over a network: the share of ties, the mean error bound in ms, wrong orders."""

    network: Network
    share: float
    bound_ms: float
    wrong: int


def ties(network: Network, pairs: int = _PAIRS, *, seed: int = 1) -> Ties:
    """Let two phones press 30 ms apart, many times; return the results."""
    chance, desk = Random(f"{seed} {network.name}"), Desk(2)  # noqa: S311 - chance, no secret
    there = (network.least_ms, network.least_ms + network.jitter_ms)
    back = (there[0] + network.back_ms, there[1] + network.back_ms)
    pages = {seat: Page(desk, seat, Way(chance, there, back), chance.uniform(-50, 50), chance) for seat in (1, 2)}
    desk.runs(6_000)
    pressed: list[tuple[int, int, int]] = []
    for race in range(pairs):
        desk.runs(chance.uniform(3_000, 5_000))
        first = chance.choice((1, 2))
        pressed += [(race, *one) for one in _race(desk, pages, {first: 0, 3 - first: APART_MS})]
    result = Result([press for one in pressed if (press := desk.intake.press(*one)) is not None], pairs, 0)
    return Ties(network, result.ties / len(result.pairs), result.bound, result.wrong)


# -- output

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs/usb.md"
PICTURE = ROOT / "docs/pictures/phones.svg"
BEGIN, END = "<!-- written by phone_races: begin -->\n", "<!-- written by phone_races: end -->\n"


def reported(raced: Raced) -> str:
    """Return the results of races in Markdown."""
    result = raced.result
    rows = (
        ("presses", f"{raced.pressed}, of which {raced.missing} did not count"),
        ("error, 99th percentile", f"{result.off(0.99):.0f} ms"),
        ("error bound, mean", f"{result.bound:.0f} ms"),
        ("stamps outside their error bound", f"{result.outside}"),
        ("pairs in the wrong order", f"{result.wrong} of {len(result.pairs)}"),
        ("pairs too close to call", f"{result.ties}"),
    )
    lines = [f"| {raced.result.races} races of eight phones | |", "|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def reported_ties(found: Sequence[Ties]) -> str:
    """Return the ties by network in Markdown."""
    lines = [f"| network | mean round trip | error bound | ties at {APART_MS} ms | wrong |", "|---|---|---|---|---|"]
    for one in found:
        network, share = one.network, f"{one.share:.0%}"
        cells = (network.name, f"{network.trip_ms:.0f} ms", f"{one.bound_ms:.1f} ms", share, f"{one.wrong}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def drawn(found: Sequence[Ties]) -> str:
    """Draw the share of ties by network as bars."""
    from docs.pictures import svg

    wide, row, left, top = 640.0, 26.0, 230.0, 46.0
    full = wide - left - 70
    parts = [svg.text(20, 28, f"Two presses {APART_MS} ms apart: how many are ties", "house")]
    for number, one in enumerate(found):
        y = top + row * number
        parts.append(svg.text(left - 12, y + 15, one.network.name, "", "end"))
        parts.append(svg.rect(left, y + 3, max(1.0, full * one.share), row - 9, "mark", 3))
        parts.append(svg.text(left + full * one.share + 8, y + 15, f"{one.share:.0%}"))
    said = "; ".join(f"{one.network.name}: {one.share:.0%}" for one in found)
    return svg.sheet(wide, top + row * len(found) + 14, f"Ties of presses {APART_MS} ms apart. {said}", parts)


def page(raced: Raced, found: Sequence[Ties]) -> str:
    """Return the text of docs/usb.md, updated with these results."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{reported(raced)}\n{reported_ties(found)}{END}{after}"


def chapter() -> Iterator[tuple[str, bool]]:
    """Yield the chapter for docs/proof.md, and whether all presses, stamps and orders are right."""
    raced, found = run(RACES), [ties(network) for network in NETWORKS]
    text = far(f"{RACES} races of eight phones") + f"\n{reported(raced)}\n{reported_ties(found)}"
    sound = not (raced.result.outside or raced.result.wrong or raced.missing or any(one.wrong for one in found))
    yield text + again(f"RACES={RACES} python -m cardtable_lab.bench.phone_races"), sound


def main() -> None:
    """Run all races and print the results; with `--write`, also write them into docs/usb.md and its picture."""
    raced, found = run(int(os.environ.get("RACES", str(RACES)))), [ties(network) for network in NETWORKS]
    print(reported(raced), reported_ties(found), sep="\n")
    if "--write" in sys.argv:
        PAGE.write_text(page(raced, found))
        PICTURE.write_text(drawn(found))


if __name__ == "__main__":
    main()
