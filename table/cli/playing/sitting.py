"""How a game starts: an interrupted one is resumed, or a new one begins."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Lock, Timer
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

import click

from table import ai, games, languages, packages
from table.cli import terminal
from table.complaints import BadInput
from table.emulated.people import Attached
from table.history.recorder import Recorder
from table.history.saving import receiving, recovering
from table.keeping import recovery
from table.keeping.journal import Journal
from table.keeping.kept_log import kept
from table.keeping.ownership import TableRunsError
from table.keeping.records import Recorded
from table.listeners import Listener
from table.log import logger
from table.running.live import LiveTable
from table.running.messages import StartGame
from table.running.replaying import JudgedOtherwise
from table.saying import Text, say
from table.values import Value, replace

if TYPE_CHECKING:
    from table.wiring.finding.session import Session


_KIND = f"Of what kind robots are: {', '.join(ai.KINDS)}."

port = click.option("--port", type=click.IntRange(1, 65535), default=8000, help="The dashboard's port.")
new = click.option("--new", is_flag=True, help="Give up a game that was interrupted.")
keep = click.option("--keep", is_flag=True, help="Go on with it even if newer rules would judge it differently.")
kind = click.option("--kind", default="easy", help=_KIND)

Catalogue = Sequence[Mapping[str, object]]


class LaidTable(Value):
    """A table with a game on it: the running table, and the hands attached to it if it is emulated."""

    table: LiveTable
    attached: Attached | None = None


# Builds a table for a game, a number of seats and a deck.
Build = Callable[[str, int, Catalogue], LaidTable]


class Bound(Protocol):
    """A bound port that is not served yet."""

    def run(
        self,
        table: LiveTable,
        database: Path,
        attached: Attached | None = None,
        setup: "Session | None" = None,
        language: str = languages.USUAL,
        listeners: Sequence[Listener] = (),
        came_up: Callable[[], None] = lambda: None,
    ) -> None:
        """Serve a table until it stops or is interrupted; files are kept beside its database.

        A service has a `setup`, and keeps its PIN, too. `language` is the table's. `listeners` follow it. `came_up` is
        called, from another thread, once its pages answer.
        """
        ...

    def recover(self, recovery: "Recovery", language: str = languages.USUAL) -> None:
        """Serve the repairs for a table that does not start, until the host has chosen."""
        ...

    def close(self) -> None:
        """Release the port; safe to call twice."""
        ...


class Server(Protocol):
    """Shows a table to phones."""

    def bind(self, port: int) -> Bound:
        """Take a port. Raise BadInput if another program has it."""
        ...


@contextmanager
def opened(
    database: Path, listeners: Sequence[Listener] = (), *, said: Mapping[str, object] | None = None
) -> Iterator[Journal]:
    """Open a journal; games that end meanwhile go to the history. Raise BadInput if it cannot be used.

    The end of the log is kept beside it for reports, with what is `said` of the table. A readable backup that the
    host's phone has sent replaces the files first. `listeners` prepare before a game begins, and may need games that
    nobody else does.
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
    """Resume the interrupted game; None if there is none, or it is given up, as games of simulated players are.

    A `new` game gives it up once it begins.
    """
    running = journal.running()
    if running is None or new:
        return None
    if packages.is_left_out(running.game):
        return None  # it waits for its package, until another game begins
    if not journal.started(running.game_id).household:
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
        raise BadInput(f"{why}; --keep goes on with what was told, --new gives that game up")
    click.echo(f"{why}.")
    keep: bool = click.prompt("Keep what was told and go on, or abort that game? (keep/abort)", value_proc=_keep)
    return keep


def _keep(answer: str) -> bool:
    if answer.strip().lower() not in ("keep", "abort"):
        raise click.BadParameter("expected keep or abort")
    return answer.strip().lower() == "keep"


# -- A supervised start of the service: if the table fails to start, recovery is served instead
#
# An exception returns here. If a start takes too long, in any thread, the program re-executes itself; a file counts
# starts that died, up to three.

LONGEST_S = 20.0
_TOO_LONG = "CARDTABLE_TOOK_TOO_LONG"  # the previous start of this process did
_PATIENCE = "CARDTABLE_STARTS_WITHIN_S"  # for tests
_log = logger()


class Start:
    """One start. A context manager: within it the table must come up, and `came_up` be called."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._took_too_long = os.environ.pop(_TOO_LONG, None) is not None
        self._lock = Lock()
        self._before = recovery.read(database)
        self._was_on_trial = recovery.is_on_trial(database)
        self.is_up = False
        self._timer = Timer(float(os.environ.get(_PATIENCE, LONGEST_S)), self._give_up)
        self._timer.daemon = True

    def why_not(self) -> Text | None:
        """Return in a sentence why the table cannot even be tried now; None if it can."""
        why = None
        if self._took_too_long:
            why = say("The table took longer than {seconds} seconds to start.", seconds=round(LONGEST_S))
        elif self._before.died >= recovery.MOST:
            why = say("The table has failed to start three times.")
        return None if why is None or self._goes_back() else why

    def __enter__(self) -> Self:
        recovery.note(self._database, replace(self._before, died=self._before.died + 1))
        self._timer.start()
        if recovery.leaves_out(self._database, packages.others()):
            packages.leave_out_others()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def came_up(self) -> None:
        """Note that the table's pages answer."""
        with self._lock:
            self._timer.cancel()
            self.is_up = True
        recovery.came_up(self._database)

    def why(self, error: Exception) -> Text | None:
        """Return in a sentence why the table has not come up; None if the next start may do better."""
        _log.error("the table does not come up", error=str(error), exc_info=error)
        recovery.note(self._database, self._before)  # not a death: it says what is wrong
        return None if self._goes_back() else recovering.diagnosis(self._database, error)

    def _goes_back(self) -> bool:
        """Undo a restore after which the table has not come up; return whether the old files are back."""
        if not self._was_on_trial:
            return False
        try:
            recovery.go_back(self._database)  # unless opening the journal has done it
        except (BadInput, OSError) as error:
            _log.error("what was there before a restore cannot be put back", error=str(error))
            return False
        recovery.note(self._database, replace(recovery.read(self._database), died=0))
        _log.error("what was restored is put aside, for the table does not come up with it")
        return True

    def _give_up(self) -> None:
        with self._lock:
            if not self.is_up:
                _log.error("the table does not come up in time")
                os.environ[_TOO_LONG] = "1"
                anew()


def anew() -> None:
    """Re-execute this program in place of this process; from any thread."""
    os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606


class Recovery:
    """The interface of the recovery page. `again` restarts the program."""

    def __init__(self, database: Path, why: Text, end: "End") -> None:
        self.database, self.why = database, why
        self.again = False
        self._end = end
        self._lock = Lock()

    def possible(self) -> list[str]:
        """Return what can be chosen."""
        return recovering.possible(self.database)

    def choose(self, what: str) -> None:
        """Carry out the host's choice, and start the table. Raise BadInput, and change nothing, if that cannot be."""
        with self._lock:
            if not self.again:
                recovering.choose(what, self.database)
                self.again = True
                self._end()


class End(Protocol):
    """Ends what this process serves, once the current request is answered."""

    def __call__(self) -> None:
        """Do it."""
        ...
