"""Who has won after all rounds, and who opens the next one."""

from collections.abc import Mapping, Sequence

Totals = Mapping[int, int]  # points of a round, or of all, by seat


def totals(rounds: Sequence[Totals]) -> dict[int, int]:
    """Add up the points of all rounds (MGO-03).

    >>> totals([{1: 20, 2: 30}, {1: 25, 2: 10}])
    {1: 45, 2: 40}
    """
    seats = dict.fromkeys(seat for one in rounds for seat in one)
    return {seat: sum(one.get(seat, 0) for one in rounds) for seat in seats}


def rounds_won(rounds: Sequence[Totals], seat: int) -> int:
    """Count the rounds in which nobody had more points.

    >>> rounds_won([{1: 20, 2: 30}, {1: 25, 2: 25}], 1)
    1
    """
    return sum(one[seat] == max(one.values()) for one in rounds if seat in one)


def ranking(rounds: Sequence[Totals]) -> list[tuple[int, ...]]:
    """Put seats in their order, the winner first; of as many points who won more rounds (MGO-57), or else shared.

    >>> ranking([{1: 20, 2: 30, 3: 5}, {1: 30, 2: 20, 3: 5}, {1: 9, 2: 9, 3: 9}])
    [(1, 2), (3,)]
    >>> ranking([{1: 20, 2: 30}, {1: 20, 2: 12}, {1: 10, 2: 8}])
    [(1,), (2,)]
    """
    sums = totals(rounds)
    merit = {seat: (sums[seat], rounds_won(rounds, seat)) for seat in sums}
    return [tuple(seat for seat in merit if merit[seat] == one) for one in sorted(set(merit.values()), reverse=True)]


def opens_next(points: Totals) -> int:
    """Name who opens the next round: the fewest points, and of several the lower seat (MGO-25).

    >>> opens_next({1: 20, 2: 12, 3: 12})
    2
    """
    return min(points, key=lambda seat: (points[seat], seat))
