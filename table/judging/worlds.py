"""Worlds: the hypotheses of the table's belief state about what really happened.

A reader reports which tag touched it, and when. It cannot see which face of a card is up, which of two cards that
were dropped together is on top, whose hand laid a card, or what anybody holds. So one fact can mean several things.
The table keeps a world for each: the state of the game if that meaning is true. The rules and later facts decide
which survive.

**An example with three cards.** In one game cards have a number on both sides and one tag between them. A card may be
laid if its number is one above or one below the top of a pile. A pile begins with `nm05`, and then Ana and Ben each lay
a card (tests/table/test_session.py plays it):

    card    its faces    worlds     event delivered to everybody
    nm05    5 and 6      5 | 6      pile_started
    nm22    2 and 4      4          card_played, "face": 4
    nm23    3 and 5      3 | 5      card_played, "face": null

1. Nobody can tell which side of `nm05` is up. Both are legal, so there are two worlds.
2. The 4 of `nm22` is legal on a 5, but neither of its faces is legal on a 6. Across all worlds a legal reading beats
   an illegal one, so the world with the 6 is dropped. Now the table knows that the 5 was up, and which side of `nm22`
   is up.
3. Both faces of `nm23` are legal on a 4, so the remaining world splits in two. In both, Ben laid `nm23` and the next
   turn begins, so both events are delivered at once. The worlds differ only in the face, which may blur: it becomes
   null, and pages show "3 or 5". If the next card has the faces 6 and 7, the world with the 3 is dropped, and nobody
   ever sees a question.

If the worlds differ on something that decides the game, for longer than people's patience, the table asks
(asking.py). The referee cuts the list at 64 worlds; real games have one or two most of the time.

**Queued events.** A world queues the events that it implies. An event is delivered once all speaking worlds have it,
for the same fact and identical in all fields except those that may blur. Only events of the same fact are compared. An
event that some worlds lack waits, and is dropped when a later event is delivered.

**Speaking worlds.** In one game a player may drop two cards as if they were one: a legal cheat that nobody must notice.
The world in which the second card is on top assumes a secret, and `secrets` counts such assumptions. Only the worlds
with the fewest secrets speak. If all worlds had to agree before a delivery, a missing `turn_started` would tell
everybody about the second card.

**Merging.** Worlds with identical states become one, with the lower count of secrets. Most differences vanish with the
next card or two, so the list stays short.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from table.event import Event
from table.games.game import Audience
from table.values import Value, fields, replace

S = TypeVar("S")


class Pending(Value):
    """An event that has not been delivered to its audience yet, with the number of its fact."""

    fact: int
    event: Event


class World(Value, Generic[S]):
    """One hypothesis about how all facts came about; `secrets` counts its secret assumptions."""

    state: S
    secrets: int = 0
    pending: Mapping[Audience, tuple[Pending, ...]] | None = None

    def queue(self, audience: Audience) -> tuple[Pending, ...]:
        """Return the events that this world has queued for an audience."""
        return (self.pending or {}).get(audience, ())

    def enqueue(self, news: Mapping[Audience, tuple[Pending, ...]]) -> "World[S]":
        """Return the world with these events queued."""
        return replace(self, pending={audience: self.queue(audience) + new for audience, new in news.items()})

    def dequeued(self, audience: Audience, delivered: Pending) -> "World[S]":
        """Return the world without a delivered event and the events queued before it, except those still valid."""
        queue = self.queue(audience)
        if (same := match(delivered, queue)) is not None:
            at = queue.index(same)
            earlier, rest = queue[:at], queue[at + 1 :]
        else:
            earlier = tuple(other for other in queue if other.fact < delivered.fact)
            rest = queue[len(earlier) :]
        return replace(self, pending={**(self.pending or {}), audience: (*_standing(earlier, delivered, rest), *rest)})


def _standing(earlier: Sequence[Pending], delivered: Pending, later: Sequence[Pending]) -> tuple[Pending, ...]:
    """Return the earlier lasting events that are still valid, because no later event of their kind replaces them."""
    found = {type(one.event): one for one in earlier if one.event.lasting}
    taken = {type(delivered.event), *(type(one.event) for one in later)}
    return tuple(one for kind, one in found.items() if kind not in taken)


def speaking(worlds: Sequence[World[S]]) -> list[World[S]]:
    """Return the speaking worlds: those that assume the fewest secrets."""
    fewest = min(world.secrets for world in worlds)
    return [world for world in worlds if world.secrets == fewest]


def common(pending: Pending, audience: Audience, worlds: Iterable[World[S]]) -> Event | None:
    """Return an event with null in the blurring fields that worlds disagree on; None if some world lacks the event."""
    event = pending.event
    for world in worlds:
        same = match(pending, world.queue(audience))
        if same is None:
            return None
        event = _blurred(event, same.event)
    return event


def match(pending: Pending, queue: Sequence[Pending]) -> Pending | None:
    """Return the queued event for the same fact that matches in all but the fields allowed to differ, or None."""
    return next((other for other in queue if other.fact == pending.fact and _same(pending.event, other.event)), None)


def _same(one: Event, other: Event) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    kind: Any = type(one)
    return all(getattr(one, name) == getattr(other, name) for name in _telling(kind))


@cache
def _telling(kind: Any) -> tuple[str, ...]:
    """Return the fields of an event that worlds must agree on."""
    return tuple(name for name in fields(kind) if name not in kind.blur)


def _blurred(one: Event, other: Event) -> Event:
    if one is other:
        return one
    differing = {name: None for name in one.blur if getattr(one, name) != getattr(other, name)}
    return replace(one, **differing)


def merged(worlds: Iterable[World[S]]) -> list[World[S]]:
    """Merge worlds with identical states, keeping the lowest count of secrets."""
    found: list[World[S]] = []
    for world in worlds:
        at = next((i for i, other in enumerate(found) if other.state == world.state), None)
        if at is None:
            found.append(world)
        else:
            found[at] = _united(found[at], world)
    return found


def _united(one: World[S], other: World[S]) -> World[S]:
    """Merge two worlds with identical states; queued events that only one of them has are dropped."""
    pending = {}
    for audience, queue in (one.pending or {}).items():
        matches = [(mine, match(mine, other.queue(audience))) for mine in queue]
        both = [replace(mine, event=_blurred(mine.event, same.event)) for mine, same in matches if same]
        pending[audience] = tuple(both)
    return World(one.state, min(one.secrets, other.secrets), pending)
