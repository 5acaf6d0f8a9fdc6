"""A table that can be killed: between two polls, or at a commit, just before or just after it reaches the disk."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

from cardtable_lab.bench.torture.disk import Disk
from cardtable_lab.bench.torture.standing import StandingRoom
from hardware.clock import SharedClock
from table import games
from table.board import Snapshot
from table.complaints import BadInput
from table.emulated.tabletop import Tabletop
from table.keeping.journal import Journal
from table.running.controller import Controller
from table.running.health import NotJudged, NotKept
from table.running.live import LiveTable
from table.running.messages import Failed, Message, Observed
from table.sensing.zones import pads_for
from table.values import replace
from table.wiring.emulated import emulated_settings, skip_alike, skip_idle
from table.wiring.hardware import Hardware, open_hardware
from table.wiring.live import live_table

NOW, BEFORE, AFTER = "between two polls", "before a commit", "after a commit"
_COPED_WITH = (BadInput, NotJudged)  # errors that a message's sender would get


class Killed(BaseException):
    """Ends the table's process. Nothing in a table may catch this exception."""


class MortalTable:
    """A table for the games in `names`, over hardware that outlives it.

    `complains` receives errors that a table must never raise.
    """

    def __init__(
        self,
        disk: Disk,
        room: StandingRoom,
        clock: SharedClock,
        names: Sequence[str],
        seats: int,
        hardware: str,
        complains: Callable[[str], None],
    ) -> None:
        known = [games.find(name) for name in names]
        pads = pads_for(game.zones(seats) for game in known)
        self._cards = [str(card["code"]) for game in known for card in game.deck(None)]
        self._settings = emulated_settings(pads=pads, seats=seats, hardware=hardware)
        self._disk = disk
        self._room = room
        self._clock = clock
        self._seats = seats
        self._complains = complains
        self.doomed: str | None = None  # when the table will be killed
        self.life = self.commits = 0
        self.journal: Journal | None = None
        self.live: LiveTable | None = None
        self.hardware: Hardware | None = None
        self.hands: Tabletop | None = None

    @property
    def is_up(self) -> bool:
        """Whether the table is running."""
        return self.live is not None

    @property
    def controller(self) -> Controller:
        """The table's controller; the table must be up."""
        assert self.live is not None, "it is up"  # noqa: S101
        return self.live.controller

    @property
    def snapshot(self) -> Snapshot:
        """The table's current snapshot."""
        return self.controller.board.snapshot

    @property
    def game_s(self) -> float | None:
        """The time on the game's clock, in s; None if no game's clock is running."""
        game = None if self.live is None else self.controller._playing.game
        if game is None or game._origin_us is None:
            return None
        return (self._clock.now_ns() // 1000 - game._origin_us) / 1e6

    # -- start and death

    def starts(self) -> None:
        """Start the table, and resume an interrupted game. Raise BadInput if the journal prevents that."""
        self.journal = journal = Journal(self._disk.path)
        self._room.begins()
        self.hardware = open_hardware(self._settings, cards=self._cards, clock=self._clock, room=self._room)
        self.hands = self.hands or self.hardware.tabletop
        self.live = live_table(journal=journal, hardware=self.hardware, seats=self._seats, tags={})
        if self._disk.is_full:
            self._disk.fills(journal)
        if (running := journal.running()) is not None:
            self.controller.resume(running)
        self._own_append = journal.append
        journal.append = self._append  # type: ignore[method-assign]

    def _append(self, *given: Any, **named: Any) -> None:
        if self.doomed == BEFORE:
            raise Killed
        self._own_append(*given, **named)
        self.commits += 1
        if self.doomed == AFTER:
            raise Killed

    def dies(self) -> None:
        """Kill the table: close nothing and leave the disk as it is."""
        assert self.journal is not None, "it is up"  # noqa: S101
        self._disk.leaves(self.journal)
        self._room.lose_the_table()
        self.journal = self.live = self.hardware = self.doomed = None
        self.life += 1

    def goes_home(self) -> None:
        """Shut the table down properly, as at the end of an evening."""
        if self.live is not None and self.journal is not None:
            self.live.close()
            self.journal.close()

    # -- a turn

    def takes(self, message: Message) -> bool:
        """Handle a message as the controller's thread does; return False if the table reports that it was not saved."""
        try:
            self.controller.take(message)
        except NotKept:
            return False
        except _COPED_WITH:
            return True  # a real sender would get the error; here there is none
        except Exception as error:  # noqa: BLE001 - no error at all may occur here
            self._complains(f"{type(message).__name__} cannot be handled: {error!r}")
        return True

    def looks(self) -> None:
        """Poll every source and skip polls that would find nothing."""
        assert self.live is not None  # noqa: S101
        passed = [seen for name, poll in self.live.sources.items() if (seen := self._polls(name, poll)) is not None]
        due_us = self.controller.due_us
        self._skips(passed, inf if due_us is None else due_us * 1000)
        self.live.beat()

    def _polls(self, name: str, poll: Callable[[], Observed]) -> Observed | None:
        """Poll a source; pass its observations to the controller, or return them if they contain nothing to handle."""
        try:
            seen = poll()
        except Exception as error:  # noqa: BLE001 - as the thread of a source does
            self._complains(f"the source {name} has failed: {error!r}")
            self.takes(Failed(name, error))
            return None
        if self.controller.passes(seen):
            return seen
        self.takes(seen)
        return None

    def _skips(self, passed: Sequence[Observed], until_ns: float) -> None:
        assert self.live is not None  # noqa: S101
        assert self.hardware is not None  # noqa: S101
        if len(passed) == len(self.live.sources) and (skipped_ns := skip_alike(self.hardware, until_ns)):
            for seen in passed:
                self.controller.passes(replace(seen, watermark_us=seen.watermark_us + skipped_ns // 1000))
        else:
            skip_idle(self.hardware, until_ns)

    # -- what it reports

    @property
    def lost(self) -> Mapping[str, str]:
        """Each reader that the table reports as lost, mapped to the reason."""
        return {} if self.live is None else dict(self.snapshot.host.health["lost"])

    def readers_of(self, pico: str) -> frozenset[str]:
        return frozenset(one.title for one in self._settings.readers if one.pico == pico)

    def corrupt(self, pico: str) -> int | None:
        """Return how many corrupt lines from a Pico the table has dropped; None while the Pico is not connected."""
        bridge = None if self.hardware is None else self.hardware.assembly._bridges[pico]
        return None if bridge is None or not bridge.is_there else bridge.link.corrupt

    @property
    def is_halted(self) -> bool:
        """Whether the table reports that it cannot save what happens."""
        game = None if self.live is None else self.controller._playing.game
        return game is not None and game.halted is not None
