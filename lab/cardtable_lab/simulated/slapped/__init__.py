"""Simulated people who turn cards up on one pile and slap it with their buttons (`table.games.kit.slapped`).

They use none of the table's rules. Each game has a `Book`, an independent reading of its rules. A package subclasses
`Book` and names `SlapPopulation(ItsBook)` as its entry point in the `cardtable.populations` group.
"""

from collections.abc import Mapping, Sequence

from cardtable_lab.simulated.comparing import (
    RULINGS,
    Finding,
    Record,
    indexed,
    misread,
    of,
    unheard,
    unnoticed,
    wrong_totals,
)
from cardtable_lab.simulated.slapped.book import Book as Book
from cardtable_lab.simulated.slapped.book import Said as Said
from cardtable_lab.simulated.slapped.players import Players, plays
from cardtable_lab.simulated.slapped.witness import Referee, SlapWitness
from table.robots.environment import Doing, Environment


class SlapPopulation:
    """Simulated players of a game of slaps that is defined by its `book`."""

    # What thirty games reliably exercise, and what only some of them exercise.
    exercised: tuple[str, ...] = ("slapped", "false_slaps", "early", "late", "doubles")
    counted = ("ties", "covered", "refused", "outs")
    needs: Mapping[str, int] = {}
    without = ("wrong_log", "secrets_leaked")  # no event contains a card that is not shown
    revealing = ("card_played", "play_refused")
    opening = ()
    counts_hands = True
    witness = SlapWitness

    def __init__(self, book: type[Book], *exercised: str) -> None:
        self._book, self.exercised = book, (*self.exercised, *exercised)

    def sit_down(self, environment: Environment, deck: Sequence[Record]) -> Players:
        """Seat players and deal them the whole deck as piles."""
        book = self._book(environment.seats, len(deck), environment.agreed)
        return Players(environment, book, [str(card["code"]) for card in deck])

    def plays(self, players: Players) -> Doing:
        """Play a whole game."""
        return plays(players)

    def secrets(self, players: Players) -> Mapping[str, float]:
        """Map each card put under the pile, and not turned up since, to the time (s) at which it was put there."""
        return dict(players.paid)

    def owners(self, players: Players) -> Mapping[str, int]:
        """Return an empty mapping, because nobody may know a card under the pile."""
        return {}

    def compare(self, deeds: Sequence[Record], events: Sequence[Record]) -> list[Finding]:
        """Compare a table's events with the ground truth."""
        done, heard = indexed(deeds, "deed"), indexed(events, "event")
        dealt = done["dealt"][0]
        book = self._book(dealt["seats"], dealt["cards"], dealt["agreed"])
        return [
            *unheard(done),
            *misread(of(heard, *RULINGS), done),
            *unnoticed(done, heard, "card_played", "card_paid"),
            *wrong_totals(done, heard),
            *Referee(book, done, events).findings(),
        ]
