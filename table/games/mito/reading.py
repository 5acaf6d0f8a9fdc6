"""How what the table saw of a game of Mito can be read: drops, presses, and the times that people need.

This is where time comes in. A drop is decided a quarter of a second after its first card, for two cards may have been
dropped as one (MITO-E-54); a tap on one's own turn waits, for people see a card before its tag is read. Nothing in
here judges a play: it says which actions of the rules a fact may amount to.
"""

from dataclasses import dataclass, replace
from enum import Enum

from table.facts import (
    CardArrived,
    CardLeft,
    ChoiceMade,
    Doubled,
    Fact,
    Held,
    Press,
    Pressed,
    Tapped,
    TimePassed,
    micros,
)
from table.games.game import IllegalAction, Reading
from table.games.mito import actions, rules
from table.games.mito.actions import Action
from table.games.mito.rules import DISCARD
from table.games.mito.state import Phase, State

DROP_WINDOW = micros(0.25)
TAP_DELAY = micros(0.4)


class Meaning(Enum):
    """What a press meant at its down edge, which is what its gesture will mean."""

    OWN_TURN = "tap: draw; hold: my hand is empty"
    OTHERS_TURN = "hold: my hand is empty"
    DREW = "a tap is expected, and has been counted as a draw already"
    COUNT = "tap: my hand is counted; hold: count it anew"
    OUT = "hold: I was wrong, my hand is not empty"
    NEXT_ROUND = "hold: next round"


@dataclass(frozen=True)
class Drop:
    """Cards that reached the discard together, in the order read; decided when its window ends."""

    cards: tuple[str, ...]
    since: int

    @property
    def due(self) -> int:
        """When it is decided."""
        return self.since + DROP_WINDOW


@dataclass(frozen=True)
class Begun:
    """A press whose gesture is not known yet."""

    press: Press
    meaning: Meaning


@dataclass(frozen=True)
class Pending:
    """A gesture that is known and acts later."""

    at: int
    action: Action


@dataclass(frozen=True)
class Play:
    """What one world knows: the round, and what was seen but is not settled."""

    round: State
    drop: Drop | None = None
    begun: tuple[Begun, ...] = ()
    pending: tuple[Pending, ...] = ()


MitoReading = Reading[Play, Action]
Readings = tuple[MitoReading, ...]


def due(play: Play) -> int | None:
    """Tell the next deadline of this world."""
    drop = () if play.drop is None else (play.drop.due,)
    return min((*drop, *(pending.at for pending in play.pending)), default=None)


def readings(play: Play, fact: Fact) -> Readings:
    """Say how a fact can be read; nothing means that it means nothing."""
    match fact:
        case CardArrived(zone=zone):
            return _on_discard(play, fact) if zone == DISCARD else _on_pad(play, fact)
        case CardLeft(zone=zone):
            return _off_discard(play, fact) if zone == DISCARD else ()
        case Pressed():
            return _pressed(play, fact.press)
        case Tapped():
            return _tapped(play, fact)
        case Held():
            return _held(play, fact)
        case Doubled():
            return (Reading(_forget(play, fact.press), idle=True),)
        case TimePassed():
            return _fall_due(play, fact.t)
        case ChoiceMade(choice="next_round"):
            return (Reading(play, (actions.NextRound(fact.seat),)),)
        case _:
            return ()


# -- cards


def _on_discard(play: Play, fact: CardArrived) -> Readings:
    state, card = play.round, fact.card
    touched = state.setup.placement[DISCARD] == "tap"
    if card in state.wrong:  # on a pad, touching a refused card again takes it back; on a pile it lies there anyway
        return (Reading(play, (actions.PutRight(card),)),) if touched else ()
    lies_there = card in (state.top, state.named) if touched else card in state.played
    if lies_there or state.phase not in (Phase.SET_UP, Phase.PLAYING):
        return ()
    if play.drop is not None:
        joined = play.drop.cards if card in play.drop.cards else (*play.drop.cards, card)
        return (Reading(replace(play, drop=replace(play.drop, cards=joined))),)
    return _begin_drop(play, Drop((card,), fact.t))


def _begin_drop(play: Play, drop: Drop) -> Readings:
    """Let a card settle a tap that waits.

    A press still down may become such a tap: then it came first, and the card is the next player's; or it may not, and
    the card is his who presses.
    """
    waiting = tuple(pending.action for pending in play.pending)
    dropped = replace(play, drop=drop, pending=())
    own = next((begun for begun in play.begun if begun.meaning is Meaning.OWN_TURN), None)
    if own is None or waiting:
        return (Reading(dropped, waiting),)
    press = own.press
    no_tap = replace(dropped, begun=_with(dropped, Begun(press, Meaning.OTHERS_TURN)))
    tap_first = replace(dropped, begun=_with(dropped, Begun(press, Meaning.DREW)))
    return (Reading(no_tap), Reading(tap_first, (actions.Draw(press.seat),)))


def _on_pad(play: Play, fact: CardArrived) -> Readings:
    seat = int(fact.zone.removeprefix("seat."))
    if seat not in play.round.due_hands or fact.card in play.round.hands.get(seat, ()):
        return ()
    return (Reading(play, (actions.ShowCard(seat, fact.card),)),)


