"""A cable between a phone and the table. Pulling it closes all connections and refuses new ones.

It can also fall silent, like a network whose range a phone has left: connections stay open, but nothing arrives.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread


class Cable:
    """Forwards connections from its own port to another port."""

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._plugged = True
        self._heard = Event()
        self._heard.set()
        self._lock = Lock()
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        """Close all connections and refuse new ones."""
        with self._lock:
            self._plugged = False
            for end in self._ends:
                _hang_up(end)
            self._ends.clear()

    def fall_silent(self) -> None:
        """Stop forwarding, with all connections still open; hold back what is sent meanwhile."""
        self._heard.clear()

    def be_heard(self) -> None:
        """Close the old connections, which both ends have given up, and forward new ones."""
        with self._lock:
            for end in self._ends:
                _hang_up(end)
            self._ends.clear()
        self._heard.set()

    def plug_in(self) -> None:
        """Accept new connections again."""
        with self._lock:
            self._plugged = True

    def close(self) -> None:
        self.pull()
        self._heard.set()
        _hang_up(self._listener)

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                near, _ = self._listener.accept()
                self._connect(near)

    def _connect(self, near: socket.socket) -> None:
        with self._lock:
            if not self._plugged:
                near.close()
                return
            far = socket.create_connection(("127.0.0.1", self._to_port))
            self._ends += [near, far]
        for one, other in ((near, far), (far, near)):
            Thread(target=_carry, args=(one, other, self._heard), daemon=True).start()


def _carry(one: socket.socket, other: socket.socket, heard: Event) -> None:
    with suppress(OSError):  # cut
        while data := one.recv(65536):
            heard.wait()
            other.sendall(data)
    _hang_up(other)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):  # hung up already
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def cable(to_port: int) -> Iterator[Cable]:
    """Yield a cable to a port; close it when the block ends."""
    laid = Cable(to_port)
    try:
        yield laid
    finally:
        laid.close()
