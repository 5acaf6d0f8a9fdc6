"""A table publishes what everybody is told: each event once and in order, whatever happens to the broker."""

import json
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from socket import SHUT_RDWR
from threading import Event
from time import monotonic, time
from typing import Any

import pytest
from structlog.testing import capture_logs

from cardtable_club.publishing import outbox, publisher
from cardtable_club.publishing.played import Games
from club.tests.publishing.broker import Ears, Mosquitto
from club.tests.publishing.conftest import Back, Publishing
from club.tests.publishing.evening import BASE, all_came, came, ends, plays, public_events, the_game
from table import languages
from table.games.game import PUBLIC
from table.history import wishes
from table.history.archive import Archive
from table.keeping.journal import Journal
from table.running.messages import Choose, ForgetPerson
from table.saying import Text
from tests.emulated import TableInTime
from tests.playing import PATIENCE_S
from tests.rounds import plays_a_round
from web.delivery.shown import shown as drawn


def test_every_public_event_is_published_once_and_in_order(
    table: TableInTime, publishing: Publishing, ears: Ears
) -> None:
    with publishing():
        plays(table, "number2.1", "number1.1")
        ears.waits_until(lambda ears: all_came(table, ears))

    assert json.dumps(came(ears)) == json.dumps(public_events(table))


def test_an_event_has_the_time_of_the_clock_on_the_wall(
    table: TableInTime, publishing: Publishing, ears: Ears, journal: Journal
) -> None:
    with publishing():
        ears.waits_until(lambda ears: all_came(table, ears))
    began = datetime.fromisoformat(journal.game(1).started_at)

    first = ears.of("events")[0].said
    assert (datetime.fromisoformat(first["at"]) - began).total_seconds() == pytest.approx(first["t"], abs=2.5)


def test_the_picture_is_what_everybody_sees(table: TableInTime, publishing: Publishing, ears: Ears) -> None:
    plays(table, "number2.1")
    with publishing():
        shown = ears.waits_until(lambda ears: ears.of("picture"))[-1].said

    assert (shown["game"], shown["piles"]["discard"]["top"]) == ("mito", "number2.1")


def test_the_picture_is_in_the_language_of_the_table(table: TableInTime, publishing: Publishing, ears: Ears) -> None:
    with publishing(language="de"):
        shown = ears.waits_until(lambda ears: ears.of("picture"))[-1].said

    english = drawn(table.controller.board.snapshot, PUBLIC)["prompt"]
    assert shown["prompt"] == languages.find("de").of(english) != str(english)


@pytest.mark.long
def test_at_most_four_pictures_a_second_are_sent(table: TableInTime, publishing: Publishing, ears: Ears) -> None:
    began_s = monotonic()
    with publishing():
        ears.waits_until(lambda ears: ears.of("picture"))
        plays(table, *(f"number{number}.1" for number in (2, 3, 4, 5, 4)))  # takes no time on the wall
        ears.waits_until(lambda ears: all_came(table, ears))

    assert len(ears.of("picture")) <= 1 + 4 * (monotonic() - began_s)


def test_what_happens_while_the_broker_is_away_is_sent_when_it_is_back(
    table: TableInTime, publishing: Publishing, broker: Mosquitto, back: Back, remarks: list[Text | None]
) -> None:
    broker.dies()
    with publishing() as publisher:
        plays(table, "number2.1", "number1.1")
        while not remarks:
            table.runs(50)
        with back() as ears:
            ears.waits_until(lambda ears: all_came(table, ears))
            while publisher.health["waiting"]:
                table.runs(50)

    assert json.dumps(came(ears)) == json.dumps(public_events(table))
    assert "Play goes on, and what happens is sent later." in str(remarks[0])
    assert remarks[-1] is None


