"""Buttons on bad wires: plays whole games with spikes on the wires and lost edges, and checks what becomes of presses.

The same pin changes are also debounced the way most libraries do it, as this project once did: the first contact
counts, and anything within the dead time is treated as bounce. Each game therefore also shows how its presses would
have been read without the fix.
"""

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab import simulated
from cardtable_lab.bench.proving import SCALE
from cardtable_lab.bench.proving.programs import again, far, grid, prose, went_wrong
from cardtable_lab.simulation.trial import prepare_process
from cardtable_lab.simulation.virtual import Setting, VirtualGame
from hardware.button import ButtonBank
from hardware.debounce import DEAD_TIME_NS
from hardware.observations import ButtonEdge
from hardware.ports import InputLine, Level
from table.emulated.tabletop import Finger, Touch
from table.games.game import PUBLIC
from table.keeping.journal import Journal
from table.values import Value, replace

GAMES = int(os.environ.get("CONTACT_GAMES", 20 * SCALE))  # of each game
PLAYERS, NOISE, SEED = 4, "typical", 1
PRESSES = (
    "game", "games", "presses", "spikes", "edges lost", "false presses", "without", "swallowed", "without",
    "false holds", "without", "went wrong",
)  # fmt: skip
_HOLD_NS = 600_000_000
_BEFORE_NS, _AFTER_NS = 6_000_000, 20_000_000  # the largest error of a stamp, in addition to its error bound
_FOLDER = "/dev/shm"  # noqa: S108 - we make our own directory in it


Edge = tuple[int, bool, int]  # when, in ns; whether the button went down; the error bound, in ns


class Press(Value):
    """A press of a button, from `from_ns` to `until_ns`; None means that the button is still down.

    `error_ns` is the error bound of `from_ns`; it is large if the edge was lost and only the level was read.
    """

    from_ns: int
    until_ns: int | None
    error_ns: int = 0

    def tells_of(self, press: "Press") -> bool:
        """Return whether this reported press may be the given true press."""
        late_ns = self.from_ns - press.from_ns
        return -_BEFORE_NS - self.error_ns <= late_ns <= _AFTER_NS + self.error_ns

    @property
    def is_hold(self) -> bool:
        """Whether the press is long enough for a hold."""
        return self.until_ns is None or self.until_ns - self.from_ns >= _HOLD_NS


@dataclass
class Tally:
    """Results of the presses of some games.

    `now` (our debouncing) and `before` (plain debouncing) count false presses, swallowed presses and false holds.
    """

    games: int = 0
    presses: int = 0
    spikes: int = 0
    losses: int = 0
    now: Counter[str] = field(default_factory=Counter)
    before: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    wrong: list[int] = field(default_factory=list)  # seeds of the games in which something went wrong

    def add(self, other: "Tally") -> None:
        """Add the results of another tally."""
        self.games += other.games
        self.presses += other.presses
        self.spikes += other.spikes
        self.losses += other.losses
        self.now += other.now
        self.before += other.before
        self.found += other.found
        self.wrong += other.wrong

    @property
    def is_sound(self) -> bool:
        """Whether nothing went wrong."""
        return not self.now and not self.found

    def row(self, game: str) -> list[object]:
        """Return a game's figures, as a row of the table with the heading `PRESSES`."""
        kinds = [count for kind in ("false", "swallowed", "hold") for count in (self.now[kind], self.before[kind])]
        return [game, self.games, self.presses, self.spikes, self.losses, *kinds, went_wrong(self.found)]


def run(games: int, names: Iterable[str] | None = None, workers: int | None = None) -> Mapping[str, Tally]:
    """Play `games` games of each kind, by default on all cores."""
    tallies = {name: Tally() for name in names or simulated.own()}
    wanted = [Setting(name, PLAYERS, NOISE, SEED + number) for number in range(games) for name in tallies]
    context = get_context("spawn")
    with ProcessPoolExecutor(workers or os.cpu_count(), mp_context=context, initializer=prepare_process) as pool:
        for done in as_completed(pool.submit(play, setting) for setting in wanted):
            name, tally = done.result()
            tallies[name].add(tally)
    return tallies


def play(setting: Setting) -> tuple[str, Tally]:
    """Play one game; return the results of its presses."""
    with TemporaryDirectory(dir=_FOLDER) as home, Journal(Path(home) / "table.db", shared=False) as journal:
        table = VirtualGame(journal, setting)
        watched = _Watched(table)
        findings = table.play()
        table.live.close()
        findings = [*findings, *table.gathering.people.compare(table.environment.deeds, journal.events(1, PUBLIC))]
    buttons = table.hardware.room.buttons.values()
    tally = watched.tally()
    tally.spikes, tally.losses = sum(one.spiked for one in buttons), sum(one.losses for one in buttons)
    tally.found = Counter(finding.kind for finding in findings)
    if not tally.is_sound:
        tally.wrong.append(setting.seed)
    return setting.game, tally


