"""A fact as it is written: its JSON, and that of what was told of it."""

import sqlite3
from collections.abc import Iterable, Sequence

from table.keeping import soundness
from table.values import value

Told = Sequence[tuple[str, int, str]]  # the events of one fact: audience, number for that audience, body; in that order


@value
class Entry:
    """A fact of a game, and what was `told` of it. `after` is the checksum of the fact before it, if that has one."""

    game_id: int
    number: int
    body: str
    told: Told = ()
    after: int | None = None

    @property
    def summed(self) -> int:
        """Its checksum."""
        return soundness.sum_of(self.body, [text for *_, text in self.told])

    @property
    def events(self) -> Sequence[tuple[str, int, str]]:
        """What was told, once for all audiences that were told the same under the same number."""
        shared: dict[tuple[int, str], list[str]] = {}
        for audience, seq, text in self.told:
            shared.setdefault((seq, text), []).append(audience)
        return [(" ".join(audiences), seq, text) for (seq, text), audiences in shared.items()]

    def insert(self, db: sqlite3.Connection) -> None:
        """Write it to a journal's tables."""
        here = self.game_id, self.number
        db.execute("INSERT INTO facts VALUES (?, ?, ?)", (*here, self.body))
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", [(*here, *event) for event in self.events])
        db.execute("INSERT INTO sums VALUES (?, ?, ?)", (*here, self.summed))


def sum_at(db: sqlite3.Connection, game_id: int, number: int) -> int | None:
    """Return the checksum of a fact; None if it has none, or is not there."""
    found = db.execute("SELECT sum FROM sums WHERE game_id = ? AND number = ?", (game_id, number)).fetchone()
    return None if found is None else int(found[0])


def lacks(db: sqlite3.Connection, entries: Sequence[Entry]) -> bool:
    """Tell whether a journal may lack any of the facts that follow one another on its tail."""
    if not entries:
        return False
    last = entries[-1].game_id, entries[-1].number
    return db.execute("SELECT 1 FROM facts WHERE game_id = ? AND number = ?", last).fetchone() is None


def fold(db: sqlite3.Connection, entries: Iterable[Entry]) -> int:
    """Write those entries that go on where their game ends in a journal, and return how many; the caller commits.

    Others are there already, or belong to another file.
    """
    folded = 0
    for entry in entries:
        (last,) = db.execute("SELECT max(number) FROM facts WHERE game_id = ?", (entry.game_id,)).fetchone()
        if last is not None and entry.number == last + 1 and entry.after == sum_at(db, entry.game_id, last):
            entry.insert(db)
            folded += 1
    return folded
