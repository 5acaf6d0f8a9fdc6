"""People at an emulated table: what they hold, and hands that lay it on the pads.

They pay what the table tells them to: who is told to draw has drawn, and what is taken back goes back to where it came
from. What they hold is kept in a file, as real hands outlast a table that is switched off.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import Any

import structlog
from pydantic import TypeAdapter, ValidationError

from table import games, moves
from table.board import Picture
from table.complaints import BadInput
from table.emulated import handling, undoing
from table.emulated.holdings import Holdings, Owed, Shuffle, Taking
from table.emulated.tabletop import Tabletop
from table.facts import GameStarted
from table.files import tighten, write_atomically
from table.games.game import PUBLIC, Dealing, Setup, prepare
from table.games.hands import Hands
from table.moves import Move

MOST_AT_ONCE = 2  # cards that a reader can tell apart on one spot
_log = structlog.get_logger()


@dataclass(frozen=True)
class Stack:
    """A stacked deck: what a seat is dealt, which cards are turned up, and which side of a card is up, if not any."""

    seat: int
    hand: tuple[str, ...]
    up: tuple[str, ...]
    sides: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class _Kept:
    """What the file holds: the holdings, and up to which event of which game they follow what was told.

    A game is known by its seed, too, for each database counts its own games; of no seed the number is believed.
    """

    held: Holdings = field(default_factory=Holdings)
    game_id: int | None = None
    told: int = 0
    seed: int | None = None

    def belongs_to(self, picture: Picture) -> bool:
        """Tell whether this is held in the game that a picture shows."""
        return self.game_id == picture.game_id and self.seed in (None, _seed(picture))


_KEPT: TypeAdapter[_Kept] = TypeAdapter(_Kept)


class People:
    """What people hold and do. Safe for any thread; every method raises BadInput for what hands cannot do.

    `changed` is called after every change, `keep` is the file, if they are to outlast the table. `tags` says which card
    really carries which tag: in a deck that people have tagged themselves the table may take one 4 for another.
    """

    def __init__(
        self, tabletop: Tabletop, *, keep: Path | None = None, tags: Mapping[bytes, str] | None = None
    ) -> None:
        self._tabletop = tabletop
        self._keep = keep
        self._tags = tags or {}
        self._lock = Lock()
        self._kept = _read(keep)
        self._picture = Picture()
        self.changed: Callable[[], None] = lambda: None

    @property
    def held(self) -> Holdings:
        """Who holds what."""
        return self._kept.held

    def is_to_deal(self, picture: Picture) -> bool:
        """Tell whether the cards of this round have not been dealt yet."""
        return _round(picture) is not None and self.held.dealt_for != _round(picture)

    def turns_up(self, picture: Picture) -> tuple[str, ...]:
        """Name the zones on which first cards are to be turned up: none as soon as something lies on a pile."""
        now = _round(picture)
        if picture.started is None or now is None or now != self.held.dealt_for or _is_laid(picture):
            return ()
        return _dealing(picture.started)[1].turn_up if self.held.draw else ()

    def is_bound(self, card: str, picture: Picture) -> bool:
        """Tell whether only the hands of a seat may move a card: it was dealt, and does not lie open before all.

        It follows from what everybody was told, so that no answer betrays where a card is.
        """
        return self.held.is_dealt(card) and card not in self._open(picture)

    def laid_by(self, uid: bytes, zone: str, at_ns: int) -> int | None:
        """Tell which seat's hand has touched a zone with a tag then: what a phone lays, its seat has laid."""
        return self._tabletop.laid_by(uid, zone, at_ns)

    # -- what the table says

    def follow(self, picture: Picture) -> None:
        """Do what the table has told since the last picture: draw, shuffle, take back. Older pictures say nothing."""
        told = () if picture.household else picture.events.get(PUBLIC, ())
        with self._lock:
            if picture.number < self._picture.number:
                return
            before = self._kept if self._kept.belongs_to(picture) else _Kept()
            held = before.held
            self._picture = picture
            for event in told[before.told :]:
                held = self._followed(held, event)
            after, changed = _Kept(held, picture.game_id, len(told), _seed(picture)), held != self._kept.held
            if after != self._kept:
                self._set(after, tell=changed)

    # -- what people do

    def deal(self, stack: Stack | None = None) -> None:
        """Collect all cards, shuffle and deal them, and turn the first up; who practises gets a stacked deck."""
        with self._lock:
            dealt_for, started = _round(self._picture), self._picture.started
            if started is None or dealt_for is None or not self.is_to_deal(self._picture):
                raise BadInput("there is nothing to deal now")
            setup, dealing = _dealing(started)
            deck = _shuffled(list(setup.cards))
            sides = _sides(deck)
            if stack is not None:
                deck = handling.stacked(deck, setup.seats, dealing, stack.seat, stack.hand, stack.up)
                sides |= stack.sides
            up = sides if dealing.in_piles else None
            self._turn_up(handling.dealt(deck, setup.seats, dealing, dealt_for, up), dealing)

    def turn_up(self) -> None:
        """Turn the draw pile's top card up where the game begins, as long as no card was seen there."""
        with self._lock:
            if self._picture.started is None:
                raise BadInput("no game is on")
            if self.held.dealt_for is None or self.held.dealt_for != _round(self._picture):
                raise BadInput("the cards of this round have not been dealt")
            if _is_laid(self._picture):
                raise BadInput("a card lies there already: only the first one is turned up")
            self._turn_up(self.held, _dealing(self._picture.started)[1])

    def lay(self, seat: int, cards: Sequence[str], zone: str) -> None:
        """Lay one card of a hand, or two as one; on a pad in front of a seat they are touched and stay in the hand."""
        if not 1 <= len(set(cards)) == len(cards) <= MOST_AT_ONCE:
            raise BadInput(f"cards: expected 1 to {MOST_AT_ONCE} different cards")
        if zone not in self._zones():
            raise BadInput(f"zone: this game has none that is called {zone!r}")
        with self._lock:
            after = handling.laid(self.held, seat, cards, zone)
            self._tabletop.drop(cards, zone, by=seat)
            if not zone.startswith("seat.") or self._lies_before(seat, zone):
                self._hold(after)

    def _lies_before(self, seat: int, zone: str) -> bool:
        """Tell whether cards that touch a pad lie before its player from then on."""
        started = self._picture.started
        return started is not None and zone == f"seat.{seat}" and _dealing(started)[1].laid_before

    def show(self, seat: int) -> None:
        """Touch every card of a hand to the seat's own pad, one after another."""
        self._tabletop.show(self.held.hand(seat), f"seat.{seat}", by=seat)

    def take(self, seat: int, card: str) -> None:
        """Touch a card that lies on a pile once more and take it back into the hand."""
        with self._lock:
            mine = self._really(card)
            after, zone = handling.taken(self.held, seat, mine, self._open(self._picture))
            self._tabletop.touch(mine, zone)
            self._hold(after)

    def touch(self, seat: int, cards: Sequence[str]) -> None:
        """Let cards touch the own pad as one: those of the hand lie before the player then, others did already."""
        if not 1 <= len(set(cards)) == len(cards) <= MOST_AT_ONCE:
            raise BadInput(f"cards: expected 1 to {MOST_AT_ONCE} different cards")
        with self._lock:
            zone = f"seat.{seat}"
            held = [card for card in cards if card not in self.held.pile(zone)]
            if held and not self._lies_before(seat, zone):
                raise BadInput("cards: nothing lies before players in this game")
            after = handling.laid(self.held, seat, held, zone) if held else self.held
            self._tabletop.drop(cards, zone, by=seat)
            self._hold(after)

    def search(self, seat: int) -> None:
        """Search the draw pile for the card that a seat has named, take it, and shuffle the rest."""
        view, started = self._picture.views.get(f"seat:{seat}", {}), self._picture.started
        cards = {} if started is None else _dealing(started)[0].cards
        sought = {self._really(code) for code in self._hands.sought(view, cards)}
        if not sought:
            raise BadInput("you have named no card to search for")
        order = {card: place for place, card in enumerate(_shuffled(list(cards)))}
        self._do(lambda held: handling.found(held, seat, sought, order))

    def move(self, card: str, zone: str) -> None:
        """Move a card that lies open before all to another pile, whose pad it touches."""
        if zone not in self._zones() or zone.startswith("seat."):
            raise BadInput(f"zone: this game has no pile that is called {zone!r}")
        with self._lock:
            moved = self._really(card)
            after = handling.moved(self.held, moved, zone, self._open(self._picture), seq=self._kept.told)
            self._tabletop.touch(moved, zone)
            self._hold(after)

    def draw(self, seat: int, count: int = 1) -> None:
        """Take the draw pile's top cards."""
        self._do(lambda held: handling.drawn(held, seat, count))

    def put_below(self, seat: int, cards: Sequence[str]) -> None:
        """Put cards of a hand under the draw pile."""
        self._do(lambda held: handling.put_below(held, seat, cards))

    def give(self, seat: int, card: str, to: int) -> None:
        """Give a card to another seat."""
        self._do(lambda held: handling.given(held, seat, card, to))

    def check_gift(self, seat: int, card: str, to: int) -> None:
        """See to it that a card can be given, before anybody is told of it."""
        handling.given(self.held, seat, card, to)

    def vanish(self, seat: int, card: str) -> None:
        """Let a card vanish."""
        self._do(lambda held: handling.vanished(held, seat, card))

    def fetch(self, seat: int, card: str) -> None:
        """Take a card back that had vanished."""
        self._do(lambda held: handling.fetched(held, seat, card))

    def put_back(self, seat: int, card: str) -> None:
        """Put a card on top of the draw pile."""
        self._do(lambda held: handling.put_back(held, seat, card))

    @property
    def _hands(self) -> Hands:
        """What the game that is on lets hands know; plain, if none is."""
        started = self._picture.started
        return Hands() if started is None else games.find(started.game).hands

    def _followed(self, held: Holdings, told: Mapping[str, Any]) -> Holdings:
        """Do what one event says."""
        game = None if self._picture.started is None else self._picture.started.game
        kind = games.events_of(game).get(told["event"])
        move = None if kind is None else kind.of(told).hands()
        return held if move is None else self._done(held, move, told["seq"])

    def _done(self, held: Holdings, move: Move, seq: int) -> Holdings:
        """Do what event `seq` says."""
        match move:
            case moves.Draw(seat, count):
                return handling.drawn(held, seat, count, seq=seq) if held.dealt_for else held
            case moves.Give(giver, receiver, count):
                return self._given(held, Owed(giver, receiver, count, seq))
            case moves.Settle(zone, None):
                return undoing.told_of_one(held, zone, seq)
            case moves.Settle(_, str(card)):
                return undoing.told_of(held, self._really(card), seq)
            case moves.ShuffleIn(zone):
                order = {card: place for place, card in enumerate(_shuffled(list(held.pile(zone))))}
                return handling.reshuffled(held, zone, order, top_stays=self._lies_open(zone))
            case moves.TakeBack(to_seq):
                return self._as_seen(undoing.undone(held, to_seq))
            case _:
                return self._done_with_piles(held, move, seq) if held.in_piles else held

    def _done_with_piles(self, held: Holdings, move: Move, seq: int) -> Holdings:
        """Do what event `seq` says where hands lie as piles."""
        match move:
            case moves.TurnOver(seat):
                return handling.turned_over(held, seat, seq=seq)
            case moves.PutUnder(seat):
                return handling.put_under(held, seat, seq=seq)
            case moves.TakePile(seat, None):
                return replace(held, taking=Taking(seat, seq))
            case moves.TakePile(seat, str(zone)):
                return handling.pile_taken(held, seat, zone, _shuffle(held), seq=seq)
            case moves.Refill(zone, card):
                card = self._really(card)
                if held.taking is not None:
                    seat, since = held.taking.seat, held.taking.seq
                    held = handling.pile_taken(held, seat, zone, _shuffle(held), seq=since, but=(card,))
                return undoing.told_of(held, card, seq)
            case _:
                return held

    def _as_seen(self, held: Holdings) -> Holdings:
        """Put before players what their own pictures say of the cards that not everybody was told of."""
        for seat in held.hands:
            lying = self._hands.laid(self._picture.views.get(f"seat:{seat}", {}), seat)
            if lying is not None:
                seen = {zone: frozenset(self._really(card) for card in cards) for zone, cards in lying.items()}
                held = undoing.as_seen(held, seat, seen)
        return held

    def _open(self, picture: Picture) -> frozenset[str]:
        """Find the cards that everybody was told lie open: the tops of piles, and what lies where it must not."""
        view = picture.views.get(PUBLIC, {})
        tops = (pile["top"] for pile in view.get("piles", {}).values() if pile["top"] is not None)
        wrong = (view.get("correction") or {}).get("cards", ())
        before = () if picture.started is None else games.find(picture.started.game).hands.lying_open(view)
        return frozenset(self._really(card, picture) for card in (*tops, *wrong, *before))

    def _given(self, held: Holdings, owed: Owed) -> Holdings:
        """Let whoever is owed cards draw them unseen, where cards are given like that; else note that they are owed."""
        started = self._picture.started
        if started is None or owed.to is None or _dealing(started)[1].gifts == "chosen":
            return handling.owing(held, owed)
        cards = _shuffled(list(held.hand(owed.seat)))[: owed.count]
        return handling.passed(held, owed.seat, owed.to, cards, seq=owed.seq)

    def _lies_open(self, zone: str) -> bool:
        """Tell whether the cards of a zone lie face up: then the top of its pile stays when that is shuffled."""
        started = self._picture.started
        return started is not None and zone in games.find(started.game).face_up(len(started.players))

    def _zones(self) -> tuple[str, ...]:
        """Name the zones of the game that is on, as far as the table has pads for them."""
        started = self._picture.started
        wanted = () if started is None else games.find(started.game).zones(len(started.players))
        return tuple(zone for zone in wanted if zone in self._tabletop.zones)

    def _really(self, card: str, picture: Picture | None = None) -> str:
        """Tell which card it is that the table calls so."""
        picture = picture or self._picture
        game = picture.started and picture.started.game
        deck = picture.decks.get(game or "")
        carrying = (uid for uid, named in (deck.tags if deck else {}).items() if named == card)
        return next((self._tags[uid] for uid in carrying if uid in self._tags), card)

    def _turn_up(self, held: Holdings, dealing: Dealing) -> None:
        for zone in dealing.turn_up:
            held, card = handling.turned_up(held, zone)
            self._tabletop.touch(card, zone)
        self._hold(held)

    def _do(self, act: Callable[[Holdings], Holdings]) -> None:
        with self._lock:
            self._hold(act(self.held))

    def _hold(self, held: Holdings) -> None:
        self._set(replace(self._kept, held=held))

    def _set(self, kept: _Kept, *, tell: bool = True) -> None:
        self._kept = kept
        if self._keep is not None:
            write_atomically(self._keep, _KEPT.dump_json(kept))
        if tell:
            self.changed()


