"""Mytho's draw pile, its two other piles, and whose turn it is."""

from table import events
from table.event import Event
from table.games.kit import corrections
from table.games.kit.rulebook import sure
from table.games.mytho.actions import HIDDEN, VISIBLE
from table.games.mytho.state import Phase, State
from table.values import replace

Step = tuple[State, tuple[Event, ...]]


def follower(state: State, seat: int) -> int:
    """Return the seat whose turn comes after that of `seat` (MYTHO-09)."""
    if state.options.direction == "clockwise":
        return state.setup.left_of(seat)
    return next(other for other in state.setup.seats if state.setup.left_of(other) == seat)


def start_turn(state: State, seat: int) -> Step:
    """Start a seat's turn."""
    return replace(state, phase=Phase.PLAYING, turn=seat, drawn=0, laid=0), (events.TurnStarted(seat),)


def can_draw(state: State) -> bool:
    """Return whether there are any cards left to draw."""
    return state.pile > 0 or (state.options.empty_draw == "reshuffle" and can_be_shuffled(state) > 0)


def may_end_turn(state: State) -> bool:
    """Return whether the current player may end the turn (MYTHO-12, MYTHO-T-08).

    They may if they drew, played, are allowed to pass, or cannot draw.
    """
    return bool(state.drawn or state.laid or state.options.allow_pass) or not can_draw(state)


def can_be_shuffled(state: State) -> int:
    """Return how many cards can be shuffled: all those on the two piles, except the reference card (MYTHO-T-01)."""
    return len(state.visible) + len(state.hidden) - 1


def draw(state: State, seat: int) -> Step:
    """Make a seat draw a card, if there is one. Shuffle first if the draw pile is empty (MYTHO-10, MYTHO-T-01)."""
    if not can_draw(state):
        return state, ()
    state, shuffled = (state, ()) if state.pile else reshuffle(state)
    return replace(state, pile=state.pile - 1, hands=with_more(state, seat, 1)), shuffled


def with_more(state: State, seat: int, cards: int) -> dict[int, int]:
    """Return the sizes of all hands, with `cards` added to that of one seat."""
    return {**state.hands, seat: state.hands[seat] + cards}


def reshuffle(state: State) -> Step:
    """Shuffle both piles, except the reference, into the draw pile (MYTHO-T-01). Their cards can then appear again."""
    top = frozenset({sure(state.reference)})
    delivered = [events.PileReshuffled(VISIBLE)] if state.visible - top else []
    delivered += [events.PileReshuffled(HIDDEN)] if state.hidden else []
    pile = state.pile + can_be_shuffled(state)
    last = None if state.last is None else replace(state.last, final=True)
    return replace(state, pile=pile, visible=top, hidden=frozenset(), last=last), tuple(delivered)


def finalised(state: State) -> State:
    """Make the last play final, and forget the result of the last contest."""
    return replace(corrections.finalised(state), settled=None)
