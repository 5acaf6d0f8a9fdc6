"""A game of people and robots at an emulated table, looked at by a witness.

What went wrong in it, as in a population's.

The comparison and the search for leaked secrets are the same as for simulated players.
"""

from collections.abc import Mapping
from json import dumps, loads
from typing import Any

from cardtable_lab import simulated
from cardtable_lab.simulated import Population
from cardtable_lab.simulated.comparing import Finding, Record
from cardtable_lab.simulation.leaks import Leaks
from table import games
from table.board import GameSnapshot
from table.emulated.holdings import Holdings
from table.emulated.tabletop import Finger, Touch
from table.games.game import PUBLIC
from table.robots.environment import SECOND_NS


class Witnessed:
    """One game at a table, from the first picture that shows it. `now_ns` is when it began."""

    def __init__(self, game: GameSnapshot, *, now_ns: int) -> None:
        assert game.started is not None, "a game has begun"
        started = game.started
        found = games.find(started.game)
        self.people: Population = simulated.find(started.game)
        seats = range(1, len(started.players) + 1)
        deck = found.deck(found.options(**started.options))
        self.witness = self.people.witness(seats, deck, started.options)
        self._began_ns, self._read = now_ns, 0
        self._events: tuple[Mapping[str, Any], ...] = ()
        self._leaks = Leaks(self)

    @property
    def secrets(self) -> Mapping[str, float]:
        """The cards that nobody but their owner may be told of now, and since when, in s."""
        return self.witness.secrets

    @property
    def owners(self) -> Mapping[str, int]:
        """The seats that may know some of them."""
        return self.witness.owners

    @property
    def deeds(self) -> list[Record]:
        """What hands did, as plain data."""
        return list(loads(dumps(self.witness.deeds)))

    def hears(self, game: GameSnapshot) -> None:
        """Hear a picture, before hands do what it asks for."""
        self._events = tuple(one.json for one in game.delivered(PUBLIC))
        for event in self._events[self._read :]:
            self.witness.hears(event)
        self._read = len(self._events)

    def looks(self, game: GameSnapshot, held: Holdings, now_ns: int) -> None:
        """Look at a picture, and at all hands, after they have done it."""
        now_s = self._at_s(now_ns)
        self.witness.looks(now_s, held, game.views)
        self._leaks.poll(game, now_s)

    def says(self, seat: int, choice: str, value: Any, now_ns: int) -> None:
        """Hear what somebody says on a phone."""
        self.witness.says(self._at_s(now_ns), seat, choice, value)

    def sees(self, done: Touch | Finger, held: Holdings) -> None:
        """See what a hand does, while everybody holds what is `held`."""
        match done:
            case Touch(cards, zone, by, at_ns):
                self.witness.touches(self._at_s(at_ns), cards, zone, by, held)
            case Finger(seat, down, at_ns):
                self.witness.finger(self._at_s(at_ns), seat, down=down)

    def findings(self) -> list[Finding]:
        """Return what went wrong so far."""
        seen = self.witness.views.get(PUBLIC)
        over = seen is not None and seen.over
        unfinished = [] if over else [Finding("unfinished", self._events[-1]["t"] if self._events else 0.0)]
        compared = self.people.compare(self.deeds, loads(dumps(self._events)))
        return sorted([*compared, *self._leaks.found, *unfinished], key=lambda finding: finding.t)

    def _at_s(self, at_ns: int) -> float:
        return (at_ns - self._began_ns) / SECOND_NS
