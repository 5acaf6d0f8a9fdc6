"""The current game as people at an emulated table see it: the public view, and the views of their seats."""

from collections import deque
from collections.abc import Callable, Mapping
from functools import cached_property
from threading import Lock

from msgspec import UnsetType

from table import games
from table.board import GameSnapshot, HostSnapshot
from table.games.game import Dealing, Setup, prepare
from table.games.hands import Hands
from table.values import Value, field
from table.view import View


class Sight(Value, dict=True):
    """A game as people see it.

    `host` has the decks from which the table takes card names; `tags` maps each tag to the card that actually carries
    it, because the table may confuse two cards.
    """

    game: GameSnapshot = GameSnapshot()
    host: HostSnapshot = HostSnapshot()
    tags: Mapping[bytes, str] = field(default_factory=dict)

    @property
    def round(self) -> tuple[int, int] | None:
        """The current game and round; None if nothing has to be dealt."""
        view = self.game.view()
        if self.game.game_id is None or view.over or not view.round:
            return None
        return self.game.game_id, view.round

    @cached_property
    def dealing(self) -> tuple[Setup, Dealing] | None:
        """The current game's set-up and deal; None if no game is running."""
        if self.game.started is None:
            return None
        game = games.find(self.game.started.game)
        setup = prepare(game, self.game.started)
        return setup, game.dealing(setup)

    @property
    def hands(self) -> Hands:
        """What the current game says about hands; the defaults if no game is running."""
        started = self.game.started
        return Hands() if started is None else games.find(started.game).hands

    def view_of(self, seat: int) -> View:
        """Return a seat's view of the table."""
        return self.game.view(f"seat:{seat}")

    def own_laid(self, seat: int | None) -> Mapping[str, frozenset[str]] | None:
        """Return the cards that a seat has laid, by zone; None if its own view does not name them."""
        return None if seat is None else self.hands.laid(self.view_of(seat), seat)

    def shows(self, seat: int, card: str, zone: str | None) -> bool:
        """Return whether a seat's own view shows that it has laid a card on a zone."""
        return self.named(card) in (self.own_laid(seat) or {}).get(zone or "", ())

    def is_top(self, card: str, zone: str | None) -> bool:
        """Return whether the table shows a card as the top of a pile."""
        pile = self.game.view().piles.get(zone or "")
        return pile is not None and pile.top is not None and self.really(pile.top) == card

    def gives_back(self, seat: int, card: str) -> bool:
        """Return whether a seat's own view lets it take back a card that others do not know about."""
        return card in map(self.really, self.hands.takes_back(self.view_of(seat)))

    def wrong_on(self, zone: str) -> int | None:
        """Return how many misplaced cards are on a face-down pile; None if the view does not show that."""
        pile = self.game.view().piles.get(zone)
        return None if pile is None or isinstance(pile.wrong, UnsetType) else pile.wrong

    @property
    def is_laid(self) -> bool:
        """Whether the table shows a card on a pile, an unknown number of cards there, or a misplaced card."""
        view = self.game.view()
        return view.correction is not None or any(pile.count != 0 for pile in view.piles.values())

    @property
    def open(self) -> frozenset[str]:
        """The cards known to lie face up, such as the tops of piles and misplaced cards."""
        view = self.game.view()
        tops = (pile.top for pile in view.piles.values() if pile.top is not None)
        wrong = () if view.correction is None else view.correction.named
        return frozenset(self.really(card) for card in (*tops, *wrong, *self.hands.lying_open(view)))

    @property
    def turned_over(self) -> tuple[str, str] | None:
        """The pile where a turned-over card belongs, and that card, if it was turned over on the wrong pile."""
        view = self.game.view()
        to = None if view.correction is None else view.correction.belongs_on
        top = None if to is None else view.piles[to].top
        return None if to is None or top is None else (to, self.really(top))

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones of the current game."""
        started = self.game.started
        return () if started is None else tuple(games.find(started.game).zones(len(started.players)))

    def lies_before(self, seat: int, zone: str) -> bool:
        """Return whether cards stay in front of the player after touching the seat's pad."""
        return self.dealing is not None and zone == f"seat.{seat}" and self.dealing[1].laid_before

    def lies_open(self, zone: str) -> bool:
        """Return whether a zone's cards lie face up. Such a pile keeps its top card when the rest is shuffled in."""
        started = self.game.started
        return started is not None and zone in games.find(started.game).face_up(len(started.players))

    def named(self, card: str) -> str:
        """Return the table's name for a real card."""
        started = self.game.started
        decks = () if started is None else self.host.decks_for(started.game)
        carried = {uid for uid, real in self.tags.items() if real == card}
        return next((deck.tags[uid] for deck in decks for uid in carried if uid in deck.tags), card)

    def really(self, card: str) -> str:
        """Return the real card behind the table's name for it."""
        started = self.game.started
        decks = () if started is None else self.host.decks_for(started.game)
        carrying = (uid for deck in decks for uid, named in deck.tags.items() if named == card)
        return next((self.tags[uid] for uid in carrying if uid in self.tags), card)


# -- Visible hand movements: whose hand moved and for how long, never what it did. They are not stored.
#
# Laying one card, laying two together, letting one vanish and sorting a hand look alike except for how long they take.

_REMEMBERED = 64  # more movements than happen between two polls by a stream


class Moved(Value):
    """A movement of a seat's hand, starting at `at_ns` in the table's time. Movements are numbered from 1."""

    number: int
    seat: int
    for_ms: int
    at_ns: int

    @property
    def ends_ns(self) -> int:
        """When the movement ends."""
        return self.at_ns + self.for_ms * 1_000_000


class Movements:
    """The latest movements at one table, usable from any thread."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._lock = Lock()
        self._latest: deque[Moved] = deque(maxlen=_REMEMBERED)
        self._number = 0

    @property
    def number(self) -> int:
        """The number of the latest movement; 0 before the first."""
        return self._number

    def begin(self, seat: int, for_ms: int) -> None:
        """Start a movement of a seat's hand."""
        with self._lock:
            self._latest.append(Moved(self._number + 1, seat, for_ms, self._now_ns()))
            self._number += 1

    def since(self, number: int) -> tuple[Moved, ...]:
        with self._lock:
            return tuple(one for one in self._latest if one.number > number)

    def is_on(self, seat: int) -> bool:
        """Return whether a seat's hand is still moving."""
        now_ns = self._now_ns()
        with self._lock:
            return any(one.seat == seat and now_ns < one.ends_ns for one in self._latest)
