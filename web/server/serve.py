"""Serves the pages in the process that owns the table."""

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Protocol

import click
import segno

from table import languages, packages
from table.board import Board, Snapshot
from table.cli import terminal
from table.cli.playing.starting import Recovery
from table.complaints import BadInput
from table.emulated.people import Attached
from table.games.game import PUBLIC
from table.history.saving import receiving
from table.keeping import recovery
from table.keeping.pin import kept_pin, random_pin
from table.listeners import Following, Listener
from table.log import logger
from table.running.live import LiveTable
from table.running.messages import AreYouThere, Message, Remark
from table.running.owner import TableStopped
from table.saying import Text, message, say
from table.updating.desk import Desk
from web.access.addresses import lan_address
from web.access.registry import Registry
from web.context import Asked, Config, HomeWifi, SetUp
from web.delivery.shown import shown
from web.server.app import create_app, create_recovery
from web.server.port import Port, announce, hashed, listening, make_server, serve, stop_on_signal
from web.server.supervised import Pulse, Supervisor, Watched, answers

_ANSWER_S = 5.0
_NOT_RESTORED = message("A backup could not be restored, so nothing has changed. Send another one, or delete {file}.")
_ROLES_LOST = message("The file that says who sits where was damaged, so everybody takes their seat again.")
_log = logger()


class Restarting(SetUp, Protocol):
    """A set-up that can restart the table; `again` says whether it is about to."""

    again: bool


class BoundPort(Port):
    """A port on which a table is served."""

    def run(
        self,
        table: LiveTable,
        database: Path,
        attached: Attached | None = None,
        setup: Restarting | None = None,
        home_wifi: HomeWifi | None = None,
        language: str = languages.USUAL,
        listeners: Sequence[Listener] = (),
        came_up: Callable[[], None] = lambda: None,
    ) -> None:
        """Serve a table and what is attached to it until a signal arrives. Raise BadInput if a file cannot be written.

        Roles are saved next to the database. A service has a `setup`, perhaps a `home_wifi`, and a PIN that is also
        saved there. It never prints the PIN, because its output goes to the system's journal. `listeners` follow the
        public view. When the pages are first served, a restored backup becomes permanent, and `came_up` is called.
        """
        service = setup is not None
        pin = random_pin()
        pin_hash = _hash_of_pin(database) if service else hashed(pin)
        config = Config(pin_hash=pin_hash, language=language, updates=Desk() if service else None)
        registry = _registry_of(database)
        following = [_following(listener, table, database, language, self.port) for listener in listeners]
        app = create_app(_Shown(table, database, attached, setup, home_wifi, following), config, registry)
        server = make_server(app, table.board, self.listener, config)
        for kept in (*receiving.refused(database), *recovery.refused(database)):
            table.controller.post(Remark("restore", say(_NOT_RESTORED, file=str(kept))))
        if registry.is_lost:
            table.controller.post(Remark("roles", say(_ROLES_LOST)))
        for one in packages.broken():
            table.controller.post(Remark(str(one.text), one.text))
        try:
            stop_on_signal(table.board.close)
            if service:
                _log.info("the table is served", port=self.port)
            else:
                _welcome(self.port, pin, emulated=attached is not None and attached.people is not None)
            with ExitStack() as running:
                for follower in following:
                    running.enter_context(follower)
                running.enter_context(Watched(table))
                running.enter_context(self._pulse(table, database, setup, came_up))
                serve(server)
        except SystemExit:  # the signal came before the server was there to catch it
            table.board.close()
        server.sse_server.wait()  # type: ignore[attr-defined]
        server.close()

    def _pulse(self, table: LiveTable, database: Path, setup: Restarting | None, came_up: Callable[[], None]) -> Pulse:
        def is_up() -> None:
            recovery.settle(database)
            came_up()

        def is_back_soon() -> bool:
            return setup is not None and setup.again

        return Pulse(Supervisor(), partial(_is_alive, table, self.port), is_back_soon, is_up)

    def recover(self, recovery: Recovery, language: str = languages.USUAL) -> None:
        """Serve the recovery page of a table that fails to start, until the host has chosen or a signal arrives."""
        _log.warning("the table does not start: its recovery page is served", why=str(recovery.why), port=self.port)
        config = Config(pin_hash=_hash_of_pin(recovery.database), language=language)
        board = Board(Snapshot())
        app = create_recovery(recovery, config, _registry_of(recovery.database))
        server = make_server(app, board, self.listener, config)
        stop_on_signal(board.close)
        with suppress(SystemExit), Pulse(Supervisor(), partial(answers, self.port, "/health"), lambda: recovery.again):
            serve(server)
        server.close()


