"""The package's emulated table in virtual time, and one whose cards have unknown tags."""

from pathlib import Path

from table.board import Snapshot
from table.keeping.journal import Journal
from table.tagging.tagged_decks import TaggedDecks
from table.testing.tables import MS, Finger, Hand
from table.testing.tables import EmulatedTable as TableInTime
from table.values import replace
from table.wiring.live import live_table

__all__ = ["MS", "Finger", "Hand", "TableInTime", "UntaggedTable"]


class UntaggedTable(TableInTime):
    """An emulated table whose cards have unknown tags."""

    def __init__(self, journal: Journal, database: Path) -> None:
        super().__init__(journal)
        hardware = replace(self.hardware, emulated_tags={})
        self.live = live_table(journal=journal, hardware=hardware, seats=3, tags=TaggedDecks.read(database))
        self.controller = self.live.controller

    @property
    def snapshot(self) -> Snapshot:
        return self.controller.board.snapshot

    @property
    def unknown(self) -> list[str]:
        return [one.alias for one in self.snapshot.host.unknown]

    def touched_with(self, card: str, zone: str = "discard") -> str:
        """Touch with an unknown card; return its alias."""
        self.card(card).touches(zone)
        return self.unknown[-1]
