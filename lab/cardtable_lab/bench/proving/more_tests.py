"""The chapter of docs/proof.md on tests that repeat something: `make test` tries a few cases, this chapter more."""

import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from cardtable_lab.bench.proving import SCALE
from cardtable_lab.bench.proving.programs import Chapter, again, far, grid, prose

_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped)\b")
_AT_ONCE = "-n auto --maxprocesses 4"


class Tests(NamedTuple):
    """Tests of one kind: what they try, pytest's arguments, and the variable that says how many, with its value."""

    what: str
    arguments: str
    variable: str = ""
    number: int | str = ""


TESTS = (
    Tests("tests too slow for `make test-all`", "-m proof"),
    Tests("properties, with 400 examples each", f"{_AT_ONCE} -m hypothesis --hypothesis-profile prove --timeout 1200"),
    Tests("commands that are killed", f"{_AT_ONCE} -m long tests/history/test_killed.py", "KILLED", 40),
    Tests("games with a hidden pile", '-m "" tests/table/test_hidden_pile.py', "HIDDEN_GAMES", 100),
    Tests("games with closed cards", f'{_AT_ONCE} -m "" tests/table/test_closed_cards.py', "CLOSED_GAMES", 50),
    Tests(
        "moments at which a game is replayed",
        f'{_AT_ONCE} -m "" --timeout 1200 lab/tests/simulation/test_any_point.py',
        "POINTS",
        30,
    ),
    Tests("games with questions", '-m "" lab/tests/simulation/test_questions.py', "QUESTION_GAMES", 20),
    Tests(
        "games that independent referees judge, too",
        f'{_AT_ONCE} -m "" --timeout 3600 tests/oracles',
        "ORACLE_GAMES",
        400,
    ),
    Tests(
        "boards that are counted twice",
        '-m "" --timeout 600 tests/table/games/test_mythology_go_count.py',
        "COUNT_BOARDS",
        20_000,
    ),
    Tests("wirings that set-up finds", f'{_AT_ONCE} -m "" tests/hardware/test_setting_up.py', "WIRINGS", 100),
    Tests(
        "requests of each kind, by the description of the API",
        f'{_AT_ONCE} -m "" --timeout 1200 tests/web/test_described.py',
        "EXAMPLES",
        12,
    ),
    Tests(
        "seconds of random messages to a table",
        '-m "" --timeout 900 tests/table/test_any_message.py',
        "ANY_MESSAGE_S",
        120,
    ),
    Tests("faults in each game", f'{_AT_ONCE} -m "" lab/tests/simulation/test_sabotage.py', "SABOTAGES", "all"),
    Tests("races of eight browsers", '-m "" tests/browser/test_phone_races.py', "RACES", 50),
    Tests("games played by ear alone", f'{_AT_ONCE} -m "" tests/ear', "EARS", 20),
    Tests("damages to each file", f'{_AT_ONCE} -m "" tests/table/test_damage.py', "DAMAGES", 12),
)


class Ran(NamedTuple):
    """What came of some tests: how many of them passed, failed and were skipped, and seconds."""

    tests: Tests
    counts: Counter[str]
    seconds: float

    @property
    def is_sound(self) -> bool:
        """Whether some passed and none failed."""
        return self.counts["passed"] > 0 and not any(self.counts[what] for what in ("failed", "error", "errors"))


def command(tests: Tests) -> str:
    """Return the line for a shell that runs some tests."""
    number = tests.number * SCALE if isinstance(tests.number, int) else tests.number
    return f"{tests.variable}={number} {_run(tests)}" if tests.variable else _run(tests)


def _run(tests: Tests) -> str:
    return f"python -m pytest -q {tests.arguments}"


def counted(printed: str) -> Counter[str]:
    """Return how many tests passed, failed and were skipped, by pytest's last line.

    >>> counted("2 failed, 3 passed, 1 skipped in 0.12s")["failed"]
    2
    """
    last = printed.strip().rpartition("\n")[2]
    return Counter({what: int(number) for number, what in _COUNT.findall(last)})


def ran(tests: Tests) -> Ran:
    """Run some tests, and show what they print."""
    began, line = time.perf_counter(), command(tests)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    print(f"$ {line}", flush=True)
    done = subprocess.run(line, shell=True, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, text=True)  # noqa: S602
    print(done.stdout, flush=True)
    counts = counted(done.stdout)
    if done.returncode and not counts["failed"]:
        counts["error"] += 1
    return Ran(tests, counts, time.perf_counter() - began)


def chapter() -> Chapter:
    """Run all of them, and yield the chapter."""
    yield from told_of_tests([ran(tests) for tests in TESTS])


def told_of_tests(done: list[Ran]) -> Chapter:
    """Yield the chapter for these tests."""
    rows = [
        [one.tests.what, command(one.tests).partition("=")[2].partition(" ")[0] if one.tests.variable else "",
         one.counts["passed"], one.counts["skipped"], f"{one.seconds:.0f}", "yes" if one.is_sound else "NO"]
        for one in done
    ]  # fmt: skip
    text = (
        far(f"{sum(one.counts['passed'] for one in done):,} tests")
        + "\n"
        + grid(["what", "how many", "tests passed", "skipped", "s", "passed"], rows)
        + prose("Not sure of one row? Run it with a larger number:")
        + again(*(command(one.tests) for one in done))
    )
    yield text, all(one.is_sound for one in done)
