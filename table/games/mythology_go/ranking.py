"""Who has won after all rounds, and who opens the next one. Players are known by seat or by name, in their order."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from table.complaints import BadInput

P = TypeVar("P", int, str)


def totals(rounds: Sequence[Mapping[P, int]]) -> dict[P, int]:
    """Add up the points of all rounds (MGO-03).

    >>> totals([{1: 20, 2: 30}, {1: 25, 2: 10}])
    {1: 45, 2: 40}
    """
    players = dict.fromkeys(player for one in rounds for player in one)
    return {player: sum(one.get(player, 0) for one in rounds) for player in players}


def rounds_won(rounds: Sequence[Mapping[P, int]], player: P) -> int:
    """Count the rounds in which nobody had more points.

    >>> rounds_won([{1: 20, 2: 30}, {1: 25, 2: 25}], 1)
    1
    """
    return sum(one[player] == max(one.values()) for one in rounds if player in one)


def ranking(rounds: Sequence[Mapping[P, int]]) -> list[tuple[P, ...]]:
    """Put players in their order, the winner first; of as many points who won more rounds (MGO-57), or else shared.

    >>> ranking([{1: 20, 2: 30, 3: 5}, {1: 30, 2: 20, 3: 5}, {1: 9, 2: 9, 3: 9}])
    [(1, 2), (3,)]
    >>> ranking([{"Ana": 20, "Ben": 30}, {"Ana": 20, "Ben": 12}, {"Ana": 10, "Ben": 8}])
    [('Ana',), ('Ben',)]
    """
    sums = totals(rounds)
    merit = {player: (sums[player], rounds_won(rounds, player)) for player in sums}
    best_first = sorted(set(merit.values()), reverse=True)
    return [tuple(player for player in merit if merit[player] == one) for one in best_first]


def opens_next(points: Mapping[P, int]) -> P:
    """Name who opens the next round: the fewest points, and of several the first (MGO-25).

    >>> opens_next({1: 20, 2: 12, 3: 12})
    2
    """
    return min(points, key=lambda player: points[player])


def ranked(rounds: Sequence[Mapping[str, int]]) -> Mapping[str, Any]:
    """Rank players by their points in each round, and name who opens the next one. Raise BadInput if there is none."""
    if not rounds or not all(rounds):
        raise BadInput("rounds: expected everybody's points in at least one round")
    sums = totals(rounds)
    return {
        "ranking": [
            {"names": names, "points": sums[names[0]], "won": rounds_won(rounds, names[0])} for names in ranking(rounds)
        ],
        "next": opens_next(rounds[-1]),
    }
