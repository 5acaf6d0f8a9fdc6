"""`make mutate`: breaks the code in one place at a time and checks whether a test catches the mutant.

The sample is spread evenly over packages, and in each package over statements: `MUTANTS=300 make mutate`;
`MUTANT_SEED=2` draws a different sample. Each mutant is written into a copy of the tree, where the tests that
execute its statement run, quickest first. `coverage` finds these tests: it runs all tests once when a source has
changed. `MUTANT_TESTS=tests/web` uses fewer tests. The mutator is our own because cosmic-ray breaks only 2,388 of 7,629
statements of rules, judging and server: it neither changes strings nor removes calls, and a fifth of its mutants are in
annotations.
"""

import ast
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from importlib.util import cache_from_source
from itertools import accumulate, chain, pairwise, repeat, zip_longest
from pathlib import Path
from queue import SimpleQueue
from textwrap import fill
from typing import Any

from table.values import Value

ROOT = Path(__file__).parents[3]
WORDS = ROOT / "bench/survivors.toml"
SEED, ENOUGH = int(os.environ.get("MUTANT_SEED", "1")), 0.9
AT_ONCE, MOST_S = 2, 90.0  # a mutant whose tests take longer counts as caught
MOST_TESTS, TESTS_S = 400, 40.0  # limits for a mutant's tests: their number, and their time on intact code
FIRST_TESTS, FIRST_S = 60, 8.0  # limits for the tests that run first, before the others are collected
MISSING = "a test is missing, or it is equivalent: not examined"
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
PACKAGES: Mapping[str, Sequence[str]] = {
    "games": ["table/games"],
    "judging": ["table/judging"],
    "sensing": ["table/sensing"],
    "running": ["table/running"],
    "keeping": ["table/keeping"],
    "delivery": ["web/delivery", "web/server", "web/access"],
    "emulated": ["table/emulated"],
    "presence": ["hardware/presence.py"],
    "debounce": ["hardware/debounce.py"],
    "buttons": ["hardware/button.py", "hardware/debounce.py"],
    "link": ["firmware_bridge"],
}
# Coverage cannot measure what MicroPython runs: if no test is known, run all tests that may start MicroPython.
PICO, PICO_TESTS = "firmware_bridge/pico/", ("tests/firmware_bridge/", "tests/hardware/")
# These tests read code without executing it: sources, and tables that the documentation shows.
READING = (
    "tests/languages/test_catalogues.py::test_every_sentence_is_translated",
    "tests/test_states.py::test_a_picture_is_drawn_from_its_table_and_shown",
)

# -- mutants

SWAPPED: Mapping[type[ast.AST], tuple[str, str]] = {
    ast.And: ("and", "or"), ast.Or: ("or", "and"), ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.In: ("in", "not in"), ast.Is: ("is", "is not"),
    ast.NotIn: ("not in", "in"), ast.IsNot: ("is not", "is"), ast.Add: ("+", "-"), ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"), ast.Div: ("/", "*"), ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "*"), ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"), ast.BitXor: ("^", "|"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
}  # fmt: skip
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}
# These have no meaning at run time, or break every import.
SKIPPED = {"annotation", "returns", "decorator_list"}
TYPES = {"cast", "Literal", "NewType", "ParamSpec", "TypeVar"}

_Place = tuple[int, int]
_Edit = tuple[_Place, _Place, str, str]


class Mutant(Value):
    """A text that replaces the bytes of a file from `start` to `end`, and the lines of the changed statement."""

    file: str
    lines: range
    start: int
    end: int
    text: str

    def put_into(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]

    def shown(self, source: bytes) -> tuple[str, str, str]:
        """Return the location of the mutant, and the line before and after the change."""
        before, after = source[: self.start].decode(), source[self.end :].decode()
        parts = before.rpartition("\n")[2], after.partition("\n")[0]
        was, made = (" ".join(text.join(parts).split()) for text in (source[self.start : self.end].decode(), self.text))
        return f"{self.file}:{before.count(chr(10)) + 1}", was, made


