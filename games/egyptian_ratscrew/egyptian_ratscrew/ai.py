"""Egyptian Ratscrew for a robot."""

from egyptian_ratscrew import EGYPTIAN_RATSCREW, rules
from table.ai.slapping import SlapAI


class RatscrewAI(SlapAI):
    """A game of slaps with the rules of Egyptian Ratscrew."""

    box, rules, state = EGYPTIAN_RATSCREW, rules, rules.State
