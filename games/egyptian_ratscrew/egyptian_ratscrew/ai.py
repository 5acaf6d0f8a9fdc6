"""The robot policy for Egyptian Ratscrew."""

from egyptian_ratscrew import EGYPTIAN_RATSCREW, rules
from table.ai.slapping import SlapAI


class RatscrewAI(SlapAI):
    """The policy for slapping games, applied to the rules of Egyptian Ratscrew."""

    box, rules, state = EGYPTIAN_RATSCREW, rules, rules.State
