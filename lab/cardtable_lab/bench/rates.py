"""How fast the table judges, journals and moves: medians of several runs on this machine."""

import statistics
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab.bench.moves import moves_of, moves_of_uno
from table import cards, games
from table.facts import ButtonDown, ButtonUp, CardArrived, Fact, GameStarted, TimePassed, micros
from table.judging.session import Session
from table.keeping.journal import Journal
from table.values import Value

RUNS = 5
UNO = "UNO of RLCard"
ROUNDS_OF_MOVES = 10  # the best counts: whatever else the machine does only makes it slower


class Figure(Value):
    """One measurement."""

    what: str
    value: float
    unit: str


def evening(turns: int) -> list[Fact]:
    """Return the facts of an evening of honest play: each turn a fitting card, or a draw."""
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
    session, told = Session.replay(facts)
    took: list[float] = []
    with TemporaryDirectory() as folder, Journal(Path(folder) / "table.db") as journal:
        game_id = journal.begin("mito", session.game.rules_version, facts[0], told[0])
        for number, (fact, lines) in enumerate(zip(facts[1:], told[1:], strict=True), start=1):
            began = time.perf_counter()
            journal.append(game_id, number, fact, lines)
            took.append((time.perf_counter() - began) * 1000)
    return [
        Figure("journal commit, median", statistics.median(took), "ms"),
        Figure("journal commit, p99", statistics.quantiles(took, n=100)[98], "ms"),
    ]


def move_figures() -> list[Figure]:
    """Return how many moves a second of the processor brings; all take turns, so that they have the same machine."""
    playing = {games.find(game).title: moves_of(game) for game in games.names()} | {UNO: moves_of_uno()}
    found = [{name: _moves_per_s(moves) for name, moves in playing.items()} for _ in range(ROUNDS_OF_MOVES)]
    best = {name: max(one[name] for one in found) for name in playing}
    uno = best[UNO]
    rates = [Figure(f"random legal moves, {name}", per_s, "per s") for name, per_s in best.items()]
    ratios = [
        Figure(f"random legal moves, {name}, over {UNO}", best[name] / uno, "times") for name in best if name != UNO
    ]
    return rates + ratios


def _moves_per_s(moves: Iterator[object], count: int = 2_000) -> float:
    began = time.process_time()
    for _ in islice(moves, count):
        pass
    return count / (time.process_time() - began)
