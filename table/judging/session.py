"""One game from its facts: gestures, referee, and what each audience was told, in its own count. Pure.

Live play, replay of a script and resuming after a power cut are the same thing: facts go in, events come out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from table import events, games
from table.complaints import BadInput, short
from table.events import Event
from table.facts import (
    PHONE,
    SECOND,
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    ChoiceMade,
    Fact,
    GameStarted,
    ReaderBack,
    ReaderLost,
    TableResumed,
    TagArrived,
    TagUnread,
    TimePassed,
    is_made_up,
)
from table.games.game import HOST, HOST_CHOICES, PUBLIC, SEALED, Audience, Choice, Game, Setup, prepare
from table.judging.gestures import Gestures
from table.judging.questions import Answering
from table.judging.referee import Question, Referee
from table.judging.telling import Told

_NOTICE = 6 * SECOND  # how long people are told of a card that the table does not know, or could not read
_MOST, _MOST_LETTERS = 10_000, 200  # of a number, and of a text, that goes with a choice
_MOST_AT_ONCE = 1_000  # things fall due at one moment; more is a deadline that never passes


@dataclass(frozen=True)
class Line:
    """One event as an audience was told it: its number for that audience, when it was decided, and what it says."""

    audience: Audience
    seq: int
    t: int
    event: Event


@dataclass(frozen=True)
class _Notice:
    """Something that people are told for a while, of what lies on the table."""

    text: str
    until: int
    asks: str | None = None  # the zone of an unknown card that people are asked about


class Session:
    """A game that is played. Made of its first fact; raise BadInput if that cannot be played."""

    def __init__(self, started: GameStarted) -> None:
        self.started = started
        self.game: Game[Any, Any] = games.find(started.game)
        self.setup: Setup = prepare(self.game, started)
        self.audiences: tuple[Audience, ...] = (PUBLIC, HOST, SEALED, *(f"seat:{seat}" for seat in self.setup.seats))
        self.now = started.t
        self._zones = self.game.zones(len(self.setup.players))
        self._choices = {choice.name: choice for choice in (*HOST_CHOICES, *self.game.choices)}
        self._gestures = Gestures()
        self._answering = Answering()
        self._referee = Referee(self.game, self.setup, self.audiences)
        self._lying: dict[str, frozenset[str]] = {}
        self._aborted = False
        self._last: dict[Audience, Line] = {}
        self._notice: _Notice | None = None
        self._blind: tuple[str, ...] = ()
        self.opening: tuple[Line, ...] = self._lines(self._referee.begin())

    @classmethod
    def replay(cls, facts: Sequence[Fact]) -> tuple["Session", list[tuple[Line, ...]]]:
        """Play facts again; return the session and what each of them brought. Raise BadInput, as `take` does."""
        started = facts[0] if facts else None
        if not isinstance(started, GameStarted):
            raise BadInput("a game begins with the fact game_started")
        session = cls(started)
        return session, [session.opening, *(session.take(fact) for fact in facts[1:])]

    def keep_told(self, seq: Mapping[Audience, int]) -> None:
        """Go on counting from what each audience was told, though it does not follow from these facts.

        It was told under older rules.
        """
        self._referee.keep_told(seq)
        self._last = {}

    @property
    def ended(self) -> bool:
        """Whether the game is over."""
        return self._aborted or self._referee.ended()

    @property
    def worlds_cut(self) -> int:
        """How many worlds were given up because there were too many."""
        return self._referee.cut

    def check_asked(self) -> None:
        """Raise BadInput if no question is open; who may answer one, and what, is checked as the answer is taken."""
        if self.ended or self._referee.question is None:
            raise BadInput("choice: no question is open")

    def due(self) -> int | None:
        """Tell when something falls due next, in us; None if nothing will by itself."""
        notice = None if self._notice is None else self._notice.until
        fingers = (self._answering.due(), self._gestures.due())
        own = (notice, *fingers) if self._aborted else (notice, *fingers, self._referee.due())
        return min((due for due in own if due is not None), default=None)

    def take(self, fact: Fact) -> tuple[Line, ...]:
        """Take a fact, after all that fell due before it, and return what was told.

        Raise BadInput, and change nothing, if the fact does not belong to this game.
        """
        self.check(fact)
        lines = self._let_pass(fact.t, including=isinstance(fact, TimePassed))
        self.now = fact.t
        self._note_what_lies(fact)
        if isinstance(fact, CardArrived) and self._notice is not None and self._notice.asks == fact.zone:
            self._notice = None  # it was named, or another card was played
        if isinstance(fact, CardLeft) and self.setup.placement[fact.zone] == "tap":
            return lines  # the card goes on to its pile
        return (*lines, *self._judge(fact))

    def view(self, audience: Audience) -> dict[str, Any]:
        """Draw an audience's picture of the table."""
        picture = self._referee.view(audience)
        picture["prompt"] = " ".join(sentence for sentence in picture["prompt"] if sentence)
        picture["running"] = picture["running"] is not False  # as long as nobody can tell that it is over it is on
        picture |= self._interruption(picture)
        last = self._last.get(audience)
        notice = self._notice and self._notice.text
        told = {"notice": notice, "last": last and dump(last)}
        return picture | told | ({"undo_to": self._referee.back_to(HOST)} if audience == HOST else {})

    def _judge(self, fact: Fact) -> tuple[Line, ...]:
        match fact:
            case TagArrived() | TagUnread():
                asks = fact.zone if isinstance(fact, TagArrived) and fact.asked else None
                self._notice = _Notice(self._of_a_tag(fact), fact.t + _NOTICE, asks)
                told = self._referee.announce(_tag_event(fact))
            case ReaderLost() | ReaderBack() | TableResumed():
                told = self._note_readers(fact)
            case ChoiceMade():
                told = self._choose(fact)
            case _ if self._aborted:
                return ()
            case _:
                told = self._read(self._gestures.take(fact))
        return self._lines(told)

    def _read(self, gestures: Iterable[Fact]) -> tuple[Told, ...]:
        """Hand gestures to the open question, or else to the game."""
        told: list[Told] = []
        for fact in gestures:
            answering, answer = self._answering.take(fact, self._referee.question)
            if answer is not None:
                told += self._referee.settle(answer)
            elif not answering:
                told += self._referee.take(fact)
        return tuple(told)

    def _choose(self, fact: ChoiceMade) -> tuple[Told, ...]:
        if self._aborted:
            return self._referee.announce(events.PressRefused(fact.seat, "not_now", "The game is over."))
        match fact.choice:
            case "undo":
                return self._referee.undo(self._lying)
            case "rule":
                return self._referee.rule(fact.t)
            case "pause":
                return self._referee.pause()
            case "resume":
                self._blind = ()  # the host goes on without those readers
                return self._referee.resume()
            case "settle":
                return self._referee.settle(fact.value)
            case "abort":
                return self._abort()
            case _:
                return self._referee.take(fact)

    def _abort(self) -> tuple[Told, ...]:
        if self.ended:
            return self._referee.announce(events.PressRefused(0, "not_now", "The game is over."))
        self._aborted = True
        return self._referee.announce(events.GameAborted())

    def _note_what_lies(self, fact: Fact) -> None:
        """Keep in mind what lies over an antenna, for an undo may make it lie wrong."""
        if isinstance(fact, CardArrived | CardLeft) and self.setup.placement[fact.zone] == "pile":
            lying, card = self._lying.get(fact.zone, frozenset()), frozenset({fact.card})
            self._lying[fact.zone] = lying | card if isinstance(fact, CardArrived) else lying - card

    def _let_pass(self, until: int, *, including: bool) -> tuple[Line, ...]:
        """Let what is due before a fact fall due, one thing after another; on a tie the fact comes first."""
        lines: list[Line] = []
        passed, times = -1, 0
        while (due := self.due()) is not None and (due < until or (including and due == until)):
            passed, times = due, times + 1 if due == passed else 0
            if times > _MOST_AT_ONCE:
                raise RuntimeError(f"what is due at {due} us does not fall due")
            self.now = max(self.now, due)
            lines += self._lines(self._fall_due(due))
        return tuple(lines)

    def _fall_due(self, due: int) -> tuple[Told, ...]:
        if self._notice is not None and self._notice.until <= due:
            self._notice = None
        if self._answering.due() == due:
            answer = self._answering.fall_due(due, self._referee.question)
            return () if answer is None or self._aborted else self._referee.settle(answer)
        gestures = self._gestures.fall_due(due)
        return () if self._aborted else self._read(gestures or (TimePassed(due),))

    def _lines(self, told: Iterable[Told]) -> tuple[Line, ...]:
        lines = []
        for one in told:
            line = self._last[one.audience] = Line(one.audience, one.seq, self.now, one.event)
            match one.event:
                case events.RoundStarted():
                    self._lying.clear()  # all cards are collected
                case events.PileReshuffled(zone=zone) if one.audience == SEALED:
                    self._lying[zone] = self._lying.get(zone, frozenset()) & self._top(zone)
            lines.append(line)
        return tuple(lines)

    def _top(self, zone: str) -> frozenset[str]:
        """Name the card that stays when a pile is shuffled: its open top."""
        return frozenset({self._referee.view(SEALED)["piles"][zone]["top"]}) - {None}

    def _interruption(self, picture: Mapping[str, Any]) -> dict[str, Any]:
        """Say what stands in the way of play, in place of the game's own words."""
        question, doubt = self._referee.question, self._referee.doubt
        shown: dict[str, Any] = {
            "paused": self._referee.paused,
            "over": self.ended,
            "question": question and _drawn(question),
            "doubt": _drawn(doubt) if doubt is not None and question is None else None,
        }
        if self._aborted:
            over = {"headline": "Game ended", "prompt": "The host has ended the game; nobody won."}
            return shown | over | {"turn": None, "waiting": [], "running": False, "race": None, "correction": None}
        if self._referee.paused:
            meanwhile = picture["prompt"] if picture["correction"] else "Wait until it goes on."
            return shown | {"headline": "Paused", "prompt": f"The host has paused the game. {meanwhile}"}
        if self._referee.waiting:
            return shown | {"headline": "One moment", "prompt": self._referee.waiting}
        if question is not None:
            asked = {"prompt": _asking(question, self.setup), "waiting": list(question.seats)}
            return shown | {"headline": question.text} | asked
        if doubt is not None:  # what they do next will tell, unless they say so before
            hint = f"{picture['prompt']} {doubt.asks[0].hint}".strip()
            return shown | {"headline": picture["headline"] or doubt.text, "prompt": hint}
        if self.asked_to_count is not None:
            return shown | {"prompt": self._counting(self.asked_to_count)}
        return shown

    @property
    def asked_to_count(self) -> int | None:
        """The seat that is to touch its cards on a shared pad now, because it has none of its own; None: nobody."""
        seats = (seat for seat in self._referee.counting if f"seat.{seat}" in self.setup.shared)
        return next(seats, None)

    def _counting(self, seat: int) -> str:
        zone = self._place(self.setup.shared[f"seat.{seat}"])
        name = self.setup.name(seat)
        return f"{name}: touch each card you hold on {zone}, then tap; hold to start over. The others wait for {name}."

    def _note_readers(self, fact: ReaderLost | ReaderBack | TableResumed) -> tuple[Told, ...]:
        """Keep in mind which readers do not work, and let the game wait for them."""
        match fact:
            case ReaderLost():
                self._blind = (*self._blind, fact.zone)
                told = self._referee.announce(events.ReaderLost(fact.zone))
            case ReaderBack():
                self._blind = tuple(zone for zone in self._blind if zone != fact.zone)
                told = self._referee.announce(events.ReaderBack(fact.zone))
            case _:  # the table has been started anew, and will tell what does not work now
                self._blind, told = (), self._read(self._gestures.take(fact))
        self._referee.waiting = self._without_sight()
        return told

    def _without_sight(self) -> str | None:
        if not self._blind:
            return None
        return f"The table cannot see {self._place(self._blind[0])}: wait until its reader works again."

    def _of_a_tag(self, fact: TagArrived | TagUnread) -> str:
        place = self._place(fact.zone)
        if isinstance(fact, TagUnread):
            return f"A card on {place} could not be read: touch it again, a little longer."
        if fact.uid == PHONE or is_made_up(fact.uid):
            return f"A phone lies on {place}: take it away."
        if fact.asked:
            say = "say on a phone which card it is, or take it away; it does not count yet"
            return f"The table does not know the card on {place}: {say}."
        return f"The table does not know the card on {place}: take it away, it does not count."

    def _place(self, zone: str) -> str:
        kind, _, seat = zone.partition(".")
        if kind == "seat":
            return f"{self.setup.name(int(seat))}’s pad"
        return f"the {zone.replace('.', ' ')} {'pad' if self.setup.placement[zone] == 'tap' else 'pile'}"

    def check(self, fact: Fact) -> None:
        """Raise BadInput if a fact does not belong to this game, or not to this time of it."""
        if fact.t < self.now:
            raise BadInput(f"t: time goes back, from {self.now / 1e6:g} to {fact.t / 1e6:g}")
        match fact:
            case CardArrived() | CardLeft() | TagArrived() | TagUnread() | ReaderLost() | ReaderBack():
                self._check_place(fact)
            case ButtonDown() | ButtonUp():
                self._check_seat(fact.seat)
            case ChoiceMade():
                self._check_choice(fact)
            case GameStarted():
                raise BadInput("fact: a script holds one game, and this one has started already")

    def _check_place(self, fact: CardArrived | CardLeft | TagArrived | TagUnread | ReaderLost | ReaderBack) -> None:
        if fact.zone not in self._zones:
            raise BadInput(f"zone: expected one of {', '.join(self._zones)}, not {short(fact.zone)}")
        if isinstance(fact, CardArrived | CardLeft) and fact.card not in self.setup.cards:
            raise BadInput(f"card: {self.game.title} has no card {short(fact.card)}")
        if isinstance(fact, CardArrived) and fact.by is not None and fact.by not in self.setup.seats:
            raise BadInput(f"by: nobody sits at seat {fact.by}")

    def _check_seat(self, seat: int) -> None:
        if seat not in self.setup.seats:
            raise BadInput(f"seat: nobody sits at seat {seat}")

    def _check_choice(self, fact: ChoiceMade) -> None:
        if fact.seat:
            self._check_seat(fact.seat)
        choice = self._choices.get(fact.choice)
        if choice is None:
            raise BadInput(f"choice: expected one of {', '.join(self._choices)}, not {short(fact.choice)}")
        if choice.who == "host" and fact.seat:
            raise BadInput(f"choice: {choice.name} is for the host (seat 0), not for seat {fact.seat}")
        self._check_value(choice, fact)

    def _check_value(self, choice: Choice, fact: ChoiceMade) -> None:
        question, value = self._referee.question, fact.value
        match choice.value:
            case None if value is not None:
                raise BadInput(f"value: {choice.name} takes none")
            case "seat" if type(value) is not int or value not in self.setup.seats:
                raise BadInput(f"value: expected a seat at which somebody sits, not {short(value)}")
            case "number" if type(value) is not int or not 0 <= value <= _MOST:
                raise BadInput(f"value: expected a number, 0 to {_MOST}, not {short(value)}")
            case "text" if not isinstance(value, str) or len(value) > _MOST_LETTERS:
                raise BadInput(f"value: expected text of at most {_MOST_LETTERS} letters, not {short(value)}")
            case "answer" if not isinstance(value, str | int) or len(short(value)) > _MOST_LETTERS:
                raise BadInput(f"value: expected an answer, not {short(value)}")
            case "answer" if question is not None and not _is_option(value, question):
                raise BadInput(f"value: expected one of {', '.join(map(str, question.options))}, not {short(value)}")
            case "answer" if question is not None and fact.seat and fact.seat not in question.seats:
                raise BadInput(f"seat: seat {fact.seat} is not asked")


