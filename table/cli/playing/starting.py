"""A supervised start of the service: if the table fails to start, recovery is served instead.

Exceptions during startup are handled here. If startup takes too long, in any thread, the program re-executes itself. A
file counts failed starts, up to three.
"""

import os
import sys
from pathlib import Path
from threading import Lock, Timer
from types import TracebackType
from typing import Protocol, Self

from table import packages
from table.complaints import BadInput
from table.history.saving import recovering
from table.keeping import recovery
from table.log import logger
from table.saying import Text, say
from table.values import replace

LONGEST_S = 20.0
_TOO_LONG = "CARDTABLE_TOOK_TOO_LONG"  # set if this process took too long to start last time
_PATIENCE = "CARDTABLE_STARTS_WITHIN_S"  # for tests
_log = logger()


class Start:
    """One start of the table, as a context manager; `came_up` must be called within it."""

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
        """Return a sentence saying why starting should not even be attempted; None if it should."""
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
        """Note that the table's pages are served, which makes this start a success."""
        with self._lock:
            self._timer.cancel()
            self.is_up = True
        recovery.came_up(self._database)

    def why(self, error: Exception) -> Text | None:
        """Return a sentence saying why the table did not start; None if a restore was undone, in order to retry."""
        _log.error("the table does not come up", error=str(error), exc_info=error)
        recovery.note(self._database, self._before)  # not counted as a failed start, because the recovery says why
        return None if self._goes_back() else recovering.diagnosis(self._database, error)

    def _goes_back(self) -> bool:
        """Undo a restore after which the table did not start; return whether the old files are back."""
        if not self._was_on_trial:
            return False
        try:
            recovery.go_back(self._database)  # does nothing if opening the journal has done it
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
    """Re-execute this program in place of this process. It may be called from any thread."""
    os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606


class Recovery:
    """The interface of the recovery page. `again` means that the host has chosen and the program will restart."""

    def __init__(self, database: Path, why: Text, end: "End") -> None:
        self.database, self.why = database, why
        self.again = False
        self._end = end
        self._lock = Lock()

    def possible(self) -> list[str]:
        """Return the possible choices."""
        return recovering.possible(self.database)

    def choose(self, what: str) -> None:
        """Carry out the host's choice, and start the table. Raise BadInput, and change nothing, if that fails."""
        with self._lock:
            if not self.again:
                recovering.choose(what, self.database)
                self.again = True
                self._end()


class End(Protocol):
    """A callable that stops serving in this process once the current request is answered."""

    def __call__(self) -> None:
        """Stop serving."""
        ...
