"""Who waits for whom: what a game needs never waits for pages, and whoever asks for much waits behind themselves."""

import doctest
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Event
from urllib.request import urlopen

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from table.values import Value
from tests.emulated import TableInTime
from tests.playing import PATIENCE_S
from tests.web.conftest import serving
from web.context import Config
from web.described.operations import OPERATIONS
from web.server import lanes
from web.server.lanes import Budget, FairQueue, is_urgent


class Connection(Value):
    addr: tuple[str, int]
    connected: bool = True


@given(st.lists(st.sampled_from("abc"), max_size=20))
def test_each_address_has_its_turn_and_of_one_the_first_is_first(addresses: list[str]) -> None:
    queue = FairQueue(Budget(1.0))
    for number, address in enumerate(addresses):
        queue.append(Connection((address, number)))
    assert len(queue) == len(addresses)

    taken = [queue.popleft().channel.addr for _ in addresses]

    for address in set(addresses):
        numbers = [number for one, number in taken if one == address]
        assert numbers == sorted(numbers)
    several = {address: addresses.count(address) for address in addresses}
    for turn in range(max(several.values(), default=0)):
        there = sum(count > turn for count in several.values())
        before = sum(min(count, turn) for count in several.values())
        assert len({address for address, _ in taken[before : before + there]}) == there
    assert not queue


def test_what_is_urgent_is_an_operation() -> None:
    assert doctest.testmod(lanes).failed == 0
    known = {rule.replace("<int:seat>", "1") for _, rule in OPERATIONS} | {"/health", "/api/v1/end"}

    assert {rule for rule in known if is_urgent(rule)} >= {
        "/health",
        "/api/v1/me",
        "/api/v1/tabletop",
        "/api/v1/events",
    }
    assert not is_urgent("/api/v1/history/1/pictures")
    assert not is_urgent("/api/v1/seats/1/events/3/why")


@pytest.fixture
def blocked(app: Flask, table: TableInTime) -> Iterator[tuple[int, Event]]:
    """The port of a table with a page that takes as long as the event is not set."""
    go_on = Event()
    app.add_url_rule("/slow", view_func=lambda: str(go_on.wait(PATIENCE_S)))
    with serving(app, table.controller.board, Config()) as port:
        yield port, go_on
        go_on.set()


def test_a_press_and_the_self_check_wait_for_no_page(blocked: tuple[int, Event]) -> None:
    port, go_on = blocked
    url = f"http://localhost:{port}"
    with ExitStack() as closing:
        asking = [closing.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(60)]
        for one in asking:
            one.sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")

        with urlopen(f"{url}/health", timeout=PATIENCE_S) as answer:  # noqa: S310
            assert answer.status == 200
        with urlopen(f"{url}/api/v1/events", timeout=PATIENCE_S) as stream:  # noqa: S310
            assert stream.readline().startswith(b"retry")

        go_on.set()
        assert all(one.recv(12) == b"HTTP/1.1 200" for one in asking)
