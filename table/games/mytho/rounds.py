"""Rounds of Mytho: how one begins, when it is over, and who wins."""

from dataclasses import replace

from table import events
from table.complaints import BadInput
from table.games.game import Dealing, IllegalAction, Outcome, Setup
from table.games.kit.rulebook import corrected
from table.games.mytho.actions import VISIBLE, NextRound
from table.games.mytho.piles import Step, follower
from table.games.mytho.state import Phase, State
from table.games.ordering import fewest
from table.games.words import refusal, unless


def dealing(setup: Setup) -> Dealing:
    """Tell what people do with the cards before a round (MYTHO-01, MYTHO-02, MYTHO-04), and with gifts (MYTHO-21)."""
    return Dealing(setup.options.hand_size, turn_up=(VISIBLE,), gifts="drawn")


def start(setup: Setup) -> Step:
    """Begin a game. Raise BadInput if nobody sits where the first player is to sit, or the cards are too few."""
    first = setup.options.first_player or setup.seats[0]
    if first not in setup.seats:
        raise BadInput(f"options.first_player: nobody sits at seat {first}")
    needed = setup.options.hand_size * len(setup.seats) + 1
    if needed > len(setup.cards):
        raise BadInput(f"options.hand_size: {len(setup.seats)} players need {needed} cards, of {len(setup.cards)}")
    state, begun = _start_round(setup, 1, first, dict.fromkeys(setup.seats, 0), lots=0)
    return state, (events.GameStarted(setup.game, setup.players), *begun)


def _start_round(setup: Setup, number: int, starter: int, totals: dict[int, int], *, lots: int) -> Step:
    size = setup.options.hand_size
    state = State(
        setup,
        Phase.SET_UP,
        round=number,
        starter=starter,
        totals=totals,
        hands=dict.fromkeys(setup.seats, size),  # MYTHO-02
        pile=len(setup.cards) - size * len(setup.seats),  # MYTHO-03
        lots=lots,
    )
    return state, (events.RoundStarted(number, starter),)


def end(state: State, out: int) -> Step:
    """End the round: a seat got rid of its cards (MYTHO-08); each card that is left costs a point (MYTHO-T-07)."""
    scores = dict(state.hands)
    totals = {seat: points + scores[seat] for seat, points in state.totals.items()}
    lying = state
    state = replace(state, phase=Phase.BETWEEN, turn=None, totals=totals, turned=None, last=None, wrong={}, refused=())
    told = (*corrected(lying, state), events.RoundEnded(state.round, scores, out))
    if state.round < state.options.rounds:
        return state, told
    state = replace(state, phase=Phase.OVER)
    return state, (*told, events.GameEnded(totals, winners(state)))


def why_not_next_round(state: State, action: NextRound) -> IllegalAction | None:
    """Say why no round can be opened now, or not by this seat."""
    if state.phase is not Phase.BETWEEN:
        return refusal("the game is over" if state.phase is Phase.OVER else "the round is not over")
    may = action.seat in (0, next_starter(state))
    return unless(may, f"{state.setup.name(next_starter(state))} opens the next round")


def next_round(state: State, action: NextRound) -> Step:
    """Open the next round."""
    return _start_round(state.setup, state.round + 1, next_starter(state), dict(state.totals), lots=state.lots)


def next_starter(state: State) -> int:
    """Tell who opens the next round: next after whoever opened this one."""
    return follower(state, state.starter)


def winners(state: State) -> tuple[int, ...]:
    """Name the seats with the fewest points; a tie is shared (MYTHO-T-07)."""
    return fewest(state.totals)


def outcome(state: State) -> Outcome | None:
    """Tell how the game ended; None while it runs."""
    return Outcome("all rounds played", winners(state)) if state.phase is Phase.OVER else None