def test_a_turn_that_began_while_the_broker_was_away_rings_no_bell(
    table: TableInTime, publishing: Publishing, broker: Mosquitto, back: Back, ears: Ears
) -> None:
    with publishing():
        ears.waits_until(lambda ears: all_came(table, ears))
        plays(table, "number2.1")
        ears.waits_until(lambda ears: ears.of("turn"))
        broker.dies()
        plays(table, "number3.1")
        with back() as later:
            later.waits_until(lambda later: all_came(table, later))
            plays(table, "number4.1")
            later.waits_until(lambda later: later.of("turn"))
            later.waits_until(lambda later: all_came(table, later))

    begun = [event["seat"] for event in public_events(table) if event["event"] == "turn_started"]
    assert [one.said["seat"] for one in later.of("turn")] == begun[-1:]


@pytest.mark.long
def test_a_table_that_is_started_anew_sends_on(table: TableInTime, publishing: Publishing, ears: Ears) -> None:
    with publishing():
        plays(table, "number2.1")
        ears.waits_until(lambda ears: all_came(table, ears))
    plays(table, "number1.1")

    with publishing():
        ears.waits_until(lambda ears: all_came(table, ears))

    assert json.dumps(came(ears)) == json.dumps(public_events(table))


@pytest.mark.long
@pytest.mark.parametrize("garbled", [b"", b"{"])
def test_if_nobody_knows_what_was_sent_all_is_sent_again(
    table: TableInTime, publishing: Publishing, ears: Ears, database: Path, garbled: bytes
) -> None:
    with publishing():
        ears.waits_until(lambda ears: all_came(table, ears))
    outbox.path_of(database).write_bytes(garbled)
    ears.messages.clear()

    with capture_logs() as logs, publishing():
        ears.waits_until(lambda ears: all_came(table, ears))

    assert json.dumps(came(ears)) == json.dumps(public_events(table))
    assert "everything is published again" in logs[0]["event"]


def test_games_before_a_table_joined_are_nobodys_business(
    table: TableInTime, publishing: Publishing, ears: Ears
) -> None:
    plays(table, "number2.1")
    table.starts("mito", "Dan", "Eva", "Finn")

    with publishing():
        ears.waits_until(lambda ears: all_came(table, ears))

    assert json.dumps(came(ears)) == json.dumps(public_events(table))


# -- games that are over


def test_a_game_that_is_over_is_summed_up_once_all_its_events_are_there(
    table: TableInTime, publishing: Publishing, ears: Ears
) -> None:
    with publishing():
        plays(table, "number2.1")
        ends(table)
        ears.waits_until(lambda ears: ears.of("games"))
    kinds = [one.topic.split("/")[3] for one in ears.messages if one.topic.startswith(BASE)]

    (summary,) = [one.said for one in ears.of("games")]
    assert summary["id"] == the_game(ears)
    assert (summary["players"], summary["kind"]) == (["Ana", "Ben", "Cleo"], "people")
    assert (summary["termination"], summary["events"]) == ("aborted", len(public_events(table)))
    assert "events" not in kinds[kinds.index("games") :]


@pytest.mark.long
def test_if_its_end_is_taken_back_the_summary_goes(table: TableInTime, publishing: Publishing, ears: Ears) -> None:
    table.starts("mito", "Dan", "Eva", "Finn", rounds=1)
    with publishing():
        plays_a_round(table)
        ears.waits_until(lambda ears: ears.of("games"))
        table.controller.take(Choose(0, "undo"))
        ears.waits_until(lambda ears: not ears.of("games")[-1].payload)
        ends(table)
        ears.waits_until(lambda ears: ears.of("games")[-1].payload)

    assert json.dumps(came(ears)) == json.dumps(public_events(table))
    assert ears.of("games")[-1].said["events"] == len(public_events(table))


def test_what_happens_after_its_end_is_in_the_summary(table: TableInTime, publishing: Publishing, ears: Ears) -> None:
    with publishing():
        ends(table)
        ears.waits_until(lambda ears: ears.of("games"))
        table.controller.take(Choose(0, "undo"))  # refused: a game that was ended is over
        ears.waits_until(lambda ears: ears.of("games")[1:])

    first, last = (one.said["events"] for one in ears.of("games"))
    assert last == first + 1 == len(public_events(table))


