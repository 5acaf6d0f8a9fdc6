"""Games and people of the history as JSON objects, for the API and `--json`."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from table.history.archive import Archive, Kept
from table.history.counting import Count, binned
from table.history.standings import Standing
from table.history.tallies import Person


def described(kept: Kept) -> dict[str, Any]:
    """Return a game: who played by seat, the points, who won. `termination` says how it ended."""
    of = kept.summary
    seats = range(1, max(of.players, default=0) + 1)
    return {
        "id": kept.id,
        "game": of.game,
        "players": [of.players.get(seat) for seat in seats],
        "started_at": kept.started_at,
        "ended_at": kept.ended_at,
        "rounds": of.rounds,
        "totals": {str(seat): points for seat, points in of.totals.items()},
        "winners": list(of.winners),
        "robots": {str(seat): kind for seat, kind in of.robots.items()},
        "termination": of.termination,
        "lasted_s": of.lasted_s,
        "imported": kept.imported,
    }


def counts(found: Mapping[int, Count]) -> dict[str, Any]:
    """Return each player's counts in a game, by seat."""
    return {str(seat): _deeds(_slaps(count.times_ms, count.missed, count.last), count) for seat, count in found.items()}


def person(name: str, standings: Sequence[Standing], place: int) -> dict[str, Any]:
    """Return a person's standing by game; `place` pages through people."""
    return {"name": name, "place": place, "games": {standing.game: _standing(standing) for standing in standings}}


def whole_person(archive: Archive, name: str, standings: Sequence[Standing]) -> dict[str, Any]:
    """Return a person's standing by game and overall, with its history: ratings and times."""
    parts = [*archive.tallies.parts(name)]
    slaps = [ms for part in parts for ms in part.part.times_ms]
    missed, last = sum(one.part.missed for one in parts), sum(one.part.last for one in parts)
    sums = {field: sum(getattr(one, field) for one in standings) for field in _SUMMED}
    return {
        "name": name,
        "games": {
            standing.game: _standing(standing) | _course(archive, standing.game, parts) for standing in standings
        },
        "slaps": _slaps(slaps, missed, last),
        "calls": {"right": sums["calls_right"], "wrong": sums["calls_wrong"]},
        "bluffs": {
            "told": sums["bluffs_told"], "doubted": sums["bluffs_doubted"], "found_out": sums["bluffs_found_out"],
        },
    }  # fmt: skip


_SUMMED = ("calls_right", "calls_wrong", "bluffs_told", "bluffs_doubted", "bluffs_found_out")


def _course(archive: Archive, game: str, parts: Iterable[Person]) -> dict[str, Any]:
    """Return the ratings after each game, and how long slaps took: this person's and everybody's, by bins of 50 ms."""
    mine = [part for part in parts if part.game == game]
    slaps = [ms for part in mine for ms in part.part.times_ms]
    ratings = [
        {
            "id": place.game_id,
            "mu": round(place.rating.mu, 4),
            "sigma": round(place.rating.sigma, 4),
            "won": place.part.won,
        }
        for place in mine
        if place.listed
    ]
    times = {"own": _bins(binned(slaps)), "all": _bins(archive.tallies.times(game))}
    return {"ratings": ratings, "times": times if slaps else None}


def _bins(found: Mapping[int, int]) -> dict[str, int]:
    return {str(at): slaps for at, slaps in found.items()}


def _standing(of: Standing) -> dict[str, Any]:
    slaps = {"races": of.races, "median_ms": of.median_ms, "best_ms": of.best_ms, "last": of.last}
    return {
        "games": of.games,
        "wins": of.wins,
        "points": of.points,
        "rating": {"mu": round(of.mu, 4), "sigma": round(of.sigma, 4)},
        **_deeds(slaps, of),
        "streak": {"now": of.streak, "longest": of.longest_streak},
    }


def _deeds(slaps: Mapping[str, Any], of: Standing | Count) -> dict[str, Any]:
    return {
        "slaps": slaps,
        "calls": {"right": of.calls_right, "wrong": of.calls_wrong},
        "bluffs": {"told": of.bluffs_told, "doubted": of.bluffs_doubted, "found_out": of.bluffs_found_out},
    }


def _slaps(times_ms: Sequence[float], missed: int, last: int) -> dict[str, Any]:
    return {
        "races": len(times_ms) + missed,
        "median_ms": median(times_ms) if times_ms else None,
        "best_ms": min(times_ms, default=None),
        "last": last,
    }


def records(everybody: Mapping[str, Sequence[Standing]]) -> list[dict[str, Any]]:
    """Return the table's records: what, whose, in which game, how much. Of equals the first by name holds it."""
    found = []
    for what, field, fewest in _RECORDS:
        held = [
            (getattr(standing, field), name, standing.game)
            for name, standings in everybody.items()
            for standing in standings
            if getattr(standing, field)
        ]
        if held:
            best, name, game = min(held, key=lambda one: one[0] if fewest else -one[0])
            found.append({"record": what, "name": name, "game": game, "value": best})
    return found


# What is held, by which field of a standing, and whether the lowest value wins.
_RECORDS = (
    ("fastest_slap", "best_ms", True),
    ("fastest_median", "median_ms", True),
    ("longest_streak", "longest_streak", False),
    ("most_wins", "wins", False),
    ("most_games", "games", False),
    ("most_calls_right", "calls_right", False),
    ("most_bluffs", "bluffs_told", False),
)
