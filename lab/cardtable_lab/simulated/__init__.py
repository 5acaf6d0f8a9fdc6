"""Simulated people who handle cards, one package for each game (entry point group `cardtable.populations`).

They see an emulated tabletop, the names of cards, and the public view, but not the table's state or its rules.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from cardtable_lab.simulated.comparing import Finding, Record
from cardtable_lab.simulated.witness import Witness
from table.complaints import BadInput
from table.emulated.tabletop import Touching
from table.packages import Group
from table.robots.environment import Doing, Environment, Hands, Say
from table.saying import message
from table.values import Value

_GROUP = Group("cardtable.populations", message("simulated players cannot play {game}"))


class Population(Protocol):
    """Simulated players of a game.

    `exercised` names the counts that thirty games reliably increase, `counted` those that only some games increase.
    `needs` gives the number of players that a count requires, if more than two. `without` names the counts that stay 0
    because the game has no races or no secrets. `revealing` names the events that make the card they name public,
    `opening` those that make all of a round's secrets public. `counts_hands` is true if hand sizes are public.
    `witness` is the class that records what robots and people do.
    """

    exercised: tuple[str, ...]
    counted: tuple[str, ...]
    needs: Mapping[str, int]
    without: tuple[str, ...]
    revealing: tuple[str, ...]
    opening: tuple[str, ...]
    counts_hands: bool
    witness: type[Witness]

    def sit_down(self, environment: Environment, deck: Sequence[Record]) -> Any:
        """Seat players with a deck, each card a record with its `code` and printed fields; return the players."""
        ...

    def plays(self, players: Any) -> Doing:
        """Wait until the table shows a game, then play it to its end."""
        ...

    def secrets(self, players: Any) -> Mapping[str, float]:
        """Map each card that is secret now to the time (s) at which it became secret."""
        ...

    def owners(self, players: Any) -> Mapping[str, int]:
        """Map each secret card to the one seat that may know it."""
        ...

    def compare(self, deeds: Sequence[Record], events: Sequence[Record]) -> list[Finding]:
        """Compare the ground truth with the delivered events; return the differences."""
        ...


class Seated(Value):
    """Players at a table, and what they share."""

    people: Population
    environment: Environment
    players: Any

    @property
    def secrets(self) -> Mapping[str, float]:
        """Each card that is secret now, mapped to the time (s) at which it became secret."""
        return self.people.secrets(self.players)

    @property
    def owners(self) -> Mapping[str, int]:
        """Each secret card, mapped to the one seat that may know it."""
        return self.people.owners(self.players)


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
    touching: Touching | None = None,
) -> Seated:
    """Seat players with a deck of cards; they begin to play when the table shows a game.

    `agreed` holds the options that differ from the defaults, such as the number of rounds. `touching`
    is what players know about the readers. The same seed gives the same players. Raise BadInput for an unknown game.
    """
    people, chance = find(game), Random(f"household {seed}")  # noqa: S311 - chance, no secret
    environment = Environment(hands, say, chance, now_ns=now_ns, seats=seats, agreed=agreed or {}, touching=touching)
    players = people.sit_down(environment, deck)
    environment.env.process(people.plays(players))
    return Seated(people, environment, players)


def names() -> list[str]:
    """Return the games that simulated players can play."""
    return _GROUP.names()


def own() -> list[str]:
    """Return the games whose simulated players come with this project."""
    return _GROUP.own()


def find(game: str) -> Population:
    """Return the population for a game. Raise BadInput for a game without simulated players."""
    try:
        people: Population = _GROUP.load(game)
    except KeyError:
        raise BadInput(f"game: simulated players play {', '.join(names())}, not {game!r}") from None
    return people
