"""Mito's draw pile and discard pile, and whose turn it is."""

from collections.abc import Mapping

from table import events
from table.event import Event
from table.games.kit.actions import PutRight
from table.games.kit.rulebook import sure
from table.games.mito import events as own
from table.games.mito.actions import DISCARD, Lay, Lift
from table.games.mito.cards import GUARD
from table.games.mito.state import Laid, Slipped, State
from table.values import replace

Step = tuple[State, tuple[Event, ...]]


def start_turn(state: State, seat: int, *, drawn: bool = False) -> Step:
    """Start a seat's turn or, if it has already `drawn` a card this turn, let it continue."""
    wrong = tuple(lay for lay in state.refused if lay.drop[0] in state.wrong) if state.refused else ()
    return replace(state, turn=seat, drawn=drawn, refused=wrong), (events.TurnStarted(seat),)


def follower(state: State, seat: int | None) -> int:
    """Return the seat whose turn comes after a play by `seat`.

    After the base card, `seat` is None and the starter is next. Turns go clockwise (MITO-F-12, MITO-E-11, MITO-E-20)
    and include the guard (MITO-F-24).
    """
    return state.starter if seat is None else state.setup.left_of(seat)


def put_on_top(state: State, card: str, named: str) -> State:
    """Put a card from a hand on top of the discard. `named` is the card that events will report."""
    played = state.played | {named}
    return replace(
        state,
        top=card,
        named=named,
        count=state.count + 1,
        held=state.held - len(played) + len(state.played),
        played=played,
        beneath=state.beneath - {named},
        loose=state.loose - {named},
        stack=state.stack if state.top is None else (*state.stack, state.top),
        to_shuffle=False,
    )


def lay(state: State, action: Lay, named: str) -> tuple[State, tuple[Event, ...]]:
    """Lay a drop and record it as the last play. The cards below its top card are secret (MITO-E-54)."""
    seat = sure(action.seat)  # only refused cards can have an unknown player
    others = tuple(card for card in action.drop if card != named)
    state, closed = put_right(state, *action.drop) if action.late else (state, ())
    laid = replace(
        put_on_top(state, action.card, named),
        latest=frozenset(action.drop),
        latest_by=seat,
        laid=with_laid(state, seat, *action.drop),
        beside=frozenset(),
        owed=(),
        last=Laid(seat, named, final=action.late),
    )
    delivered = (*closed, events.CardPlayed(seat, DISCARD, named))
    return _slip(laid, action, named, others, delivered) if others else (laid, delivered)


def _slip(state: State, action: Lay, named: str, others: tuple[str, ...], delivered: tuple[Event, ...]) -> Step:
    seat = sure(action.seat)
    hidden = tuple(card for card in others if state.kind(card) != GUARD)
    under = (card for card in action.drop if card != action.card and state.kind(card) != GUARD)
    state = replace(state, beneath=state.beneath | set(others), stack=(*state.stack, *under))
    if not hidden:
        return state, delivered
    slip = (named, *hidden)
    after = replace(state, slipped=(*state.slipped, Slipped(seat, slip)))
    return after, (*delivered, own.CardsSlipped(seat, DISCARD, slip))


def with_laid(state: State, seat: int, *cards: str) -> Mapping[int, frozenset[str]]:
    """Return the cards that each seat has laid, with these added for one seat."""
    return {**state.laid, seat: state.laid.get(seat, frozenset()).union(cards)}


def finalised(state: State) -> State:
    """Make the last play final, so that it can no longer be taken back."""
    return state if state.last is None or state.last.final else replace(state, last=replace(state.last, final=True))


def reshuffled(state: State) -> State:
    """Shuffle all of the discard except its top card into the draw pile (MITO-T-02), so these cards can appear again.

    If several cards were dropped as one, the reported card may be below the top one; it is then shuffled as well.
    """
    named, top = sure(state.named), sure(state.top)
    stays = frozenset({named, top})
    untold = sum(state.kind(card) != GUARD for card in state.beneath - {top})
    return replace(
        state,
        pile=state.pile + len(state.played) - 1,
        shuffled_untold=state.shuffled_untold + untold,
        played=frozenset({named}),
        beneath=frozenset({top} - {named}),
        latest=state.latest & stays,
        laid={seat: cards & stays for seat, cards in state.laid.items()},
        loose=(state.loose & stays) | ({named} - {top}),
        stack=(),
    )


def uncovered(state: State, card: str) -> State:
    """Record that a hidden card of a drop has left the discard and can therefore be played again."""
    return replace(state, beneath=state.beneath - {card}, latest=state.latest - {card})


def can_lift(state: State, card: str) -> bool:
    """Return whether a player who was caught cheating may take this card off the discard."""
    return card in state.loose & (state.played | state.beneath)


def lift(state: State, action: Lift) -> Step:
    """Return a card to its player's hand (MITO-F-32). If it was the top card, the card below it is on top now."""
    card = action.card
    stack = tuple(other for other in state.stack if other != card)
    if card == state.top and not stack:  # nothing is below it: its number still counts
        return state, ()
    top = stack[-1] if card == state.top else state.top
    named = sure(top if card == state.named else state.named)
    lifted = replace(
        state,
        top=top,
        named=named,
        stack=tuple(other for other in stack if other != top),
        held=state.held + (card in state.played) - (named not in state.played),
        played=(state.played - {card}) | {named},
        beneath=state.beneath - {card, named},
        loose=state.loose - {card},
        latest=state.latest - {card},
        laid={seat: cards - {card} for seat, cards in state.laid.items()},
        last=None if state.last is not None and state.last.card == card else state.last,
    )
    if card != state.named:
        return lifted, ()
    seat = next((seat for seat, cards in state.laid.items() if card in cards), None)
    return lifted, (own.PileUncovered(seat, DISCARD, card, top=named),)


def put_right(state: State, *cards: str) -> Step:
    """Record that refused cards have been removed from the discard or accepted."""
    wrong = state.wrong - set(cards)
    all_back = not wrong and state.setup.placement[DISCARD] == "tap"  # on a pile, cards of its drop may still lie there
    beside = frozenset() if all_back else state.beside - set(cards)
    closed = (events.CorrectionClosed(DISCARD),) if state.wrong and not wrong else ()
    refused = tuple(one for one in state.refused if one.drop[0] not in cards)
    return replace(state, wrong=wrong, beside=beside, refused=refused), closed


def put_card_right(state: State, action: PutRight) -> Step:
    """Record that a refused card has been removed from the discard."""
    return put_right(state, action.card)
