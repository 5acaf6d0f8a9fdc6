"""A table that is driven by facts beside an oracle: both are told the same actions, and what they say is compared."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from table.event import Delivered
from table.facts import ButtonDown, ButtonUp, CardArrived, CardLeft, Fact, GameStarted, TimePassed, micros
from table.games.game import PUBLIC, SEALED
from table.judging.session import Session
from tests.oracles.expected import Expected, differences, misquoted
from tests.replayed import delivered, plain

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
APART_S = 3.0  # between two actions: nothing of the one is decided after the other has begun
_SETTLED_S = 2.0
_HEARD = (SEALED, PUBLIC)
EventObject = Mapping[str, Any]


class Driven:
    """A game at the table. `known` are the events that the oracle has a word in."""

    def __init__(self, started: GameStarted, known: frozenset[str]) -> None:
        self.session = Session(started)
        self.known = known
        self.now = self.settled = 0.0
        self.delivered: dict[str, list[EventObject]] = {audience: [] for audience in _HEARD}
        self.got: list[Delivered] = []  # what the public was told, as its history has it
        self.facts: list[Fact] = [started]
        self._hears(self.session.opening)

    def _hears(self, lines: Any) -> Mapping[str, list[EventObject]]:
        heard = {audience: plain(line for line in lines if line.audience == audience) for audience in _HEARD}
        for audience in _HEARD:
            self.delivered[audience] += heard[audience]
        self.got += delivered(self.session.game.name, heard[PUBLIC])
        return heard

    def at(self, seconds: float) -> int:
        """Return a time after the start of this action, as facts have it."""
        return micros(round(self.now + seconds, 3))

    def clock(self) -> TimePassed:
        """Return the fact that it is as late as that."""
        return TimePassed(self.at(0))

    def takes(self, *facts: Fact, settled_s: float = _SETTLED_S) -> Mapping[str, list[EventObject]]:
        """Take facts, and let time pass until they are decided; return the new events of each audience."""
        end = TimePassed(max(fact.t for fact in facts) + micros(settled_s))
        lines = [line for fact in (*facts, end) for line in self.session.take(fact)]
        self.facts += [*facts, end]
        self.settled = end.t / 1e6
        self.now = round(self.settled + APART_S - _SETTLED_S, 3)
        heard = self._hears(lines)
        return {audience: [one for one in events if one["event"] in self.known] for audience, events in heard.items()}

    def press(self, seat: int, how: str, after_s: float = 0.0) -> list[Fact]:
        """Return the facts of a tap, a hold or a double press."""
        spans = {"tap": [(0.0, 0.1)], "hold": [(0.0, 0.8)], "double": [(0.0, 0.1), (0.2, 0.3)]}[how]
        return [
            fact
            for down, up in spans
            for fact in (ButtonDown(self.at(after_s + down), seat), ButtonUp(self.at(after_s + up), seat))
        ]

    def misquotes(self, expected: Sequence[Expected], heard: Mapping[str, list[EventObject]]) -> Iterator[str]:
        """Compare the rules that the public's whys cite with those that the oracle names."""
        if [one["event"] for one in heard[PUBLIC]] != [one.event for one in expected]:
            yield f"the public was told {[one['event'] for one in heard[PUBLIC]]}"
            return
        for event, wanted in zip(heard[PUBLIC], expected, strict=True):
            why = self.session.game.why(event["seq"], self.session.setup, self.got)
            if (misquote := misquoted(wanted, why.rules)) is not None:
                yield f"{misquote}: {why.seen}"


Action = tuple[str, list[str]]  # what somebody did, and what table and oracle think differently of it


class Played(ABC):
    """One game at random, and what is found in it. `apart`: table and oracle tell different events, so it ends."""

    known: ClassVar[frozenset[str]] = frozenset(
        {
            "card_played",
            "correction_closed",
            "correction_opened",
            "game_ended",
            "pile_started",
            "play_refused",
            "play_taken_back",
            "press_refused",
            "round_ended",
            "round_started",
            "turn_passed",
            "turn_started",
        }
    )
    most_actions: ClassVar[int] = 120
    oracle: Any

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - chance, no secret
        self.pads = self.chance.random() < 0.5
        self.apart = False

    def begins(self, game: str, seats: int, deck: Any, zones: Sequence[str], agreed: Mapping[str, Any]) -> None:
        """Begin the game at the table."""
        placement: Any = dict.fromkeys(zones, "tap" if self.pads else "pile")
        seed = self.chance.randint(1, 10**6)
        self.table = Driven(GameStarted(0, game, list(NAMES[:seats]), dict(agreed), deck, seed, placement), self.known)

    def findings(self) -> Iterator[str]:
        """Play; return each why that misquotes, and the first events of which table and oracle think differently."""
        for _ in range(self.most_actions):
            if self.oracle.over or self.apart:
                return
            action, wrong = self.next()
            yield from (f"{action}: {one}" for one in wrong)

    @abstractmethod
    def next(self) -> Action:
        """Let somebody do something."""

    @abstractmethod
    def follows(self, event: EventObject) -> None:
        """Move cards between hands and piles as an event has it."""

    def others(self, seat: int) -> list[int]:
        """Return all other seats."""
        return [other for other in self.oracle.seats if other != seat]

    def arrives(self, seat: int | None, zone: str, card: str, after_s: float = 0.0, **more: Any) -> CardArrived:
        """Return the fact that somebody lays a card."""
        return CardArrived(self.table.at(after_s), zone, card, by=seat, **more)

    def leaves(self, zone: str, card: str, after_s: float = 0.0) -> CardLeft:
        """Return the fact that a card is lifted."""
        return CardLeft(self.table.at(after_s), zone, card)

    def compared(self, expected: Sequence[Expected], heard: Mapping[str, list[EventObject]]) -> list[str]:
        """Hold against each other what both say of a action."""
        wrong = [*differences([*expected], heard[SEALED])]
        if wrong:
            self.apart = True
            return wrong
        for event in heard[SEALED]:
            self.follows(event)
        return [*self.table.misquotes(expected, heard)]
