"""The thread that lets robots play by themselves: what is due is done, and hands are off when somebody comes."""

import threading
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from structlog.testing import capture_logs

from table.board import GameSnapshot
from table.emulated.people import Attached
from table.emulated.tabletop import Hands
from table.robots import auto_play, group
from table.robots.auto_play import AutoPlay, Pace
from table.robots.environment import Doing, Environment
from table.robots.live import LiveRobots
from table.running.live import Agenda, LiveTable
from table.running.messages import AreYouThere, PeopleCome, StartGame
from table.running.simulated_time import Passing, until_next_s
from table.saying import Text, say
from tests.emulated import TableInTime
from tests.playing import PATIENCE_S

FOUND = StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=5)
QUICK = Pace(reading_s=0.02)


class Tabletop:
    """A tabletop without pads: what lies there and which buttons are down can be waited for."""

    cards = ("number2.1",)

    def __init__(self) -> None:
        self.lying: set[str] = set()
        self.down: set[int] = set()
        self._changed = threading.Condition()

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        self._change(lambda: self.lying.add(card))

    def lift(self, card: str) -> None:
        self._change(lambda: self.lying.discard(card))

    def press(self, seat: int) -> None:
        self._change(lambda: self.down.add(seat))

    def release(self, seat: int) -> None:
        self._change(lambda: self.down.discard(seat))

    def is_touched(self) -> bool:
        return self._waits(lambda: bool(self.lying and self.down))

    def is_clear(self) -> bool:
        return self._waits(lambda: not (self.lying or self.down))

    def _change(self, change: Callable[[], None]) -> None:
        with self._changed:
            change()
            self._changed.notify_all()

    def _waits(self, right: Callable[[], bool]) -> bool:
        with self._changed:
            return self._changed.wait_for(right, PATIENCE_S)


class Toys:
    """Robots who do one thing."""

    def __init__(self, doing: Callable[[Environment], Doing], reach: Any, say: Any, now_ns: int) -> None:
        self.environment = Environment(reach.buttons, say, Random(1), now_ns=now_ns, seats=(1, 2, 3))  # noqa: S311
        self.environment.env.process(doing(self.environment))

    def see(self, game: GameSnapshot, now_ns: int) -> None:
        self.environment.see(game, now_ns)

    def leaves(self) -> None:
        """They have nothing to give back."""


def reach_out(environment: Environment) -> Doing:
    """Put a finger on a button and a card on the pad, for longer than any test lasts."""
    environment.env.process(environment.presses(1, 600))
    environment._put(1, ["number2.1"], "discard", 600)
    yield environment.waits(600)


def stop_at_once(environment: Environment) -> Doing:
    yield environment.waits(0.01)
    environment.says(0, "abort")
    yield environment.waits(600)


@pytest.fixture
def table(journal: Any) -> Iterator[LiveTable]:
    emulated = TableInTime(journal)
    table = LiveTable(controller=emulated.controller, sources={})
    table.controller.take(FOUND.for_robots(seed=7))
    with table:
        yield table


@pytest.fixture
def attached() -> Attached:
    return Attached(Tabletop(), SimpleNamespace(movements=None))  # type: ignore[arg-type]


@pytest.fixture
def tabletop(attached: Attached) -> Any:
    return attached.tabletop


@pytest.fixture(autouse=True)
def nothing_fails() -> Iterator[None]:
    """A game that fails is followed by another: without this, what a test asks of one could fail unseen."""
    with capture_logs() as entries:
        yield
    assert [entry for entry in entries if entry["log_level"] == "error"] == []


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at this table, so nobody has seen that hands are off."""
    monkeypatch.setattr(auto_play, "_CLEARED_S", 0.05)


@pytest.fixture
def sits_down(monkeypatch: pytest.MonkeyPatch, table: LiveTable, attached: Attached) -> Callable[..., AutoPlay]:
    def sit_down(doing: Callable[[Environment], Doing], pace: Pace = QUICK) -> AutoPlay:
        def toys(_: GameSnapshot, reach: Any, say: Any, *, now_ns: int, **_more: Any) -> Toys:
            return Toys(doing, reach, say, now_ns)

        monkeypatch.setattr(auto_play, "RobotGroup", toys)
        return AutoPlay(table, attached, FOUND, pace=pace)

    return sit_down


def reaches(table: LiveTable, game_id: int) -> bool:
    """Wait until the table shows a game, or a later one: some last a hundredth of a second."""
    while ((snapshot := table.board.snapshot).game.game_id or 0) < game_id:
        if table.board.wait(snapshot.number, PATIENCE_S).number == snapshot.number:
            return False
    return True


def has_left() -> bool:
    """Wait until the robots' thread has ended."""
    for thread in threading.enumerate():
        if thread.name == "auto play":
            thread.join(PATIENCE_S)
            return not thread.is_alive()
    return True


def test_game_follows_game_each_with_a_chance_of_its_own(table: LiveTable, sits_down: Any) -> None:
    begun: list[Any] = []

    def note_and_stop(environment: Environment) -> Doing:
        begun.append(table.board.snapshot.game.started)
        yield from stop_at_once(environment)

    with sits_down(note_and_stop):
        assert reaches(table, 4)

    assert all(started.auto for started in begun)
    assert len({started.seed for started in begun[:3]}) == 3


