"""Writes all event streams from one thread, so that no stream occupies a thread that answers requests.

Waitress sends only the head of a stream's response. The application hands over the body (`HAND_OVER`), and this thread
writes it: at each new snapshot, and at least every second. A phone that has not read its data yet is skipped until it
has: it delays nobody and misses nothing.
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
    """Raised when the stream writer takes over a response. It is not an error, so error handlers must not catch it."""


class StreamTask(WSGITask):
    """A response that may be handed over; then only its head is sent here, and its `channel` stays open until `end`."""

    body: StreamBody | None = None
    _at_end: Callable[[], None]

    def get_environment(self) -> "WSGIEnvironment":
        """Return the WSGI environment, with the function that the application calls to hand over a response."""
        environment: WSGIEnvironment = super().get_environment()
        environment[HAND_OVER] = self._hand_over
        return environment

    def _hand_over(self, body: StreamBody, at_end: Callable[[], None]) -> None:
        self.body, self._at_end = body, at_end

    def service(self) -> None:
        """Answer the request. Raise HandedOver if the stream writer sends the rest of the response."""
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
        """Finish the response; send only its head if the rest was handed over, or if only the head was requested."""
        request: Any = self.request
        if self.body is not None or request.command == "HEAD":
            self.write(b"")
        else:
            super().finish()

    def hears(self) -> bool:
        """Return whether the phone has read all data sent so far, or has disconnected."""
        return not (self.channel.connected and self.channel.total_outbufs_len)

    def end(self) -> None:
        """End the response, and close the connection once all data has been sent."""
        self._release()
        with suppress(OSError, ClientDisconnected):  # the phone may disconnect at this very moment
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
    """Sends each phone its part of every snapshot posted on a board. `take` may be called from any thread."""

    def __init__(self, board: Followed, poll_s: float) -> None:
        self._board = board
        self._poll_s = poll_s
        self._lock = Lock()
        self._phones: list[StreamTask] = []
        self._rendering = Rendering(board.snapshot)
        self._thread = Thread(target=self._run, name="teller", daemon=True)

    def take(self, phone: StreamTask) -> None:
        """Send a phone its first data, and keep sending it news until its stream ends."""
        with self._lock:
            if not self._thread.is_alive() and not self._board.closed:
                self._thread.start()
            self._phones.append(phone)
            self._tell([phone])  # ends the stream if the board is closed by now

    def wait(self) -> None:
        """Wait until all streams of a closed board have ended; the server must stay open until then."""
        if self._thread.is_alive():
            self._thread.join(_JOIN_S)

    def _run(self) -> None:
        number, closed = 0, False
        while not closed:
            number = self._board.wait(number, self._poll_s).number
            closed = self._board.closed  # if so, the call below ends all streams
            with self._lock:
                self._tell(self._phones)

    def _tell(self, phones: list[StreamTask]) -> None:
        self._rendering = Rendering(self._board.snapshot, self._rendering)
        ended = {phone for phone in phones if phone.hears() and not self._stays_open(phone)}
        if ended:
            self._phones = [phone for phone in self._phones if phone not in ended]

    def _stays_open(self, phone: StreamTask) -> bool:
        """Send a phone its next data; return whether its stream stays open."""
        assert phone.body is not None, "it is one of those that were handed over"  # noqa: S101
        stays_open = False
        try:
            # The stream is over, or the phone has disconnected: neither is an error.
            with suppress(StopIteration, OSError, ClientDisconnected):
                if not self._board.closed and phone.channel.connected:
                    phone.write(phone.body.send(self._rendering))
                    stays_open = True
        except Exception:  # noqa: BLE001 - a stream that fails must not end the others
            _log.exception("a stream has failed")
        if not stays_open:
            phone.end()
        return stays_open
