"""Reaction times of people and robots."""

from math import log
from random import Random

_USUAL_S, _SPREAD, _QUICKEST_S = 0.45, 0.3, 0.18  # a log-normal distribution, as people's reaction times have

FIDGETS_S = (6.0, 30.0)  # how long a hand rests that nobody has asked for anything


def reaction_s(chance: Random) -> float:
    """Draw a person's reaction time, in s."""
    return max(_QUICKEST_S, chance.lognormvariate(log(_USUAL_S), _SPREAD))
