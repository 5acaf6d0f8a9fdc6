"""People at an emulated table: the cards they hold, and the hands that lay them on pads.

They do what events ask for: they draw cards, and return a card that was taken back to where it came from. Their cards
are saved in a file, because real hands keep their cards when a table is switched off.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from pydantic import TypeAdapter, ValidationError

from table.board import GameSnapshot, Snapshot
from table.complaints import BadInput, short
from table.emulated import handling
from table.emulated.following import followed
from table.emulated.holdings import Holdings
from table.emulated.sight import Movements, Sight
from table.emulated.tabletop import Tabletop
from table.emulated.taking import Comes, comes_off, is_wrong, mislaid, no_longer_seen, taken_off
from table.facts import Laying
from table.files import tighten, write_atomically
from table.games.game import PUBLIC, Dealing
from table.games.hands import Movement, Pace
from table.log import logger
from table.saying import say
from table.values import Value, field, replace

# -- Hands kept in a file, because real hands keep their cards when a table is switched off

_log = logger()


class Kept(Value):
    """The contents of the file: the holdings, their game, and how many of its public events the hands have acted on.

    A game is identified by its number and seed, because each database numbers its own games. If no seed was saved, the
    number alone has to match.
    """

    held: Holdings = field(default_factory=Holdings)
    game_id: int | None = None
    told: int = 0
    seed: int | None = None

    def belongs_to(self, game: GameSnapshot) -> bool:
        """Return whether the holdings belong to a game."""
        return self.game_id == game.game_id and self.seed in (None, seed_of(game))


@cache  # built on first use
def _adapter() -> TypeAdapter[Kept]:
    return TypeAdapter(Kept)


def seed_of(game: GameSnapshot) -> int | None:
    """Return the seed of a game."""
    return None if game.started is None else game.started.seed


def read_kept(path: Path) -> Kept:
    """Return what people held. If the file cannot be read, return empty holdings, so that cards are dealt again."""
    if not path.exists():
        return Kept()
    tighten(path)
    try:
        return _adapter().validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        _log.warning("what people held cannot be read: deal again", file=str(path), error=type(error).__name__)
        return Kept()


def write_kept(path: Path, kept: Kept) -> None:
    """Save what people hold."""
    write_atomically(path, _adapter().dump_json(kept))


MOST_AT_ONCE = 2  # how many cards on one spot a reader can tell apart


class Stack(Value):
    """A stacked deck: the cards dealt to a seat, the cards turned up, and the upper sides of two-sided cards."""

    seat: int
    hand: tuple[str, ...]
    up: tuple[str, ...]
    sides: Mapping[str, int] = field(default_factory=dict)


class People:
    """What people hold and do. Thread-safe; every method raises BadInput for anything that hands cannot do.

    `changed` is called after every change; `keep` is the file for the holdings, if any. `tags` maps each tag to the
    card that actually carries it: in a deck that people tagged themselves, the table may mistake one 4 for another.
    """

    def __init__(
        self, tabletop: Tabletop, *, keep: Path | None = None, tags: Mapping[bytes, str] | None = None
    ) -> None:
        self._tabletop = tabletop
        self._keep = keep
        self._lock = Lock()
        self._kept = Kept() if keep is None else read_kept(keep)
        self._sight = Sight(tags=tags or {})
        self._followed = 0  # the number of the latest snapshot
        self.movements = Movements(tabletop.now_ns)
        self.changed: Callable[[], None] = lambda: None

    @property
    def held(self) -> Holdings:
        return self._kept.held

    def is_to_deal(self, game: GameSnapshot) -> bool:
        """Return whether this round's cards have yet to be dealt."""
        now = self._seen(game).round
        return now is not None and self.held.dealt_for != now

    def has_dealt(self, game: GameSnapshot) -> bool:
        """Return whether this game's cards have been dealt, in this round or an earlier one."""
        return self._kept.belongs_to(game) and self.held.dealt_for is not None

    def turns_up(self, game: GameSnapshot) -> tuple[str, ...]:
        """Return the zones where people have to turn up a first card; empty as soon as any pile has a card."""
        seen = self._seen(game)
        if seen.round is None or seen.round != self.held.dealt_for or seen.is_laid or not self.held.draw:
            return ()
        return () if seen.dealing is None else seen.dealing[1].turn_up

    def to_take_back(self, seat: int, game: GameSnapshot) -> str | None:
        """Return the table's name for the card that a seat laid last and may take back, if any.

        The card is on top of a pile, or misplaced.
        """
        seen, held = self._seen(game), self.held
        tops = [pile[-1] for pile in held.piles.values() if pile]
        view = seen.view_of(seat)
        lying = (card for card in reversed(held.laid_last(seat)) if card in tops or is_wrong(held, view, seen, card))
        found = next((card for card in lying if comes_off(held, seen, seat, card) or self._is_unseen(seat, card)), None)
        return None if found is None else seen.named(found)

    def mislaid(self, seat: int, game: GameSnapshot) -> str | None:
        """Return the table's name for the card that a seat laid and has to take off a pile, if any."""
        seen = self._seen(game)
        found = mislaid(self.held, seen, seat)
        return None if found is None else seen.named(found)

    def really(self, card: str, game: GameSnapshot) -> str:
        """Return the real card behind the table's name for it."""
        return self._seen(game).really(card)

    def shown(self, card: str, game: GameSnapshot) -> str:
        """Return the name by which people know a card; for a two-sided card, that of its upper side."""
        seen = self._seen(game)
        up = self.held.up.get(seen.really(card))
        if up is None or seen.dealing is None:
            return game.labels.get(card, card)
        return seen.hands.reads(seen.dealing[0].cards[card], up)

    def is_bound(self, card: str, game: GameSnapshot) -> bool:
        """Return whether only a seat's hands may move a card, because it was dealt and is not lying open.

        The result is the same for all hidden cards, so it does not reveal where a card is.
        """
        return self.held.is_dealt(card) and card not in self._seen(game).open

    def laid_by(self, uid: bytes, zone: str, at_us: int) -> Laying:
        """Return whose hand touched a zone with a tag at the given time, and which face of the card is up now.

        The face is the current one, even if the table has asked for the card to be turned over since the touch.
        """
        return Laying(self._tabletop.laid_by(uid, zone, at_us), self._face(uid))

    def _face(self, uid: bytes) -> int | str | None:
        card, sight = self._tabletop.card_of(uid) or "", self._sight
        up = self.held.up.get(card)
        if up is None or sight.dealing is None or card not in sight.dealing[0].cards:
            return None
        return sight.hands.face(sight.dealing[0].cards[card], up)

    def _seen(self, game: GameSnapshot) -> Sight:
        return replace(self._sight, game=game)

    # -- what the table asks for

    def follow(self, snapshot: Snapshot) -> None:
        """Do what the table has asked for since the last snapshot: draw, shuffle, take back. Ignore older snapshots."""
        game = snapshot.game
        delivered = game.events.get(PUBLIC, ())
        with self._lock:
            if snapshot.number < self._followed:
                return
            self._followed = snapshot.number
            before = self._kept if self._kept.belongs_to(game) else Kept()
            held, seen_before = before.held, self._sight
            self._sight = replace(self._sight, game=game, host=snapshot.host)
            for event in delivered[before.told :]:
                held = followed(held, event, self._sight)
            held = taken_off(no_longer_seen(held, seen_before, self._sight), self._sight)
            after, changed = Kept(held, game.game_id, len(delivered), seed_of(game)), held != self._kept.held
            if after != self._kept:
                self._set(after, tell=changed)

    # -- what people do

    def deal(self, stack: Stack | None = None) -> None:
        """Collect all cards, shuffle and deal them, and turn up the first cards; a practice game passes a `stack`."""
        with self._lock:
            dealt_for, sight = self._sight.round, self._sight
            if sight.dealing is None or dealt_for is None or not self.is_to_deal(sight.game):
                raise BadInput(say("there is nothing to deal now"))
            setup, dealing = sight.dealing
            deck = handling.shuffled(setup.cards)
            sides = handling.sides(deck)
            if stack is not None:
                deck = handling.stacked(deck, setup.seats, dealing, stack.seat, stack.hand, stack.up)
                sides |= stack.sides
            up = sides if dealing.in_piles else None
            self._turn_up(handling.dealt(deck, setup.seats, dealing, dealt_for, up), dealing)

    def turn_up(self) -> None:
        """Turn up the first cards from the draw pile, unless the table shows a card on a pile already."""
        with self._lock:
            sight = self._sight
            if sight.dealing is None:
                raise BadInput(say("no game is on"))
            if self.held.dealt_for is None or self.held.dealt_for != sight.round:
                raise BadInput(say("the cards of this round have not been dealt"))
            if sight.is_laid:
                raise BadInput(say("a card lies there already: only the first one is turned up"))
            self._turn_up(self.held, sight.dealing[1])

    def lay(self, seat: int, cards: Sequence[str], zone: str) -> None:
        """Lay one card from a hand, or two together.

        Cards only touch a seat's pad and stay in the hand, unless the game has cards lie in front of players.
        """
        if not 1 <= len(set(cards)) == len(cards) <= MOST_AT_ONCE:
            raise BadInput(say("cards: expected 1 to {most} different cards", most=MOST_AT_ONCE))
        if zone not in self._zones:
            raise BadInput(say("zone: this game has none called {zone}", zone=short(zone)))
        with self._lock:
            after = handling.laid(self.held, seat, cards, zone)
            self._tabletop.drop(cards, zone, by=seat)
            if not zone.startswith("seat.") or self._sight.lies_before(seat, zone):
                self._moves(seat, "lay" if len(cards) == 1 else "cheat")
                self._hold(after)

    def show(self, seat: int) -> None:
        """Touch the seat's own pad with every card of its hand, one after another."""
        self._tabletop.show(self.held.hand(seat), f"seat.{seat}", by=seat)

    def take(self, seat: int, card: str) -> None:
        """Touch a pile's pad with one of its cards again, and take it back; a card under others is pulled out.

        The last play returns to the hand only when the table says so, because another player may just have continued
        the game. All refusals have the same message, so that they do not reveal which cards are on a pile.
        """
        with self._lock:
            mine = self._sight.really(card)
            zone = self.held.zone_of(mine)
            taken = None if zone is None else comes_off(self.held, self._sight, seat, mine)
            unseen = taken is None and self._is_unseen(seat, mine)
            if zone is None or (taken is None and not unseen):
                raise BadInput(say("card: only a card in the wrong place, or your last play, can be taken back"))
            if mine in self.held.touched and self._tabletop.may_be_read(mine, zone):
                return  # the card is being taken already
            wrong = is_wrong(self.held, self._sight.view_of(seat), self._sight, mine)
            on_top = mine in self._sight.open or self.held.pile(zone)[-1] == mine
            touches = (wrong or on_top or self._sight.gives_back(seat, mine)) and not unseen
            if touches:
                self._tabletop.touch(mine, zone)
            if touches and taken is Comes.WHEN_TOLD:
                others = (card for card in self.held.touched if card != mine)
                self._hold(replace(self.held, touched=(*others, mine)))
            else:
                self._hold(handling.taken_off(self.held, mine))

    def _is_unseen(self, seat: int, card: str) -> bool:
        """Return whether the table missed a card that a seat laid, and can no longer read it."""
        zone = self.held.zone_of(card)
        if zone is None or self._sight.shows(seat, card, zone):
            return False
        return card in self.held.untold(seat) and not self._tabletop.may_be_read(card, zone)

    def touch(self, seat: int, cards: Sequence[str]) -> None:
        """Touch the seat's own pad with one card or with two held together; cards from the hand then stay in front."""
        if not 1 <= len(set(cards)) == len(cards) <= MOST_AT_ONCE:
            raise BadInput(say("cards: expected 1 to {most} different cards", most=MOST_AT_ONCE))
        with self._lock:
            zone = f"seat.{seat}"
            held = [card for card in cards if card not in self.held.pile(zone)]
            if held and not self._sight.lies_before(seat, zone):
                raise BadInput(say("cards: nothing lies before players in this game"))
            after = handling.laid(self.held, seat, held, zone) if held else self.held
            self._tabletop.drop(cards, zone, by=seat)
            self._hold(after)

    def search(self, seat: int) -> None:
        """Search the draw pile for a card that the seat has named, take it, and shuffle the rest."""
        view, dealing = self._sight.game.view(f"seat:{seat}"), self._sight.dealing
        cards = {} if dealing is None else dealing[0].cards
        sought = {self._sight.really(code) for code in self._sight.hands.sought(view, cards)}
        if not sought:
            raise BadInput(say("you have named no card to search for"))
        order = handling.places(cards)
        self._do(lambda held: handling.found(held, seat, sought, order))

    def move(self, card: str, zone: str, *, by: int | None = None) -> None:
        """Move a face-up card, or one in front of the seat `by`, to another pile, and touch that pile's pad with it."""
        if zone not in self._zones or zone.startswith("seat."):
            raise BadInput(say("zone: this game has no pile called {zone}", zone=short(zone)))
        with self._lock:
            moved = self._sight.really(card)
            may = self._sight.open.union(() if by is None else self.held.pile(f"seat.{by}"))
            after = handling.moved(self.held, moved, zone, may, seq=self._kept.told)
            self._tabletop.touch(moved, zone)
            self._hold(after)

    def draw(self, seat: int, count: int = 1) -> None:
        """Take the draw pile's top cards."""
        self._do(lambda held: handling.drawn(held, seat, count))

    def put_below(self, seat: int, cards: Sequence[str]) -> None:
        """Put cards from a hand under the draw pile."""
        self._do(lambda held: handling.put_below(held, seat, cards))

    def give(self, seat: int, card: str, to: int) -> None:
        self._do(lambda held: handling.given(held, seat, card, to))

    def check_gift(self, seat: int, card: str, to: int) -> None:
        """Raise BadInput if a card cannot be given. Call this before reporting the gift to the game."""
        handling.given(self.held, seat, card, to)

    def vanish(self, seat: int, card: str) -> None:
        """Make a card vanish. Raise BadInput if the game does not allow it, or if the seat's hand is still moving."""
        with self._lock:
            after = handling.vanished(self.held, seat, card)
            view, hands = self._sight.game.view(), self._sight.hands
            why_not = hands.may_not_vanish(view, seat, self.held.hand(seat))
            if why_not is None and self.movements.is_on(seat):
                why_not = say("One card at a time: your hand is still moving.")
            if why_not is not None:
                raise BadInput(why_not)
            self._moves(seat, "cheat")
            self._hold(after)

    def may_vanish(self, seat: int, game: GameSnapshot) -> bool:
        """Return whether the game lets a seat's cards vanish now."""
        seen, hand = self._seen(game), self.held.hand(seat)
        view = game.view()
        return bool(hand) and seen.hands.sleights and seen.hands.may_not_vanish(view, seat, hand) is None

    def sort(self, seat: int) -> None:
        """Move the hand as if sorting it: a bluff in games where cards may vanish."""
        with self._lock:
            if not self.held.hand(seat):
                raise BadInput(say("there is no hand to sort"))
            if self.movements.is_on(seat):
                raise BadInput(say("Your hand is still moving."))
            self._moves(seat, "sort")
        self.changed()

    def fetch(self, seat: int, card: str) -> None:
        """Take back a vanished card."""
        self._do(lambda held: handling.fetched(held, seat, card))

    def put_back(self, seat: int, card: str) -> None:
        """Put a card on top of the draw pile."""
        self._do(lambda held: handling.put_back(held, seat, card))

    @property
    def _zones(self) -> tuple[str, ...]:
        """The zones of the current game that the table has pads for."""
        return tuple(zone for zone in self._sight.zones if zone in self._tabletop.zones)

    @property
    def _paces(self) -> Mapping[Movement, Pace]:
        """How long hand movements take in the current game; empty before cards are dealt."""
        dealing = self._sight.dealing
        return {} if dealing is None else self._sight.hands.paces(dealing[0].options)

    def _moves(self, seat: int, what: Movement) -> None:
        """Show all seats that a seat's hand is moving."""
        paces = self._paces
        if paces:
            self.movements.begin(seat, paces.get(what, paces["lay"]).drawn(handling.SOURCE))

    def _turn_up(self, held: Holdings, dealing: Dealing) -> None:
        for zone in dealing.turn_up:
            held, card = handling.turned_up(held, zone, dealing.never_up)
            self._tabletop.touch(card, zone)
        self._hold(held)

    def _do(self, act: Callable[[Holdings], Holdings]) -> None:
        with self._lock:
            self._hold(act(self.held))

    def _hold(self, held: Holdings) -> None:
        self._set(replace(self._kept, held=held))

    def _set(self, kept: Kept, *, tell: bool = True) -> None:
        self._kept = kept
        if self._keep is not None:
            write_kept(self._keep, kept)
        if tell:
            self.changed()


# -- The hands at the pads and buttons of an emulated table, and the people who hold its cards


def nobody_plays() -> None:
    """Do nothing: the default for `make_way`, for tables where robots never play on their own."""


@dataclass
class Attached:
    """Hands at a table, and the people who hold its cards, if there are any.

    `make_way` takes the hands of robots playing by themselves off the table, and returns once the table has noticed.
    """

    tabletop: Tabletop
    people: People | None = None
    make_way: Callable[[], None] = nobody_plays
