"""Rounds of Nur Mut: how one begins, when it is over, and who wins."""

from dataclasses import replace

from table import events
from table.complaints import BadInput
from table.games.game import Dealing, IllegalAction, Outcome, Setup
from table.games.nur_mut.actions import NextRound
from table.games.nur_mut.state import PILES, Phase, State
from table.games.nur_mut.turns import Step
from table.games.ordering import fewest
from table.games.rulebook import corrected
from table.games.words import refusal, unless


def dealing(setup: Setup) -> Dealing:
    """Tell what people do with the cards before a round (NUR-06 to NUR-09)."""
    return Dealing(setup.options.hand_size, turn_up=PILES, in_piles=True)


def start(setup: Setup) -> Step:
    """Begin a game. Raise BadInput if nobody sits where the first player is to sit, or the cards are too few."""
    first = setup.options.first_player or setup.seats[0]  # NUR-13: people say who is the bravest
    if first not in setup.seats:
        raise BadInput(f"options.first_player: nobody sits at seat {first}")
    needed = setup.options.hand_size * len(setup.seats) + len(PILES)
    if needed > len(setup.cards):
        raise BadInput(f"options.hand_size: {len(setup.seats)} players need {needed} cards, of {len(setup.cards)}")
    state, begun = _start_round(setup, 1, first, dict.fromkeys(setup.seats, 0), lots=0)
    return state, (events.GameStarted(setup.game, setup.players), *begun)


def _start_round(setup: Setup, number: int, starter: int, totals: dict[int, int], *, lots: int) -> Step:
    hands = dict.fromkeys(setup.seats, setup.options.hand_size)  # NUR-07
    state = State(setup, Phase.SET_UP, round=number, starter=starter, totals=totals, hands=hands, lots=lots)
    return state, (events.RoundStarted(number, starter),)


def end(state: State, out: int) -> Step:
    """End the round: a seat has laid all its cards (NUR-44, NUR-49); a card that is left is a minus point (NUR-47)."""
    scores = dict(state.hands)
    totals = {seat: points + scores[seat] for seat, points in state.totals.items()}  # NUR-48
    lying = state
    state = replace(
        state, phase=Phase.BETWEEN, turn=None, totals=totals, last=None, cover=None, empty=None, taken=None,
        daring=False, wrong={}, refused=(),
    )  # fmt: skip
    told = (*corrected(lying, state), events.RoundEnded(state.round, scores, out))
    if state.round < state.options.rounds:  # NUR-46
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
    """Tell who opens the next round: left of whoever opened this one (NUR-T-05)."""
    return state.setup.left_of(state.starter)


def winners(state: State) -> tuple[int, ...]:
    """Name the seats with the fewest minus points (NUR-45, NUR-50); a tie is shared."""
    return fewest(state.totals)


def outcome(state: State) -> Outcome | None:
    """Tell how the game ended; None while it runs."""
    return Outcome("all rounds played", winners(state)) if state.phase is Phase.OVER else None
