"""The referee: keeps every world consistent with the facts, and delivers what is certain. Independent of any game.

A fact is read in every world. A legal reading beats one that is legal only under other assumptions, which beats one
without meaning, which beats an illegal one. Only the best kind found in any world survives, and worlds with identical
states merge. Passing time never counts against a world; laying a card counts against a world in which the game is over.
A play that is not legal in any world is refused, unless it shows that people ignored an earlier refusal and played on;
then the earlier play is admitted. On a pad, a play that would also be legal instead of the refused one does not show
that.

A question is asked once the speaking worlds have differed, for longer than people's patience, on something people can
answer; it does not block play, and later facts may answer it. Undo and take-back restore the worlds from before the
last action that the game marks.
"""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Generic, TypeVar

from table import events
from table.event import Event
from table.facts import Fact, TimePassed
from table.games.game import SEALED, SHARED_REASONS, Answer, Ask, Audience, Game, IllegalAction, Reading, Says, Setup
from table.judging.asking import Inquiry, Question
from table.judging.delivery import Delivery, Line
from table.judging.gestures import meanings
from table.judging.worlds import World, merged, speaking
from table.saying import say
from table.values import Value, replace
from table.view import View, agreed

MOST_WORLDS = 64
MOST_UNDOS = 200  # how many actions can be undone in a row; a limit, because each checkpoint contains them all
HOST_SEAT = 0

S = TypeVar("S")
A = TypeVar("A")
Lies = Mapping[str, frozenset[str]]  # the cards on each zone whose pile lies on its reader


class Rank(IntEnum):
    """How well a fact fits a world; lower is better."""

    LAWFUL = 0
    OTHERWISE = 1
    NOTHING = 2
    UNLAWFUL = 3
    OVER = 4  # worlds of this rank are kept along with those of NOTHING, although it is worse than UNLAWFUL


def _rank_of_nothing(fact: Fact) -> Rank:
    """Return how well a fact fits a world in which it means nothing."""
    return Rank.LAWFUL if isinstance(fact, TimePassed) else Rank.NOTHING


class _Mark(Value, Generic[S]):
    """A point to go back to: the worlds, and how many events each audience had received."""

    worlds: tuple[World[S], ...]
    seq: Mapping[Audience, int]


class _Outcome(Value, Generic[S, A]):
    rank: Rank
    before: World[S]
    world: World[S]
    reading: Reading[S, A] | None = None
    delivered: tuple[Event, ...] = ()
    done: tuple[A, ...] = ()
    refused: tuple[A, IllegalAction] | None = None


