"""Simulated people who play Mythology GO: they lay, hide, destroy and fuse cards, aim, accuse, and make mistakes.

They use no rules from `table.games`: book.py is their own reading of the rules, and counting.py adds up their points.
"""

from collections.abc import Mapping, Sequence

from cardtable_lab.simulated.comparing import Finding, Record
from cardtable_lab.simulated.mythology_go.game import plays
from cardtable_lab.simulated.mythology_go.players import Players
from cardtable_lab.simulated.mythology_go.witness import MythologyGoWitness, compare
from table.robots.environment import Doing, Environment


class MythologyGoPopulation:
    """Simulated players of Mythology GO."""

    # What thirty games reliably exercise.
    exercised = (
        "closed", "forbidden", "left_forbidden", "refused", "retakes", "spells", "destroyed", "not_due", "stayed",
        "fused", "used", "searched", "extra", "aimed", "accused", "identified", "rounds",
    )  # fmt: skip
    counted = ("pairs_destroyed",)
    needs: Mapping[str, int] = {}
    without = ("wrong_race", "wrong_log")
    revealing = ("cards_revealed", "card_destroyed", "card_resurrected")
    opening = ()
    counts_hands = True
    witness = MythologyGoWitness

    def sit_down(self, environment: Environment, deck: Sequence[Record]) -> Players:
        """Seat players with a deck of cards."""
        return Players(environment, deck)

    def plays(self, players: Players) -> Doing:
        """Play a whole game."""
        return plays(players)

    def secrets(self, players: Players) -> Mapping[str, float]:
        """Return the cards that only their owners may know: Deities and face-down cards."""
        return players.secrets

    def owners(self, players: Players) -> Mapping[str, int]:
        """Map each secret card to its owner's seat."""
        return players.owners

    def compare(self, deeds: Sequence[Record], events: Sequence[Record]) -> list[Finding]:
        """Compare a table's events with the ground truth."""
        return compare(deeds, events)


POPULATION = MythologyGoPopulation()
