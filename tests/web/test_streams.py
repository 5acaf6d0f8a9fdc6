"""One stream for all tabs of a browser carries what each of several streams would, and nothing else."""

from collections.abc import Iterator
from itertools import islice
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from tests.emulated import TableInTime
from tests.web.conftest import Shown
from tests.web.test_stream import messages
from web.context import Config
from web.server.app import create_app

PUBLIC, HOST, SEAT_1, SEAT_2 = (
    f"/api/v1/{path}" for path in ("events", "host/events", "seats/1/events", "seats/2/events")
)


@pytest.fixture
def phone(table: TableInTime) -> FlaskClient:
    client = create_app(Shown(table), Config(poll_s=0.01)).test_client()
    assert client.post("/api/v1/seats/1/take", json={}, headers={"Origin": "http://localhost"}).status_code == 200
    return client


def followed(client: FlaskClient, *paths: str) -> Iterator[tuple[str, str, Any]]:
    """Follow several streams in one: whose message it is, its name, and its data."""
    answer = client.get(f"/api/v1/streams?{'&'.join(f'of={quote(path)}' for path in paths)}")
    assert answer.status_code == 200
    of = ""
    for _, name, data in messages(answer.response):
        if name == "of":
            of = paths[data]
        else:
            yield of, name, data
    answer.close()


def first(client: FlaskClient, *paths: str) -> dict[str, list[tuple[str, Any]]]:
    """Return what each of several streams tells at first, up to the first event that is new to all."""
    heard: dict[str, list[tuple[str, Any]]] = {path: [] for path in paths}
    for path, name, data in islice(followed(client, *paths), 2 * len(paths)):
        heard[path].append((name, data))
    return heard


def test_each_part_is_told_what_it_would_be_told_alone(phone: FlaskClient) -> None:
    together = first(phone, PUBLIC, SEAT_1)

    for path in (PUBLIC, SEAT_1):
        with phone.get(path) as alone:
            assert together[path] == [(name, data) for _, name, data in islice(messages(alone.response), 2)]
    assert together[SEAT_1][0] != together[PUBLIC][0]


def test_what_a_browser_may_not_know_is_refused_and_the_rest_is_told(phone: FlaskClient) -> None:
    refused = list(islice(followed(phone, SEAT_2, PUBLIC, HOST, "/api/v1/table", "/nowhere"), 4))

    assert refused == [
        (SEAT_2, "refused", 403),
        (HOST, "refused", 403),
        ("/api/v1/table", "refused", 404),
        ("/nowhere", "refused", 404),
    ]


@pytest.mark.parametrize(
    "odd", ["//[", "http://[::1", "//\u2100", "\0", "€", "", f"{PUBLIC}/€", "/api/v1/seats/\u0661"]
)
def test_what_is_no_path_is_refused_and_the_rest_is_told(phone: FlaskClient, odd: str) -> None:
    (of, name, data), (other, _, _) = islice(followed(phone, odd, PUBLIC), 2)

    assert (of, name, data, other) == (odd, "refused", 404, PUBLIC)


@pytest.mark.parametrize("asked", ["last_game=é", "lang=€", "lang=%ff", "last_event_id=²"])
def test_odd_words_after_a_path_are_answered_as_alone(phone: FlaskClient, asked: str) -> None:
    with phone.get(f"{PUBLIC}?{asked}") as alone:
        status = alone.status_code
    _, name, data = next(followed(phone, f"{PUBLIC}?{asked}"))

    assert (data if name == "refused" else 200) == status


def test_where_all_are_refused_the_stream_ends(phone: FlaskClient) -> None:
    assert list(followed(phone, SEAT_2)) == [(SEAT_2, "refused", 403)]


def test_each_part_goes_on_where_it_was(phone: FlaskClient, table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    game = table.controller.board.snapshot.game.game_id
    since = f"{PUBLIC}?last_event_id=2&last_game={game}"

    heard = [(path, data["seq"]) for path, name, data in islice(followed(phone, SEAT_1, since), 6) if name == "message"]

    assert heard == [(since, 3), (since, 4)]


def test_it_ends_when_a_seat_is_left_and_nothing_more_is_told(phone: FlaskClient) -> None:
    heard = followed(phone, PUBLIC, SEAT_1)
    next(heard)
    phone.post("/api/v1/seats/1/leave", json={}, headers={"Origin": "http://localhost"})

    assert {name for _, name, _ in heard} <= {"picture", "room"}
    assert list(islice(followed(phone, SEAT_1), 1)) == [(SEAT_1, "refused", 401)]


@pytest.mark.parametrize("number", [0, 17])
def test_it_carries_as_many_as_there_can_be(phone: FlaskClient, number: int) -> None:
    answer = phone.get(f"/api/v1/streams?{'&'.join([f'of={PUBLIC}'] * number)}")

    assert answer.status_code == 400
    assert answer.get_json() == {"error": "of: expected 1 to 16 streams, each by its path."}


def test_its_parts_count_as_streams_until_it_ends(table: TableInTime) -> None:
    app = create_app(Shown(table), Config(poll_s=0.01, most_streams=4))
    client = app.test_client()
    answer = client.get(f"/api/v1/streams?of={PUBLIC}&of={PUBLIC}&of={PUBLIC}&of={PUBLIC}")
    assert next(iter(messages(answer.response))) == (None, "of", 3)
    with client.get(PUBLIC) as other:
        assert other.status_code == 503
    answer.close()
    with client.get(PUBLIC) as other:
        assert other.status_code == 200
