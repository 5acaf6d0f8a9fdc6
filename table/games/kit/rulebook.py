"""The rule book: the only place where a game decides when an action is allowed and what it does.

`Ruled` is a game in which each world consists of a round, which the rule book governs, plus presses and cards that are
not settled yet.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from table import events
from table.event import Event
from table.games.game import IllegalAction
from table.games.hands import Hands
from table.games.kit.actions import ByHost, PutRight
from table.games.kit.lateness import remembered
from table.games.words import refusal
from table.values import Value, fields, replace

S = TypeVar("S")
A = TypeVar("A")
T = TypeVar("T")


def sure(value: T | None) -> T:
    """Return a value that cannot be None, because `why_not` has checked it or every running round has it."""
    assert value is not None, "an action that is forbidden was carried out, or a round lacks what each has"  # noqa: S101
    return value


Conceivable = Callable[[Any, int, Sequence[str]], Iterable[Any]]


class Rule(Value, Generic[S]):
    """The rule for one kind of action: when the action is forbidden, and what it does.

    `when` names the phases in which the action can be allowed; None means all of them. In other phases, the list of
    legal actions leaves it out without calling `why_not`, which must therefore forbid it and give the reason.
    """

    why_not: Callable[[S, Any], IllegalAction | None]
    carry_out: Callable[[S, Any], tuple[S, tuple[Event, ...]]]
    when: tuple[str, ...] | None = None

    def can_be_in(self, phase: str | None) -> bool:
        """Return whether the action can be allowed in a phase."""
        return phase is None or self.when is None or phase in self.when


def only_if(
    allowed: Callable[[S, Any], bool],
    otherwise: str,
    carry_out: Callable[[S, Any], tuple[S, tuple[Event, ...]]],
    when: tuple[str, ...] | None = None,
) -> Rule[S]:
    """Return a rule that refuses an action with the text `otherwise` unless `allowed` returns true.

    The action is never allowed outside the phases in `when`.
    """

    def why_not(state: Any, action: Any) -> IllegalAction | None:
        now = when is None or state.phase._name_ in when
        return None if now and allowed(state, action) else refusal(otherwise)

    return Rule(why_not, carry_out, when)


def telling(delivered: tuple[Event, ...], step: tuple[S, tuple[Event, ...]]) -> tuple[S, tuple[Event, ...]]:
    """Insert the `delivered` events before the events of a step."""
    state, more = step
    return state, (*delivered, *more)


class ByKind(dict[type, Conceivable]):
    """The actions that a seat might attempt, legal or not.

    Each kind of action is mapped to a function that lists the fields of each such action. If `PutRight` is not
    included, it is added for every misplaced card.
    """

    def __call__(self, state: Any, seat: int, hand: Sequence[str]) -> Iterator[Any]:
        """Yield every action that the seat might attempt."""
        for kind, said in self.items():
            yield from (kind(*fields) for fields in said(state, seat, hand))


class _Made(dict[tuple[Any, ...], Any]):
    """A cache of actions of one kind, keyed by their fields, because the same few are listed on every move."""

    def __init__(self, kind: type) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, said: tuple[Any, ...]) -> Any:
        made = self[said] = self._kind(*said)
        return made


class _Askable:
    """The kinds of action that can be allowed in one phase. No others need to be checked during that phase."""

    def __init__(self, book: "Rulebook[Any]", phase: str | None) -> None:
        rules = {kind: rule for kind, rule in book.rules.items() if rule.can_be_in(phase)}
        self._why_not = {kind: rule.why_not for kind, rule in rules.items()}
        ways = dict(book.conceivable) if isinstance(book.conceivable, ByKind) else {}
        if ways:
            ways.setdefault(PutRight, _wrong)
        self._ways = [(said, _Made(kind), rules[kind].why_not) for kind, said in ways.items() if kind in rules]
        self._by_seat = [(_Made(kind), why) for kind, why in self._why_not.items() if _says(kind) == {"seat"}]
        self._by_nobody = [(kind(), why) for kind, why in self._why_not.items() if not _says(kind)]
        self._others = None if ways else book.conceivable

    def allowed(self, state: Any, seat: int, hand: Sequence[str]) -> list[Any]:
        found = [] if self._others is None else self._of_others(self._others(state, seat, hand), state)
        for said, made, why_not in self._ways:
            found += [one for fields in said(state, seat, hand) if why_not(state, one := made[fields]) is None]
        found += [one for made, why_not in self._by_seat if why_not(state, one := made[seat,]) is None]
        found += [one for one, why_not in self._by_nobody if why_not(state, one) is None]
        return found

    def _of_others(self, conceivable: Iterable[Any], state: Any) -> list[Any]:
        why_not = self._why_not
        return [one for one in conceivable if type(one) in why_not and why_not[type(one)](state, one) is None]


def _wrong(state: Any, seat: int, hand: Sequence[str]) -> Iterable[Any]:
    """List the misplaced cards as fields of `PutRight`, in games that do not list them themselves."""
    return [(card,) for card in state.wrong]


def _says(kind: type[Value]) -> set[str]:
    """Return the names of an action's fields."""
    return set(fields(kind))


