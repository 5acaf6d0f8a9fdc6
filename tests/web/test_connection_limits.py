"""A real server and real sockets: whoever is slow is hung up on, and nobody else notices."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Event
from urllib.request import urlopen

import pytest
from flask import Flask

from tests.emulated import TableInTime
from tests.jumping import DAYS_S
from tests.playing import PATIENCE_S
from tests.web.conftest import serving
from web.context import Config
from web.server.port import HurriedChannel

MEGABYTES = 16 * 2**20
hung_up = Event()


class Short(HurriedChannel):
    """In more of a hurry than the real one, for tests should not be slow."""

    arrival_s = taking_s = idle_s = 0.2

    def handle_close(self) -> None:
        super().handle_close()
        hung_up.set()


@pytest.fixture
def address(app: Flask, table: TableInTime) -> Iterator[tuple[str, int]]:
    hung_up.clear()
    app.add_url_rule("/much", view_func=lambda: b"x" * MEGABYTES)
    with serving(app, table.controller.board, Config(most_streams=1), Short) as port:
        yield "127.0.0.1", port


def dribbles(address: tuple[str, int], beginning: bytes) -> bytes:
    """Send a beginning, then a byte at a time until the server hangs up; return what it said."""
    said = b""
    with socket.create_connection(address, PATIENCE_S) as slow:
        slow.sendall(beginning)
        slow.settimeout(0.02)
        while not said:
            try:
                slow.sendall(b"x")
                said += (heard := slow.recv(4096))
                if not heard:
                    return said
            except TimeoutError:
                continue
            except ConnectionError:
                return said
    return said


BODY = (
    b"POST /api/v1/host HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"
)


@pytest.mark.parametrize("beginning", [BODY, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ", b"G"])
def test_a_request_that_dribbles_in_is_hung_up_on(address: tuple[str, int], beginning: bytes) -> None:
    assert dribbles(address, beginning) == b""


def test_others_are_served_while_many_dribble(address: tuple[str, int]) -> None:
    slow = [socket.create_connection(address, PATIENCE_S) for _ in range(40)]
    for one in slow:
        one.sendall(BODY)

    with urlopen(f"http://localhost:{address[1]}/health", timeout=PATIENCE_S) as answer:
        assert answer.status == 200
    for one in slow:
        one.close()


def test_an_answer_that_nobody_takes_is_given_up(address: tuple[str, int]) -> None:
    with socket.create_connection(address, PATIENCE_S) as lazy:
        lazy.sendall(b"GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert hung_up.wait(PATIENCE_S)

        taken = 0
        while heard := lazy.recv(2**20):
            taken += len(heard)
    assert taken < MEGABYTES


@pytest.mark.long
@pytest.mark.parametrize("jump_s", [0, DAYS_S, -DAYS_S])
def test_a_connection_on_which_nothing_is_asked_is_hung_up_on_whatever_the_wall_clock_says(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch, jump_s: int
) -> None:
    with socket.create_connection(address, PATIENCE_S) as idle:
        monkeypatch.setattr(time, "time", lambda: time.time_ns() / 1e9 + jump_s)

        assert idle.recv(1) == b""


@pytest.mark.parametrize("jump_s", [DAYS_S, -DAYS_S])
def test_nobody_is_taken_for_idle_because_the_wall_clock_jumps(monkeypatch: pytest.MonkeyPatch, jump_s: int) -> None:
    channel = HurriedChannel.__new__(HurriedChannel)
    channel.last_activity = time.time()
    monkeypatch.setattr(time, "time", lambda: time.time_ns() / 1e9 + jump_s)

    assert abs(time.time() - channel.last_activity) < PATIENCE_S


def test_a_quick_phone_takes_much(app: Flask, table: TableInTime) -> None:
    app.add_url_rule("/much", view_func=lambda: b"x" * MEGABYTES)
    with (
        serving(app, table.controller.board, Config()) as port,
        urlopen(f"http://localhost:{port}/much", timeout=PATIENCE_S) as answer,
    ):
        assert len(answer.read()) == MEGABYTES


def test_requests_that_are_sent_ahead_are_hung_up_on(address: tuple[str, int]) -> None:
    with socket.create_connection(address, PATIENCE_S) as greedy:
        greedy.sendall(b"GET /much HTTP/1.1\r\nHost: localhost\r\n\r\n" * 9)
        taken = 0
        with suppress(ConnectionError):  # hung up on, which is what is shown
            while heard := greedy.recv(2**20):
                taken += len(heard)
    assert taken < 3 * MEGABYTES
