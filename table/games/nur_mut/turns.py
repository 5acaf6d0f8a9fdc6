"""Turns in Nur Mut, and the contents of the three piles."""

from table import events
from table.event import Event
from table.games.kit.rulebook import sure
from table.games.nur_mut.cards import HIGHEST, JOKER, Face
from table.games.nur_mut.state import Phase, Pile, State
from table.values import replace

Step = tuple[State, tuple[Event, ...]]


def start_turn(state: State, seat: int) -> Step:
    """Start a seat's turn."""
    state = replace(state, phase=Phase.PLAYING, turn=seat, daring=False, cover=None, movers=frozenset({seat}))
    return state, (events.TurnStarted(seat),)


def next_turn(state: State) -> Step:
    """Pass the turn on clockwise (NUR-14, NUR-25)."""
    return start_turn(state, state.setup.left_of(sure(state.turn)))


def fits(state: State, face: Face, on: Face) -> bool:
    """Return whether a face may be laid on another: one above or below it (NUR-16); a joker fits anywhere (NUR-20)."""
    if face == JOKER or on == JOKER:
        return True
    lowest, apart = state.options.min_number, abs(int(face) - int(on))
    return apart == 1 or (state.options.wrap and apart == HIGHEST - lowest)  # NUR-17, NUR-18, NUR-19: no wrap


def with_card(state: State, zone: str, card: str, face: Face, *, known: bool) -> State:
    """Put a card on top of a pile, or begin a pile with it."""
    below = state.piles.get(zone)
    cards = frozenset({card}) if below is None else below.cards | {card}
    matters = face == JOKER and state.options.after_joker_fit  # worlds must not differ in details that no rule needs
    under = None if below is None or not matters else below.under if below.face == JOKER else below.face
    return replace(state, piles={**state.piles, zone: Pile(card, face, cards, under, known)})


def without_pile(state: State, zone: str) -> State:
    """Remove a pile."""
    return replace(state, piles={other: pile for other, pile in state.piles.items() if other != zone})


def with_hand(state: State, seat: int, more: int) -> State:
    """Add cards to the count of a seat's own pile, or subtract them."""
    return replace(state, hands={**state.hands, seat: state.hands[seat] + more})


def highest(state: State) -> tuple[str, ...]:
    """Return the piles that show the highest number (NUR-30, NUR-32); a joker that was left uncovered shows none."""
    shown = {zone: 0 if pile.face == JOKER else int(pile.face) for zone, pile in sorted(state.piles.items())}
    return tuple(zone for zone, number in shown.items() if number == max(shown.values()))
