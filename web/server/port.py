"""A listening port, and waitress, which serves pages on it until a signal arrives.

One thread streams events to all phones, and a few threads in two lanes answer requests.
"""

import select
import signal
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from threading import Lock
from types import FrameType
from typing import Any

import click
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server
from werkzeug.security import generate_password_hash

from table.cli import terminal
from table.complaints import BadInput
from table.saying import Text
from table.systems import STOPPING
from web.context import Config
from web.delivery.stream import Followed
from web.server import gc_policy
from web.server.lanes import Lanes
from web.server.sse_server import HandedOver, SseServer, StreamTask

# -- Connection limits: clients that send or read slowly, or open too many connections, are disconnected
#
# Waitress waits for a request as long as one byte arrives every two minutes, and waits forever for its response to be
# read. Here a whole request must arrive within `arrival_s`. A connection is closed if its client reads nothing of a
# response for `taking_s`, or if it is idle for `idle_s`. Pipelined requests, which no browser sends, cannot make a
# thread wait for their responses to be read. All times are in seconds of a monotonic clock.
#
# Many phones may share one address, behind a proxy or a hotspot. So an address with too many connections is not
# blocked: of its connections without a complete request, the one that has been idle for longest is closed.

MOST = 900  # connections in total: well below the 1024 files that a process may usually open
_MOST_AHEAD = 2  # the request being answered, and the next one, which may arrive before the thread is done


_BURST = 32  # connections accepted at once


def accept_many(server: BaseWSGIServer) -> None:
    """Accept up to a burst of waiting connections, because the loop visits every connection before it accepts again."""
    for _ in range(_BURST):
        BaseWSGIServer.handle_accept(server)


class HurriedChannel(HTTPChannel):
    """One connection. The server's loop visits it every second, and calls every method but `service` and `is_done`."""

    task_class = StreamTask
    arrival_s = 10.0
    taking_s = 30.0
    idle_s = 30.0
    most = MOST
    most_of_one = 320  # connections from one address: forty phones, whose browsers open six each, and some more
    _began_s = 0.0
    _moved_s = 0.0  # when the last byte was received or sent

    def __init__(self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:  # noqa: A002 - theirs
        super().__init__(server, sock, addr, adj, map=map)
        self._moved_s = time.monotonic()
        self._make_room(server.active_channels.values())

    def _make_room(self, channels: Iterable["HurriedChannel"]) -> None:
        """Disconnect one connection if there are too many: the one that has been idle for longest, or else this one."""
        everybody = list(channels)
        of_one = [channel for channel in everybody if channel.addr[0] == self.addr[0]]
        if len(of_one) > self.most_of_one and not self.is_here():
            everybody = of_one
        elif len(everybody) <= self.most:
            return
        waits = [channel for channel in everybody if channel is not self and not channel.requests]
        min(waits, key=lambda channel: channel._moved_s, default=self).handle_close()

    def is_here(self) -> bool:
        """Return whether the client runs on this computer, where a proxy may serve all phones."""
        return ip_address(self.addr[0]).is_loopback

    @property
    def last_activity(self) -> float:
        """The wall-clock time of the last activity, corrected so that a clock jump disconnects nobody."""
        return time.time() - (time.monotonic() - self._moved_s)

    @last_activity.setter
    def last_activity(self, _wall_s: float) -> None:  # waitress sets it
        self._moved_s = time.monotonic()

    def service(self) -> None:
        """Answer one request; the thread is free again once the stream writer has taken over the response."""
        with suppress(HandedOver):
            super().service()

    def is_done(self) -> None:
        """Close the connection of a stream that has ended, once all its data is sent."""
        lock: Lock = self.requests_lock  # type: ignore[attr-defined]
        with lock:
            self.close_when_flushed = True
            for request in self.requests:
                request.close()
            self.requests = []
        if self.connected:
            self.server.pull_trigger()

    def received(self, data: bytes) -> bool:
        """Receive data, and note when the first byte of a request arrived."""
        before, self._moved_s = self.request, time.monotonic()
        taken = super().received(data)
        if self.request is not before:
            self._began_s = time.monotonic()
        if len(self.requests) > _MOST_AHEAD:
            self.will_close = True
        return taken

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send the data that can be sent now; return whether any was sent."""
        sent = bool(super()._flush_some(do_close=do_close))  # type: ignore[misc]
        if sent:
            self._moved_s = time.monotonic()
        return sent

    def readable(self) -> bool:
        """Return whether to read more data. The loop calls this every second, so slow connections are closed here."""
        if self._is_too_slow():
            self.handle_close()  # at once: waitress would wait until it can write, perhaps forever
        return bool(self.connected and super().readable())

    def _is_too_slow(self) -> bool:
        now_s = time.monotonic()
        if self.request is not None and now_s - self._began_s > self.arrival_s:
            return True
        if self.total_outbufs_len > 0:
            return now_s - self._moved_s > self.taking_s
        return not self.requests and now_s - self._moved_s > self.idle_s


_MOST_HEADER_BYTES = 16_384


class Port:
    """A port that we listen on. `close` is safe to call twice."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.port: int = listener.getsockname()[1]

    def close(self) -> None:
        self.listener.close()


def listening(port: int) -> socket.socket:
    """Return a socket that listens on every network interface. Raise BadInput if the port is not available."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("", port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise BadInput(f"--port: {port} is not available: {error.strerror}; try another one") from None
    return listener


def make_server(app: Flask, board: Followed, listener: socket.socket, config: Config) -> BaseWSGIServer:
    """Return a server on a listening socket, for `serve`. Its streams follow a board."""
    server = create_server(
        app,
        sockets=[listener],
        _dispatcher=Lanes(),  # type: ignore[arg-type]  # waitress uses no more of a dispatcher
        connection_limit=2 * MOST,  # never reached: slow connections make room first
        channel_request_lookahead=1,  # lets a stream notice that its phone is gone
        max_request_header_size=_MOST_HEADER_BYTES,
        max_request_body_size=2 * config.most_bytes,  # a body that is a little too long gets our own error
        outbuf_high_watermark=65536,
        asyncore_use_poll=hasattr(select, "poll"),
        clear_untrusted_proxy_headers=True,
        ident=None,
    )
    assert isinstance(server, BaseWSGIServer), "one socket makes one server"  # noqa: S101 - waitress promises it
    server.sse_server = SseServer(board, config.poll_s)  # type: ignore[attr-defined]
    server.channel_class = HurriedChannel
    server.handle_accept = partial(accept_many, server)  # type: ignore[method-assign]
    return server


def serve(server: BaseWSGIServer) -> None:
    """Serve until a signal arrives, which raises SystemExit."""
    gc_policy.look()
    server.run()


def stop_on_signal(end_streams: Callable[[], None]) -> None:
    """Stop the server on a signal; a second signal does not disturb the shutdown."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        for number in STOPPING:
            signal.signal(number, signal.SIG_IGN)
        end_streams()  # first, so that phones see their streams end
        raise SystemExit(0)

    for number in STOPPING:
        signal.signal(number, stop)


def hashed(secret: str) -> str:
    """Return the hash of a PIN or a password.

    A slow hash would protect nothing, because there are only a million PINs. Delays after wrong guesses do.
    """
    return generate_password_hash(secret, "scrypt:512:8:1")


def announce(rows: Iterable[tuple[Text, str | None]]) -> None:
    """Print labelled rows, except those without a value."""
    named = [(terminal.here().says(label), value) for label, value in rows]
    wide = max(len(label) for label, _ in named)
    click.echo("\n".join(["", *(f"  {label.ljust(wide)} {value}" for label, value in named if value), ""]))