def mutants(file: str, source: bytes) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    offsets = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]
    for node, lines, in_function in _nodes(ast.parse(source), range(1, 2), in_function=False):
        for (line, column), (last_line, last_column), old, text in _edits(node):
            start, end = offsets[line - 1] + column, offsets[last_line - 1] + last_column
            if old:
                start = source.find(old.encode(), start, end)
                end = start + len(old)
            if start >= 0 and (in_function or old != "|"):  # outside functions, `A | B` is a type
                yield Mutant(file, lines, start, end, text)


def _nodes(node: ast.AST, lines: range, *, in_function: bool) -> Iterator[tuple[ast.AST, range, bool]]:
    """Yield nodes to mutate, each with the lines of its own statement."""
    match node:
        case ast.Expr(ast.Constant()) | ast.If(ast.Name("TYPE_CHECKING") | ast.Compare(ast.Name("__name__"))):
            return
        case ast.Call(ast.Name(name)) | ast.Subscript(ast.Name(name)) if name in TYPES:
            return
        case ast.stmt() | ast.ExceptHandler() | ast.match_case():
            first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
            body: Sequence[ast.stmt] = getattr(node, "body", ())
            after = body[0].lineno if body else (getattr(node, "end_lineno", None) or first) + 1
            lines = range(first, max(first + 1, after))
    yield node, lines, in_function
    in_function = in_function or isinstance(node, ast.FunctionDef | ast.Lambda)
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if name not in SKIPPED and isinstance(child, ast.AST) and not isinstance(node, ast.JoinedStr):
                yield from _nodes(child, lines, in_function=in_function)


def _edits(node: ast.AST) -> Iterator[_Edit]:
    """Yield the edits of a node: start, end, the replaced word ("" for everything), and the new text."""
    match node:
        case ast.Compare(left, ops, others):
            yield from (_swap(*three) for three in zip([left, *others], ops, others, strict=False))
        case ast.BoolOp(op, values):
            yield from (_swap(before, op, after) for before, after in pairwise(values))
        case ast.BinOp(before, op, after) | ast.AugAssign(before, op, after) if type(op) in SWAPPED:
            yield _swap(before, op, after)
        case ast.UnaryOp(ast.Not(), operand):
            yield _start(node), _start(operand), "not", ""
        case ast.If(test) | ast.IfExp(test) | ast.match_case(guard=ast.expr() as test):
            yield from (_all(test, text) for text in ("True", "False"))
        case ast.While(test):
            yield _all(test, "False")
        case ast.comprehension(ifs=tests):
            yield from (_all(test, "True") for test in tests)
        case ast.Constant(bool() | int() | str() as value):
            yield _all(node, _other(value))
        case ast.JoinedStr():
            yield _all(node, '"XX"')
        case ast.Return(ast.expr() as result) if not (
            isinstance(result, ast.Constant) and result.value in (None, False)
        ):
            yield _all(result, "None")
        case ast.Name(name) if name in NAMES:
            yield _all(node, NAMES[name])
        case ast.Continue():
            yield _all(node, "break")
        case ast.Raise() | ast.Delete() | ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield _all(node, "pass")
        case ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield _all(node, "pass")


def _other(value: bool | int | str) -> str:
    if isinstance(value, str):
        return json.dumps(f"XX{value}XX", ensure_ascii=False)
    return repr(not value if isinstance(value, bool) else value + 1 if abs(value) < 10 else 2 * value)


def _start(node: ast.expr | ast.stmt) -> _Place:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt) -> _Place:
    return node.end_lineno or 0, node.end_col_offset or 0


def _all(node: ast.expr | ast.stmt, text: str) -> _Edit:
    return _start(node), _end(node), "", text


def _swap(before: ast.expr, op: ast.AST, after: ast.expr) -> _Edit:
    return _end(before), _start(after), *SWAPPED[type(op)]


def sample(root: Path, number: int, seed: int, packages: Mapping[str, Sequence[str]]) -> list[tuple[str, Mutant]]:
    """Return a sample of mutants with their packages: packages take turns, and each statement is used once."""
    drawn = [zip(repeat(name), _drawn(root, places, f"{seed} {name}")) for name, places in packages.items()]
    found: dict[Mutant, str] = {}
    for name, mutant in filter(None, chain.from_iterable(zip_longest(*drawn))):
        found.setdefault(mutant, name)  # a file may belong to two packages
        if len(found) == number:
            break
    return [(name, mutant) for mutant, name in found.items()]


