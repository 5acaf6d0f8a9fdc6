"""The rules and their events. A line that carries a rule out names it; the rule page has the words."""

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from typing import ClassVar

from pydantic import Field

from table import events
from table.event import Event
from table.games.game import Dealing, IllegalAction, Options, Rounds, Setup
from table.games.kit import corrections, rounds, standard52
from table.games.kit.actions import Action, ByHost, BySeat, GiveTurn, NextRound, PutRight, SeatsCard
from table.games.kit.events import SeatSays
from table.games.kit.rulebook import ByKind, Rule, Rulebook, corrected, only_if, telling
from table.games.words import refusal, say
from table.values import replace

PILE = "discard"
RANKS = (*standard52.RANKS[2:], "ace", 2)  # PR-01: the three is the lowest, the two the highest
Phase = Enum("Phase", "EXCHANGE PLAYING BETWEEN OVER")
Step = tuple["State", tuple[Event, ...]]


class Agreed(Options):
    """The options; the descriptions are what `cardtable options president` prints."""

    out_once_passed: bool = Field(False, description="Whoever has passed plays no more in that trick.")
    exchange: bool = Field(True, description="Before each later round the last give their best cards to the first.")
    rounds: Rounds = Field(3, description="How many rounds are played.")


class State(corrections.Lying[Agreed, standard52.PlayingCard], kw_only=True):
    """One round: how many cards `hands` have, and which were `played`; seats go `out` one after another.

    The set of `top` is to be beaten, `by` is whose it is, and `passed` have passed since; `laid` are the first cards of
    the set that the seat in turn lays. `debts` are the cards to be exchanged yet, by giver and receiver; `ranks` is the
    order of the last round.
    """

    hands: Mapping[int, int]
    played: frozenset[str] = frozenset()
    laid: tuple[str, ...] = ()
    top: tuple[str, ...] = ()
    by: int | None = None
    passed: frozenset[int] = frozenset()
    out: tuple[int, ...] = ()
    debts: tuple[tuple[int, int], ...] = ()
    ranks: tuple[int, ...] = ()

    @property
    def leads(self) -> bool:
        """Whether a set is being laid of which nobody knows yet how large it is (PR-04)."""
        return bool(self.laid) and not self.top

    def rank(self, code: str) -> int:
        return RANKS.index(self.card(code).number)

    def on(self, zone: str) -> frozenset[str]:
        return self.played

    def follower(self, seat: int) -> int | None:
        """Return who plays next: the next seat that holds cards and may still beat the set; None if there is none."""
        after = sorted(self.setup.seats, key=lambda other: (other <= seat, other))
        return next((other for other in after if self.hands[other] and other not in (*self.passed, self.by)), None)


class Lay(SeatsCard):
    """A seat lays a card of its set."""

    zone: ClassVar[str] = PILE


class TakeUp(SeatsCard):
    """A seat takes a card of its unfinished set back."""


class GoOn(BySeat):
    """A seat passes; or the set that it leads is complete."""


class Give(BySeat):
    """A seat has given another a card that it owes."""

    to: int


class IsOut(ByHost):
    """The host says that who is in turn has no cards left, for hands and the table's count may differ (PR-15)."""


class WentOut(SeatSays, says="{who} is out."):
    """A seat has no cards left."""


class TrickWon(SeatSays, says="{who} wins the trick: put it aside."):
    """All others have passed."""


class CardGiven(SeatSays, says="{who} has given a card."):
    """A card went from hand to hand."""

    to: int


# -- how a round begins and ends


