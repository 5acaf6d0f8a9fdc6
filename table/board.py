"""The board: the table's thread posts immutable snapshots here, and everybody else reads them.

A snapshot is immutable and holds every event so far, so readers never wait for one another: whoever was away for a
while reads on from the last event they know.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from threading import Condition
from typing import Any

from table.event import Delivered
from table.facts import GameStarted, RobotKind
from table.games.game import PUBLIC, Audience, Setup
from table.judging.session import Session
from table.sensing.unknown_tags import Unknown
from table.tagging.tagged_decks import Deck
from table.values import Value, field, replace
from table.view import AskedView, View

# What is told of a game before a card is played: it begins, and a press or a stray tag means nothing yet.
_BEGINNING = {"game_started", "round_started", "turn_started", "press_refused", "tag_unknown", "tag_unread"}
LONG_US = 3_000_000  # a button held this long is meant: no gesture of a game takes a quarter of it


class Gathering(Value):
    """A game that still lacks players: who has come, by seat, and how many are `missing`."""

    game: str
    players: tuple[str | None, ...]
    options: Mapping[str, Any]
    catalogue: Sequence[Mapping[str, Any]] | None
    missing: int

    @property
    def names(self) -> Mapping[int, str]:
        """The names of those who are there, by seat."""
        return {seat: name for seat, name in enumerate(self.players, start=1) if name is not None}


class Snapshot(Value):
    """The table at one moment: for each audience its view and every event it was told, as JSON objects.

    `started` is the game's first fact, `labels` are the names of its cards, `ticks` counts the reads: one for each
    drop; `t` is the game's clock, in seconds. `held` is, by seat, when the latest press of `LONG_US` or more began, in
    us of the table's clock; it means nothing in a game. `unknown` are the cards that people are asked about.
    `enrolment` is the deck being tagged: `deck`, `title`, the `card` asked for (`code`, `label`), `done`, `total`,
    `prompt`, `said`. `decks` hold UIDs, for the host alone. `gathering` is a game that still lacks players, `left` the
    seats whose people left during the game, `robots` by seat of what kind those are who are no people. `rows` are the
    cards of robots that lie in rows, for nobody but these robots; `asked` is what they ask people to lay; `counted` are
    the seats whose hands are counted now. `forgotten` counts the names that were forgotten since the table was started:
    who keeps what people are called asks anew. `renamed` are the names of those who took a seat from a robot during the
    game, `pressed` the seats whose people have pressed their button in it, `called` those where somebody has said a
    name; `agreed` are the seats that want to end the game, while others are asked.
    """

    number: int = 0
    game_id: int | None = None
    views: Mapping[Audience, View] = field(default_factory=dict)
    events: Mapping[Audience, tuple[Delivered, ...]] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    started: GameStarted | None = None
    health: Mapping[str, Any] = field(default_factory=dict)
    ticks: int = 0
    t: float = 0.0
    held: Mapping[int, int] = field(default_factory=dict)
    unknown: tuple[Unknown, ...] = ()
    enrolment: Mapping[str, Any] | None = None
    decks: Mapping[str, Deck] = field(default_factory=dict)
    gathering: Gathering | None = None
    left: frozenset[int] = frozenset()
    robots: Mapping[int, RobotKind] = field(default_factory=dict)
    rows: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    asked: tuple[AskedView, ...] = ()
    counted: tuple[int, ...] = ()
    forgotten: int = 0
    renamed: Mapping[int, str] = field(default_factory=dict)
    pressed: frozenset[int] = frozenset()
    called: frozenset[int] = frozenset()
    agreed: tuple[int, ...] = ()

    @property
    def seated(self) -> Mapping[int, str]:
        """The names of the players, by seat."""
        players = () if self.started is None else self.started.players
        return {seat: name for seat, name in enumerate(players, start=1) if name is not None} | dict(self.renamed)

    @property
    def robots_chairs(self) -> frozenset[int]:
        """The seats that are called as the robots there are, or were: nobody has said a name there since."""
        began = () if self.started is None else self.started.robots or ()
        return frozenset({int(seat) for seat in began} - self.renamed.keys()) | self.robots.keys()

    @property
    def practice(self) -> bool:
        """Whether this is a practice game, which the real one follows."""
        return self.started is not None and self.started.instead_of is not None and not self.household

    @property
    def with_robots(self) -> bool:
        """Whether robots play among people in the current game: not while somebody practises."""
        return bool(self.robots) and self.game_id is not None and not (self.practice or self.household)

    @property
    def household(self) -> bool:
        """Whether robots have the table to themselves, who leave as soon as people come."""
        return self.started is not None and bool(self.started.household)

    @property
    def is_there(self) -> bool:
        """Whether there is a game, of people or simulated ones, that is not over: one to be shown, kept and told of."""
        return self.game_id is not None and not self.view().over

    @property
    def in_round(self) -> bool:
        """Whether a round is on: cards and buttons are part of a game, of people or simulated ones."""
        return bool(self.view().running)

    def is_on(self, *, dealt: bool) -> bool:
        """Return whether a game of people is on: from its deal, or first card, to its end, between its rounds, too.

        `dealt`: hands have dealt it at an emulated table; at a real one the table sees that only of robots' cards.
        """
        if not self.is_there or self.household:
            return False
        return dealt or bool(self.rows) or not {one.event.name for one in self.delivered(PUBLIC)} <= _BEGINNING

    def view(self, audience: Audience = PUBLIC) -> View:
        """Return what an audience sees: the public view at a seat that is not in this game."""
        return self.views.get(audience) or self.views.get(PUBLIC) or View()

    def decks_for(self, game: str) -> tuple[Deck, ...]:
        """Return the decks that a game can be played with."""
        return tuple(deck for deck in self.decks.values() if game in deck.games)

    def delivered(self, audience: Audience) -> tuple[Delivered, ...]:
        """Return every event an audience got; a seat that is not in this game got the public events."""
        return self.events.get(audience, self.events.get(PUBLIC, ()))

    def since(self, audience: Audience, seq: int) -> tuple[Delivered, ...]:
        """Return the events an audience got after `seq`; all of them, if it never got that many."""
        delivered = self.delivered(audience)
        return delivered[seq:] if 0 <= seq <= len(delivered) else delivered


def drawn(
    session: Session,
    game_id: int,
    events: Mapping[Audience, tuple[Delivered, ...]],
    ticks: int = 0,
    audiences: Collection[Audience] | None = None,
) -> Snapshot:
    """Return the snapshot of a game now, with every event of each audience; for all or some audiences."""
    return Snapshot(
        game_id=game_id,
        views=session.views(audiences),
        events=events,
        started=session.started,
        labels=session.setup.once(labels_of),
        health={"worlds_cut": session.worlds_cut},
        ticks=ticks,
        t=session.now / 1e6,
        rows=dict(session.rows),
        asked=tuple(wish.shown for wish in session.wishes),
        counted=session.counted,
        renamed=dict(session.setup.called),
        left=session.left,
        pressed=session.pressed,
        agreed=session.agreed,
    )


def labels_of(setup: Setup) -> Mapping[str, str]:
    """Return the names of a game's cards, by their codes."""
    return {code: card.label for code, card in setup.cards.items()}


