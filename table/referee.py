"""The referee: keeps every world that the facts allow and tells what is certain. It names no game.

A fact is read in every world. A lawful reading beats one that means nothing, which beats an unlawful one: over all
worlds only the best kind survives, and equal states merge. Passing time never counts against a world.

Worlds that assume fewer secrets speak; the others listen until none of those is left. What the speaking worlds tell
of one fact is compared for each audience: what they agree on is told, fields that may blur become null, and what else
differs waits, to be told when a later fact settles it or discarded once something later has been told.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from typing import Any, Generic, TypeVar, get_args

from table.events import Event
from table.facts import Fact, TimePassed
from table.games.game import Audience, Game, IllegalAction, Reading, Reason, Setup

MOST_WORLDS = 64

S = TypeVar("S")
A = TypeVar("A")

_REASONS: tuple[Reason, ...] = get_args(Reason)


class Rank(IntEnum):
    """How well a fact goes with a world; less is better."""

    LAWFUL = 0
    NOTHING = 1
    UNLAWFUL = 2


@dataclass(frozen=True)
class Untold:
    """An event that its audience has not been told, with the number of the fact that brought it."""

    fact: int
    event: Event


@dataclass(frozen=True)
class World(Generic[S]):
    """One way in which everything that was seen may have come about."""

    state: S
    secrets: int = 0
    untold: Mapping[Audience, tuple[Untold, ...]] | None = None

    def queue(self, audience: Audience) -> tuple[Untold, ...]:
        """What this world has to tell an audience."""
        return (self.untold or {}).get(audience, ())


@dataclass(frozen=True)
class Told:
    """An event for an audience."""

    audience: Audience
    event: Event


@dataclass(frozen=True)
class _Outcome(Generic[S, A]):
    rank: Rank
    world: World[S]
    told: tuple[Event, ...] = ()
    refused: tuple[A, IllegalAction] | None = None


class Referee(Generic[S, A]):
    """The worlds of one game. `cut` counts the worlds that were given up because there were too many."""

    def __init__(self, game: Game[S, A], setup: Setup, audiences: Sequence[Audience]) -> None:
        self._game = game
        self._audiences = tuple(audiences)
        self._number = 0
        self.cut = 0
        state, told = game.start(setup)
        self._worlds: tuple[World[S], ...] = (self._hear(World(state), told),)

    @property
    def worlds(self) -> tuple[World[S], ...]:
        """The worlds that are left, the most innocent reading first."""
        return self._worlds

    def due(self) -> int | None:
        """Tell the earliest deadline of any world, in us."""
        return min((due for world in self._worlds if (due := self._game.due(world.state)) is not None), default=None)

    def begin(self) -> tuple[Told, ...]:
        """Tell what the start of the game brought."""
        return self._speak()

    def take(self, fact: Fact) -> tuple[Told, ...]:
        """Read a fact in every world and tell what has become certain."""
        self._number += 1
        outcomes = [outcome for world in self._worlds for outcome in self._outcomes(world, fact)]
        best = min(outcome.rank for outcome in outcomes)
        kept = [outcome for outcome in outcomes if outcome.rank == best]
        if best is Rank.UNLAWFUL:
            kept = self._refuse(kept)
        self._worlds = tuple(self._hear(outcome.world, outcome.told) for outcome in kept)
        told = self._speak()
        self._worlds = self._bounded(_merged(self._worlds))
        return told

    def view(self, audience: Audience) -> dict[str, Any]:
        """Draw an audience's picture: what the speaking worlds agree on; the rest is null."""
        views = [self._game.view(world.state, audience) for world in self._speaking()]
        picture: dict[str, Any] = _agreed(views)
        return picture

    def ended(self) -> bool:
        """Tell whether the game is over in every world."""
        return all(self._game.outcome(world.state) is not None for world in self._worlds)

    # -- reading

    def _outcomes(self, world: World[S], fact: Fact) -> Iterable[_Outcome[S, A]]:
        readings = self._game.readings(world.state, fact)
        idle = Rank.LAWFUL if isinstance(fact, TimePassed) else Rank.NOTHING
        if not readings:
            yield _Outcome(idle, world)
        for reading in readings:
            noted = replace(world, state=reading.noted, secrets=world.secrets + reading.secret)
            yield _Outcome(idle, noted) if reading.idle else self._carry_out(noted, reading)

    def _carry_out(self, world: World[S], reading: Reading[S, A]) -> _Outcome[S, A]:
        state = world.state
        told: list[Event] = []
        for action in reading.actions:
            try:
                state, events = self._game.apply(state, action)
            except IllegalAction as why:
                after = replace(world, state=state)
                return _Outcome(Rank.UNLAWFUL, after, tuple(told), (action, why))
            told += events
        return _Outcome(Rank.LAWFUL, replace(world, state=state), tuple(told))

    def _refuse(self, outcomes: Sequence[_Outcome[S, A]]) -> list[_Outcome[S, A]]:
        """Refuse what no world reads. All give one reason: to differ on it would tell what they assume."""
        reasons = [outcome.refused[1] for outcome in outcomes if outcome.refused is not None]
        why = min(reasons, key=lambda illegal: _REASONS.index(illegal.reason))
        return [self._refused(outcome, outcome.refused[0], why) for outcome in outcomes if outcome.refused is not None]

    def _refused(self, outcome: _Outcome[S, A], action: A, why: IllegalAction) -> _Outcome[S, A]:
        state, told = self._game.refuse(outcome.world.state, action, why)
        return replace(outcome, world=replace(outcome.world, state=state), told=(*outcome.told, *told))

    def _bounded(self, worlds: list[World[S]]) -> tuple[World[S], ...]:
        self.cut += max(0, len(worlds) - MOST_WORLDS)
        return tuple(worlds[:MOST_WORLDS])

    # -- telling

    def _hear(self, world: World[S], told: Sequence[Event]) -> World[S]:
        """Put what a world has to tell into its queues, as each audience may know it."""
        if not told:
            return world
        queues = {}
        for audience in self._audiences:
            shown = [self._game.show(event, audience) for event in told]
            new = tuple(Untold(self._number, event) for event in shown if event is not None)
            queues[audience] = world.queue(audience) + new
        return replace(world, untold=queues)

    def _speaking(self) -> list[World[S]]:
        fewest = min(world.secrets for world in self._worlds)
        return [world for world in self._worlds if world.secrets == fewest]

    def _speak(self) -> tuple[Told, ...]:
        told = [Told(audience, event) for audience in self._audiences for event in self._speak_to(audience)]
        return tuple(told)

    def _speak_to(self, audience: Audience) -> list[Event]:
        told: list[Event] = []
        stuck = -1  # a fact of which something is not settled: nothing that followed on it is told either
        for untold in self._speaking()[0].queue(audience):
            event = None if untold.fact == stuck else self._common(untold, audience)
            if event is None:
                stuck = untold.fact
            else:
                told.append(event)
                self._worlds = tuple(_spent(world, audience, untold) for world in self._worlds)
        return told

    def _common(self, untold: Untold, audience: Audience) -> Event | None:
        """Find an event in every speaking world, and blur what may blur."""
        event = untold.event
        for world in self._speaking():
            match = _match(untold, world.queue(audience))
            if match is None:
                return None
            event = _blurred(event, match.event)
        return event


