"""People who play Mito: honest where they are asked, and cheats where nobody looks.

They know no line of `table.games`: book.py is their own reading of the rules, box.py has the cards where they are.
"""

from collections.abc import Mapping, Sequence

from table.household.evening import Doing, Evening
from table.household.findings import Finding, Record
from table.household.mito.comparison import compare
from table.household.mito.game import plays
from table.household.mito.party import Party


class MitoHousehold:
    """People for a game of Mito."""

    # What thirty games reliably bring.
    exercised = (
        "slap_races", "match_races", "ties", "missing", "late_slaps", "false_starts", "questions", "doubles",
        "vanished", "calls_confessed", "calls_denied", "calls_withdrawn", "retakes", "gifts", "refused", "moths",
        "draws", "spiders", "ants", "outs", "reshuffled",
    )  # fmt: skip
    counted = ()
    needs: Mapping[str, int] = {}  # three sit down at least
    without = ()
    revealing = ("card_played", "play_refused")  # of two dropped as one either may be named
    opening = ("log_opened",)
    counts_hands = False

    def sit_down(self, evening: Evening, deck: Sequence[Record]) -> Party:
        """Let people sit down with a box of cards."""
        return Party(evening, [card["code"] for card in deck if card["code"] != "guard"])

    def plays(self, party: Party) -> Doing:
        """Play a whole game."""
        return plays(party)

    def secrets(self, party: Party) -> Mapping[str, float]:
        """Name the cards of which nobody may be told now: those that lie hidden, and those that are gone."""
        return party.secrets

    def owners(self, party: Party) -> Mapping[str, int]:
        """Tell that nobody may know them."""
        return {}

    def compare(self, deeds: Sequence[Record], told: Sequence[Record]) -> list[Finding]:
        """Find what a table told otherwise than it was."""
        return compare(deeds, told)


HOUSEHOLD = MitoHousehold()
