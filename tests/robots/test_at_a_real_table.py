"""Robots at a table of real cards: people lay their cards as they ask, and a whole game comes to its end."""

from random import Random

import pytest

from table.complaints import BadInput
from table.emulated import following, handling
from table.games.game import pads
from table.keeping.journal import Journal
from table.running.messages import AskFor, SeatRobot, SendRobotAway, StartGame
from table.testing.tables import EmulatedTable
from table.wiring.live import live_table
from tests.replayed import printed
from tests.robots.helping import Helpers, RealTable

LONGEST_S = 3600


@pytest.fixture(autouse=True)
def _people_give_what_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody draw a robot's card by himself: it says which one."""
    monkeypatch.setattr(following, "_given", lambda held, owed, _sight: handling.owing(held, owed))


@pytest.mark.long
@pytest.mark.parametrize(("game", "robots", "seed"), [("mito", 3, 3), ("mito", 3, 36), ("mytho", 2, 3)])
def test_people_lay_what_robots_ask_for(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, game: str, robots: int, seed: int
) -> None:
    monkeypatch.setattr(handling, "SOURCE", Random(seed))  # noqa: S311 - with 36 somebody is out before a gift is given
    with RealTable(journal, game, robots=robots, kind="easy", seed=3) as table:
        helpers = Helpers(table, clumsy=0.2, seed=3)
        while not table.view["over"] and table.clock.now_ns() < LONGEST_S * 1e9:
            helpers.helps()

        events = printed(table.snapshot.game)
        assert table.view["over"], events["public"][-10:]
        refused = [one for one in events["public"] if one["event"] == "play_refused"]
        assert {one["reason"] for one in refused} <= {"paused", "not_now"}  # somebody called while it was on its way
        assert helpers.mistakes
        others = [one for one in events["sealed"] if one["event"] == "card_not_asked_for"]
        assert [one["card"] for one in others] == [card for _, card in helpers.mistakes]
        for audience in events.keys() - {"sealed"}:
            unnamed = [one for one in events[audience] if one["event"] == "card_not_asked_for"]
            assert len(unnamed) == len(others)
            assert all("card" not in one for one in unnamed)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("nur_mut", "robots: cards of Nur Mut have two faces, so no robot can have them lie face down"),
        ("mythology_go", "robots: in Mythology GO cards lie on every pad, so there is none for a robot's hand"),
    ],
)
def test_where_cards_cannot_lie_in_rows_no_robot_plays(journal: Journal, game: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        RealTable(journal, game, robots=2, kind="easy", seed=1)


def test_a_robot_needs_a_pad_of_its_own(journal: Journal) -> None:
    with EmulatedTable(journal, game="mytho", seats=2) as table:
        live = live_table(journal=journal, hardware=table.hardware, seats=2, tags={})
        wanted = StartGame("mytho", ("Ana", "Ben"), {}, 1)

        with pytest.raises(BadInput, match="robots: seat 2 has no pad of its own, and a robot needs one"):
            live.controller.take(wanted.with_robots({2: "easy"}))
        live.controller.take(wanted)
        for card in ("5h", "6h"):
            table.hardware.tabletop.touch(card, "visible")
        for _ in range(200):
            for look in live.sources.values():
                live.controller.take(look())
        with pytest.raises(BadInput, match="robots: where cards are real, they sit down before those are dealt"):
            live.controller.take(SeatRobot(2, "easy", 1, instead=True))


def test_who_has_left_is_gone_after_a_power_cut(journal: Journal) -> None:
    with RealTable(journal, "mytho", robots=3, kind="easy", seed=1) as table:
        helpers = Helpers(table, clumsy=0, seed=1)
        while not table.snapshot.game.is_on(dealt=False):
            helpers.helps()
        table.controller.take(SendRobotAway(2, 1))
        table.controller.take(SeatRobot(3, "keen", 1, instead=True))
        recorded = journal.running()
        assert recorded is not None

        again = live_table(journal=journal, hardware=table.hardware, seats=3, tags={}).controller
        again.resume(recorded)
        assert again.board.snapshot.game.robots == {1: "easy", 3: "keen"}
        assert again.board.snapshot.game.rows.keys() == {1, 3}


def test_a_robot_asks_for_a_card_no_more_and_that_is_told_once(journal: Journal) -> None:
    with EmulatedTable(journal, game="mytho", seats=2, besides=pads(2)) as table:
        live = live_table(journal=journal, hardware=table.hardware, seats=2, tags={})
        live.controller.take(StartGame("mytho", ("Ana", "Bolt"), {"hand_size": 1}, 1).with_robots({2: "easy"}))
        for card in (None, "5h"):  # what lies on a pad when polling begins does not touch it
            if card is not None:
                table.hardware.tabletop.touch(card, "seat.2")
            for _ in range(30):
                for look in live.sources.values():
                    live.controller.take(look())
        for wanted in (AskFor(2, "5h", "visible"), AskFor(2), AskFor(2)):
            live.controller.take(wanted)

        names = [one.event.name for one in live.controller.board.snapshot.game.events["public"]]
        assert [one for one in names if one.startswith("robot")] == ["robot_asks", "robot_waits"]
        assert live.controller.board.snapshot.game.asked == ()