def _drawn(root: Path, places: Sequence[str], seed: str) -> Iterator[Mutant]:
    """Yield mutants of a package in random order, one for each statement."""
    chance = random.Random(seed)  # noqa: S311
    by_statement = defaultdict(list)
    paths = (sorted((root / place).rglob("*.py")) if (root / place).is_dir() else [root / place] for place in places)
    for path in chain.from_iterable(paths):
        for mutant in mutants(str(path.relative_to(root)), path.read_bytes()):
            by_statement[mutant.file, mutant.lines].append(mutant)
    for several in chance.sample(list(by_statement.values()), len(by_statement)):
        mutant = chance.choice(several)
        with suppress(SyntaxError):
            compile(mutant.put_into((root / mutant.file).read_bytes()), mutant.file, "exec", dont_inherit=True)
            yield mutant


# -- tests


# What pytest-cov appends to the name of a test, and what pytest appends in processes that a test starts.
IN_TEST, IN_PROCESS = re.compile(r"\|(?:setup|run|teardown)$"), re.compile(r" \((?:setup|call|teardown)\)(?:\||$)")


class Reached:
    """The tests that execute a statement, as recorded by coverage, and how long they take."""

    def __init__(self, root: Path, data: Path, seconds: Mapping[str, float]) -> None:
        self._root, self._data, self._seconds = root, data, seconds
        self._lines: Counter[str] = Counter()  # in bytes: eight lines each
        for name, lines in self._ask("sum(length(numbits))", "file.id = file_id GROUP BY context"):
            self._lines[_test(name)] += lines

    def tests(self, file: str, lines: range) -> list[str]:
        """Return the tests that execute these lines, quickest first.

        If the lines run only at import time, return the tests of the file or, failing that, those of its folder.
        """
        mask = sum(1 << line for line in lines)
        run = known = {name for name, bits in self._of(file) if bits & mask}
        for wider in (file, f"{Path(file).parent}/*"):
            if "" in run and not any(IN_TEST.search(name) for name in known):
                known = known | {name for name, _ in self._of(wider)}
        reached = {_test(name) for name in known}
        if file.startswith(PICO) and reached <= {""}:
            reached = {test for test in self._lines if test.startswith(PICO_TESTS)}
        cost = {test: (0.05 + self._seconds.get(test, 0)) * self._lines[test] for test in reached - {""}}
        return self.first(sorted(cost, key=lambda test: (cost[test], test)), MOST_TESTS, TESTS_S)

    def first(self, tests: Sequence[str], most: int, seconds: float) -> list[str]:
        """Return the first tests: at most `most`, taking at most `seconds` seconds in total, but at least one test."""
        took = accumulate(self._seconds.get(test, 0) for test in tests)
        return [test for test, so_far in zip(tests[:most], took, strict=False) if so_far <= seconds] or list(tests[:1])

    def _of(self, files: str) -> list[tuple[str, int]]:
        found = self._ask("numbits", "file.id = file_id AND path GLOB ?", f"{self._root}/{files}")
        return [(name, int.from_bytes(bits, "little")) for name, bits in found]

    def _ask(self, what: str, where: str, *values: str) -> list[tuple[str, Any]]:
        asked = f"SELECT context, {what} FROM line_bits, context, file WHERE context.id = context_id AND {where}"  # noqa: S608
        with closing(sqlite3.connect(self._data)) as data:
            return data.execute(asked, values).fetchall()


def _test(context: str) -> str:
    """Return the last test that a coverage context names: in a forked process, an earlier test may come first."""
    return IN_TEST.sub("", IN_PROCESS.split(context)[-2 if IN_PROCESS.search(context) else -1])


