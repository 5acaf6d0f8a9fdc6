"""A study's figures and their 95% intervals: shares by Wilson's method, means by Student's t, medians by resampling."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, median, quantiles, stdev
from typing import Any

from cardtable_lab.study.factors import Variant
from cardtable_lab.study.playing import Played
from table.robots.duel import wilson
from table.values import Value

Interval = tuple[float, float, float]  # a figure, and the bounds of its 95% interval

_RESAMPLED = 400
_FEWEST = 8  # cards with fewer holders are left out
_Z = NormalDist().inv_cdf(0.975)


class Strength(Value):
    """A card's strength: `better` is by how many points its holders beat the round's average.

    `seats` is the number of holders; `won` is the share of games that they won.
    """

    seats: int
    better: Interval
    won: Interval


class Found(Value):
    """The results of one variant."""

    variant: Variant
    games: int
    shares: Mapping[int, Interval]
    turns: Interval
    quarters: tuple[float, float]
    points: Interval
    cards: Mapping[str, Strength]

    def as_json(self) -> dict[str, Any]:
        return {
            "set": dict(self.variant.set),
            "games": self.games,
            "shares": {str(seat): _rounded(one) for seat, one in self.shares.items()},
            "turns": {"median": _rounded(self.turns), "quarters": [round(one, 2) for one in self.quarters]},
            "points": _rounded(self.points),
            "cards": {
                name: {"seats": card.seats, "better": _rounded(card.better), "won": _rounded(card.won)}
                for name, card in self.cards.items()
            },
        }


def found(variant: Variant, played: Sequence[Played]) -> Found:
    """Return the figures of a variant, from at least one game."""
    few = few_points_win(played)
    seats = sorted(played[0].totals)
    wins = {seat: sum(1 / len(one.winners) for one in played if seat in one.winners) for seat in seats}
    turns = [one.turns for one in played]
    return Found(
        variant=variant,
        games=len(played),
        shares={seat: wilson(wins[seat], len(played)) for seat in seats},
        turns=_median(turns),
        quarters=_quarters(turns),
        points=mean([points for one in played for points in one.totals.values()]),
        cards=_cards(played, few=few),
    )


def few_points_win(played: Sequence[Played]) -> bool:
    """Return whether the fewest points win, judged by the points of the winners."""
    fewest = most = 0
    for game in played:
        won = [game.totals[seat] for seat in game.winners]
        if won and min(game.totals.values()) < max(game.totals.values()):
            fewest += min(won) == min(game.totals.values())
            most += max(won) == max(game.totals.values())
    return fewest > most


def mean(values: Sequence[float]) -> Interval:
    """Return a mean and its 95% interval (Student 1908); the interval of a single value is infinite.

    >>> [round(one, 2) for one in mean([1, 2, 3, 4])]
    [2.5, 0.45, 4.55]
    """
    middle, number = fmean(values), len(values)
    if number < 2:
        return middle, float("-inf"), float("inf")
    spread = _student(number - 1) * stdev(values) / sqrt(number)
    return middle, middle - spread, middle + spread


def _student(freedom: int) -> float:
    """Return the 0.975 quantile of Student's t: up to 4 degrees from a table, else by Abramowitz and Stegun, 26.7.5."""
    if freedom <= 4:
        return (12.706, 4.303, 3.182, 2.776)[freedom - 1]
    z, n = _Z, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def _median(values: Sequence[int]) -> Interval:
    """Return a median and its 95% interval, by resampling (Efron 1979) with a fixed seed."""
    chance = Random(len(values))  # noqa: S311 - not a secret
    again = sorted(median(chance.choices(values, k=len(values))) for _ in range(_RESAMPLED))
    cut = round(0.025 * _RESAMPLED)
    return median(values), again[cut], again[-cut - 1]


def _quarters(values: Sequence[int]) -> tuple[float, float]:
    if len(values) < 2:
        return float(values[0]), float(values[0])
    low, _, high = quantiles(values, n=4, method="inclusive")
    return low, high


def _cards(played: Sequence[Played], *, few: bool) -> dict[str, Strength]:
    """Return the strength of each kind of card, strongest first."""
    better: dict[str, list[float]] = defaultdict(list)
    won: dict[str, float] = defaultdict(float)
    for game in played:
        for each in game.rounds:
            everybody = fmean(each.scores.values())
            for seat, cards in each.had.items():
                ahead = (each.scores[seat] - everybody) * (-1 if few else 1)
                for card in cards:
                    better[card].append(ahead)
                    won[card] += 1 / len(game.winners) if seat in game.winners else 0
    strengths = {
        card: Strength(len(values), mean(values), wilson(won[card], len(values)))
        for card, values in better.items()
        if len(values) >= _FEWEST
    }
    return dict(sorted(strengths.items(), key=lambda pair: (-pair[1].better[0], pair[0])))


def _rounded(one: Interval) -> list[float]:
    return [round(value, 4) for value in one]
