"""A fact and its events as they are written: JSON."""

import sqlite3
from collections.abc import Sequence
from functools import cached_property
from zlib import crc32

from table.values import Value

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
