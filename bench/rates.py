"""How fast the table judges, journals and moves: medians of several runs on this machine."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.moves import moves_of_mito, moves_of_uno
from table import cards
from table.facts import ButtonDown, ButtonUp, CardArrived, Fact, GameStarted, TimePassed, micros
from table.judging.session import Session
from table.keeping.journal import Journal

RUNS = 5


@dataclass(frozen=True)
class Figure:
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
    count = 5_000
    return [
        Figure("random legal moves, Mito", rate(count, lambda: moves_of_mito(count)), "per s"),
        Figure("random legal moves, UNO of RLCard", rate(count, lambda: moves_of_uno(count)), "per s"),
    ]
