"""Ratings of players, game by game: OpenSkill's Plackett-Luce model (Weng and Lin 2011), from places alone."""

from collections.abc import Mapping, Sequence
from functools import cache
from statistics import mean
from typing import Any, NamedTuple


class Rating(NamedTuple):
    """A strength and how uncertain it is; at first 25 and 25/3."""

    mu: float = 25.0
    sigma: float = 25.0 / 3


def rated(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return ratings after a game with these places; with fewer than two players nothing is learned."""
    if len(before) < 2:
        return list(before)
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(one.mu, one.sigma) for (one,) in after]


def alike(ratings: Mapping[int, Rating], names: Mapping[int, str]) -> Mapping[int, Rating]:
    """Return ratings by seat where those of one name, several robots of a kind, share their mean.

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
