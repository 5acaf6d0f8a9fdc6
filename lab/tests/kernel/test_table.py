"""What `pytest --table` is run with inside of the kernel, and what is read from what it says."""

from pathlib import Path

from cardtable_lab.kernel.inside.table import FILE, TABLE, TESTS, Result, results
from cardtable_lab.kernel.machine import CHECKOUT
from table.settings.model import load_settings
from table.wiring.conflicts import conflicts


def test_the_table_can_be_built(tmp_path: Path) -> None:
    path = tmp_path / FILE.name
    path.write_text(TABLE)
    settings = load_settings(path)

    assert [reader.backend for reader in settings.readers] == ["spidev", "spidev", "pico"]
    assert [button.backend for button in settings.buttons] == ["gpiod", "gpiod", "pico"]
    assert not list(conflicts(settings))


def test_the_tests_are_there() -> None:
    assert all((CHECKOUT / test).exists() for test in TESTS)


def test_each_outcome_is_read_from_what_pytest_says() -> None:
    said = [
        ">>> Tap the button of seat 1.",
        "tests/a.py::test_one PASSED",
        "=== short test summary info ===",
        "PASSED tests/a.py::test_one[seat.1]",
        "SKIPPED [3] tests/a.py:12: this table has no button at seat 4",
        "FAILED tests/a.py::test_two - AssertionError: 1 - 2",
        "ERROR tests/a.py::test_three",
        "=== 1 failed, 1 passed in 0.10s ===",
    ]

    assert [*results(said)] == [
        Result("PASSED", "tests/a.py::test_one[seat.1]"),
        Result("SKIPPED", "[3] tests/a.py:12: this table has no button at seat 4"),
        Result("FAILED", "tests/a.py::test_two", "AssertionError: 1 - 2"),
        Result("ERROR", "tests/a.py::test_three"),
    ]
