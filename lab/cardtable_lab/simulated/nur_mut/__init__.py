"""Simulated people who play Nur Mut: some are brave, some are timid.

They use nothing of `table.games`: book.py is their own reading of the rules, box.py knows where every card is.
"""

from collections.abc import Mapping, Sequence

from cardtable_lab.simulated.findings import Finding, Record
from cardtable_lab.simulated.nur_mut.comparison import compare
from cardtable_lab.simulated.nur_mut.game import plays
from cardtable_lab.simulated.nur_mut.party import Party
from cardtable_lab.simulated.nur_mut.witness import NurMutWitness
from table.robots.environment import Doing, Evening


class NurMutHousehold:
    """Simulated players of Nur Mut."""

    # What thirty games reliably bring.
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

    def sit_down(self, evening: Evening, deck: Sequence[Record]) -> Party:
        """Seat players with a box of cards."""
        return Party(evening, deck)

    def plays(self, party: Party) -> Doing:
        """Play a whole game."""
        return plays(party)

    def secrets(self, party: Party) -> Mapping[str, float]:
        """Return the secret cards: there are none."""
        return {}

    def owners(self, party: Party) -> Mapping[str, int]:
        """Return nothing: nobody may know them."""
        return {}

    def compare(self, deeds: Sequence[Record], told: Sequence[Record]) -> list[Finding]:
        """Compare a table's events with the ground truth."""
        return compare(deeds, told)


HOUSEHOLD = NurMutHousehold()
