"""The robot policy for Slapjack."""

from slapjack import SLAPJACK, rules
from table.ai.slapping import SlapAI


class SlapjackAI(SlapAI):
    """The policy for slapping games, applied to the rules of Slapjack."""

    box, rules, state = SLAPJACK, rules, rules.State