def _seed(picture: Picture) -> int | None:
    return None if picture.started is None else picture.started.seed


def _round(picture: Picture) -> tuple[int, int] | None:
    """Tell which round of which game is on; None where no card has to be dealt, as in a household's own game."""
    view = picture.views.get(PUBLIC, {})
    if picture.game_id is None or picture.household or view.get("over") or not view.get("round"):
        return None
    return picture.game_id, view["round"]


def _dealing(started: GameStarted) -> tuple[Setup, Dealing]:
    game = games.find(started.game)
    setup = prepare(game, started)
    return setup, game.dealing(setup)


def _is_laid(picture: Picture) -> bool:
    """Tell whether the table has told of a card on a pile, or of one that lies where it must not."""
    view = picture.views.get(PUBLIC, {})
    return bool(view.get("correction")) or any(pile["count"] for pile in view.get("piles", {}).values())


def _shuffled(cards: list[str]) -> list[str]:
    secrets.SystemRandom().shuffle(cards)
    return cards


def _sides(cards: Sequence[str]) -> dict[str, int]:
    """Let chance say which side of each card is up."""
    return {card: secrets.randbelow(2) for card in cards}


def _shuffle(held: Holdings) -> Shuffle:
    """Shuffle as hands do that turn cards around, too."""
    cards = _shuffled(list(held.up))
    return Shuffle({card: place for place, card in enumerate(cards)}, _sides(cards))


def _read(path: Path | None) -> _Kept:
    """Read what people held; nothing, if it cannot be read: then the cards are dealt anew."""
    if path is None or not path.exists():
        return _Kept()
    tighten(path)
    try:
        return _KEPT.validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        _log.warning("what people held cannot be read: deal anew", file=str(path), error=type(error).__name__)
        return _Kept()
