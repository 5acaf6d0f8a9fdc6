"""Time that passes faster: it keeps its pace, never catches up by running, and what is told stays true."""

from pathlib import Path

import pytest

from table.cli.playing.play import emulated
from table.cli.playing.sitting import LaidTable
from table.complaints import BadInput
from table.games.game import PUBLIC
from table.keeping.journal import Journal
from table.robots.auto_play import AutoPlay, Pace
from table.running import simulated_time
from table.running.live import LiveTable
from table.running.messages import StartGame
from table.running.simulated_time import FastTime

PATIENCE_S = 60.0


class Watch:
    """Real time that passes only where somebody sleeps, or works."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.slept_s = 0.0

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds
        self.slept_s += seconds


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(simulated_time, "time", watch)
    return watch


@pytest.fixture
def laid(journal: Journal, database: Path) -> LaidTable:
    """A table on a clock that somebody advances, and hands there."""
    return emulated(journal, (), database, fast=True)


@pytest.fixture
def quiet(laid: LaidTable) -> LiveTable:
    """A table at which nothing happens."""
    return laid.table


def pass_time(table: LiveTable, time: FastTime, seconds: float) -> None:
    ends_ns = time.now_ns() + seconds * 1e9
    while time.now_ns() < ends_ns:
        time.passes(table.board.snapshot.number, 1.0)


def test_time_goes_as_many_times_as_fast_as_it_is_told_to(quiet: LiveTable, watch: Watch) -> None:
    with quiet:
        pass_time(quiet, FastTime(quiet, speed=20), 100)

    assert watch.slept_s == pytest.approx(5, rel=0.05)


def test_a_machine_that_is_too_slow_lets_time_pass_slowly_and_does_not_run_after_it(
    quiet: LiveTable, watch: Watch
) -> None:
    with quiet:
        time = FastTime(quiet, speed=20)
        watch.now_s += 60  # it was busy
        pass_time(quiet, time, 100)

    assert watch.slept_s == pytest.approx(5, abs=0.6)


@pytest.mark.timed
def test_robots_play_a_whole_game_at_a_hundred_times_the_speed(journal: Journal, laid: LaidTable) -> None:
    table, attached = laid.table, laid.attached
    assert attached is not None
    wanted = StartGame("mito", ("Ana", "Ben", "Cleo"), {"rounds": 1}, seed=5)
    with table:
        table.poll()  # from now on the game's clock and that of the robots go alike
        table.controller.post(wanted.for_robots(seed=11)).result()
        with AutoPlay(table, attached, wanted, pace=Pace(reading_s=1e6), passing=FastTime(table, speed=100)):
            while not table.board.snapshot.game.view().over:
                before = table.board.snapshot.number
                assert table.board.wait(before, PATIENCE_S).number != before, "it has stopped in the middle"

    events = journal.events(1, PUBLIC)
    plays = [event["seat"] for event in events if event["event"] == "card_played"]
    assert {1, 2, 3} <= {*plays}
    assert events[-1]["t"] > len(plays), "hands take their time, on the table's clock"
    assert "game_ended" in {event["event"] for event in events}


def test_robots_who_play_too_fast_do_not_make_way(laid: LaidTable) -> None:
    table, attached = laid.table, laid.attached
    assert attached is not None
    wanted = StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=5)
    table.controller.take(wanted.for_robots(seed=11))

    with (
        table,
        AutoPlay(table, attached, wanted, passing=FastTime(table, speed=20)),
        pytest.raises(BadInput, match="without --speed"),
    ):
        attached.make_way()
    assert table.board.snapshot.game.auto
