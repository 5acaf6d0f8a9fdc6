"""Simulated people with real hands, found by game (entry point group `cardtable.households`).

They see an emulated tabletop, names of cards, and what everybody sees; never what the table thinks, nor its rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from random import Random
from typing import Any, Protocol

from table.complaints import BadInput
from table.household.evening import Doing, Evening, Hands, Say
from table.household.findings import Finding, Record

GROUP = "cardtable.households"


class Household(Protocol):
    """People who know a game. `exercised` names what thirty of their games reliably bring, `counted` what some bring.

    `needs` says how many people one of these needs, if not two. `revealing` names the events that may name a secret
    card, which is none any more then, `opening` those that tell all that was secret in a round; `counts_hands` tells
    whether everybody may know how many cards each holds. `without` names the counts that cannot rise: the game has no
    races, or no secrets.
    """

    exercised: tuple[str, ...]
    counted: tuple[str, ...]
    needs: Mapping[str, int]
    without: tuple[str, ...]
    revealing: tuple[str, ...]
    opening: tuple[str, ...]
    counts_hands: bool

    def sit_down(self, evening: Evening, deck: Sequence[Record]) -> Any:
        """Let people sit down with a deck: of each card its `code`, and what is printed on it; return their party."""
        ...

    def plays(self, party: Any) -> Doing:
        """Play a whole game, from the moment at which the table shows one."""
        ...

    def secrets(self, party: Any) -> Mapping[str, float]:
        """Name the cards of which nobody may be told now, and since when, in s."""
        ...

    def owners(self, party: Any) -> Mapping[str, int]:
        """Tell who may know some of them nevertheless, by card: the seat whose it is."""
        ...

    def compare(self, deeds: Sequence[Record], told: Sequence[Record]) -> list[Finding]:
        """Find what everybody was told otherwise than it truly was."""
        ...


@dataclass(frozen=True)
class Gathering:
    """People at a table, and what they share."""

    people: Household
    evening: Evening
    party: Any

    @property
    def secrets(self) -> Mapping[str, float]:
        """The cards of which nobody may be told now, and since when, in s."""
        return self.people.secrets(self.party)

    @property
    def owners(self) -> Mapping[str, int]:
        """Who may know some of them nevertheless."""
        return self.people.owners(self.party)


def gather(
    game: str,
    hands: Hands,
    say: Say,
    *,
    seed: int,
    seats: Sequence[int],
    deck: Sequence[Record],
    now_ns: int,
    agreed: Record | None = None,
) -> Gathering:
    """Let people sit down to a game, with a deck of cards, and begin to play it when the table shows one.

    `agreed` are the options that differ from the usual ones: people know how many rounds they play.

    The same seed gives the same people. Raise BadInput if nobody knows the game.
    """
    people, chance = find(game), Random(f"household {seed}")  # noqa: S311 - chance, no secret
    evening = Evening(hands, say, chance, now_ns=now_ns, seats=seats, agreed=agreed or {})
    party = people.sit_down(evening, deck)
    evening.env.process(people.plays(party))
    return Gathering(people, evening, party)


def names() -> list[str]:
    """Name the games that simulated people can play."""
    return sorted(point.name for point in entry_points(group=GROUP))


def find(game: str) -> Household:
    """Find people for a game. Raise BadInput if there are none."""
    for point in entry_points(group=GROUP):
        if point.name == game:
            people: Household = point.load()
            return people
    raise BadInput(f"game: simulated people play {', '.join(names())}, not {game!r}")
