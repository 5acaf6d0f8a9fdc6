"""The games, each a folder of pure rules, found by entry point (group `cardtable.games`) and by nothing else.

What counts the points of cards that lie before people is found in the same way (group `cardtable.scores`), also for a
game that cannot be played here. Either brings a box of cards.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from table import events
from table.complaints import BadInput, short
from table.event import Kinds, kinds
from table.games.boxes import Box, KnownDeck, Scoring, decks_of
from table.games.game import Game

GROUP = "cardtable.games"
SCORES = "cardtable.scores"
USUAL = "mito"  # played where nobody says what; no other line names one, but for its own folders

_SHARED = kinds(events)


def names() -> list[str]:
    """Name every game that is installed, in alphabetical order."""
    return sorted(_installed())


def find(name: str) -> Game[Any, Any]:
    """Load a game by its name. Raise BadInput if there is none."""
    if name not in _installed():
        raise BadInput(f"game: expected one of {', '.join(names())}, not {short(name)}")
    game: Game[Any, Any] = _installed()[name].load()
    return game


@cache
def events_of(name: str | None) -> Kinds:
    """Find the events that may be told in a game, by name: those that games share, and its own. None: the former.

    Raise BadInput if there is no such game.
    """
    return _SHARED if name is None else {**_SHARED, **find(name).events}


def scoring(name: str) -> Scoring:
    """Load what counts the points of a game. Raise BadInput if nothing does."""
    if name not in _scores():
        raise BadInput(f"game: points are counted for {', '.join(scores())}, not for {short(name)}")
    found: Scoring = _scores()[name].load()
    return found


def scores() -> list[str]:
    """Name every game whose points can be counted without playing it, in alphabetical order."""
    return sorted(_scores())


def boxes() -> list[str]:
    """Name every game whose cards are known, in alphabetical order."""
    return sorted({*_installed(), *_scores()})


def box(name: str) -> Box:
    """Find a game's box. Raise BadInput if there is none."""
    return find(name) if name in _installed() or name not in _scores() else scoring(name)


def decks() -> Mapping[str, KnownDeck]:
    """Gather the decks that games are played with, by name, in the order of the games.

    Raise BadInput if two games mean different cards by one name.
    """
    found: dict[str, KnownDeck] = {}
    for name in boxes():
        played = decks_of(box(name))
        for deck in played:
            before = found.get(deck.name, KnownDeck(deck, {}))
            if before.deck != deck:
                raise BadInput(f"deck {deck.name}: {next(iter(before.boxes))} and {name} mean different cards by it")
            usual = before.usual | {name} if deck is played[0] else before.usual
            found[deck.name] = KnownDeck(deck, {**before.boxes, name: box(name)}, usual)
    return found


def deck_named(name: str) -> str:
    """Name a deck, or the one that a game is usually played with. Raise BadInput if there is neither."""
    known = decks()
    usual = {game: deck for deck, one in known.items() for game in one.usual}
    if name not in known and name not in usual:
        shared = [deck for deck in known if deck not in usual]
        decks_too = f" or a deck ({', '.join(shared)})" if shared else ""
        raise BadInput(f"expected a game ({', '.join(usual)}){decks_too}, not {short(name)}")
    return name if name in known else usual[name]


@cache  # to look is to read files, and pictures are drawn with the name of their game
def _installed() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _scores() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=SCORES)}
