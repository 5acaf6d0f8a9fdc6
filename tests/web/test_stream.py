"""The stream of events: the whole picture first, then every event after the last one known."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import fields
from werkzeug.test import TestResponse

from table.board import Board, GameSnapshot, Gathering
from table.sentences import Narrator
from table.values import replace
from table.view import AskedView
from tests.emulated import TableInTime
from tests.web.conftest import Shown
from web.context import Config
from web.delivery import stream as stream_module
from web.delivery.shown import shown
from web.delivery.stream import Rendering, Slots, stream, waiting
from web.server.app import create_app

Message = tuple[int | None, str, Any]


def read(chunk: bytes) -> Message:
    """Read one message as a browser does: its id, its name, its data."""
    fields: dict[str, str] = {}
    for line in chunk.decode().splitlines():
        name, _, value = line.partition(":")
        fields[name] = value.strip()
    data = json.loads(fields["data"]) if "data" in fields else None
    return int(fields["id"]) if "id" in fields else None, fields.get("event", "message"), data


def messages(pieces: Iterable[bytes]) -> Iterator[Message]:
    """Read a stream, of which one piece may bring several messages."""
    return (read(message) for piece in pieces for message in piece.split(b"\n\n") if message)


@pytest.fixture
def board(table: TableInTime) -> Board:
    return table.controller.board


def follow(board: Board, last_id: int | None = None, **changed: Any) -> Iterator[Message]:
    return messages(sent(board, last_id, **changed))


def sent(
    board: Board, last_id: int | None = None, audience: str = "public", poll_s: float = 0.01, **changed: Any
) -> Iterator[bytes]:
    may = {"may": lambda: True, "gone": lambda: False}
    wanted = may | {"heartbeat_s": 60.0, "lifetime_s": 60.0} | changed
    return waiting(board, stream(audience, last_id, **wanted), poll_s)  # type: ignore[arg-type]


# Another value of each field of a game's snapshot. The names of its cards stay as they are as long as it lasts.
OTHERWISE: dict[str, Any] = {
    "game_id": 99, "views": {}, "events": {}, "started": None, "ticks": 99, "t": 99.0, "left": frozenset({2}),
    "robots": {2: "easy"}, "rows": {2: ("mite1.1",)}, "asked": (AskedView(seat=2, place=1, of=3, zone="discard"),),
    "counted": (2,), "renamed": {2: "Zoe"}, "pressed": frozenset({2}), "agreed": (2,), "worlds_cut": 9,
}  # fmt: skip


@pytest.mark.parametrize("name", [field.name for field in fields(GameSnapshot) if field.name != "labels"])
def test_whatever_changes_the_picture_is_sent(board: Board, name: str) -> None:
    before = board.snapshot
    after = replace(before, game=replace(before.game, **{name: OTHERWISE[name]}))

    changed = shown(before, "public") != shown(after, "public")
    assert changed <= Rendering(after).concerns("public", before)


def test_so_is_who_is_missing(board: Board) -> None:
    before = board.snapshot
    gathering = Gathering(game="mito", players=("Ana",), options={}, catalogue=None, missing=2)
    after = replace(before, table=replace(before.table, gathering=gathering))

    assert shown(before, "public") != shown(after, "public")
    assert Rendering(after).concerns("public", before)


def test_the_whole_picture_comes_first(board: Board) -> None:
    number, name, data = next(follow(board))

    assert (number, name) == (2, "picture")
    assert data["seats"][0]["name"] == "Ana"


def test_a_phone_that_loses_its_stream_comes_back_after_a_second(board: Board) -> None:
    assert next(sent(board)).splitlines()[0] == b"retry: 1000"


def test_at_a_seat_that_is_not_in_this_game_everybodys_events_follow(board: Board, table: TableInTime) -> None:
    onlooker, everybody = follow(board, audience="seat:4"), follow(board)
    assert next(onlooker) == next(everybody)
    table.card("number2.1").touches("discard")

    heard = list(islice(onlooker, 3))

    assert heard == list(islice(everybody, 3))
    assert heard[0][2]["news"][0]["said"] == "The pile begins with a 2."


def test_events_follow_as_they_happen_each_with_the_picture_after_it(board: Board, table: TableInTime) -> None:
    heard = follow(board)
    next(heard)
    table.card("number2.1").touches("discard")

    (_, first, picture), *events = islice(heard, 3)

    assert first == "picture"
    assert picture["turn"] == 1
    assert [(number, name, data["event"], data["said"]) for number, name, data in events] == [
        (3, "message", "pile_started", "The pile begins with a 2."),
        (4, "message", "turn_started", None),
    ]


def test_a_phone_that_was_away_is_told_what_it_missed(board: Board, table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    table.card("number3.1").touches("discard")

    (_, first, _), *missed = islice(follow(board, last_id=3), 4)

    assert first == "picture"
    assert [number for number, _, _ in missed] == [4, 5, 6]
    assert [data["seq"] for _, _, data in missed] == [4, 5, 6]


def test_a_phone_that_watched_an_earlier_game_gets_this_one_from_its_start(board: Board) -> None:
    _, *heard = islice(follow(board, last_id=99), 3)

    assert [number for number, _, _ in heard] == [1, 2]


def test_whoever_says_of_which_game_his_last_event_was_misses_none_of_another(board: Board, table: TableInTime) -> None:
    before = board.snapshot.game.game_id
    table.starts("mito", "Dan", "Eva", "Finn")

    _, *heard = islice(follow(board, last_id=1, last_game=before), 3)
    assert [number for number, _, _ in heard] == [1, 2]
    _, *heard = islice(follow(board, last_id=1, last_game=board.snapshot.game.game_id), 2)
    assert [number for number, _, _ in heard] == [2]


def test_which_game_the_last_event_was_of_is_asked_for(client: FlaskClient, board: Board) -> None:
    game_id = board.snapshot.game.game_id
    assert game_id is not None
    for last_game, first in ((game_id, 2), (game_id + 1, 1)):
        answer = client.get(f"/api/v1/events?last_game={last_game}", headers={"Last-Event-ID": "1"})
        (_, name, _), (number, _, _) = islice(messages(answer.response), 2)
        assert (name, number) == ("picture", first)
        answer.close()


def test_a_new_game_is_told_from_its_start(board: Board, table: TableInTime) -> None:
    heard = follow(board)
    next(heard)
    table.starts("mito", "Dan", "Eva", "Finn")

    (_, _, picture), *events = islice(heard, 3)

    assert picture["seats"][0]["name"] == "Dan"
    assert [data["event"] for _, _, data in events] == ["game_started", "round_started"]


def test_a_quiet_stream_gives_signs_of_life(board: Board) -> None:
    heard = sent(board, heartbeat_s=0.0, poll_s=0.001)
    next(heard)

    assert next(heard) == stream_module.BEAT


def test_a_stream_says_nothing_of_what_does_not_concern_its_audience(table: TableInTime, board: Board) -> None:
    table.card("number2.1").touches("discard")
    heard = sent(board, heartbeat_s=0.0, poll_s=0.001)
    next(heard)
    before = board.snapshot.number
    table.card("number5.1").touches("seat.2")  # a hand card over a pad: seen, journalled, nobody's business
    assert board.snapshot.number > before

    assert next(heard) == stream_module.BEAT


@pytest.mark.parametrize("why", ["gone", "lifetime", "closed"])
def test_a_stream_ends_when_its_phone_its_time_or_its_table_is_gone(board: Board, why: str) -> None:
    heard = follow(board, gone=lambda: why == "gone", lifetime_s=0.0 if why == "lifetime" else 60.0)
    next(heard)
    if why == "closed":
        board.close()

    assert list(heard) == []


def test_too_many_streams_are_told_to_come_back(client: FlaskClient) -> None:
    first, second = client.get("/api/v1/events"), client.get("/api/v1/events")
    assert client.get("/api/v1/events").status_code == 503

    first.close()
    third = client.get("/api/v1/events")

    assert third.status_code == 200
    assert third.mimetype == "text/event-stream"
    second.close()
    third.close()


def test_one_address_does_not_take_every_stream(table: TableInTime) -> None:
    config = Config(most_streams=12, most_streams_each=8, poll_s=0.01)
    client = create_app(Shown(table), config).test_client()

    def opens(address: str) -> TestResponse:
        return client.get("/api/v1/events", environ_overrides={"REMOTE_ADDR": address})

    greedy = [opens("192.0.2.1") for _ in range(9)]
    assert [answer.status_code for answer in greedy] == [200] * 8 + [503]
    other = opens("192.0.2.2")
    assert other.status_code == 200

    greedy[0].close()

    again = opens("192.0.2.1")
    assert (again.status_code, opens("192.0.2.1").status_code) == (200, 503)
    for answer in (*greedy, other, again):
        answer.close()


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.9", "::1", "::ffff:127.0.0.1"])
def test_this_machine_takes_every_stream(address: str) -> None:
    slots = Slots(3, each=1, of_one=1)

    assert [slots.take(address) for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1", ""])
def test_others_take_as_many_as_they_may_and_give_them_back(address: str) -> None:
    slots = Slots(3, each=1, of_one=1)

    assert (slots.take(address), slots.take(address)) == (True, False)
    slots.give_back(address)
    assert slots.take(address)


def test_a_last_event_that_is_no_number_is_refused(client: FlaskClient) -> None:
    for last in ("yesterday", "9" * 5000):
        assert client.get("/api/v1/events", headers={"Last-Event-ID": last}).status_code == 400


def test_a_seat_that_is_not_in_this_game_sees_what_everybody_does(board: Board, table: TableInTime) -> None:
    heard = follow(board, audience="seat:9")
    assert next(heard)[2]["seats"][0]["name"] == "Ana"

    table.card("number2.1").touches("discard")

    assert next(heard)[2]["piles"]["discard"]["top"] == "number2.1"


def test_a_stream_ends_as_soon_as_its_phone_may_not_know_any_more(board: Board, table: TableInTime) -> None:
    allowed = [True]
    heard = sent(board, may=lambda: allowed[0])
    next(heard)
    allowed.clear()
    allowed.append(False)
    table.card("number2.1").touches("discard")

    assert list(heard) == []


def test_who_holds_what_wakes_streams_but_shows_nowhere(board: Board) -> None:
    heard = sent(board, heartbeat_s=0.0)
    next(heard)
    board.stir()

    assert next(heard) == stream_module.BEAT


def test_what_a_phone_is_told_at_once_comes_in_one_piece(board: Board, table: TableInTime) -> None:
    heard = sent(board)
    next(heard)
    table.card("number2.1").touches("discard")

    assert [line for line in next(heard).decode().splitlines() if line.startswith("id")] == ["id: 2", "id: 3", "id: 4"]


def test_a_picture_is_drawn_once_for_all_phones(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, str]] = []
    draw = shown
    monkeypatch.setattr(stream_module, "shown", lambda p, a: drawn.append((p.number, a)) or draw(p, a))
    rendering = Rendering(board.snapshot)
    pieces = [rendering.news("public", 2) for _ in range(20)]
    assert len(set(pieces)) == 1
    assert read(rendering.news("host", 2))[2]["game"] == "mito"
    rendering = Rendering(board.snapshot, rendering)
    rendering.news("public", 2)
    board.stir()
    rendering = Rendering(board.snapshot, rendering)
    rendering.news("public", 2)

    now = board.snapshot.number
    assert drawn == [(now - 1, "public"), (now - 1, "host"), (now, "public")]


def test_events_are_worded_once_for_all_phones_that_know_as_much(
    board: Board, table: TableInTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.card("number2.1").touches("discard")
    worded: list[int] = []
    with_sentence = Narrator.with_sentence
    monkeypatch.setattr(Narrator, "with_sentence", lambda self, one: worded.append(one.seq) or with_sentence(self, one))
    rendering = Rendering(board.snapshot)
    pieces = [rendering.events("public", 2) for _ in range(20)]
    assert len(set(pieces)) == 1
    assert worded == [3, 4]

    assert rendering.events("public", 3) in pieces[0]
    assert worded == [3, 4, 4]
