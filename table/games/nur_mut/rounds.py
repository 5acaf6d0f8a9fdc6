"""Rounds of Nur Mut: how a round begins, when it is over, and who wins."""

from table.games.game import Dealing, Setup
from table.games.kit.rounds import Rounds, check_hands, named_first
from table.games.nur_mut.cards import JOKER
from table.games.nur_mut.state import PILES, Phase, State
from table.games.nur_mut.turns import Step
from table.values import replace


def dealing(setup: Setup) -> Dealing:
    """Return how cards are dealt before a round (NUR-06, NUR-07, NUR-08, NUR-09).

    No joker begins a pile (NUR-11).
    """
    sides = ((code, side) for code, card in setup.cards.items() for side in (0, 1) if card.faces[side] == JOKER)
    return Dealing(setup.options.hand_size, turn_up=PILES, in_piles=True, never_up=frozenset(sides))


def start(setup: Setup) -> Step:
    """Begin a game. Raise BadInput if the starter's seat is empty, or there are too few cards."""
    starter = named_first(setup)  # NUR-13: the players say who is the bravest
    check_hands(setup, turned_up=len(PILES))
    return ROUNDS.start(setup, starter)


def _begin(setup: Setup, number: int, starter: int, before: State | None) -> State:
    hands = dict.fromkeys(setup.seats, setup.options.hand_size)  # NUR-07
    return State(setup, Phase.SET_UP, number, starter, hands=hands)


# NUR-T-05: the seat left of this round's opener opens the next round. NUR-45, NUR-50: the fewest penalty points win; a
# tie is shared.
ROUNDS = Rounds(_begin)


def end(state: State, out: int) -> Step:
    """End the round because a seat has laid all its cards (NUR-44, NUR-49); each card left costs a point (NUR-47).

    The options set the number of rounds (NUR-46), and the points of all rounds are added up (NUR-48).
    """
    swept = replace(state, last=None, cover=None, empty=None, taken=None, daring=False, wrong={}, refused=())
    return ROUNDS.end(state, swept, dict(state.hands), out)
