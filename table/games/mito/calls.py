"""The guard's calls ("Vu!") and how the accused answers them.

The players decide what counts as an offence (MITO-E-47); the table takes their word for it.
"""

from table.games.game import IllegalAction
from table.games.kit.rulebook import sure, telling
from table.games.mito import events as own
from table.games.mito.actions import Accept, MakeCall, Plead, WithdrawCall
from table.games.mito.debts import owe_draws, owe_gifts
from table.games.mito.piles import Step, finalised, start_turn
from table.games.mito.state import Owed, Phase, State
from table.games.words import refusal, unless
from table.values import replace


def why_not_call(state: State, action: MakeCall) -> IllegalAction | None:
    """Return why a seat may not call out a cheat, or None if it may."""
    if state.phase is not Phase.PLAYING:
        return refusal("there is nothing to call out now")
    return unless(action.seat == state.guard, "only the guard may call")  # MITO-E-51, MITO-F-29: the guard alone


def call(state: State, action: MakeCall) -> Step:
    """Interrupt the game while the players settle the guard's call (MITO-F-28, MITO-F-30, MITO-E-40, MITO-E-41)."""
    return replace(finalised(state), phase=Phase.CALLED), (own.CallMade(action.seat),)


def may_accept(state: State, action: Accept) -> bool:
    """Return whether a seat may accept that it is the one the guard has called out."""
    open_call = state.phase is Phase.CALLED and state.accused is None
    return open_call and action.seat != state.guard and action.seat in state.setup.seats


def accept(state: State, action: Accept) -> Step:
    """Record which seat is accused."""
    return replace(state, accused=action.seat), ()


def plead(state: State, action: Plead) -> Step:
    """Settle a call by what the accused says (MITO-F-31, MITO-E-43, MITO-E-49), and resume the turn (MITO-F-37)."""
    caller = state.guard
    guilty = action.guilty or _overruled(state, action.seat)
    guard = action.seat if guilty else caller  # MITO-F-34, MITO-E-44 guilty; MITO-F-36, MITO-E-46 innocent
    settled = own.CallSettled(action.seat, guilty, guard)
    state = replace(_checked(state, action.seat, guilty=guilty), phase=Phase.PLAYING, accused=None, guard=guard)
    state, debt = _debt(state, caller, action.seat, guilty=guilty)
    return telling((settled, *debt), start_turn(state, sure(state.turn), drawn=state.drawn))


def _debt(state: State, caller: int, accused: int, *, guilty: bool) -> Step:
    if guilty:
        owed = Owed("caught", accused, caller)
        return owe_gifts(state, owed, (caller,), accused)  # MITO-F-33, MITO-E-44: a card from the guard's hand
    return owe_draws(state, (caller,))  # MITO-F-35, MITO-E-45: the guard draws one


def _overruled(state: State, accused: int) -> bool:
    """Return whether the table must find the accused guilty because their last play was several cards dropped as one.

    It does this only if the option `table_adjudicates` is set.
    """
    return state.options.table_adjudicates and state.latest_by == accused and len(state.latest) > 1


def _checked(state: State, accused: int, *, guilty: bool) -> State:
    """If the accused is guilty, mark every card they have laid as loose, since they may take back any one (MITO-F-32).

    The table does not know which card they tried to slip in, and other cards may have been played on top of it since.
    If two cards were dropped as one, the table may have read only the card that they now take back.
    """
    if not (guilty and state.options.retake_cheated_card):
        return state
    return replace(state, loose=state.loose | state.laid.get(accused, frozenset()))


def withdraw_call(state: State, action: WithdrawCall) -> Step:
    """Resume the game as if the guard had not made the call (MITO-T-07)."""
    going_on = replace(state, phase=Phase.PLAYING, accused=None)
    return telling((own.CallWithdrawn(action.seat),), start_turn(going_on, sure(state.turn), drawn=state.drawn))
