"""What is wrong with a game's robots is found by `check_robots`, with its file and line."""

from pathlib import Path
from typing import Any

import pytest

from table import ai, games, packages
from table.checking import robots
from table.checking.findings import Findings
from table.checking.robots import check_robots
from tests.robots.minded import GAME, minded


def found(game: str) -> list[tuple[str, str, str]]:
    findings = Findings(games.find(game))
    check_robots(game, findings)
    return [(one.rule, one.file.partition(":")[0], one.text) for one in findings]


@pytest.mark.parametrize("fault", ["Raises", "Hangs", "Leaves"])
def test_an_ai_that_fails_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    monkeypatch.setattr(packages, "TICK_S", 0.01)
    monkeypatch.setattr(robots, "LONGEST_S", 0.2)
    with minded(tmp_path, monkeypatch, fault):
        ((rule, file, text),) = found(GAME)

    assert (rule, file) == ("robots", "ai.py")
    assert "(ai.py:" in text


def test_gestures_that_are_none_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(ai.find("mito")), "gestures", lambda *_: ())

    ((rule, _, text),) = found("mito")

    assert rule == "robots"
    assert "`gestures` returns ()" in text


def test_decisions_against_the_rules_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def habit(self: Any, world: Any, seat: int, chance: Any) -> Any:
        return next(iter(self.misfits(world, seat)), None)

    monkeypatch.setattr(type(ai.find("mito")), "habit", habit)
    monkeypatch.setattr(robots, "KINDS", ("easy",))

    ((rule, _, text),) = found("mito")

    assert rule == "robots"
    assert "decisions of robots were actions that the rules forbid" in text


def test_robots_that_play_well_and_games_without_robots_have_no_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found("mytho") == []
    with minded(tmp_path, monkeypatch, "Nobody"):
        assert found(GAME) == []
