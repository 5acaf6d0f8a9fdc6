"""Destroying cards: only cards made due by a card in play can be destroyed, and those with Resurrection stay."""

from collections.abc import Sequence

from table.event import Event
from table.games.game import IllegalAction
from table.games.kit.corrections import accepted
from table.games.kit.rulebook import corrected, sure, telling
from table.games.mythology_go import due as dues
from table.games.mythology_go.actions import DISCARD, Destroy
from table.games.mythology_go.board import has
from table.games.mythology_go.events import CardDestroyed, CardResurrected
from table.games.mythology_go.plays import Step, fused, tell
from table.games.mythology_go.state import Phase, State
from table.games.mythology_go.words import has_to_go, whose
from table.games.words import capital, refusal, say
from table.saying import Text
from table.values import replace


def why_not_destroy(state: State, action: Destroy) -> IllegalAction | None:
    """Return why a card may not be destroyed: it must be due (MGO-T-07), and a Deity never is (MGO-102)."""
    if state.phase is not Phase.PLAYING:
        return refusal("no card can be destroyed now")
    placed = state.placed(action.card)
    if placed is None and state.card(action.card).kind == "deity":
        return refusal("a Deity does not belong on the discard", "wrong_zone")
    if placed is None:
        card = state.label(action.card)
        return refusal(lambda: say("{card:the} does not belong on the discard", card=card), "wrong_zone")
    if dues.behind(state, action.card, action.by) is not None:
        return None
    return refusal(_why_not_due(state, action, closed=placed.closed))


def _why_not_due(state: State, action: Destroy, *, closed: bool) -> Text:
    """Return a sentence saying what is due instead, if anything; a face-down card is not named."""
    if (owed := dues.owed(state)) is not None:
        return has_to_go(state, owed)
    if (now := dues.shown(state)) is not None and now.seat not in (None, action.by) and action.by is not None:
        return say("{who} chooses what is destroyed", who=state.setup.name(sure(now.seat)))
    if closed:
        return say("nothing destroys a closed card now")
    return say("nothing destroys {card:the} now", card=state.label(action.card))


def destroy(state: State, action: Destroy) -> Step:
    """Destroy a card; one with Resurrection stays, and nothing can destroy it any more (MGO-41, MGO-42, MGO-115).

    A fused pair is one card: both of its cards go, or both stay (MGO-37, MGO-T-06). A card that was refused before and
    is now accepted by the host is no longer misplaced.
    """
    before, state = state, accepted(state, action.card)
    state = replace(state, closed=state.closed - {action.card})
    code, pair = action.card, state.paired(action.card) or ()
    codes = (code, *(other for other in pair if other != code))
    cause = dues.behind(state, code, action.by)
    state, delivered = _tell_all(state, codes)
    stays = any(has(state.card(one), "resurrection") for one in codes)
    done = (_stay if stays else _go)(dues.settled(state, cause, codes), codes, None if cause is None else cause.by)
    return telling((*corrected(before, state), *delivered), done)


def _tell_all(state: State, codes: Sequence[str]) -> Step:
    """Report these cards before the turn is over, along with their fusion if they were fused this turn."""
    delivered: tuple[Event, ...] = ()
    for code in codes:
        state, more = tell(state, code)
        delivered = (*delivered, *more)
    merged = [pair for pair in state.fused if codes[0] in pair]
    seat = state.owner(codes[0])
    delivered = (*delivered, *(fused(state, seat, pair) for pair in merged if seat is not None))
    return replace(state, fused=tuple(pair for pair in state.fused if pair not in merged)), delivered


def _go(state: State, codes: Sequence[str], by: str | None) -> Step:
    """Move a destroyed card to the discard, together with any card fused to it."""
    seat = sure(state.owner(codes[0]))
    gone = state.gone | (set(codes) & set(state.laid))
    after = replace(state, discard=(*state.discard, *codes), gone=gone)
    for code in codes:
        after = after.without(code)
    first, *others = (whose(state, seat, code) for code in codes)
    destroyed = (
        say("{card} is destroyed.", card=first)
        if by is None
        else capital(say("{by:the} destroys {card}.", by=state.label(by), card=first))
    )
    texts = (destroyed, *(say("{card} is destroyed, too: the two are one.", card=other) for other in others))
    return after, tuple(CardDestroyed(seat, code, by, text) for code, text in zip(codes, texts, strict=True))


def _stay(state: State, codes: Sequence[str], by: str | None) -> Step:
    """Keep cards with Resurrection instead of destroying them; a card already on the discard must go back."""
    seat = sure(state.owner(codes[0]))
    after = state
    for code in codes:
        risen = replace(sure(state.placed(code)), closed=False, public=True, risen=True, forbidden=None)
        after = after.with_placed(seat, risen)
    if state.setup.placement[DISCARD] == "pile":
        after = replace(after, wrong={**after.wrong, codes[0]: DISCARD})
    texts = (say("{card} stays, and nothing destroys it any more.", card=whose(state, seat, code)) for code in codes)
    delivered = tuple(CardResurrected(seat, code, by, text) for code, text in zip(codes, texts, strict=True))
    return after, (*delivered, *corrected(state, after))