class Rulebook(Value, Generic[S], dict=True):
    """All the rules of a game, by kind of action.

    `conceivable` lists what a seat might attempt with the cards in its hand; it is either a function or a `ByKind`. The
    rule book itself adds actions that have no fields, or only a seat. The host can undo `marked` actions. During a
    pause, only `while_paused` actions are possible. Refusing an `unsaid` action produces no event.
    """

    rules: Mapping[type, Rule[S]]
    conceivable: Conceivable
    marked: tuple[type, ...]
    while_paused: tuple[type, ...]
    unsaid: tuple[type, ...] = ()

    def why_not(self, state: S, action: object) -> IllegalAction | None:
        """Return why an action is forbidden, or None if it is allowed."""
        return self.rules[type(action)].why_not(state, action)

    def apply(self, state: S, action: object, *, ruled: bool = False) -> tuple[S, tuple[Event, ...]]:
        """Carry out an action without modifying `state`.

        Raise IllegalAction if the action is forbidden; `ruled` skips this check.
        """
        rule = self.rules[type(action)]
        forbidden = None if ruled else rule.why_not(state, action)
        if forbidden is not None:
            raise forbidden
        return rule.carry_out(state, action)

    def actions(self, state: S, seat: int, hand: Sequence[str]) -> tuple[Any, ...]:
        """List the legal actions of a seat with these cards, including any that belong to no seat."""
        phase = getattr(state, "phase", None)
        name = None if phase is None else phase._name_
        if name not in self._askable:
            self._askable[name] = _Askable(self, name)
        return tuple(self._askable[name].allowed(state, seat, hand))

    @cached_property
    def _askable(self) -> dict[str | None, _Askable]:
        return {}

    def refuse(self, state: S, action: Any, why: IllegalAction) -> tuple[S, tuple[Event, ...]]:
        """Report that a press or a choice was refused. No card needs to be corrected."""
        if isinstance(action, (PutRight, *self.unsaid)):
            return state, ()
        seat = 0 if isinstance(action, ByHost) else action.seat
        return state, (events.PressRefused(seat, why.reason, why.text),)


class Correctable(Protocol):
    """A state in which cards may be misplaced. `corrections` names the piles with misplaced cards."""

    @property
    def corrections(self) -> AbstractSet[str]: ...


def corrected(before: Correctable, after: Correctable) -> tuple[Event, ...]:
    """Return events for the corrections that opened or closed between two states."""
    lay, lie = before.corrections, after.corrections
    if lay == lie:
        return ()
    closed = (events.CorrectionClosed(zone) for zone in sorted(lay - lie))
    opened = (events.CorrectionOpened(zone) for zone in sorted(lie - lay))
    return (*closed, *opened)


class Play(Protocol):
    """The state of one world: a round, plus anything that was sensed but is not settled yet.

    Implementations are frozen records.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def round(self) -> Any:
        """The part of the state to which the rules apply."""
        ...


P = TypeVar("P", bound=Play)


class Ruled(Generic[P, A]):
    """The part of a game that depends only on its rules. `rules` is the module that defines `BOOK`."""

    rules: Any
    hands = Hands()

    def apply(self, state: P, action: A, *, ruled: bool = False) -> tuple[P, tuple[Event, ...]]:
        """Carry out an action. Raise IllegalAction if the action is forbidden; `ruled` skips this check."""
        after, delivered = self.rules.BOOK.apply(state.round, action, ruled=ruled)
        return replace(state, round=after, **remembered(state, after)), delivered

    def marks(self, action: A) -> bool:
        """Return whether the host can undo this action."""
        return isinstance(action, self.rules.BOOK.marked)

    def held_up(self, action: A) -> bool:
        """Return whether an action has to wait while the game is paused."""
        return not isinstance(action, self.rules.BOOK.while_paused)

    def actions(self, state: P, seat: int, hand: Sequence[str]) -> tuple[A, ...]:
        """List a seat's legal actions with the cards in `hand`."""
        listed: tuple[A, ...] = self.rules.BOOK.actions(state.round, seat, hand)
        return listed
