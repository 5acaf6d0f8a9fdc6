"""Which events each audience gets, numbered for each. It names no game.

The worlds with the fewest secrets speak; the others wait until none of those is left. For each audience, the events of
one fact are compared across the speaking worlds: those on which they agree are delivered, fields that may blur become
null, and the rest wait. Such an event is delivered when a later fact settles it, or dropped once something later was
delivered, unless it is valid until the next of its kind.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from table.event import Delivered, Event
from table.games.game import Audience
from table.judging.worlds import Pending, World, common, speaking
from table.values import replace

S = TypeVar("S")
Show = Callable[[Event, Audience], Event | None]


class Line(Delivered, dict=True):
    """One event for one audience."""

    audience: Audience


class Delivery:
    """Numbers the events of each audience. `show` is the game's allow-list, `now` the time of delivery."""

    def __init__(self, show: Show, audiences: Sequence[Audience]) -> None:
        self.now = 0
        self._show = show
        self._audiences = tuple(audiences)
        self._seq = dict.fromkeys(self._audiences, 0)

    def go_on_from(self, seq: Mapping[Audience, int]) -> None:
        """Continue counting from the events that each audience got."""
        self._seq = {audience: seq.get(audience, 0) for audience in self._audiences}

    @property
    def seq(self) -> Mapping[Audience, int]:
        """How much each audience has been told."""
        return dict(self._seq)

    def enqueue(self, world: World[S], number: int, brought: Sequence[Event]) -> World[S]:
        """Queue a world's events of fact `number` for each audience, as it may know them."""
        if not brought:
            return world
        news = {}
        for audience in self._audiences:
            shown = [self._show(event, audience) for event in brought]
            news[audience] = tuple(Pending(number, event) for event in shown if event is not None)
        return world.enqueue(news)

    def speak(self, worlds: tuple[World[S], ...]) -> tuple[list[Line], tuple[World[S], ...]]:
        """Deliver to every audience what is certain; return that, and the worlds with their remaining queues."""
        if len(worlds) == 1:  # nothing is in doubt
            return self._all_of(worlds[0])
        lines: list[Line] = []
        for audience in self._audiences:
            stuck = -1  # a fact that is not settled: nothing after it is told either
            for pending in speaking(worlds)[0].queue(audience):
                event = None if pending.fact == stuck else common(pending, audience, speaking(worlds))
                if event is None:
                    stuck = pending.fact
                else:
                    lines.append(self._numbered(audience, event))
                    worlds = tuple(world.dequeued(audience, pending) for world in worlds)
        return lines, worlds

    def _all_of(self, world: World[S]) -> tuple[list[Line], tuple[World[S], ...]]:
        lines = [self._numbered(one, pending.event) for one in self._audiences for pending in world.queue(one)]
        return lines, (replace(world, pending=None),)

    def announce(self, event: Event | Mapping[Audience, Event]) -> list[Line]:
        """Deliver an event that belongs to no world, to all who may know it."""
        lines = []
        for audience in self._audiences:
            mine = event if isinstance(event, Event) else event[audience]
            shown = self._show(mine, audience)
            if shown is not None:
                lines.append(self._numbered(audience, shown))
        return lines

    def announce_to(self, event: Event, audiences: Collection[Audience]) -> list[Line]:
        """Deliver an event that belongs to no world to these audiences only, whatever the game shows."""
        return [self._numbered(audience, event) for audience in audiences]

    def _numbered(self, audience: Audience, event: Event) -> Line:
        self._seq[audience] += 1
        return Line(self._seq[audience], self.now, event, audience)
