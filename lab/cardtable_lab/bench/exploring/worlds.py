"""Follows every possible action from world to world; visits each world once, identified by its hash."""

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, MutableSequence, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count, permutations
from math import factorial
from random import Random
from typing import Any, TypeVar

from msgspec.msgpack import encode

from table import ai, events, games
from table.ai.known import World
from table.ai.mito import choices
from table.event import Event
from table.facts import GameStarted
from table.games.game import PUBLIC, IllegalAction, Setup, prepare
from table.games.kit.actions import ByHost
from table.games.mito.actions import CloseMatch, CloseSlap, Match, Slap
from table.values import Value, fields, replace
from table.view import View

# -- A random source that produces every outcome: a function that uses it is called until all outcomes have occurred

T = TypeVar("T")
_FEW = 6  # random numbers that decide ties: one for each order of three


class Fork(Random):
    """A random source that follows a plan of choices; once the plan is used up, it always takes the first choice.

    `asked` holds the number of possible choices at each call.
    """

    def __new__(cls, _plan: Sequence[int]) -> "Fork":
        """Create the object without using the plan as a seed."""
        return super().__new__(cls)

    def __init__(self, plan: Sequence[int]) -> None:
        super().__init__(0)
        self._plan = plan
        self.asked: list[int] = []

    def _of(self, number: int) -> int:
        place = len(self.asked)
        self.asked.append(number)
        return self._plan[place] if place < len(self._plan) else 0

    def random(self) -> float:
        """Return 0.0, so that the event in question happens, or 0.999, so that it does not."""
        return (0.0, 0.999)[self._of(2)]

    def getrandbits(self, bits: int) -> int:
        """Return the planned number of `bits` bits; for many bits, only the first few numbers can be planned."""
        return self._of(1 << bits) if bits <= _FEW * 2 else self._of(_FEW)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return the planned number below `start`; only the first few can be planned, because no others matter."""
        return self._of(min(start, _FEW))

    def choice(self, seq: Any) -> Any:
        return seq[self._of(len(seq))]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        """Return the planned `k` elements, in the planned order."""
        orders = list(permutations(population, k))
        return list(orders[self._of(len(orders))])

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put the elements into the planned order."""
        x[:] = _nth(list(x), self._of(factorial(len(x))))


def _nth(things: list[Any], number: int) -> list[Any]:
    """Return permutation `number` of a list."""
    ordered = []
    for left in range(len(things), 0, -1):
        at, number = number % left, number // left
        ordered.append(things.pop(at))
    return ordered


def every(does: Callable[[Fork], T], most: int = 100_000) -> Iterator[T]:
    """Call a function with every random outcome; yield the results. Raise RuntimeError if there are too many."""
    plan: list[int] = []
    for tries in count():
        if tries > most:
            raise RuntimeError(f"this depends on chance in more than {most} ways")
        fork = Fork(plan)
        yield does(fork)
        plan = [*plan, *[0] * (len(fork.asked) - len(plan))][: len(fork.asked)]
        while plan and plan[-1] + 1 >= fork.asked[len(plan) - 1]:
            plan.pop()
        if not plan:
            return
        plan[-1] += 1


# -- The possible results of a race of Mito: slaps in any order, some perhaps missing; or any answering card, or none

_APART_US = 100_000
_EXACT_US = 1_000


