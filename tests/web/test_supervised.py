"""What systemd is told of the table: when it is ready, that it lives, and that it stops."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from structlog.testing import capture_logs

from tests.playing import PATIENCE_S
from web.server.supervised import Pulse, Supervisor, answers


class Systemd:
    """The other end: a datagram socket, and what came over it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        self._socket.settimeout(PATIENCE_S)

    def environment(self, **more: str) -> dict[str, str]:
        return {"NOTIFY_SOCKET": self.address, **more}

    def hears(self) -> str:
        return self._socket.recv(1000).decode()

    def hears_nothing(self) -> bool:
        self._socket.setblocking(False)
        try:
            return not self._socket.recv(1000)
        except BlockingIOError:
            return True

    def close(self) -> None:
        self._socket.close()


class Asked:
    """A table that answers so many times, and then never; `enough`: it was asked three times more."""

    def __init__(self, answers: list[bool]) -> None:
        self._answers, self._more, self.enough = answers, 3, Event()

    def __call__(self) -> bool:
        if self._answers:
            return self._answers.pop()
        self._more -= 1
        if not self._more:
            self.enough.set()
        return False


@pytest.fixture(params=["a file", "an abstract name"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    name = str(tmp_path / "notify") if request.param == "a file" else f"@cardtable/{tmp_path.name}/{os.getpid()}"
    systemd = Systemd(name)
    yield systemd
    systemd.close()


def test_it_is_told_that_the_table_is_ready_that_it_lives_and_that_it_stops(systemd: Systemd) -> None:
    with Pulse(Supervisor(systemd.environment(WATCHDOG_USEC="30000")), lambda: True):
        assert systemd.hears().splitlines()[0] == "READY=1"
        assert [systemd.hears() for _ in range(3)] == ["WATCHDOG=1"] * 3

    while (said := systemd.hears()) == "WATCHDOG=1":
        pass
    assert said == "STOPPING=1"


def test_of_a_table_that_does_not_answer_yet_nobody_hears_anything(systemd: Systemd) -> None:
    asked = Asked([])
    with capture_logs() as logged, Pulse(Supervisor(systemd.environment(WATCHDOG_USEC="3000")), asked):
        assert asked.enough.wait(PATIENCE_S)
        assert systemd.hears_nothing()

    assert logged == []


def test_a_table_that_hangs_later_is_silent_from_then_on_and_logs_it(systemd: Systemd) -> None:
    asked = Asked([True, True])
    with capture_logs() as logged, Pulse(Supervisor(systemd.environment(WATCHDOG_USEC="3000")), asked):
        assert systemd.hears().startswith("READY=1")
        assert systemd.hears() == "WATCHDOG=1"
        assert asked.enough.wait(PATIENCE_S)
        assert systemd.hears_nothing()

    assert {one["event"] for one in logged} == {"the table does not answer itself"}


def test_that_a_table_does_not_answer_any_more_while_it_stops_is_not_logged(systemd: Systemd) -> None:
    answers_once, hangs = iter([True]), Event()

    def asked() -> bool:
        if next(answers_once, False):
            return True
        hangs.set()
        return not pulse._stop.wait(PATIENCE_S)

    pulse = Pulse(Supervisor(systemd.environment(WATCHDOG_USEC="3000")), asked)
    with capture_logs() as logged, pulse:
        assert hangs.wait(PATIENCE_S)

    assert not pulse._thread.is_alive()
    assert logged == []


@pytest.mark.parametrize(
    ("environment", "every_s"),
    [
        ({}, 0.0),
        ({"WATCHDOG_USEC": "3000000"}, 0.0),
        ({"NOTIFY_SOCKET": "/x"}, 0.0),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "3000000"}, 1.0),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": str(os.getpid())}, 1.0),
        ({"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "1"}, 0.0),
    ],
)
def test_the_watchdog_is_asked_for_by_the_environment(environment: dict[str, str], every_s: float) -> None:
    assert Supervisor(environment).every_s == every_s


def test_where_nobody_supervises_it_is_asked_until_it_has_come_up() -> None:
    asked, came_up = iter([False, True]), Event()
    with Pulse(Supervisor({}), lambda: next(asked), came_up=came_up.set) as pulse:
        assert came_up.wait(20.0)
        pulse._thread.join(20.0)

    assert not pulse._thread.is_alive()


def test_a_supervisor_that_does_not_hear_ends_nothing(tmp_path: Path) -> None:
    Supervisor({"NOTIFY_SOCKET": str(tmp_path / "gone")}).tell("READY=1")


def test_a_port_that_nobody_serves_does_not_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

    assert not answers(port)
