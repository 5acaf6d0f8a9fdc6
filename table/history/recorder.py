"""Copies finished games from the journal into the archive, on its own thread.

A game whose end was undone leaves the archive until it ends again. Robots-only games, practice games, and games
exempted by the host are not kept.
"""

from collections.abc import Callable, Collection
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from types import TracebackType
from typing import Self, TypeVar

from table.complaints import BadInput, JournalBroken
from table.games.game import PUBLIC
from table.history.archive import Archive
from table.history.database import HistoryBroken
from table.history.record import Record
from table.history.saving.alone import alone
from table.history.summary import had_people
from table.history.wishes import is_wanted
from table.keeping.records import Recorded, Records
from table.log import logger
from table.saying import Text, say

T = TypeVar("T")
Remarks = Callable[[str, Text | None], object]  # shows the host what is wrong with something, or that it works again

_HISTORY, _BACKUP = "history", "backup"
_CLOSE_S = 30.0
_log = logger()


class Recorder:
    """A context manager that records a journal's games; the journal calls `opened`, `above`, `done_with` and `changed`.

    If the archive is damaged, play continues and games stay in the journal; the log and the host's page say why.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._wanted: SimpleQueue[int | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="history", daemon=True)
        self._waiting: list[int] = []  # games whose latest state is not in the archive yet
        self._backlog: list[int] = []  # those found at startup; they are recorded while no other game waits
        self._faults = Faults()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Record the games of this run; those that earlier runs left wait for the next start."""
        if self._thread.is_alive():
            self._wanted.put(None)
            self._thread.join(_CLOSE_S)

    def opened(self) -> None:
        """Start the thread, and record games that have ended or continued since they were last recorded."""
        with Records.read(self._database) as journal:
            games = [journal.game(game_id) for game_id in sorted(journal.known())]
            lacking = self._asked(
                lambda archive: [one for one in games if not _is_settled(archive, journal, one)], games
            )
        self._backlog = [game.game_id for game in lacking]
        self._waiting += self._backlog
        self._thread.start()

    def above(self) -> int:
        """Return the highest number of any game in the archive, or 0 without games."""
        return self._asked(Archive.last_id, 0)

    def done_with(self, ids: Collection[int]) -> Collection[int]:
        """Return which of these finished games the journal may delete."""
        waiting = frozenset(self._waiting)  # the archive may have an older state of these
        return self._asked(lambda archive: _done_with(archive, ids, waiting), ())

    def changed(self, game_id: int) -> None:
        """Record a game that has ended, or remove one that continues."""
        self._waiting.append(game_id)
        self._wanted.put(game_id)

    def report_to(self, remark: Remarks) -> None:
        """Call `remark`, from any thread, with what prevents recording and backups, and with None once it is gone."""
        self._faults.report_to(remark)

    def _asked(self, ask: Callable[[Archive], T], otherwise: T) -> T:
        try:
            with Archive(self._database) as archive:
                answer = ask(archive)
        except (BadInput, JournalBroken) as error:
            _log.error("the history cannot be used", error=str(error))
            self._faults.note(_HISTORY, _sentence(error))
            return otherwise
        self._note_success()
        return answer

    def _run(self) -> None:
        self._tidy_up()
        new = False
        while (game_id := self._next()) is not None:
            new = self._take(game_id) or new
            if new and not self._backlog and self._wanted.empty():
                self._back_up()
                new = False
        if new:
            self._back_up()

    def _next(self) -> int | None:
        """Return the next game to record, waiting for one if necessary; None at the end."""
        if self._backlog and self._wanted.empty():
            return self._backlog.pop(0)
        return self._wanted.get()

    def _tidy_up(self) -> None:
        from table.history.saving.backup import remove_left_behind

        try:
            remove_left_behind(self._database)
        except BadInput as error:
            _log.warning("what interrupted backups have left is not removed", error=str(error))

    def _back_up(self) -> None:
        from table.history.saving.backup import Backups

        self._faults.note(_BACKUP, Backups(self._database).make_if_due())

    def _take(self, game_id: int) -> bool:
        """Record a game; return whether it is new in the archive. A failure is logged and does not stop other games.

        A game that cannot be recorded stays in the journal, and the next startup tries again. The lock keeps a name
        from being forgotten between reading and writing.
        """
        try:
            with alone(self._database), Archive(self._database) as archive, Records.read(self._database) as journal:
                new = game_id in journal.known() and _record(archive, journal, journal.game(game_id))
        except (BadInput, JournalBroken) as error:
            _log.error("a game is not in the history", game_id=game_id, error=str(error))
            self._faults.note(_HISTORY, _sentence(error))
        except Exception as error:  # noqa: BLE001 - one game that cannot be counted must not end the recording of others
            _log.exception("a game is not in the history", game_id=game_id)
            self._faults.note(_HISTORY, _sentence(error))
        else:
            self._waiting.remove(game_id)
            self._note_success()
            return new
        return False

    def _note_success(self) -> None:
        if not self._waiting:
            self._faults.note(_HISTORY, None)


