"""How fast the table judges facts, writes its journal and makes moves: medians of several runs on this machine."""

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from table import ai, cards, games
from table.ai.known import World
from table.facts import ButtonDown, ButtonUp, CardArrived, Fact, GameStarted, TimePassed, micros
from table.games.game import prepare
from table.games.kit.actions import ByHost
from table.judging.session import Session
from table.keeping.journal import Journal
from table.values import Value

# -- Random legal moves per second: the rules of every game, compared with RLCard's well-known UNO environment
#
# In each game, a player who knows their own hand asks for the legal moves and carries out a random one.

# Actions that lead nowhere are left out: taking back or repeating what was just said, and false claims. Nobody
# cheats here, so nobody is called out.
LEADS_NOWHERE = {
    "mito": {"Give", "MakeCall", "TakeAnswerBack", "WithdrawOut", "CountAnew"},
    "mytho": {"DrewBefore"},
    "mythology_go": {"Destroy", "UseEffect"},
    "nur_mut": {"TurnDown", "SayJoker"},
}
ONLY_WITHOUT_CARDS = {"SayOut"}


def moves_of(game: str, seed: int = 1) -> Iterator[Any]:
    """Yield the moves of random one-round games, one game after another, with as few players as possible."""
    robot_ai: Any = ai.find(game)
    chance, nowhere = random.Random(seed), _kinds(robot_ai, LEADS_NOWHERE[game])  # noqa: S311 - chance, no secret
    players: list[str | None] = [*("Ana", "Ben", "Cleo")[: robot_ai.box.fewest_seats]]
    setup = prepare(robot_ai.box, GameStarted(0, game, players, {"rounds": 1}))
    while True:
        world = robot_ai.deals(setup, chance)
        while not world.state.over:
            legal = _legal(robot_ai, world, nowhere, chance)
            action = chance.choice(legal) if legal else _by_itself(robot_ai, world, chance)
            world, _ = robot_ai.carried_out(world, action, chance)
            yield action


def _kinds(robot_ai: Any, names: AbstractSet[str]) -> tuple[AbstractSet[type], AbstractSet[type]]:
    """Return the kinds of actions to leave out, first for an empty hand and then for a hand with cards."""
    kinds = frozenset(kind for kind in robot_ai.rules.BOOK.rules if kind.__name__ in names or issubclass(kind, ByHost))
    return kinds, kinds | {kind for kind in robot_ai.rules.BOOK.rules if kind.__name__ in ONLY_WITHOUT_CARDS}


def _legal(
    robot_ai: Any, world: World[Any], nowhere: Sequence[AbstractSet[type]], chance: random.Random
) -> list[Any] | None:
    """Return the legal actions of the seat whose turn it is, or else of another seat that has any, or None."""
    state = world.state
    for seat in (state.turn,) if state.playing else chance.sample(state.setup.seats, len(state.setup.seats)):
        hand = robot_ai.held(world, seat)
        left_out = nowhere[bool(hand)]
        legal = [one for one in robot_ai.rules.actions(state, seat, hand) if type(one) not in left_out]
        if legal:
            return legal
    return None


def _by_itself(robot_ai: Any, world: World[Any], chance: random.Random) -> Any:
    """Return an action outside the players' decisions, such as drawing, or one that needs no decision."""
    options = (one for seat in robot_ai.movers(world) for one in robot_ai.options(world, seat) if one is not None)
    return next(options, None) or robot_ai.passes(world, chance)


def moves_of_uno() -> Iterator[Any]:
    """Yield the moves of random two-player games of RLCard's UNO, one game after another."""
    import rlcard  # not a dependency of the table: only `make bench` needs it

    env, chance = rlcard.make("uno", config={"seed": 1}), random.Random(1)  # noqa: S311 - chance, no secret
    while True:
        state, _ = env.reset()
        while not env.is_over():
            action = chance.choice(list(state["legal_actions"]))
            state, _ = env.step(action)
            yield action


RUNS = 5
UNO = "RLCard's UNO"
ROUNDS_OF_MOVES = 10  # the fastest run counts, because other load on the machine can only slow it down


class Figure(Value):
    """One measurement."""

    what: str
    value: float
    unit: str


def evening(turns: int) -> list[Fact]:
    """Return the facts of an evening of honest play, in which each player lays a fitting card or draws."""
    deck = {card["code"]: card["number"] for card in cards.shipped_deck("mito") if card["kind"] == "number"}
    facts: list[Fact] = [GameStarted(0, "mito", ["Ana", "Ben", "Cleo"]), CardArrived(0, "discard", "number1.1")]
    left, top = [code for code in deck if code != "number1.1"], 1
    for turn in range(turns):
        now = micros(2 * turn + 2)
        fitting = next((code for code in left if abs(deck[code] - top) in (1, 4)), None)
        if fitting is None:
            seat = turn % 3 + 1
            facts += [ButtonDown(now, seat), ButtonUp(now + micros(0.1), seat), TimePassed(now + micros(1))]
        else:
            left.remove(fitting)
            top = deck[fitting]
            facts += [CardArrived(now, "discard", fitting), TimePassed(now + micros(0.3))]
    return facts


def rate(count: int, work: Callable[[], object]) -> float:
    def once() -> float:
        began = time.perf_counter()
        work()
        return count / (time.perf_counter() - began)

    return statistics.median(once() for _ in range(RUNS))


def table_figures() -> list[Figure]:
    facts = evening(300)
    return [Figure("facts judged", rate(len(facts), lambda: Session.replay(facts)), "per s")]


def journal_figures() -> list[Figure]:
    facts = evening(60)
    session, delivered = Session.replay(facts)
    took: list[float] = []
    with TemporaryDirectory() as folder, Journal(Path(folder) / "table.db") as journal:
        game_id = journal.begin("mito", session.game.rules_version, facts[0], delivered[0])
        for number, (fact, lines) in enumerate(zip(facts[1:], delivered[1:], strict=True), start=1):
            began = time.perf_counter()
            journal.append(game_id, number, fact, lines)
            took.append((time.perf_counter() - began) * 1000)
    return [
        Figure("journal commit, median", statistics.median(took), "ms"),
        Figure("journal commit, p99", statistics.quantiles(took, n=100)[98], "ms"),
    ]


def move_figures() -> list[Figure]:
    """Measure moves per second of processor time. The games take turns, so that conditions are equal."""
    playing = {games.find(game).title: moves_of(game) for game in games.names()} | {UNO: moves_of_uno()}
    found = [{name: _moves_per_s(moves) for name, moves in playing.items()} for _ in range(ROUNDS_OF_MOVES)]
    best = {name: max(one[name] for one in found) for name in playing}
    uno = best[UNO]
    rates = [Figure(f"random legal moves, {name}", per_s, "per s") for name, per_s in best.items()]
    ratios = [Figure(f"random legal moves, {name}, over {UNO}", best[name] / uno, "x") for name in best if name != UNO]
    return rates + ratios


def _moves_per_s(moves: Iterator[object], count: int = 2_000) -> float:
    began = time.process_time()
    for _ in islice(moves, count):
        pass
    return count / (time.process_time() - began)