def dealing(setup: Setup) -> Dealing:
    """Return what is dealt: as many cards as there are for everybody (PR-02)."""
    return Dealing(len(setup.cards) // len(setup.seats))


def _begin(setup: Setup, number: int, starter: int, before: "State | None") -> State:
    hands = dict.fromkeys(setup.seats, dealing(setup).hand)
    ranks = () if before is None else before.out
    state = State(setup, Phase.PLAYING, number, starter, turn=starter, hands=hands, ranks=ranks)
    if not ranks or not setup.options.exchange:
        return state
    pairs = [(ranks[-1], ranks[0])] * 2 + [(ranks[-2], ranks[1])] * (len(ranks) > 3)  # PR-11
    return replace(state, phase=Phase.EXCHANGE, debts=(*pairs, *((to, giver) for giver, to in pairs)))


def _told(state: State) -> tuple[Event, ...]:
    gifts = tuple(events.GiftOwed(*debt, count) for debt, count in Counter(state.debts).items())
    return (*rounds.round_started(state), *(gifts or (events.TurnStarted(state.starter),)))


ROUNDS = rounds.Rounds[State](_begin, lambda state: state.out[0], rounds.most_points, _told)  # PR-03, PR-13


# -- what may be done, and what it does


def forbidden(state: State, action: Action) -> IllegalAction | None:
    """Return why an action of a seat is against the rules; None if it is not."""
    match action:
        case _ if state.wrong:  # PR-14
            return state.pending()
        case Give(seat=seat, to=to):
            return None if (seat, to) in state.debts else refusal("no such card is owed")
        case _ if state.debts:
            return refusal("first exchange cards")
        case BySeat(seat=seat) if not state.playing or seat != state.turn:
            return refusal("it is not your turn")
        case Lay(card=card) if state.laid and state.rank(card) != state.rank(state.laid[0]):  # PR-04
            return refusal("all cards of a set have the same rank", "no_match")
        case Lay(card=card) if not state.laid and state.top and state.rank(card) <= state.rank(state.top[0]):  # PR-05
            labels = {"card": state.label(card), "top": state.label(state.top[-1])}
            return refusal(lambda: say("{card:the} is not higher than {top:the}", **labels), "too_low")
        case Lay(seat=seat) if state.hands[seat] + len(state.laid) < len(state.top):
            return refusal("you have too few cards for that", "too_low")
        case TakeUp(card=card) if card not in state.laid:
            return refusal("that card is not yours to take back")
        case GoOn() if bool(state.laid) == bool(state.top):  # PR-05, PR-06
            return refusal("lay the whole set, or take it back") if state.laid else refusal("you lead: lay a card")
    return None


def _lay(state: State, action: Lay) -> Step:
    seat, card, before = action.seat, action.card, state
    hands = {**state.hands, seat: max(0, state.hands[seat] - 1)}
    state = replace(corrections.accepted(state, card), turn=seat, hands=hands)
    state = replace(state, laid=(*state.laid, card), played=state.played | {card})
    told = (*corrected(before, state), events.CardPlayed(seat, PILE, card))
    whole = len(state.laid) == (len(state.top) or 4) or not hands[seat]
    return telling(told, _complete(state)) if whole else (state, told)


def _take_up(state: State, action: TakeUp) -> Step:
    card, hands = action.card, {**state.hands, action.seat: state.hands[action.seat] + 1}
    laid = tuple(other for other in state.laid if other != card)
    after = replace(state, laid=laid, played=state.played - {card}, hands=hands)
    return after, (events.PlayTakenBack(action.seat, PILE, card),)


def _complete(state: State) -> Step:
    """End the turn of who has laid a whole set; without cards the seat is out (PR-09)."""
    seat, passed = state.turn or 0, state.passed if state.options.out_once_passed else frozenset()  # PR-07
    state = replace(state, top=state.laid, laid=(), by=seat, passed=passed)
    return _next(state) if state.hands[seat] else _out(state)


def _out(state: State, _: IsOut | None = None) -> Step:
    seat, out = state.turn or 0, (*state.out, state.turn or 0)
    state = replace(state, hands={**state.hands, seat: 0}, out=out)
    left = [other for other in state.setup.seats if other not in out]
    if len(left) > 1:
        return telling((WentOut(seat),), _next(state))
    state = replace(state, out=(*out, *left))
    scores = {other: max(0, 2 - state.out.index(other)) for other in state.setup.seats}  # PR-10
    return telling((WentOut(seat),), ROUNDS.end(state, state, scores, state.out[0]))


def _go_on(state: State, action: GoOn) -> Step:
    if state.leads:
        return _complete(state)
    after = replace(state, passed=state.passed | {action.seat})
    return telling((events.TurnPassed(action.seat, "pass"),), _next(after))


def _next(state: State) -> Step:
    """Start the next turn, or a new trick once nobody is left to beat the set (PR-08)."""
    follower = state.follower(state.turn or 0)
    if follower is not None:
        return replace(state, turn=follower), (events.TurnStarted(follower),)
    winner = state.by or 0
    state = replace(state, top=(), by=None, passed=frozenset())
    leads = winner if state.hands[winner] else state.follower(winner) or winner
    return replace(state, turn=leads), (TrickWon(winner), events.TurnStarted(leads))


def _give(state: State, action: Give) -> Step:
    debts = list(state.debts)
    debts.remove((action.seat, action.to))
    given, state = (CardGiven(action.seat, action.to),), replace(state, debts=tuple(debts))
    begun = replace(state, phase=Phase.PLAYING), (*given, events.TurnStarted(state.starter))
    return (state, given) if debts else begun


def _give_turn(state: State, action: GiveTurn) -> Step:
    return replace(state, turn=action.seat, laid=()), (events.TurnStarted(action.seat),)


BOOK: Rulebook[State] = Rulebook(
    {
        Lay: Rule(forbidden, _lay, when=("PLAYING",)),
        TakeUp: Rule(forbidden, _take_up, when=("PLAYING",)),
        GoOn: Rule(forbidden, _go_on, when=("PLAYING",)),
        Give: Rule(forbidden, _give, when=("EXCHANGE",)),
        IsOut: only_if(lambda state, _: not state.laid, "lay the whole set, or take it back", _out, ("PLAYING",)),
        GiveTurn: Rule(rounds.why_not_give_turn, _give_turn, when=("PLAYING",)),
        NextRound: ROUNDS.rule,
        PutRight: corrections.PUT_RIGHT,
    },
    ByKind(
        {
            Lay: lambda _state, seat, hand: [(seat, card) for card in hand],
            TakeUp: lambda state, seat, _hand: [(seat, card) for card in state.laid],
            Give: lambda state, seat, _hand: [debt for debt in dict.fromkeys(state.debts) if debt[0] == seat],
        }
    ),
    marked=(Lay, TakeUp, GoOn, Give, IsOut, GiveTurn),
    while_paused=(PutRight, GiveTurn),
)
actions = BOOK.actions  # for robots


def standing(state: State, action: Action | None) -> tuple[Lay, ...]:
    """Return the refused play that the host may accept (PR-15)."""
    return () if state.laid else corrections.standing(state, action)
