"""Targets and results: the figures that matter, each next to its reference.

`python -m cardtable_lab.bench.targets` measures all of them and prints a table.

`python -m cardtable_lab.bench.targets start 500` measures only the rows with one of these words in their names. With
`--write` the results go into the history, and from there into docs/performance.md and its chart, as with
`make bench`.
"""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module

from rich.console import Console
from rich.table import Table

from cardtable_lab.bench.rates import Figure
from table.values import Value

WIDE_ENOUGH = 170


class Target(Value):
    """A figure and its target, a maximum or a minimum.

    `figure` is the text of the `Figure` to look for, `source` the key of its function in `SOURCES`. `before` has the
    smallest and the largest value before optimisation, or is empty if the figure was not measured then. A figure
    without `reach` is reported, but not compared with a target.
    """

    name: str
    what: str
    source: str
    figure: str
    unit: str
    reference: str
    before: tuple[float, ...] = ()
    reach: float | None = None
    at_least: bool = False

    def reached(self, value: float) -> bool | None:
        """Return whether a value meets the target; None if the figure has no target."""
        if self.reach is None:
            return None
        return value >= self.reach if self.at_least else value <= self.reach

    @property
    def wanted(self) -> str:
        """The target in words.

        >>> Target("a", "a", "", "", "ms", "", reach=20).wanted, Target("a", "a", "", "", "ms", "").wanted
        ('at most 20 ms', '-')
        """
        return "-" if self.reach is None else f"{self.limit} {said(self.reach, self.unit)}"

    @property
    def limit(self) -> str:
        """Whether the target is a minimum or a maximum, in words."""
        return "at least" if self.at_least else "at most"

    @property
    def was(self) -> str:
        """The value before optimisation, in words."""
        return " to ".join([*map(said, self.before[:-1]), *(said(one, self.unit) for one in self.before[-1:])])


def said(value: float, unit: str = "") -> str:
    """Format a value with sensible precision.

    >>> said(0.0412, "s"), said(5.0), said(23.54, "%"), said(4321.0)
    ('0.04 s', '5', '23.5%', '4,321')
    """
    places = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    digits = f"{value:,.{places}f}"
    gap = "" if unit in {"", "x", "%"} else " "
    return f"{digits.rstrip('0').rstrip('.') if '.' in digits else digits}{gap}{unit}"


IMPORTS = "python -c 'import flask, waitress'"
LOOKS = "bare SPI transfers, 50 polls per second"
RLCARD = "RLCard's UNO, one core"
SLOW_PHONE = "4x CPU throttling, 1.6 Mbit/s, 150 ms latency, empty cache"
STARTS = "CPU to start cardtable {}, over importing flask and waitress"
TENTH = "10 % of a core, eight readers"
EIGHT = "eight emulated readers, five players"

TARGETS = (
    Target("start games", "CPU time of `cardtable games`", "starts", STARTS.format("games"), "x", IMPORTS, (5.0,), 1.5),
    Target(
        "start replay", "CPU time of `cardtable replay`", "starts", STARTS.format("replay"), "x", IMPORTS, (4.4,), 2,
    ),
    Target(
        "start play", "CPU time of `cardtable play` to first page", "starts", STARTS.format("play"), "x", IMPORTS,
        (4.8,), 3.5,
    ),
    Target(
        "idle game", "CPU load of `run`, two readers, game running", "idle",
        "idle table in a game, over bare transfers one by one", "x", LOOKS, (7.3,), 1.5,
    ),
    Target(
        "idle lobby", "CPU load of `run`, two readers, no game running", "idle",
        "idle table with no game running, over bare transfers one by one", "x", LOOKS, (7.3,), 0.5,
    ),
    Target(
        "idle told", "Time to report a card, no game running", "idle",
        "time until a card is reported, no game running, worst", "s", "-", (), 0.5,
    ),
    Target("threads", "Threads of an idle table", "idle", "threads of a table", "threads", "-", (141,), 24),
    Target(
        "phones 100", "Snapshot to phone, 100 phones, p99", "phones", "100 phones: snapshot to phone, p99", "ms",
        "same clock at both ends", (100,), 20,
    ),
    Target(
        "phones 500", "Snapshot to phone, 500 phones, p99", "phones", "500 phones: snapshot to phone, p99", "ms",
        "same clock at both ends", (), 150,
    ),
    Target(
        "moves Mito", "Random legal moves, Mito", "moves", "random legal moves, Mito, over RLCard's UNO", "x",
        RLCARD, (0.26,), 2, at_least=True,
    ),
    *(
        Target(
            f"moves {title}", f"Random legal moves, {title}", "moves",
            f"random legal moves, {title}, over RLCard's UNO", "x", RLCARD, (), 2, at_least=True,
        )
        for title in ("Mytho", "Mythology GO", "Nur Mut")
    ),
    Target(
        "simulated", "Simulated games of Mito, 4 players, clean", "simulating",
        "simulated games of Mito, 4 people, clean", "per minute", "this machine, all cores", (60,), 240,
        at_least=True,
    ),
    Target(
        "resume", "CPU time to resume a game of 10,000 facts", "resuming",
        "CPU to resume the interrupted game, minus a start with a new journal", "s",
        "minus startup with a new journal", (1.1, 2.5), 0.3,
    ),
    *(
        Target(
            f"page {name}", f"Slow phone, {page}: {what}", "first page", f"first page, {page}: {figure}",
            unit, SLOW_PHONE, before, most,
        )
        for name, page, what, figure, unit, before, most in (
            ("start", "start page", "time to usable", "usable after", "s", (2.0,), 1.3),
            ("start KB", "start page", "bytes on the wire", "on the wire", "KB", (141,), 120),
            ("board", "scoreboard", "time to usable", "usable after", "s", (2.2,), 1.3),
            ("board KB", "scoreboard", "bytes on the wire", "on the wire", "KB", (105,), 100),
        )
    ),
    Target(
        "writes playing", "Written to the SD card per hour of play", "writes", "written by cardtable play --auto", "MB",
        "the kernel's I/O counter for the process", (160,), 50,
    ),
    Target(
        "writes waiting", "Written to the SD card per idle hour", "writes",
        "written by cardtable run, no game running", "MB", "the kernel's I/O counter for the process", (), 0.1,
    ),
    *(
        Target(f"tenth {name}", f"On a tenth of a core: {what}", "throttled", f"{TENTH}: {figure}", unit, EIGHT)
        for name, what, figure, unit in (
            ("start", "`cardtable run` to first page", "start to first page", "s"),
            ("idle", "idle CPU load of `cardtable run`", "CPU while nothing happens", "%"),
            ("stamp", "slap to stamp, worst", "slap to its stamp, worst", "ms"),
            ("slap", "slap to verdict, worst", "slap to its verdict, worst", "ms"),
            ("light", "snapshot to lights, worst", "snapshot to lights, worst", "ms"),
        )
    ),
)  # fmt: skip

