"""A robot at its seat: it sees, thinks, and moves cards and presses its button at human speed.

`eyes` returns its seat's events and cards. The robot acts through a `Reach`: with the hands that phones also use, or by
asking people to lay its cards.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from table import events, games
from table.ai import gestures, search
from table.ai.gestures import Gesture, reaction_s
from table.ai.known import GONE, Known, Moved, OwnPlay
from table.ai.policy import AI, Action
from table.complaints import BadInput
from table.event import Delivered
from table.events import standing
from table.games.game import Setup
from table.games.kit.rulebook import sure
from table.log import logger
from table.robots.environment import Doing, Environment
from table.robots.mind import Mind
from table.robots.reach import Reach
from table.values import Value, field
from table.view import RaceView, View

# -- How often robots make mistakes that people also make, and that the table notices and helps to correct
#
# The probabilities are those of the simulated people in the lab. Keen robots are careful. Robots make no mistakes in
# duels or where people lay their cards.


class Slips(Value):
    """The probabilities of laying a card that does not fit, of forgetting the button, and of being late in a race."""

    misfit: float = 0.0
    forgets: float = 0.0
    dreams: float = 0.0


LATE_S = (1.5, 5.6)  # how late an inattentive robot reacts in a race
OF_KIND: dict[str, Slips] = {"easy": Slips(misfit=0.05, forgets=0.03, dreams=0.03), "keen": Slips()}


_THINKS_S = (0.8, 1.5)  # before the first action of a turn
_REACTS_S = (0.6, 3.0)  # before an answer or an action that is not part of the robot's own turn
_RACES = ("slap", "match")
_SLOWLY_S = (2.0, 3.5)  # before a duty that others may also perform, such as dealing
_READ_S = (12.0, 15.0)  # before the next round, so that people can read the result
_GOES_ON_S = (0.1, 0.25)  # before further actions of a turn
_HANDS_S = (0.2, 0.4)  # between two gestures
_DOWN_S, _LYING_S = 0.9, 0.3  # how long it takes to lay a card, with the button down and without it
_SINGLE_S = 0.45  # between two presses; any sooner after a tap, it would become a double
_A_TOUCH_S = 0.35  # how long each card takes to touch the pad when a hand is shown
_MOST_TRIES = 3  # how often the same action is tried in a turn
_ANSWERED_S = 1.6  # a table that has not reacted after this time has missed an action
_LONG_S = 3600.0
_log = logger()


class Seen(Value):
    """What a robot's seat sees now. `dealt` means it has its cards, `awaits` that people must still lay a card for it.

    `mislaid` is a card that the seat laid and has to take off a pile. `counted` means that its hand is being counted,
    and `people` that people are also sitting at the table.
    """

    view: View
    delivered: Sequence[Delivered]
    hand: tuple[str, ...]
    to_deal: bool = False
    dealt: bool = True
    awaits: bool = False
    mislaid: str | None = None
    up: Mapping[str, int] = field(default_factory=dict)
    moves: tuple[Moved, ...] = ()
    counted: bool = False
    people: bool = False


class Robot:
    """One robot in one game. `lives` is its process; a `clock`, in s, limits how long it thinks."""

    def __init__(
        self,
        seat: int,
        kind: str,
        mind: Mind,
        setup: Setup,
        environment: Environment,
        *,
        eyes: Callable[[int], Seen],
        reach: Reach,
        seed: int,
        clock: search.Clock | None = None,
    ) -> None:
        """`mind` asks the AI for the game of `setup`; all randomness comes from `seed`."""
        self._drawn_unseen = games.find(setup.game).dealing(setup).gifts == "drawn"
        self._given = len(_debts(eyes(seat).delivered, seat))
        self.seat, self.kind = seat, kind
        self._clock = clock
        self._mind, self._setup, self._environment = mind, setup, environment
        self._eyes, self._reach, self._hands = eyes, reach, reach.cards
        self._chance = Random(seed)  # noqa: S311
        self._often = OF_KIND[kind]
        self._began = -1  # the event that began the last turn in which a mistake was possible
        self.slips: list[Action] = []  # plays made by mistake, of cards that do not fit
        self._laid: list[OwnPlay] = []
        self._leaves = False
        self._stood: tuple[int, View] | None = None
        self._thought_about = -1  # the event that began the last turn in which it has acted
        self._pressed_s = -_SINGLE_S  # when it last released the button
        self._failed: Counter[Any] = Counter()  # how often the hands failed, by the moment and the action

    def leaves(self) -> None:
        """Stop playing."""
        self._leaves = True

    # -- The process

    def lives(self) -> Doing:
        """Play until the robot leaves."""
        before: object = None
        if self._eyes(self.seat).awaits:  # a request from before a restart, so the reason for it is lost
            self._reach.lets_be(self.seat)
        while not self._leaves:
            yield from self._environment.until(lambda: self._leaves or self._sees() != before, _LONG_S)  # noqa: B023
            before = self._sees()
            if (yield from self._does_something()):
                yield from self._environment.until(lambda: self._leaves or self._is_answered(), _ANSWERED_S)
                before = None  # look again, whether or not the table noticed the action

    def _notes_what_stands(self) -> None:
        """Record what the table shows, before the hands do something that the table will react to."""
        seen = self._eyes(self.seat)
        self._stood = len(seen.delivered), seen.view

    def _is_answered(self) -> bool:
        """Return whether the table has reacted to the hands' last action with an event or a new view."""
        seen = self._eyes(self.seat)
        return self._stood is None or self._stood != (len(seen.delivered), seen.view)

    def fidgets(self, rests_s: tuple[float, float]) -> Doing:
        """Move the hand unprompted now and then, to sort it or to cheat."""
        chance = Random(self._chance.getrandbits(32))  # noqa: S311
        while not self._leaves:
            yield self._environment.waits(chance.uniform(*rests_s))
            seen = self._eyes(self.seat)
            if self._leaves or not (seen.view.running and self._may_play(seen)):
                continue
            for gesture in self._mind.fidgets(self._knows(seen), chance):
                yield from self._carries_out(gesture)

    def _sees(self) -> object:
        """Return the situation and the latest hand movement; the robot thinks again when either changes."""
        return self._situation(), self._eyes(self.seat).moves[-1:]

    def _situation(self) -> object:
        seen = self._eyes(self.seat)
        view = seen.view
        shown = (view.turn, view.paused, view.correction, view.question)
        return len(seen.delivered), seen.hand, seen.to_deal, seen.dealt, seen.mislaid, shown

    def _does_something(self) -> Doing:
        """Do the next thing, if there is one; return whether anything was done."""
        seen = self._eyes(self.seat)
        if seen.view.game is None or seen.view.paused or seen.view.over:
            return False
        owed = self._owed(seen)
        if owed is not None:
            return (yield from self._gives(owed))
        if self._may_play(seen):
            return (yield from self._plays(seen))
        duty = self._duty(seen)
        if duty is None or self._failed[len(seen.delivered), duty[1]] >= _MOST_TRIES:
            return False
        wait_s, gesture = duty
        before = self._situation()
        yield self._environment.waits(*wait_s)
        self._stood = None
        if self._leaves or self._situation() != before:
            return True  # and look again
        if not (yield from self._carries_out(gesture)):
            self._failed[len(seen.delivered), gesture] += 1
        return True

    # -- Duties

    def _may_play(self, seen: Seen) -> bool:
        """Return whether play can continue: cards are dealt, and no question, correction or pause comes first."""
        view = seen.view
        held_up = view.paused or view.over or view.question or view.correction
        return seen.dealt and not (held_up or seen.to_deal or self._opens(view))

    def _opens(self, view: View) -> bool:
        """Return whether this seat may open the next round."""
        return self.seat in view.awaited and not view.running

    def _duty(self, seen: Seen) -> tuple[tuple[float, float], Gesture] | None:
        """Return how long to wait, in s, and what this seat then has to do outside the rules, such as dealing."""
        view = seen.view
        if seen.to_deal:
            return _SLOWLY_S, gestures.Deal()
        if (question := view.question) is not None:
            if self.seat not in question.seats:
                return None
            return _REACTS_S, gestures.Say("settle", self._mind.answers(self._knows(seen), question))
        if view.correction is None:
            return (_READ_S if seen.people else _SLOWLY_S, gestures.Hold()) if self._opens(view) else None
        if not self._reach.by_hand:
            return None  # people put it right
        if view.correction.belongs_on is not None:
            moves = self._mind.puts_right(self._knows(seen))
            return None if moves is None else (_HANDS_S, moves)
        return None if seen.mislaid is None else (_HANDS_S, gestures.Take(seen.mislaid))

    def _owed(self, seen: Seen) -> gestures.Hand | None:
        """Return the next gift from this seat's row, chosen at random because the receiver would draw it unseen."""
        if self._reach.by_hand or not self._drawn_unseen or seen.counted:
            return None
        owed = _debts(standing(seen.delivered), self.seat)
        receivers = [debt.receiver for debt in owed for _ in range(debt.count)][self._given :]
        if not receivers or not seen.hand:
            return None
        return gestures.Hand(self._chance.choice(seen.hand), sure(receivers[0]))

    def _gives(self, gift: gestures.Hand) -> Doing:
        """Ask people to give a gift; the debt remains while the card is still in this seat's row."""
        done = yield from self._carries_out(gift)
        self._given += gift.card not in self._eyes(self.seat).hand
        return done

    def _takes_back(self, card: str) -> None:
        self._hands.take(self.seat, card)
        self._laid = [one for one in self._laid if one.card != card]

    # -- Turns

    def _plays(self, seen: Seen) -> Doing:
        """Think, and act after a human reaction time; if the situation has changed by then, think again."""
        action = self._thinks(seen)
        if action is None:
            return False
        before, race = self._situation(), seen.view.race
        yield self._environment.waits(*self._hesitates(seen))
        if not (self._races_still(race) or self._situation() == before):
            seen = self._eyes(self.seat)
            action = self._thinks(seen) if self._may_play(seen) else None
        self._stood = None
        if self._leaves or action is None:
            return True  # and look again
        doing = self._mind.gestures(self._knows(seen), action, self._chance)
        if (slip := self._slips(seen, doing)) is not None:
            doing, action = slip, None
        for n, gesture in enumerate(doing):
            if n:
                yield self._environment.waits(*_HANDS_S)
            if not (yield from self._carries_out(gesture, action)):
                self._failed[_turn(seen), action] += action is not None
                break
        return True

    def _slips(self, seen: Seen, meant: Sequence[Gesture]) -> Sequence[Gesture] | None:
        """Return the gestures of a mistake, or None to make none: a misfit card, or () for forgetting the button."""
        turn, before = _turn(seen), self._began
        busy = seen.view.turn != self.seat or seen.view.race is not None or not self._reach.by_hand
        if busy or turn == before or isinstance(meant[0], gestures.TakeCards):
            return None
        self._began = turn
        often, luck = self._often, self._chance.random()
        if luck < often.misfit:
            known = self._knows(seen)
            wrong = self._mind.misfits(known, Random(self._chance.getrandbits(32)))  # noqa: S311
            self.slips += [self._chance.choice(wrong)] if wrong else []
            return self._mind.gestures(known, self.slips[-1], self._chance) if wrong else None
        if luck < often.misfit + often.forgets and isinstance(meant[0], gestures.Tap | gestures.Hold):
            self._notes_what_stands()  # so that the robot waits for a reaction that cannot come
            return ()
        return None

    def _thinks(self, seen: Seen) -> Action:
        """Return the next action; None if this seat has nothing to do or prefers to wait."""
        return self._mind.decides(self._knows(seen), self._chance, self._chooses)

    def _hesitates(self, seen: Seen) -> tuple[float, ...]:
        """Return how long the robot waits before it acts, in s: one time, or two limits."""
        race = seen.view.race
        if race is not None and race.race in _RACES:
            dreams = race.race == "slap" and self._chance.random() < self._often.dreams
            return LATE_S if dreams else (reaction_s(self._chance),)
        if seen.view.turn != self.seat:
            return _REACTS_S if seen.hand else _HANDS_S  # without cards it reacts before anybody plays on
        began = _turn(seen)
        first, self._thought_about = began != self._thought_about, began
        return _THINKS_S if first else _GOES_ON_S

    def _races_still(self, race: RaceView | None) -> bool:
        """Return whether the race in which this seat's hand is moving is still open, even if others were faster."""
        now = self._eyes(self.seat).view.race
        return race is not None and race.race in _RACES and now is not None and now.race == race.race

    def _chooses(self, ai: AI[Any], known: Known, chance: Random) -> Action:
        if self.kind == "keen":
            return search.keen(ai, known, chance, clock=self._clock)
        return search.easy(ai, known, chance)

    def _knows(self, seen: Seen) -> Known:
        delivered = seen.delivered
        began = next(
            (n for n in reversed(range(len(delivered))) if isinstance(delivered[n].event, events.RoundStarted)), 0
        )
        self._laid = [one for one in self._laid if one.seq >= began]
        delivered, turn = standing(seen.delivered), _turn(seen)
        vain = [what for (when, what), times in self._failed.items() if when == turn and times >= _MOST_TRIES]
        return Known(
            self.seat, self._setup, seen.view, delivered, seen.hand, tuple(self._laid), seen.up, seen.moves, tuple(vain)
        )  # fmt: skip

    # -- Hands

    def _carries_out(self, gesture: Gesture, action: Action = None) -> Doing:
        """Carry out one gesture of an action or a duty; return whether that was possible."""
        seat, done = self.seat, True
        self._notes_what_stands()
        match gesture:
            case gestures.Deal():
                done = self._tries(self._hands.deal)
            case gestures.Lay():
                done = yield from self._lays(gesture)
            case gestures.Tap() | gestures.Hold() | gestures.Double():
                yield from self._presses(gesture)
            case gestures.Say(choice, value):
                self._says(choice, value)
            case gestures.TakeCards(count):
                self._stood, done = None, self._tries(lambda: self._hands.draw(seat, count))
            case gestures.PutBelow(cards):
                self._stood, done = None, self._tries(lambda: self._hands.put_below(seat, cards))
            case gestures.Hand(card, to):
                done = self._tries(lambda: self._hands.give(seat, card, to))
            case gestures.Vanish() | gestures.Fetch() | gestures.Sort():
                self._stood, done = None, self._tries(lambda: self._does_unseen(gesture))
            case gestures.Take(card):
                done = self._tries(lambda: self._takes_back(card))
            case gestures.Touch(cards):
                done = self._tries(lambda: self._hands.touch(seat, cards))
            case gestures.Move(card, zone):
                done = self._tries(lambda: self._hands.move(card, zone, by=seat))
            case gestures.Search(choice, found, missing):
                there = self._tries(lambda: self._hands.search(seat))
                self._says(choice, found if there else missing)
            case gestures.Show():
                done = yield from self._shows()
        return done and (yield from self._is_served(gesture, action))

    def _presses(self, gesture: gestures.Tap | gestures.Hold | gestures.Double) -> Doing:
        """Press the button; except in a race, first wait until enough time has passed since the last press."""
        early_s = self._pressed_s + _SINGLE_S - self._environment.now_s
        if early_s > 0 and self._eyes(self.seat).view.race is None:
            yield self._environment.waits(early_s)
        environment = self._environment
        presses = {
            gestures.Tap: environment.taps,
            gestures.Hold: environment.holds,
            gestures.Double: environment.doubles,
        }
        yield from presses[type(gesture)](self.seat)
        self._pressed_s = self._environment.now_s

    def _shows(self) -> Doing:
        """Touch the pad with all cards, and wait until the last one is done, so that no new attempt interrupts this."""
        done = self._tries(lambda: self._hands.show(self.seat))
        if done and self._reach.by_hand:
            yield self._environment.waits(_A_TOUCH_S * len(self._eyes(self.seat).hand))
        return done

    def _is_served(self, gesture: Gesture, action: Action) -> Doing:
        """Wait until people have laid the card that this seat asked for; withdraw a request that becomes illegal."""
        while not self._leaves and self._eyes(self.seat).awaits:
            if action is not None and not self._may_still(action):
                self._reach.lets_be(self.seat)
                return False
            before = self._situation()
            yield from self._environment.until(
                lambda: self._leaves or not self._eyes(self.seat).awaits or self._situation() != before,  # noqa: B023
                _LONG_S,
            )
        if isinstance(gesture, gestures.Lay) and not self._reach.by_hand:  # the play's event comes a moment later
            delivered_count = len(self._eyes(self.seat).delivered)
            yield from self._environment.until(
                lambda: self._leaves or len(self._eyes(self.seat).delivered) > delivered_count, _ANSWERED_S
            )
        return True

    def _may_still(self, action: Action) -> bool:
        """Return whether the rules still allow an action, as far as this seat knows."""
        seen = self._eyes(self.seat)
        return self._may_play(seen) and self._mind.may(self._knows(seen), action)

    def _lays(self, gesture: gestures.Lay) -> Doing:
        number = len(self._eyes(self.seat).delivered)
        cards = gesture.cards if self._reach.by_hand else gesture.cards[-1:]
        self._laid += [OwnPlay(gesture.zone, card, number) for card in cards]
        pressed = (
            self._environment.env.process(self._environment.presses(self.seat, _DOWN_S)) if gesture.pressed else None
        )
        if pressed is not None:
            yield self._environment.waits(*_HANDS_S)
        done = self._tries(lambda: self._hands.lay(self.seat, gesture.cards, gesture.zone))
        yield self._environment.waits(_LYING_S) if pressed is None else pressed
        return done

    def _does_unseen(self, gesture: gestures.Vanish | gestures.Fetch | gestures.Sort) -> None:
        """Carry out a gesture that others see only as a moving hand, if at all."""
        match gesture:
            case gestures.Vanish(card):
                number = len(self._eyes(self.seat).delivered)
                self._hands.vanish(self.seat, card)
                self._laid.append(OwnPlay(GONE, card, number))
            case gestures.Fetch(card):
                self._hands.fetch(self.seat, card)
            case gestures.Sort():
                self._hands.sort(self.seat)

    def _says(self, choice: str, value: Any) -> None:
        self._environment.says(self.seat, choice, value)

    def _tries(self, act: Callable[[], None]) -> bool:
        """Call a function of the hands; return False if it raises BadInput, usually because somebody was quicker."""
        try:
            act()
        except BadInput as why:
            _log.debug("a robot's hands were too late", seat=self.seat, why=str(why))
            return False
        return True


def _turn(seen: Seen) -> int:
    """Return the number of the event that began the turn; 0 if none has begun."""
    return next((one.seq for one in reversed(seen.delivered) if isinstance(one.event, events.TurnStarted)), 0)


def _debts(delivered: Sequence[Delivered], giver: int) -> list[events.GiftOwed]:
    debts = (one.event for one in delivered)
    return [debt for debt in debts if isinstance(debt, events.GiftOwed) and debt.giver == giver]
