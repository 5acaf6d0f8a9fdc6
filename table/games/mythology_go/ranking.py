"""Who wins after all rounds, and who opens the next one. Players are given by seat or by name."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar

from msgspec import UNSET, UnsetType

from table.complaints import BadInput
from table.games.mythology_go.options import CountOptions
from table.saying import say
from table.values import Value

P = TypeVar("P", int, str)
Tie = Literal["rounds_won", "shared"]


def totals(rounds: Sequence[Mapping[P, int]]) -> dict[P, int]:
    """Add up the points of all rounds (MGO-03).

    >>> totals([{1: 20, 2: 30}, {1: 25, 2: 10}])
    {1: 45, 2: 40}
    """
    players = dict.fromkeys(player for one in rounds for player in one)
    return {player: sum(one.get(player, 0) for one in rounds) for player in players}


def rounds_won(rounds: Sequence[Mapping[P, int]], player: P) -> int:
    """Count the rounds in which nobody had more points than `player`.

    >>> rounds_won([{1: 20, 2: 30}, {1: 25, 2: 25}], 1)
    1
    """
    return sum(one[player] == max(one.values()) for one in rounds if player in one)


def ranking(rounds: Sequence[Mapping[P, int]], tie: Tie = "rounds_won") -> list[tuple[P, ...]]:
    """Rank players, winner first. Rounds won break a tie (MGO-57); players who are still tied share a place.

    If `tie` is `shared`, players with equal points share a place at once.

    >>> ranking([{1: 20, 2: 30, 3: 5}, {1: 30, 2: 20, 3: 5}, {1: 9, 2: 9, 3: 9}])
    [(1, 2), (3,)]
    >>> ranking([{"Ana": 20, "Ben": 30}, {"Ana": 20, "Ben": 12}, {"Ana": 10, "Ben": 8}])
    [('Ana',), ('Ben',)]
    >>> ranking([{"Ana": 20, "Ben": 30}, {"Ana": 20, "Ben": 12}, {"Ana": 10, "Ben": 8}], "shared")
    [('Ana', 'Ben')]
    """
    sums = totals(rounds)
    merit = {player: (sums[player], rounds_won(rounds, player) if tie == "rounds_won" else 0) for player in sums}
    best_first = sorted(set(merit.values()), reverse=True)
    return [tuple(player for player in merit if merit[player] == one) for one in best_first]


def fewest(points: Mapping[P, int]) -> list[P]:
    """Return the players with the fewest points; the first, or a random one, opens the next round (MGO-25).

    >>> fewest({1: 20, 2: 12, 3: 12})
    [2, 3]
    """
    return [player for player in points if points[player] == min(points.values())]


class Ranked(Value):
    """Players who share a place: their points, and the rounds they have won."""

    names: tuple[str, ...]
    points: int
    won: int


class Ranking(Value):
    """The ranking, winners first, and who opens the next round: `next`, or a player drawn at random from `among`."""

    ranking: tuple[Ranked, ...]
    next: str
    among: tuple[str, ...] | UnsetType = UNSET


def ranked(rounds: Sequence[Mapping[str, int]], options: Mapping[str, object]) -> Ranking:
    """Rank players by their points per round. Raise BadInput if there are no rounds or an option is invalid."""
    if not rounds or not all(rounds):
        raise BadInput(say("rounds: expected everybody's points in at least one round"))
    agreed = CountOptions.read(options)
    sums, last = totals(rounds), fewest(rounds[-1])
    return Ranking(
        tuple(
            Ranked(names, sums[names[0]], rounds_won(rounds, names[0])) for names in ranking(rounds, agreed.final_tie)
        ),
        last[0],
        tuple(last) if agreed.low_tie_starter == "lot" and len(last) > 1 else UNSET,
    )
