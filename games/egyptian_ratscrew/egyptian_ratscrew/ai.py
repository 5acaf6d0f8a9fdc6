"""How robots play Egyptian Ratscrew."""

from egyptian_ratscrew import EGYPTIAN_RATSCREW, rules
from table.ai.slapping import SlapAI


class RatscrewAI(SlapAI):
    """The policy for slapping games, with the rules of Egyptian Ratscrew."""

    box, rules, state = EGYPTIAN_RATSCREW, rules, rules.State
