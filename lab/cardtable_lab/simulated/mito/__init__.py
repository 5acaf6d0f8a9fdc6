"""Simulated people who play Mito: they cheat, sometimes unseen, but answer questions honestly.

They use no rules from `table.games`: book.py is their own reading of the rules, and `Box` keeps track of every card.
"""

from collections.abc import Mapping, Sequence

from cardtable_lab.simulated.comparing import Finding, Record
from cardtable_lab.simulated.mito.game import plays
from cardtable_lab.simulated.mito.players import Players
from cardtable_lab.simulated.mito.witness import MitoWitness, compare
from table.robots.environment import Doing, Environment


class MitoPopulation:
    """Simulated players of Mito."""

    # What thirty games reliably exercise.
    exercised = (
        "slap_races", "match_races", "ties", "missing", "late_slaps", "false_starts", "questions", "doubles",
        "vanished", "calls_confessed", "calls_denied", "calls_withdrawn", "retakes", "gifts", "refused", "moths",
        "draws", "spiders", "ants", "outs", "reshuffled",
    )  # fmt: skip
    counted = ()
    needs: Mapping[str, int] = {}  # at least three players
    without = ()
    revealing = ("card_played", "play_refused")  # either of two cards dropped together may be named
    opening = ("log_opened",)
    counts_hands = False
    witness = MitoWitness

    def sit_down(self, environment: Environment, deck: Sequence[Record]) -> Players:
        """Seat players with a box of cards."""
        return Players(environment, [card["code"] for card in deck if card["code"] != "guard"])

    def plays(self, players: Players) -> Doing:
        """Play a whole game."""
        return plays(players)

    def secrets(self, players: Players) -> Mapping[str, float]:
        """Return the secret cards: those that are hidden or have vanished."""
        return players.secrets

    def owners(self, players: Players) -> Mapping[str, int]:
        """Return an empty mapping, because nobody may know these cards."""
        return {}

    def compare(self, deeds: Sequence[Record], events: Sequence[Record]) -> list[Finding]:
        """Compare a table's events with the ground truth."""
        return compare(deeds, events)


POPULATION = MitoPopulation()
