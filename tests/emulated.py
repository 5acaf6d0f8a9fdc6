"""The emulated table in virtual time: the same parts as in `cardtable play`, driven by one thread and a manual clock.

It reads as verbs: `table.card("number4.1").touches("discard")`, `table.seat(2).taps()`.
"""

from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from hardware.clock import ManualClock
from table import cards, games
from table.controller import StartGame
from table.journal import Journal
from table.live import LiveTable
from table.wiring import Emulated, emulated_hardware, emulated_table

MS = 1_000_000


class TableInTime:
    """A table whose hardware is asked in turn; time passes only while it is."""

    def __init__(self, journal: Journal, *, game: str = "mito", seats: int = 3) -> None:
        self.clock = ManualClock(5_000 * MS)
        found = games.find(game)
        deck = [card["code"] for card in cards.shipped_deck(game)]
        self.hardware: Emulated = emulated_hardware(zones=found.zones(seats), seats=seats, cards=deck, clock=self.clock)
        self.live: LiveTable = emulated_table(
            journal=journal,
            zones=found.zones(seats),
            seats=seats,
            cards=deck,
            hardware=lambda **_: self.hardware,
        )
        self.controller = self.live.controller

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.live.close()

    def starts(self, game: str, *players: str | None, placement: str = "tap", **options: Any) -> None:
        zones = games.find(game).zones(len(players))
        where = dict.fromkeys(zones, "tap") | {"discard": placement}
        self.controller.take(StartGame(game, players, options, seed=5, placement=where))
        self.runs(50)  # what lies on a pad when the table looks for the first time does not touch it

    def runs(self, ms: float) -> None:
        """Let the hardware be polled for that long."""
        until = self.clock.now_ns() + round(ms * MS)
        while self.clock.now_ns() < until:
            for look in self.live.sources.values():
                self.controller.take(look())

    def card(self, code: str) -> "Hand":
        return Hand(self, code)

    def seat(self, number: int) -> "Finger":
        return Finger(self, number)

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.controller.board.picture.views["public"])

    def told(self, audience: str = "public") -> list[str]:
        return [event["event"] for event in self.controller.board.picture.events[audience]]


@dataclass(frozen=True)
class Hand:
    table: TableInTime
    code: str

    def touches(self, zone: str) -> None:
        self.table.hardware.tabletop.touch(self.code, zone)
        self.table.runs(1000)

    def lies_on(self, zone: str) -> None:
        self.table.hardware.tabletop.put(self.code, zone)
        self.table.runs(600)

    def is_lifted(self) -> None:
        self.table.hardware.tabletop.lift(self.code)
        self.table.runs(600)


@dataclass(frozen=True)
class Finger:
    table: TableInTime
    number: int

    def taps(self) -> None:
        self._is_down_for(100)
        self.table.runs(600)

    def holds(self) -> None:
        self._is_down_for(800)
        self.table.runs(200)

    def _is_down_for(self, ms: float) -> None:
        self.table.hardware.tabletop.press(self.number)
        self.table.runs(ms)
        self.table.hardware.tabletop.release(self.number)