class Faults:
    """What keeps games from being recorded or backed up, as sentences for the host. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._said: dict[str, Text] = {}
        self._remark: Remarks = lambda _of, _said: None

    def report_to(self, remark: Remarks) -> None:
        """Call `remark` with the current faults and each change; it must not wait."""
        with self._lock:
            self._remark = remark
            for of, said in self._said.items():
                remark(of, said)

    def note(self, of: str, said: Text | None) -> None:
        """Replace the fault of the history or the backup; None removes it."""
        with self._lock:
            if said == self._said.get(of):
                return
            if said is None:
                del self._said[of]
            else:
                self._said[of] = said
            self._remark(of, said)


def _sentence(error: Exception) -> Text:
    if isinstance(error, HistoryBroken):
        return say(
            "Finished games are not added to the history, because {file} cannot be read or written ({why}). If it is "
            "damaged, restore a backup, or move it away and start the table again. Until then, these games stay saved.",
            file=str(error.path),
            why=error.why,
        )
    return say(
        "A finished game is not in the history yet ({why}). It stays saved, and the table tries again when it starts.",
        why=str(error),
    )


def _record(archive: Archive, journal: Records, game: Recorded) -> bool:
    """Update a game in the archive; return whether it was added."""
    if game.ended_at is None:
        archive.remove(game.game_id)
        return False
    if _is_current(archive, journal, game):
        return False
    if not is_wanted(archive, game.game_id) or not _is_of_people(record := recorded(journal, game.game_id)):
        return False
    archive.add(game.game_id, record, game.rules_version, game.started_at, game.ended_at)
    return True


def _is_settled(archive: Archive, journal: Records, game: Recorded) -> bool:
    """Return whether the archive needs no change for a game."""
    if game.ended_at is None:
        return not archive.has([game.game_id])
    return _is_current(archive, journal, game) or journal.started(game.game_id).instead_of is not None


def _is_current(archive: Archive, journal: Records, game: Recorded) -> bool:
    if not archive.has([game.game_id]) or archive.find(game.game_id).ended_at != game.ended_at:
        return False
    return archive.record(game.game_id).facts == tuple(journal.bodies(game.game_id))


def recorded(journal: Records, game_id: int) -> Record:
    """Return the record of a game in the journal. Raise JournalBroken if the game is damaged."""
    bodies = tuple(journal.bodies(game_id))
    delivered = journal.delivered_to(game_id, PUBLIC)
    kept = tuple(journal.kept(game_id))
    return Record(bodies, tuple(event for _, event in delivered), tuple(number for number, _ in delivered), kept)


def _is_of_people(record: Record) -> bool:
    """Return whether people took part in a game that was not for practice."""
    return record.started.instead_of is None and had_people(record)


def _done_with(archive: Archive, ids: Collection[int], waiting: Collection[int]) -> Collection[int]:
    here = archive.has(ids) - {*waiting}
    return [game_id for game_id in ids if game_id in here or not is_wanted(archive, game_id)]
