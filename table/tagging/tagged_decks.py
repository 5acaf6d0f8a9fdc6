"""The decks of this table: each game's cards, with the owner's corrections, and which tag is which card.

What is tagged is written to the deck's file first, and known from that moment on. The tags of emulated cards may be
known by themselves; those stand in no file.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from table import cards, games
from table.complaints import BadInput
from table.facts import is_made_up
from table.files import write_atomically
from table.games.boxes import Box, assumed
from table.games.game import Options, agreed
from table.tagging import corrections, tags


@dataclass(frozen=True)
class Kind:
    """Cards that people call the same: how, the code of the first of them, how many there are and carry a tag."""

    label: str
    code: str
    cards: int
    tagged: int


@dataclass(frozen=True)
class Deck:
    """A deck at one moment: its cards' labels by code, in their order, and its tags. `problem`: it cannot be read.

    `printed` is what is on its cards as the owner corrects them by his file, `corrections`, and `shipped` what stands
    in the file that is shipped; `assumed` says in sentences what of that nobody has seen.
    """

    game: str
    title: str
    labels: Mapping[str, str]
    tags: Mapping[bytes, str] = field(default_factory=dict)
    problem: str | None = None
    printed: cards.Deck = field(default_factory=list)
    shipped: cards.Deck = field(default_factory=list)
    corrections: str = ""
    assumed: tuple[str, ...] = ()

    @cached_property
    def tagged(self) -> frozenset[str]:
        """The codes of the cards that carry a tag."""
        return frozenset(self.tags.values()) & frozenset(self.labels)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The cards by what people call them, in the order of the deck."""
        first: dict[str, str] = {}
        for code, label in self.labels.items():
            first.setdefault(label, code)
        there = Counter(self.labels.values())
        tagged = Counter(self.labels[code] for code in self.tagged)
        return tuple(Kind(label, code, there[label], tagged[label]) for label, code in first.items())


