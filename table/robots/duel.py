"""Duels: robots play each other by the rules alone, without a table.

Each robot gets only the events that its seat would get at a table, through the game's own allow-list.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from table import ai, events, games
from table.ai import search
from table.ai.known import Known, Moved, OwnPlay, World
from table.ai.policy import AI, Action
from table.complaints import BadInput
from table.event import Delivered, Event
from table.events import standing
from table.facts import Agreed, GameStarted
from table.games.game import Game, IllegalAction, Outcome, Setup, prepare
from table.packages import reason, within
from table.values import replace
from table.view import View

_FIDGETS = 0.25  # the share of moments in which a hand moves for no reason
_LONGEST = 20_000  # moments; a longer game counts as endless
LONGEST_S = 10.0  # for one robot's decision, which takes far less, even on a slow computer
_Z = 1.96  # 95% of a normal distribution


def wilson(won: float, n: int) -> tuple[float, float, float]:
    """Return the share of `n` games won, and its 95% confidence interval (Wilson 1927); shared wins are fractions.

    >>> [round(one, 3) for one in wilson(30, 100)]
    [0.3, 0.219, 0.396]
    """
    if not n:
        return 0.0, 0.0, 1.0
    p = won / n
    middle, spread = p + _Z**2 / (2 * n), _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
    return p, (middle - spread) / (1 + _Z**2 / n), (middle + spread) / (1 + _Z**2 / n)


@dataclass
class Duel:
    """The results of several games: wins by seat (shared wins as fractions), points, decisions, illegal actions.

    `slowest_s` is the processor time of the slowest decision.
    """

    kinds: Sequence[str]
    games: int = 0
    wins: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    points: Counter[int] = field(default_factory=Counter)
    decisions: int = 0
    illegal: int = 0
    seconds: float = 0.0
    slowest_s: float = 0.0

    def share(self, seat: int) -> tuple[float, float, float]:
        """Return the share of games that a seat won, with its 95% confidence interval."""
        return wilson(self.wins[seat], self.games)

    def as_json(self) -> Mapping[str, object]:
        """Return the results as one JSON object: `played`, then `measured`."""
        return {**self.played, **self.measured}

    @property
    def measured(self) -> dict[str, float]:
        """The times, in s, which differ from run to run: of the whole duel, and of the slowest decision."""
        return {"seconds": round(self.seconds, 3), "slowest": round(self.slowest_s, 3)}

    @property
    def played(self) -> Mapping[str, object]:
        """The results that depend only on the seed; they are the same on any computer."""
        seats = range(1, len(self.kinds) + 1)
        return {
            "games": self.games,
            "seats": {str(seat): self.kinds[seat - 1] for seat in seats},
            "wins": {str(seat): round(self.wins[seat], 3) for seat in seats},
            "share": {str(seat): [round(one, 4) for one in self.share(seat)] for seat in seats},
            "points": {str(seat): self.points[seat] for seat in seats},
            "decisions": self.decisions,
            "illegal": self.illegal,
        }


def check(game: str, kinds: Sequence[str]) -> None:
    """Raise BadInput if a game cannot have that many players, robots cannot play it, or a kind is unknown."""
    found = games.find(game)
    ai.find(game)
    for kind in kinds:
        ai.check_kind(kind, "--seats")
    if not found.fewest_seats <= len(kinds) <= found.most_seats:
        wanted = f"{found.fewest_seats} to {found.most_seats}"
        raise BadInput(f"--seats: {found.title} is for {wanted} players, not {len(kinds)}")


def fight(game: str, kinds: Sequence[str], number: int, seed: int) -> Duel:
    """Play `number` games with robots of the given kinds, by seat; the first game has `seed`, the next `seed + 1`.

    Raise BadInput if the game or its AI raises an exception or does not return.
    """
    check(game, kinds)
    duel, began_s = Duel(kinds), time.perf_counter()
    for n in range(number):
        try:
            within(LONGEST_S, lambda: Table(game, kinds, seed + n, duel)).play()  # noqa: B023 - called at once
        except Exception as error:
            top = type(ai.find(game)).__module__.partition(".")[0]
            raise BadInput(
                f"game: robots cannot play {game} to the end (seed {seed + n}): {reason(error, top)}"
            ) from error
    duel.seconds = time.perf_counter() - began_s
    return duel


class Table:
    """One game between robots, with the true world, which is hidden from the robots."""

    def __init__(self, game: str, kinds: Sequence[str], seed: int, duel: Duel, agreed: Agreed | None = None) -> None:
        """`agreed` has the options of the game and, unless it uses the shipped cards, its catalogue."""
        agreed = agreed or Agreed()
        self.ai: AI[Any] = ai.find(game)
        self._game: Game[Any, Any] = games.find(game)
        self._kinds, self._duel = kinds, duel
        self._chance = Random(seed)  # noqa: S311
        players: list[str | None] = [f"{kind} {seat}" for seat, kind in enumerate(kinds, start=1)]
        started = GameStarted(0, game, players, agreed.options, agreed.catalogue, seed=seed)
        self.setup: Setup = prepare(self._game, started)
        self._play, opening = self._game.start(self.setup)
        self.world: World[Any] = self.ai.deals(self.setup, self._chance)
        self._delivered: dict[int, list[Delivered]] = {seat: [] for seat in self.setup.seats}
        self._laid: dict[int, list[OwnPlay]] = {seat: [] for seat in self.setup.seats}
        hands = self._game.hands
        self._paces = hands.paces(self.setup.options) if hands.sleights else {}
        self._restless = Random(seed)  # noqa: S311 - hand movements have a random generator of their own
        self._moves: dict[int, list[Moved]] = {seat: [] for seat in self.setup.seats}
        self._tell(opening)

    def play(self) -> None:
        """Play the game to its end, and count the winners."""
        for _ in range(_LONGEST):
            outcome = self.outcome()
            if outcome is not None:
                self._duel.games += 1
                for seat in outcome.winners:
                    self._duel.wins[seat] += 1 / len(outcome.winners)
                for seat, points in self.world.state.totals.items():
                    self._duel.points[seat] += points
                return
            within(LONGEST_S * len(self._kinds), self.moment)
        raise RuntimeError(f"the game has not ended after {_LONGEST} moments")

    def outcome(self) -> Outcome | None:
        """Return the game's outcome; None while it runs."""
        return self._game.outcome(replace(self._play, round=self.world.state))

    def view(self, state: Any, seat: int) -> View:
        """Return what a seat sees of a round."""
        return self._game.view(replace(self._play, round=state), f"seat:{seat}")

    def knows(self, seat: int) -> Known:
        view, setup = self.view(self.world.state, seat), replace(self.setup, seed=0)
        delivered, held = standing(self._delivered[seat]), self.ai.held(self.world, seat)
        up, moves = self.ai.sides(self.world, seat), tuple(self._moves[seat])
        return Known(seat, setup, view, delivered, held, tuple(self._laid[seat]), up, moves)

    def moment(self) -> None:
        """Ask every seat that can act for its decision, and carry the decisions out."""
        if self._paces and self._restless.random() < _FIDGETS:
            self._fidgets(self._restless.choice(self.setup.seats))
        movers = self.ai.movers(self.world)
        chosen = {seat: self.chooses(seat) for seat in movers}
        try:
            after, happened = self.ai.plays(self.world, chosen, self._chance)
        except IllegalAction:
            self._duel.illegal += 1
            after, happened = self.ai.plays(self.world, {}, self._chance)
        self._come_to_rest()
        for seat, action in chosen.items():
            self._does(seat, action, after)
        self.world = after
        if any(isinstance(event, events.RoundStarted) for event in happened):
            self._laid = {seat: [] for seat in self.setup.seats}
            self._moves = {seat: [] for seat in self.setup.seats}
        self._tell(happened)

    def _fidgets(self, seat: int) -> None:
        """Let a seat move its hand unprompted, to sort it or to cheat."""
        action = self.fidgets(seat)
        if action is not None:
            after, _ = self.ai.plays(self.world, {seat: action}, self._chance)
            self._does(seat, action, after)
            self.world = after

    def fidgets(self, seat: int) -> Action:
        """Return the unprompted movement of a seat's hand, if any."""
        return self.ai.fidgets(self.knows(seat), self._restless)

    def _does(self, seat: int, action: Action, after: World[Any]) -> None:
        """Record the cards that a seat has laid, and let all seats see its hand move."""
        gone, movement = list(self._gone(seat, action, after)), self.ai.moves(action)
        self._laid[seat] += gone
        if movement is None or not self._paces or not (gone or movement == "sort"):
            return
        for_ms = self._paces[movement].drawn(self._restless)
        for other, seen in self._moves.items():
            seen.append(Moved(seat, for_ms, len(self._delivered[other]), rests=True))

    def _come_to_rest(self) -> None:
        """Mark all movements as over, so that no robot reacts to them later."""
        for seen in self._moves.values():
            seen[:] = [replace(one, rests=False) if one.rests else one for one in seen]

    def _gone(self, seat: int, action: Action, after: World[Any]) -> Iterator[OwnPlay]:
        """Yield the cards that an action has removed from its seat's hand, in hand order."""
        named = (getattr(action, "card", None), *getattr(action, "drop", ()))
        for card in self.world.hands.get(seat, ()):
            if card in named and card not in after.hands[seat]:
                yield OwnPlay(getattr(action, "zone", ""), card, len(self._delivered[seat]))

    def chooses(self, seat: int) -> Action:
        """Return a seat's decision."""
        began_s, chance = time.thread_time(), Random(self._chance.getrandbits(32))  # noqa: S311
        chooses = search.keen if self._kinds[seat - 1] == "keen" else search.easy
        action = chooses(self.ai, self.knows(seat), chance)
        self._duel.decisions += 1
        self._duel.slowest_s = max(self._duel.slowest_s, time.thread_time() - began_s)
        return action

    def _tell(self, happened: Sequence[Event]) -> None:
        """Deliver to each seat the events that it is allowed to see, as a session does."""
        for seat, delivered in self._delivered.items():
            for event in happened:
                shown = self._game.show(event, f"seat:{seat}")
                if shown is not None:
                    delivered.append(Delivered(len(delivered) + 1, 0, shown))
