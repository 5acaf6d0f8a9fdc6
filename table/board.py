"""The board: the table's thread posts immutable snapshots here, and all other threads read them.

A snapshot holds every event so far, so threads never wait for one another: one that missed some snapshots resumes after
the last event it received.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from threading import Condition
from typing import Any

from table.event import Delivered
from table.facts import GameStarted, RobotKind
from table.games.game import PUBLIC, Audience, Setup
from table.judging.session import Session
from table.sensing.unknown_tags import Unknown
from table.sensing.zone_choice import ChosenZone
from table.tagging.enrolment import EnrolmentView
from table.tagging.tagged_decks import Deck
from table.values import Value, field, replace
from table.view import AskedView, View

# The events that can precede the first card; presses and stray tags mean nothing yet.
_BEGINNING = {
    "game_started", "round_started", "turn_started", "press_refused", "tag_unknown", "tag_unread", "zone_asked",
}  # fmt: skip
LONG_US = 3_000_000  # a press this long is deliberate: the longest gesture in a game takes a fifth of that


class Gathering(Value):
    """A game that is waiting for players: who is here, by seat, and how many are `missing`."""

    game: str
    players: tuple[str | None, ...]
    options: Mapping[str, Any]
    catalogue: Sequence[Mapping[str, Any]] | None
    missing: int

    @property
    def names(self) -> Mapping[int, str]:
        """The names of the people who are here, by seat."""
        return {seat: name for seat, name in enumerate(self.players, start=1) if name is not None}


class GameSnapshot(Value):
    """The current game, with each audience's view and events. `game_id` is None if there is no game.

    `started` is the game's first fact, `labels` the names of its cards. `ticks` counts card reads; cards dropped
    together count as one. `t` is the game's clock, in seconds. `left` are the seats whose players left during the game.
    `robots` are the kinds of robots, by seat; `rows` are the cards in their rows (each robot may know only its own
    row); `asked` are the cards that robots are asking people to lay. `counted` are the seats whose hands are being
    counted. `renamed` are the names of people who took over a robot's seat during the game. `pressed` are the seats
    whose players have pressed their button during the game, `agreed` the seats that want to end it while others are
    still being asked. `worlds_cut` counts the worlds that the referee dropped because there were too many.
    """

    game_id: int | None = None
    views: Mapping[Audience, View] = field(default_factory=dict)
    events: Mapping[Audience, tuple[Delivered, ...]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    started: GameStarted | None = None
    ticks: int = 0
    t: float = 0.0
    left: frozenset[int] = frozenset()
    robots: Mapping[int, RobotKind] = field(default_factory=dict)
    rows: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    asked: tuple[AskedView, ...] = ()
    counted: tuple[int, ...] = ()
    renamed: Mapping[int, str] = field(default_factory=dict)
    pressed: frozenset[int] = frozenset()
    agreed: tuple[int, ...] = ()
    worlds_cut: int = 0

    @property
    def seated(self) -> Mapping[int, str]:
        """The names of the players, by seat."""
        players = () if self.started is None else self.started.players
        return {seat: name for seat, name in enumerate(players, start=1) if name is not None} | dict(self.renamed)

    @property
    def robots_chairs(self) -> frozenset[int]:
        """The seats of robots, and seats that still have a robot's name because nobody has renamed them since."""
        began = () if self.started is None else self.started.robots or ()
        return frozenset({int(seat) for seat in began} - self.renamed.keys()) | self.robots.keys()

    @property
    def practice(self) -> bool:
        """Whether this is a practice game, played before the real one."""
        return self.started is not None and self.started.instead_of is not None and not self.auto

    @property
    def with_robots(self) -> bool:
        """Whether robots are playing with people in the current game; False during practice."""
        return bool(self.robots) and self.game_id is not None and not (self.practice or self.auto)

    @property
    def auto(self) -> bool:
        """Whether robots are playing by themselves until people join."""
        return self.started is not None and bool(self.started.auto)

    @property
    def is_there(self) -> bool:
        """Whether an unfinished game exists, played by people or only by robots."""
        return self.game_id is not None and not self.view().over

    @property
    def in_round(self) -> bool:
        """Whether a round is in progress, in which case cards and buttons act on the game."""
        return bool(self.view().running)

    def is_on(self, *, dealt: bool) -> bool:
        """Return whether people are playing a game, from its deal or first card to its end, including breaks.

        `dealt` means emulated hands have dealt the cards. A real table sees only the cards dealt to robots.
        """
        if not self.is_there or self.auto:
            return False
        return dealt or bool(self.rows) or not {one.event.name for one in self.delivered(PUBLIC)} <= _BEGINNING

    def view(self, audience: Audience = PUBLIC) -> View:
        """Return an audience's view; a seat that is not in this game gets the public view."""
        return self.views.get(audience) or self.views.get(PUBLIC) or View()

    def delivered(self, audience: Audience) -> tuple[Delivered, ...]:
        """Return every event delivered to an audience; a seat that is not in this game gets the public events."""
        return self.events.get(audience, self.events.get(PUBLIC, ()))

    def since(self, audience: Audience, seq: int) -> tuple[Delivered, ...]:
        """Return the events delivered to an audience after event `seq`, or all events if fewer were delivered."""
        delivered = self.delivered(audience)
        return delivered[seq:] if 0 <= seq <= len(delivered) else delivered


