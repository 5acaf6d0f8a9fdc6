"""Writes all event streams from one thread, so that no stream occupies a thread that answers requests.

Waitress answers a request for a stream up to the head of the answer. Then the application hands over what to send
(`HAND_OVER`), and from there on this thread writes, at each new snapshot and at least every second. A phone that has
not taken its data yet is skipped until it has: it costs nobody anything and misses nothing.
"""

from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from waitress.channel import ClientDisconnected
from waitress.task import WSGITask

from table.log import logger
from web.delivery.stream import HAND_OVER, Followed, Rendering, StreamBody

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_JOIN_S = 5.0
_log = logger()


class HandedOver(BaseException):
    """Raised when the stream writer takes over an answer; not an error, so error handlers must not see it."""


class StreamTask(WSGITask):
    """An answer that may be handed over; then its head is sent, and `channel` stays busy with it until `end`."""

    body: StreamBody | None = None
    _at_end: Callable[[], None]

    def get_environment(self) -> "WSGIEnvironment":
        """Return what the application is given, with a way to hand an answer over."""
        environment: WSGIEnvironment = super().get_environment()
        environment[HAND_OVER] = self._hand_over
        return environment

    def _hand_over(self, body: StreamBody, at_end: Callable[[], None]) -> None:
        self.body, self._at_end = body, at_end

    def service(self) -> None:
        """Answer. Raise HandedOver if there is more to come."""
        try:
            super().service()
        except BaseException:
            self._release()
            raise
        if self.body is not None:
            server: Any = self.channel.server
            server.sse_server.take(self)
            raise HandedOver

    def finish(self) -> None:
        """Finish the answer, or its head."""
        if self.body is None:
            super().finish()
        else:
            self.write(b"")

    def hears(self) -> bool:
        """Return whether the phone has taken what it was told so far, or is gone."""
        return not (self.channel.connected and self.channel.total_outbufs_len)

    def end(self) -> None:
        """End the answer, and close the connection once it is sent."""
        self._release()
        with suppress(OSError, ClientDisconnected):  # it may hang up at this very moment
            if self.channel.connected:
                super().finish()
        channel: Any = self.channel
        channel.is_done()

    def _release(self) -> None:
        if self.body is not None:
            self.body.close()
            self.body = None
            self._at_end()


class SseServer:
    """Tells each phone what it is to know of every snapshot on a board. `take` is for any thread."""

    def __init__(self, board: Followed, poll_s: float) -> None:
        self._board = board
        self._poll_s = poll_s
        self._lock = Lock()
        self._phones: list[StreamTask] = []
        self._rendering = Rendering(board.snapshot)
        self._thread = Thread(target=self._run, name="teller", daemon=True)

    def take(self, phone: StreamTask) -> None:
        """Send a phone its first data, and everything new from then on."""
        with self._lock:
            if not self._thread.is_alive() and not self._board.closed:
                self._thread.start()
            self._phones.append(phone)
            self._tell([phone])  # or that it is over, if it is by now

    def wait(self) -> None:
        """Wait until all streams have ended, once the board is closed: the server has to stay open until then."""
        if self._thread.is_alive():
            self._thread.join(_JOIN_S)

    def _run(self) -> None:
        number, closed = 0, False
        while not closed:
            number = self._board.wait(number, self._poll_s).number
            closed = self._board.closed  # then all are told once more that it is over
            with self._lock:
                self._tell(self._phones)

    def _tell(self, phones: list[StreamTask]) -> None:
        self._rendering = Rendering(self._board.snapshot, self._rendering)
        ended = {phone for phone in phones if phone.hears() and not self._stays_open(phone)}
        if ended:
            self._phones = [phone for phone in self._phones if phone not in ended]

    def _stays_open(self, phone: StreamTask) -> bool:
        """Send one phone its next data; return False if its stream has ended."""
        assert phone.body is not None, "it is one of those that were handed over"  # noqa: S101
        stays_open = False
        try:
            # It is over, or the phone has hung up: both are ends like any other.
            with suppress(StopIteration, OSError, ClientDisconnected):
                if not self._board.closed and phone.channel.connected:
                    phone.write(phone.body.send(self._rendering))
                    stays_open = True
        except Exception:  # noqa: BLE001 - one that fails must not end the others
            _log.exception("a stream has failed")
        if not stays_open:
            phone.end()
        return stays_open
