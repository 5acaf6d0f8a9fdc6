"""The share of each package that the tests of `make test` execute, by line and by branch, for docs/proof.md."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from coverage import Coverage

from cardtable_lab.bench.proving.programs import again, far, grid, prose

ROOT = Path(__file__).parents[3]
DATA = ROOT / "build/branches.coverage"
ENOUGH = 0.85
NOT_MEASURED = ["firmware_bridge/pico/*"]  # run by MicroPython
_LONG = "`make test-all`"
_IN_ROOMS = ("cardtable_club", "cardtable_lab", "table", "web")
WORDS: Mapping[str, str] = {  # reasons for packages below ENOUGH
    "firmware_bridge": "links that break in rare ways: `make prove` drives whole games of Picos",
    "hardware": f"faults of rare chips and real devices; faults on stand-ins in whole games: {_LONG}",
    "table/cli": f"commands that run until they are killed, or that require a terminal or root: {_LONG}",
    "cardtable_club/publishing": f"brokers that come and go: {_LONG} and `make prove`",
    "table/history": f"damaged files, kills, and names that are deleted in whole games: {_LONG}",
    "cardtable_lab/simulated": f"simulated people in whole games, except those of Mito: {_LONG}",
    "table/network": "NetworkManager, avahi and Wi-Fi drivers, which no test computer has",
    "table/reporting": f"whole games replayed without names: {_LONG}",
    "table/robots": f"robots at real tables and in whole games: {_LONG}",
    "cardtable_lab/simulation": f"whole games and clusters: {_LONG}",
    "cardtable_lab/study": f"statistics of many games: {_LONG}",
    "table/testing": f"the plugin for tests of real tables: {_LONG}",
    "table/wiring": f"whole set-up conversations: {_LONG}",
    "web/api": f"refused requests, tested on every route in {_LONG}",
    "cardtable_club/web": f"a hub's pages with a broker: {_LONG}",
    "web/delivery": f"practice games, and phones in whole games: {_LONG}",
}


def chapter() -> Iterator[tuple[str, bool]]:
    """Yield the chapter, and whether each package has enough coverage or a reason. Exit if nothing was measured."""
    if not DATA.exists():
        raise SystemExit("there is no measurement yet: run make covered")
    measured, report = Coverage(data_file=str(DATA), branch=True), DATA.with_suffix(".json")
    measured.load()
    if late := list(DATA.parent.glob(f"{DATA.name}.*")):  # data of processes that ended after the data were combined
        measured.combine([str(one) for one in late])
    measured.json_report(outfile=str(report), omit=NOT_MEASURED, ignore_errors=True)
    found = by_package({name: one["summary"] for name, one in json.loads(report.read_text())["files"].items()})
    few = {name for name, counted in found.items() if taken(counted) < ENOUGH}
    rows = [[name, *row(counted), WORDS.get(name, "NO word") if name in few else ""] for name, counted in found.items()]
    silent = few - WORDS.keys()
    whole = sum(found.values(), Counter())
    lines, _, branches, share = row(whole)
    text = (
        far(f"{lines:,} lines, {branches:,} branches, {share} taken")
        + prose(
            f"Tests take at least {ENOUGH:.0%} of the branches in {len(found) - len(few)} of {len(found)} packages.",
            "For the others, the last column names the branches that are missing and what else tests them.",
        )
        + "\n"
        + grid(["package", "lines", "executed", "branches", "taken", "missing branches, and what tests them"], rows)
        + again("make covered")
    )
    yield text, not silent


def by_package(files: Mapping[str, Mapping[str, int]]) -> dict[str, Counter[str]]:
    """Add up the coverage counts of all files in each package.

    >>> by_package({"table/board.py": {"num_branches": 2}, "table/judging/worlds.py": {"num_branches": 3}})
    {'table': Counter({'num_branches': 2}), 'table/judging': Counter({'num_branches': 3})}
    """
    found: dict[str, Counter[str]] = {}
    for name in sorted(files):
        top, *inner = Path(name.removeprefix("club/").removeprefix("lab/").removeprefix("games/")).parts[:-1] or ("",)
        counts = {what: count for what, count in files[name].items() if isinstance(count, int)}
        package = "/".join([top, *inner[:1]]) if top in _IN_ROOMS else top
        found.setdefault(package, Counter()).update(counts)
    return dict(sorted(found.items()))


def taken(counted: Mapping[str, int]) -> float:
    """Return the share of branches that were taken, 0 to 1."""
    return counted["covered_branches"] / counted["num_branches"] if counted["num_branches"] else 1.0


def row(counted: Mapping[str, int]) -> tuple[int, str, int, str]:
    """Return the number of lines, the share executed, the number of branches, and the share taken."""
    executed = counted["covered_lines"] / (counted["num_statements"] or 1)
    return counted["num_statements"], f"{executed:.0%}", counted["num_branches"], f"{taken(counted):.0%}"
