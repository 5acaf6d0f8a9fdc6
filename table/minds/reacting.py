"""How quick people are, and how much they see, and so robots: nobody is quicker for being clever, or sees more."""

from math import log
from random import Random

_USUAL_S, _SPREAD, _QUICKEST_S = 0.45, 0.3, 0.18  # a log-normal distribution, as people's reaction times have

SEES = 0.35  # share of the times that somebody sees others lay several cards as one


def reaction_s(chance: Random) -> float:
    """Draw a person's reaction time, in s."""
    return max(_QUICKEST_S, chance.lognormvariate(log(_USUAL_S), _SPREAD))