def reached(root: Path, chosen: Sequence[str]) -> Reached:
    """Return which code the tests execute. Without an up-to-date record, run `chosen`, or all tests if it is empty."""
    data = root / f"build/{'some' if chosen else ''}.coverage"
    said = data.with_name("coverage.log")
    newest = max(path.stat().st_mtime for path in tree(root) if path.suffix == ".py")
    if not data.exists() or data.stat().st_mtime < newest:
        print("coverage: which test executes which line?", flush=True)
        data.parent.mkdir(exist_ok=True)
        options = [
            f"-n{AT_ONCE}",
            "--dist=worksteal",
            "--cov",
            "--cov-context=test",
            "--cov-report=",
            "--durations=0",
            "--durations-min=0",
        ]
        measured = {"COVERAGE_FILE": str(data), "COVERAGE_PROCESS_START": str(root / "pyproject.toml")}
        with said.open("w") as out:
            line, environment = [*PYTEST, *options, *chosen], os.environ | measured
            subprocess.run(line, cwd=root, env=environment, stdout=out, check=False)  # noqa: S603
        for late in data.parent.glob(f"{data.name}.*"):
            late.unlink()
    seconds: dict[str, float] = defaultdict(float)
    for took, test in re.findall(r"^([\d.]+)s (?:call|setup|teardown) +(.+?) *$", said.read_text(), re.MULTILINE):
        seconds[test] += float(took)
    return Reached(root, data, seconds)


def tree(root: Path) -> list[Path]:
    """Return all files of the project, except those that git ignores."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")  # noqa: S603
    return [path for name in names if name and (path := root / name).is_file()]


# -- runs


class Copy:
    """A copy of the tree, in which files are broken and tests run."""

    def __init__(self, place: Path, root: Path, files: Iterable[Path]) -> None:
        self._place = place
        shutil.rmtree(place, ignore_errors=True)
        for path in files:
            copied = place / path.relative_to(root)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copied)
        (place / "node_modules").symlink_to(root / "node_modules")

    def noticed_by(self, mutant: Mutant, *runs: Sequence[str]) -> str:
        """Return the test that catches a mutant, or pytest's error; empty if all tests pass."""
        path, until = self._place / mutant.file, time.monotonic() + MOST_S
        source = path.read_bytes()
        self._write(path, mutant.put_into(source))
        try:
            failed = (
                self.failing("-x", *tests, most_s=until - time.monotonic(), renamed=True) for tests in runs if tests
            )
            return next((names[0] for names in failed if names), "")
        finally:
            self._write(path, source)

    def failing(self, *arguments: str, most_s: float, renamed: bool = False) -> list[str]:
        """Run tests; return those that fail, or pytest's error if they did not run.

        A mutant may rename tests that are parametrized with what it changes (`renamed`): a missing test then does not
        count as a failure.
        """
        (self._place / "arguments").write_text("\n".join(arguments))
        environment = os.environ | {"PYTHONPATH": str(self._place)}
        with (self._place / "said").open("w") as out:
            line = [*PYTEST, "@arguments"]
            run = subprocess.Popen(line, cwd=self._place, env=environment, stdout=out, stderr=out, process_group=0)  # noqa: S603
            try:
                run.wait(max(1.0, most_s))
            except subprocess.TimeoutExpired:
                return ["time-out"]
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(run.pid, signal.SIGKILL)
                run.wait()
        said = (self._place / "said").read_text()
        if renamed and "\nERROR: not found: " in said:
            there = [test for test in arguments if f"ERROR: not found: {self._place}/{test}\n" not in said]
            return self.failing(*there, most_s=most_s) if any("::" in test for test in there) else []
        lines = re.findall(r"^(?:FAILED|ERROR) (.+)$", said, re.MULTILINE)
        failed = [
            test for test in arguments if any(f"{line} - ".startswith((f"{test} - ", f"{test}[")) for line in lines)
        ]
        return (
            (failed or [f"pytest ended with {run.returncode}: {' '.join(said.split())[-99:]}"])
            if run.returncode
            else []
        )

    def _write(self, path: Path, source: bytes) -> None:
        """Write a file and delete its compiled form, because the old and new source may agree in time and length."""
        path.write_bytes(source)
        Path(cache_from_source(str(path))).unlink(missing_ok=True)


class Survivor(Value):
    """A mutant that no test caught: its place, the line before and after, and the reason."""

    place: str
    was: str
    made: str
    word: str

    @property
    def is_equivalent(self) -> bool:
        """Whether the mutant behaves like the original, according to its reason."""
        return self.word.startswith("equivalent")