def _hash_of_pin(database: Path) -> str | None:
    """Return the hash of the stored PIN, or None if the PIN cannot be read, in which case nobody can become host."""
    try:
        return hashed(kept_pin(database))
    except BadInput as error:
        _log.error("there is no PIN", error=str(error))
        return None


def _registry_of(database: Path) -> Registry:
    return Registry(database.with_name(f"{database.name}.access"))


class WaitressServer:
    """Binds ports for the commands that serve a table."""

    def bind(self, port: int) -> BoundPort:
        """Bind a port on every network interface. Raise BadInput if it is not available."""
        return BoundPort(listening(port))


class _Shown:
    """A live table as the pages see it."""

    def __init__(
        self,
        table: LiveTable,
        database: Path,
        attached: Attached | None,
        setup: SetUp | None,
        home_wifi: HomeWifi | None,
        following: Sequence[Following],
    ) -> None:
        self._table = table
        self.database: Path | None = database
        self._attached = attached
        self.board = table.board
        self.setup = setup
        self.home_wifi = home_wifi
        self.showing = table.showing
        self.phones = table.phones
        self.tabletop = None if attached is None else attached.tabletop
        self.people = None if attached is None else attached.people
        self.seats = table.controller.seats
        self.coming: dict[int, str] = {}
        self.following = following
        if self.people is not None:
            self.people.changed = table.board.stir

    def make_way(self) -> None:
        if self._attached is not None:
            self._attached.make_way()

    def ask(self, message: Message) -> Asked:
        return self._table.controller.post(message)


def _following(listener: Listener, table: LiveTable, database: Path, language: str, port: int) -> Following:
    def remark(said: Text | None) -> None:
        table.controller.post(Remark(following.name, said))

    def url() -> str | None:
        lan = lan_address()
        return None if lan is None else f"http://{lan}:{port}/"

    draw, spoken = partial(shown, audience=PUBLIC), languages.find(language)
    following = listener.follow(table.board, database, draw=draw, language=spoken, remark=remark, url=url)
    return following


def _is_alive(table: LiveTable, port: int) -> bool:
    """Return whether the table's owner handles messages and its pages are served."""
    try:
        table.controller.post(AreYouThere()).result(_ANSWER_S)
    except (TimeoutError, TableStopped):
        return False
    return answers(port)


def _welcome(port: int, pin: str, *, emulated: bool) -> None:
    here, lan = f"http://localhost:{port}", lan_address()
    rows = [(say("The table"), f"{here}/virtual")] if emulated else []
    rows += [(say("The scoreboard"), f"{here}/"), (say("Host PIN"), f"{pin[:3]} {pin[3:]}")]
    address = None if lan is None else f"http://{lan}:{port}/"
    announce([*rows, (say("On phones"), address)])
    if address is None:
        terminal.tell(say("  This machine is on no network, so phones cannot reach it."))
        click.echo()
    else:
        segno.make(address, error="m").terminal(out=sys.stdout, border=2, compact=True)
    terminal.tell(say("  Ctrl-C stops; the game is kept and goes on next time."))
    click.echo()
    sys.stdout.flush()
