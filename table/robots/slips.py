"""How often robots slip, as people do, in ways that the table notices and helps to put right.

Shares are those of the population's people. Who is keen is careful. Nobody slips by the rules alone, nor where
people lay a robot's cards.
"""

from table.values import Value


class Slips(Value):
    """Probabilities: to lay a card that does not fit, to forget the button, to be late in a race."""

    misfit: float = 0.0
    forgets: float = 0.0
    dreams: float = 0.0


LATE_S = (1.5, 5.6)  # who dreams is so much later
OF_KIND: dict[str, Slips] = {"easy": Slips(misfit=0.05, forgets=0.03, dreams=0.03), "keen": Slips()}
