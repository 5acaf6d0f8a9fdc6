"""The threads of a table that runs: lights follow the picture, and a light that fails stops nothing."""

import threading
from collections.abc import Callable, Iterator, Mapping
from threading import Event
from typing import Any

import pytest
from structlog.testing import capture_logs

from hardware.signals import Signal
from table.board import Snapshot
from table.running.live import LiveTable
from table.running.messages import Choose, Observed, StartGame
from table.running.owner import TableStopped
from table.tagging.desk import StartEnrolment, StopEnrolment
from table.values import to_json
from tests.emulated import TableInTime
from tests.playing import PATIENCE_S

BEGIN = StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=5)


@pytest.fixture
def emulated(journal: Any) -> Iterator[TableInTime]:
    with TableInTime(journal) as table:
        yield table


class Lights:
    """Lights that can be waited for; `shine` raises an error, once."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.pictures: list[Snapshot] = []
        self.seen = threading.Condition()
        self.shone = 0
        self.shine_too: Callable[[], None] = lambda: None

    def show(self, snapshot: Snapshot) -> None:
        with self.seen:
            self.pictures.append(snapshot)
            self.seen.notify_all()

    def shine(self) -> None:
        error, self.error = self.error, None
        if error is not None:
            raise error
        self.shine_too()
        with self.seen:
            self.shone += 1
            self.seen.notify_all()

    def waits(self, games: int) -> bool:
        """Wait until a picture of so many games has been shown."""
        with self.seen:
            return self.seen.wait_for(lambda: any(one.game.game_id == games for one in self.pictures), PATIENCE_S)

    def goes_on(self) -> bool:
        """Wait until they have shone a few times more."""
        with self.seen:
            shone = self.shone
            return self.seen.wait_for(lambda: self.shone > shone + 2, PATIENCE_S)


def live(emulated: TableInTime, lights: Lights) -> LiveTable:
    return LiveTable(controller=emulated.controller, sources={}, followers=[lights.show], shine=lights.shine)


def test_lights_follow_the_picture_until_the_table_is_closed(emulated: TableInTime) -> None:
    lights = Lights()
    with live(emulated, lights) as table:
        table.controller.post(BEGIN).result(PATIENCE_S)
        assert lights.waits(1)
        assert lights.goes_on(), "between pictures, too"

    numbers = [snapshot.number for snapshot in lights.pictures]
    assert numbers == sorted(set(numbers)), "each picture once"
    assert "followers" not in [thread.name for thread in threading.enumerate()]


@pytest.mark.parametrize("kind", [OSError, ValueError])
def test_a_light_that_fails_is_told_in_the_log_and_the_game_goes_on(
    emulated: TableInTime, kind: type[Exception]
) -> None:
    lights = Lights(kind("the pin is gone"))
    with capture_logs() as entries, live(emulated, lights) as table:
        table.controller.post(BEGIN).result(PATIENCE_S)
        assert lights.waits(1)
        assert lights.goes_on()
        for one in _looked(emulated, 20):
            table.controller.post(one).result(PATIENCE_S)

        assert to_json(table.board.snapshot.game.views["public"])["game"] == "mito"

    assert failures(entries) == [("error", "the pin is gone")]
    assert kind.__name__ in [entry.get("kind") for entry in entries]


def failures(entries: list[Any]) -> list[tuple[str, str]]:
    return [(entry["log_level"], entry["error"]) for entry in entries if "has failed" in entry["event"]]


def _looked(emulated: TableInTime, times: int) -> list[Observed]:
    return [poll() for _ in range(times) for poll in emulated.live.sources.values()]


def test_of_a_table_with_a_broken_light_the_others_shine(
    emulated: TableInTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_colour: object) -> None:
        raise OSError("the pin is gone")

    lights, lamps = Lights(), emulated.hardware.room.lamps
    monkeypatch.setattr(lamps["discard"], "show", fails)
    lights.shine_too = emulated.hardware.lights.refresh
    emulated.hardware.lights.play("seat.1", Signal.STEADY)
    with capture_logs() as entries, live(emulated, lights):
        assert lights.goes_on()

    assert failures(entries) == [("error", "the light of discard has failed: the pin is gone")]
    assert lamps["seat.1"].is_on


def test_in_the_end_the_lights_are_put_out(emulated: TableInTime) -> None:
    hardware, lights = emulated.hardware, Lights()
    hardware.lights.play("buzzer", Signal.STEADY)
    lights.shine_too = hardware.lights.refresh
    table = LiveTable(
        controller=emulated.controller,
        sources={},
        followers=[lights.show],
        shine=lights.shine,
        dark=hardware.lights.dark,
    )
    with table:
        assert lights.goes_on()
        assert hardware.room.lamps["buzzer"].is_on

    assert not hardware.room.lamps["buzzer"].is_on


def test_a_source_that_fails_is_told_and_tried_again(emulated: TableInTime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.running.live._AGAIN_S", 0.01)
    works = Event()

    def poll() -> Observed:
        if not works.is_set():
            raise OSError("the bus is gone")
        return Observed("readers", [], emulated.clock.now_ns())

    def waits(right: Callable[[Mapping[str, Any]], bool]) -> None:
        snapshot = table.board.snapshot
        while not right(snapshot.host.health):
            before, snapshot = snapshot.number, table.board.wait(snapshot.number, PATIENCE_S)
            assert snapshot.number != before

    with capture_logs(), LiveTable(controller=emulated.controller, sources={"readers": poll}) as table:
        waits(lambda health: health["broken"] == {"readers": "OSError: the bus is gone"})
        table.controller.post(BEGIN).result(PATIENCE_S)
        works.set()
        waits(lambda health: health["broken"] == {})


def test_nothing_is_asked_of_a_table_that_is_closed(emulated: TableInTime) -> None:
    emulated.live.close()
    with pytest.raises(TableStopped):
        emulated.controller.post(BEGIN).result(PATIENCE_S)


def test_a_beat_shows_each_picture_once_and_lets_the_lights_go_on(emulated: TableInTime) -> None:
    lights = Lights()
    table = live(emulated, lights)
    for _ in range(3):
        table.beat()
    emulated.controller.take(BEGIN)
    for _ in range(3):
        table.beat()

    assert [snapshot.game.game_id for snapshot in lights.pictures] == [None, 1]
    assert lights.shone == 6


def test_closing_is_safe_twice_and_closes_everything_though_something_fails(emulated: TableInTime) -> None:
    closed: list[str] = []

    def fails() -> None:
        closed.append("bad")
        raise OSError("it does not close")

    table = LiveTable(controller=emulated.controller, sources={}, closing=[lambda: closed.append("first"), fails])
    with pytest.raises(OSError, match="it does not close"):
        table.close()

    assert sorted(closed) == ["bad", "first"]
    assert table.board.closed


def test_readers_are_polled_often_while_somebody_plays_or_tags_cards(
    emulated: TableInTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    paces: list[bool] = []
    monkeypatch.setattr(type(emulated.hardware), "poll_often", lambda _hardware, *, often: paces.append(often))
    controller = emulated.controller
    for message in (None, BEGIN, Choose(0, "abort"), StartEnrolment("mito"), StopEnrolment(), BEGIN):
        if message is not None:
            controller.take(message)
        emulated.live.beat()

    assert paces == [False, True, False, True, False, True]


def test_lights_that_are_steady_are_left_alone(emulated: TableInTime) -> None:
    lights, shone = Lights(), list[int]()
    table = LiveTable(
        controller=emulated.controller,
        sources={},
        followers=[lights.show],
        shine=lambda: shone.append(1),
        is_steady=lambda: True,
    )
    with table:
        assert not threading.Event().wait(0.3)
        table.controller.post(BEGIN).result(PATIENCE_S)
        assert lights.waits(1), "a new picture is shown at once"

    assert len(shone) <= 3
