"""The draw pile and the discard of Mito: laying, drawing, shuffling, and whose turn it is."""

from collections.abc import Mapping
from dataclasses import replace

from table import events
from table.events import Event
from table.games.mito.actions import Lay, PutRight
from table.games.mito.cards import GUARD
from table.games.mito.state import Laid, Slipped, State
from table.games.mito.words import DISCARD

Step = tuple[State, tuple[Event, ...]]


def start_turn(state: State, seat: int) -> Step:
    """Let it be a seat's turn."""
    wrong = tuple(lay for lay in state.refused if lay.drop[0] in state.wrong)
    return replace(state, turn=seat, drawn=False, refused=wrong), (events.TurnStarted(seat),)


def follower(state: State, seat: int | None) -> int:
    """Tell whose turn follows a play (MITO-F-12, MITO-E-11, MITO-E-20: clockwise); on the base card the starter's."""
    return state.starter if seat is None else state.setup.left_of(seat)


def put_on_top(state: State, card: str, named: str) -> State:
    """Put a card on the discard that came from a hand; `named` is the one that is told."""
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
        lifted=state.lifted - {named},
    )


def lay(state: State, action: Lay, named: str) -> tuple[State, tuple[Event, ...]]:
    """Lay what was dropped, and remember it as the last play. Cards that came along are a secret (MITO-E-54)."""
    assert action.seat is not None, "only what is refused is nobody's"  # noqa: S101 - why_not has seen to it
    others = tuple(card for card in action.drop if card != named)
    state, closed = put_right(state, *action.drop) if action.late else (state, ())
    laid = replace(
        put_on_top(state, action.card, named),
        latest=frozenset(action.drop),
        latest_by=action.seat,
        laid=with_laid(state, action.seat, *action.drop),
        beside=frozenset(),
        owed=None,
    )
    hidden = tuple(card for card in others if state.kind(card) != GUARD)
    laid = replace(
        laid,
        beneath=laid.beneath | set(others),
        last=Laid(action.seat, named, final=action.late),
        slipped=(*laid.slipped, Slipped(action.seat, (named, *hidden))) if hidden else laid.slipped,
    )
    slipped = (events.CardsSlipped(action.seat, DISCARD, (named, *hidden)),) if hidden else ()
    return laid, (*closed, events.CardPlayed(action.seat, DISCARD, named), *slipped)


def with_laid(state: State, seat: int, *cards: str) -> Mapping[int, frozenset[str]]:
    """Note which cards a seat has laid."""
    return {**state.laid, seat: state.laid.get(seat, frozenset()).union(cards)}


def _draw_one(state: State) -> State:
    """Take a card off the draw pile; an empty one is the discard, shuffled but for its top."""
    drawn = replace(state, pile=state.pile - 1, held=state.held + 1)
    return drawn if drawn.pile > 0 or state.setup.options.empty_draw == "none" else reshuffled(drawn)


def can_draw(state: State) -> bool:
    """Tell whether there is anything left to draw."""
    return state.pile > 0 or state.setup.options.empty_draw == "reshuffle"


def finalised(state: State) -> State:
    """Let the last play stand: something else has happened since."""
    return state if state.last is None else replace(state, last=replace(state.last, final=True))


def owe(state: State, *seats: int) -> Step:
    """Make seats draw one card each, as long as there are any."""
    told = []
    for seat in seats:
        if can_draw(state):
            state = _draw_one(state)
            told.append(events.DrawOwed(seat, count=1))
    return state, tuple(told)


def reshuffled(state: State) -> State:
    """Shuffle the discard but for its top (MITO-T-02): every card of it may come again."""
    assert state.named is not None, "a round that is played has a top card"  # noqa: S101 - an invariant of State
    top = frozenset({state.named})
    pile = state.pile + len(state.played) - 1
    on_pads = state.setup.placement[DISCARD] == "tap"
    there = state.latest if on_pads else state.played | state.beneath  # until they are lifted, to be shuffled
    return replace(
        state,
        pile=pile,
        played=top,
        beneath=there - top,
        laid={seat: cards & top for seat, cards in state.laid.items()},
        loose=state.loose & top,
        lifted=state.lifted & top,
    )


def lift(state: State, card: str) -> State:
    """Note that a card which may be in a hand again is off the pile: it may be played like any."""
    if card in state.loose:
        return replace(state, lifted=state.lifted | {card})
    return replace(state, beneath=state.beneath - {card}, latest=state.latest - {card})


def put_right(state: State, *cards: str) -> Step:
    """Note that refused cards are off the discard again, or may lie there after all."""
    wrong = state.wrong - set(cards)
    all_back = not wrong and state.setup.placement[DISCARD] == "tap"  # on a pile its companions may still lie there
    beside = frozenset() if all_back else state.beside - set(cards)
    closed = (events.CorrectionClosed(DISCARD),) if state.wrong and not wrong else ()
    refused = tuple(one for one in state.refused if one.drop[0] not in cards)
    return replace(state, wrong=wrong, beside=beside, refused=refused), closed


def put_card_right(state: State, action: PutRight) -> Step:
    """Carry out that a refused card is off the discard again."""
    return put_right(state, action.card)