def _off_discard(play: Play, fact: CardLeft) -> Readings:
    if fact.card in play.round.wrong:
        return (Reading(play, (actions.PutRight(fact.card),)),)
    if play.drop is None or fact.card not in play.drop.cards:
        return ()
    left = tuple(card for card in play.drop.cards if card != fact.card)
    return (Reading(replace(play, drop=replace(play.drop, cards=left) if left else None)),)


def _fall_due(play: Play, now: int) -> Readings:
    """Settle the earliest thing that is due; a drop before whatever waited for it."""
    if play.drop is not None and play.drop.due <= now:
        return _decide(replace(play, drop=None), play.drop.cards)
    ready = [pending for pending in play.pending if pending.at <= now]
    if not ready:
        return ()
    first = min(ready, key=lambda pending: pending.at)
    settled = replace(play, pending=tuple(pending for pending in play.pending if pending is not first))
    return _act(settled, first.action)


def _decide(play: Play, cards: tuple[str, ...]) -> Readings:
    """Any card of a drop may lie on top. That it is the one read first is what a bystander would think."""
    state = play.round
    if state.phase is Phase.SET_UP:
        return (Reading(play, (actions.TurnUp(cards[0]),)),)
    if state.phase is not Phase.PLAYING or state.turn is None:
        return (Reading(play, idle=True),)
    lays = (actions.Lay(state.turn, card, cards) for card in cards)
    return tuple(Reading(play, (lay,), secret=lay.card != cards[0]) for lay in lays)


# -- presses


def _pressed(play: Play, press: Press) -> Readings:
    meaning = _meaning(play, press.seat)
    if meaning is None:
        return ()
    return (Reading(replace(play, begun=_with(play, Begun(press, meaning)))),)


def _meaning(play: Play, seat: int) -> Meaning | None:
    """Tell what a press begun now means; a drop not decided yet counts as played when its first card was read."""
    state = _as_if_decided(play)
    match state.phase:
        case Phase.PLAYING:
            return Meaning.OWN_TURN if seat == state.turn else Meaning.OTHERS_TURN
        case Phase.COUNTING:
            return Meaning.OUT if seat == state.out else Meaning.COUNT
        case Phase.BETWEEN if seat == rules.next_starter(state):
            return Meaning.NEXT_ROUND
        case _:
            return None


def _as_if_decided(play: Play) -> State:
    state = play.round
    if play.drop is None or state.turn is None:
        return state
    try:
        return rules.apply(state, actions.Lay(state.turn, play.drop.cards[0], play.drop.cards))[0]
    except IllegalAction:  # it will be refused, and then the turn stays where it is
        return state


def _tapped(play: Play, fact: Tapped) -> Readings:
    begun, after = _find(play, fact.press)
    seat = fact.press.seat
    match begun:
        case Meaning.OWN_TURN:
            acts_at = max(fact.t, fact.press.t + TAP_DELAY)
            return _later(after, actions.Draw(seat), acts_at, now=fact.t)
        case Meaning.DREW:
            return (Reading(after),)
        case Meaning.COUNT:
            return _act(after, actions.FinishCount(seat))
        case _:
            return (Reading(after, idle=True),)


def _held(play: Play, fact: Held) -> Readings:
    begun, after = _find(play, fact.press)
    seat = fact.press.seat
    match begun:
        case Meaning.OWN_TURN | Meaning.OTHERS_TURN:
            decided_at = fact.t if play.drop is None else play.drop.due
            return _later(after, actions.SayOut(seat), decided_at, now=fact.t)
        case Meaning.COUNT:
            return _act(after, actions.CountAnew(seat))
        case Meaning.OUT:
            return _act(after, actions.WithdrawOut(seat))
        case Meaning.NEXT_ROUND:
            return _act(after, actions.NextRound(seat))
        case _:
            return (Reading(after, idle=True),)


def _later(play: Play, action: Action, at: int, *, now: int) -> Readings:
    if at <= now:
        return _act(play, action)
    return (Reading(replace(play, pending=(*play.pending, Pending(at, action)))),)


def _act(play: Play, action: Action) -> Readings:
    """Do what a gesture says, unless the moment for it has gone by: then it means nothing, and nobody is to blame."""
    why = rules.why_not(play.round, action)
    if why is not None and why.reason == "not_now":
        return (Reading(play, idle=True),)
    return (Reading(play, (action,)),)


def _with(play: Play, begun: Begun) -> tuple[Begun, ...]:
    """Note a press; a seat has one button, so an older press of it that was never finished is forgotten."""
    return (*(other for other in play.begun if other.press.seat != begun.press.seat), begun)


def _forget(play: Play, press: Press) -> Play:
    return replace(play, begun=tuple(begun for begun in play.begun if begun.press != press))


def _find(play: Play, press: Press) -> tuple[Meaning | None, Play]:
    meaning = next((begun.meaning for begun in play.begun if begun.press == press), None)
    return meaning, _forget(play, press)
