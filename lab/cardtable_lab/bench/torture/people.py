"""The people of one game: a population with real hands, and the times at which it received the table's events.

A game's clock stops while its table is down. Events are therefore restamped in people's time, so that they can be
compared with what people did.
"""

from collections.abc import Callable, Mapping, Sequence
from json import dumps, loads
from random import Random
from typing import Any

from cardtable_lab import simulated
from cardtable_lab.bench.torture.standing import Hands
from cardtable_lab.bench.torture.waiting import People
from cardtable_lab.simulated.comparing import Finding, lasting
from cardtable_lab.simulation.batches import FORBIDDEN
from cardtable_lab.simulation.leaks import Leaks
from hardware.clock import SharedClock
from table import games
from table.board import GameSnapshot
from table.event import Delivered
from table.games.game import PUBLIC
from table.robots.environment import SECOND_NS
from table.values import replace

INEXCUSABLE = FORBIDDEN["harsh"]  # what must not happen in any air, whatever the faults and kills
LONGEST_S = 2400.0  # of the people's own time


class Players:
    """The people of one game. `game_id` is the table's number for the game."""

    def __init__(
        self,
        name: str,
        seats: Sequence[int],
        hands: Hands,
        say: Callable[[int, str, Any], None],
        clock: SharedClock,
        chance: Random,
    ) -> None:
        game = games.find(name)
        self.name = name
        self.seed = chance.randrange(2**32)
        self.game_id: int | None = None
        now_ns, deck = clock.now_ns(), game.deck(game.options())
        self._seated = simulated.gather(name, hands, say, seed=self.seed, seats=seats, deck=deck, now_ns=now_ns)
        self.environment = self._seated.environment
        self.time = People(clock, self.environment.env)
        self._leaks = Leaks(self._seated)
        self._behind_s = 0.0  # the people's clock minus the game's clock
        self._delivered: dict[str, tuple[Delivered, ...]] = {}

    @property
    def over(self) -> bool:
        """Whether the people have ended the game or given up."""
        return self.environment.over or self.now_s > LONGEST_S

    @property
    def now_s(self) -> float:
        """The time since the people began, in s."""
        return (self.time.now_ns - self.environment._began_ns) / SECOND_NS

    def hears(self, game_s: float | None) -> None:
        """Update the difference between the people's clock and the game's clock."""
        if game_s is not None and not self.time.is_held:
            self._behind_s = self.now_s - game_s

    def sees(self, game: GameSnapshot) -> None:
        """Show the people a snapshot of their game; search it for leaked secrets."""
        if game.game_id == self.game_id:
            for audience, delivered in game.events.items():
                before = self._delivered.get(audience, ())
                self._delivered[audience] = (*before, *map(self._stamped, delivered[len(before) :]))
            shown = replace(game, events=dict(self._delivered))
            self._leaks.poll(shown, self.now_s)
            self.environment.see(shown, self.time.now_ns)

    def _stamped(self, one: Delivered) -> Delivered:
        return replace(one, t=round(min(self.now_s * 1e6, one.t + self._behind_s * 1e6)))

    @property
    def plays(self) -> int:
        """The number of cards that the people have laid."""
        return sum(deed["deed"] == "lies" for deed in self.environment.deeds)

    def findings(self, written: Sequence[Mapping[str, Any]]) -> list[Finding]:
        """Compare the journal with what people did; return the findings that no fault explains."""
        known, kinds = self._delivered.get(PUBLIC, ()), games.events_of(self.name)
        rest = (Delivered.read(one, kinds) for one in written[len(known) :])
        events = [one.json for one in (*known, *map(self._stamped, rest))][: len(written)]
        found = self._seated.people.compare(loads(dumps(self.environment.deeds)), lasting(loads(dumps(events))))
        unfinished = [] if self.environment.over else [Finding("unfinished", self.now_s)]
        return [one for one in (*found, *self._leaks.found, *unfinished) if one.kind in INEXCUSABLE]
