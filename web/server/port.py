"""A listening port, and waitress, which serves pages on it until a signal comes.

One thread tells all phones what happens, and a few in two lanes answer what they ask.
"""

import signal
import socket
from collections.abc import Callable, Iterable
from functools import partial
from types import FrameType

import click
from flask import Flask
from waitress.server import BaseWSGIServer, create_server
from werkzeug.security import generate_password_hash

from table.cli.shared import output
from table.complaints import BadInput
from table.saying import Text
from web.context import Config
from web.delivery.stream import Followed
from web.server import gc_policy
from web.server.connection_limits import MOST, HurriedChannel, accept_many
from web.server.lanes import Lanes
from web.server.sse_server import SseServer

_MOST_HEADER_BYTES = 16_384
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # the last one comes when the terminal closes


class Port:
    """A port that we have taken. `close` is safe to call twice."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener = listener
        self.port: int = listener.getsockname()[1]

    def close(self) -> None:
        self.listener.close()


def listening(port: int) -> socket.socket:
    """Return a socket that listens on every network. Raise BadInput if another program has its port."""
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
        _dispatcher=Lanes(),  # type: ignore[arg-type]  # it asks no more of one
        connection_limit=2 * MOST,  # never reached: slow connections make room first
        channel_request_lookahead=1,  # lets a stream notice that its phone is gone
        max_request_header_size=_MOST_HEADER_BYTES,
        max_request_body_size=2 * config.most_bytes,  # a body a little too long is refused in our own words
        outbuf_high_watermark=65536,
        asyncore_use_poll=True,
        clear_untrusted_proxy_headers=True,
        ident=None,
    )
    assert isinstance(server, BaseWSGIServer), "one socket makes one server"  # noqa: S101 - waitress promises it
    server.sse_server = SseServer(board, config.poll_s)  # type: ignore[attr-defined]
    server.channel_class = HurriedChannel
    server.handle_accept = partial(accept_many, server)  # type: ignore[method-assign]
    return server


def serve(server: BaseWSGIServer) -> None:
    """Serve until a signal comes. Raise SystemExit then."""
    gc_policy.look()
    server.run()


def stop_on_signal(end_streams: Callable[[], None]) -> None:
    """Stop the server on a signal; a second one does not disturb the shutdown."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        end_streams()  # first of all, so that phones hear of it
        raise SystemExit(0)

    for number in _SIGNALS:
        signal.signal(number, stop)


def hashed(secret: str) -> str:
    """Return the hash of a PIN or a password.

    A slow hash would guard nothing, for there are a million PINs; waits guard guesses.
    """
    return generate_password_hash(secret, "scrypt:512:8:1")


def announce(rows: Iterable[tuple[Text, str | None]]) -> None:
    """Print labelled rows, without those that have no value."""
    named = [(output.here().says(label), value) for label, value in rows]
    wide = max(len(label) for label, _ in named)
    click.echo("\n".join(["", *(f"  {label.ljust(wide)} {value}" for label, value in named if value), ""]))