def owners_deck(game: Box, database: Path, options: Options | None = None) -> cards.Deck | None:
    """Read a deck as its owner corrects it, as far as it is played with these options (None: all of it).

    Return None if there are no corrections. Raise BadInput, which names their file.
    """
    path = corrections.path_of(database, game.name)
    if not path.exists():
        return None
    try:
        return _corrected(game, corrections.read(path), options)
    except BadInput as error:
        raise BadInput(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None


def _corrected(game: Box, text: str, options: Options | None = None) -> cards.Deck:
    """Correct a deck as a file says. Raise BadInput if that makes none."""
    deck = corrections.corrected(game.deck(None), corrections.parsed(text))
    cards.catalogue(deck, game.card)
    return [card for card in deck if card["code"] not in _left_out(game, options)]


def _left_out(game: Box, options: Options | None) -> set[str]:
    """Name the shipped cards that are not played with these options."""
    every, played = ({card["code"] for card in game.deck(agreed)} for agreed in (None, options))
    return every - played


class TaggedDecks:
    """Every deck with its tags and corrections: kept in files beside a database, or without one in memory only."""

    def __init__(self, known: Mapping[str, Mapping[bytes, str]], database: Path | None = None) -> None:
        """`known` says by game which card carries which tag."""
        self._games = games.boxes()
        self._database = database
        self._corrections: dict[str, str] = {}  # where there is no file
        self._kept = {game: dict(tagged) for game, tagged in known.items()}
        self._carried: dict[bytes, str] = {}
        self._live: dict[str, dict[bytes, str]] = {}
        self._cards: dict[str, cards.Deck] = {}
        self._pictures: dict[str, Deck] = {}

    @classmethod
    def read(cls, database: Path) -> "TaggedDecks":
        """Read the tags of every game. Raise BadInput, which names file and key."""
        return cls({game: tags.read(tags.path_of(database, game)) for game in games.boxes()}, database)

    def carry(self, known: Mapping[bytes, str]) -> None:
        """Know tags that are in no file: those of emulated cards."""
        self._carried = dict(known)
        for game in list(self._live):
            self._changed(game)

    def of(self, game: str) -> Mapping[bytes, str]:
        """Tell which tag is which card in a game; what is returned follows every change."""
        if game not in self._live:
            self._changed(game)
        return self._live[game]

    def owner(self, uid: bytes) -> tuple[str, str] | None:
        """Tell the game and the card that a tag is for; None if no deck knows it."""
        kept = ((game, tagged[uid]) for game, tagged in self._kept.items() if uid in tagged)
        card = self._carried.get(uid, "")
        carried = ((game, card) for game in self._games if card in self.deck(game).labels)
        return next(chain(kept, carried), None)

    def owners(self, name: str, options: Mapping[str, Any]) -> cards.Deck | None:
        """Give the cards of a game as this table's owner has them, as far as these options play with them.

        Return None if he has corrected none. Raise BadInput, which names their file, or the option that is wrong.
        """
        game = games.find(name)
        return self._owned(game, agreed(game, options))

    def deck(self, game: str) -> Deck:
        """Show a deck. Raise BadInput if there is no such game."""
        if game not in self._pictures:
            self._pictures[game] = self._drawn(game)
        return self._pictures[game]

    def pictures(self) -> Mapping[str, Deck]:
        """Show every deck, by game."""
        return {game: self.deck(game) for game in self._games}

    def add(self, game: str, uid: bytes, card: str) -> None:
        """Tag a card. Raise BadInput, and change nothing, if the tag belongs to another or cannot be kept."""
        self._check(game, uid, card)
        self._write(game, add={uid: card})

    def take_back(self, game: str, uid: bytes) -> None:
        """Forget one tag."""
        self._write(game, forget=(uid,))

    def forget(self, game: str, card: str) -> None:
        """Forget every tag of a card. Raise BadInput, and change nothing, if it has none that could be forgotten."""
        mine = tuple(uid for uid, tagged in self._kept.get(game, {}).items() if tagged == card)
        if not mine:
            raise BadInput(f"card: {card!r} carries no tag that could be forgotten")
        self._write(game, forget=mine)

    def replace(self, game: str, wanted: Mapping[bytes, str]) -> None:
        """Let a deck carry these tags and no others. Raise BadInput, and change nothing, if one cannot be."""
        for uid, card in wanted.items():
            self._check(game, uid, card, anew=True)
        gone = tuple(uid for uid in self._kept.get(game, {}) if uid not in wanted)
        before = self._kept.get(game, {})
        self._write(game, forget=gone, add={uid: card for uid, card in wanted.items() if before.get(uid) != card})

    def corrections(self, game: str) -> str:
        """Read the file that corrects a deck; nothing, if none does. Raise BadInput if it cannot be read."""
        if self._database is None:
            return self._corrections.get(game, "")
        return corrections.read(corrections.path_of(self._database, game))

    def correct(self, game: str, text: str) -> None:
        """Let this file correct a deck. Raise BadInput, and change nothing, if it makes none, or cannot be kept."""
        left = {card["code"] for card in _corrected(games.box(game), text)}
        lost = sorted(card for card in self._kept.get(game, {}).values() if card not in left)
        if lost:
            raise BadInput(f"{lost[0]} carries a tag: forget its tags first, if your box does not have that card")
        if self._database is None:
            self._corrections[game] = text
        else:
            write_atomically(corrections.path_of(self._database, game), text.encode(), folder=True)
        self._cards.pop(game, None)
        self._changed(game)

    def _check(self, game: str, uid: bytes, card: str, *, anew: bool = False) -> None:
        labels = self.deck(game).labels
        tags.uid_of(uid.hex())
        if card not in labels:
            close = get_close_matches(card, labels, n=1)
            guess = f"; did you mean {close[0]}?" if close else ""
            raise BadInput(f"{uid.hex()}: the deck has no card {card!r}{guess}")
        if is_made_up(uid.hex()):
            raise BadInput(f"{uid.hex()}: this is made up by a phone, anew each time: it cannot be a card")
        owner = self.owner(uid)
        if owner is not None and owner != (game, card) and not (anew and owner[0] == game):
            raise BadInput(f"{uid.hex()}: this tag is {owner[1]} of {games.box(owner[0]).title} already")

    def _write(self, game: str, *, forget: tuple[bytes, ...] = (), add: Mapping[bytes, str] | None = None) -> None:
        if self._database is not None:
            tags.change(tags.path_of(self._database, game), forget=forget, add=add)
        left = {uid: card for uid, card in self._kept.get(game, {}).items() if uid not in forget}
        self._kept[game] = {**left, **(add or {})}
        self._changed(game)

    def _changed(self, game: str) -> None:
        live = self._live.setdefault(game, {})
        live.clear()
        live.update({**self._carried, **self._kept.get(game, {})})
        self._pictures.pop(game, None)

    def _owned(self, box: Box, options: Options | None = None) -> cards.Deck | None:
        if self._database is not None:
            return owners_deck(box, self._database, options)
        text = self._corrections.get(box.name)
        return _corrected(box, text, options) if text else None

    def _drawn(self, name: str) -> Deck:
        box = games.box(name)
        shipped = box.deck(None)
        text = ""
        try:
            text = self.corrections(name)
            if name not in self._cards:
                corrected = self._owned(box)
                self._cards[name] = shipped if corrected is None else corrected
        except BadInput as error:  # the owner's corrections; pages tell, and other games can be played
            return Deck(name, box.title, {}, problem=str(error), shipped=shipped, corrections=text)
        labels = {code: card.label for code, card in cards.catalogue(self._cards[name], box.card).items()}
        mine = {uid: card for uid, card in self.of(name).items() if card in labels}
        printed, unseen = self._cards[name], assumed(box)
        return Deck(name, box.title, labels, mine, printed=printed, shipped=shipped, corrections=text, assumed=unseen)
