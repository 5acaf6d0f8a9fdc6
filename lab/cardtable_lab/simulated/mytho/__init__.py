"""Simulated people who play Mytho: some like to bluff, some like to contest, some are quick.

They use no rules from `table.games`: book.py is their own reading of the rules, and `Box` keeps track of every card.
"""

from collections.abc import Mapping, Sequence

from cardtable_lab.simulated.comparing import Finding, Record
from cardtable_lab.simulated.mytho.game import plays
from cardtable_lab.simulated.mytho.players import Players
from cardtable_lab.simulated.mytho.witness import MythoWitness, compare
from table.robots.environment import Doing, Environment


class MythoPopulation:
    """Simulated players of Mytho."""

    # What thirty games reliably exercise.
    exercised = (
        "draws", "passes", "hidden", "bluffs", "doubted_rightly", "doubted_wrongly", "let_pass", "played_on",
        "together", "refused", "retakes", "won_hidden", "won_by_contest",
    )  # fmt: skip
    counted = ()
    needs: Mapping[str, int] = {"together": 3}
    without = ("wrong_log",)
    revealing = ("contest_settled",)
    opening = ()
    counts_hands = True
    witness = MythoWitness

    def sit_down(self, environment: Environment, deck: Sequence[Record]) -> Players:
        """Seat players with a deck of cards."""
        return Players(environment, [card["code"] for card in deck])

    def plays(self, players: Players) -> Doing:
        """Play a whole game."""
        return plays(players)

    def secrets(self, players: Players) -> Mapping[str, float]:
        """Return the secret cards: those that lie face down."""
        return players.secrets

    def owners(self, players: Players) -> Mapping[str, int]:
        """Return an empty mapping, because nobody may know a face-down card."""
        return {}

    def compare(self, deeds: Sequence[Record], events: Sequence[Record]) -> list[Finding]:
        """Compare a table's events with the ground truth."""
        return compare(deeds, events)


POPULATION = MythoPopulation()
