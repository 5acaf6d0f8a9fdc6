"""Worlds: the ways in which all facts may have come about, what each has still to tell, and how they merge.

Only events of the same fact can be the same event. Fields that may blur become null where worlds differ on them.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from table.event import Event
from table.games.game import Audience
from table.values import Value, fields, replace

S = TypeVar("S")


class Untold(Value):
    """An event that its audience has not been told yet, with the number of its fact."""

    fact: int
    event: Event


class World(Value, Generic[S]):
    """One way in which all facts may have come about; `secrets` counts its assumptions."""

    state: S
    secrets: int = 0
    untold: Mapping[Audience, tuple[Untold, ...]] | None = None

    def queue(self, audience: Audience) -> tuple[Untold, ...]:
        """What this world still has to tell an audience."""
        return (self.untold or {}).get(audience, ())

    def hear(self, news: Mapping[Audience, tuple[Untold, ...]]) -> "World[S]":
        """Return the world with these events queued."""
        return replace(self, untold={audience: self.queue(audience) + new for audience, new in news.items()})

    def spent(self, audience: Audience, told: Untold) -> "World[S]":
        """Return the world without a told event, and without what was queued before it but still stands."""
        queue = self.queue(audience)
        if (same := match(told, queue)) is not None:
            at = queue.index(same)
            earlier, rest = queue[:at], queue[at + 1 :]
        else:
            earlier = tuple(other for other in queue if other.fact < told.fact)
            rest = queue[len(earlier) :]
        return replace(self, untold={**(self.untold or {}), audience: (*_standing(earlier, told, rest), *rest)})


def _standing(earlier: Sequence[Untold], told: Untold, later: Sequence[Untold]) -> tuple[Untold, ...]:
    """Return of what was queued before a told event what no other of its kind has taken the place of."""
    found = {type(one.event): one for one in earlier if one.event.stands}
    taken = {type(told.event), *(type(one.event) for one in later)}
    return tuple(one for kind, one in found.items() if kind not in taken)


def speaking(worlds: Sequence[World[S]]) -> list[World[S]]:
    """Return the speaking worlds: those that assume the fewest secrets."""
    fewest = min(world.secrets for world in worlds)
    return [world for world in worlds if world.secrets == fewest]


def common(untold: Untold, audience: Audience, worlds: Iterable[World[S]]) -> Event | None:
    """Return an event as all worlds tell it, blurred where it may be; None if one does not tell it."""
    event = untold.event
    for world in worlds:
        same = match(untold, world.queue(audience))
        if same is None:
            return None
        event = _blurred(event, same.event)
    return event


def match(untold: Untold, queue: Sequence[Untold]) -> Untold | None:
    """Return the same event of the same fact, equal except in fields that may blur; None if there is none."""
    return next((other for other in queue if other.fact == untold.fact and _same(untold.event, other.event)), None)


def _same(one: Event, other: Event) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    kind: Any = type(one)
    return all(getattr(one, name) == getattr(other, name) for name in _telling(kind))


@cache
def _telling(kind: Any) -> tuple[str, ...]:
    """Name the fields of an event on which worlds may not differ."""
    return tuple(name for name in fields(kind) if name not in kind.blur)


def _blurred(one: Event, other: Event) -> Event:
    if one is other:
        return one
    differing = {name: None for name in one.blur if getattr(one, name) != getattr(other, name)}
    return replace(one, **differing)


def merged(worlds: Iterable[World[S]]) -> list[World[S]]:
    """Merge worlds with equal states, keeping the lowest count of secrets."""
    found: list[World[S]] = []
    for world in worlds:
        at = next((i for i, other in enumerate(found) if other.state == world.state), None)
        if at is None:
            found.append(world)
        else:
            found[at] = _united(found[at], world)
    return found


def _united(one: World[S], other: World[S]) -> World[S]:
    """Merge two worlds of one state; what they would tell differently can no longer be settled, and is dropped."""
    untold = {}
    for audience, queue in (one.untold or {}).items():
        matches = [(mine, match(mine, other.queue(audience))) for mine in queue]
        both = [replace(mine, event=_blurred(mine.event, same.event)) for mine, same in matches if same]
        untold[audience] = tuple(both)
    return World(one.state, min(one.secrets, other.secrets), untold)
