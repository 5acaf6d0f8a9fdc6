"""From tags in fields to what is told: the whole way through the real drivers, in virtual time."""

from pathlib import Path

import pytest

from hardware.observations import NS_PER_US as US
from hardware.observations import ButtonEdge, ReaderHealth, TagEvent
from table.board import LONG_US
from table.complaints import BadInput
from table.events import RaceClosed
from table.keeping.journal import Journal
from table.running.controller import Controller
from table.running.messages import KINDS, Choose, ChooseZone, Message, Observed, Stalled, StartGame
from table.sensing.zones import Antenna
from table.values import to_json
from tests.emulated import TableInTime
from tests.replayed import printed


def test_a_card_touched_to_the_pad_begins_the_pile(table: TableInTime) -> None:
    table.card("number2.1").touches("discard")

    assert table.view["piles"] == {"discard": {"top": "number2.1", "count": 1}}
    assert table.view["turn"] == 1


def test_a_whole_round_is_played_and_counted(table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    table.card("number1.1").touches("discard")
    table.card("number5.1").touches("discard")
    table.seat(3).taps()
    table.seat(1).holds()
    assert table.view["waiting"] == [2, 3]

    table.card("number3.1").touches("seat.2")
    table.card("number4.1").touches("seat.2")
    table.seat(2).taps()
    table.card("number5.2").touches("seat.3")
    table.seat(3).taps()

    assert [seat["score"] for seat in table.view["seats"]] == [0, 2, 1]
    assert "round_ended" in table.event_names()
    table.seat(2).holds()
    assert table.view["round"] == 2
    assert [seat["guard"] for seat in table.view["seats"]] == [False, True, False]


def test_a_refused_card_is_taken_back_by_touching_it_again(table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    table.card("number4.1").touches("discard")
    assert table.view["correction"] == {"zone": "discard", "cards": ["number4.1"]}
    assert table.view["prompt"] == "Ana: touch the pad with the 4 again and take it back."

    table.card("number4.1").touches("discard")

    assert table.view["correction"] is None
    assert table.view["turn"] == 1


def test_on_a_pile_a_refused_card_is_put_right_by_lifting_it(journal: Journal) -> None:
    with TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo", placement="pile")
        table.card("number2.1").lies_on("discard")
        table.card("number2.1").is_lifted()  # one tag at a time is all that the emulated field can tell apart so far
        table.card("number4.1").lies_on("discard")
        assert table.view["correction"] is not None

        table.card("number4.1").is_lifted()

        assert table.view["correction"] is None


def test_an_unknown_tag_is_told_and_changes_nothing(table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    before = table.view

    table.card("stranger").touches("discard")

    notice = table.view["notice"]
    assert notice == "The table does not know the card on the discard pad: take it away, it does not count."
    assert {**table.view, "notice": None} == before
    table.runs(6000)
    assert table.view["notice"] is None, "it was a moment ago"
    assert table.event_names("host")[-1] == "tag_unknown"
    assert "tag_unknown" not in table.event_names("public")


def test_a_refused_card_that_trembles_over_the_pad_is_not_taken_back(table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    tabletop = table.hardware.tabletop
    tabletop.put("number4.1", "discard")
    table.runs(300)
    tabletop.lift("number4.1")
    table.runs(250)  # gone long enough for its reader to say so, back before a hand could have meant it
    tabletop.touch("number4.1", "discard")
    table.runs(1000)

    assert table.event_names().count("play_refused") == 1
    assert table.view["correction"] is not None


def test_a_stopped_table_goes_on_where_it_was(tmp_path: Path) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        table.card("number2.1").touches("discard")
        table.card("number1.1").touches("discard")
        before = table.controller.board.snapshot.game

    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        recorded = journal.running()
        assert recorded is not None
        table.controller.resume(recorded)
        after = table.controller.board.snapshot.game
        assert (after.views, printed(after), after.game_id) == (before.views, printed(before), before.game_id)
        table.runs(100)

        table.card("number2.2").touches("discard")
        assert table.view["turn"] == 3


def test_what_was_going_on_when_the_power_went_is_forgotten(tmp_path: Path) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        table.card("number2.1").touches("discard")
        table.card("number4.1").touches("discard")
        table.hardware.tabletop.press(2)
        table.runs(200)

    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        table.hardware.tabletop.put("number4.1", "discard")  # it lay there all the time: that is no second touch
        recorded = journal.running()
        assert recorded is not None
        table.controller.resume(recorded)
        table.runs(2000)

        assert table.event_names()[-1] == "correction_opened"
        table.hardware.tabletop.lift("number4.1")
        table.runs(600)
        table.card("number4.1").touches("discard")
        assert table.event_names()[-1] == "correction_closed"


def test_cards_touched_at_once_are_read_one_after_another(table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    table.seat(1).holds()
    for code in ("number5.1", "number5.2", "number5.3", "number4.1"):
        table.hardware.tabletop.touch(code, "seat.2")
    table.runs(1500)

    assert [seat["counting"] for seat in table.view["seats"]] == [None, 4, 0]


def test_a_card_lifted_in_its_window_leaves_nothing_overdue(journal: Journal) -> None:
    with TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo", placement="pile")
        table.card("number2.1").lies_on("discard")
        table.card("number2.1").is_lifted()
        table.hardware.tabletop.press(2)
        table.runs(500)
        table.hardware.tabletop.put("number3.1", "discard")
        table.runs(140)
        table.hardware.tabletop.lift("number3.1")
        table.runs(1000)

        assert table.event_names()[-1] == "hands_due"


def test_a_game_that_replays_differently_is_not_played_on(tmp_path: Path) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        journal._connection.execute("UPDATE events SET body = '{}' WHERE audience LIKE '%public%' AND seq = 2")
        journal._connection.execute("DELETE FROM sums")  # else it would be taken for damage
        journal._connection.commit()
        recorded = journal.running()
        assert recorded is not None

        with pytest.raises(BadInput, match=r"rules \d+ judge it differently: nothing, now round_started \(event 2\)"):
            table.controller.resume(recorded)


def test_a_new_game_closes_the_one_that_runs(table: TableInTime, journal: Journal) -> None:
    first = journal.running()
    table.starts("mito", "Dan", "Eva", "Finn")
    second = journal.running()

    assert first is not None
    assert second is not None
    assert second.game_id > first.game_id
    assert [seat["name"] for seat in table.view["seats"]] == ["Dan", "Eva", "Finn"]


def test_every_message_has_an_owner(table: TableInTime) -> None:
    assert table.controller._handlers.keys() == {*KINDS}


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (StartGame("mito", ("Ana", "Ben"), {}, 5, {}), "3 to 5 players"),
        (ChooseZone(7, None), "nobody sits at seat 7"),
        (ChooseZone(10**5000, None), "nobody sits at seat …"),
    ],
    ids=["too few", "no such seat", "a seat of 5,000 digits"],
)
def test_what_people_ask_for_in_vain_changes_nothing(table: TableInTime, message: Message, why: str) -> None:
    before = table.controller.board.snapshot

    with pytest.raises(BadInput, match=why):
        table.controller.take(message)
    assert table.controller.board.snapshot is before


def test_a_claim_in_a_race_is_taken_back_and_the_table_goes_on(table: TableInTime) -> None:
    """Deadlines of what comes back lie in the past; time does not go back for them."""
    table.card("number2.1").touches("discard")
    table.card("mosquito3.1").touches("discard")
    table.seat(1).holds()
    assert table.view["headline"] == "Ana is out"
    table.runs(6_000)

    table.controller.take(Choose(0, "undo"))
    table.runs(500)

    assert table.view["headline"] == "Ben’s turn"
    table.card("number4.1").touches("discard")
    assert table.view["headline"] == "Cleo’s turn"


def test_where_a_last_card_works_its_race_is_finished_first(journal: Journal) -> None:
    with TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo", last_card_action="works")
        table.card("number2.1").touches("discard")
        table.card("mosquito3.1").touches("discard")
        table.seat(1).holds()
        table.runs(6_000)

        assert table.event_names()[-1] == "hands_due"
        assert table.event_names().index("gift_owed") < table.event_names().index("hands_due")


def test_nothing_is_chosen_where_no_game_is_on(journal: Journal) -> None:
    with TableInTime(journal) as table, pytest.raises(BadInput, match="no game is on"):
        table.controller.take(Choose(0, "undo"))


def test_a_card_that_lies_on_a_pad_when_the_table_starts_is_not_played(journal: Journal) -> None:
    with TableInTime(journal) as table:
        table.hardware.tabletop.put("number2.1", "discard")
        table.starts("mito", "Ana", "Ben", "Cleo")
        table.runs(1000)
        assert table.view["piles"]["discard"]["count"] == 0

        table.card("number2.1").is_lifted()
        table.card("number2.1").touches("discard")
        assert table.view["piles"] == {"discard": {"top": "number2.1", "count": 1}}


def test_whose_hand_is_counted_is_known_when_a_card_is_read_late(journal: Journal) -> None:
    """The hold that makes hands due, and the first card of a hand, may reach the table in one batch."""
    tags = {"mito": {b"two": "number2.1", b"three": "number3.1"}}
    antennas = {"left": Antenna(("discard",))}
    controller = Controller(journal=journal, tags=tags, sources=["all"], seats=3, antennas=antennas)
    controller.take(StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=5))
    second = 10**6
    controller.take(Observed("all", [], 0))
    controller.take(Observed("all", [TagEvent(second * US, "left", b"two", present=True)], 2 * second))

    hold, count = (
        ButtonEdge(3 * second * US, 1, down=True),
        TagEvent(5 * second * US, "left", b"three", present=True),
    )
    controller.take(Observed("all", [hold, count], 9 * second))

    assert to_json(controller.board.snapshot.game.views["public"])["seats"][1]["counting"] == 1


def test_a_press_that_comes_late_counts_later_but_with_as_much_more_error(journal: Journal) -> None:
    """Of a phone and a wired button: what was judged is not judged again, and nobody is told a wrong order."""
    tags = {"mito": {b"two": "number2.1", b"mosquito": "mosquito3.1"}}
    controller = Controller(
        journal=journal, tags=tags, sources=["all"], seats=3, antennas={"left": Antenna(("discard",))}
    )
    controller.take(StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=5))
    ms = 1000
    controller.take(Observed("all", [], 0))
    for at_ms, uid in ((1_000, b"two"), (3_000, b"mosquito")):
        controller.take(Observed("all", [TagEvent(at_ms * ms * US, "left", uid, present=True)], at_ms * ms + 500 * ms))
    pressed = [(1, 4_000, 0), (2, 3_950, 20), (3, 4_100, 20)]  # seats, when, and with which error; one after another
    for seat, at_ms, error_ms in pressed:
        edge = ButtonEdge(at_ms * ms * US, seat, down=True, error_ns=error_ms * ms * US)
        controller.take(Observed("all", [edge], 4_200 * ms))

    delivered = controller.board.snapshot.game.delivered("public")
    [closed] = [one.event for one in delivered if isinstance(one.event, RaceClosed)]
    order = [(one.seat, one.at_ms, one.error_ms) for one in closed.order]
    assert order == [(1, 1000, None), (2, 1000, 70), (3, 1100, 20)]
    assert closed.ties == ((1, 2),)


def test_how_the_hardware_is_is_shown_with_or_without_a_game(journal: Journal) -> None:
    antennas = {"left": Antenna(("discard",))}
    controller = Controller(journal=journal, tags={}, sources=["all"], seats=3, antennas=antennas)
    board, second = controller.board, 10**9
    assert [one["reader"] for one in board.snapshot.host.health["readers"]] == ["left"]

    controller.take(Stalled("all"))
    assert board.snapshot.host.health["stalled"] == ["all"]
    controller.take(Observed("all", [], second))
    assert board.snapshot.host.health["stalled"] == []
    controller.take(Observed("all", [ReaderHealth(second * US, "left", alive=False, why="gone")], second))
    assert board.snapshot.host.health["lost"] == {"left": "gone"}
    controller.take(Observed("all", [ButtonEdge(second * US, 2, down=True)], 4 * second))
    assert (board.snapshot.table.held, board.snapshot.host.health["presses"]) == ({2: second}, {2: 1})

    number = board.snapshot.number
    controller.take(Observed("all", [], 5 * second))
    assert board.snapshot.number == number, "nobody is woken where nothing is new"


def test_a_round_is_running_from_its_first_card_to_its_end(table: TableInTime) -> None:
    assert table.view["running"] is False
    table.card("number2.1").touches("discard")
    assert table.view["running"] is True
    table.seat(1).holds()
    assert table.view["running"] is True, "hands are counted"
    for seat in (2, 3):
        table.seat(seat).taps()
    assert table.view["running"] is False, "between two rounds"
    table.seat(table.view["waiting"][0]).holds()
    table.card("number3.1").touches("discard")
    assert table.view["running"] is True

    table.controller.take(Choose(0, "abort"))
    assert table.view["running"] is False


def test_no_round_runs_where_no_game_is_on(journal: Journal) -> None:
    with TableInTime(journal) as table:
        assert table.view["running"] is False


@pytest.mark.long
def test_a_game_is_the_same_if_reports_of_nothing_pass_the_owner_by(tmp_path: Path) -> None:
    """What nobody waits for wakes nobody; the facts, their times, and what was told are those of every report taken."""
    played = [whole_round(tmp_path / name, passes=name == "passes") for name in ("taken", "passes")]

    (everything, reports), (the_same, few) = played
    assert the_same == everything
    assert few < reports / 3


def whole_round(path: Path, *, passes: bool) -> tuple[list[object], int]:
    """Play a round; return what the journal holds, and how many reports the owner took."""
    with Journal(path) as journal, TableInTime(journal) as table:
        take, taken = table.controller.take, list[Observed]()

        def takes(message: Message) -> None:
            if isinstance(message, Observed):
                if passes and table.controller.passes(message):
                    return
                taken.append(message)
            take(message)

        table.controller.take = takes  # type: ignore[method-assign]
        table.starts("mito", "Ana", "Ben", "Cleo")
        for card in ("number2.1", "number1.1", "number5.1"):
            table.card(card).touches("discard")
        table.seat(3).taps()
        table.seat(1).holds()
        table.controller.take(Choose(0, "undo"))
        table.seat(1).holds()
        table.card("number3.1").touches("seat.2")
        table.seat(2).taps()
        return [*journal.facts(1), *journal.events(1, "public")], len(taken)


def test_what_somebody_waits_for_is_taken_at_once(journal: Journal) -> None:
    antennas = {"left": Antenna(("discard",))}
    controller = Controller(journal=journal, tags={}, sources=["readers", "buttons"], seats=3, antennas=antennas)
    nothing = [Observed("readers", [], 10), Observed("buttons", [], 10)]

    assert [controller.passes(one) for one in nothing] == [False, False], "the table has no clock yet"
    for one in nothing:
        controller.take(one)
    assert [controller.passes(one) for one in nothing] == [True, True]
    assert not controller.passes(Observed("buttons", [ButtonEdge(20 * US, 1, down=True)], 30))
    controller.take(Observed("buttons", [ButtonEdge(20 * US, 1, down=True)], 30))
    assert not controller.passes(Observed("readers", [], 40)), "a press waits for it"
    controller.take(Observed("readers", [], 40))
    assert controller.passes(Observed("readers", [], 50)), "a button that is down is not held for long yet"
    assert not controller.passes(Observed("readers", [], 20 + LONG_US)), "now it may be"
    controller.take(Observed("readers", [], 60))
    controller.take(Observed("buttons", [ButtonEdge(50 * US, 1, down=False)], 60))
    assert controller.passes(Observed("readers", [], 70))
    controller.take(Stalled("readers"))
    assert not controller.passes(Observed("readers", [], 80)), "it is back"
    controller.take(StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=5))
    assert controller.passes(Observed("buttons", [], 80)), "nothing is due"


def test_a_deadline_wakes_the_owner_though_nothing_else_happens(journal: Journal) -> None:
    tags, antennas = {"mito": {b"two": "number2.1"}}, {"left": Antenna(("discard",))}
    controller = Controller(journal=journal, tags=tags, sources=["all"], seats=3, antennas=antennas)
    controller.take(Observed("all", [], 0))
    controller.take(StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=5))
    controller.take(Observed("all", [TagEvent(1000 * US, "left", b"two", present=True)], 2000))
    due_us = controller.due_us

    assert due_us is not None
    assert controller.passes(Observed("all", [], due_us - 1))
    assert not controller.passes(Observed("all", [], due_us))
    controller.take(Observed("all", [], due_us))
    assert to_json(controller.board.snapshot.game.views["public"])["piles"]["discard"]["top"] == "number2.1"