@pytest.mark.long
def test_a_game_that_gives_way_to_another_is_told_to_its_end(
    table: TableInTime, publishing: Publishing, ears: Ears
) -> None:
    with publishing():
        ears.waits_until(lambda ears: all_came(table, ears))
        plays(table, "number2.1")
        before = public_events(table)
        table.starts("mito", "Dan", "Eva", "Finn")
        (summary,) = ears.waits_until(lambda ears: ears.of("games"))
        ears.waits_until(lambda ears: all_came(table, ears))

    assert (summary.said["termination"], summary.said["events"]) == ("abandoned", len(before))
    assert came(ears) == json.loads(json.dumps([*before, *public_events(table)]))


@pytest.mark.long
def test_what_the_host_does_not_want_to_be_kept_is_not_told(
    table: TableInTime, publishing: Publishing, ears: Ears, database: Path
) -> None:
    with Archive(database) as archive:
        wishes.leave_out(archive, 1, out=True)

    with publishing():
        ears.waits_until(lambda ears: ears.of("picture"))
        ends(table)
        table.starts("mito", "Dan", "Eva", "Finn")
        ears.waits_until(lambda ears: ears.of("events"))

    assert ears.of("events")[0].said["players"] == ["Dan", "Eva", "Finn"]
    assert not ears.of("games")


@pytest.mark.long
def test_a_broker_that_forgot_everything_is_told_anew(
    table: TableInTime, publishing: Publishing, broker: Mosquitto, back: Back, ears: Ears
) -> None:
    with publishing() as publisher:
        ends(table)
        ears.waits_until(lambda ears: ears.of("games"))
        table.starts("mito", "Dan", "Eva", "Finn")
        ears.waits_until(lambda ears: ears.of("events")[-1].said.get("seq") == len(public_events(table)))
        while publisher.health["waiting"]:
            table.runs(50)
        broker.dies()
        plays(table, "number2.1")
        with back() as later:
            later.waits_until(lambda ears: ears.of("games") and ears.of("picture") and all_came(table, ears))

    assert later.of("games")[0].payload == ears.of("games")[0].payload
    assert came(later)[0]["seq"] > 1  # what it had acknowledged nobody sends again unasked


def test_a_name_that_is_forgotten_is_taken_back(
    table: TableInTime, publishing: Publishing, ears: Ears, database: Path, journal: Journal
) -> None:
    from table.history.saving import forgetting

    with publishing():
        plays(table, "number2.1")
        ends(table)
        ears.waits_until(lambda ears: ears.of("games"))
    forgetting.forget("Ana", database, journal)

    with publishing():
        ears.waits_until(lambda ears: len(ears.of("games")) > 1)

    assert ears.of("games")[-1].said["players"] == ["somebody", "Ben", "Cleo"]


@pytest.mark.long
def test_a_name_that_is_forgotten_while_the_table_runs_is_taken_back_at_once(
    table: TableInTime, publishing: Publishing, ears: Ears, broker: Mosquitto
) -> None:
    with publishing():
        plays(table, "number2.1")
        ends(table)
        game = ears.waits_until(lambda ears: ears.of("games"))[-1].said["id"]
        table.starts("mito", "Dan", "Eva", "Finn")
        ends(table)
        ears.waits_until(lambda ears: len(ears.of("games")) == 2)

        table.controller.take(ForgetPerson("Ana"))

        ears.waits_until(lambda ears: len(ears.of("games")) == 3)
        asks = json.dumps({"game": game, "from": 1}).encode()
        ears.says(f"{BASE}/ask", asks)
        again = ears.waits_until(
            lambda ears: [one for one in ears.of("events") if one.said.get("players") == ["somebody", "Ben", "Cleo"]]
        )
        with Ears(broker) as later:
            later.waits_until(lambda ears: len(ears.of("games")) == 2)

    assert again[0].said["event"] == "game_started"
    assert ears.of("games")[-1].said["players"] == ["somebody", "Ben", "Cleo"]
    assert sorted(one.said["players"][0] for one in later.of("games")) == ["Dan", "somebody"]


