"""Serves the pages with waitress, in the process that owns the table.

One thread tells all phones what happens, and a few answer what they ask.
"""

import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol

import click
import segno
from flask import Flask
from waitress.server import BaseWSGIServer, create_server
from werkzeug.security import generate_password_hash

from table import languages
from table.cli.shared import output
from table.club.membership import Membership
from table.complaints import BadInput
from table.emulated.attached import Attached
from table.games.game import PUBLIC
from table.keeping.pin import kept_pin, random_pin
from table.log import logger
from table.running.live import LiveTable
from table.running.messages import AreYouThere, Message, Remark
from table.running.owner import TableStopped
from table.saying import Text, say
from web.access.addresses import lan_address
from web.access.registry import Registry
from web.given import Asked, Config, SetUp
from web.server.app import create_app
from web.server.hurry import MOST, HurriedChannel, accept_many
from web.server.supervised import Pulse, Supervisor, answers
from web.server.teller import Teller
from web.telling.shown import shown
from web.telling.stream import Followed

if TYPE_CHECKING:
    from table.club.publisher import Publisher

_THREADS = 8
_MOST_HEADER_BYTES = 16_384
_ANSWER_S = 5.0
# So that the PIN stands in no log. A slow hash would guard nothing, for there are a million PINs; waits guard guesses.
_HASH = "scrypt:512:8:1"
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # the last one comes when the terminal closes
_log = logger()


class Restarting(SetUp, Protocol):
    """A set-up that may start the table again."""

    again: bool


class BoundPort:
    """A port that we have taken. `close` is safe to call twice."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self.port: int = listener.getsockname()[1]

    def close(self) -> None:
        """Release the port."""
        self._listener.close()

    def run(
        self,
        table: LiveTable,
        database: Path,
        attached: Attached | None = None,
        setup: Restarting | None = None,
        language: str = languages.USUAL,
        club: Membership | None = None,
    ) -> None:
        """Serve a table, and what is attached to it, until it is interrupted.

        Seats are saved beside the database. A service has a `setup`, and a PIN that is kept there, too, and prints
        none: what it prints is in the system's journal. A table of a `club` publishes what everybody sees. Raise
        BadInput if a file cannot be written.
        """
        service = setup is not None
        pin = kept_pin(database) if service else random_pin()
        config = Config(pin_hash=generate_password_hash(pin, _HASH), language=language)
        registry = Registry(database.with_name(f"{database.name}.access"))
        publisher = None if club is None else _publisher(club, table, database, language)
        app = create_app(_Shown(table, database, attached, setup, publisher), config, registry)
        server = make_server(app, table.board, self._listener, config)
        try:
            _stop_on_signal(table)
            if service:
                _log.info("the table is served", port=self.port)
            else:
                _welcome(self.port, pin, emulated=attached is not None and attached.people is not None)
            with (
                publisher or nullcontext(),
                Pulse(Supervisor(), partial(_is_alive, table, self.port), lambda: setup is not None and setup.again),
            ):
                server.run()
        except SystemExit:  # the signal came before the server was there to catch it
            table.board.close()
        server.teller.wait()  # type: ignore[attr-defined]
        server.close()


class WaitressServer:
    """Takes ports for the commands that show a table."""

    def bind(self, port: int) -> BoundPort:
        """Take a port on every network. Raise BadInput if another program has it."""
        return BoundPort(listening(port))


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
    """Return a server on a listening socket; call its `run`. Streams tell of a board."""
    server = create_server(
        app,
        sockets=[listener],
        threads=_THREADS,
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
    server.teller = Teller(board, config.look_s)  # type: ignore[attr-defined]
    server.channel_class = HurriedChannel
    server.handle_accept = partial(accept_many, server)  # type: ignore[method-assign]
    return server


class _Shown:
    """A live table as the pages see it."""

    def __init__(
        self,
        table: LiveTable,
        database: Path,
        attached: Attached | None,
        setup: SetUp | None,
        publisher: "Publisher | None",
    ) -> None:
        self._table = table
        self.database: Path | None = database
        self._attached = attached
        self.board = table.board
        self.setup = setup
        self.showing = table.showing
        self.tabletop = None if attached is None else attached.tabletop
        self.people = None if attached is None else attached.people
        self.seats = table.controller.seats
        self.coming: dict[int, str] = {}
        self._publisher = publisher
        if self.people is not None:
            self.people.changed = table.board.stir

    @property
    def club(self) -> Mapping[str, Any] | None:
        return None if self._publisher is None else self._publisher.state

    def make_way(self) -> None:
        if self._attached is not None:
            self._attached.make_way()

    def ask(self, message: Message) -> Asked:
        return self._table.controller.post(message)


def _publisher(club: Membership, table: LiveTable, database: Path, language: str) -> "Publisher":
    from table.club.publisher import Publisher  # what it is made of nobody else needs

    def remark(said: Text | None) -> None:
        table.controller.post(Remark("club", said))

    spoken = languages.find(language)
    return Publisher(club, table.board, database, draw=partial(shown, audience=PUBLIC), language=spoken, remark=remark)


def _is_alive(table: LiveTable, port: int) -> bool:
    """Return whether the table's owner handles messages and its pages are served."""
    try:
        table.controller.post(AreYouThere()).result(_ANSWER_S)
    except (TimeoutError, TableStopped):
        return False
    return answers(port)


def _stop_on_signal(table: LiveTable) -> None:
    """Stop the server on a signal; a second one does not disturb the shutdown."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        table.board.close()  # first the streams, so that phones hear of it
        raise SystemExit(0)

    for number in _SIGNALS:
        signal.signal(number, stop)


def _welcome(port: int, pin: str, *, emulated: bool) -> None:
    here, lan = f"http://localhost:{port}", lan_address()
    rows = [(say("The table"), f"{here}/virtual")] if emulated else []
    rows += [(say("The scoreboard"), f"{here}/"), (say("Host PIN"), f"{pin[:3]} {pin[3:]}")]
    address = None if lan is None else f"http://{lan}:{port}/"
    named = [(output.here().says(label), value) for label, value in (*rows, (say("On phones"), address))]
    wide = max(len(label) for label, _ in named)
    click.echo("\n".join(["", *(f"  {label.ljust(wide)} {value}" for label, value in named if value), ""]))
    if address is None:
        output.tell(say("  This machine is on no network, so phones cannot reach it."))
        click.echo()
    else:
        segno.make(address, error="m").terminal(out=sys.stdout, border=2, compact=True)
    output.tell(say("  Ctrl-C stops; the game is kept and goes on next time."))
    click.echo()
    sys.stdout.flush()
