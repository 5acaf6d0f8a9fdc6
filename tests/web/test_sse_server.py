"""Streams on a real server: one thread tells all phones, and none of them waits for another."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPResponse
from threading import Thread
from typing import Any

import pytest
import structlog
from flask import Flask
from waitress.channel import ClientDisconnected
from waitress.task import Task

from table.values import replace
from tests.emulated import TableInTime
from tests.playing import PATIENCE_S
from tests.web.conftest import hang_up
from web.api import pictures
from web.context import Config
from web.delivery.stream import Rendering, Slots, StreamBody
from web.server.port import make_server

PHONES = 60
PICTURES = 200


@pytest.fixture
def server(app: Flask, table: TableInTime) -> Iterator[Any]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server: Any = make_server(app, table.controller.board, listener, Config(poll_s=0.02))
        server.where = listener.getsockname()
        thread = Thread(target=server.run)
        thread.start()
        yield server
        table.controller.board.close()
        server.trigger.pull_trigger(lambda: hang_up(server))
        thread.join(PATIENCE_S)
        server.task_dispatcher.shutdown()
        server.sse_server.wait()
        server.close()


class Phones(ExitStack):
    """Phones with connections of their own."""

    def __init__(self, where: tuple[str, int]) -> None:
        super().__init__()
        self._where = where

    def asks(self, method: str = "GET", path: str = "/api/v1/events") -> HTTPResponse:
        connection = HTTPConnection(*self._where, timeout=PATIENCE_S)
        self.callback(connection.close)
        connection.request(method, path)
        answer = connection.getresponse()
        self.callback(answer.close)
        return answer


def hears(stream: HTTPResponse, said: bytes) -> bool:
    """Read on until something is said; False if the stream ends before."""
    return any(said in line for line in stream)


def test_a_stream_of_a_board_that_has_been_closed_ends(server: Any, table: TableInTime) -> None:
    table.controller.board.close()
    with Phones(server.where) as phones:
        assert phones.asks().read() == b""


@pytest.mark.long
def test_many_phones_take_one_thread(server: Any, table: TableInTime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Slots, "take", lambda *_, **__: True)
    with Phones(server.where) as phones:
        streams = [phones.asks() for _ in range(PHONES)]
        assert all(hears(stream, b"event: picture") for stream in streams)
        threads = threading.active_count()
        table.card("number2.1").touches("discard")

        assert all(hears(stream, b'"pile_started"') for stream in streams)
        assert threads < PHONES / 2
        assert phones.asks(path="/api/v1/table").status == 200


def test_a_phone_that_hangs_up_leaves_its_stream_to_another(server: Any) -> None:
    with Phones(server.where) as phones:
        assert hears(phones.asks(), b"event: picture")
        assert hears(phones.asks(), b"event: picture")
        assert phones.asks().status == 503, "the table of these tests has two"
    with Phones(server.where) as others:
        while others.asks().status == 503:
            pass  # until the table has noticed


def test_to_ask_for_the_head_of_a_stream_opens_none(server: Any) -> None:
    with Phones(server.where) as phones:
        for _ in range(5):
            answer = phones.asks("HEAD")
            assert (answer.status, answer.getheader("Content-Type"), answer.read()) == (
                200,
                "text/event-stream; charset=utf-8",
                b"",
            )


@pytest.mark.parametrize("path", ["/api/v1/events", "/api/v1/streams?of=/api/v1/events", "/health"])
def test_nothing_follows_the_head_that_was_asked_for(server: Any, path: str) -> None:
    with socket.create_connection(server.where, PATIENCE_S) as phone:
        phone.sendall(f"HEAD {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: phone.recv(4096), b""))

    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.partition(b"\r\n\r\n")[2] == b""


def test_when_the_table_stops_streams_end_as_answers_do(server: Any, table: TableInTime) -> None:
    with Phones(server.where) as phones:
        stream = phones.asks()
        assert hears(stream, b"event: picture")
        table.controller.board.close()

        assert not hears(stream, b"never said"), "and http.client has seen the last chunk"


def test_a_stream_that_fails_is_logged_and_ends_alone(
    server: Any, table: TableInTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Phones(server.where) as phones, structlog.testing.capture_logs() as log:
        good = phones.asks()
        assert hears(good, b"event: picture")
        monkeypatch.setattr(pictures, "stream", _fails)
        bad = phones.asks()
        assert not hears(bad, b"event: picture")
        table.card("number2.1").touches("discard")

        assert hears(good, b'"pile_started"')
        assert [entry["event"] for entry in log] == ["a stream has failed"]


def test_a_phone_that_hangs_up_while_it_is_told_the_end_ends_alone(
    server: Any, table: TableInTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def finish(_: Task) -> None:
        raise ClientDisconnected

    with Phones(server.where) as phones:
        good = phones.asks()
        assert hears(good, b"event: picture")
        monkeypatch.setattr(pictures, "stream", _fails)
        monkeypatch.setattr(Task, "finish", finish)
        bad = phones.asks()
        assert not hears(bad, b"event: picture")
        table.card("number2.1").touches("discard")

        assert hears(good, b'"pile_started"')


def _fails(*_: Any, **__: Any) -> StreamBody:
    def body() -> StreamBody:
        rendering: Rendering = yield b""
        raise RuntimeError(f"nobody can say what picture {rendering.snapshot.number} shows")

    begun = body()
    next(begun)
    return begun


def test_a_phone_that_reads_nothing_keeps_nobody_waiting(server: Any, table: TableInTime) -> None:
    with Phones(server.where) as phones, socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(server.where)
        deaf.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        good = phones.asks()
        assert hears(good, b"event: picture")
        for number in range(PICTURES):  # far more than lies between, and than the server would hold for it
            table.controller.board.put(_other(table, number))
            assert hears(good, f'"{number}xxx'.encode())
        table.card("number2.1").touches("discard")
        assert hears(good, b'"pile_started"')


def _other(table: TableInTime, number: int) -> Any:
    """Return the picture of now with another prompt, of 50,000 letters."""
    snapshot = table.controller.board.snapshot
    prompt = f"{number}" + "x" * 50_000
    views = {audience: replace(view, prompt=prompt) for audience, view in snapshot.game.views.items()}
    return replace(snapshot, game=replace(snapshot.game, views=views))
