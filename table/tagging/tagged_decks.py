"""The decks of this table: cards, corrections and tags.

A deck does not belong to a game: it serves every game that is played with it, and is tagged once for all of them. A new
tag takes effect once it has been written to the deck's file. Emulated cards need no such file.
"""

from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from pathlib import Path

from table import cards, games
from table.complaints import BadInput, none_of
from table.facts import is_made_up
from table.files import write_atomically
from table.games.boxes import KnownDeck
from table.games.game import agreed
from table.saying import say
from table.sensing.short_uids import cards_of
from table.tagging import corrections, tags
from table.tagging.owned import Written, as_owned, corrected, labels, written
from table.values import Value, field, replace


class Kind(Value):
    """Cards with the same name: that name, the first card's code, how many there are, and how many carry a tag."""

    label: str
    code: str
    cards: int
    tagged: int


class Deck(Value, dict=True):
    """A snapshot of a deck: its labels by code, in order, and its tags. `problem` says why it cannot be read.

    `games` maps the games that can be played with it to their titles, and `usual` names those that usually use it.
    `printed` is what is on its cards after the owner's `corrections`, and `shipped` the original; `assumed` has
    sentences about cards that have not been checked against a real deck.
    """

    name: str
    title: str
    games: Mapping[str, str]
    labels: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[bytes, str] = field(default_factory=dict)
    problem: str | None = None
    printed: cards.Deck = field(default_factory=list)
    shipped: cards.Deck = field(default_factory=list)
    corrections: str = ""
    assumed: tuple[str, ...] = ()
    usual: frozenset[str] = frozenset()

    @cached_property
    def tagged(self) -> frozenset[str]:
        """The codes of the cards that carry a tag."""
        return frozenset(self.tags.values()) & frozenset(self.labels)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The cards by name, in the order of the deck."""
        first: dict[str, str] = {}
        for code, label in self.labels.items():
            first.setdefault(label, code)
        there = Counter(self.labels.values())
        tagged = Counter(self.labels[code] for code in self.tagged)
        return tuple(Kind(label, code, there[label], tagged[label]) for label, code in first.items())


class TaggedDecks:
    """Every deck with its tags and corrections: in files next to a database or, without one, only in memory."""

    def __init__(self, known: Mapping[str, Mapping[bytes, str]], database: Path | None = None) -> None:
        """Start with the tags in `known`, which maps each deck to its cards by UID."""
        self._known = games.decks()
        self._database = database
        self._corrections: dict[str, str] = {}  # where there is no file
        self._kept = {deck: dict(tagged) for deck, tagged in known.items()}
        self._carried: dict[bytes, str] = {}
        self._live: dict[str, dict[bytes, str]] = {}  # by game
        self._cards: dict[str, cards.Deck] = {}
        self._pictures: dict[str, Deck] = {}

    @classmethod
    def read(cls, database: Path) -> "TaggedDecks":
        """Read the tags of every deck. Raise BadInput, naming file and key, if a tag is invalid or in two decks."""
        paths = {deck: tags.path_of(database, deck) for deck in games.decks()}
        known = {deck: tags.read(path) for deck, path in paths.items()}
        found: dict[bytes, str] = {}
        for deck, uid in ((deck, uid) for deck, tagged in known.items() for uid in tagged):
            other = found.setdefault(uid, deck)
            if other != deck:
                mine, theirs = known[deck][uid], f"{known[other][uid]} in {paths[other]}"
                raise BadInput(
                    say(
                        "{paths}: {hex}: this tag cannot be {mine}: it is {theirs} already",
                        paths=paths[deck],
                        hex=uid.hex(),
                        mine=mine,
                        theirs=theirs,
                    )
                )
        return cls(known, database)

    def carry(self, known: Mapping[bytes, str]) -> None:
        """Add tags that are in no file: those of emulated cards."""
        self._carried = dict(known)
        self._pictures.clear()
        for game in self._live:
            self._refresh(game)

    def of(self, game: str) -> Mapping[bytes, str]:
        """Return a live view of a game's tags, from all of its decks."""
        if game not in self._live:
            self._live[game] = {}
            self._refresh(game)
        return self._live[game]

    def of_game(self, game: str) -> list[str]:
        """Return the decks of a game, the usual one first."""
        decks = [deck for deck, known in self._known.items() if game in known.boxes]
        if not decks:
            raise BadInput(none_of("game", games.boxes(), game))
        return sorted(decks, key=lambda deck: game not in self._known[deck].usual)

    def tags(self, deck: str) -> dict[bytes, str]:
        labels = self.deck(deck).labels
        return {uid: card for uid, card in self._carried.items() if card in labels} | self._kept.get(deck, {})

    def owner(self, uid: bytes) -> tuple[str, str] | None:
        """Return the deck and card of a tag, or None if no deck has it or its truncated UID matches several."""
        owners = self._owners(uid)
        return owners[0] if len(owners) == 1 else None

    def _owners(self, uid: bytes) -> list[tuple[str, str]]:
        """Return the decks and cards that a tag may belong to; a truncated UID can match several."""
        kept = ((deck, tagged[uid]) for deck, tagged in self._kept.items() if uid in tagged)
        card = self._carried.get(uid, "")
        carried = ((deck, card) for deck in self._known if card in self.deck(deck).labels)
        cut = [(deck, card) for deck, tagged in self._kept.items() for card in sorted(cards_of(uid, tagged))]
        return next(([owner] for owner in chain(kept, carried)), cut)

    def owners(self, name: str, options: Mapping[str, object]) -> cards.Deck | None:
        """Return the cards that a game uses with these options, as corrected by this table's owner.

        Return None if there are no corrections. Raise BadInput, naming the file or option, if one is invalid.
        """
        game = games.find(name)
        texts = {deck: self._written(deck) for deck in self.of_game(name)}
        return as_owned(game, {deck: text for deck, text in texts.items() if text is not None}, agreed(game, options))

    def deck(self, deck: str) -> Deck:
        """Return a snapshot of a deck. Raise BadInput if no deck has that name."""
        if deck not in self._pictures:
            self._pictures[deck] = self._drawn(deck)
        return self._pictures[deck]

    def pictures(self) -> Mapping[str, Deck]:
        """Return a snapshot of every deck, by name."""
        return {deck: self.deck(deck) for deck in self._known}

    def having(self, game: str, card: str) -> str:
        """Return the game's deck that contains a card, or the game's usual deck if none does."""
        decks = self.of_game(game)
        return next((deck for deck in decks if card in self.deck(deck).labels), decks[0])

    def add(self, deck: str, uid: bytes, card: str) -> None:
        """Tag a card. Raise BadInput, and change nothing, if the tag belongs to another card or cannot be saved."""
        self._check(deck, uid, card)
        self._write(deck, add={uid: card})

    def take_back(self, deck: str, uid: bytes) -> None:
        """Forget one tag."""
        self._write(deck, forget=(uid,))

    def forget(self, deck: str, card: str) -> None:
        """Forget every tag of a card. Raise BadInput, and change nothing, if the card has none."""
        mine = tuple(uid for uid, tagged in self._kept.get(deck, {}).items() if tagged == card)
        if not mine:
            raise BadInput(say("card: {card} carries no tag that could be forgotten", card=repr(card)))
        self._write(deck, forget=mine)

    def replace(self, deck: str, wanted: Mapping[bytes, str]) -> None:
        """Replace all tags of a deck. Raise BadInput, and change nothing, if a new tag is invalid."""
        for uid, card in wanted.items():
            self._check(deck, uid, card, anew=True)
        gone = tuple(uid for uid in self._kept.get(deck, {}) if uid not in wanted)
        before = self._kept.get(deck, {})
        self._write(deck, forget=gone, add={uid: card for uid, card in wanted.items() if before.get(uid) != card})

    def corrections(self, deck: str) -> str:
        """Return the text of a deck's corrections, empty if there are none. Raise BadInput if it cannot be read."""
        text = self._written(deck)
        return "" if text is None else text.text

    def correct(self, deck: str, text: str) -> None:
        """Replace a deck's corrections. Raise BadInput, and change nothing, if that fails or makes the deck invalid."""
        left = {card["code"] for card in corrected(self._find(deck), Written(text))}
        lost = sorted(card for card in self._kept.get(deck, {}).values() if card not in left)
        if lost:
            raise BadInput(
                say("{lost} carries a tag: forget its tags first, if your box does not have that card", lost=lost[0])
            )
        if self._database is None:
            self._corrections[deck] = text
        else:
            write_atomically(corrections.path_of(self._database, deck), text.encode(), folder=True)
        self._cards.pop(deck, None)
        self._changed(deck)

    def _check(self, deck: str, uid: bytes, card: str, *, anew: bool = False) -> None:
        labels = self.deck(deck).labels
        tags.uid_of(uid.hex())
        if card not in labels:
            close = get_close_matches(card, labels, n=1)
            if close:
                meant = say("the deck has no card {card}; did you mean {close}?", card=repr(card), close=close[0])
                raise BadInput(say("{hex}: {complaint}", hex=uid.hex(), complaint=meant))
            raise BadInput(say("{hex}: the deck has no card {card}", hex=uid.hex(), card=repr(card)))
        if is_made_up(uid.hex()):
            raise BadInput(say("{hex}: a phone makes this up, a new one each time: it cannot be a card", hex=uid.hex()))
        owners = self._owners(uid)
        if len(owners) > 1:
            cards = ", ".join(mine for _, mine in owners)
            raise BadInput(
                say(
                    "{hex}: a reader has cut this UID, and it can be any of {cards}: touch another reader with it",
                    hex=uid.hex(),
                    cards=cards,
                )
            )
        owner = owners[0] if owners else None
        if owner is not None and owner != (deck, card) and not (anew and owner[0] == deck):
            raise BadInput(
                say(
                    "{hex}: this tag is {owner} of {title} already",
                    hex=uid.hex(),
                    owner=owner[1],
                    title=self._find(owner[0]).deck.title,
                )
            )

    def _write(self, deck: str, *, forget: tuple[bytes, ...] = (), add: Mapping[bytes, str] | None = None) -> None:
        if self._database is not None:
            tags.change(tags.path_of(self._database, deck), forget=forget, add=add)
        left = {uid: card for uid, card in self._kept.get(deck, {}).items() if uid not in forget}
        self._kept[deck] = {**left, **(add or {})}
        self._changed(deck)

    def _changed(self, deck: str) -> None:
        self._pictures.pop(deck, None)
        for game in self._find(deck).boxes:
            if game in self._live:
                self._refresh(game)

    def _refresh(self, game: str) -> None:
        live = self._live[game]
        live.clear()
        live.update(self._carried)
        for deck in self.of_game(game):
            live.update(self._kept.get(deck, {}))

    def _find(self, deck: str) -> KnownDeck:
        if deck not in self._known:
            raise BadInput(none_of("deck", self._known, deck))
        return self._known[deck]

    def _written(self, deck: str) -> Written | None:
        if self._database is not None:
            return written(self._database, deck)
        text = self._corrections.get(deck)
        return Written(text) if text else None

    def _drawn(self, name: str) -> Deck:
        known = self._find(name)
        titles = {game: box.title for game, box in known.boxes.items()}
        empty = Deck(name, known.deck.title, titles, usual=known.usual, shipped=known.deck.cards)
        text = ""
        try:
            text = self.corrections(name)
            if name not in self._cards:
                self._cards[name] = corrected(known, self._written(name))
        except BadInput as error:  # wrong corrections: pages show the problem, and other games can be played
            return replace(empty, problem=str(error), corrections=text)
        printed = self._cards[name]
        called = labels(known, printed)
        mine = {uid: card for uid, card in (self._carried | self._kept.get(name, {})).items() if card in called}
        return replace(empty, labels=called, tags=mine, printed=printed, corrections=text, assumed=known.deck.assumed)
