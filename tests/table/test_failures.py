"""Nobody ends the table: what cannot be judged is set aside, told and never judged again, and all is as before."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from hardware.observations import NS_PER_US, ButtonEdge, ReaderHealth
from table import facts
from table.complaints import BadInput
from table.facts import CardArrived, ChoiceMade, Fact, TimePassed
from table.games.mito import Mito
from table.judging.session import Session, dump
from table.keeping.journal import MOST_SET_ASIDE, Journal
from table.running.controller import Controller
from table.running.health import STUCK, UNWRITTEN, NotJudged, NotKept
from table.running.messages import Choose, Failed, Observed, Stalled, StartGame
from table.values import replace
from tests.emulated import MS, TableInTime
from tests.replayed import printed
from web.delivery.measured import answer

Breaks = Callable[[Callable[[Fact], bool]], None]
PLAYERS = ("Ana", "Ben", "Cleo")


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch) -> Breaks:
    """Let the rules fail on some facts, as they did not yet when they were seen."""
    sound: Any = Mito.readings

    def on(wrong: Callable[[Fact], bool]) -> None:
        def readings(game: Mito, state: Any, fact: Fact) -> Any:
            if wrong(fact):
                raise ZeroDivisionError("nobody thought of that")
            return sound(game, state, fact)

        monkeypatch.setattr(Mito, "readings", readings)

    return on


def errors(controller: Controller) -> list[str]:
    errors: list[str] = controller.board.snapshot.host.health["errors"]
    return errors


def replayed(journal: Journal, game_id: int) -> list[dict[str, Any]]:
    _, brought = Session.replay(journal.facts(game_id))
    return [dump(line) for lines in brought for line in lines if line.audience == "sealed"]


@pytest.fixture(autouse=True)
def quiet() -> Any:
    with capture_logs() as entries:
        yield entries


def test_a_card_that_cannot_be_judged_is_set_aside_and_play_goes_on(
    table: TableInTime, journal: Journal, breaks: Breaks, quiet: Any
) -> None:
    table.card("number2.1").touches("discard")
    before, shown = journal.facts(1), table.controller.board.snapshot.game.views["seat:1"]
    breaks(lambda fact: isinstance(fact, CardArrived) and fact.card == "number3.1")

    table.card("number3.1").touches("discard")

    assert journal.facts(1) == before
    assert table.controller.board.snapshot.game.views["seat:1"] == shown
    (aside,) = journal.set_aside(1)
    assert facts.parse(aside.body) == CardArrived(facts.parse(aside.body).t, "discard", "number3.1")
    assert (aside.after_fact, aside.error) == (len(before) - 1, "ZeroDivisionError: nobody thought of that")
    assert errors(table.controller) == [
        "The table could not judge something, after 1 s of play. If the game is wrong now, take back the last play."
    ]
    assert [entry["event"] for entry in quiet] == ["a fact cannot be judged"]

    table.card("number1.1").touches("discard")
    assert table.view["piles"]["discard"] == {"top": "number1.1", "count": 2}
    assert replayed(journal, 1) == journal.events(1, "sealed")


def test_what_was_set_aside_is_not_judged_again_by_a_restart(tmp_path: Path, breaks: Breaks) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        table.starts("mito", *PLAYERS)
        breaks(lambda fact: isinstance(fact, CardArrived) and fact.card == "number3.1")
        table.card("number2.1").touches("discard")
        table.card("number3.1").touches("discard")
        before = table.controller.board.snapshot.game

    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        running = journal.running()
        assert running is not None
        table.controller.resume(running)
        after = table.controller.board.snapshot.game
        assert (after.views, printed(after)) == (before.views, printed(before))
        assert len(errors(table.controller)) == 1
        table.runs(100)
        table.card("number1.1").touches("discard")
        assert table.view["piles"]["discard"]["count"] == 2


def test_whoever_made_a_choice_that_cannot_be_judged_is_told(
    table: TableInTime, journal: Journal, breaks: Breaks
) -> None:
    breaks(lambda fact: isinstance(fact, ChoiceMade))
    before = journal.facts(1)

    with pytest.raises(NotJudged, match="The table could not judge that, so it does not count"):
        table.controller.take(Choose(0, "next_round"))

    assert journal.facts(1) == before
    table.card("number2.1").touches("discard")
    assert table.view["piles"]["discard"]["count"] == 1


def later_deadlines(table: TableInTime) -> Callable[[Fact], bool]:
    now = round(table.controller.board.snapshot.game.t * 1e6)
    return lambda fact: isinstance(fact, TimePassed) and fact.t > now


@pytest.fixture
def stuck(table: TableInTime, breaks: Breaks) -> TableInTime:
    """A game with a deadline that cannot be judged: that of a drop."""
    table.card("number2.1").touches("discard")
    table.card("number1.1").touches("discard")
    breaks(later_deadlines(table))
    table.card("number5.1").touches("discard")
    return table


def test_a_deadline_that_cannot_be_judged_lets_the_game_stand_and_the_table_live(
    stuck: TableInTime, journal: Journal, quiet: Any
) -> None:
    stuck.runs(5_000)
    assert (stuck.view["headline"], stuck.view["prompt"]) == ("The game has stopped", STUCK)
    said = "The table cannot judge this game any more. Take back the last play, end it, or begin another."
    assert errors(stuck.controller)[0] == said
    assert len(journal.set_aside(1)) == len(quiet) == 1
    before = journal.facts(1)
    stuck.card("number4.1").touches("discard")
    assert journal.facts(1) == before

    presses = dict(stuck.controller.board.snapshot.host.health["presses"])
    stuck.seat(1).taps()
    assert stuck.controller.board.snapshot.host.health["presses"] != presses, "sensors are seen as before"
    with pytest.raises(BadInput, match="this game cannot go on"):
        stuck.controller.take(Choose(0, "next_round"))


def test_a_game_that_stands_goes_on_when_the_last_play_is_taken_back(
    stuck: TableInTime, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the deadline that could not be judged was one of the play
    stuck.controller.take(Choose(0, "undo"))
    stuck.runs(500)

    assert len(errors(stuck.controller)) == 1
    stuck.card("number5.1").touches("discard")  # it was refused on the 2, and is taken back
    stuck.card("number1.2").touches("discard")
    assert stuck.view["piles"]["discard"]["top"] == "number1.2"
    assert replayed(journal, 1) == journal.events(1, "sealed")


@pytest.mark.parametrize("in_vain", [False, True])
def test_a_game_that_stands_can_be_ended_though_nothing_is_judged(
    stuck: TableInTime, journal: Journal, monkeypatch: pytest.MonkeyPatch, in_vain: bool
) -> None:
    if in_vain:
        monkeypatch.setattr(Session, "_host_does", lambda *_: 1 / 0)
    stuck.controller.take(Choose(0, "abort"))
    stuck.runs(1_000)

    assert (stuck.view["headline"], stuck.view["over"]) == ("Game ended", True)
    assert journal.running() is None
    assert replayed(journal, 1) == journal.events(1, "sealed")


def test_another_game_begins_in_the_place_of_one_that_stands(
    stuck: TableInTime, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    stuck.starts("mito", "Dan", "Eva", "Finn")

    assert errors(stuck.controller) == []
    stuck.card("number2.1").touches("discard")
    assert stuck.view["piles"]["discard"]["count"] == 1
    assert journal.game(1).ended_at is not None


def test_a_game_that_stands_does_so_after_a_restart_until_the_host_has_chosen(
    tmp_path: Path, breaks: Breaks, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        table.starts("mito", *PLAYERS)
        table.card("number2.1").touches("discard")
        breaks(later_deadlines(table))
        table.card("number1.1").touches("discard")
        assert table.view["headline"] == "The game has stopped"
    monkeypatch.undo()

    for _ in range(2):
        with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
            running = journal.running()
            assert running is not None
            table.controller.resume(running)
            table.runs(1_000)
            assert table.view["headline"] == "The game has stopped"
            assert len(journal.set_aside(1)) == 1

    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        table.controller.resume(running)
        table.controller.take(Choose(0, "undo"))
        table.runs(500)
        table.card("number1.1").touches("discard")
        assert table.view["piles"]["discard"]["top"] == "number1.1"


def test_a_game_that_cannot_be_resumed_is_kept_and_the_table_starts_without(tmp_path: Path, breaks: Breaks) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        table.starts("mito", *PLAYERS)
        table.card("number2.1").touches("discard")
        kept = journal.facts(1)
    breaks(lambda fact: isinstance(fact, CardArrived))

    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        running = journal.running()
        assert running is not None
        table.controller.resume(running)

        assert table.view["game"] is None
        assert errors(table.controller) == ["Game 1 cannot go on. It is set aside and saved. Begin another one."]
        assert journal.running() is None
        assert journal.facts(1) == kept
        assert [one.body for one in journal.set_aside(1)] == [""]
        table.starts("mito", *PLAYERS)
        assert table.view["game"] == "mito"


def test_a_game_that_cannot_be_made_anew_is_set_aside_while_the_table_runs(
    table: TableInTime, journal: Journal, breaks: Breaks
) -> None:
    table.card("number2.1").touches("discard")
    breaks(lambda _: True)
    table.card("number1.1").touches("discard")

    assert table.view["game"] is None
    assert journal.running() is None
    table.runs(100)


def fill(journal: Journal) -> None:
    """Let the disk of a journal be full."""
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")


def test_nothing_is_told_that_did_not_fit_on_the_disk(table: TableInTime, journal: Journal) -> None:
    table.card("number2.1").touches("discard")
    fill(journal)
    cards = iter(f"number{value}.{copy}" for copy in range(2, 9) for value in (1, 2))
    while table.view["prompt"] != UNWRITTEN:  # what little room there is on the last page is used
        table.card(next(cards)).touches("discard")

    assert errors(table.controller)[0].startswith("The table cannot write its journal (database or disk is full)")
    assert [event["event"] for event in journal.events(1, "sealed")] == table.event_names("sealed")
    assert replayed(journal, 1) == journal.events(1, "sealed")


@pytest.mark.long
def test_where_the_journal_cannot_be_written_nothing_counts_until_it_can(table: TableInTime, journal: Journal) -> None:
    table.card("number2.1").touches("discard")
    held, written = table.event_names("sealed"), journal.facts(1)
    journal._connection.execute("PRAGMA query_only = ON")
    table.card("number1.1").touches("discard")

    assert (table.view["headline"], table.view["prompt"]) == ("The game has stopped", UNWRITTEN)
    with pytest.raises(NotKept, match="The table cannot write its journal: attempt to write a readonly database"):
        table.controller.take(Choose(0, "undo"))
    with pytest.raises(NotKept):
        table.controller.take(StartGame("mito", PLAYERS, {}, 5))
    table.runs(20_000)
    assert journal.facts(1) == written
    assert table.event_names("sealed") == held

    journal._connection.execute("PRAGMA query_only = OFF")
    table.runs(6_000)
    table.card("number1.1").touches("discard")
    assert table.view["piles"]["discard"]["count"] == 2
    assert errors(table.controller) == []
    assert replayed(journal, 1) == journal.events(1, "sealed")


def test_a_source_that_has_failed_is_told_and_the_others_go_on(journal: Journal) -> None:
    with TableInTime(journal) as table:
        table.starts("mito", *PLAYERS)
        table.card("number2.1").touches("discard")
        poll = table.live.sources["buttons emulated"]
        table.controller.take(Failed("readers", OSError("the SPI bus is gone")))

        health = table.controller.board.snapshot.host.health
        assert health["broken"] == {"readers": "OSError: the SPI bus is gone"}
        assert table.view["prompt"] == "The table cannot see the discard pad: wait until its reader works again."
        before = table.controller.seen_us or 0
        table.clock.sleep_ns(50 * MS)
        table.controller.take(poll())
        assert (table.controller.seen_us or 0) > before

        table.runs(200)
        assert table.controller.board.snapshot.host.health["broken"] == {}
        assert table.view["turn"] == 1
        table.card("number1.1").touches("discard")
        assert table.view["piles"]["discard"]["count"] == 2


def test_a_bus_that_hangs_has_its_readers_told_lost_until_it_answers(journal: Journal) -> None:
    with TableInTime(journal) as table:
        table.starts("mito", *PLAYERS)
        table.card("number2.1").touches("discard")
        controller = table.controller
        table.clock.sleep_ns(50 * MS)
        lost = ReaderHealth(
            (controller.seen_us or 0) * NS_PER_US, "reader 2 (seat.1, emulated)", alive=False, why="its plug is out"
        )
        controller.take(Observed("readers", [lost], controller.seen_us or 0))
        controller.take(Stalled("readers"))

        snapshot = controller.board.snapshot
        assert {one["why"] for one in snapshot.host.health["readers"]} == {"what reads them does not answer", lost.why}
        figures = answer("", snapshot, version="1", runs=True, streams=0).get_data(as_text=True)
        assert re.findall(r"^cardtable_reader_lost\{.*\} (.*)", figures, re.MULTILINE) == ["1.0"] * 4
        assert table.view["prompt"].startswith("The table cannot see")

        again = replace(lost, reader="reader 3 (seat.2, emulated)", why="no chip answers")
        controller.take(Observed("readers", [again], controller.seen_us or 0))
        health = controller.board.snapshot.host.health
        assert health["lost"] == {lost.reader: lost.why, again.reader: again.why}, "of the others nothing is told now"
        back = [replace(one, alive=True, why="") for one in (lost, again)]
        controller.take(Observed("readers", back, controller.seen_us or 0))
        table.card("number1.1").touches("discard")
        assert table.view["piles"]["discard"]["count"] == 2


def test_a_message_of_wrong_types_is_refused(table: TableInTime) -> None:
    messages: list[Any] = [
        Choose("nobody", [], {}),  # type: ignore[arg-type]
        Observed("readers", [ButtonEdge("now", 2, down=True)], 5),  # type: ignore[arg-type]
        Observed("the moon", [], 5),
        StartGame("mito", PLAYERS, {}, "five"),  # type: ignore[arg-type]
        StartGame("mito", ("Ana", "Ben", "\ud800"), {}, 5),
        StartGame("mito", PLAYERS, {}, 10**5000),
        {"game": "mito"},
    ]
    before = table.controller.board.snapshot
    for message in messages:
        with pytest.raises(BadInput):
            table.controller.take(message)
    assert table.controller.board.snapshot is before


@pytest.mark.long
def test_of_one_game_no_more_than_a_bounded_number_is_set_aside(
    table: TableInTime, journal: Journal, breaks: Breaks
) -> None:
    breaks(lambda fact: isinstance(fact, ChoiceMade))
    for _ in range(MOST_SET_ASIDE + 5):
        with pytest.raises(NotJudged):
            table.controller.take(Choose(0, "next_round"))
    assert len(journal.set_aside(1)) == MOST_SET_ASIDE
    assert errors(table.controller)[0].startswith(f"The table could not judge {MOST_SET_ASIDE + 5} things")


def test_a_message_that_cannot_be_dealt_with_is_refused_logged_and_told(
    table: TableInTime, monkeypatch: pytest.MonkeyPatch, quiet: Any
) -> None:
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("nobody thought of that")

    monkeypatch.setattr(table.controller._tagging.unknown_tags, "ignore", fails)
    from table.tagging.desk import IgnoreTag

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            table.controller.take(IgnoreTag("ff0000"))
    assert errors(table.controller) == ["Something went wrong at the table (2 times so far). Its log says what."]
    table.card("number2.1").touches("discard")
    assert table.view["piles"]["discard"]["count"] == 1


def test_the_owners_thread_outlives_what_fails(table: TableInTime) -> None:
    with table.live:
        answer = table.controller.post(Failed("readers", OSError("the SPI bus is gone")))
        answer.result(timeout=5)
        with pytest.raises(BadInput):
            table.controller.post(StartGame("mito", ("Ana",), {}, 5)).result(timeout=5)
        table.controller.post(StartGame("mito", PLAYERS, {}, 5)).result(timeout=5)
        assert not table.controller.board.closed