def chapter() -> Iterator[tuple[str, bool]]:
    """Yield the docs/proof.md chapter on bad wires, and whether it passed."""
    tallies = run(GAMES)
    whole = Tally()
    for tally in tallies.values():
        whole.add(tally)
    text = (
        far(f"{whole.games} games, {whole.presses:,} presses, {whole.spikes:,} spikes, {whole.losses} edges lost")
        + prose(
            f"In each game, {PLAYERS} people play in {NOISE} air. Each button's wire picks up a spike of 2 us to 2 ms",
            "every minute, and one edge in 2,000 is lost. *Without* shows a plain debouncer with the same pin changes:",
            "it counts the first touch and then ignores the contact for 15 ms. A false press is one that no finger",
            "made, a false hold was really a tap, and a swallowed press was never reported.",
        )
        + f"\n{reported(tallies)}"
        + again(f"CONTACT_GAMES={GAMES} python -m cardtable_lab.bench.contacts")
    )
    yield text, whole.is_sound


def reported(tallies: Mapping[str, Tally]) -> str:
    """Return the figures in Markdown."""
    presses = grid(list(PRESSES), [tally.row(name) for name, tally in tallies.items()])
    wrong = [f"{name}: {', '.join(map(str, sorted(tally.wrong)))}" for name, tally in tallies.items() if tally.wrong]
    told_wrong = f"\nSeeds of the games in which something went wrong: {'; '.join(wrong)}.\n" if wrong else ""
    return f"{presses}{told_wrong}"


class _Noted:
    """An input line that also appends its changes to a list."""

    def __init__(self, line: InputLine, into: list[Level]) -> None:
        self._line = line
        self._into = into

    def changes(self, until_ns: int) -> Sequence[Level]:
        levels = self._line.changes(until_ns)
        self._into += levels
        return levels

    @property
    def high(self) -> bool:
        return self._line.high


class _Watched:
    """The presses of fingers at a table, the changes of its pins, and the reported edges."""

    def __init__(self, table: VirtualGame) -> None:
        self._fingers: dict[int, list[Edge]] = {}
        self._raw: dict[int, list[Level]] = {}
        self._reported: dict[int, list[Edge]] = {}
        hands, bank = table.hardware.tabletop, table.hardware.sources["buttons emulated"]
        assert hands is not None, "its readers are emulated"  # noqa: S101
        assert isinstance(bank, ButtonBank), "and its buttons hang on its own pins"  # noqa: S101
        hands.watched.append(self._see)
        bank._buttons = [
            (_Noted(line, self._raw.setdefault(button.contact.button, [])), button) for line, button in bank._buttons
        ]
        poll = bank.poll

        def noting():  # type: ignore[no-untyped-def]
            batch = poll()
            for item in batch.items:
                if isinstance(item, ButtonEdge):
                    self._reported.setdefault(item.button, []).append((item.at_ns, item.down, item.error_ns))
            return batch

        bank.poll = noting  # type: ignore[method-assign]

    def tally(self) -> Tally:
        """Return the results of all presses, with our debouncing and with a plain one."""
        tally = Tally(games=1)
        for seat, raw in self._raw.items():
            true = presses(self._fingers.get(seat, ()))
            tally.presses += len(true)
            tally.now += compared(true, presses(self._reported.get(seat, ())))
            tally.before += compared(true, presses(first_touches(raw)))
        return tally

    def _see(self, done: Touch | Finger) -> None:
        if isinstance(done, Finger):
            self._fingers.setdefault(done.seat, []).append((done.at_ns, done.down, 0))


def first_touches(levels: Sequence[Level]) -> list[Edge]:
    """Return what a plain debouncer reports: it counts the first contact and ignores changes in the dead time."""
    reported: list[Edge] = []
    down, at_ns, raw = False, -DEAD_TIME_NS, (0, False, 0)
    for level in (*levels, Level(levels[-1].at_ns + 2 * DEAD_TIME_NS, levels[-1].high)) if levels else ():
        if level.at_ns - at_ns >= DEAD_TIME_NS and raw[1] != down:  # it has settled at the other level
            at_ns, down, _ = raw
            reported.append(raw)
        raw = (level.at_ns, not level.high, 0)
        if level.at_ns - at_ns >= DEAD_TIME_NS and raw[1] != down:
            at_ns, down, _ = raw
            reported.append(raw)
    return reported


def presses(edges: Iterable[Edge]) -> list[Press]:
    """Return the presses that these edges describe."""
    found: list[Press] = []
    for at_ns, down, error_ns in edges:
        is_down = bool(found) and found[-1].until_ns is None
        if down and not is_down:
            found.append(Press(at_ns, None, error_ns))
        elif not down and is_down:
            found[-1] = replace(found[-1], until_ns=at_ns)
    return found


def compared(true: Sequence[Press], reported: Sequence[Press]) -> Counter[str]:
    """Count reported presses that are false, true presses that were swallowed, and taps reported as holds."""
    counts, left = Counter[str](), list(reported)
    for press in true:
        near = [one for one in left if one.tells_of(press)]
        if near:
            left.remove(near[0])
            counts["hold"] += near[0].is_hold and not press.is_hold
        else:
            counts["swallowed"] += 1
    counts["false"] += len(left)
    return +counts


if __name__ == "__main__":
    began = time.perf_counter()
    done = run(GAMES)
    print(reported(done), f"{time.perf_counter() - began:.0f} s")
