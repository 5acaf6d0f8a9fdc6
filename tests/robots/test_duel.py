"""A duel whose robots fail ends with one sentence that says where."""

import re
from pathlib import Path
from typing import Any

import pytest

from table import packages
from table.complaints import BadInput
from table.robots import duel
from tests.packaged import EXAMPLE, environment
from tests.playing import run
from tests.robots.minded import GAME, install_minded, line_of, minded

SAID = {
    "Raises": "ZeroDivisionError: integer division or modulo by zero",
    "Hangs": "TookTooLong: it did not return within 0.2 s",
    "Leaves": "RuntimeError: SystemExit: 3",
}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "TICK_S", 0.01)
    monkeypatch.setattr(duel, "LONGEST_S", 0.1)  # for each of two robots


@pytest.mark.parametrize("fault", ["Raises", "Leaves"])
def test_it_says_where_robots_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    said = f"game: robots cannot play minded to the end (seed 1): {SAID[fault]} (ai.py:{line_of(fault)})"
    with minded(tmp_path, monkeypatch, fault), pytest.raises(BadInput, match=f"^{re.escape(said)}$"):
        duel.fight(GAME, ["easy", "easy"], 1, 1)


def test_it_says_where_robots_do_not_return(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with minded(tmp_path, monkeypatch, "Hangs"), pytest.raises(BadInput) as raised:
        duel.fight(GAME, ["easy", "easy"], 1, 1)

    assert f"(seed 1): {SAID['Hangs']} (ai.py:" in str(raised.value)


def test_a_game_without_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel, "_LONGEST", 3)
    monkeypatch.setattr(duel, "LONGEST_S", 10.0)

    with pytest.raises(BadInput, match=r"cannot play mito to the end \(seed 4\): .* not ended after 3 moments"):
        duel.fight("mito", ["easy"] * 3, 1, 4)


def test_the_command_prints_one_line_and_fails(tmp_path: Path) -> None:
    install_minded(tmp_path, "Raises")

    done: Any = run("duel", GAME, "--games", "1", environment=environment(tmp_path, EXAMPLE))

    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert f"{SAID['Raises']} (ai.py:{line_of('Raises')})" in done.stderr