class Board:
    """Holds the latest snapshot. `put` and `close` are for the owner of the table, everything else for any thread.

    `dealt` tells whether hands at an emulated table have dealt the game in a snapshot.
    """

    def __init__(self, snapshot: Snapshot, dealt: Callable[[Snapshot], bool] = lambda _: False) -> None:
        self._snapshot = snapshot
        self._dealt = dealt
        self._changed = Condition()
        self._closed = False

    @property
    def snapshot(self) -> Snapshot:
        return self._snapshot

    @property
    def is_on(self) -> bool:
        """Whether a game of people is on now, as `Snapshot.is_on` says."""
        snapshot = self._snapshot
        return snapshot.is_on(dealt=self._dealt(snapshot))

    @property
    def closed(self) -> bool:
        """Whether the table has stopped: no more snapshots will come."""
        return self._closed

    def put(self, snapshot: Snapshot) -> None:
        """Post a new snapshot with the next number, and wake everybody who waits for one."""
        with self._changed:
            self._show(snapshot)

    def stir(self) -> None:
        """Wake everybody without a new snapshot, for who may see it has changed. From any thread."""
        with self._changed:
            self._show(self._snapshot)

    def _show(self, snapshot: Snapshot) -> None:
        self._snapshot = replace(snapshot, number=self._snapshot.number + 1)
        self._changed.notify_all()

    def wait(self, number: int, timeout: float) -> Snapshot:
        """Wait for a snapshot with another number, at most `timeout` seconds; return the latest one."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._snapshot.number != number, timeout)
            return self._snapshot

    def close(self) -> None:
        """Wake everybody for the last time; safe to call twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
