"""How what the table saw of a game of Mytho can be read: cards, deadlines, and what the host chooses.

This is where time comes in. Nothing in here judges a play: it says which actions of the rules a fact amounts to. There
is one reading of every fact, whatever card lies hidden: so nothing that is told, and no time, depends on which it is.
"""

from dataclasses import replace

from table.facts import (
    CardArrived,
    CardLeft,
    ChoiceMade,
    Doubled,
    Fact,
    Held,
    Pressed,
    TableResumed,
    Tapped,
    TimePassed,
)
from table.games.game import Reading
from table.games.mytho import actions, contests, piles, presses, rules
from table.games.mytho.actions import VISIBLE, Action, Zone
from table.games.mytho.play import ALONG, Arrived, Play, Readings
from table.games.mytho.state import Phase, State


def due(play: Play) -> int | None:
    """Tell the next deadline of this world."""
    if play.awaits:
        return None  # fingers come up, or have been down for long enough
    if play.waiting:
        return play.ready
    return play.shuts if play.round.phase is Phase.CONTESTABLE else None


def readings(play: Play, fact: Fact) -> Readings:
    """Say how a fact can be read; nothing means that it means nothing."""
    match fact:
        case CardArrived(zone=zone, card=card, t=now):
            return _arrives(play, Arrived(card, _zone(zone), now))
        case CardLeft(zone=zone, card=card, t=now):
            return _leaves(play, card, _zone(zone), now)
        case Pressed():
            return presses.pressed(play, fact)
        case Tapped():
            return presses.tapped(play, fact)
        case Held():
            return presses.held(play, fact)
        case Doubled():
            return presses.doubled(play, fact)
        case TimePassed(t=now):
            return _fall_due(play, now)
        case TableResumed(t=now):
            return (Reading(presses.forgotten(play, now)),)
        case ChoiceMade():
            return (Reading(replace(play, ready=fact.t), (_chosen(play, fact),)),)
        case _:
            return ()


def _zone(name: str) -> Zone:
    return "visible" if name == VISIBLE else "hidden"


def _chosen(play: Play, fact: ChoiceMade) -> Action:
    match fact.choice:
        case "next_round":
            return actions.NextRound(fact.seat)
        case "reshuffled":
            return actions.Reshuffle()
        case "drew":
            return actions.DrewBefore(fact.seat or play.round.turn or 0)
        case "pass":
            return actions.EndTurn(fact.seat or play.round.turn or 0)
        case _:
            return actions.GiveTurn(fact.value)


def _fall_due(play: Play, now: int) -> Readings:
    at = due(play)
    if at is None or at > now:
        return ()
    if play.waiting:
        first, *others = play.waiting
        return _read(replace(play, waiting=tuple(others), ready=now), first)
    return presses.settle(play, now)


# -- cards


def _arrives(play: Play, arrived: Arrived) -> Readings:
    """Read a card; while a press that may come first is not known, it waits."""
    if not (play.awaits or play.waiting):
        return _read(play, arrived)
    if any(other.card == arrived.card for other in play.waiting):
        return ()
    return (Reading(replace(play, waiting=(*play.waiting, arrived))),)


def _read(play: Play, arrived: Arrived) -> Readings:
    state, card, zone, pad = play.round, arrived.card, arrived.zone, _is_pad(play.round, arrived.zone)
    if state.phase in (Phase.BETWEEN, Phase.OVER):
        return (Reading(play, idle=True),)
    if state.wrong.get(card) == zone:  # on a pad, touching a refused card again takes it back; on a pile it lies there
        return (Reading(play, (actions.PutRight(card),) if pad else (), idle=not pad),)
    if card == state.turned and zone == VISIBLE and not state.wrong:
        return (Reading(play, (actions.ShowTurned(card),)),)
    if pad and rules.can_take_back(state, card, zone):
        return (Reading(_calm(play, arrived.at), takes_back=True),)
    if card in state.on(zone) and (zone != VISIBLE or not pad):
        return (Reading(play, idle=True),)  # it lies there
    moved = (actions.PutRight(card),) if card in state.wrong else ()
    return _played(play, arrived, moved)


def _is_pad(state: State, zone: Zone) -> bool:
    return state.setup.placement[zone] == "tap"


def _played(play: Play, arrived: Arrived, before: tuple[Action, ...]) -> Readings:
    """Read a card as a play of whose turn it is; who plays lets the hidden card before his lie (MYTHO-T-04)."""
    state, card, zone = play.round, arrived.card, arrived.zone
    after = replace(play, laid_at=arrived.at, shuts=arrived.at + play.window, ready=arrived.at)
    if state.phase is Phase.SET_UP:
        turned_up = actions.TurnUp(card) if zone == VISIBLE else actions.Lay(state.starter, card, zone)
        return (Reading(after, (*before, turned_up)),)
    if _is_along(play, arrived):
        assert state.last is not None, "_is_along has seen to it"  # noqa: S101
        return (Reading(play, (*before, actions.Lay(state.last.seat, card, zone, along=True))),)
    if state.phase is Phase.CONTESTABLE:
        return _played_on(presses.over(after, arrived.at), arrived, before)
    assert state.turn is not None, "a round that is played has a turn"  # noqa: S101 - an invariant of State
    done = state.laid >= state.options.plays_per_turn  # and has only not drawn, which he need not
    seat = piles.follower(state, state.turn) if done else state.turn
    ends = (actions.EndTurn(state.turn),) if done else ()
    return (Reading(after, (*before, *ends, actions.Lay(seat, card, zone))),)


def _is_along(play: Play, arrived: Arrived) -> bool:
    """Tell whether a card came together with the one before, which was a whole turn: no hand is that quick."""
    state = play.round
    may_go_on = state.laid and state.turn is not None and state.laid < state.options.plays_per_turn
    return state.last is not None and arrived.at - play.laid_at <= ALONG and not may_go_on


def _played_on(after: Play, arrived: Arrived, before: tuple[Action, ...]) -> Readings:
    """Read a card laid while another could be contested: by the next player, or the same if he may play on."""
    last = after.round.last
    assert last is not None, "a card that can be contested was laid"  # noqa: S101 - an invariant of State
    if after.round.hands[last.seat] == 0:  # whoever plays on lets a last card win; his own comes too late
        return (Reading(after, (*before, actions.LetPass())),)
    more = after.round.laid < after.round.options.plays_per_turn
    seat = last.seat if more else piles.follower(after.round, last.seat)
    done = (actions.EndTurn(last.seat),) if not more and contests.may_draw_after(after.round) else ()
    return (Reading(after, (*before, actions.LetPass(), *done, actions.Lay(seat, arrived.card, arrived.zone))),)


def _leaves(play: Play, card: str, zone: Zone, now: int) -> Readings:
    """Read a card that was lifted off a pile."""
    if any((other.card, other.zone) == (card, zone) for other in play.waiting):
        left = tuple(other for other in play.waiting if (other.card, other.zone) != (card, zone))
        return (Reading(replace(play, waiting=left)),)
    if play.round.wrong.get(card) == zone:
        return (Reading(play, (actions.PutRight(card),)),)
    if rules.can_take_back(play.round, card, zone) and not play.awaits:
        return (Reading(_calm(play, now), takes_back=True),)
    return ()


def _calm(play: Play, now: int) -> Play:
    """Forget who pressed because of a card that is taken back."""
    return replace(play, begun=(), doubts=(), ready=now, laid_at=-ALONG - 1)
