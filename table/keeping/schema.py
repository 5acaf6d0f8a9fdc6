"""A journal's tables, their version, and the entry that holds a fact and its events."""

import sqlite3
from collections.abc import Sequence
from functools import cached_property
from zlib import crc32

from table.values import Value

VERSION = 4
APPLICATION_ID = 0x43617264  # "Card": marks our files
PAGE_SIZE = 1024  # of new files; a commit writes whole pages, and ours change only a few hundred bytes in each

# `audience` names one or several audiences that get the same event with the same number. `sum` is the checksum of a
# fact and its events.
TABLES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    format INTEGER NOT NULL,
    rules_version TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT
) STRICT;
CREATE TABLE facts (
    game_id INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    game_id INTEGER NOT NULL REFERENCES games (id),
    fact_number INTEGER NOT NULL,
    audience TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, fact_number, audience, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE kept (
    game_id INTEGER NOT NULL REFERENCES games (id),
    from_fact INTEGER NOT NULL,
    rules_version TEXT NOT NULL,
    PRIMARY KEY (game_id, from_fact)
) STRICT, WITHOUT ROWID;
CREATE TABLE set_aside (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games (id),
    after_fact INTEGER NOT NULL,
    body TEXT NOT NULL,
    error TEXT NOT NULL
) STRICT;
CREATE TABLE sums (
    game_id INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
"""


# -- A fact and its events as they are written: JSON

Delivered = Sequence[tuple[str, int, str]]  # the events of one fact, in order: audience, its number, body


class Entry(Value, dict=True):
    """A fact of a game, and the events that were `delivered` for it."""

    game_id: int
    number: int
    body: str
    delivered: Delivered = ()

    @cached_property
    def summed(self) -> int:
        """The checksum of the fact and its events."""
        return sum_of(self.body, [text for *_, text in self.delivered])

    @cached_property
    def events(self) -> Sequence[tuple[str, int, str]]:
        """The delivered events; audiences that get the same event with the same number share an entry."""
        shared: dict[tuple[int, str], list[str]] = {}
        for audience, seq, text in self.delivered:
            shared.setdefault((seq, text), []).append(audience)
        return [(" ".join(audiences), seq, text) for (seq, text), audiences in shared.items()]

    def insert(self, db: sqlite3.Connection) -> None:
        """Write the entry to a journal's tables."""
        here = self.game_id, self.number
        db.execute("INSERT INTO facts VALUES (?, ?, ?)", (*here, self.body))
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", [(*here, *event) for event in self.events])
        db.execute("INSERT INTO sums VALUES (?, ?, ?)", (*here, self.summed))


def sum_of(fact: str, texts: Sequence[str]) -> int:
    """Return the checksum of a fact and of the events that each audience got for it."""
    return crc32("\n".join((fact, *texts)).encode())
