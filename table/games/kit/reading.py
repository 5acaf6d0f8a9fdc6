"""Readings common to all games: waiting cards, refused cards being lifted, and taps being settled.

Each game defines all other readings itself.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from table.facts import CardArrived, CardLeft, ChoiceMade, Held, Spent, TableResumed, TimePassed
from table.games.game import Reading, Says
from table.games.kit.actions import Action, NextRound, PutRight
from table.games.kit.choices import OPENS_ROUND, chosen
from table.games.kit.fingers import Arrived, Fingers, Waiting
from table.values import replace

P = TypeVar("P", bound=Fingers[Any])
W = TypeVar("W", bound=Waiting[Any])
Settles = Callable[[W], tuple[Reading[W, Any], ...]]
Reads = Callable[[W, Any], tuple[Reading[W, Any], ...]]


def does(play: P, *actions: Action, says: Says | None = None) -> tuple[Reading[P, Any], ...]:
    """Return the only reading of a fact: these actions. `says` is the choice that a gesture makes."""
    return (Reading(play, actions, says=says),)


def idle(play: P, says: Says | None = None) -> tuple[Reading[P, Any], ...]:
    """Return an idle reading of a fact that has no effect, or none yet, but must be remembered."""
    return (Reading(play, idle=True, says=says),)


def spent(play: P, fact: Spent) -> tuple[Reading[P, Any], ...]:
    """Forget a press that turned out not to be a gesture."""
    return idle(play.spent(fact.press, fact.t))


def opens_round(play: P, fact: Held) -> tuple[Reading[P, Any], ...]:
    """Interpret a button held between rounds: its seat opens the next round."""
    return does(play, NextRound(fact.press.seat), says=OPENS_ROUND) if play.round.between else ()


def chooses(own: Mapping[str, Callable[[int, Any], Action]]) -> Callable[[P, ChoiceMade], tuple[Reading[P, Any], ...]]:
    """Return a reader of choices: the game's `own`, as for `choices.chosen`, and those common to all games."""
    return lambda play, fact: does(play, chosen(fact, play.round.turn, own))


# -- cards


def arrive(play: W, arrived: Arrived, read: Reads[W]) -> tuple[Reading[W, Any], ...]:
    """Interpret a card, which waits while an earlier press is in progress."""
    tap, later = play.tap, play.later(arrived)
    if tap is not None and tap.meaning.name == "OWN_TURN":  # a card has arrived, so no double press follows
        return does(replace(later, tap=replace(tap, at=arrived.at), ready=arrived.at))
    return does(later) if play.awaits or play.waiting else read(replace(play, tap=None), arrived)


def lies(play: P, card: str, zone: str) -> tuple[Reading[P, Any], ...] | None:
    """Interpret a card that is not a play: no round is running, or it was refused before. None for other cards."""
    state = play.round
    if state.between or state.over:
        return (Reading(play, idle=True, over=True),)
    return _refused_again(play, card, zone) if state.wrong.get(card) == zone else None


def _refused_again(play: P, card: str, zone: str) -> tuple[Reading[P, Any], ...]:
    """Interpret a refused card read again: a second touch of a pad takes it back; on a pile, it is still there."""
    return does(play, PutRight(card)) if play.round.setup.placement[zone] == "tap" else idle(play)


def moved(play: Fingers[Any], card: str) -> tuple[Action, ...]:
    """Return the action that corrects a misplaced card arriving elsewhere; none if the card was not misplaced."""
    return (PutRight(card),) if card in play.round.wrong else ()


def comes(play: P, fact: CardArrived, *laid: Action) -> tuple[Reading[P, Any], ...]:
    """Interpret a card as `laid`, unless it is already there; touching a refused card to its pad again takes it off."""
    state = play.round
    if state.wrong.get(fact.card) == fact.zone:
        return _refused_again(play, fact.card, fact.zone)
    return () if fact.card in state.on(fact.zone) or fact.card in state.wrong else does(play, *laid)


def comes_off(play: P, fact: CardLeft) -> tuple[Reading[P, Any], ...]:
    """Interpret a card that leaves a pile; if it was misplaced there, it no longer is."""
    return does(play, PutRight(fact.card)) if play.round.wrong.get(fact.card) == fact.zone else ()


# -- time


def tap_alone(play: W, meant: Callable[[int], Action]) -> tuple[Reading[W, Any], ...]:
    """Settle a waiting tap as a single tap: the seat whose turn it is performs the action `meant`."""
    tap, after = play.tap, replace(play, tap=None)
    return idle(after) if tap is None or tap.press.seat != play.round.turn else does(after, meant(tap.press.seat))


def fall_due(play: W, now: int, settle: Settles[W], read: Reads[W]) -> tuple[Reading[W, Any], ...]:
    """Settle a press that is due, such as a single tap, or else read the first waiting card."""
    if play.due is None or play.due > now:
        return ()
    if play.settles_first(now):
        return settle(play)
    first, *others = play.waiting
    after = replace(play, waiting=tuple(others), ready=now)
    return read(after, first) or idle(after)


def timed(settle: Callable[[Any, int], Any], read: Reads[Any]) -> Mapping[Any, Any]:
    """Return readers for the passing of time and for a restart of the table, which makes it forget presses."""
    return {
        TimePassed: lambda play, fact: fall_due(play, fact.t, lambda due: settle(due, fact.t), read),
        TableResumed: lambda play, fact: does(play.fingers_forgotten(fact.t)),
    }
