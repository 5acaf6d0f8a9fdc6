"""Messages that come from data instead of code: words on cards, names of piles, options and choices."""

from collections.abc import Iterator
from typing import Any

from table import games
from table.cards import PhysicalDeck
from table.games.described import PRESET, words
from table.games.game import HOST_CHOICES
from table.wording import zone_name

KIT = "table"


def packaged() -> Iterator[tuple[str, Any]]:
    """Yield the installed games that are separate packages with their own translations."""
    yield from ((name, games.find(name)) for name in games.names() if name not in games.own())


def _ours() -> Iterator[tuple[str, Any]]:
    yield from ((name, games.find(name)) for name in games.own())


def _decks() -> Iterator[PhysicalDeck]:
    yield from {deck.name: deck for _, game in _ours() for deck in game.decks()}.values()


def nouns() -> Iterator[tuple[str, str]]:
    """Yield the names of things, each with the game that it belongs to."""
    for name, game in (*_ours(), *packaged()):
        for zone in game.zones(game.most_seats):
            if not zone.startswith("seat."):
                yield name, str(zone_name(zone).given.get("pile", zone))
    for deck in _decks():
        if deck.called:
            yield KIT, deck.called
            printed = {value for card in deck.cards for key, value in card.items() if key != "code"}
            yield from ((KIT, value) for value in sorted(one for one in printed if isinstance(one, str)))


def sentences() -> Iterator[tuple[str, str]]:
    """Yield the names and descriptions of options, presets, choices and decks, each with its game."""
    for choice in HOST_CHOICES:
        yield from ((KIT, choice.who), (KIT, choice.meaning))
    for name, game in (*_ours(), *packaged()):
        for option, field in game.options.model_fields.items():
            yield name, str(field.description)
            if option != PRESET:
                yield name, words(option)
        schema = game.options.model_json_schema()["properties"]
        for option in schema.values():
            yield from ((name, words(value)) for value in option.get("enum", [option.get("const")]) if value)
        for choice in game.choices:
            yield from ((name, choice.who), (name, choice.meaning))
    for deck in _decks():
        yield from ((KIT, said) for said in (deck.title, *deck.assumed))
