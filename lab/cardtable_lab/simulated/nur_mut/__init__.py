"""Simulated people who play Nur Mut: some are brave, some are timid.

They use no rules from `table.games`: book.py is their own reading of the rules, and `Box` keeps track of every card.
"""

from collections.abc import Mapping, Sequence

from cardtable_lab.simulated.comparing import Finding, Record
from cardtable_lab.simulated.nur_mut.game import plays
from cardtable_lab.simulated.nur_mut.players import Players
from cardtable_lab.simulated.nur_mut.witness import NurMutWitness, compare
from table.robots.environment import Doing, Environment


class NurMutPopulation:
    """Simulated players of Nur Mut."""

    # What thirty games reliably exercise.
    exercised = (
        "courage", "rewarded", "failed", "lots", "begun_anew", "jokers", "covered", "passes", "under", "refused",
        "retakes",
    )  # fmt: skip
    counted = ("questions",)
    needs: Mapping[str, int] = {}
    without = ("wrong_race", "wrong_log", "secrets_leaked")
    revealing = ()
    opening = ()
    counts_hands = True
    witness = NurMutWitness

    def sit_down(self, environment: Environment, deck: Sequence[Record]) -> Players:
        """Seat players with a box of cards."""
        return Players(environment, deck)

    def plays(self, players: Players) -> Doing:
        """Play a whole game."""
        return plays(players)

    def secrets(self, players: Players) -> Mapping[str, float]:
        """Return an empty mapping, because there are no secret cards."""
        return {}

    def owners(self, players: Players) -> Mapping[str, int]:
        """Return an empty mapping, because no seat has secret cards."""
        return {}

    def compare(self, deeds: Sequence[Record], events: Sequence[Record]) -> list[Finding]:
        """Compare a table's events with the ground truth."""
        return compare(deeds, events)


POPULATION = NurMutPopulation()
