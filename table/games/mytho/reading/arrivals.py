"""Readings of cards, deadlines and the host's choices in Mytho.

Time matters here. Readings judge no play: they return the actions that a fact stands for. Every fact has one reading,
whatever card lies hidden, so no event and no delay reveals which it is.
"""

from table.facts import CardArrived, CardLeft, ChoiceMade
from table.games.game import Reading
from table.games.kit import lateness
from table.games.kit.actions import Action, PutRight, TurnUp
from table.games.kit.choices import chosen
from table.games.kit.fingers import ALONG
from table.games.kit.reading import arrive, does, idle, lies, moved, timed
from table.games.kit.rulebook import sure
from table.games.mytho import actions, piles, rules
from table.games.mytho.actions import VISIBLE
from table.games.mytho.reading import presses
from table.games.mytho.reading.play import Play, Readings, Seen
from table.games.mytho.state import Phase
from table.values import replace

_CHOICES = {
    "drew": lambda seat, _: actions.DrewBefore(seat),
    "pass": lambda seat, _: actions.EndTurn(seat),
}


def _chose(play: Play, fact: ChoiceMade) -> Readings:
    return does(replace(play, ready=fact.t), chosen(fact, play.round.turn, _CHOICES))


# -- cards


def _arrives(play: Play, fact: CardArrived) -> Readings:
    """Read a card; it waits while an earlier gesture is undecided."""
    seen = Seen(fact.card, fact.zone, fact.t, fact.by)
    if any((other.card, other.left) == (seen.card, False) for other in play.waiting):
        return ()
    return arrive(play, seen, _read)


def _read(play: Play, seen: Seen) -> Readings:
    if seen.left:
        return _lifted(play, seen)
    state, card, zone = play.round, seen.card, seen.zone
    if (lying := lies(play, card, zone)) is not None:
        return lying
    if card == state.turned:  # turned over where it lay; it must still go to the visible pile
        return (Reading(play, (actions.ShowTurned(card),) if zone == VISIBLE else (), idle=zone != VISIBLE),)
    pad = state.setup.placement[zone] == "tap"
    if pad and rules.can_take_back(state, card, zone):
        return (Reading(_calm(play, seen.at), takes_back=True),)
    if card in state.on(zone) and (zone != VISIBLE or not pad):
        return idle(play)  # it lies there
    if state.phase is Phase.CONTESTABLE and card in state.hidden:
        return idle(play)  # somebody has turned it over, and nobody has contested it yet
    if play.may_go_on and not _is_along(play, seen):
        # while the card before can be contested, nobody has played on: this is another card of the same player
        return does(play.later(replace(seen, by=seen.by or state.laid_last)))
    return _played(play, seen, moved(play, card))


def _played(play: Play, seen: Seen, before: tuple[Action, ...]) -> Readings:
    """Read a card as a play of the seat in turn, which lets the hidden card before it pass (MYTHO-T-04)."""
    state, card, zone = play.round, seen.card, seen.zone
    after = replace(play, laid_at=seen.at, shuts=seen.at + play.window, ready=seen.at)
    if state.phase is Phase.SET_UP:
        turned_up = TurnUp(card) if zone == VISIBLE else actions.Lay(state.starter, card, zone)
        return does(after, *before, turned_up)
    if (astray := _astray(play, seen)) is not None:
        return does(replace(play, ready=seen.at), *before, astray)
    if _is_along(play, seen):
        return does(play, *before, actions.Lay(sure(state.last).seat, card, zone, along=True))
    if state.phase is Phase.CONTESTABLE:
        return _played_on(play, presses.over(after, seen.at), seen, before)
    turn = sure(state.turn)
    done = state.laid >= state.options.plays_per_turn and seen.by != turn  # drawing is all that is left, and optional
    seat = piles.follower(state, turn) if done else turn
    lay = actions.Lay(seat, card, zone, over=done)
    return does(after, *before, _too_late(play, seen, lay))


def _astray(play: Play, seen: Seen) -> actions.Lay | None:
    """Read a card as laid out of turn, if its player is known."""
    state, by = play.round, seen.by
    if by is None or (_is_along(play, seen) and state.last is not None and by == state.last.seat):
        return None
    if state.phase is Phase.CONTESTABLE and state.last is not None:
        awaited = {piles.follower(state, state.last.seat)}
    else:
        turn = state.turn or 0
        awaited = {turn, piles.follower(state, turn)} if state.laid >= state.options.plays_per_turn else {turn}
    if by in awaited:
        return None
    return actions.Lay(by, seen.card, seen.zone, astray=lateness.astray_of(play, by, seen.at))


def _too_late(play: Play, seen: Seen, lay: actions.Lay) -> actions.Lay:
    """Read as late an open card that was legal until just now, if its player is known."""
    others = play.round.laid_last is not None and seen.by not in (None, play.round.laid_last)
    late = others and seen.zone == VISIBLE and lateness.was_fair(play, seen.at, rules.why_not, lay)
    return replace(lay, astray="late") if late else lay


def _is_along(play: Play, seen: Seen) -> bool:
    """Return whether a card came too soon after the one before, which was a whole turn: no hand is that quick."""
    state = play.round
    may_go_on = state.laid and state.turn is not None and state.laid < state.options.plays_per_turn
    known = seen.by is not None and state.last is not None and seen.by != state.last.seat  # two hands
    return state.last is not None and seen.at - play.laid_at <= ALONG and not may_go_on and not known


def _played_on(play: Play, after: Play, seen: Seen, before: tuple[Action, ...]) -> Readings:
    """Read a card laid by the next player while another can be contested; if refused, the other still can be."""
    state, last = play.round, sure(play.round.last)
    if state.hands[last.seat] == 0:  # playing on lets a last card win; the new card comes too late
        return does(after, *before, actions.LetPass())
    lay = actions.Lay(piles.follower(state, last.seat), seen.card, seen.zone, over=True)
    for action in before:
        state, _ = rules.apply(state, action)
    lawful = rules.why_not(state, lay) is None
    return does(after if lawful else replace(play, ready=seen.at), *before, lay)


def _leaves(play: Play, fact: CardLeft) -> Readings:
    """Read a card lifted off a pile; it waits while an earlier gesture is undecided."""
    seen = Seen(fact.card, fact.zone, fact.t, left=True)
    if any((other.card, other.zone, other.left) == (seen.card, seen.zone, False) for other in play.waiting):
        left = tuple(other for other in play.waiting if (other.card, other.zone) != (seen.card, seen.zone))
        return does(replace(play, waiting=left))
    if play.awaits and seen.card not in play.round.wrong:
        return does(play.later(seen))
    return _lifted(play, seen)


def _lifted(play: Play, seen: Seen) -> Readings:
    if play.round.wrong.get(seen.card) == seen.zone:
        return does(play, PutRight(seen.card))
    if rules.can_take_back(play.round, seen.card, seen.zone):
        return (Reading(_calm(play, seen.at), takes_back=True),)
    return ()


def _calm(play: Play, now: int) -> Play:
    """Forget presses about a card that is taken back."""
    return replace(play, begun=(), doubts=(), ready=now, laid_at=-ALONG - 1)


READERS = {
    **presses.READERS,
    **timed(presses.settle, _read),
    CardArrived: _arrives,
    CardLeft: _leaves,
    ChoiceMade: _chose,
}
