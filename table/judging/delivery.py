"""Decides which events each audience gets, and numbers them. It is independent of any game.

The worlds with the fewest secrets speak; the others wait until none of the speaking worlds is left. For each audience,
the events of one fact are compared across the speaking worlds. Events on which all agree are delivered, with null in
the fields that differ and may blur. The other events wait: each is delivered when a later fact settles it, or dropped
when a later event is delivered, unless it is valid until the next event of its kind.
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
    """One event delivered to one audience."""

    audience: Audience


class Delivery:
    """Delivers and numbers the events of each audience. `show` is the game's allow-list, `now` the delivery time."""

    def __init__(self, show: Show, audiences: Sequence[Audience]) -> None:
        self.now = 0
        self._show = show
        self._audiences = tuple(audiences)
        self._seq = dict.fromkeys(self._audiences, 0)

    def go_on_from(self, seq: Mapping[Audience, int]) -> None:
        """Continue counting from the number of the last event that each audience received."""
        self._seq = {audience: seq.get(audience, 0) for audience in self._audiences}

    @property
    def seq(self) -> Mapping[Audience, int]:
        """How many events each audience has received."""
        return dict(self._seq)

    def enqueue(self, world: World[S], number: int, brought: Sequence[Event]) -> World[S]:
        """Queue a world's events from fact `number` for each audience, with the fields that this audience may know."""
        if not brought:
            return world
        news = {}
        for audience in self._audiences:
            shown = [self._show(event, audience) for event in brought]
            news[audience] = tuple(Pending(number, event) for event in shown if event is not None)
        return world.enqueue(news)

    def speak(self, worlds: tuple[World[S], ...]) -> tuple[list[Line], tuple[World[S], ...]]:
        """Deliver all certain events to every audience; return them, and the worlds with their remaining queues."""
        if len(worlds) == 1:  # nothing is in doubt
            return self._all_of(worlds[0])
        lines: list[Line] = []
        for audience in self._audiences:
            stuck = -1  # a fact with an unsettled event: no later event of that fact is delivered either
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
        """Deliver an event from outside the worlds to all audiences that may know it."""
        lines = []
        for audience in self._audiences:
            mine = event if isinstance(event, Event) else event[audience]
            shown = self._show(mine, audience)
            if shown is not None:
                lines.append(self._numbered(audience, shown))
        return lines

    def announce_to(self, event: Event, audiences: Collection[Audience]) -> list[Line]:
        """Deliver an event from outside the worlds only to the given audiences, without the game's allow-list."""
        return [self._numbered(audience, event) for audience in audiences]

    def _numbered(self, audience: Audience, event: Event) -> Line:
        self._seq[audience] += 1
        return Line(self._seq[audience], self.now, event, audience)
