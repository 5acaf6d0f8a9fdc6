"""Rules and their events. Each line that implements a rule cites its ID, which the rule page explains."""

from enum import Enum

from pydantic import Field

from table import events
from table.event import Event
from table.games.game import IllegalAction, Options, Rounds, Setup
from table.games.kit import rounds, shedding, standard52
from table.games.kit.actions import Action, ByHost, BySeat
from table.games.kit.events import SeatSays
from table.games.kit.rulebook import only_if, telling
from table.games.kit.shedding import Lay, round_started
from table.games.words import refusal, say
from table.values import replace

RANKS = (*standard52.RANKS[2:], "ace", 2)  # PR-01: the three is the lowest, the two the highest
Phase = Enum("Phase", "EXCHANGE PLAYING BETWEEN OVER")
Step = tuple["State", tuple[Event, ...]]


class Agreed(Options):
    """The options; `cardtable options president` prints their descriptions."""

    out_once_passed: bool = Field(False, description="Whoever has passed plays no more in that trick.")
    exchange: bool = Field(True, description="Before each later round the last give their best cards to the first.")
    rounds: Rounds = Field(3, description="How many rounds are played.")


class State(shedding.ShedRound[Agreed, standard52.PlayingCard], kw_only=True):
    """One round: `top` is the set to beat, `by` the seat that laid it, and `passed` the seats that have passed since.

    `out` lists the seats that have gone out, in order; `ranks` is the order of the previous round.
    """

    top: tuple[str, ...] = ()
    by: int | None = None
    passed: frozenset[int] = frozenset()
    out: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()

    @property
    def lying(self) -> tuple[str, ...]:
        return (*self.top, *self.laying)

    @property
    def leads(self) -> bool:
        """Whether a set is being led, so that its size is still open (PR-04)."""
        return bool(self.laying) and not self.top

    def rank(self, code: str) -> int:
        return RANKS.index(self.card(code).number)

    @property
    def follower(self) -> int | None:
        """The next seat that holds cards and may still beat the set, or None if there is none."""
        after = sorted(self.setup.seats, key=lambda other: (other <= (self.turn or 0), other))
        return next((other for other in after if self.hands[other] and other not in (*self.passed, self.by)), None)

    def means(self, card: str, by: int | None) -> tuple[Action, ...]:
        """Return the actions a card may mean; one of a different rank shows that the set led is complete (PR-04)."""
        if self.leads and self.rank(card) != self.rank(self.laying[0]) and by in (None, self.follower):
            return GoOn(self.turn or 0), Lay(self.follower or self.turn or 0, card)
        return super().means(card, by)


class GoOn(BySeat):
    """A seat passes, or says that the set it is leading is complete."""


class IsOut(ByHost):
    """The host says that the current player has no cards left, since the table may have miscounted the hand (PR-15)."""


class WentOut(SeatSays, says="{who} is out."):
    """A seat has no cards left."""


class TrickWon(SeatSays, says="{who} wins the trick: put it aside."):
    """All others have passed."""


def _begin(setup: Setup, number: int, starter: int, before: State | None) -> State:
    state, ranks = shedding.begun(State, Phase.PLAYING, setup, number, starter), () if before is None else before.out
    if not ranks or not setup.options.exchange:
        return replace(state, ranks=ranks)
    pairs = [(ranks[-1], ranks[0])] * 2 + [(ranks[-2], ranks[1])] * (len(ranks) > 3)  # PR-11
    return replace(state, ranks=ranks, phase=Phase.EXCHANGE, debts=(*pairs, *((to, giver) for giver, to in pairs)))


ROUNDS = rounds.Rounds[State](_begin, lambda state: state.out[0], rounds.most_points, round_started)  # PR-03, PR-13
dealing, standing = shedding.dealing, shedding.standing  # PR-02; PR-15


def forbidden(state: State, action: Action) -> IllegalAction | None:
    """Return why a seat's action is illegal, or None if it is legal."""
    match action:
        case BySeat(seat=seat) if (why_not := state.why_not_now(seat)) is not None:  # PR-14
            return why_not
        case Lay(card=card) if state.laying and state.rank(card) != state.rank(state.laying[0]):  # PR-04
            return refusal("all cards of a set have the same rank", "no_match")
        case Lay(card=card) if not state.laying and state.top and state.rank(card) <= state.rank(state.top[0]):  # PR-05
            labels = {"card": state.label(card), "top": state.label(state.top[-1])}
            return refusal(lambda: say("{card:the} is not higher than {top:the}", **labels), "too_low")
        case Lay(seat=seat) if state.hands[seat] + len(state.laying) < len(state.top):
            return refusal("you have too few cards for that", "too_low")
        case GoOn() if bool(state.laying) == bool(state.top):  # PR-05, PR-06
            return refusal("lay the whole set, or take it back") if state.laying else refusal("you lead: lay a card")
    return None


def _lay(state: State, action: Lay) -> Step:
    after, delivered = state.laid(action)
    after = replace(after, turn=action.seat, laying=(*state.laying, action.card))
    whole = len(after.laying) == (len(state.top) or 4) or not after.hands[action.seat]
    return telling(delivered, _complete(after)) if whole else (after, delivered)


def _complete(state: State) -> Step:
    """End the turn of a seat that has laid a whole set; if it has no cards left, it is out (PR-09)."""
    seat, passed = state.turn or 0, state.passed if state.options.out_once_passed else frozenset()  # PR-07
    state = replace(state, top=state.laying, laying=(), by=seat, passed=passed)
    return _next(state) if state.hands[seat] else _out(state)


def _out(state: State, _: IsOut | None = None) -> Step:
    seat, out = state.turn or 0, (*state.out, state.turn or 0)
    left = [other for other in state.setup.seats if other not in out]
    state = replace(state, hands={**state.hands, seat: 0}, out=out if len(left) > 1 else (*out, *left))
    if len(left) > 1:
        return telling((WentOut(seat),), _next(state))
    scores = {other: max(0, 2 - state.out.index(other)) for other in state.setup.seats}  # PR-10
    return telling((WentOut(seat),), ROUNDS.end(state, state, scores, state.out[0]))


def _go_on(state: State, action: GoOn) -> Step:
    if state.leads:
        return _complete(state)
    return telling(
        (events.TurnPassed(action.seat, "pass"),), _next(replace(state, passed=state.passed | {action.seat}))
    )


def _next(state: State) -> Step:
    """Start the next turn, or a new trick once no seat is left to beat the set (PR-08)."""
    follower, winner = state.follower, state.by or 0
    if follower is not None:
        return state.turn_of(follower)
    state = replace(state, top=(), by=None, passed=frozenset(), turn=winner)
    return telling((TrickWon(winner),), state.turn_of(winner if state.hands[winner] else state.follower or winner))


BOOK = shedding.book(
    ROUNDS,
    forbidden,
    {Lay: _lay, GoOn: _go_on},
    by_host={
        IsOut: only_if(lambda state, _: not state.laying, "lay the whole set, or take it back", _out, ("PLAYING",)),
        **shedding.GIVE_TURN,
    },
)
