"""Rounds of Mito: how a round begins, how hands are counted when it ends, and who wins."""

from collections.abc import Iterable

from table import events
from table.event import Event
from table.games.game import Dealing, IllegalAction, Setup
from table.games.kit.rounds import Rounds, named_first
from table.games.kit.rulebook import sure, telling
from table.games.mito import events as own
from table.games.mito.actions import DISCARD, CountAnew, FinishCount, SayOut, ShowCard, WithdrawOut
from table.games.mito.cards import GUARD
from table.games.mito.debts import draw_again, of_last_card, undraw
from table.games.mito.piles import Step, finalised, start_turn
from table.games.mito.powers import call_off, has_power
from table.games.mito.state import Laid, Phase, State
from table.games.ordering import fewest
from table.games.words import refusal, say, unless
from table.values import replace

HAND = 8  # MITO-F-07, MITO-E-07
POINTS = {
    "number": 1,  # MITO-F-41, MITO-E-65
    "spider": 5,  # MITO-F-42, MITO-E-66: this and the next three
    "mosquito": 5,
    "cockroach": 5,
    "ant": 5,
    "moth": 10,  # MITO-F-43, MITO-E-67
    "guard": 0,
}


def dealing(setup: Setup) -> Dealing:
    """Return how cards are dealt before each round."""
    guard_bugs = tuple(code for code, card in setup.cards.items() if card.kind == GUARD)  # MITO-F-06, MITO-E-06
    return Dealing(HAND, apart=guard_bugs, turn_up=(DISCARD,))  # MITO-F-09


def start(setup: Setup) -> Step:
    """Begin a game. Raise BadInput if the seat chosen for the first guard is empty."""
    return ROUNDS.start(setup, named_first(setup, "first_guard"))  # MITO-F-04, MITO-E-05: the players say who it is


def _begin(setup: Setup, number: int, starter: int, before: State | None) -> State:
    dealt = HAND * len(setup.seats)
    in_play = sum(card.kind != GUARD for card in setup.cards.values())  # MITO-F-06, MITO-E-04
    return State(
        setup,
        Phase.SET_UP,
        number,
        starter,
        guard=starter,  # MITO-F-44, MITO-E-38, MITO-E-70: the guard of a round is its starter, until a call moves it
        pile=in_play - dealt,  # MITO-F-08, MITO-E-09: what is left after dealing
        held=dealt,
    )


def _begun(state: State) -> tuple[Event, ...]:
    return (own.RoundStarted(state.round, state.starter, guard=state.guard),)


def _next_starter(state: State) -> int:
    """Return the seat that opens the next round (MITO-F-44, MITO-F-45, MITO-E-70, MITO-E-71).

    It is the seat left of the starter or of the guard, depending on the options.
    """
    return state.setup.left_of(state.guard if state.options.guard_rotation == "guard" else state.starter)


def _winners(state: State) -> tuple[int, ...]:
    """Return the winners: the seats with the fewest points (MITO-F-47, MITO-E-73).

    Several players can tie, unless the options say otherwise. A game of only one round is won by the first player
    without cards (MITO-E-59).
    """
    best = fewest(state.totals)
    tie_break = state.options.tie_break or ("out" if state.rounds == 1 else "shared")
    return (state.out,) if tie_break == "out" and state.out in best else best


ROUNDS = Rounds(_begin, _next_starter, _winners, _begun)


# -- the end of a round


def why_not_out(state: State, action: SayOut) -> IllegalAction | None:
    """Return why a seat cannot announce now that its hand is empty, or None if it can."""
    if state.phase is Phase.CALLED:
        return refusal("first settle the call", "paused")
    if state.phase is Phase.PLAYING and state.wrong:
        return state.pending()
    return unless(state.phase in (Phase.PLAYING, Phase.RACING), "the round is not running")


def say_out(state: State, action: SayOut) -> Step:
    """Stop the round because a player has no cards left (MITO-F-40, MITO-E-22, MITO-E-59, MITO-E-60)."""
    claimed = replace(state, claimed=None)
    last = state.last if _has_worked(state, action.seat) else None
    cancels = last is not None and state.options.last_card_action == "cancelled"
    owed, debts = of_last_card(state, action.seat) if last is not None and not cancels else ((), ())
    state, off = call_off(state)
    # MITO-F-02, MITO-E-13: the table does not see hands, so players announce it
    state = replace(state, phase=Phase.COUNTING, out=action.seat, last=None, owed=owed, debts=debts, claimed=claimed)
    state, cancelled = _cancel_effect(state, sure(last)) if cancels else (state, ())
    return state, (*off, *cancelled, own.HandsDue(state.due_hands, action.seat))  # MITO-E-64: the others count


