"""The chapter in docs/proof.md on slow tests, and on tests with more cases than in `make test`."""

import shlex
import time
from collections import Counter
from collections.abc import Sequence

from cardtable_lab.bench.proving import SCALE
from cardtable_lab.bench.proving.programs import Chapter, again, counted, far, grid, run
from table.values import Value

_AT_ONCE = "-n auto --maxprocesses 4"


class Tests(Value):
    """Tests of one kind, with pytest's arguments. The environment variable `variable` sets how many cases they try."""

    what: str
    arguments: str
    variable: str = ""
    number: int | str = ""

    @property
    def environment(self) -> dict[str, object]:
        """The environment variable that sets the number of cases, and its value at this scale."""
        value = self.number * SCALE if isinstance(self.number, int) else self.number
        return {self.variable: value} if self.variable else {}

    @property
    def command(self) -> str:
        """The shell command that runs these tests."""
        return " ".join([*(f"{name}={value}" for name, value in self.environment.items()), f"pytest {self.arguments}"])


TESTS = (
    Tests("tests too slow for `make test-all`", "-m proof"),
    Tests("properties, with 400 examples each", f"{_AT_ONCE} -m hypothesis --hypothesis-profile prove --timeout 1200"),
    Tests("commands that are killed", f"{_AT_ONCE} -m long tests/history/test_killed.py", "KILLED", 40),
    Tests("games with a hidden pile", '-m "" tests/table/test_hidden_pile.py', "HIDDEN_GAMES", 100),
    Tests("games with face-down cards", f'{_AT_ONCE} -m "" tests/table/test_closed_cards.py', "CLOSED_GAMES", 50),
    Tests(
        "moments at which a game is replayed",
        f'{_AT_ONCE} -m "" --timeout 1200 lab/tests/simulation/test_any_point.py',
        "POINTS",
        30,
    ),
    Tests("games with questions", '-m "" lab/tests/simulation/test_questions.py', "QUESTION_GAMES", 20),
    Tests(
        "games that are also judged by independent referees",
        f'{_AT_ONCE} -m "" --timeout 3600 tests/oracles',
        "ORACLE_GAMES",
        400,
    ),
    Tests(
        "boards that are scored twice",
        '-m "" --timeout 600 tests/table/games/test_mythology_go_count.py',
        "COUNT_BOARDS",
        20_000,
    ),
    Tests("wirings that set-up finds", f'{_AT_ONCE} -m "" tests/hardware/test_setting_up.py', "WIRINGS", 100),
    Tests(
        "requests of each kind, generated from the API description",
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
    Tests("kinds of damage to each file", f'{_AT_ONCE} -m "" tests/table/test_damage.py', "DAMAGES", 12),
)


class Ran(Value):
    """The results of some tests: how many passed, failed and were skipped, and the duration in s."""

    tests: Tests
    counts: Counter[str]
    seconds: float

    @property
    def is_sound(self) -> bool:
        """Whether some tests passed and none failed."""
        return self.counts["passed"] > 0 and not self.counts["failed"] and not self.counts["error"]


def chapter() -> Chapter:
    """Run all tests and yield the chapter."""
    yield from told_of_tests([_ran(tests) for tests in TESTS])


def _ran(tests: Tests) -> Ran:
    began = time.perf_counter()
    print(f"$ {tests.command}", flush=True)
    printed = run("-m", "pytest", "-q", *shlex.split(tests.arguments), **tests.environment)
    print(printed, flush=True)
    return Ran(tests, counted(printed), time.perf_counter() - began)


def told_of_tests(done: Sequence[Ran]) -> Chapter:
    """Yield the chapter for these results."""
    rows = [
        [one.tests.what, *(one.tests.environment.values() or [""]), one.counts["passed"], one.counts["skipped"],
         f"{one.seconds:.0f}", "yes" if one.is_sound else "NO"]
        for one in done
    ]  # fmt: skip
    text = (
        far(f"{sum(one.counts['passed'] for one in done):,} tests")
        + f"\n{grid(['what', 'how many', 'tests passed', 'skipped', 's', 'passed'], rows)}"
        + again(*(one.tests.command for one in done))
    )
    yield text, all(one.is_sound for one in done)
