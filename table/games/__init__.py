"""The games, each a folder of pure rules, discovered only through entry points (group `cardtable.games`).

Scorings add up the points of cards on a real table. They are discovered the same way (group `cardtable.scores`), and
exist even for games that cannot be played here. Every game and scoring comes with a box of cards.
"""

import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from table import events, languages, packages
from table.cards import catalogue
from table.complaints import BadInput, none_of, short
from table.event import Kinds, kinds
from table.facts import MOST_SEATS
from table.games import described
from table.games.boxes import Box, KnownDeck, Scoring, decks_of
from table.games.game import Game
from table.saying import message, say

USUAL = "mito"  # the default game; no other code names it, except in its own folders

_SHARED = kinds(events)


def names() -> list[str]:
    """Return the names of all games that can be played, in alphabetical order."""
    return _GAMES.names()


def own() -> list[str]:
    """Return the games bundled with the table, in alphabetical order; the table's language files cover them."""
    return _GAMES.own()


def find(name: str) -> Game[Any, Any]:
    """Load a game by its name. Raise BadInput if there is no such game, or its package fails to load."""
    try:
        game: Game[Any, Any] = _GAMES.load(name)
    except KeyError:
        raise BadInput(none_of("game", names(), name)) from None
    return game


def title(name: str) -> str:
    """Return a game's title, or its name if its package is missing or fails to load."""
    try:
        return find(name).title
    except BadInput:
        return name


@packages.cached
def events_of(name: str | None) -> Kinds:
    """Return a game's event classes by event name, including those shared by all games.

    If `name` is None, return only those. Raise BadInput if there is no game of that name.
    """
    return _SHARED if name is None else {**_SHARED, **find(name).events}


def scoring(name: str) -> Scoring:
    """Load the scoring of a game. Raise BadInput if it has no scoring, or its package fails to load."""
    try:
        found: Scoring = _SCORES.load(name)
    except KeyError:
        known = ", ".join(scores())
        text = say("game: points are counted for {known}, not for {game}", known=known, game=short(name))
        raise BadInput(text) from None
    return found


def scores() -> list[str]:
    """Return the names of all games that have a scoring, in alphabetical order."""
    return _SCORES.names()


def boxes() -> list[str]:
    """Return the names of all games whose cards are known, in alphabetical order."""
    return sorted({*names(), *scores()})


def box(name: str) -> Box:
    """Return a game's box. Raise BadInput if there is no such game."""
    return scoring(name) if name in scores() and name not in names() else find(name)


def decks() -> Mapping[str, KnownDeck]:
    """Return the decks that games are played with, keyed by deck name, in the order of the games.

    Raise BadInput if two games use the same name for different decks.
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
    """Resolve a deck's name, or a game's name to its default deck. Raise BadInput for any other name."""
    known = decks()
    usual = {game: deck for deck, one in known.items() for game in one.usual}
    if name not in known and name not in usual:
        shared = [deck for deck in known if deck not in usual]
        decks_too = f" or a deck ({', '.join(shared)})" if shared else ""
        raise BadInput(f"expected a game ({', '.join(usual)}){decks_too}, not {short(name)}")
    return name if name in known else usual[name]


def _tried_game(name: str, game: Game[Any, Any]) -> None:
    """Check a game by calling what game lists call. If this raises, the game is left out, with the error as reason."""
    if game.name != name:
        raise BadInput(f"it is called {short(game.name)}, not {name!r} as its entry point says")
    if not 1 <= game.fewest_seats <= game.most_seats <= MOST_SEATS:
        raise BadInput(f"it is for {game.fewest_seats} to {game.most_seats} players, and a table has 1 to {MOST_SEATS}")
    for seats in range(game.fewest_seats, game.most_seats + 1):
        game.zones(seats), game.face_up(seats)
    described.presets(game), described.choices(game.choices)
    assert {**_SHARED, **game.events}  # noqa: S101 - it is a mapping
    _tried_cards(name, game, [find(one) for one in _GAMES.before(name)])
    languages.bring(Path(inspect.getfile(type(game))).parent / "languages")


def _tried_scoring(name: str, found: Scoring) -> None:
    """Check a scoring by calling what scoring lists call."""
    described.presets(found)
    if name not in names():
        others = [one for one in _SCORES.before(name) if one not in names()]
        _tried_cards(name, found, [*map(find, names()), *map(scoring, others)])


def _tried_cards(name: str, box: Box, before: Sequence[Box]) -> None:
    """Check the cards of a box. Raise BadInput if an earlier box has a different deck with the same name."""
    catalogue(box.deck(box.options()), box.card)
    decks = {deck.name: deck for deck in decks_of(box)}
    for other in before:
        for deck in decks_of(other):
            if decks.get(deck.name, deck) != deck:
                raise BadInput(f"deck {deck.name}: {other.name} and {name} mean different cards by it")


_GAMES = packages.Group(packages.GAMES, message("{game} cannot be played"), _tried_game)
_SCORES = packages.Group("cardtable.scores", message("points of {game} cannot be counted"), _tried_scoring)
