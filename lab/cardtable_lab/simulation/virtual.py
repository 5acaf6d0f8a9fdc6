"""One game of simulated people at an emulated table, in virtual time, run by one thread."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from cardtable_lab import simulated
from cardtable_lab.simulated.comparing import Finding
from cardtable_lab.simulation.leaks import Leaks
from table import games
from table.board import Snapshot
from table.keeping.journal import Journal
from table.running.messages import Choose, Observed, StartGame
from table.values import Value, field, replace
from table.wiring.emulated import HARDWARE, emulated_hardware, shared_clock, skip_alike, skip_idle
from table.wiring.live import live_table

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")
_BEGINS_NS = 5_000_000_000


class Setting(Value):
    """The settings of a game: which one, how many players, the air (`noise`), and the seed.

    With `full`, no poll is skipped, even if it would certainly find nothing. `sabotage` names an injected fault,
    `hardware` the table's hardware, and `options` are the game's options. It ends after `longest_s` seconds.
    """

    game: str
    players: int
    noise: str
    seed: int
    full: bool = False
    sabotage: str | None = None
    hardware: str = HARDWARE[0]
    options: Mapping[str, Any] = field(default_factory=dict)
    longest_s: float = 1800  # seconds of virtual time; no game takes that long


class VirtualGame:
    """A table, and a population that plays one game at it. Raise BadInput for an unknown game."""

    def __init__(self, journal: Journal, setting: Setting) -> None:
        self.setting = setting
        self.clock = shared_clock(_BEGINS_NS)
        game = games.find(setting.game)
        deck = game.deck(game.options(**setting.options))
        self.hardware = emulated_hardware(
            pads=[[zone] for zone in game.zones(setting.players)],
            seats=setting.players,
            cards=[str(card["code"]) for card in deck],
            clock=self.clock,
            noise=setting.noise,
            seed=setting.seed,
            short_cuts=not setting.full,
            hardware=setting.hardware,
        )
        self.live = live_table(journal=journal, hardware=self.hardware, seats=setting.players, tags={})
        self.controller = self.live.controller
        hands, seats = self.hardware.tabletop, range(1, setting.players + 1)
        assert hands is not None, "an emulated table has hands"  # noqa: S101 - its readers are emulated
        self.gathering = simulated.gather(
            setting.game,
            hands,
            self._say,
            seed=setting.seed,
            seats=seats,
            deck=deck,
            now_ns=_BEGINS_NS,
            agreed=setting.options,
            touching=hands.touching,
        )
        self.environment = self.gathering.environment
        self.clock.agenda = self.environment.env
        self._leaks = Leaks(self.gathering)
        self._shown = 0

    def play(self) -> list[Finding]:
        """Play until the game is over, and return findings: leaked secrets, and an unfinished game."""
        self._poll()  # starts the chips
        wanted = StartGame(self.setting.game, NAMES[: self.setting.players], self.setting.options, self.setting.seed)
        self.controller.take(wanted)
        while not self.environment.over and self.clock.now_ns() < self.setting.longest_s * 1e9:
            passed = self._poll()
            self._see(self.controller.board.snapshot)
            due_us = self.controller.due_us
            self._skip(passed, inf if due_us is None else due_us * 1000)
        unfinished = [] if self.environment.over else [Finding("unfinished", self.environment.now_s)]
        return [*self._leaks.found, *unfinished]

    def _see(self, snapshot: Snapshot) -> None:
        """Search a new snapshot for leaked secrets, then show it to the people, whose clocks follow the game's."""
        if snapshot.number != self._shown:
            if (origin_us := self.controller.origin_us) is not None:
                self.environment.begin(origin_us * 1000)
            self._shown = snapshot.number
            self._leaks.poll(snapshot.game, self.environment.now_s)
            self.environment.see(snapshot.game, self.clock.now_ns())

    def _poll(self) -> list[Observed]:
        """Poll every source and pass its observations to the controller. Return those that the controller may skip."""
        passed = []
        for poll in self.live.sources.values():
            seen = poll()
            if self.controller.passes(seen):
                passed.append(seen)
            else:
                self.controller.take(seen)
        return passed

    def _skip(self, passed: Sequence[Observed], until_ns: float) -> None:
        """Skip polls before `until_ns` if, like the latest ones (`passed`), they would find nothing."""
        if len(passed) == len(self.live.sources) and (skipped_ns := skip_alike(self.hardware, until_ns)):
            for seen in passed:
                self.controller.passes(replace(seen, watermark_us=seen.watermark_us + skipped_ns // 1000))
        else:
            skip_idle(self.hardware, until_ns)

    def _say(self, seat: int, choice: str, value: Any) -> None:
        self.controller.take(Choose(seat, choice, value))
