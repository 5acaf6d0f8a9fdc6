"""The budget of each address: whoever asks for much has to wait, and nobody else; nothing is refused."""

import socket
import time

import pytest
from flask import Flask

from tests.emulated import TableInTime
from tests.playing import PATIENCE_S
from tests.web.conftest import serving
from tests.web.test_lanes import Connection
from web.context import Config
from web.server import lanes
from web.server.lanes import BURST_S, Budget, FairQueue

SHARE = 0.25


def test_what_is_spent_comes_back_with_time_and_is_an_addresss_own() -> None:
    now = [100.0]
    budget = Budget(SHARE, lambda: now[0])

    budget.charge("a", BURST_S + 3.0)

    assert (budget.is_spent("a"), budget.is_spent("b")) == (True, False)
    now[0] += 3.0 / SHARE - 1
    assert budget.is_spent("a")
    now[0] += 1
    assert not budget.is_spent("a")
    now[0] += 1e6
    budget.charge("a", BURST_S)
    assert not budget.is_spent("a"), "no more is kept than a burst"
    budget.charge("a", 0.1)
    assert budget.is_spent("a")


def test_this_machine_itself_has_no_bounds() -> None:
    budget = Budget(SHARE, lambda: 0.0)

    for address in ("127.0.0.1", "::1"):
        budget.charge(address, 1e6)
        assert not budget.is_spent(address)


def test_no_more_addresses_are_kept_than_people_have() -> None:
    budget = Budget(SHARE, lambda: 0.0)
    for number in range(5000):
        budget.charge(f"{number}", BURST_S + 1.0)

    assert len(budget._accounts) <= 1025
    assert budget.is_spent("4999")


def test_whoever_has_spent_theirs_is_in_turn_later_and_others_are_not() -> None:
    now = [0.0]
    budget = Budget(SHARE, lambda: now[0])
    queue = FairQueue(budget)
    budget.charge("a", BURST_S + 1.0)
    for number, address in enumerate("aab"):
        queue.append(Connection((address, number)))

    assert (len(queue), queue.held) == (1, True)
    assert queue.popleft().channel.addr == ("b", 2)
    assert not queue
    now[0] += 1.0 / SHARE
    assert (len(queue), queue.held) == (2, False)
    assert [queue.popleft().channel.addr for _ in range(2)] == [("a", 0), ("a", 1)]


def test_what_was_counted_as_in_turn_is_answered_though_its_budget_is_spent_meanwhile() -> None:
    """Threads look at the length first, and an answer is charged while they do: none of them may fail for it."""
    budget = Budget(SHARE, lambda: 0.0)
    queue = FairQueue(budget)
    queue.append(Connection(("a", 0)))
    assert queue
    budget.charge("a", BURST_S + 1.0)

    assert queue.popleft().channel.addr == ("a", 0)


def test_of_those_that_are_held_none_is_kept_whose_client_is_gone() -> None:
    budget = Budget(SHARE, lambda: 0.0)
    queue = FairQueue(budget)
    budget.charge("a", BURST_S + 1.0)
    for number in range(1000):
        queue.append(Connection(("a", number), connected=False))

    assert sum(map(len, queue._waiting.values())) == 1


def test_what_an_answer_takes_is_charged_even_if_it_fails() -> None:
    spent: list[float] = []

    class Failing(Connection):
        def service(self) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        lanes.Charged(Failing(("a", 1)), spent.append).service()
    assert len(spent) == 1
    assert spent[0] >= 0


def test_pages_of_a_greedy_address_come_later(app: Flask, table: TableInTime, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of 20 ms spend the budget of an address: the next ones come as it comes back, and no sooner."""
    monkeypatch.setattr("web.server.lanes.BURST_S", 0.01)

    def dear() -> str:
        until_s = time.thread_time() + 0.02
        while time.thread_time() < until_s:
            pass
        return "dear"

    app.add_url_rule("/dear", view_func=dear)
    with serving(app, table.controller.board, Config()) as port:

        def asks(path: str) -> bytes:
            with socket.create_connection(("127.0.0.1", port), PATIENCE_S, ("127.0.0.66", 0)) as asking:
                asking.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                return asking.recv(12)

        began_s = time.monotonic()
        answers = [asks("/dear") for _ in range(5)]
        took_s = time.monotonic() - began_s

        assert {*answers, asks("/api/v1/me")} == {b"HTTP/1.1 200"}
        # An answer may be there before it is charged for: before the fifth is begun, three are paid for.
        assert took_s >= (3 * 0.02 - 0.01) / lanes._OTHER_SHARE