def _tag_event(fact: TagArrived | TagUnread) -> Event:
    if isinstance(fact, TagArrived):
        return events.TagUnknown(fact.zone, fact.uid)
    return events.TagUnread(fact.zone)


def _is_option(value: Any, question: Question) -> bool:
    return type(value) in (int, str) and value in question.options


_BUTTONS = ("tap", "press twice", "hold")


def _drawn(question: Question) -> dict[str, Any]:
    options = [{"answer": ask.answer, "label": ask.label, "cards": list(ask.cards)} for ask in question.asks]
    return {"choice": question.choice, "seats": list(question.seats), "text": question.text, "options": options}


def _asking(question: Question, setup: Setup) -> str:
    """Say who answers, and how: three answers fit on a button, the host has them all."""
    who = [setup.name(seat) for seat in question.seats]
    asked = who[0] if len(who) == 1 else f"One of {', '.join(who[:-1])} and {who[-1]}"
    ways = [f"{way} for {ask.label}" for ask, way in zip(question.asks, _BUTTONS, strict=False)]
    rest = "; the host has the other answers" if len(question.asks) > len(ways) else ""
    return f"{asked}: {', '.join(ways)}{rest}."


def dump(line: Line) -> dict[str, Any]:
    """Make the JSON object of a line: `seq`, `t` in seconds, `event`, its fields."""
    return {"seq": line.seq, "t": line.t / 1e6} | events.dump(line.event)