@pytest.mark.long
def test_a_name_that_is_forgotten_while_the_broker_is_away_is_in_nothing_that_is_sent_later(
    table: TableInTime, publishing: Publishing, broker: Mosquitto, back: Back
) -> None:
    broker.dies()
    with publishing():
        plays(table, "number2.1")
        ends(table)
        table.controller.take(ForgetPerson("Ana"))
        with back() as ears:
            ears.waits_until(lambda ears: ears.of("games"))

    assert ears.of("events")
    assert not [one for one in ears.messages if b"Ana" in one.payload]


@pytest.mark.long
def test_games_that_were_told_to_their_end_are_not_told_again_at_the_next_start(
    table: TableInTime, publishing: Publishing, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "_REMEMBERED", 1)
    with publishing():
        for _ in range(3):
            ends(table)
            table.starts("mito", "Dan", "Eva", "Finn")
        ears.waits_until(lambda ears: len(ears.of("games")) == 3 and all_came(table, ears))
    ears.messages.clear()

    with publishing():
        plays(table, "number2.1")
        ears.waits_until(lambda ears: ears.of("events") and all_came(table, ears))

    assert not ears.of("games")
    assert len({one.topic for one in ears.of("events")}) == 1


@pytest.mark.long
def test_what_is_sent_again_was_told_when_it_was_told_first(
    table: TableInTime, publishing: Publishing, ears: Ears
) -> None:
    """Here a game runs as fast as can be: minutes of it take no time on the wall."""
    with publishing():
        for card in ("number2.1", "number1.1", "number3.1", "number4.1"):
            plays(table, card)
            ears.waits_until(lambda ears: all_came(table, ears))
        table.runs(60_000)
        ends(table)
        (summary,) = ears.waits_until(lambda ears: ears.of("games"))
        first, came_s = [(one.said["seq"], one.said["at"]) for one in ears.of("events")], time()
        table.starts("mito", "Dan", "Eva", "Finn")
    ears.messages.clear()

    with publishing():
        ears.waits_until(lambda ears: ears.of("status"))
        ears.says(f"{BASE}/ask", json.dumps({"game": summary.said["id"], "from": 1}).encode())
        topic = f"{BASE}/events/{summary.said['id']}"
        ears.waits_until(lambda ears: len([one for one in ears.messages if one.topic == topic]) == len(first))

    assert [(one.said["seq"], one.said["at"]) for one in ears.messages if one.topic == topic] == first
    at = [datetime.fromisoformat(of).timestamp() for _, of in first]
    assert max(at) <= came_s + 0.1
    assert all(later >= earlier - 0.01 for earlier, later in pairwise(at))


# -- what a hub asks for


def test_what_a_hub_asks_for_is_sent_again(table: TableInTime, publishing: Publishing, ears: Ears) -> None:
    with publishing():
        plays(table, "number2.1")
        ears.waits_until(lambda ears: all_came(table, ears))
        game = the_game(ears)
        ears.messages.clear()
        ears.says(f"{BASE}/ask", json.dumps({"game": game, "from": 3}).encode())
        ears.waits_until(lambda ears: all_came(table, ears))

    assert json.dumps(came(ears)) == json.dumps(public_events(table)[2:])


@pytest.mark.long
def test_a_game_that_is_long_over_is_sent_again_too(
    table: TableInTime, publishing: Publishing, ears: Ears, journal: Journal
) -> None:
    with publishing():
        plays(table, "number2.1")
        before = public_events(table)
        ends(table)
        (summary,) = ears.waits_until(lambda ears: ears.of("games"))
    for _ in range(300):  # the journal lets it go at the first start after it was recorded
        table.starts("mito", "Dan", "Eva", "Finn")
        if 1 not in journal.known():
            break
    assert 1 not in journal.known()
    ears.messages.clear()

    with publishing():
        ears.waits_until(lambda ears: ears.of("status"))
        ears.says(f"{BASE}/ask", json.dumps({"game": summary.said["id"], "from": 1}).encode())
        topic = f"{BASE}/events/{summary.said['id']}"
        wanted = summary.said["events"]
        ears.waits_until(lambda ears: len([one for one in ears.messages if one.topic == topic]) == wanted)

    again = [one.said["event"] for one in ears.messages if one.topic == topic]
    assert again[: len(before)] == [event["event"] for event in before]


