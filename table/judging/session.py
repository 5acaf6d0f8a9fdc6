"""One game computed from its facts: gestures, referee, and the events of each audience. Pure.

Live play, replaying a script and resuming after a power cut work the same way: facts go in, events come out.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from table import events, games
from table.complaints import BadInput
from table.event import Event
from table.facts import (
    CardArrived,
    CardLeft,
    ChoiceMade,
    EndAsked,
    Fact,
    GameStarted,
    Pressed,
    ReaderBack,
    ReaderLost,
    RobotKind,
    RobotSeated,
    SeatLeft,
    TableResumed,
    TagArrived,
    TagUnread,
    TimePassed,
    ZoneUnsaid,
)
from table.games.game import HOST, PUBLIC, RESHUFFLED, SEALED, Audience, Game, Setup, prepare
from table.judging import rows
from table.judging.asking import Answering
from table.judging.belonging import Belonging
from table.judging.consent import END, Consent, Decision
from table.judging.delivery import Line
from table.judging.gestures import Gestures
from table.judging.interruptions import Notices, halted, interruption
from table.judging.referee import Referee
from table.judging.rows import Rows, Wish
from table.judging.standing import OVER, Cause, Stand
from table.judging.worlds import World
from table.judging.wrong import Piled, Refusals, put_right
from table.saying import joined, say
from table.values import replace
from table.view import GestureView, View

RULES_S = 2.0  # the time limit for judging one fact; after that the rules are interrupted, and the fact has failed
_MOST_AT_ONCE = 1_000  # how many deadlines may fall due at one moment; more means a deadline that never passes
_DONE = {Cause.PAUSE: events.GamePaused(), Cause.RESUME: events.GameResumed(), Cause.ABORT: events.GameAborted()}


class Session:
    """A game in progress, created from its first fact. Raises BadInput if the game cannot be played."""

    def __init__(self, started: GameStarted, game: Game[Any, Any] | None = None) -> None:
        """Start the game; `game` replaces the installed one, for callers that observe what it does."""
        self.started = started
        self.game: Game[Any, Any] = game or games.find(started.game)
        self.setup: Setup = prepare(self.game, started)
        self._seats = {f"seat:{seat}": seat for seat in self.setup.seats}
        self.audiences: tuple[Audience, ...] = (PUBLIC, HOST, SEALED, *self._seats)
        self.now = started.t
        self._belonging = Belonging(self.game, self.setup)
        self._gestures = Gestures()
        self._answering = Answering()
        self._referee = Referee(self.game, self.setup, self.audiences)
        self._stand = Stand()
        self._consent = Consent(self.setup)
        self._notices = Notices(self.setup)
        self._piled = Piled(self.setup.placement)
        robots = {int(seat): kind for seat, kind in (started.robots or {}).items()}
        dealing = self.game.dealing(self.setup)
        self._rows = Rows(self.setup, robots, dealing.hand if started.rows else None)
        self._unused = self.setup.placement.keys() - set(self.game.zones(len(self.setup.players)))
        self._naming = () if dealing.laid_before else self.setup.seats  # the seats whose pads can name a card
        self._last: dict[Audience, Line] = {}
        self._refusals = Refusals(self.game.reasons)
        self._passes(started.t)
        self.opening: tuple[Line, ...] = self._note(self._referee.begin())

    @classmethod
    def replay(cls, facts: Sequence[Fact]) -> tuple["Session", list[tuple[Line, ...]]]:
        """Replay facts; return the session and the events of each fact. Raise BadInput, as `take` does."""
        started = facts[0] if facts else None
        if not isinstance(started, GameStarted):
            raise BadInput("a game begins with the fact game_started")
        session = cls(started)
        return session, [session.opening, *(session.take(fact) for fact in facts[1:])]

    def keep_counts(self, seq: Mapping[Audience, int]) -> None:
        """Continue counting from the number of the last event that each audience received under older rules."""
        self._referee.keep_counts(seq)
        self._last = {}

    @property
    def ended(self) -> bool:
        return self._stand.aborted or self._referee.ended()

    @property
    def worlds(self) -> tuple[World[Any], ...]:
        """The remaining worlds; the first one is how a bystander would understand the facts."""
        return self._referee.worlds

    @property
    def worlds_cut(self) -> int:
        """How many worlds were dropped because there were too many."""
        return self._referee.cut

    @property
    def robots(self) -> Mapping[int, RobotKind]:
        """The kinds of the robots, by seat."""
        return self._rows.robots

    @property
    def rows(self) -> Mapping[int, tuple[str, ...]]:
        """The cards in robots' rows, from left to right; only these robots may see them."""
        return self._rows.dealt

    @property
    def wishes(self) -> tuple[Wish, ...]:
        """The cards that robots are asking people to lay."""
        return tuple(self._rows.wishes.values())

    @property
    def counted(self) -> tuple[int, ...]:
        """The seats whose hands are being counted."""
        return self._referee.counting

    @property
    def left(self) -> frozenset[int]:
        """The seats whose players have left and that nobody has taken over yet."""
        return frozenset(self._consent.left)

    @property
    def pressed(self) -> frozenset[int]:
        """The seats whose players have pressed their button in this game."""
        return self._consent.pressed

    @property
    def agreed(self) -> tuple[int, ...]:
        """The seats that want to end the game while others are still being asked."""
        return () if self.ended else self._consent.agreed

    def check_asked(self, fact: ChoiceMade) -> None:
        """Raise BadInput if no question is open that a choice could answer. `take` checks the seat and the answer."""
        if self.ended or (self._referee.question is None and not self._consent.takes(fact.seat, fact.value)):
            raise BadInput(say("choice: no question is open"))

    def due(self) -> int | None:
        """Return the next deadline, in us, if any."""
        own = [self._notices.due(), self._answering.due(), self._gestures.due()]
        if not self._stand.aborted:
            own.append(self._referee.due())
        if not self.ended:
            own.append(self._consent.due())
        return min((due for due in own if due is not None), default=None)

    def take(self, fact: Fact) -> tuple[Line, ...]:
        """Process a fact, after everything due before it, and return what was delivered.

        Raise BadInput, and change nothing, if the fact does not belong to this game.
        """
        self.check(fact)
        lines = self._let_pass(fact.t, including=isinstance(fact, TimePassed))
        self._passes(fact.t)
        if isinstance(fact, CardArrived) and (named := self._name(fact)) is not None:
            return (*lines, *self._note(named))
        lines = (*lines, *self._note(self._consents(fact)))
        met = self._rows.take(fact, counting=self._referee.counting, turn=self._alone_may_lay)
        lines = (*lines, *self._note(self._tell(met.delivered)))
        if met.fact is None or (isinstance(met.fact, CardArrived | CardLeft) and met.fact.zone in self._unused):
            return lines  # the fact was for a robot, or is about a pad that the game does not use
        fact = met.fact
        self._piled.take(fact)
        self._notices.take(fact)
        if isinstance(fact, CardLeft) and self.setup.placement[fact.zone] == "tap":
            return lines  # a card that leaves a pad goes to its pile
        return (*lines, *self._judge(fact))

    def _name(self, fact: CardArrived) -> tuple[Line, ...] | None:
        """Name a card touched to its player's own pad with the button held down; return None for any other touch.

        Players may ask about any card that they can pick up and look at, but not about the face-down cards of robots.
        """
        seat = next((seat for seat in self._naming if fact.zone == f"seat.{seat}"), None)
        if seat is None or fact.by not in (None, seat) or seat in self._referee.counting or self._rows.holds(fact.card):
            return None
        spent = None if seat in self._rows.robots else self._gestures.names(seat, fact.t)
        if spent is None:
            return None
        named = self._referee.announce_to(events.HeldCardNamed(seat, fact.card), (f"seat:{seat}", SEALED))
        return (*self._read(spent), *named)

    @property
    def _alone_may_lay(self) -> int | None:
        """The seat whose turn it is, if no other may lay a card; computed only while robots are asking for cards."""
        if not self._rows.wishes:
            return None
        view = self._referee.view(PUBLIC)
        return None if view.race else view.turn

    def _tell(self, delivered: Iterable[Event]) -> tuple[Line, ...]:
        """Deliver the events of robots' rows; only the sealed log names a card that nobody asked for."""
        lines: list[Line] = []
        for event in delivered:
            if isinstance(event, events.CardNotAskedFor):
                hidden = replace(event, card=None)
                of = {audience: event if audience == SEALED else hidden for audience in self.audiences}
                lines += self._referee.announce(of)
            else:
                lines += self._referee.announce(event)
        return tuple(lines)

    def view(self, audience: Audience) -> View:
        """Return an audience's view of the table."""
        return self._besides(audience, self._drawn(audience))

    def views(self, audiences: Collection[Audience] | None = None) -> dict[Audience, View]:
        """Return the views of these audiences, by default of all except the sealed log."""
        same = self._drawn(PUBLIC) if self.game.same_for_all else None
        shown = [audience for audience in audiences or self.audiences if audience != SEALED]
        return {audience: self._besides(audience, same or self._drawn(audience)) for audience in shown}

    def _drawn(self, audience: Audience) -> View:
        """Return the game's view for an audience, with interruptions and decisions."""
        view, ended = self._referee.view(audience), self.ended
        sentences = view.sentences or ()
        if not ended:
            asked, lacking = rows.asking(self._rows, self.setup), rows.dealing(self._rows, self.setup)
            sentences = (*asked, *sentences, *lacking)
        prompt = joined(sentence or "" for sentence in sentences)
        if view.correction and not prompt:
            prompt = put_right(view.correction, self.setup)
        view = replace(
            view,
            sentences=UNSET,
            prompt=prompt,
            running=view.running is not False,  # a round is on until it is certain that it is over
            headline=self._refusals.headline(audience, view),
            paused=self._stand.paused,
            over=ended,
        )
        view = interruption(view, self._stand, self._referee.inquiry, self.asked_to_count, self.setup)
        return view if ended else self._consent.shown(view)

    def _besides(self, audience: Audience, view: View) -> View:
        """Add the parts specific to one audience: its latest event, its gestures, and what the host may undo."""
        last = self._last.get(audience)
        return replace(
            view,
            notice=self._notices.text,
            last=None if last is None else last.json,
            gestures=self._gestures_of(audience, view),
            undo_to=self._referee.back_to(HOST) if audience == HOST else UNSET,
        )

    def _gestures_of(self, audience: Audience, view: View) -> dict[str, GestureView]:
        """Return what the gestures of a seat's own button mean; empty while the seat is being asked a question."""
        seat = self._seats.get(audience)
        if seat is None or self.ended or (view.question is not None and seat in view.question.seats):
            return {}
        said = self._referee.meanings(seat, self.now)
        return {gesture: GestureView(choice=says.choice, says=says.text) for gesture, says in said.items()}

    @property
    def asked_to_count(self) -> int | None:
        """The seat, if any, that must now touch a shared pad with its cards because it has no pad of its own."""
        seats = (seat for seat in self._referee.counting if f"seat.{seat}" in self.setup.shared)
        return next(seats, None)

    def _consents(self, fact: Fact) -> tuple[Line, ...]:
        """Handle people who come, leave or press, and carry out what they decide."""
        if isinstance(fact, RobotSeated) and fact.name is not None:
            self.setup.called[fact.seat] = fact.name
        return () if self.ended else self._decided(self._consent.take(fact, self._rows.robots), fact.t)

    def _decided(self, decision: Decision | None, now: int) -> tuple[Line, ...]:
        """Carry out what people have decided."""
        match decision:
            case Decision.ENDS:
                self._stand.given_up = True
                return self._goes(Cause.ABORT, events.GameGivenUp(self._consent.agreed))
            case Decision.ROBOT:
                for seat, kind in [*self._consent.left.items()]:
                    if kind is not None:
                        seated = RobotSeated(now, seat, kind)
                        self._consent.take(seated, self._rows.robots)
                        self._rows.take(seated, counting=self._referee.counting, turn=None)
        return ()

    def _goes(self, cause: Cause, event: Event) -> tuple[Line, ...]:
        self._stand.goes(cause)
        self._referee.halted = halted(self._stand, self.setup)
        return self._referee.announce(event)

    def _judge(self, fact: Fact) -> tuple[Line, ...]:
        match fact:
            case SeatLeft() | EndAsked():
                return ()
            case TagArrived():
                lines = self._referee.announce(events.TagUnknown(fact.zone, fact.uid))
            case TagUnread():
                lines = self._referee.announce(events.TagUnread(fact.zone))
            case ZoneUnsaid():
                lines = self._referee.announce(events.ZoneAsked(tuple(fact.zones)))
            case ReaderLost() | ReaderBack() | TableResumed():
                lines = self._see(fact)
            case ChoiceMade():
                lines = self._choose(fact)
            case _ if self._stand.aborted:
                return ()
            case _:
                lines = self._read(self._gestures.take(fact))
        return self._note(lines)

    def _read(self, gestures: Iterable[Fact]) -> tuple[Line, ...]:
        """Pass gestures to an open decision of all players, to the open question, or else to the game."""
        lines: list[Line] = []
        for fact in gestures:
            taken, decision = self._consent.read(fact, races=self._races)
            lines += self._decided(decision, fact.t) if taken else self._play(fact)
        return tuple(lines)

    def _races(self) -> bool:
        """Return whether a race is open; if so, it gets button presses first."""
        return self._referee.view(PUBLIC).race is not None

    def _play(self, fact: Fact) -> tuple[Line, ...]:
        """Pass a gesture to the open question, or else to the game."""
        halted = self._referee.halted
        answering, answer = self._answering.take(fact, self._referee.question, halted=halted is not None)
        if answer is not None:
            return self._referee.settle(answer)
        if not answering:
            return self._referee.take(fact)
        if halted is not None and isinstance(fact, Pressed):
            return self._referee.announce(events.PressRefused(fact.press.seat, "paused", halted))
        return ()

    def _choose(self, fact: ChoiceMade) -> tuple[Line, ...]:
        if self._stand.aborted:
            return self._not_now(fact.seat, OVER)
        match fact.choice:
            case "undo":
                return self._referee.undo(self._piled.by_zone)
            case "rule":
                return self._referee.rule(fact.t)
            case "pause" | "resume" | "abort":
                return self._host_does(Cause(fact.choice))
            case "settle" if fact.seat == 0 and fact.value == END and self._consent.takes(0, END):
                return self._host_does(Cause.ABORT)
            case "settle" if self._consent.takes(fact.seat, fact.value):
                return self._decided(self._consent.answer(fact.seat, fact.value), fact.t)
            case "settle":
                return self._referee.settle(fact.value)
            case RESHUFFLED.name if all(choice.name != RESHUFFLED.name for choice in self.game.choices):
                return self._not_now(0, say("Nobody draws a card in this game: there is nothing to shuffle."))
            case _:
                return self._referee.take(fact)

    def _host_does(self, cause: Cause) -> tuple[Line, ...]:
        """Pause, resume or end the game at the host's request, or refuse to."""
        refusal = self._stand.refusal(cause)
        if refusal is None and cause is Cause.PAUSE and not self._referee.can_pause():
            refusal = say("A clock is running: wait a moment.")
        if refusal is None and cause is Cause.ABORT and self.ended:
            refusal = OVER
        return self._not_now(0, refusal) if refusal is not None else self._goes(cause, _DONE[cause])

    def _not_now(self, seat: int, why: str) -> tuple[Line, ...]:
        return self._referee.announce(events.PressRefused(seat, "not_now", why))

    def _see(self, fact: ReaderLost | ReaderBack | TableResumed) -> tuple[Line, ...]:
        """Record which readers have failed; the game waits for them if it uses their zones."""
        robots = {f"seat.{seat}" for seat in self._rows.robots} if self.started.rows else set()
        if isinstance(fact, TableResumed) or fact.zone not in self._unused - robots:
            self._stand.sees(fact)
        match fact:
            case ReaderLost():
                lines = self._referee.announce(events.ReaderLost(fact.zone))
            case ReaderBack():
                lines = self._referee.announce(events.ReaderBack(fact.zone))
            case _:
                lines = self._read(self._gestures.take(fact))
        self._referee.halted = halted(self._stand, self.setup)
        return lines

    def _let_pass(self, until: int, *, including: bool) -> tuple[Line, ...]:
        """Process the deadlines before a fact, one after another; a fact precedes a deadline at the same time."""
        lines: list[Line] = []
        passed, times = -1, 0
        while (due := self.due()) is not None and (due < until or (including and due == until)):
            passed, times = due, times + 1 if due == passed else 0
            if times > _MOST_AT_ONCE:
                raise RuntimeError(f"what is due at {due} us does not fall due")
            self._passes(max(self.now, due))
            lines += self._note(self._fall_due(due))
        return tuple(lines)

    def _fall_due(self, due: int) -> tuple[Line, ...]:
        self._notices.fall_due(due)
        if not self.ended and self._consent.due() == due:
            return self._decided(self._consent.fall_due(due), due)
        if self._answering.due() == due:
            answer = self._answering.fall_due(due, self._referee.question)
            return () if answer is None or self._stand.aborted else self._referee.settle(answer)
        gestures = self._gestures.fall_due(due)
        return () if self._stand.aborted else self._read(gestures or (TimePassed(due),))

    def _passes(self, now: int) -> None:
        self.now = now
        self._referee.passes(now)

    def _note(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """Record the events that were delivered."""
        self._refusals.hear(lines)
        for line in lines:
            self._last[line.audience] = line
            if line.audience == SEALED:
                self._rows.hear(line.event, line.seq)
            if line.audience == SEALED or not isinstance(line.event, events.PileReshuffled):
                self._piled.hear(line.event, self._referee.top)
        self._rows.counts_out(self.counted)
        return lines

    def check(self, fact: Fact) -> None:
        """Raise BadInput if a fact does not belong to this game or is older than the last one."""
        if fact.t < self.now:
            raise BadInput(f"t: time goes back, from {self.now / 1e6:g} to {fact.t / 1e6:g}")
        self._rows.check(fact)
        for_all = isinstance(fact, ChoiceMade) and self._consent.takes(fact.seat, fact.value)
        self._belonging.check(fact, None if for_all else self._referee.question)


def dump(line: Line) -> dict[str, Any]:
    """Return the JSON object of a line: `seq`, `t` in seconds, `event`, and the event's fields."""
    return dict(line.json)
