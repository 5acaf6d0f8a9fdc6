"""Facts that no commit has brought home yet: in SQLite's open transaction, where the table reads them, and on the tail.

Those on the tail are safe: people may hear of them. Nobody has heard of the others, so they can still be undone. What
is rolled back of the transaction, for the disk is full, is written there again: what is safe stays readable.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from table.keeping.entry import Entry, goes_on, sum_at
from table.keeping.sectors import OnTail
from table.keeping.tail import Tail


class Waiting:
    """What waits to be committed to one journal. Every method may raise sqlite3.Error."""

    def __init__(self, database: Path) -> None:
        self.tail = Tail(database)
        self._entries: list[Entry] = []
        self._safe = 0  # how many of them, the first ones, are on the tail
        self._doubtful = False  # the last commit failed

    def take_up(self, db: sqlite3.Connection, found: OnTail) -> None:
        """Go on with what a killed table has left on its tail; what the journal has already is left out."""
        for entry in found.entries:
            if goes_on(db, entry):
                self.add(db, entry)
        if self._entries:
            self.tail.go_on(found)
            self._are_safe(db)

    def sum_at(self, db: sqlite3.Connection, game_id: int, number: int) -> int | None:
        """Return the checksum of a fact; None if it has none, or is not there."""
        last = self.last
        if last is not None and (last.game_id, last.number) == (game_id, number):
            return last.summed
        return sum_at(db, game_id, number)

    @property
    def last(self) -> Entry | None:
        """The last of them."""
        return self._entries[-1] if self._entries else None

    def resume(self, db: sqlite3.Connection) -> None:
        """Write what waits again if it was rolled back."""
        if self._entries:
            self._begin(db)

    def add(self, db: sqlite3.Connection, entry: Entry) -> None:
        """Write an entry after what waits."""
        self._begin(db)
        entry.insert(db)
        self._entries.append(entry)

    def save(self, db: sqlite3.Connection) -> bool:
        """Let all be safe that waits; False if the tail takes no more, and it has to be committed.

        After a commit that failed the next one has to come first: the failed one may stand in SQLite's log as a whole,
        and would come back if the table were killed, in the place of what is on the tail.
        """
        if self._doubtful or not self.tail.add(self._entries[self._safe :]):
            return False
        self._are_safe(db)
        return True

    def _are_safe(self, db: sqlite3.Connection) -> None:
        self._safe = len(self._entries)
        db.execute("RELEASE unsafe")
        db.execute("SAVEPOINT unsafe")

    def undo(self, db: sqlite3.Connection) -> None:
        """Undo what is not safe."""
        del self._entries[self._safe :]
        if db.in_transaction:
            db.execute("ROLLBACK TO unsafe")

    @contextmanager
    def committing(self, db: sqlite3.Connection) -> Iterator[None]:
        """Commit all that waits, and what is written meanwhile; after an exception only that is undone."""
        self._begin(db)
        db.execute("SAVEPOINT committing")
        try:
            yield
            self._doubtful = True
            db.commit()
        except BaseException:
            if not self._entries:
                db.rollback()
            elif db.in_transaction:
                db.execute("ROLLBACK TO committing")
            raise
        self._entries.clear()
        self._safe, self._doubtful = 0, False
        self.tail.clear()

    def _begin(self, db: sqlite3.Connection) -> None:
        """Begin the transaction with what waits, unless it is open."""
        if db.in_transaction:
            return
        try:
            db.execute("BEGIN")
            for entry in self._entries[: self._safe]:
                entry.insert(db)
            db.execute("SAVEPOINT unsafe")
            for entry in self._entries[self._safe :]:
                entry.insert(db)
        except sqlite3.Error:
            db.rollback()
            raise