class Referee(Generic[S, A]):
    """The worlds of one game. `cut` counts the worlds dropped because there were too many.

    `halted` is the reason why plays are being refused, or None if they are accepted.
    """

    def __init__(self, game: Game[S, A], setup: Setup, audiences: Sequence[Audience]) -> None:
        self._game = game
        self._reasons = (*SHARED_REASONS, *game.reasons)
        self._delivery = Delivery(game.show, audiences)
        self._number = 0
        self._marks: deque[_Mark[S]] = deque(maxlen=MOST_UNDOS)
        self.halted: str | None = None
        self.cut = 0
        state, delivered = game.start(setup)
        self._worlds: tuple[World[S], ...] = (self._delivery.enqueue(World(state), 0, delivered),)
        self._now = 0
        self.inquiry = Inquiry()

    @property
    def worlds(self) -> tuple[World[S], ...]:
        """The remaining worlds; the first one is how a bystander would understand the facts."""
        return self._worlds

    @property
    def counting(self) -> tuple[int, ...]:
        """The seats that have to touch their cards on their own pads now."""
        return self._game.counting(self._worlds[0].state)

    @property
    def question(self) -> Question | None:
        """The open question, if any."""
        return self.inquiry.question

    def can_pause(self) -> bool:
        """Return whether the host can pause the game, which requires that no clock, such as a race's, is running."""
        return all(self._game.can_pause(world.state) for world in speaking(self._worlds))

    def due(self) -> int | None:
        """Return the earliest deadline in us: that of any world, or the end of patience with a doubt."""
        worlds = (self._game.due(world.state) for world in self._worlds)
        return min((due for due in (*worlds, self.inquiry.due()) if due is not None), default=None)

    def passes(self, now: int) -> None:
        """Set the time of delivery, in us."""
        self._delivery.now = now

    def begin(self) -> tuple[Line, ...]:
        """Return the events that start the game."""
        return self._tell()

    def ended(self) -> bool:
        """Return whether the game is over in every world."""
        return all(self._game.outcome(world.state) is not None for world in self._worlds)

    def view(self, audience: Audience) -> View:
        """Return an audience's view; everything that the speaking worlds disagree on is null."""
        return agreed([self._game.view(world.state, audience) for world in speaking(self._worlds)])

    def meanings(self, seat: int, now: int) -> Mapping[str, Says]:
        """Return what each gesture of a seat's button means at `now`, in us; nothing while plays are refused."""
        if self.halted is not None:
            return {}
        return meanings(self._game, [world.state for world in speaking(self._worlds)], seat, now)

    def top(self, zone: str) -> str | None:
        """Return the face-up top card of a pile, which stays when the pile is reshuffled."""
        return self.view(SEALED).piles[zone].top

    def back_to(self, audience: Audience) -> int | None:
        """Return the number of the audience's event that an undo would go back to; None if nothing can be undone."""
        return self._marks[-1].seq.get(audience, 0) if self._marks else None

    def keep_counts(self, seq: Mapping[Audience, int]) -> None:
        """Continue counting from the number of the last event that each audience received."""
        self._delivery.go_on_from(seq)
        self._marks = deque((replace(mark, seq=seq) for mark in self._marks), MOST_UNDOS)

    # -- Facts

    def take(self, fact: Fact) -> tuple[Line, ...]:
        """Read a fact in every world; return the events that have become certain."""
        self._number += 1
        self._now = fact.t
        outcomes = [outcome for world in self._worlds for outcome in self._outcomes(world, fact)]
        best = min(outcome.rank for outcome in outcomes)
        fitting = (best, Rank.OVER) if best is _rank_of_nothing(fact) else (best,)
        kept = [outcome for outcome in outcomes if outcome.rank in fitting]
        if best is Rank.UNLAWFUL:
            if admitted := self._played_on(kept, fact):
                self._go_on_with(admitted)
                return (*self._tell(), *self.take(fact))
            kept = self._refuse(kept)
        self._go_on_with(kept)
        return self._tell()

    def announce(self, event: Event | Mapping[Audience, Event]) -> tuple[Line, ...]:
        """Deliver an event from outside the worlds, or a separate one to each audience."""
        return tuple(self._delivery.announce(event))

    def announce_to(self, event: Event, audiences: Collection[Audience]) -> tuple[Line, ...]:
        """Deliver an event from outside the worlds only to the given audiences."""
        return tuple(self._delivery.announce_to(event, audiences))

    def _outcomes(self, world: World[S], fact: Fact) -> Iterable[_Outcome[S, A]]:
        readings = self._game.readings(world.state, fact)
        idle = _rank_of_nothing(fact)
        if not readings:
            yield _Outcome(idle, world, world)
        for reading in readings:
            if reading.idle:
                yield _Outcome(Rank.OVER if reading.over else idle, world, replace(world, state=reading.noted))
            else:
                yield self._carry_out(world, reading)

    def _carry_out(self, world: World[S], reading: Reading[S, A], *, ruled: bool = False) -> _Outcome[S, A]:
        state = reading.noted
        read = replace(world, secrets=world.secrets + reading.secret)
        delivered: list[Event] = []
        for number, action in enumerate(reading.actions):
            try:
                if not ruled:
                    self._wait_if_halted(action)
                state, brought = self._game.apply(state, action, ruled=ruled)
            except IllegalAction as why:
                after, done = replace(read, state=state), reading.actions[:number]
                refused = reading.actions[-1] if why.reason == "paused" else action  # a pause refuses all actions
                return _Outcome(Rank.UNLAWFUL, world, after, reading, tuple(delivered), done, (refused, why))
            delivered += brought
        rank = Rank.OTHERWISE if reading.otherwise else Rank.LAWFUL
        return _Outcome(rank, world, replace(read, state=state), reading, tuple(delivered), reading.actions)

    def _wait_if_halted(self, action: A) -> None:
        if self.halted is not None and self._game.held_up(action):
            raise IllegalAction("paused", self.halted)

    def _refuse(self, outcomes: Sequence[_Outcome[S, A]]) -> list[_Outcome[S, A]]:
        """Refuse a play that no world accepts, giving one reason in all worlds so that no assumption is revealed."""
        reasons = [outcome.refused[1] for outcome in outcomes if outcome.refused is not None]
        why = min(reasons, key=self._precedence)
        return [self._refused(outcome, outcome.refused[0], why) for outcome in outcomes if outcome.refused is not None]

    def _precedence(self, why: IllegalAction) -> int:
        """Return the rank of a refusal's reason, lowest first; reasons that the game does not list come last."""
        return self._reasons.index(why.reason) if why.reason in self._reasons else len(self._reasons)

    def _refused(self, outcome: _Outcome[S, A], action: A, why: IllegalAction) -> _Outcome[S, A]:
        state, delivered = self._game.refuse(outcome.world.state, action, why)
        return replace(outcome, world=replace(outcome.world, state=state), delivered=(*outcome.delivered, *delivered))

    def _played_on(self, refused: Sequence[_Outcome[S, A]], fact: Fact) -> list[_Outcome[S, A]]:
        """Return the outcomes of admitting an earlier refused play, in worlds where only that makes this fact legal."""
        admitted = [
            ruled
            for outcome in refused
            for ruled in self._admitted(outcome.before, outcome.refused[0] if outcome.refused else None)
            if self._is_lawful(ruled.world, fact)
        ]
        return [] if admitted and self._may_replace(refused, fact) else admitted

    def _may_replace(self, refused: Sequence[_Outcome[S, A]], fact: Fact) -> bool:
        """Return whether this fact would be legal if the refused cards on pads had gone back to their players.

        Only the speaking worlds decide, so that whether a play is admitted reveals no assumption.
        """
        worlds = speaking([outcome.before for outcome in refused])
        back = (replace(world, state=self._game.put_back(world.state)) for world in worlds)
        return any(self._is_lawful(world, fact) for world in back)

    def _is_lawful(self, world: World[S], fact: Fact) -> bool:
        return any(outcome.rank is Rank.LAWFUL for outcome in self._outcomes(world, fact))

    def _admitted(self, world: World[S], action: A | None) -> Iterable[_Outcome[S, A]]:
        for reading in self._game.standing(world.state, action, self._now):
            yield self._carry_out(world, reading, ruled=True)

    def _go_on_with(self, kept: Sequence[_Outcome[S, A]]) -> None:
        """Continue with the remaining worlds, and save a mark for undo if the game marks one of the actions."""
        reading = kept[0].reading
        if reading is not None and reading.takes_back and self._marks:
            self._restore(self._marks.pop(), kept[0].world.state, None)
            return
        if any(self._game.marks(action) for action in kept[0].done):
            self._marks.append(_Mark(self._worlds, self._delivery.seq))
        self._worlds = tuple(self._delivery.enqueue(outcome.world, self._number, outcome.delivered) for outcome in kept)

    # -- Actions of the host

    def rule(self, now: int) -> tuple[Line, ...]:
        """Admit the refused play in every world, without checking it."""
        self._now = now
        self._number += 1
        ruled = [outcome for world in self._worlds for outcome in self._admitted(world, None)]
        if not ruled:
            return self._not_now(say("No play was refused that could be accepted."))
        self._go_on_with(ruled)
        return self._tell()

    def undo(self, lying: Lies) -> tuple[Line, ...]:
        """Restore the state before the last marked action; `lying` are the cards now on the piles."""
        if not self._marks:
            return self._not_now(say("There is nothing to take back."))
        self._number += 1
        mark = self._marks.pop()
        lines = self._delivery.announce({audience: events.Undone(seq) for audience, seq in mark.seq.items()})
        self.inquiry.take(None, self._now)
        self._restore(mark, speaking(self._worlds)[0].state, lying)
        return (*lines, *self._tell())

    def _restore(self, mark: _Mark[S], now: S, lying: Lies | None) -> None:
        restored = []
        for world in mark.worlds:
            state, brought = self._game.restored(world.state, now, lying)
            restored.append(self._delivery.enqueue(replace(world, state=state), self._number, brought))
        self._worlds = tuple(restored)

    def _not_now(self, text: str) -> tuple[Line, ...]:
        return self.announce(events.PressRefused(HOST_SEAT, "not_now", text))

    # -- Questions

    def settle(self, answer: Answer) -> tuple[Line, ...]:
        """Answer the open question: drop the worlds that contradict the answer."""
        question = self.inquiry.question
        if question is None:
            return self._not_now(say("No question is open."))
        if answer not in question.options:  # it was only just asked
            return self._not_now(say("That answers another question."))
        self._number += 1
        self._worlds = tuple(
            world
            for world in self._worlds
            if (ask := self._game.asks(world.state).get(question.choice)) is not None and ask.answer == answer
        )
        return self._tell()

    def _doubted(self) -> Question | None:
        """Return a question that the speaking worlds disagree on and that people can answer, if any."""
        asked = [self._game.asks(world.state) for world in speaking(self._worlds)]
        for choice in asked[0]:
            if all(choice in asks for asks in asked):
                every = [asks[choice] for asks in asked]
                answers: dict[Answer, Ask] = {}
                for ask in every:  # if answers are identical, the first world's wording is used
                    answers.setdefault(ask.answer, ask)
                if len({ask.answer if ask.decides is None else ask.decides for ask in answers.values()}) > 1:
                    seats = dict.fromkeys(seat for ask in every for seat in ask.seats)
                    ordered = sorted(answers.values(), key=lambda ask: ask.place)
                    return Question(choice, tuple(ordered), tuple(seats))
        return None

    # -- Delivery

    def _tell(self) -> tuple[Line, ...]:
        """Deliver the events that are certain, and merge worlds with identical states."""
        before = self.inquiry.question
        self.inquiry.take(self._doubted(), self._now)
        asked = self.inquiry.question
        changed = (before and before.name) != (asked and asked.name)
        lines = self._delivery.announce(self._settled(before)) if changed and before is not None else []
        spoken, self._worlds = self._delivery.speak(self._worlds)
        lines += spoken
        if changed and asked is not None:
            lines += self._delivery.announce(events.QuestionAsked(asked.seat, asked.seats, asked.choice, asked.options))
        self._worlds = self._bounded(merged(self._worlds))
        return tuple(lines)

    def _settled(self, question: Question) -> Event:
        """Return the event that closes a question; its answer is null if irrelevant by now or if worlds differ."""
        asks = [self._game.asks(world.state).get(question.choice) for world in speaking(self._worlds)]
        ask = asks[0] if len({other and other.answer for other in asks}) == 1 else None
        settled = ask if ask is not None and ask.answer in question.options and self.inquiry.question is None else None
        answer, label = (None, None) if settled is None else (settled.answer, settled.label)
        return events.QuestionSettled(question.seat, question.seats, question.choice, question.options, answer, label)

    def _bounded(self, worlds: list[World[S]]) -> tuple[World[S], ...]:
        self.cut += max(0, len(worlds) - MOST_WORLDS)
        return tuple(worlds[:MOST_WORLDS])