def _match(untold: Untold, queue: Sequence[Untold]) -> Untold | None:
    """Find the same event of the same fact: equal, but for fields that may blur."""
    return next((other for other in queue if other.fact == untold.fact and _same(untold.event, other.event)), None)


def _same(one: Event, other: Event) -> bool:
    if type(one) is not type(other):
        return False
    return all(
        getattr(one, field.name) == getattr(other, field.name) for field in fields(one) if field.name not in one.blur
    )


def _blurred(one: Event, other: Event) -> Event:
    differing = {name: None for name in one.blur if getattr(one, name) != getattr(other, name)}
    return replace(one, **differing)


def _spent(world: World[S], audience: Audience, told: Untold) -> World[S]:
    """Take a told event, and what would have come before it, out of a world's queue."""
    queue = world.queue(audience)
    match = _match(told, queue)
    rest = queue[queue.index(match) + 1 :] if match else tuple(other for other in queue if other.fact >= told.fact)
    return replace(world, untold={**(world.untold or {}), audience: rest})


def _merged(worlds: Iterable[World[S]]) -> list[World[S]]:
    """Let worlds with equal states become one, with the fewest secrets any of them assumes."""
    merged: list[World[S]] = []
    for world in worlds:
        at = next((i for i, other in enumerate(merged) if other.state == world.state), None)
        if at is None:
            merged.append(world)
        else:
            merged[at] = _united(merged[at], world)
    return merged


def _united(one: World[S], other: World[S]) -> World[S]:
    """Unite two worlds of one state: what they still would tell differently, no fact can settle any more."""
    untold = {}
    for audience, queue in (one.untold or {}).items():
        matches = [(mine, _match(mine, other.queue(audience))) for mine in queue]
        common = [replace(mine, event=_blurred(mine.event, match.event)) for mine, match in matches if match]
        untold[audience] = tuple(common)
    return World(one.state, min(one.secrets, other.secrets), untold)


def _agreed(pictures: Sequence[Any]) -> Any:
    """Merge pictures leaf by leaf: what differs becomes null."""
    first = pictures[0]
    if all(picture == first for picture in pictures):
        return first
    if all(isinstance(picture, dict) and picture.keys() == first.keys() for picture in pictures):
        return {key: _agreed([picture[key] for picture in pictures]) for key in first}
    if all(isinstance(picture, list) and len(picture) == len(first) for picture in pictures):
        return [_agreed(items) for items in zip(*pictures, strict=True)]
    return None
