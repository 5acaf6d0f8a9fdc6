"""A deck as its owner has it: the shipped one with corrections, checked by every game that uses it."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from table import cards, toml
from table.complaints import BadInput
from table.games.boxes import Box, KnownDeck, decks_of
from table.games.game import Options
from table.saying import say
from table.tagging import corrections


class Written(NamedTuple):
    """An owner's corrections of a deck, as TOML, and their path if they are in a file."""

    text: str
    path: Path | None = None


def written(database: Path, deck: str) -> Written | None:
    """Return a deck's corrections; None if there are none. Raise BadInput if they cannot be read."""
    path = corrections.path_of(database, deck)
    return Written(toml.read(path), path) if path.exists() else None


def owners_deck(game: Box, database: Path, options: Options | None = None) -> cards.Deck | None:
    """Return a game's cards as their owner has them, those used with these options (None: all of them).

    Return None if there are no corrections. Raise BadInput, which names the file.
    """
    texts = {deck.name: written(database, deck.name) for deck in decks_of(game)}
    return as_owned(game, {deck: text for deck, text in texts.items() if text is not None}, options)


def as_owned(game: Box, texts: Mapping[str, Written], options: Options | None) -> cards.Deck | None:
    """Return a game's cards with these corrections; None if there are none. Raise BadInput as `owners_deck` does."""
    if not texts:
        return None
    played = _codes(game.deck(options))
    decks = [deck for deck in decks_of(game) if _codes(deck.cards) & played]
    if not any(deck.name in texts for deck in decks):
        return None
    owned: cards.Deck = []
    for deck in decks:
        left_out = _codes(deck.cards) - played
        owned += _checked(deck, game, texts.get(deck.name), left_out)
    return owned


def corrected(known: KnownDeck, text: Written | None) -> cards.Deck:
    """Return a corrected deck. Raise BadInput if it is invalid, or a game cannot be played with it."""
    if text is None:
        return known.deck.cards
    deck = _corrected(known.deck, text)
    for game in known.boxes.values():
        left_out = _codes(known.deck.cards) - _codes(game.deck(None))
        try:
            _checked(known.deck, game, text, left_out)
        except BadInput as error:
            raise BadInput(str(error) if len(known.boxes) == 1 else f"{error} (in {game.title})") from None
    return deck


def labels(known: KnownDeck, deck: cards.Deck) -> dict[str, str]:
    """Return the names of an owner's cards by code, whichever game is played with them."""
    if known.deck.called:
        return {card["code"]: known.deck.label(card) for card in deck}
    first = next(iter(known.boxes.values()))
    return {code: card.label for code, card in cards.catalogue(deck, first.card).items()}


def _checked(deck: cards.PhysicalDeck, game: Box, text: Written | None, left_out: Collection[str]) -> cards.Deck:
    """Correct a deck, and leave some cards out. Raise BadInput, which names the file, if a game cannot use it."""
    owned = [card for card in _corrected(deck, text) if card["code"] not in left_out]
    try:
        cards.catalogue(owned, game.card)
    except BadInput as error:
        raise _named(text, error) from None
    return owned


def _corrected(deck: cards.PhysicalDeck, text: Written | None) -> cards.Deck:
    if text is None:
        return deck.cards
    try:
        return corrections.corrected(deck.cards, corrections.parsed(text.text))
    except BadInput as error:
        raise _named(text, error) from None


def _named(text: Written | None, error: BadInput) -> BadInput:
    return (
        error
        if text is None or text.path is None
        else BadInput(say("{path}: {error}", path=text.path, error=error.text))
    )


def _codes(deck: cards.Deck) -> set[str]:
    return {card["code"] for card in deck}
