"""The standings of a tournament: points, then tie-breaks.

At a two-player table, a win scores 1 point and a draw 1/2. At a larger table, players score an equal share of a point
for each opponent they beat, and half a share for each they tie with: of four players, the first scores 1, the second
2/3, and the last 0. So the maximum for a round is 1 at every table. Players who turned up beat those who did not. A bye
scores 1.
"""

from collections.abc import Mapping
from fractions import Fraction
from hashlib import blake2b

from cardtable_club.tournament.state import Round, Seated, Tournament
from table.values import Value

_HALF = Fraction(1, 2)


class Standing(Value):
    """A player's standing. `rank` starts at 1 and is unique, because the last tie-break is random.

    `buchholz` measures the strength of a player's opponents: the sum, over all rounds, of the mean of the opponents'
    current points; a round without opponents adds the player's own points. `sonneborn` is similar, but counts only the
    opponents whom the player beat, plus half for each opponent who tied. `wins` counts first places.
    """

    rank: int
    name: str
    points: Fraction
    buchholz: Fraction
    sonneborn: Fraction
    wins: int
    played: int
    has_left: bool


def points_at(table: Seated) -> Mapping[str, Fraction]:
    """Return each player's points at a table: 0 for everyone if the table has no result."""
    if not table.places:
        return {name: Fraction(0) for name in table.players}
    return {name: _share(table, name) for name in table.players}


def _share(table: Seated, name: str) -> Fraction:
    if table.places is None or name not in table.places:
        return Fraction(0)
    others = [other for other in table.players if other != name]
    return sum((_against(table.places, name, other) for other in others), Fraction(0)) / len(others)


def _against(places: Mapping[str, int], name: str, other: str) -> Fraction:
    """Return 1 if the other player is behind or absent, 1/2 if both share a place, else 0."""
    if other not in places or places[name] < places[other]:
        return Fraction(1)
    return _HALF if places[name] == places[other] else Fraction(0)


def points(of: Tournament) -> dict[str, Fraction]:
    """Return the points of all players, by name."""
    found = dict.fromkeys(of.players, Fraction(0))
    for paired in of.rounds:
        for name in paired.byes:
            found[name] += 1
        for table in paired.tables:
            for name, share in points_at(table).items():
                found[name] += share
    return found


def lots(of: Tournament) -> dict[str, bytes]:
    """Return a random tie-break key for each player, derived only from the seed and the player's name."""
    return {name: blake2b(f"{of.agreed.seed}/{name}".encode(), digest_size=16).digest() for name in of.players}


def standings(of: Tournament) -> list[Standing]:
    """Return the standings, leader first."""
    total, lot = points(of), lots(of)
    found = [_standing(of, name, total) for name in of.players]
    found.sort(key=lambda one: (-one.points, -one.buchholz, -one.sonneborn, -one.wins, lot[one.name]))
    return [
        Standing(n, entry.name, entry.points, entry.buchholz, entry.sonneborn, entry.wins, entry.played, entry.has_left)
        for n, entry in enumerate(found, start=1)
    ]


def _standing(of: Tournament, name: str, total: Mapping[str, Fraction]) -> Standing:
    buchholz, sonneborn, wins, played = Fraction(0), Fraction(0), 0, 0
    for paired in of.rounds:
        table = _table_of(paired, name)
        met = [] if table is None or not table.places or name not in table.places else _others(table, name)
        if table is not None and table.places is None:
            continue
        if not met:
            buchholz += total[name]
            continue
        assert table is not None  # noqa: S101 - somebody was met there
        assert table.places is not None  # noqa: S101
        played += 1
        wins += table.places[name] == 1
        buchholz += sum((total[other] for other in met), Fraction(0)) / len(met)
        share = sum((total[other] * _against(table.places, name, other) for other in met), Fraction(0))
        sonneborn += share / (len(table.players) - 1)
    return Standing(0, name, total[name], buchholz, sonneborn, wins, played, name in of.left)


def _table_of(one: Round, name: str) -> Seated | None:
    return next((table for table in one.tables if name in table.players), None)


def _others(table: Seated, name: str) -> list[str]:
    """Return a player's opponents at a table, excluding absentees."""
    assert table.places is not None  # noqa: S101 - there is a result
    return [other for other in table.players if other != name and other in table.places]
