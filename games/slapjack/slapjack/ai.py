"""How robots play Slapjack."""

from slapjack import SLAPJACK, rules
from table.ai.slapping import SlapAI


class SlapjackAI(SlapAI):
    """The policy for games of slaps, with the rules of Slapjack."""

    box, rules, state = SLAPJACK, rules, rules.State
