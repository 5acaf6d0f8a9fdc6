"""Readings common to all games: cards that must wait, refused cards that are picked up, and pending taps.

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
    """Return the only reading of a fact, with the given actions.

    `says` is the choice made by the gesture, if the fact is a gesture.
    """
    return (Reading(play, actions, says=says),)


def idle(play: P, says: Says | None = None) -> tuple[Reading[P, Any], ...]:
    """Return an idle reading, for a fact that has no immediate effect but changes the state that is remembered."""
    return (Reading(play, idle=True, says=says),)


def spent(play: P, fact: Spent) -> tuple[Reading[P, Any], ...]:
    """Drop a press that turned out not to be a gesture."""
    return idle(play.spent(fact.press, fact.t))


def opens_round(play: P, fact: Held) -> tuple[Reading[P, Any], ...]:
    """Interpret a hold between rounds as the seat opening the next round."""
    return does(play, NextRound(fact.press.seat), says=OPENS_ROUND) if play.round.between else ()


def chooses(own: Mapping[str, Callable[[int, Any], Action]]) -> Callable[[P, ChoiceMade], tuple[Reading[P, Any], ...]]:
    """Return a reader for choices. `own` maps the game's own choices to actions, as in `choices.chosen`."""
    return lambda play, fact: does(play, chosen(fact, play.round.turn, own))


# -- cards


def arrive(play: W, arrived: Arrived, read: Reads[W]) -> tuple[Reading[W, Any], ...]:
    """Interpret a card with `read`, or let the card wait if an earlier press is still undecided."""
    tap, later = play.tap, play.later(arrived)
    if tap is not None and tap.meaning.name == "OWN_TURN":  # a card has arrived, so no double press follows
        return does(replace(later, tap=replace(tap, at=arrived.at), ready=arrived.at))
    return does(later) if play.awaits or play.waiting else read(replace(play, tap=None), arrived)


def lies(play: P, card: str, zone: str) -> tuple[Reading[P, Any], ...] | None:
    """Interpret a card that cannot be a new play, or return None if it can.

    A card is not a new play if no round is running, or if it was already refused on this pile.
    """
    state = play.round
    if state.between or state.over:
        return (Reading(play, idle=True, over=True),)
    return _refused_again(play, card, zone) if state.wrong.get(card) == zone else None


def _refused_again(play: P, card: str, zone: str) -> tuple[Reading[P, Any], ...]:
    """Interpret a second reading of a refused card.

    Touching a pad again takes the card back; on a pile, it is still there.
    """
    return does(play, PutRight(card)) if play.round.setup.placement[zone] == "tap" else idle(play)


def moved(play: Fingers[Any], card: str) -> tuple[Action, ...]:
    """Return the action that corrects a misplaced card that was read elsewhere, or nothing if it was not misplaced."""
    return (PutRight(card),) if card in play.round.wrong else ()


def comes(play: P, fact: CardArrived, *laid: Action) -> tuple[Reading[P, Any], ...]:
    """Interpret a card as the actions `laid`, unless it is already there.

    Touching a refused card to the pad removes it.
    """
    state = play.round
    if state.wrong.get(fact.card) == fact.zone:
        return _refused_again(play, fact.card, fact.zone)
    return () if fact.card in state.on(fact.zone) or fact.card in state.wrong else does(play, *laid)


def comes_off(play: P, fact: CardLeft) -> tuple[Reading[P, Any], ...]:
    """Interpret a card being lifted off a pile, which corrects it if it was misplaced there."""
    return does(play, PutRight(fact.card)) if play.round.wrong.get(fact.card) == fact.zone else ()


# -- time


def tap_alone(play: W, meant: Callable[[int], Action]) -> tuple[Reading[W, Any], ...]:
    """Settle a pending tap as a single tap. If it is the seat's turn, the tap becomes the action `meant(seat)`."""
    tap, after = play.tap, replace(play, tap=None)
    return idle(after) if tap is None or tap.press.seat != play.round.turn else does(after, meant(tap.press.seat))


def fall_due(play: W, now: int, settle: Settles[W], read: Reads[W]) -> tuple[Reading[W, Any], ...]:
    """Settle the pending press or interpret the first waiting card, whichever is due first."""
    if play.due is None or play.due > now:
        return ()
    if play.settles_first(now):
        return settle(play)
    first, *others = play.waiting
    after = replace(play, waiting=tuple(others), ready=now)
    return read(after, first) or idle(after)


def timed(settle: Callable[[Any, int], Any], read: Reads[Any]) -> Mapping[Any, Any]:
    """Return readers for the passing of time, and for a restart of the table, after which presses are forgotten."""
    return {
        TimePassed: lambda play, fact: fall_due(play, fact.t, lambda due: settle(due, fact.t), read),
        TableResumed: lambda play, fact: does(play.fingers_forgotten(fact.t)),
    }
