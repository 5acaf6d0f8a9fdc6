"""A player's standing in a game over the years."""

from collections.abc import Mapping, Sequence
from functools import cache
from statistics import mean
from typing import Any, NamedTuple

from table.history.counting import Count
from table.history.summary import Termination
from table.values import Value

# -- Ratings of players, game by game: OpenSkill's Plackett-Luce model (Weng and Lin 2011), computed only from places


class Rating(NamedTuple):
    """A player's strength and its uncertainty; initially 25 and 25/3."""

    mu: float = 25.0
    sigma: float = 25.0 / 3


def rated(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings after a game with the given places; with fewer than two players they do not change."""
    if len(before) < 2:
        return list(before)
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(one.mu, one.sigma) for (one,) in after]


def alike(ratings: Mapping[int, Rating], names: Mapping[int, str]) -> Mapping[int, Rating]:
    """Return ratings by seat; seats with the same name, which are robots of one kind, get the mean of their ratings.

    >>> alike({1: Rating(20, 8), 2: Rating(26, 6), 3: Rating(22, 7)}, {1: "easy", 2: "keen", 3: "easy"})[1]
    Rating(mu=21, sigma=7.5)
    """
    of = {name: [ratings[seat] for seat, other in names.items() if other == name] for name in names.values()}
    shared = {name: Rating(mean(one.mu for one in some), mean(one.sigma for one in some)) for name, some in of.items()}
    return {seat: shared[name] for seat, name in names.items()}


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce

    return PlackettLuce()


class Standing(Value):
    """A player's standing in one game.

    `games`, `wins`, `points` and the streaks of consecutive wins count only games played to their end; the other fields
    count all games. Times are in ms; None if the player never pressed in a race.
    """

    game: str
    games: int
    wins: int
    points: int
    mu: float
    sigma: float
    races: int
    median_ms: float | None
    best_ms: float | None
    last: int
    calls_right: int
    calls_wrong: int
    bluffs_told: int
    bluffs_doubted: int
    bluffs_found_out: int
    streak: int
    longest_streak: int

    @classmethod
    def of(cls, game: str, parts: Sequence[tuple[Count, Rating, Termination]]) -> "Standing":
        """Sum up a player's games of one kind; `parts` has the counts, rating and ending of each, oldest first."""
        from statistics import median

        ended = [count for count, _, how in parts if how == "completed"]
        counts = [count for count, *_ in parts]
        times = [ms for count in counts for ms in count.times_ms]
        streak, longest = _streaks([count.won for count in ended])
        return cls(
            game=game,
            games=len(ended),
            wins=sum(count.won for count in ended),
            points=sum(count.points for count in ended),
            mu=parts[-1][1].mu,
            sigma=parts[-1][1].sigma,
            races=len(times) + sum(count.missed for count in counts),
            median_ms=median(times) if times else None,
            best_ms=min(times, default=None),
            last=sum(count.last for count in counts),
            calls_right=sum(count.calls_right for count in counts),
            calls_wrong=sum(count.calls_wrong for count in counts),
            bluffs_told=sum(count.bluffs_told for count in counts),
            bluffs_doubted=sum(count.bluffs_doubted for count in counts),
            bluffs_found_out=sum(count.bluffs_found_out for count in counts),
            streak=streak,
            longest_streak=longest,
        )


def _streaks(won: Sequence[bool]) -> tuple[int, int]:
    """Return the current and the longest winning streak.

    >>> _streaks([True, True, False, True])
    (1, 2)
    """
    now = longest = 0
    for entry in won:
        now = now + 1 if entry else 0
        longest = max(longest, now)
    return now, longest