class Found(Value):
    """The results of a sample: how many mutants were tried and caught in each package, and the survivors."""

    tried: Mapping[str, int]
    noticed: Mapping[str, int]
    survivors: Sequence[Survivor]

    @property
    def sample(self) -> int:
        """How many mutants were tried."""
        return sum(self.tried.values())

    @property
    def equivalent(self) -> int:
        """How many survivors are equivalent to the original."""
        return sum(one.is_equivalent for one in self.survivors)

    @property
    def share(self) -> float:
        """The share of the mutants that were caught, not counting equivalent ones, 0 to 1."""
        return sum(self.noticed.values()) / (self.sample - self.equivalent)


def run() -> Found:
    """Draw a sample, try each mutant, and return the results."""
    known = reached(ROOT, os.environ.get("MUTANT_TESTS", "").split())
    return tried(ROOT, sample(ROOT, int(os.environ.get("MUTANTS", "40")), SEED, PACKAGES), known)


def tried(root: Path, drawn: Sequence[tuple[str, Mutant]], known: Reached) -> Found:
    """Try each mutant; return the results. Exit with 1 if a copy does not find the tests."""
    files, copies = tree(root), SimpleQueue[Copy]()
    several = [Copy(root / f"build/mutants/{number}", root, files) for number in range(AT_ONCE)]
    tests = {mutant: known.tests(mutant.file, mutant.lines) for _, mutant in drawn}
    every = dict.fromkeys(chain(READING, *tests.values()))
    if missing := several[0].failing("--collect-only", "-qq", *every, most_s=4 * MOST_S):
        sys.exit(f"in a copy, tests are not found: {missing}")
    for copy in several:
        copies.put(copy)

    def ended(package: str, mutant: Mutant) -> str:
        copy, began, first = copies.get(), time.monotonic(), known.first(tests[mutant], FIRST_TESTS, FIRST_S)
        by = copy.noticed_by(mutant, first, tests[mutant][len(first) :], READING)
        copies.put(copy)
        print(f"{time.monotonic() - began:3.0f} s, {package}, {mutant.file}:{mutant.lines.start}: {by or 'SURVIVES'}")
        return by

    with ThreadPoolExecutor(AT_ONCE) as pool:
        by = dict(zip(tests, pool.map(ended, *zip(*drawn, strict=True)), strict=True))
    noticing = {test for mutant, test in by.items() if test in (*tests[mutant], *READING)}
    wrong = noticing.intersection(several[0].failing(*noticing, most_s=4 * MOST_S)) if noticing else set()
    left = {mutant for mutant, test in by.items() if not test or test in wrong}
    of, noticed = (Counter(name for name, mutant in drawn if mutant not in out) for out in (set(), left))
    return Found(of, noticed, [_survivor(root, one, by[one], reached=bool(tests[one])) for one in tests if one in left])


def _survivor(root: Path, mutant: Mutant, wrong: str, *, reached: bool) -> Survivor:
    place, was, made = mutant.shown((root / mutant.file).read_bytes())
    word = f"only {wrong} fails, even without the mutant" if wrong else MISSING if reached else "no test reaches it"
    return Survivor(place, was, made, tomllib.loads(WORDS.read_text()).get(f"{mutant.file}:{made}", word))


def summarized(found: Found) -> str:
    """Return the chapter for docs/proof.md."""
    packages = ", ".join(f"{name} {found.noticed[name]} of {of}" for name, of in found.tried.items())
    rows = "".join(f"| {' | '.join(_cells(one))} |\n" for one in found.survivors if not one.is_equivalent)
    whole = (
        f"Seed {SEED} draws {found.sample} mutants evenly over packages: {found.equivalent} are equivalent, and tests "
        f"catch {found.share:.0%} of the others ({packages})."
    )
    return (
        f"\n{fill(whole, 118)}\n\nNot caught:\n\n| location | original | mutant | reason |\n| --- | --- | --- | --- |\n"
        f"{rows}"
        f"\nTo reproduce: `MUTANTS={found.sample} MUTANT_SEED={SEED} make mutate`.\n"
    )


def _cells(survivor: Survivor) -> Sequence[str]:
    was, made = (text.replace("|", "\\|") for text in (survivor.was, survivor.made))
    return survivor.place, f"`{was}`", f"`{made}`", survivor.word


if __name__ == "__main__":
    print(summarized(run()))