def test_what_they_see_reaches_them(table: LiveTable, sits_down: Any) -> None:
    def pause_and_see(environment: Environment) -> Doing:
        environment.says(0, "pause")
        yield from environment.until(lambda: bool(environment.view.paused), 600)
        environment.says(0, "abort")
        yield environment.waits(600)

    with sits_down(pause_and_see):
        assert reaches(table, 2)


@pytest.mark.parametrize("leaving", ["close", "make_way"])
def test_in_the_end_no_button_is_down_and_no_card_lies_there(
    table: LiveTable, sits_down: Any, leaving: str, tabletop: Any
) -> None:
    with sits_down(reach_out) as people:
        assert tabletop.is_touched()
        getattr(people, leaving)()

        assert not tabletop.lying
        assert not tabletop.down
        people.close()
        people.close()

    assert has_left()


def test_who_begins_a_game_unasked_for_way_drives_them_off_too(table: LiveTable, sits_down: Any, tabletop: Any) -> None:
    with sits_down(reach_out):
        assert tabletop.is_touched()
        table.controller.post(PeopleCome(seed=9)).result(PATIENCE_S)

        assert tabletop.is_clear()
        assert has_left()
        assert not table.board.snapshot.game.auto


def test_when_they_have_left_they_touch_nothing_any_more(
    table: LiveTable, sits_down: Any, tabletop: Any, attached: Attached
) -> None:
    with sits_down(reach_out):
        assert tabletop.is_touched()
        attached.make_way()
        table.controller.post(PeopleCome(seed=9)).result(PATIENCE_S)
        assert has_left()
        tabletop.put("number2.1", "discard")
        attached.make_way()

    assert tabletop.lying == {"number2.1"}


def test_hands_that_were_withdrawn_leave_what_others_lay_down() -> None:
    tabletop = Tabletop()
    hands = Hands(tabletop)  # type: ignore[arg-type]
    hands.put("number2.1", "discard")
    hands.press(1)
    hands.withdraw()
    tabletop.put("number2.1", "discard")
    tabletop.press(1)
    hands.withdraw()

    assert (tabletop.lying, tabletop.down) == ({"number2.1"}, {1})


def test_if_nobody_comes_who_asked_for_way_they_go_on(
    table: LiveTable, sits_down: Any, monkeypatch: pytest.MonkeyPatch, tabletop: Any, attached: Attached
) -> None:
    monkeypatch.setattr(auto_play, "_COMING_S", 0.05)
    with sits_down(reach_out):
        assert tabletop.is_touched()
        attached.make_way()
        assert reaches(table, 2)
        assert tabletop.is_touched()


def test_robots_at_a_loss_are_told_in_the_log_and_begin_anew(table: LiveTable, sits_down: Any) -> None:
    def lose_count(environment: Environment) -> Doing:
        yield environment.waits(0.01)
        raise ValueError("the discard has no such card")

    with capture_logs() as entries, sits_down(lose_count):
        assert reaches(table, 2)

    lost = [entry for entry in entries if entry["event"] == "the robots' game failed"]
    assert (lost[0]["log_level"], lost[0]["error"]) == ("error", "the discard has no such card")


def test_robots_who_hear_nothing_for_long_begin_anew(table: LiveTable, sits_down: Any) -> None:
    with capture_logs() as entries, sits_down(reach_out, Pace(reading_s=0.02, silent_s=0.05)):
        assert reaches(table, 2)

    assert "the robots do not go on" in [entry["event"] for entry in entries]


def test_a_choice_that_is_refused_is_told_in_the_log(table: LiveTable, sits_down: Any) -> None:
    def say_nonsense(environment: Environment) -> Doing:
        environment.says(0, "nonsense")
        yield from stop_at_once(environment)

    with capture_logs() as entries, sits_down(say_nonsense):
        assert reaches(table, 2)

    refused = [entry for entry in entries if entry["event"] == "the table has refused a choice"]
    assert refused[0]["choice"] == "nonsense"


def test_they_sleep_until_something_is_due(
    table: LiveTable, sits_down: Any, monkeypatch: pytest.MonkeyPatch, tabletop: Any
) -> None:
    looks: list[float] = []

    def look(time: Passing, agenda: Agenda) -> float:
        looks.append(until_next_s(time, agenda))
        return looks[-1]

    monkeypatch.setattr(auto_play, "until_next_s", look)
    with sits_down(reach_out) as people:
        assert tabletop.is_touched()
        number = len(looks)
        people.close()

    assert number <= 4, "one look at the picture, and at what follows from it"


@pytest.mark.parametrize("alone", [True, False])
def test_what_robots_tell_the_host_is_shown(
    table: LiveTable, attached: Attached, monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    def tells(*_: Any, tell_host: Callable[[Text], object], **_more: Any) -> Any:
        tell_host(say("Robots fail."))
        return Mock()

    for module in (auto_play, group):
        monkeypatch.setattr(module, "RobotGroup", tells)

    if alone:
        AutoPlay(table, attached, FOUND)._seated(table.board.snapshot.game)
    else:
        LiveRobots(table, attached)._plays()
    table.controller.post(AreYouThere()).result(PATIENCE_S)

    assert table.board.snapshot.host.health["errors"] == ["Robots fail."]
