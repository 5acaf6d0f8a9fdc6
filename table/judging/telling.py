"""Telling: what each audience is told of the worlds, in its own count. It names no game.

Worlds that assume fewer secrets speak; the others listen until none of those is left. What the speaking worlds tell
of one fact is compared for each audience: what they agree on is told, fields that may blur become null, and what else
differs waits, to be told when a later fact settles it or discarded once something later has been told.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from table.events import Event
from table.games.game import Audience
from table.judging.worlds import Untold, World, common, speaking

S = TypeVar("S")
Show = Callable[[Event, Audience], Event | None]


@dataclass(frozen=True)
class Line:
    """One event as an audience was told it: its number for that audience, when it was decided, and what it says."""

    audience: Audience
    seq: int
    t: int
    event: Event


class Teller:
    """Counts what each audience is told; `show` is the game's allow-list, `now` the time at which things are told."""

    def __init__(self, show: Show, audiences: Sequence[Audience]) -> None:
        self.now = 0
        self._show = show
        self._audiences = tuple(audiences)
        self._seq = dict.fromkeys(self._audiences, 0)

    def go_on_from(self, seq: Mapping[Audience, int]) -> None:
        """Count on from what each audience has been told."""
        self._seq = {audience: seq.get(audience, 0) for audience in self._audiences}

    @property
    def seq(self) -> Mapping[Audience, int]:
        """How much each audience has been told."""
        return dict(self._seq)

    def hear(self, world: World[S], number: int, events: Sequence[Event]) -> World[S]:
        """Put what fact `number` brought in a world into that world's queues, as each audience may know it."""
        if not events:
            return world
        news = {}
        for audience in self._audiences:
            shown = [self._show(event, audience) for event in events]
            news[audience] = tuple(Untold(number, event) for event in shown if event is not None)
        return world.hear(news)

    def speak(self, worlds: tuple[World[S], ...]) -> tuple[list[Line], tuple[World[S], ...]]:
        """Tell every audience what is certain; return that, and the worlds with what they still have to tell."""
        told: list[Line] = []
        for audience in self._audiences:
            stuck = -1  # a fact of which something is not settled: nothing that followed on it is told either
            for untold in speaking(worlds)[0].queue(audience):
                event = None if untold.fact == stuck else common(untold, audience, speaking(worlds))
                if event is None:
                    stuck = untold.fact
                else:
                    told.append(self._numbered(audience, event))
                    worlds = tuple(world.spent(audience, untold) for world in worlds)
        return told, worlds

    def say(self, event: Event | Mapping[Audience, Event]) -> list[Line]:
        """Tell everybody who may know an event that is none of the worlds'; or each audience its own."""
        told = []
        for audience in self._audiences:
            mine = event if isinstance(event, Event) else event[audience]
            shown = self._show(mine, audience)
            if shown is not None:
                told.append(self._numbered(audience, shown))
        return told

    def _numbered(self, audience: Audience, event: Event) -> Line:
        self._seq[audience] += 1
        return Line(audience, self._seq[audience], self.now, event)