@pytest.mark.long
@pytest.mark.parametrize(
    "nonsense",
    [b"", b"{}", b"[" * 900, b'{"game": 1, "from": 1}', b'{"game": "x", "from": 0}', b'{"game": "x", "from": true}'],
)
def test_who_asks_for_nonsense_gets_nothing_and_ends_nothing(
    table: TableInTime, publishing: Publishing, ears: Ears, nonsense: bytes
) -> None:
    with publishing():
        ears.waits_until(lambda ears: all_came(table, ears))
        game = the_game(ears)
        ears.messages.clear()
        with capture_logs() as logs:
            ears.says(f"{BASE}/ask", nonsense)
            ears.says(f"{BASE}/ask", json.dumps({"game": game, "from": 1}).encode())
            ears.waits_until(lambda ears: all_came(table, ears))  # so both were heard, in this order

    assert [one["why"] for one in logs if "not understood" in one["event"]] == [
        'ask: expected {"game": UUID, "from": seq}'
    ]


@pytest.mark.long
def test_a_game_that_cannot_be_summed_up_keeps_no_other_waiting(
    table: TableInTime, publishing: Publishing, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Games, "summary", lambda *_: 1 // 0)
    with capture_logs() as logs, publishing():
        ears.waits_until(lambda ears: all_came(table, ears))
        ends(table)
        table.starts("mito", "Dan", "Eva", "Finn")
        ears.waits_until(lambda ears: [one for one in ears.of("events") if one.said.get("players", [""])[0] == "Dan"])
        ears.waits_until(lambda ears: all_came(table, ears))

    assert [one["event"] for one in logs if one["log_level"] == "error"] == [
        "a game could not be published: the others are"
    ]


@pytest.mark.long
def test_what_the_broker_retains_of_one_game_keeps_no_other_waiting(
    table: TableInTime, publishing: Publishing, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    with publishing():
        ends(table)
        ears.waits_until(lambda ears: ears.of("games"))
    compared = Event()
    monkeypatch.setattr(Games, "is_current", lambda *_: compared.set() or 1 // 0)
    table.starts("mito", "Dan", "Eva", "Finn")

    with publishing():
        assert compared.wait(PATIENCE_S)
        plays(table, "number2.1")
        ears.waits_until(lambda ears: all_came(table, ears))


# -- whether the table is there


@pytest.mark.long
def test_the_status_says_how_far_the_running_game_is(table: TableInTime, publishing: Publishing, ears: Ears) -> None:
    with publishing():
        ears.waits_until(lambda ears: all_came(table, ears))
        online = ears.waits_until(lambda ears: ears.of("status"))[-1].said
    offline = ears.waits_until(lambda ears: [one for one in ears.of("status") if one.said["state"] == "offline"])[-1]

    assert online["state"] == "online"
    assert online["games"] == {the_game(ears): len(public_events(table))}
    assert offline.said["games"] == online["games"]


def test_when_the_table_dies_the_broker_says_how_far_the_running_game_was(
    table: TableInTime, publishing: Publishing, ears: Ears
) -> None:
    before = len(public_events(table))
    with publishing() as publisher:
        ears.waits_until(lambda ears: all_came(table, ears))
        sock: Any = publisher._connection._client.socket()
        assert sock is not None
        sock.shutdown(SHUT_RDWR)
        died = ears.waits_until(lambda ears: [one for one in ears.of("status") if one.said["state"] == "offline"])[0]

    assert died.said["games"] == {the_game(ears): before}


def test_who_comes_later_learns_it_at_once(table: TableInTime, publishing: Publishing, broker: Mosquitto) -> None:
    with publishing(), Ears(broker) as ears:
        ears.waits_until(lambda ears: ears.of("status") and ears.of("picture"))
        with Ears(broker) as later:
            found = later.waits_until(lambda ears: ears.of("status") and ears.of("picture"))

    assert all(one.retained for one in found)
