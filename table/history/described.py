"""Games and people in the history as records, for the API and `--json`."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Annotated

from msgspec import Meta

from table.history.archive import Archive, Kept
from table.history.counting import Count, binned
from table.history.standings import Standing
from table.history.summary import Termination
from table.history.tallies import Person
from table.values import Value, asdict
from table.view import Seats

Bins = Mapping[int, int]  # number of slaps in each bin, by its start in ms


class PastGame(Value, kw_only=True):
    """A finished game: who played, the points, who won. `termination` says how it ended."""

    id: int
    game: str
    players: Annotated[
        tuple[str | None, ...], Meta(description="Names of the players, starting with seat 1; null for an empty seat.")
    ]
    started_at: str
    ended_at: str
    rounds: Annotated[int, Meta(description="Number of completed rounds.")]
    totals: Annotated[Mapping[int, int], Meta(description="Total points by seat.")]
    winners: Seats
    robots: Annotated[Mapping[int, str], Meta(description="Kind of each robot, by seat.")]
    termination: Termination
    lasted_s: float
    imported: bool


class Slaps(Value):
    """How fast a player was in races, in ms, and how often they were last."""

    races: int
    median_ms: float | None
    best_ms: float | None
    last: int


class Calls(Value):
    """How often a player called out another, correctly and incorrectly."""

    right: int
    wrong: int


class Bluffs(Value):
    """How often a player bluffed; only bluffs that came to light count."""

    told: int
    doubted: int
    found_out: int


ToldBluffs = Annotated[Bluffs, Meta(description="Counts of bluffs; only bluffs that came to light are included.")]


class Deeds(Value):
    """A player's statistics in one game."""

    slaps: Slaps
    calls: Calls
    bluffs: ToldBluffs


class Skill(Value):
    """A rating: its mean, and how uncertain it is."""

    mu: float
    sigma: float


class Streak(Value):
    """How many games a player has won in a row: the current streak and the longest one."""

    now: int
    longest: int


class GameStanding(Value, kw_only=True):
    """A person's standing in one game."""

    games: int
    wins: int
    points: int
    rating: Skill
    slaps: Slaps
    calls: Calls
    bluffs: ToldBluffs
    streak: Streak


class RatingAfter(Value):
    """A player's rating after a game, and whether they won it."""

    id: int
    mu: float
    sigma: float
    won: bool


class Times(Value):
    """Histograms of slap times: this person's, and everybody's."""

    own: Bins
    all: Bins


class WholeStanding(GameStanding, kw_only=True):
    """A person's standing in one game, with their rating after each game and their slap times."""

    ratings: tuple[RatingAfter, ...]
    times: Annotated[
        Times | None,
        Meta(description="Slaps by the start of each 50 ms bin: this person’s and everybody’s; null without slaps."),
    ]


class PersonStanding(Value):
    """A person's standing by game; `place` is the cursor for paging through people."""

    name: str
    place: Annotated[int, Meta(description="Paging cursor, for `before`; it decreases along the list.")]
    games: Mapping[str, GameStanding]


class WholePerson(Value):
    """A person's standing by game and overall, with its history."""

    name: str
    games: Mapping[str, WholeStanding]
    slaps: Slaps
    calls: Calls
    bluffs: ToldBluffs


class HeldRecord(Value):
    """One of the table's records, such as the fastest slap: its name, holder, game and value."""

    record: str
    name: str
    game: str
    value: float


def described(kept: Kept) -> PastGame:
    """Return a game as the API shows it."""
    of = kept.summary
    return PastGame(
        id=kept.id,
        game=of.game,
        players=tuple(of.players.get(seat) for seat in range(1, max(of.players, default=0) + 1)),
        started_at=kept.started_at,
        ended_at=kept.ended_at,
        rounds=of.rounds,
        totals=of.totals,
        winners=of.winners,
        robots=of.robots,
        termination=of.termination,
        lasted_s=of.lasted_s,
        imported=kept.imported,
    )


def counts(found: Mapping[int, Count]) -> Mapping[int, Deeds]:
    """Return each player's statistics in a game, by seat."""
    return {
        seat: Deeds(_slaps(count.times_ms, count.missed, count.last), _calls([count]), _bluffs([count]))
        for seat, count in found.items()
    }


def person(name: str, standings: Sequence[Standing], place: int) -> PersonStanding:
    """Return a person's standing by game; `place` is the cursor for paging through people."""
    return PersonStanding(name, place, {standing.game: _standing(standing) for standing in standings})


def whole_person(archive: Archive, name: str, standings: Sequence[Standing]) -> WholePerson:
    """Return a person's standing by game and overall, with their ratings and times so far."""
    parts = [*archive.tallies.parts(name)]
    slaps = [ms for part in parts for ms in part.part.times_ms]
    missed, last = sum(one.part.missed for one in parts), sum(one.part.last for one in parts)
    return WholePerson(
        name,
        {standing.game: _whole_standing(archive, standing, parts) for standing in standings},
        _slaps(slaps, missed, last),
        _calls(standings),
        _bluffs(standings),
    )


def _whole_standing(archive: Archive, of: Standing, parts: Iterable[Person]) -> WholeStanding:
    """Add the ratings after each game, and histograms of slap times in 50 ms bins: this person's and everybody's."""
    mine = [part for part in parts if part.game == of.game]
    slaps = [ms for part in mine for ms in part.part.times_ms]
    ratings = tuple(
        RatingAfter(place.game_id, round(place.rating.mu, 4), round(place.rating.sigma, 4), place.part.won)
        for place in mine
        if place.listed
    )
    times = Times(binned(slaps), archive.tallies.times(of.game)) if slaps else None
    return WholeStanding(**asdict(_standing(of)), ratings=ratings, times=times)


def _standing(of: Standing) -> GameStanding:
    return GameStanding(
        games=of.games,
        wins=of.wins,
        points=of.points,
        rating=Skill(round(of.mu, 4), round(of.sigma, 4)),
        slaps=Slaps(of.races, of.median_ms, of.best_ms, of.last),
        calls=_calls([of]),
        bluffs=_bluffs([of]),
        streak=Streak(of.streak, of.longest_streak),
    )


def _calls(of: Sequence[Standing | Count]) -> Calls:
    return Calls(sum(one.calls_right for one in of), sum(one.calls_wrong for one in of))


def _bluffs(of: Sequence[Standing | Count]) -> Bluffs:
    return Bluffs(
        sum(one.bluffs_told for one in of),
        sum(one.bluffs_doubted for one in of),
        sum(one.bluffs_found_out for one in of),
    )


def _slaps(times_ms: Sequence[float], missed: int, last: int) -> Slaps:
    return Slaps(len(times_ms) + missed, median(times_ms) if times_ms else None, min(times_ms, default=None), last)


def records(everybody: Mapping[str, Sequence[Standing]]) -> list[HeldRecord]:
    """Return the table's records. If several people share the best value, the first by name holds the record."""
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
            found.append(HeldRecord(what, name, game, best))
    return found


# Each record: its name, the field of a standing that it compares, and whether the lowest value wins.
_RECORDS = (
    ("fastest_slap", "best_ms", True),
    ("fastest_median", "median_ms", True),
    ("longest_streak", "longest_streak", False),
    ("most_wins", "wins", False),
    ("most_games", "games", False),
    ("most_calls_right", "calls_right", False),
    ("most_bluffs", "bluffs_told", False),
)
