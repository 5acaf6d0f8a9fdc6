"""One game from its facts: gestures, referee, and what each audience was told, in its own count. Pure.

Live play, replay of a script and resuming after a power cut are the same thing: facts go in, events come out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from table import events, games
from table.complaints import BadInput
from table.events import Event
from table.facts import (
    SECOND,
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    ChoiceMade,
    Fact,
    GameStarted,
    TagArrived,
    TimePassed,
)
from table.games.game import HOST, PUBLIC, SEALED, Audience, Game, Setup, prepare
from table.gestures import Gestures
from table.referee import Referee, Told

_NOTICE = 6 * SECOND  # how long people are told of a card that the table does not know


@dataclass(frozen=True)
class Line:
    """One event as an audience was told it: its number for that audience, when it was decided, and what it says."""

    audience: Audience
    seq: int
    t: int
    event: Event


@dataclass(frozen=True)
class _Stranger:
    """Where a tag lies that nobody knows, and until when people are told."""

    zone: str
    until: int


class Session:
    """A game that is played. Made of its first fact; raise BadInput if that cannot be played."""

    def __init__(self, started: GameStarted) -> None:
        self.started = started
        self.game: Game[Any, Any] = games.find(started.game)
        self.setup: Setup = prepare(self.game, started)
        self.audiences: tuple[Audience, ...] = (PUBLIC, HOST, SEALED, *(f"seat:{seat}" for seat in self.setup.seats))
        self.now = started.t
        self._zones = self.game.zones(len(self.setup.players))
        self._gestures = Gestures()
        self._referee = Referee(self.game, self.setup, self.audiences)
        self._seq = dict.fromkeys(self.audiences, 0)
        self._last: dict[Audience, Line] = {}
        self._stranger: _Stranger | None = None
        self.opening: tuple[Line, ...] = self._number(self._referee.begin())

    @classmethod
    def replay(cls, facts: Sequence[Fact]) -> tuple["Session", list[tuple[Line, ...]]]:
        """Play facts again; return the session and what each of them brought. Raise BadInput, as `take` does."""
        started = facts[0] if facts else None
        if not isinstance(started, GameStarted):
            raise BadInput("a game begins with the fact game_started")
        session = cls(started)
        return session, [session.opening, *(session.take(fact) for fact in facts[1:])]

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self._referee.ended()

    @property
    def worlds_cut(self) -> int:
        """How many worlds were given up because there were too many."""
        return self._referee.cut

    def due(self) -> int | None:
        """Tell when something falls due next, in us; None if nothing will by itself."""
        notice = None if self._stranger is None else self._stranger.until
        return min(
            (due for due in (self._gestures.due(), self._referee.due(), notice) if due is not None), default=None
        )

    def take(self, fact: Fact) -> tuple[Line, ...]:
        """Take a fact, after all that fell due before it, and return what was told.

        Raise BadInput, and change nothing, if the fact does not belong to this game.
        """
        self._check(fact)
        lines = self._let_pass(fact.t, including=isinstance(fact, TimePassed))
        self.now = fact.t
        if isinstance(fact, CardLeft) and self.setup.placement[fact.zone] == "tap":
            return lines  # the card goes on to its pile
        return (*lines, *self._judge(fact))

    def view(self, audience: Audience) -> dict[str, Any]:
        """Draw an audience's picture of the table."""
        picture = self._referee.view(audience)
        last = self._last.get(audience)
        return picture | {"notice": self._notice(), "last": last and dump(last)}

    def _judge(self, fact: Fact) -> tuple[Line, ...]:
        if isinstance(fact, TagArrived):
            self._stranger = _Stranger(fact.zone, fact.t + _NOTICE)
            unknown = events.TagUnknown(fact.zone, fact.uid)
            return self._number(tuple(Told(audience, unknown) for audience in (HOST, SEALED)))
        told = [told for gesture in self._gestures.take(fact) for told in self._referee.take(gesture)]
        return self._number(told)

    def _let_pass(self, until: int, *, including: bool) -> tuple[Line, ...]:
        """Let what is due before a fact fall due, one thing after another; on a tie the fact comes first."""
        lines: list[Line] = []
        while (due := self.due()) is not None and (due < until or (including and due == until)):
            self.now = max(self.now, due)
            if self._stranger is not None and self._stranger.until <= due:
                self._stranger = None
            happened: Iterable[Fact] = self._gestures.fall_due(due) or (TimePassed(due),)
            lines += self._number([told for fact in happened for told in self._referee.take(fact)])
        return tuple(lines)

    def _number(self, told: Iterable[Told]) -> tuple[Line, ...]:
        lines = []
        for audience, event in ((one.audience, one.event) for one in told):
            self._seq[audience] += 1
            line = self._last[audience] = Line(audience, self._seq[audience], self.now, event)
            lines.append(line)
        return tuple(lines)

    def _notice(self) -> str | None:
        if self._stranger is None:
            return None
        kind, _, seat = self._stranger.zone.partition(".")
        place = f"{self.setup.name(int(seat))}’s pad" if kind == "seat" else self._stranger.zone
        return f"The table does not know the card on {place}: take it away, it does not count."

    def _check(self, fact: Fact) -> None:
        if fact.t < self.now:
            raise BadInput(f"t: time goes back, from {self.now / 1e6:g} to {fact.t / 1e6:g}")
        match fact:
            case CardArrived() | CardLeft() | TagArrived():
                self._check_place(fact)
            case ButtonDown() | ButtonUp():
                self._check_seat(fact.seat)
            case ChoiceMade():
                self._check_choice(fact)
            case GameStarted():
                raise BadInput("fact: a script holds one game, and this one has started already")

    def _check_place(self, fact: CardArrived | CardLeft | TagArrived) -> None:
        if fact.zone not in self._zones:
            raise BadInput(f"zone: expected one of {', '.join(self._zones)}, not {fact.zone!r}")
        if not isinstance(fact, TagArrived) and fact.card not in self.setup.cards:
            raise BadInput(f"card: {self.game.title} has no card {fact.card!r}")

    def _check_seat(self, seat: int) -> None:
        if seat not in self.setup.seats:
            raise BadInput(f"seat: nobody sits at seat {seat}")

    def _check_choice(self, fact: ChoiceMade) -> None:
        if fact.seat:
            self._check_seat(fact.seat)
        names = [choice.name for choice in self.game.choices]
        if fact.choice not in names:
            raise BadInput(f"choice: expected one of {', '.join(names)}, not {fact.choice!r}")


def dump(line: Line) -> dict[str, Any]:
    """Make the JSON object of a line: `seq`, `t` in seconds, `event`, its fields."""
    return {"seq": line.seq, "t": line.t / 1e6} | events.dump(line.event)
