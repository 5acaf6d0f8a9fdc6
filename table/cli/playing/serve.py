"""`cardtable serve`: runs the service (the real table, its set-up, or its recovery).

Without a table.toml, it serves an emulated table and the set-up. If the parts in table.toml cannot be opened, it serves
only the set-up, with the reason, and keeps retrying. If anything else keeps the table from starting, it serves the
recovery, where the host chooses what to do.
"""

import os
import signal
import threading
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from table import languages
from table.cli import terminal
from table.cli.playing.play import emulated
from table.cli.playing.run import laid_out
from table.cli.playing.sitting import Catalogue, LaidTable, Server, opened, resumed
from table.cli.playing.starting import Recovery, Start, anew
from table.complaints import BadInput
from table.keeping.journal import Journal
from table.keeping.ownership import TableRunsError
from table.listeners import Listener
from table.log import logger
from table.network.avahi import Announced
from table.network.home_wifi import HomeWifi
from table.privileges import as_caller
from table.reporting.configuration import true_of
from table.robots.live import LiveRobots
from table.saying import Text
from table.settings.model import Settings, load_settings
from table.settings.places import CONFIGURATION, DATABASE
from table.settings.started import read_said
from table.systems import STOPPING
from table.tagging.owned import take_over
from table.wiring.emulated import HARDWARE
from table.wiring.finding.session import Session
from table.wiring.hardware import CannotOpen, open_hardware

_SETS_UP = "CARDTABLE_SETS_UP"  # the next start of this process serves the set-up
_ANSWERS_S = 0.3
_RETRY_S = 5.0
_log = logger()
_CONFIG = "The table.toml that describes the wiring; it may not exist yet."
_DATABASE = "The database that stores the games while there is no table.toml."


@click.command
@click.option("--config", type=terminal.FILE, default=CONFIGURATION, help=_CONFIG)
@click.option("--port", type=click.IntRange(1, 65535), default=80, help="The dashboard's port.")
@click.option("--database", type=terminal.DATABASE, default=DATABASE, help=_DATABASE)
@click.pass_obj
def serve(server: Server, config: Path, port: int, database: Path) -> None:
    """Run the table as a service: it needs no game, asks no questions, and keeps the PIN."""
    session = Session(config, _end, said=read_said())
    session.alone = os.environ.pop(_SETS_UP, None) is not None
    setup = _said_by(config, session)
    kept = database if setup is None else setup.table.database
    terminal.works_as_owner(kept)
    start = Start(kept)
    why, begins_anew = start.why_not(), False
    if why is None:
        try:
            with start:
                _serve_table(server, port, setup, kept, session, start, config)
        except TableRunsError:
            raise
        except Exception as error:
            if start.is_up:
                raise
            why = start.why(error)
            begins_anew = why is None
    if why is not None:
        begins_anew = _serve_recovery(server, port, _language(setup, session), kept, why)
    if session.again or begins_anew:
        if session.reopens:
            os.environ[_SETS_UP] = "1"
        for number in STOPPING:  # an ignored signal stays ignored
            signal.signal(number, signal.SIG_DFL)
        anew()


def _serve_table(
    server: Server, port: int, setup: Settings | None, kept: Path, session: Session, start: Start, config: Path
) -> None:
    """Serve the table, or its set-up, until it stops."""
    with as_caller():
        bound = server.bind(port)
    with ExitStack() as closing:
        closing.callback(bound.close)
        take_over(kept, lambda said: _log.info("decks were taken over", said=said))
        listeners = _listeners(setup)
        journal = closing.enter_context(opened(kept, listeners, said=true_of(setup, HARDWARE[0])))
        laid = _laid(journal, setup, kept, session)
        closing.enter_context(laid.table)
        closing.enter_context(LiveRobots(laid.table, laid.attached))
        closing.enter_context(Announced(port))
        home_wifi = closing.enter_context(HomeWifi(looks_early=not session.wired))
        if session.why:
            closing.enter_context(Retries(session, config))
        bound.run(
            laid.table, kept, laid.attached, session, home_wifi,
            language=_language(setup, session), listeners=listeners, came_up=start.came_up,
        )  # fmt: skip


def _serve_recovery(server: Server, port: int, language: str, kept: Path, why: Text) -> bool:
    """Serve the recovery until the host has chosen or it is interrupted; return whether the host has chosen."""
    with as_caller():
        bound = server.bind(port)
    try:
        recovery = Recovery(kept, why, _end)
        with Announced(port):
            bound.recover(recovery, language=language)
    finally:
        bound.close()
    return recovery.again


def _language(setup: Settings | None, session: Session) -> str:
    if setup is not None:
        return setup.table.language
    return session.said.language or languages.USUAL


def _said_by(config: Path, session: Session) -> Settings | None:
    """Return the settings in table.toml; None to serve the set-up instead."""
    if session.wired:
        try:
            return load_settings(config)
        except BadInput as why:
            session.cannot_open(str(why))
    return None


def _listeners(setup: Settings | None) -> Sequence[Listener]:
    """Return the table's listeners. If one of their files cannot be read, log that and return none."""
    try:
        return () if setup is None else setup.listeners
    except BadInput as why:
        _log.error("nobody follows the table", why=str(why))
        return ()


def _laid(journal: Journal, setup: Settings | None, database: Path, session: Session) -> LaidTable:
    """Return the wired table or, without a table.toml, an emulated one.

    If the wired table cannot be opened, or its set-up is served, return an emulated table without a game instead.
    """
    if not session.wired:
        return _emulated(journal, database)
    if setup is not None and not session.alone:
        try:
            return laid_out(journal, setup, None, new=False, keep=True)
        except CannotOpen as why:
            session.cannot_open(str(why))
    return emulated(journal, (), database)


def _emulated(journal: Journal, database: Path) -> LaidTable:
    """Return an emulated table, with its interrupted game resumed."""
    _log.info("no table.toml says what is wired: an emulated table is served")

    def build(_name: str, _seats: int, deck: Catalogue) -> LaidTable:
        return emulated(journal, deck, database)

    return resumed(journal, build, new=False, keep=True) or emulated(journal, (), database)


def _end() -> None:
    """Stop this process's table once the current request has been answered. Thread-safe."""
    main = threading.main_thread().ident
    assert main is not None, "it runs"  # noqa: S101 - this is one of its threads
    timer = threading.Timer(_ANSWERS_S, lambda: signal.pthread_kill(main, signal.SIGTERM))
    timer.daemon = True
    timer.start()


class Retries:
    """Keeps trying to open a table while no set-up is running. A context manager.

    This succeeds once, say, a cable is plugged in again or the file is corrected; the table then restarts.
    """

    def __init__(self, session: Session, config: Path) -> None:
        self._session = session
        self._config = config
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._try, name="retries", daemon=True)

    def __enter__(self) -> "Retries":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()

    def _try(self) -> None:
        while not self._stop.wait(_RETRY_S):
            with suppress(BadInput):  # already reported
                if self._session.unless_on(lambda: open_hardware(load_settings(self._config)).close()):
                    self._session.make_way(for_set_up=False)
                    return
