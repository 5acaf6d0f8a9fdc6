"""An AI that fails does not stop a game: its robots make simple moves, and the host is told once."""

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from table import ai, packages
from table.complaints import BadInput
from table.keeping.journal import Journal
from table.robots import group, mind
from table.running.messages import Remark, StartGame
from table.saying import say
from tests.emulated import TableInTime
from tests.robots.persons import Person, does_the_least
from tests.robots.room import Room, luck

TOLD = "The robots’ program for Mito has failed, so they make simple moves. The table’s log says why."
ENOUGH, LONGEST_S = 6, 300  # turns, and how long they may take
Fails = Callable[[str, Callable[..., Any]], None]


def raises(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("nobody thought of that")


def hangs(*_: Any, **__: Any) -> Any:
    while True:
        pass


def leaves(*_: Any, **__: Any) -> Any:
    raise SystemExit(3)


def refuses(*_: Any, **__: Any) -> Any:
    raise BadInput("robots cannot play Mito")


def nothing(*_: Any, **__: Any) -> Any:
    return None


FAULTS = [
    *[(name, raises) for name in ("habit", "imagines", "movers", "gestures", "effort")],
    ("habit", hangs),
    ("imagines", hangs),
    ("habit", leaves),
    ("gestures", nothing),
]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packages, "TICK_S", 0.01)
    monkeypatch.setattr(mind, "LONGEST_S", 0.2)


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch) -> Fails:
    """Let a method of an AI do something else."""

    def fail(name: str, instead: Callable[..., Any]) -> None:
        monkeypatch.setattr(type(ai.find("mito")), name, property(instead) if name == "effort" else instead)

    return fail


@pytest.mark.parametrize(("name", "instead"), FAULTS)
def test_a_person_and_robots_whose_ai_fails_play_on(
    journal: Journal, fails: Fails, name: str, instead: Callable[..., Any]
) -> None:
    fails(name, instead)
    room, logged = played(journal, "keen" if name == "effort" else "easy")

    assert set(turns(room)) == {1, 2, 3}
    assert room.table.controller.board.snapshot.host.health["errors"] == [TOLD]
    (said,) = [one for one in logged if one["log_level"] == "error"]
    assert re.search(r"\(\w+\.py:\d+\)$", said["error"])
    assert "exc_info" not in said


@pytest.mark.parametrize("instead", [raises, leaves, refuses])
def test_they_play_on_though_their_ai_cannot_be_made(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, instead: Callable[..., Any]
) -> None:
    monkeypatch.setattr(group, "ai", SimpleNamespace(find=instead))
    room, logged = played(journal, "keen")

    assert set(turns(room)) == {1, 2, 3}
    assert room.table.controller.board.snapshot.host.health["errors"] == [TOLD]
    assert len([one for one in logged if one["log_level"] == "error"]) == 1


def test_they_play_on_though_the_game_does_not_know_what_hands_can_do(
    journal: Journal, fails: Fails, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails("imagines", raises)
    monkeypatch.setattr(mind.Mind, "_offered", raises)

    assert set(turns(played(journal, "easy")[0])) == {1, 2, 3}


def played(journal: Journal, kind: str) -> tuple[Room, list[Any]]:
    """Play some turns of a person with two robots; return the table, and what was logged."""
    with luck(1), capture_logs() as logged:
        room = Room(journal, "mito", seats=3)
        answer = room.phone.asks("quick", game="mito", robots=2, kind=kind, name="Ana")
        person = Person(room, room.phone, answer.get_json()["seats"][0])
        while len(turns(room)) < ENOUGH:
            assert room.clock.now_ns() < LONGEST_S * 1e9, room.events[-5:]
            does_the_least(person)
    return room, [*logged]


def test_the_host_is_told_nothing_of_it_in_the_next_game(journal: Journal) -> None:
    controller = TableInTime(journal).controller
    controller.take(StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=1))
    controller.take(Remark("robots", say("Robots fail."), of_game=True))
    assert controller.board.snapshot.host.health["errors"] == ["Robots fail."]

    controller.take(StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=2))

    assert controller.board.snapshot.host.health["errors"] == []


def turns(room: Room) -> list[int]:
    """Return whose turns it was."""
    return [one["seat"] for one in room.events if one["event"] == "turn_started"]
