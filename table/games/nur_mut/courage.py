"""Courage: turning over the next card unseen, with its reward and cost."""

from itertools import permutations
from math import factorial

from table.games.game import IllegalAction
from table.games.kit.corrections import finalised
from table.games.kit.rulebook import corrected, sure, telling
from table.games.nur_mut import events as own
from table.games.nur_mut.actions import Dare, Fail, TakePile
from table.games.nur_mut.state import PILES, Phase, State, Taken
from table.games.nur_mut.turns import Step, highest, next_turn, with_hand, without_pile
from table.games.words import refusal, say, unless
from table.values import replace


def why_not_before_taking(state: State) -> IllegalAction | None:
    """Return the refusal that applies while a pile must be taken (NUR-30), or None."""
    if state.phase is not Phase.TAKING or state.taken is None:
        return None
    return refusal(say("first {who} takes the highest pile", who=state.setup.name(state.taken.seat)))


def why_not_choose(state: State, seat: int) -> IllegalAction | None:
    """Return why a seat has nothing to choose now (NUR-21): it is not its turn, or it can only lay a card."""
    if (untaken := why_not_before_taking(state)) is not None:
        return untaken
    if state.phase is not Phase.PLAYING or seat != state.turn:
        return refusal("it is not your turn")
    if state.cover is not None:
        return refusal("the joker has to be covered: lay your next card on it")
    if state.empty is not None:
        return refusal("start a new pile: lay your top card in the empty place")
    return None


def why_not_dare(state: State, action: Dare) -> IllegalAction | None:
    """Return why Courage cannot be declared now."""
    if forbidden := why_not_choose(state, action.seat):
        return forbidden
    if (pending := state.pending()) is not None:
        return pending
    return unless(not state.daring, "you called Courage: lay the card, or hold if it does not fit")


def dare(state: State, action: Dare) -> Step:
    """Declare Courage before the card is turned over (NUR-27, NUR-28)."""
    state = replace(finalised(state), begun=True, daring=True, passed=(), taken=None)
    return state, (own.CourageDeclared(action.seat),)


def why_not_fail(state: State, action: Fail) -> IllegalAction | None:
    """Return why a seat cannot say now that its card does not fit."""
    if forbidden := why_not_choose(state, action.seat):
        return forbidden
    if not state.daring:
        return refusal("nobody called Courage")
    if state.mislaid_by_others(action.seat):
        return state.pending()
    if not state.piles:
        return refusal("there is no pile to take: any card fits")
    return unless(action.taken is None or action.taken in highest(state), "that pile does not show the highest number")


def fail(state: State, action: Fail) -> Step:
    """Fail after Courage (NUR-29): the player takes the pile with the highest number, drawn by lot in a tie (NUR-30).

    The player keeps the card that did not fit (NUR-31).
    """
    among, order = highest(state), _in_order(action.lot)
    zone = action.taken or next(zone for zone in order if zone in among)  # NUR-32
    state, closed = _without_misfit(state)
    taken = Taken(action.seat, zone, among, order, {one: pile.top for one, pile in state.piles.items()})
    state = replace(state, lots=state.lots + 1, taken=taken, earlier=None, phase=Phase.TAKING)
    delivered = (*closed, own.CourageFailed(action.seat, zone, lot=len(among) > 1))
    if state.setup.placement[zone] == "pile":
        return state, delivered
    return telling(delivered, take(state, TakePile(zone)))  # a pad cannot tell when the pile is taken


def _in_order(lot: int) -> tuple[str, ...]:
    """Return the three piles in the random order determined by `lot`."""
    return tuple(permutations(PILES))[lot % factorial(len(PILES))]


def _without_misfit(state: State) -> Step:
    """Forget the card that was tried and did not fit, if it has only touched a pad."""
    wrong = {card: zone for card, zone in state.wrong.items() if state.setup.placement[zone] == "pile"}
    after = replace(state, wrong=wrong, refused=())
    return after, corrected(state, after)


def take(state: State, action: TakePile) -> Step:
    """Treat a pile as shuffled into the player's own pile (NUR-31); the next player may have to restart it (NUR-33)."""
    taken = replace(sure(state.taken), zone=action.zone)
    anew = state.options.refill_always or len(taken.highest) > 1  # NUR-33
    state = with_hand(state, taken.seat, len(state.piles[action.zone].cards))
    state = replace(without_pile(state, action.zone), taken=taken, empty=action.zone if anew else None)
    return telling((own.PileTaken(taken.seat, action.zone),), next_turn(state))
