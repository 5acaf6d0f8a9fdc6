"""The one authority of a game: for each kind of action why it may be forbidden, and what it does.

`Ruled` is a game whose worlds are a round, judged by such a rule book, and what fingers and cards are doing around it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from table import events
from table.events import Event
from table.games.game import IllegalAction
from table.games.hands import Hands
from table.games.kit.actions import ByHost, PutRight
from table.games.kit.lateness import remembered
from table.games.words import unless

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T")


def sure(value: T | None) -> T:
    """Give what cannot be missing: `why_not` has seen to it, or every round that is played has it."""
    assert value is not None, "an action that is forbidden was carried out, or a round lacks what each has"  # noqa: S101
    return value


@dataclass(frozen=True)
class Rule(Generic[S]):
    """Why an action may be forbidden, and what it does."""

    why_not: Callable[[S, Any], IllegalAction | None]
    carry_out: Callable[[S, Any], tuple[S, tuple[Event, ...]]]


def only_if(
    allowed: Callable[[S, Any], bool], otherwise: str, carry_out: Callable[[S, Any], tuple[S, tuple[Event, ...]]]
) -> Rule[S]:
    """Make what an action does a rule: it is `allowed` in a state, or `otherwise` says why it is not for now."""
    return Rule(lambda state, action: unless(allowed(state, action), otherwise), carry_out)


def telling(told: tuple[Event, ...], step: tuple[S, tuple[Event, ...]]) -> tuple[S, tuple[Event, ...]]:
    """Take a step, and tell first what was `told` before it."""
    state, more = step
    return state, (*told, *more)


@dataclass(frozen=True)
class Rulebook(Generic[S]):
    """All the rules of a game by the kind of action.

    `conceivable` lists what a seat might do with the cards in its hand, besides what needs no more to be said than who
    does it: the book lists that itself. The host can take back what is `marked`; while
    he has paused only what `goes_on` can be done. Nobody is told that what is `unsaid` was refused.
    """

    rules: Mapping[type, Rule[S]]
    conceivable: Callable[[S, int, Sequence[str]], Iterable[Any]]
    marked: tuple[type, ...]
    goes_on: tuple[type, ...]
    unsaid: tuple[type, ...] = ()

    def why_not(self, state: S, action: object) -> IllegalAction | None:
        """Say why an action is forbidden; None if it is allowed."""
        return self.rules[type(action)].why_not(state, action)

    def apply(self, state: S, action: object, *, ruled: bool = False) -> tuple[S, tuple[Event, ...]]:
        """Carry an action out. Raise IllegalAction if it is forbidden and nobody ruled it; the old state stays good."""
        rule = self.rules[type(action)]
        forbidden = None if ruled else rule.why_not(state, action)
        if forbidden is not None:
            raise forbidden
        return rule.carry_out(state, action)

    def actions(self, state: S, seat: int, hand: Sequence[str]) -> tuple[Any, ...]:
        """List what a seat may do with these cards in its hand, and what time and the host (any seat) may."""
        by_seat = (kind(seat) for kind in self.rules if _says(kind) == {"seat"})
        by_nobody = (kind() for kind in self.rules if not _says(kind))
        conceivable = (*self.conceivable(state, seat, hand), *by_seat, *by_nobody)
        return tuple(one for one in conceivable if self.why_not(state, one) is None)

    def refuse(self, state: S, action: Any, why: IllegalAction) -> tuple[S, tuple[Event, ...]]:
        """Tell that a press or a word was refused, which leaves nothing to be put right."""
        if isinstance(action, (PutRight, *self.unsaid)):
            return state, ()
        seat = 0 if isinstance(action, ByHost) else action.seat
        return state, (events.PressRefused(seat, why.reason, why.text),)


def _says(kind: type) -> set[str]:
    """Name what an action of a kind says."""
    return {field.name for field in fields(kind)}


class Correctable(Protocol):
    """A state in which cards may lie where they must not: `corrections` are the piles on which some do."""

    @property
    def corrections(self) -> AbstractSet[str]:
        """Those piles."""
        ...


def corrected(before: Correctable, after: Correctable) -> tuple[Event, ...]:
    """Tell on which piles nothing lies wrong any more, and on which something does now."""
    closed = (events.CorrectionClosed(zone) for zone in sorted(before.corrections - after.corrections))
    opened = (events.CorrectionOpened(zone) for zone in sorted(after.corrections - before.corrections))
    return (*closed, *opened)


class Play(Protocol):
    """What one world of a game knows: a round, and what was seen but is not settled. A frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def round(self) -> Any:
        """The round that the rules judge."""
        ...


P = TypeVar("P", bound=Play)


class Ruled(Generic[P, A]):
    """What a game does with its round alone; `rules` is the module that has its `BOOK` and `refuse`."""

    rules: Any
    hands = Hands()

    def apply(self, state: P, action: A, *, ruled: bool = False) -> tuple[P, tuple[Event, ...]]:
        """Carry an action out, or raise IllegalAction."""
        after, told = self.rules.BOOK.apply(state.round, action, ruled=ruled)
        return replace(state, round=after, **remembered(state, after)), told

    def refuse(self, state: P, action: A, why: IllegalAction) -> tuple[P, tuple[Event, ...]]:
        """Tell people that an action was refused."""
        after, told = self.rules.refuse(state.round, action, why)
        return replace(state, round=after), told

    def marks(self, action: A) -> bool:
        """Tell whether the host can go back to before this action."""
        return isinstance(action, self.rules.BOOK.marked)

    def held_up(self, action: A) -> bool:
        """Tell whether an action has to wait while the host has paused."""
        return not isinstance(action, self.rules.BOOK.goes_on)

    def actions(self, state: P, seat: int, hand: Sequence[str]) -> tuple[A, ...]:
        """List what a seat may do with these cards."""
        listed: tuple[A, ...] = self.rules.BOOK.actions(state.round, seat, hand)
        return listed
