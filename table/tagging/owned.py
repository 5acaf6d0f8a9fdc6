"""A deck as its owner has it: the shipped deck with corrections, checked by every game that uses it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from table import cards, files, games
from table.cards import PhysicalDeck
from table.complaints import BadInput
from table.files import write_atomically
from table.games.boxes import Box, KnownDeck, decks_of
from table.games.game import Options
from table.saying import both, say
from table.tagging import corrections, tags


class Written(NamedTuple):
    """An owner's corrections of a deck, as TOML, and their path if they are in a file."""

    text: str
    path: Path | None = None


def written(database: Path, deck: str) -> Written | None:
    """Return a deck's corrections, or None if there are none. Raise BadInput if they cannot be read."""
    path = corrections.path_of(database, deck)
    return Written(files.read(path), path) if path.exists() else None


def owners_deck(game: Box, database: Path, options: Options | None = None) -> cards.Deck | None:
    """Return the cards that a game uses with these options (all cards if None), as corrected by their owner.

    Return None if there are no corrections. Raise BadInput, naming the file, if they are invalid.
    """
    texts = {deck.name: written(database, deck.name) for deck in decks_of(game)}
    return as_owned(game, {deck: text for deck, text in texts.items() if text is not None}, options)


def as_owned(game: Box, texts: Mapping[str, Written], options: Options | None) -> cards.Deck | None:
    """Return a game's cards with corrections applied, or None if none apply. Raise BadInput as `owners_deck` does."""
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
            if len(known.boxes) == 1:
                raise
            raise BadInput(say("{error} (in {game})", error=error.text, game=game.title)) from None
    return deck


def labels(known: KnownDeck, deck: cards.Deck) -> dict[str, str]:
    """Return the names of an owner's cards by code, the same for all games."""
    if known.deck.called:
        return {card["code"]: known.deck.label(card) for card in deck}
    first = next(iter(known.boxes.values()))
    return {code: card.label for code, card in cards.catalogue(deck, first.card).items()}


def _checked(deck: cards.PhysicalDeck, game: Box, text: Written | None, left_out: Collection[str]) -> cards.Deck:
    """Return a corrected deck without `left_out`. Raise BadInput, naming the file, if a game cannot use it."""
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


# -- A one-time migration: tags and corrections stored by game are moved to decks
#
# A deck with the same name as its game needs no migration. The older file is kept under another name.

_Tell = Callable[[str], None]
_Home = Callable[[str], str]


def take_over(database: Path, tell: _Tell) -> None:
    """Migrate tags and corrections that are stored by game, calling `tell` with a sentence about each file.

    Raise BadInput, and leave a file unchanged, if its tags cannot be migrated. Corrections that cannot be migrated are
    only reported to `tell`, because other games can be played without them.
    """
    for game in games.boxes():
        tagged, corrected = tags.path_of(database, game), corrections.path_of(database, game)
        if not (tagged.exists() or corrected.exists()):
            continue
        decks = decks_of(games.box(game))
        if game in {deck.name for deck in decks}:
            continue
        try:
            _take(corrected, tell, lambda path, home: _share_corrections(database, path, home), decks)
        except BadInput as error:
            tell(f"{corrected}: it cannot be taken over: {str(error).removeprefix(f'{corrected}: ')}.")
        _take(tagged, tell, lambda path, home: _share_tags(database, path, home), decks)


def _take(
    old: Path, tell: _Tell, share: Callable[[Path, _Home], Mapping[Path, str]], decks: Sequence[PhysicalDeck]
) -> None:
    """Split a file among its decks, rename it, and report where its contents are now."""
    if not old.exists():
        return
    shared = share(old, lambda code: _home(decks, code))
    aside = _put_aside(old)
    found = both([f"{path.name} ({what})" for path, what in shared.items()]) if shared else "no file, for it was empty"
    tell(f"{old}: decks now serve all games, so its contents moved to {found}. The old file is now {aside.name}.")


def _home(decks: Sequence[PhysicalDeck], code: str) -> str:
    """Return the deck for a card: the first one with that card or copies of it, otherwise the usual deck."""
    stem = _stem(code)
    return next((deck.name for deck in decks if stem in {_stem(card["code"]) for card in deck.cards}), decks[0].name)


def _stem(code: str) -> str:
    """Return a card's code without its copy number.

    >>> _stem("red7.2"), _stem("7h")
    ('red7', '7h')
    """
    name, _, number = code.rpartition(".")
    return name if name and number.isdigit() else code


def _share_tags(database: Path, old: Path, home: _Home) -> dict[Path, str]:
    """Add a file's tags to its decks' files; existing tags are kept."""
    said: dict[Path, str] = {}
    for deck, text in tags.shared_out(old, home).items():
        path, mine = tags.path_of(database, deck), tags.parsed(old, text)
        if path.exists():
            there = tags.read(path)
            tags.change(path, add={uid: card for uid, card in mine.items() if uid not in there})
        else:
            write_atomically(path, text.encode())
        said[path] = f"{len(mine)} {'tag' if len(mine) == 1 else 'tags'}"
    return said


def _share_corrections(database: Path, old: Path, home: _Home) -> dict[Path, str]:
    """Write a file's corrections to its decks' files. Raise BadInput if such a file exists with other contents."""
    shared = {corrections.path_of(database, deck): text for deck, text in _corrections_by_deck(old, home).items()}
    for path, text in shared.items():
        if path.exists() and files.read(path) != text:
            raise BadInput(say("{path} exists, too: make one file of both", path=path))
    for path, text in shared.items():
        write_atomically(path, text.encode())
    return {path: both(corrections.parsed(text).codes) for path, text in shared.items()}


def _corrections_by_deck(old: Path, home: _Home) -> dict[str, str]:
    from table.tagging.lines import without

    text = files.read(old)
    return {
        deck: without(text, [code for code in corrections.parsed(text).codes if home(code) != deck])
        for deck in map(home, corrections.parsed(text).codes)
    }


def _put_aside(old: Path) -> Path:
    """Rename a file to an unused name that nothing reads. Raise BadInput if that fails."""
    names = (old.with_name(f"{old.name}.old{number or ''}") for number in range(1_000))
    aside = next(path for path in names if not path.exists())
    try:
        return old.rename(aside)
    except OSError as error:
        raise BadInput(say("{old}: this cannot be renamed: {what}", old=old, what=error.strerror or error)) from None
