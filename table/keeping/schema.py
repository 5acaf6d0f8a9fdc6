"""The tables of a journal, its version, and migrations from earlier versions."""

import sqlite3
from collections.abc import Sequence
from functools import cached_property
from zlib import crc32

from table.values import Value

VERSION = 4
APPLICATION_ID = 0x43617264  # "Card": marks our files
PAGE_SIZE = 1024  # of new files: a commit writes whole pages, and one of ours changes a few hundred bytes in each

# `audience` names one or several, to whom this is the same event with the same number.
_EVENTS = """
CREATE TABLE {name} (
    game_id INTEGER NOT NULL REFERENCES games (id),
    fact_number INTEGER NOT NULL,
    audience TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, fact_number, audience, seq)
) STRICT, WITHOUT ROWID;
"""
_FIRST = """
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
"""
FIRST = _FIRST + _EVENTS.format(name="events")  # what even the earliest files have
_KEPT = """
CREATE TABLE kept (
    game_id INTEGER NOT NULL REFERENCES games (id),
    from_fact INTEGER NOT NULL,
    rules_version TEXT NOT NULL,
    PRIMARY KEY (game_id, from_fact)
) STRICT, WITHOUT ROWID;
"""
_SET_ASIDE = """
CREATE TABLE set_aside (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games (id),
    after_fact INTEGER NOT NULL,
    body TEXT NOT NULL,
    error TEXT NOT NULL
) STRICT;
"""
# Earlier files have a row for each audience that was told an event, sorted by those: a commit changed a page for each.
_EARLIER_EVENTS = """
CREATE TABLE events (
    game_id INTEGER NOT NULL REFERENCES games (id),
    audience TEXT NOT NULL,
    seq INTEGER NOT NULL,
    fact_number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, audience, seq)
) STRICT, WITHOUT ROWID;
"""
_MOVED = """
INSERT INTO events_by_fact SELECT game_id, fact_number, audience, seq, body FROM events;
DROP TABLE events;
ALTER TABLE events_by_fact RENAME TO events;
"""
_BY_FACT = _EVENTS.format(name="events_by_fact") + _MOVED
NEEDS = {  # what a file of each version still lacks
    0: FIRST + _KEPT + _SET_ASIDE,
    1: _KEPT + _SET_ASIDE + _BY_FACT,
    2: _SET_ASIDE + _BY_FACT,
    3: _BY_FACT,
    VERSION: "",
}
# A checksum of each fact and its events. It has no version of its own, for older programs can do without.
SUMS = """
CREATE TABLE IF NOT EXISTS sums (
    game_id INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
"""
MADE = {  # what files of each version have, and nothing else; an empty file has version 0
    0: "",
    1: _FIRST + _EARLIER_EVENTS + SUMS,
    2: _FIRST + _EARLIER_EVENTS + _KEPT + SUMS,
    3: _FIRST + _EARLIER_EVENTS + _KEPT + _SET_ASIDE + SUMS,
    VERSION: NEEDS[0] + SUMS,
}


# -- A fact and its events as they are written: JSON

Delivered = Sequence[tuple[str, int, str]]  # the events of one fact, in order: audience, its number there, body


class Entry(Value, dict=True):
    """A fact of a game, and what was `told` of it."""

    game_id: int
    number: int
    body: str
    told: Delivered = ()

    @cached_property
    def summed(self) -> int:
        """Its checksum."""
        return sum_of(self.body, [text for *_, text in self.told])

    @cached_property
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


def sum_of(fact: str, told: Sequence[str]) -> int:
    """Return the checksum of a fact and its events, audience by audience."""
    return crc32("\n".join((fact, *told)).encode())