def ways(world: World[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield each possible course of a race, as a sequence of actions."""
    race = world.state.race
    if race.kind == "slap":
        seats = race.missing
        for number in range(len(seats) + 1):
            for order in permutations(seats, number):
                slaps = (Slap(seat, (place + 3) * _APART_US, _EXACT_US) for place, seat in enumerate(order))
                yield *slaps, CloseSlap(0)
                if number < len(seats) - 1:  # several are missing: the tie is broken at random
                    for lot in range(1, len(seats)):
                        yield (
                            *(Slap(seat, (n + 3) * _APART_US, _EXACT_US) for n, seat in enumerate(order)),
                            CloseSlap(lot),
                        )
        return
    yield (CloseMatch(),)
    for seat in race.seats:
        for card in choices.answers(world.state, world.hands[seat]):
            yield Match(card, _APART_US, seat), CloseMatch(seat)


# Actions that the rules list but that hands cannot carry out as listed, because the rules do not see hands. Most are
# replaced by the AI's own version, which also moves the cards; the others are wrong claims by players.
AS_THE_AI_HAS_IT = {
    "mito": {"TurnUp", "Give", "Lift", "TakeAnswerBack", "Slap", "CloseSlap", "Match", "CloseMatch"},
    "mytho": {"TurnUp", "DrewBefore", "ShowTurned"},
    "nur_mut": {"TurnUp", "TurnDown", "Lay", "FailAndTake", "TakePile", "SayJoker", "CountPile"},
    "mythology_go": {"TakeBack", "Destroy", "UseEffect", "NameCard", "Misspoken"},
}
ONLY_WITHOUT_CARDS = {"SayOut"}  # a player who still has cards would be lying

Move = tuple[int | None, Any]  # who acts (None: the table, time, or obedient hands), and the action
Step = tuple[World[Any], Sequence[Event]]
Scores = Callable[[Setup, World[Any], World[Any]], Mapping[int, int]]


class Tiny(Value):
    """A game with a tiny deck. `scores` scores a round that has just ended, independently of the rules."""

    name: str
    game: str
    players: int
    options: Mapping[str, Any]
    catalogue: Sequence[Mapping[str, Any]]
    scores: Scores
    hand: int | None = None  # how many cards are dealt, if no option sets that
    most: int = 250_000  # at most this many states are visited


class Raced(Value):
    """A whole race, treated as one action."""

    actions: tuple[Any, ...]


@dataclass
class Found:
    """The results: how many worlds, steps, ends and rounds were found, and what was wrong, with examples."""

    states: int = 0
    steps: int = 0
    ends: int = 0
    counted: int = 0
    whole: bool = True  # every world was visited
    actions: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Any] = field(default_factory=dict)

    def says(self, what: str, world: Any) -> None:
        """Record a fault, and the first world in which it occurs."""
        self.wrong[what] += 1
        self.examples.setdefault(what, world)


class Explorer:
    """Visits all worlds of one tiny game, starting from every deal."""

    def __init__(self, tiny: Tiny) -> None:
        self.tiny = tiny
        self.ai: Any = ai.find(tiny.game)
        self.box: Any = games.find(tiny.game)
        names: list[str | None] = [*("Ana", "Ben", "Cleo", "Dan")[: tiny.players]]
        started = GameStarted(0, tiny.game, names, dict(tiny.options), [dict(card) for card in tiny.catalogue])
        self.setup: Setup = prepare(self.box, started)
        self._play, _ = self.box.start(self.setup)
        robot_ai: Any = self.ai
        kinds = robot_ai.rules.BOOK.rules
        out = AS_THE_AI_HAS_IT[tiny.game]
        self._out = tuple(kind for kind in kinds if kind.__name__ in out or issubclass(kind, ByHost))

    # -- one world

    def deals(self) -> Iterator[World[Any]]:
        """Yield the world after every possible deal."""
        return every(lambda fork: self.ai.deals(self.setup, fork))

    def key(self, world: World[Any], before: "Plain | None" = None) -> bytes:
        """Return the hash of a world; equal worlds have equal hashes. `before` speeds this up for worlds after it."""
        of = (before or Plain()).of
        plain = (of(world.state), of(world.hands), of(world.draw), of(world.notes))
        return blake2b(encode(plain), digest_size=10).digest()

    def view(self, world: World[Any]) -> View:
        """Return the public view."""
        shown: View = self.box.view(replace(self._play, round=world.state), PUBLIC)
        return shown

    def moves(self, world: World[Any]) -> list[Move]:
        """Return everything that can happen: the rules' actions, other movements of hands, and deadlines."""
        found: dict[Hashable, Move] = {}
        for seat in self.setup.seats:
            hand = self.ai.held(world, seat)
            for action in self.ai.rules.actions(world.state, seat, hand):
                pretends = hand and type(action).__name__ in ONLY_WITHOUT_CARDS
                if type(action) not in self._out and not pretends and not _miscounts(world, action, hand):
                    found.setdefault(repr(action), (seat, action))
        if getattr(world.state, "race", None) is not None:
            return [(None, Raced(one)) for one in ways(world)]
        for seat in self.ai.movers(world):
            for action in self.ai.options(world, seat):
                if action is not None:
                    found.setdefault(repr(action), (seat, action))
        for action in self._passing(world):
            found.setdefault(repr(action), (None, action))
        return [*found.values()]

    def _passing(self, world: World[Any]) -> list[Any]:
        if world.state.over:
            return []
        try:
            return [*every(lambda fork: self.ai.passes(world, fork))]
        except (StopIteration, RuntimeError, IndexError):
            return []

    def steps(self, world: World[Any], action: Any) -> Iterator[Step]:
        """Yield a step for each random outcome that an action can have."""

        def done(fork: Fork) -> Step:
            after, delivered = world, list[Event]()
            for part in action.actions if isinstance(action, Raced) else (action,):
                after, more = self.ai.carried_out(after, part, fork)
                delivered += more
            return after, delivered

        return every(done)

    # -- all worlds

    def visits(self, most: int) -> Found:
        """Visit and check up to `most` worlds."""
        found, ids, left = Found(), dict[bytes, int](), list[tuple[int, World[Any]]]()
        sources, targets, open_ends = array("L"), array("L"), set[int]()

        def comes_to(key: bytes, world: World[Any]) -> int:
            if key not in ids:
                ids[key] = len(ids)
                open_ends.add(ids[key])
                left.append((ids[key], world))
                found.ends += bool(world.state.over)
            return ids[key]

        for deal in self.deals():
            comes_to(self.key(deal), deal)
        while left and found.states < most:
            at, world = left.pop()  # depth first, so that even a few thousand visits reach the ends of games
            for key, after in self._looked_at(world, found):
                sources.append(at)
                targets.append(comes_to(key, after))
            found.states += 1
            if not world.state.over:
                open_ends.remove(at)
        found.steps, found.whole = len(sources), not left
        if lost := _lost(len(ids), sources, targets, open_ends):
            found.wrong["no end can be reached"] += lost
        return found

    def _looked_at(self, world: World[Any], found: Found) -> Iterator[tuple[bytes, World[Any]]]:
        """Yield the key and state of each world that can follow this one; record what is wrong with this one."""
        moves, can_act, plain = self.moves(world), set[int | None](), Plain()
        own = self.key(world, plain)
        plain.grows = False
        for seat, action in moves:
            try:
                for after, delivered in self.steps(world, action):
                    if (key := self.key(after, plain)) != own:
                        can_act.add(seat)
                    self._count(world, after, delivered, found)
                    found.actions[type(action).__name__] += 1
                    yield key, after
            except IllegalAction as why:
                if seat is None:
                    continue  # the table does not take this action here
                found.says(f"{type(action).__name__} is listed and refused: {why.reason}", world)
        self._check(world, can_act, found)

    def _check(self, world: World[Any], can_act: AbstractSet[int | None], found: Found) -> None:
        view = self.view(world)
        prompt = " ".join(str(one or "") for one in view.sentences or ())
        if world.state.over:
            return
        if not can_act:
            found.says("nothing leads on", world)
        if not prompt:
            found.says("no prompt", world)
        names = {self.setup.name(seat) for seat in can_act if seat is not None}
        is_named = can_act & {None, *view.awaited} or any(name in prompt for name in names)
        if can_act and not is_named:
            found.says("the prompt names nobody who can go on", (world, prompt, can_act))

    def _count(self, before: World[Any], after: World[Any], delivered: Sequence[Event], found: Found) -> None:
        for event in delivered:
            if isinstance(event, events.RoundEnded):
                found.counted += 1
                by_hand = dict(self.tiny.scores(self.setup, before, after))
                if dict(event.scores) != by_hand:
                    found.says("scores are not as counted by hand", (after, event, by_hand))


def _miscounts(world: World[Any], action: Any, hand: Sequence[str]) -> bool:
    """Return whether a seat claims to have counted its hand although it has not."""
    return type(action).__name__ == "FinishCount" and len(world.state.hands.get(action.seat, ())) < len(hand)


def _lost(number: int, sources: Sequence[int], targets: Sequence[int], ends: AbstractSet[int]) -> int:
    """Return how many worlds cannot reach any of `ends` (finished games and unvisited worlds), searching backwards."""
    leading: list[list[int]] = [[] for _ in range(number)]
    for source, target in zip(sources, targets, strict=True):
        leading[target].append(source)
    reached, left = set(ends), [*ends]
    while left:
        for source in leading[left.pop()]:
            if source not in reached:
                reached.add(source)
                left.append(source)
    return number - len(reached)


class Plain:
    """Converts values to ordered tuples, so that equal values are encoded alike.

    While it `grows`, it keeps the tuples of all parts of a world. A world after it has most parts in common with it.
    """

    def __init__(self) -> None:
        self.grows = True
        self._kept: dict[int, tuple[Any, Any]] = {}  # by identity: a value, which keeps its identity, and its tuple

    def of(self, value: Any) -> Any:
        """Return a value as ordered tuples."""
        kind = type(value)
        if kind in _ATOMS:
            return value
        if kept := self._kept.get(id(value)):
            return kept[1]
        plain = self._made(value, kind)
        if self.grows:
            self._kept[id(value)] = value, plain
        return plain

    def _made(self, value: Any, kind: type) -> Any:
        of = self.of
        if kind is tuple or kind is list:
            return tuple([of(one) for one in value])
        if kind is dict:
            return tuple([(key, of(value[key])) for key in sorted(value)])
        if kind is frozenset or kind is set:
            return tuple(sorted([of(one) for one in value]))
        if kind not in _FIELDS:
            _FIELDS[kind] = _compared(kind)
        names = _FIELDS[kind]
        return str(value) if names is None else (kind.__name__, *[of(getattr(value, name)) for name in names])


def _compared(kind: type) -> list[str] | None:
    """Return the names of the fields that tell values apart; None if a type is no record."""
    if kind.__name__ in _FOLLOWS:
        return []
    if not issubclass(kind, Value):
        return None
    return [name for name in fields(kind) if name not in kind.uncompared]


_ATOMS = frozenset({int, str, bool, type(None), float})
_FOLLOWS = frozenset({"Setup", "Counted"})  # types whose values are the same in all worlds, or follow from other values
_FIELDS: dict[type, list[str] | None] = {}
