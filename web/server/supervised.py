"""Notifies systemd that the table is ready, alive or stopping (sd_notify(3), Type=notify).

The table is alive while its owner handles messages and its server answers requests; systemd restarts a table that
hangs. Without a supervisor nothing is sent. `Watched` reports the health of the computer to the host.
"""

import os
import socket
import time
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread

from table.log import logger
from table.network.computer import Computer
from table.running.live import LiveTable
from table.running.messages import COMPUTER, Remark

_ANSWER_S = 5.0
_AGAIN_S = 0.1  # between checks while the table is starting
_TIMES = 3  # notifications within the watchdog's time, because one of them may be late
_JOIN_S = _ANSWER_S
_COMPUTER_S = 5.0  # between checks; a Pi's undervoltage alarm stays on for several seconds
_log = logger()


class Supervisor:
    """The supervisor that `environment` names, such as systemd, if there is one."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        watched = environment.get("WATCHDOG_PID") in (None, str(os.getpid()))
        self.every_s = int(environment.get("WATCHDOG_USEC") or 0) / 1e6 / _TIMES if watched and self._address else 0.0

    @property
    def is_there(self) -> bool:
        """Whether a supervisor wants to be notified."""
        return bool(self._address)

    def tell(self, *lines: str) -> None:
        """Send lines such as READY=1. A failure is only logged: the supervisor notices only that nothing arrived."""
        if not self._address:
            return
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address  # an abstract socket
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.sendto("\n".join(lines).encode(), address)
        except OSError as error:
            _log.warning("the supervisor cannot be notified", error=error.strerror or str(error))


class Pulse:
    """Notifies a supervisor that the table is ready, and then regularly that it is alive. A context manager."""

    def __init__(
        self,
        supervisor: Supervisor,
        is_alive: Callable[[], bool],
        is_back_soon: Callable[[], bool] = lambda: False,
        came_up: Callable[[], None] = lambda: None,
    ) -> None:
        """Check the table with `is_alive`, and call `came_up` when it first returns True, supervised or not.

        `is_back_soon` is called at exit and returns whether the process is about to restart itself.
        """
        self._came_up = came_up
        self._supervisor = supervisor
        self._is_alive = is_alive
        self._is_back_soon = is_back_soon
        self._stop = Event()
        self._thread = Thread(target=self._beat, name="pulse", daemon=True)

    def __enter__(self) -> "Pulse":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        if self._is_back_soon():
            self._supervisor.tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
        else:
            self._supervisor.tell("STOPPING=1")
        self._thread.join(_JOIN_S)

    def _beat(self) -> None:
        """Report the table as ready at the first check that it passes, and as alive at each later one.

        There is no time limit for that first check here: the unit file says how long a slow computer may take to start.
        """
        ready, rest_s = False, 0.0
        while not self._stop.wait(rest_s):
            if self._is_alive():
                self._says(ready=ready)
                ready = True
                if not self._supervisor.is_there:
                    return
            elif ready and not self._stop.is_set():
                _log.error("the table does not answer itself")
            rest_s = (self._supervisor.every_s or _ANSWER_S) if ready else _AGAIN_S

    def _says(self, *, ready: bool) -> None:
        if ready:
            self._supervisor.tell("WATCHDOG=1")
        else:
            self._came_up()
            self._supervisor.tell("READY=1", "STATUS=The table serves its pages.")


def answers(port: int, path: str = "/api/v1/me") -> bool:
    """Return whether a server on this computer responds to a request for a page with 200."""
    connection = HTTPConnection("127.0.0.1", port, timeout=_ANSWER_S)
    try:
        connection.request("GET", path, headers={"Host": f"localhost:{port}"})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


class Watched:
    """A thread that watches the computer's health and reports faults to the host. A context manager."""

    def __init__(self, table: LiveTable, computer: Computer | None = None) -> None:
        self._table = table
        self._computer = computer
        self._stop = Event()
        self._thread = Thread(target=self._watch, name="computer", daemon=True)

    def __enter__(self) -> "Watched":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        computer, before = self._computer or Computer(), None
        while not self._stop.is_set():
            said = computer.sentence()
            if said != before:
                self._table.controller.post(Remark(COMPUTER, said))
                before = said
                if said is not None:
                    _log.warning("this computer has a fault", said=said)
            self._stop.wait(_COMPUTER_S)