# The functions that return figures, as names, so that only the requested ones are imported.
SOURCES = {
    "table": "cardtable_lab.bench.rates:table_figures",
    "journal": "cardtable_lab.bench.rates:journal_figures",
    "starts": "cardtable_lab.bench.starts:start_figures",
    "resuming": "cardtable_lab.bench.resuming:resume_figures",
    "phones": "cardtable_lab.bench.phones:phone_figures",
    "moves": "cardtable_lab.bench.rates:move_figures",
    "simulating": "cardtable_lab.bench.simulating:simulation_figures",
    "idle": "cardtable_lab.bench.idle:idle_figures",
    "first page": "cardtable_lab.bench.first_page:first_page_figures",
    "writes": "cardtable_lab.bench.writes:write_figures",
    "throttled": "cardtable_lab.bench.throttled:throttled_figures",
    "duels": "cardtable_lab.bench.duels:duel_figures",
}


def found(source: str) -> Callable[[], Iterable[Figure]]:
    """Import and return the function of a source."""
    module, _, name = SOURCES[source].partition(":")
    measures: Callable[[], Iterable[Figure]] = getattr(import_module(module), name)
    return measures


def chosen(words: Sequence[str]) -> list[Target]:
    """Return the targets with one of these words in their names, or all targets if there are no words."""
    lower = [word.lower() for word in words]
    return [one for one in TARGETS if not lower or any(word in one.name.lower() for word in lower)]


def measured(sources: Iterable[str]) -> tuple[list[Figure], list[str]]:
    """Measure sources one at a time; also return a line for each that failed."""
    figures, left_out = list[Figure](), list[str]()
    for source in dict.fromkeys(sources):
        try:
            figures += found(source)()
        except Exception as error:  # noqa: BLE001 - the other sources took half an hour
            left_out.append(f"{source}: {error}")
    return figures, left_out


def values(figures: Iterable[Figure], targets: Iterable[Target] = TARGETS) -> dict[str, float]:
    """Return the value of each target that was measured, by its name."""
    by_what = {figure.what: figure.value for figure in figures}
    return {one.name: by_what[one.figure] for one in targets if one.figure in by_what}


def rows(now: Mapping[str, float], targets: Iterable[Target] = TARGETS) -> list[tuple[str, ...]]:
    """Return what | reference | before | now | target | met? for each target, with dashes if not measured."""
    return [_row(one, now.get(one.name)) for one in targets]


def _row(target: Target, value: float | None) -> tuple[str, ...]:
    if value is None:
        return (target.what, target.reference, target.was or "?", "-", target.wanted, "-")
    reached = {True: "yes", False: "no", None: "-"}[target.reached(value)]
    return (target.what, target.reference, target.was or "?", said(value, target.unit), target.wanted, reached)


HEAD = ("what", "reference", "before", "now", "target", "met?")


def drawn(now: Mapping[str, float], targets: Iterable[Target] = TARGETS) -> Table:
    """Draw the table for a terminal."""
    table = Table(*HEAD, title="Targets and results", title_justify="left", box=None)
    for row in rows(now, targets):
        table.add_row(*row)
    return table


def main(arguments: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(prog="python -m cardtable_lab.bench.targets", description=__doc__)
    asked.add_argument("words", nargs="*", help="measure only rows with one of these words in their names")
    asked.add_argument(
        "--write",
        action="store_true",
        help="add the results to the history, and update the page and the picture that show it",
    )
    options = asked.parse_args(arguments)
    targets = chosen(options.words)
    figures, left_out = measured(one.source for one in targets)
    now = values(figures, targets)
    console = Console()
    console = console if console.is_terminal else Console(width=WIDE_ENOUGH)
    console.print(drawn(now, targets), *left_out, sep="\n", highlight=False)
    if options.write:
        from cardtable_lab.bench.history import note  # imported here: only `--write` needs it

        note(now)


if __name__ == "__main__":
    main()
