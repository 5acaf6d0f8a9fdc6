"""Plays many whole games by the rules alone, without a table.

`python -m cardtable_lab.bench.exploring.alone` plays 100,000 of each game; GAMES sets a different number.

Players choose legal actions at random; the seed also decides how many players there are. Every listed action must be
legal, every game must end, no card may be in two places, the points of each round must equal those of the simulated
people's own rule book, and the winners must follow from the totals.
"""

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from multiprocessing import get_context
from random import Random
from typing import Any

from cardtable_lab.bench.exploring.tiny import BY_HAND
from table import ai, events
from table.ai.known import World
from table.event import Event
from table.facts import GameStarted
from table.games.game import IllegalAction, Setup, prepare

GAMES = int(os.environ.get("GAMES", "100000"))
_NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")
_ROUNDS = 2  # at most; another player opens the second one
_MOST_MOVES = 20_000  # a random game with more moves than this counts as endless
_EAGER = 0.8  # the chance that a player who can get rid of a card does so
_RID = frozenset({"Lay", "Match"})
_PARTS = 40
_THE_MOST_WIN, _OUT_WINS = frozenset({"mythology_go"}), frozenset({"mito"})


@dataclass
class Played:
    """The results: games, moves, rounds scored, what was wrong and how often, and processor time in s."""

    games: int = 0
    moves: int = 0
    counted: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, other: "Played") -> None:
        self.games += other.games
        self.moves += other.moves
        self.counted += other.counted
        self.wrong += other.wrong
        self.seconds += other.seconds


class Playing:
    """Plays games of one kind, one after another."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.ai: Any = ai.find(game)
        self.setup = cache(self._setup)

    def _setup(self, players: int, rounds: int) -> Setup:
        return prepare(self.ai.box, GameStarted(0, self.game, [*_NAMES[:players]], {"rounds": rounds}))

    def plays(self, seed: int) -> Played:
        """Play the game with this seed to its end."""
        chance, played = Random(f"{self.game} {seed}"), Played(games=1)  # noqa: S311 - chance, no secret
        players = chance.randint(self.ai.box.fewest_seats, self.ai.box.most_seats)
        setup, rounds = self.setup(players, chance.randint(1, _ROUNDS)), list[events.RoundEnded]()
        try:
            for before, after, delivered in self._moments(self.ai.deals(setup, chance), chance):
                played.moves += 1
                rounds += [event for event in delivered if isinstance(event, events.RoundEnded)]
                played.wrong += Counter(self._wrong(setup, before, after, delivered, rounds))
        except IllegalAction as why:
            played.wrong[f"what was listed is refused: {why.reason}"] += 1
        played.counted = len(rounds)
        if played.moves >= _MOST_MOVES:
            played.wrong["no end"] += 1
        return played

    def _moments(self, world: World[Any], chance: Random) -> Iterator[tuple[World[Any], World[Any], Sequence[Event]]]:
        for _ in range(_MOST_MOVES):
            if world.state.over:
                return
            before = world
            chosen = {seat: self._chosen(before, seat, chance) for seat in self.ai.movers(before)}
            world, delivered = self.ai.plays(before, chosen, chance)
            yield before, world, delivered

    def _chosen(self, world: World[Any], seat: int, chance: Random) -> Any:
        listed = self.ai.options(world, seat)
        rid = [one for one in listed if type(one).__name__ in _RID]
        return chance.choice(rid if rid and chance.random() < _EAGER else listed) if listed else None

    def _wrong(
        self, setup: Setup, before: World[Any], after: World[Any], delivered: Sequence[Event], rounds: Sequence[Any]
    ) -> Iterator[str]:
        for event in delivered:
            if isinstance(event, events.RoundEnded):
                if dict(event.scores) != dict(BY_HAND[self.game](setup, before, after)):
                    yield "points are not as counted by hand"
                if _is_twice(after):
                    yield "a card is in two places"
            if isinstance(event, events.GameEnded) and tuple(event.winners) != _first(self.game, rounds):
                yield "others have won than the totals say"


def _is_twice(world: World[Any]) -> bool:
    cards = [*world.draw, *(card for hand in world.hands.values() for card in hand)]
    return len(set(cards)) < len(cards)


def _first(game: str, rounds: Sequence[events.RoundEnded]) -> tuple[int, ...]:
    """Return the winners by points; rounds won, or going out in one-round Mito, break ties (docs/rules)."""
    sign = -1 if game in _THE_MOST_WIN else 1
    totals: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for played in rounds:
        best = min(sign * points for points in played.scores.values())
        for seat, points in played.scores.items():
            totals[seat] += sign * points
            won[seat] += sign * points == best
    first = [seat for seat in rounds[-1].scores if totals[seat] == min(totals.values())]
    if game in _THE_MOST_WIN:
        first = [seat for seat in first if won[seat] == max(won[one] for one in first)]
    elif len(rounds) == 1 and rounds[-1].out in first and game in _OUT_WINS:
        first = [rounds[-1].out]
    return tuple(first)


def part(game: str, seeds: range) -> Played:
    playing, played, began_s = Playing(game), Played(), time.process_time()
    for seed in seeds:
        played.add(playing.plays(seed))
    played.seconds = time.process_time() - began_s
    return played


def played(game: str, number: int) -> Played:
    """Play `number` games on all cores."""
    bounds = [number * one // _PARTS for one in range(_PARTS + 1)]
    found = Played()
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        parts = [pool.submit(part, game, range(*two)) for two in pairwise(bounds)]
        for one in as_completed(parts):
            found.add(one.result())
    return found


def main() -> int:
    """Play every game that has a second rule book; print a line for each."""
    wrong = 0
    for game in BY_HAND:
        found = played(game, GAMES)
        wrong += found.wrong.total()
        line = {"game": game, "games": found.games, "moves": found.moves, "rounds scored": found.counted}
        print(json.dumps({**line, "wrong": dict(found.wrong), "CPU s": round(found.seconds)}), flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
