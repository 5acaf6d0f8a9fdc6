"""What `make test` spends its time on, and what each level of tests finds, as tables for docs/tests.md.

`python -m tests.levels FILE` reads the JUnit report of a run: `.venv/bin/pytest -n 3 --dist worksteal --junitxml FILE`
writes one. `python -m tests.levels 24` breaks 24 lines, one at a time, and runs each level alone.
"""

import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from cardtable_lab.bench import mutate
from tests import of

SLOWEST = 30
_MOST, _MOST_S = 60, 60.0  # the most tests of a level for one mutant, and the most seconds that they may take
LEVELS = {
    "unit": "calls to Python, and to JavaScript in Node",
    "scripts": "table scripts and playthroughs: facts in, events and views out",
    "process": "commands, servers, brokers and databases in separate processes",
    "browser": "pages in Chromium, on a table with a game in progress",
}
_SCRIPTED = ("test_scripts", "test_playthroughs", "test_records", "test_boards", "test_oracles")
_STARTS = frozenset({"subprocess", "tests.playing", "tests.forking", "tests.from_the_box", "tests.on_usb"})


def level(file: Path) -> str:
    """Return the level of a test file, by the largest thing that it starts."""
    if "browser" in file.parts:
        return "browser"
    if file.stem.startswith(_SCRIPTED):
        return "scripts"
    return "process" if _STARTS & of.imported(file) else "unit"


def main() -> None:
    """Print the tables."""
    match sys.argv[1:]:
        case [number] if number.isdecimal():
            _asked(int(number))
        case [report] if Path(report).is_file():
            _spent(Path(report))
        case _:
            sys.exit("which report? pytest --junitxml build/tests.xml writes one; or how many mutants?")


def _asked(number: int) -> None:
    """Print how many mutants each level notices, and which ones only it notices."""
    mutate.MOST_TESTS, mutate.TESTS_S = 10**6, 1e9  # all: the quickest ones leave out whole levels
    known = mutate.reached(of.ROOT, [])
    copy = mutate.Copy(of.ROOT / "build/mutants/levels", of.ROOT, mutate.tree(of.ROOT))
    noticed, alone, reached = Counter[str](), dict[str, list[str]](), Counter[str]()
    for _, mutant in mutate.sample(of.ROOT, number, mutate.SEED, mutate.PACKAGES):
        tests = known.tests(mutant.file, mutant.lines)
        by_level = {name: [test for test in tests if level(of.ROOT / test.split("::")[0]) == name] for name in LEVELS}
        reached.update(name for name in LEVELS if by_level[name])
        chosen = {name: known.first(found, _MOST, _MOST_S) for name, found in by_level.items() if found}
        finds = [name for name, some in chosen.items() if copy.noticed_by(mutant, some)]
        noticed.update(finds)
        place, _, made = mutant.shown((of.ROOT / mutant.file).read_bytes())
        print(f"{place}: {made}: {', '.join(finds) or 'nobody'}", flush=True)
        if len(finds) == 1:
            alone.setdefault(finds[0], []).append(f"`{place}`")
    print("\n| level | lines executed | faults caught | caught by this level alone |\n|---|---|---|---|")
    for name in LEVELS:
        print(f"| {name} | {reached[name]} of {number} | {noticed[name]} | {', '.join(alone.get(name, ['none']))} |")


def _spent(report: Path) -> None:
    """Print the levels with their share of the time, and the slowest tests."""
    counts, seconds, tests = Counter[str](), Counter[str](), list[tuple[float, str]]()
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - pytest has just written it
        if not case.attrib["classname"]:
            continue  # a whole module that was skipped
        module = case.attrib["classname"].split(".")
        while module and not (file := of.ROOT.joinpath(*module).with_suffix(".py")).is_file():
            module.pop()  # a class name
        took = float(case.attrib["time"])
        counts[level(file)] += 1
        seconds[level(file)] += took
        tests.append((took, f"{'/'.join(module)}.py::{case.attrib['name']}"))
    whole = sum(seconds.values()) or 1.0
    print("| level | starts | tests | seconds | share |\n|---|---|---|---|---|")
    for name, starts in LEVELS.items():
        print(f"| {name} | {starts} | {counts[name]:,} | {seconds[name]:.0f} | {seconds[name] / whole:.0%} |")
    print("\n| seconds | test |\n|---|---|")
    for took, test in sorted(tests, reverse=True)[:SLOWEST]:
        print(f"| {took:.1f} | `{test}` |")


if __name__ == "__main__":
    main()