class TouchSnapshot(Value):
    """The `zones` sharing one reader, and the zone `chosen` for the next touch."""

    zones: tuple[str, ...] = ()
    chosen: ChosenZone | None = None


class TableSnapshot(Value):
    """Who is at the table, whether or not a game is running.

    `gathering` is a game that is waiting for players. `called` are the seats whose players have given a name. `held`
    maps each seat to the time, in us of the table's clock, at which its latest press of at least `LONG_US` began; games
    ignore such presses. `touch` shows which zone the next card touch is for.
    """

    gathering: Gathering | None = None
    called: frozenset[int] = frozenset()
    held: Mapping[int, int] = field(default_factory=dict)
    touch: TouchSnapshot = TouchSnapshot()


class HostSnapshot(Value):
    """Information for the host, or for the person setting up the table.

    `unknown` are the cards that people are being asked about. `enrolment` is the deck being tagged. `decks` contain
    UIDs, so only the host gets them. `forgotten` counts the names forgotten since the table started; when it grows,
    cached names must be reloaded.
    """

    health: Mapping[str, Any] = field(default_factory=dict)
    unknown: tuple[Unknown, ...] = ()
    enrolment: EnrolmentView | None = None
    decks: Mapping[str, Deck] = field(default_factory=dict)
    forgotten: int = 0

    def decks_for(self, game: str) -> tuple[Deck, ...]:
        """Return the decks that a game can be played with."""
        return tuple(deck for deck in self.decks.values() if game in deck.games)


class Snapshot(Value):
    """The table at one moment, in three parts; callers pass on only those they need. The board sets `number`."""

    number: int = 0
    game: GameSnapshot = GameSnapshot()
    table: TableSnapshot = TableSnapshot()
    host: HostSnapshot = HostSnapshot()


def drawn(
    session: Session,
    game_id: int,
    events: Mapping[Audience, tuple[Delivered, ...]],
    ticks: int = 0,
    audiences: Collection[Audience] | None = None,
) -> GameSnapshot:
    """Return a snapshot of a game with the given events; `audiences` limits whose views it contains."""
    return GameSnapshot(
        game_id=game_id,
        views=session.views(audiences),
        events=events,
        started=session.started,
        labels=session.setup.once(labels_of),
        ticks=ticks,
        t=session.now / 1e6,
        rows=dict(session.rows),
        asked=tuple(wish.shown for wish in session.wishes),
        counted=session.counted,
        renamed=dict(session.setup.called),
        left=session.left,
        pressed=session.pressed,
        agreed=session.agreed,
        worlds_cut=session.worlds_cut,
    )


def labels_of(setup: Setup) -> Mapping[str, str]:
    """Return the names of a game's cards, by their codes."""
    return {code: card.label for code, card in setup.cards.items()}


class Board:
    """Holds the latest snapshot. Only the table's owner calls `put` and `close`; any thread may use the rest.

    `dealt` returns whether emulated hands have dealt a game's cards.
    """

    def __init__(self, snapshot: Snapshot, dealt: Callable[[GameSnapshot], bool] = lambda _: False) -> None:
        self._snapshot = snapshot
        self._dealt = dealt
        self._changed = Condition()
        self._closed = False

    @property
    def snapshot(self) -> Snapshot:
        return self._snapshot

    @property
    def is_on(self) -> bool:
        """Whether people are playing a game now; see `GameSnapshot.is_on`."""
        game = self._snapshot.game
        return game.is_on(dealt=self._dealt(game))

    @property
    def closed(self) -> bool:
        """Whether the table has stopped, so no more snapshots follow."""
        return self._closed

    def put(self, snapshot: Snapshot) -> None:
        """Post a new snapshot with the next number, and wake all waiting threads."""
        with self._changed:
            self._show(snapshot)

    def stir(self) -> None:
        """Post the same snapshot again with the next number, to wake all waiting threads. Any thread may call this."""
        with self._changed:
            self._show(self._snapshot)

    def _show(self, snapshot: Snapshot) -> None:
        self._snapshot = replace(snapshot, number=self._snapshot.number + 1)
        self._changed.notify_all()

    def wait(self, number: int, timeout: float) -> Snapshot:
        """Wait at most `timeout` seconds for a snapshot whose number is not `number`; return the latest one."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._snapshot.number != number, timeout)
            return self._snapshot

    def close(self) -> None:
        """Wake all waiting threads for the last time; safe to call twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
