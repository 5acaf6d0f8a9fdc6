"""Swiss pairings: players with equal points meet, and no two players meet twice if that can be avoided.

Two-player tables: a maximum-weight matching over all pairs (networkx). The weights avoid rematches first, then
differences in points; then they favour a fold: among players with equal points, the first half meets the second. So
there is no rematch if a pairing without one exists.

Larger tables: neighbours in the standings sit together; then players are swapped between tables as long as that reduces
rematches or distances in the standings. If rematches remain, some players are exchanged at random and the search
continues, until there are none or the attempts are used up. The result is not guaranteed to be optimal.

Random numbers depend only on the tournament's seed and the round number.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

from cardtable_club.tournament.entries import At, Paired, Table
from cardtable_club.tournament.standings import lots, points, standings
from cardtable_club.tournament.state import Tournament

# -- Table sizes


def sizes(players: int, fewest: int, most: int) -> tuple[list[int], int]:
    """Return the table sizes, largest first, and the smallest possible number of byes.

    >>> sizes(64, 3, 4), sizes(10, 3, 4), sizes(7, 2, 2), sizes(5, 3, 3)
    (([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4], 0), ([4, 3, 3], 0), ([2, 2, 2], 1), ([3], 2))
    """
    tables = min(-(-players // most), players // fewest)
    if tables == 0:
        return [], players
    seated = min(players, tables * most)
    each, more = divmod(seated, tables)
    return [each + (n < more) for n in range(tables)], players - seated


_REMATCH, _APART = 10**9, 10**4
_NEAR = 24  # with many players, the largest difference in rank that is tried first
_MANY = 80
_TRIES = 60

Met = Callable[[str, str], int]


def next_round(of: Tournament, at_ms: int = 0) -> Paired:
    """Return the next round. Raise BadInput if no round can be paired now."""
    of.check_may_pair()
    ranked = _ranked(of)
    wanted, byes = sizes(len(ranked), of.agreed.fewest, of.agreed.most)
    free = _byes(of, ranked, byes)
    playing = [name for name in ranked if name not in free]
    seen = of.met
    met: Met = lambda one, other: seen[frozenset((one, other))]  # noqa: E731 - a function of two names
    total = points(of)
    if of.agreed.most == 2:
        tables = _pairs(playing, total, met)
    else:
        tables = _tables(playing, wanted, met, random.Random(f"{of.agreed.seed}/{len(of.rounds)}"))  # noqa: S311 - no secret
    places = [*of.agreed.tables, *[None] * len(tables)]
    return Paired(tables=[_table(one, at) for one, at in zip(tables, places, strict=False)], byes=free, at_ms=at_ms)


def _table(players: Sequence[str], at: At | None) -> Table:
    return Table(players=tuple(players), at=at)


def _ranked(of: Tournament) -> list[str]:
    """Return the players in the next round, leader first; before the first round, in random order (`lots`)."""
    if not of.rounds:
        lot = lots(of)
        return sorted(of.active, key=lambda name: lot[name])
    return [one.name for one in standings(of) if not one.has_left]


def _byes(of: Tournament, ranked: Sequence[str], how_many: int) -> tuple[str, ...]:
    """Choose who gets a bye: players with the fewest byes so far and, among them, the lowest in the standings."""
    had = of.byes
    order = sorted(range(len(ranked)), key=lambda n: (had[ranked[n]], -n))
    return tuple(ranked[n] for n in order[:how_many])


# -- tables of two


def _pairs(ranked: Sequence[str], total: dict[str, Fraction], met: Met) -> list[tuple[str, ...]]:
    near = _NEAR if len(ranked) > _MANY else len(ranked)
    while True:
        found = _matched(ranked, total, met, near)
        whole = 2 * len(found) == len(ranked)
        if near >= len(ranked) or (whole and not any(met(*pair) for pair in found)):
            return [*found]
        near = min(2 * near, len(ranked))


def _matched(ranked: Sequence[str], total: dict[str, Fraction], met: Met, near: int) -> list[tuple[str, str]]:
    """Return the maximum-weight matching of pairs at most `near` ranks apart, the leader's pair first."""
    import networkx

    alike = Counter(total[name] for name in ranked)
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(ranked)))  # numbers, because their order does not depend on hashes
    for low, high in combinations(range(len(ranked)), 2):
        if high - low <= near:
            one, other = ranked[low], ranked[high]
            apart = total[one] - total[other]
            fold = abs(high - low - alike[total[one]] // 2) if apart == 0 else high - low
            cost = _REMATCH * met(one, other) + int(_APART * apart * apart) + fold
            graph.add_edge(low, high, weight=-cost)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(ranked[low], ranked[high]) for low, high in sorted((min(pair), max(pair)) for pair in found)]


# -- larger tables


def _tables(ranked: Sequence[str], wanted: Sequence[int], met: Met, chance: random.Random) -> list[tuple[str, ...]]:
    seats, at = [], 0
    for size in wanted:
        seats.append([*range(at, at + size)])
        at += size
    again = [[met(one, other) for other in ranked] for one in ranked]
    best, best_cost = seats, _cost_of_all(seats, again)
    for _ in range(_TRIES):
        seats = _improved([[*table] for table in seats], again)
        cost = _cost_of_all(seats, again)
        if cost < best_cost:
            best, best_cost = [[*table] for table in seats], cost
        if best_cost < _REMATCH:
            break
        _shake(seats, again, chance)
    return [tuple(ranked[n] for n in sorted(table)) for table in sorted(best, key=min)]


def _cost(table: Sequence[int], again: Sequence[Sequence[int]]) -> int:
    """Return the cost of a table: rematches first, then differences in rank."""
    return sum(_REMATCH * again[low][high] + abs(high - low) for low, high in combinations(table, 2))


def _cost_of_all(tables: Sequence[Sequence[int]], again: Sequence[Sequence[int]]) -> int:
    return sum(_cost(table, again) for table in tables)


def _improved(tables: list[list[int]], again: Sequence[Sequence[int]]) -> list[list[int]]:
    """Swap players between tables as long as that reduces the cost."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            better |= _exchanged(tables[one], tables[other], again)
    return tables


def _exchanged(one: list[int], other: list[int], again: Sequence[Sequence[int]]) -> bool:
    """Make the swap between two tables that reduces their cost the most, or return False if no swap reduces it."""
    now, found = _cost(one, again) + _cost(other, again), None
    for a in range(len(one)):
        for b in range(len(other)):
            one[a], other[b] = other[b], one[a]
            cost = _cost(one, again) + _cost(other, again)
            one[a], other[b] = other[b], one[a]
            if cost < now:
                now, found = cost, (a, b)
    if found is None:
        return False
    a, b = found
    one[a], other[b] = other[b], one[a]
    return True


def _shake(tables: list[list[int]], again: Sequence[Sequence[int]], chance: random.Random) -> None:
    """At each table with a rematch, swap a random player with a random player from a random table."""
    for table in tables:
        if _cost(table, again) >= _REMATCH:
            other = chance.choice(tables)
            a, b = chance.randrange(len(table)), chance.randrange(len(other))
            table[a], other[b] = other[b], table[a]
