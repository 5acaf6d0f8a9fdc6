"""Time that passes faster: it keeps its pace, never catches up by running, and what is told stays true."""

from json import dumps, loads
from typing import Any

import pytest

from table import household
from table.emulated.attached import Attached
from table.games.game import PUBLIC
from table.household import Seated
from table.keeping.journal import Journal
from table.running import simulated_time
from table.running.live import LiveTable
from table.running.messages import StartGame
from table.running.simulated_time import FastTime
from table.simulation.live import TOO_FAST, LiveHousehold, Pace
from table.simulation.virtual import NAMES, Setting, VirtualGame

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
def quiet(journal: Journal) -> LiveTable:
    """A table at which nothing happens."""
    return VirtualGame(journal, Setting("mito", 3, "clean", seed=1)).live


def laid(journal: Journal) -> tuple[LiveTable, Attached]:
    """A table for simulated people, and the hands that they have there."""
    virtual = VirtualGame(journal, Setting("mito", 3, "clean", seed=1))
    assert virtual.hardware.tabletop is not None
    return virtual.live, Attached(virtual.hardware.tabletop)


def pass_time(table: LiveTable, time: FastTime, seconds: float) -> None:
    ends_ns = time.now_ns() + seconds * 1e9
    while time.now_ns() < ends_ns:
        time.passes(table.board.picture.number, 1.0)


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


@pytest.mark.long
def test_what_is_told_at_a_hundred_times_the_speed_is_what_people_did(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    sat: list[Seated] = []
    gather = household.gather

    def sit_down(*arguments: Any, **named: Any) -> Seated:
        sat.append(gather(*arguments, **named))
        return sat[-1]

    table, attached = laid(journal)
    wanted = StartGame("mito", NAMES[:3], {}, seed=5)
    monkeypatch.setattr(household, "gather", sit_down)
    with table:
        table.look()  # from now on the game's clock and that of the people go alike
        table.controller.post(wanted.for_household(seed=11)).result()
        with LiveHousehold(table, attached, wanted, pace=Pace(reading_s=1e6), passing=FastTime(table, speed=100)):
            while not table.board.picture.views[PUBLIC]["over"]:
                before = table.board.picture.number
                assert table.board.wait(before, PATIENCE_S).number != before, "it has stopped in the middle"

    evening = sat[0].evening
    evening.see(table.board.picture, int(evening.env.now))  # they left without a look at the result
    while not evening.over:
        evening.env.step()
    deeds = loads(dumps(evening.deeds))
    told = journal.events(1, PUBLIC)
    assert sum(deed["deed"] == "lies" for deed in deeds) > 20
    assert sat[0].people.compare(deeds, told) == []


def test_people_who_play_too_fast_do_not_make_way(journal: Journal) -> None:
    table, attached = laid(journal)
    wanted = StartGame("mito", NAMES[:3], {}, seed=5)
    table.controller.take(wanted.for_household(seed=11))

    with (
        table,
        LiveHousehold(table, attached, wanted, passing=FastTime(table, speed=20)),
        pytest.raises(Exception, match=TOO_FAST),
    ):
        attached.make_way()
    assert table.board.picture.household
