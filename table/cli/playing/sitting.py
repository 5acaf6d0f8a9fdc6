"""Starts a game at a table: resumes an interrupted one, or begins a new one."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from table import ai, games, languages, packages
from table.cli import terminal
from table.complaints import BadInput
from table.emulated.people import Attached
from table.history.recorder import Recorder
from table.history.saving import receiving
from table.keeping import recovery
from table.keeping.journal import Journal
from table.keeping.kept_log import kept
from table.keeping.ownership import TableRunsError
from table.keeping.records import Recorded
from table.listeners import Listener
from table.running.live import LiveTable
from table.running.messages import StartGame
from table.running.replaying import JudgedOtherwise
from table.saying import say
from table.values import Value

if TYPE_CHECKING:
    from table.cli.playing.starting import Recovery
    from table.network.home_wifi import HomeWifi
    from table.wiring.finding.session import Session

_KIND = f"Kind of the robots: {', '.join(ai.KINDS)}."

port = click.option("--port", type=click.IntRange(1, 65535), default=8000, help="The dashboard's port.")
new = click.option("--new", is_flag=True, help="Abandon an interrupted game.")
keep = click.option(
    "--keep", is_flag=True, help="Resume an interrupted game even if newer rules would judge it differently."
)
kind = click.option("--kind", default="easy", help=_KIND)

Catalogue = Sequence[Mapping[str, object]]


class LaidTable(Value):
    """A table, perhaps with a game in progress, and the hands attached to it if it is emulated."""

    table: LiveTable
    attached: Attached | None = None


# Builds a table for a game, a number of seats and a deck.
Build = Callable[[str, int, Catalogue], LaidTable]


class Bound(Protocol):
    """A bound port on which nothing is served yet."""

    def run(
        self,
        table: LiveTable,
        database: Path,
        attached: Attached | None = None,
        setup: "Session | None" = None,
        home_wifi: "HomeWifi | None" = None,
        language: str = languages.USUAL,
        listeners: Sequence[Listener] = (),
        came_up: Callable[[], None] = lambda: None,
    ) -> None:
        """Serve a table until it stops or is interrupted; files are kept next to its database.

        A service passes a `setup` and perhaps a `home_wifi`, and also keeps its PIN. `language` is the table's
        language; `listeners` follow the table. `came_up` is called, from another thread, once the pages are served.
        """
        ...

    def recover(self, recovery: "Recovery", language: str = languages.USUAL) -> None:
        """Serve the recovery page of a table that failed to start, until the host has chosen what to do."""
        ...

    def close(self) -> None:
        """Release the port; safe to call twice."""
        ...


class Server(Protocol):
    """Serves a table to phones."""

    def bind(self, port: int) -> Bound:
        """Bind a port. Raise BadInput if another program uses it."""
        ...


@contextmanager
def opened(
    database: Path, listeners: Sequence[Listener] = (), *, said: Mapping[str, object] | None = None
) -> Iterator[Journal]:
    """Open a journal and yield it; finished games are copied to the history. Raise BadInput if it cannot be used.

    For reports, the latest log entries are kept next to the journal, preceded by an entry with the fields in `said`. A
    backup waiting to be restored replaces the files first, if it is readable. `listeners` prepare before a game begins;
    some need games played by simulated people, which would otherwise be deleted.
    """
    _put_back(database)
    spare = max((listener.spare for listener in listeners), default=0)
    for listener in listeners:
        if listener.warning is not None:
            terminal.tell(listener.warning)
    with ExitStack() as closing:
        try:
            recorder = closing.enter_context(Recorder(database))
            journal = closing.enter_context(Journal(database, recorder, spare=spare))
        except TableRunsError:
            raise
        except BadInput as why:
            if recovery.go_back(database) is None:
                raise
            again = "what was restored cannot be opened, and the table has again what it had before: start it once more"
            raise BadInput(f"{again} ({why})") from None
        closing.enter_context(kept(database, said or {}))
        for listener in listeners:
            listener.prepare(database)
        yield journal


def _put_back(database: Path) -> None:
    """Restore the waiting backup, if any; if that fails, the table starts without it."""
    try:
        before = receiving.restore_wanted(database)
    except TableRunsError:
        raise
    except BadInput as why:
        terminal.tell(say("A backup cannot be restored, so the table goes on with what it has: {why}", why=str(why)))
        return
    if before is not None:
        terminal.tell(say("A backup was restored; what was there before is in {before}.", before=before))


def sit_down(journal: Journal, build: Build, wanted: StartGame, *, new: bool, keep: bool) -> LaidTable:
    """Build the table and resume the interrupted game, or begin a new one."""
    return resumed(journal, build, new=new, keep=keep) or begun(build, wanted)


def begun(build: Build, wanted: StartGame) -> LaidTable:
    """Build a table and begin a game on it."""
    laid = build(wanted.game, len(wanted.players), wanted.catalogue or games.find(wanted.game).deck(None))
    return _with(laid, lambda: laid.table.controller.take(wanted))


def resumed(journal: Journal, build: Build, *, new: bool, keep: bool) -> LaidTable | None:
    """Resume the interrupted game; return None if no game was interrupted, or it is not resumed.

    A game played by simulated people is abandoned, and so is one that newer rules judge differently, unless the host
    keeps it. A game whose package is left out stays interrupted. With `new`, the interrupted game is closed once a new
    one begins.
    """
    running = journal.running()
    if running is None or new:
        return None
    if packages.is_left_out(running.game):
        return None  # the game waits for its package, until another game begins
    if not journal.started(running.game_id).auto:
        try:
            return _resume(journal, build, running, keep=keep)
        except JudgedOtherwise as why:
            if _is_to_be_kept(str(why)):
                return _resume(journal, build, running, keep=True)
    journal.give_up(running.game_id)
    return None


def _resume(journal: Journal, build: Build, running: Recorded, *, keep: bool) -> LaidTable:
    started = journal.started(running.game_id)
    title, seats = games.find(running.game).title, len(started.players)
    laid = build(running.game, seats, started.catalogue or games.find(running.game).deck(None))
    _with(laid, lambda: laid.table.controller.resume(running, keep=keep))
    if laid.table.board.snapshot.game.game_id is None:
        terminal.tell(
            say(
                "The interrupted game of {title} cannot be played on: it is set aside, as game {game_id}.",
                title=title,
                game_id=running.game_id,
            )
        )
        return laid
    terminal.tell(
        say(
            "Going on with the interrupted game of {title} for {seats}; --new begins another.", title=title, seats=seats
        )
    )
    return laid


def _with(laid: LaidTable, put_on: Callable[[], None]) -> LaidTable:
    """Put a game on a table; if that fails, close the table."""
    try:
        put_on()
    except BaseException:
        laid.table.close()
        raise
    return laid


def _is_to_be_kept(why: str) -> bool:
    """Ask whether to keep a game that newer rules would judge differently; return the answer."""
    if not sys.stdin.isatty():
        raise BadInput(f"{why}; --keep goes on with what was recorded, --new gives that game up")
    click.echo(f"{why}.")
    keep: bool = click.prompt("Keep what was recorded and go on, or abort that game? (keep/abort)", value_proc=_keep)
    return keep


def _keep(answer: str) -> bool:
    if answer.strip().lower() not in ("keep", "abort"):
        raise click.BadParameter("expected keep or abort")
    return answer.strip().lower() == "keep"