def _has_worked(state: State, seat: int) -> bool:
    """Return whether a seat's last card was the last play and has had an effect."""
    last = state.last
    return last is not None and last.seat == seat and not last.given and has_power(state, last.card)


def _cancel_effect(state: State, last: Laid) -> Step:
    """Cancel the effect of a last card. Players who had to draw because of it put their cards back (MITO-T-06)."""
    return telling((own.EffectCancelled(last.seat, last.card),), undraw(state, *last.drawn))


def withdraw_out(state: State, action: WithdrawOut) -> Step:
    """Resume the round as it was before a player announced an empty hand (MITO-T-08)."""
    claimed = sure(state.claimed)
    going_on = replace(state, phase=Phase.PLAYING, out=None, hands={}, counted={}, claimed=None)
    going_on, drawn = _with_effect(going_on, claimed)
    turn = start_turn(going_on, sure(state.turn), drawn=claimed.drawn)
    return telling((own.OutWithdrawn(action.seat), *drawn), turn)


def _with_effect(state: State, claimed: State) -> Step:
    """Restore the effect of the last card. If the announcement ended a race, the race stays closed."""
    state, drawn = draw_again(replace(state, debts=claimed.debts))
    if claimed.race is not None:
        return state, drawn
    return replace(state, owed=claimed.owed, last=finalised(claimed).last), drawn


def why_not_show(state: State, action: ShowCard) -> IllegalAction | None:
    """Return why a card does not count as part of this hand, or None if it does."""
    if action.seat not in state.due_hands:
        return refusal("your hand is not being counted")
    if action.card in state.played - state.loose:
        lies = say("this {card} lies on the discard pile", card=state.label(action.card))
        return refusal(lies, "already_played")
    if any(action.card in hand for seat, hand in state.hands.items() if seat != action.seat):
        counted = say("this {card} is counted in another hand", card=state.label(action.card))
        return refusal(counted, "not_your_card")
    return None


def show(state: State, action: ShowCard) -> Step:
    """Add a card to a hand that is being counted."""
    hand = state.hands.get(action.seat, frozenset()) | {action.card}
    return replace(state, hands={**state.hands, action.seat: hand}), ()


def count_anew(state: State, action: CountAnew) -> Step:
    """Make a seat start counting its hand again."""
    hands = {seat: hand for seat, hand in state.hands.items() if seat != action.seat}
    counted = {seat: points for seat, points in state.counted.items() if seat != action.seat}
    state = replace(state, hands=hands, counted=counted)
    return state, (own.HandsDue(state.due_hands, sure(state.out)),)


def finish_count(state: State, action: FinishCount) -> Step:
    """Record the points in a hand. After the last hand, end the round."""
    hand = state.hands.get(action.seat, frozenset())
    points = hand_points(state.kind(card) for card in hand)
    state = replace(state, counted={**state.counted, action.seat: points})
    delivered = (events.HandCounted(action.seat, points),)
    if state.due_hands:
        return state, delivered
    return telling(delivered, _end_round(state))


def hand_points(kinds: Iterable[str]) -> int:
    """Return the penalty points for the cards left in a hand (MITO-E-62, MITO-E-68)."""
    return sum(POINTS[kind] for kind in kinds)


def _end_round(state: State) -> Step:
    """End the round and add up the points (MITO-E-61, MITO-E-63). The player who is out scores 0 (MITO-E-69)."""
    scores = {seat: state.counted.get(seat, 0) for seat in state.setup.seats}
    return ROUNDS.end(state, state, scores, sure(state.out), _opened_log(state))


def _opened_log(state: State) -> own.LogOpened:
    """Return the event that reveals the round's secrets. Cheating is part of the game (MITO-E-01)."""
    counted = frozenset(card for hand in state.hands.values() for card in hand if card != GUARD)
    slipped = tuple({"seat": one.seat, "cards": list(one.cards)} for one in state.slipped)
    under = frozenset(card for card in state.beneath if state.kind(card) != GUARD) - counted
    unaccounted = state.held - len(counted - state.played) - len(under) - state.shuffled_untold
    return own.LogOpened(state.round, slipped, vanished=max(0, unaccounted))
