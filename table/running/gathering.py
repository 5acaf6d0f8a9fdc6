"""A game that still lacks players: who is there, and how many are missing.

Nobody stands in for missing players. Once enough have said their names, the game begins by itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from table import games
from table.board import Gathering
from table.complaints import BadInput
from table.saying import both, many, say
from table.values import replace
from table.view import SeatView, View

_WORDS = ("", say("One"), say("Two"), say("Three"), say("Four"), say("Five"), say("Six"), say("Seven"), say("Eight"))


def gathered(
    game: str,
    players: Sequence[str | None],
    options: Mapping[str, Any],
    catalogue: Sequence[Mapping[str, Any]] | None = None,
) -> Gathering:
    """Return the gathering of these people. Raise BadInput if two of them have the same name."""
    gathering = Gathering(game, tuple(players), options, catalogue, missing(game, players))
    if len(set(gathering.names.values())) < len(gathering.names):
        raise BadInput(say("players: two of them have the same name"))
    return gathering


def waiting(gathering: Gathering, seats: int) -> View:
    """Return the view of a table where these people wait for others."""
    return replace(no_game(seats, gathering.names), headline=_headline(gathering), prompt=_prompt(gathering))


def _headline(gathering: Gathering) -> str:
    there = list(gathering.names.values())
    if not there:
        return say("Welcome")
    return say("{who} is here", who=there[0]) if len(there) == 1 else say("{who} are here", who=both(there))


def _prompt(gathering: Gathering) -> str:
    count, number = gathering.missing, _WORDS[gathering.missing]
    if gathering.names:
        return many(
            "{number} more is needed: take a seat and say your name.",
            "{number} more are needed: take a seat and say your name.",
            count,
            number=number,
        )
    return many(
        "{number} is needed: take a seat and say your name.",
        "{number} are needed: take a seat and say your name.",
        count,
        number=number,
    )


def missing(game: str, players: Sequence[str | None]) -> int:
    """Return how many more players a game needs; 0 if there are enough. Raise BadInput if there is no such game."""
    return max(0, games.find(game).fewest_seats - sum(name is not None for name in players))


def no_game(seats: int, names: Mapping[int, str] | None = None) -> View:
    """Return the view of a table without a game; `names` are those who sit there."""
    names = names or {}
    places = tuple(SeatView(seat=seat, name=names.get(seat)) for seat in range(1, seats + 1))
    return View(seats=places, prompt=say("No game is on."))
