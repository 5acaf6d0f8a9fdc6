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
    Fact,
    Held,
    Press,
    Pressed,
    TableResumed,
    Tapped,
    TimePassed,
    micros,
)
from table.games.game import Reading
from table.games.mito import actions, rules
from table.games.mito.actions import Action
from table.games.mito.rules import DISCARD
from table.games.mito.state import Phase, State

DROP_WINDOW = micros(0.25)
TAP_DELAY = micros(0.4)
PASSING_TIME = micros(2)


class Meaning(Enum):
    """What a press meant at its down edge, which is what its gesture will mean."""

    OWN_TURN = "tap: draw; hold: my hand is empty"
    OTHERS_TURN = "hold: my hand is empty"
    COUNT = "tap: my hand is counted; hold: count it anew"
    OUT = "hold: I was wrong, my hand is not empty"
    NEXT_ROUND = "hold: next round"


@dataclass(frozen=True)
class Drop:
    """Cards that reached the discard together, in the order read, decided when they are `ready`.

    A button that was down on its own turn before the first card was read may become a tap, which then came first; so
    the drop `awaits` what that press turns out to be.
    """

    cards: tuple[str, ...]
    ready: int
    awaits: Press | None = None

    def settled(self, now: int) -> "Drop":
        """Know now what was awaited."""
        return replace(self, ready=max(self.ready, now), awaits=None)


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
class Passing:
    """Cards that may pass the pad until a time, on their way back to a hand, and mean nothing by it."""

    cards: frozenset[str] = frozenset()
    until: int = 0


@dataclass(frozen=True)
class Play:
    """What one world knows: the round, and what was seen but is not settled."""

    round: State
    drop: Drop | None = None
    begun: tuple[Begun, ...] = ()
    pending: tuple[Pending, ...] = ()
    passing: Passing = Passing()


MitoReading = Reading[Play, Action]
Readings = tuple[MitoReading, ...]


def due(play: Play) -> int | None:
    """Tell the next deadline of this world. While a drop is undecided nothing else acts."""
    if play.drop is not None:
        return play.drop.ready if play.drop.awaits is None else None
    return min((pending.at for pending in play.pending), default=None)


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
        case TimePassed():
            return _fall_due(play, fact.t)
        case TableResumed():
            return (Reading(_resumed(play, fact.t)),)
        case ChoiceMade(choice="next_round"):
            return (Reading(play, (actions.NextRound(fact.seat),)),)
        case _:
            return ()


# -- cards


def _on_discard(play: Play, fact: CardArrived) -> Readings:
    state, card = play.round, fact.card
    if card in state.wrong:
        return _on_refused(play, card, fact.t)
    if state.setup.placement[DISCARD] == "tap" and _can_be_taken_back(play, card):
        return _take_back(play, card, fact.t)
    if card in play.passing.cards and fact.t <= play.passing.until:
        return ()
    if _lies_there(state, card) or state.phase not in (Phase.SET_UP, Phase.PLAYING):
        return ()
    if play.drop is None:
        return _begin_drop(play, card, fact.t)
    if fact.t > play.drop.ready:
        return _begin_another_drop(play, play.drop, card, fact.t)
    joined = play.drop.cards if card in play.drop.cards else (*play.drop.cards, card)
    return (Reading(replace(play, drop=replace(play.drop, cards=joined))),)


def _on_refused(play: Play, card: str, now: int) -> Readings:
    """On a pad, touching a refused card again takes it back; on a pile it lies there anyway."""
    if play.round.setup.placement[DISCARD] != "tap":
        return ()
    passing = Passing(play.round.beside, now + PASSING_TIME)
    return (Reading(replace(play, passing=passing), (actions.PutRight(card),)),)


def _can_be_taken_back(play: Play, card: str) -> bool:
    """On a pad, touching the card just played again takes it back; on a pile, lifting it does."""
    return play.drop is None and rules.why_not(play.round, actions.TakeBack(card)) is None


def _take_back(play: Play, card: str, now: int) -> Readings:
    """Take a play back; what was dropped with it may pass the pad on its way back, and is never named."""
    passing = Passing(play.round.latest - {card}, now + PASSING_TIME)
    return (Reading(replace(play, passing=passing), (actions.TakeBack(card),)),)


def _lies_there(state: State, card: str) -> bool:
    """Tell whether reading a card again is nothing new: it lies on the pile, or has just been touched with others."""
    if state.setup.placement[DISCARD] == "tap":
        return card in state.latest or bool(state.wrong and card in state.beside)
    return card in state.played | state.beneath | state.beside


def _begin_drop(play: Play, card: str, now: int) -> Readings:
    """Begin a drop. A card settles the taps that wait: they came first."""
    waiting = tuple(pending.action for pending in play.pending if not _gone_by(play, pending.action))
    begun = (begun for begun in play.begun if begun.meaning is Meaning.OWN_TURN)
    own = next((begun.press for begun in begun if begun.press.seat == play.round.turn), None)
    drop = Drop((card,), now + DROP_WINDOW, awaits=None if waiting else own)
    return (Reading(replace(play, drop=drop, pending=()), waiting),)


def _begin_another_drop(play: Play, drop: Drop, card: str, now: int) -> Readings:
    """Decide a drop that waits for a press when the next one comes: it was no tap, or it would not last so long."""
    ways = _decide(_decided(play, now), drop.cards)
    return tuple(replace(way, noted=replace(way.noted, drop=Drop((card,), now + DROP_WINDOW))) for way in ways)


def _on_pad(play: Play, fact: CardArrived) -> Readings:
    seat = int(fact.zone.removeprefix("seat."))
    if seat not in play.round.due_hands or fact.card in play.round.hands.get(seat, ()):
        return ()
    return (Reading(play, (actions.ShowCard(seat, fact.card),)),)


def _off_discard(play: Play, fact: CardLeft) -> Readings:
    if fact.card in play.round.wrong | play.round.beside:
        return (Reading(play, (actions.PutRight(fact.card),)),)
    if _can_be_taken_back(play, fact.card):
        return _take_back(play, fact.card, fact.t)
    if fact.card in play.round.beneath:
        return (Reading(replace(play, round=rules.lift(play.round, fact.card)), idle=True),)
    if play.drop is None or fact.card not in play.drop.cards:
        return ()
    left = tuple(card for card in play.drop.cards if card != fact.card)
    if not left:
        return (Reading(_decided(play, fact.t)),)
    return (Reading(replace(play, drop=replace(play.drop, cards=left))),)


def _fall_due(play: Play, now: int) -> Readings:
    """Settle the earliest thing that is due."""
    at = due(play)
    if at is None or at > now:
        return ()
    if play.drop is not None:
        return _decide(_decided(play, now), play.drop.cards)
    first = min(play.pending, key=lambda pending: pending.at)
    settled = replace(play, pending=tuple(pending for pending in play.pending if pending is not first))
    return _act(settled, first.action)


def _decided(play: Play, now: int) -> Play:
    """Let what has waited for the drop act from now on."""
    return replace(play, drop=None, pending=tuple(Pending(max(one.at, now), one.action) for one in play.pending))


def _decide(play: Play, cards: tuple[str, ...]) -> Readings:
    """Any card of a drop may lie on top. That it is the first that fits is what a bystander would think.

    Cards played before are touched again by chance; if nothing fits, only the first read is spoken of.
    """
    state = play.round
    if state.phase is Phase.SET_UP:
        return (Reading(play, (actions.TurnUp(cards[0]),)),)
    if state.phase is not Phase.PLAYING or state.turn is None:
        return (Reading(play, idle=True),)
    fresh = tuple(card for card in cards if card not in state.played) or cards[:1]
    lays = [actions.Lay(state.turn, card, fresh) for card in fresh]
    lawful = [lay for lay in lays if rules.why_not(state, lay) is None] or lays[:1]
    return tuple(Reading(play, (lay,), secret=lay != lawful[0]) for lay in lawful)


def _resumed(play: Play, now: int) -> Play:
    """Forget every finger: nobody knows what they did while the table was off."""
    return Play(play.round, drop=play.drop and play.drop.settled(now))


# -- presses


def _pressed(play: Play, press: Press) -> Readings:
    meaning = _meaning(play, press.seat)
    if meaning is None:
        return ()
    return (Reading(replace(play, begun=_with(play, Begun(press, meaning)))),)


def _meaning(play: Play, seat: int) -> Meaning | None:
    """Tell what a press begun now means; a drop not decided yet counts as played when its first card was read."""
    state = play.round
    match state.phase:
        case Phase.SET_UP if play.drop is not None:
            return Meaning.OWN_TURN if seat == state.starter else Meaning.OTHERS_TURN
        case Phase.PLAYING if state.turn is not None:
            turn = state.turn if play.drop is None else state.setup.left_of(state.turn)
            return Meaning.OWN_TURN if seat == turn else Meaning.OTHERS_TURN
        case Phase.COUNTING:
            return Meaning.OUT if seat == state.out else Meaning.COUNT
        case Phase.BETWEEN if seat == rules.next_starter(state):
            return Meaning.NEXT_ROUND
        case _:
            return None


def _tapped(play: Play, fact: Tapped) -> Readings:
    begun, after = _find(play, fact.press)
    seat = fact.press.seat
    if play.drop is not None and play.drop.awaits == fact.press:  # a tap begun before the card came before it
        return (Reading(replace(after, drop=play.drop.settled(fact.t)), (actions.Draw(seat),)),)
    match begun:
        case Meaning.OWN_TURN:
            return _later(after, actions.Draw(seat), max(fact.t, fact.press.t + TAP_DELAY), now=fact.t)
        case Meaning.COUNT:
            return _act(after, actions.FinishCount(seat))
        case _:
            return (Reading(after, idle=True),)


def _held(play: Play, fact: Held) -> Readings:
    begun, after = _find(play, fact.press)
    seat = fact.press.seat
    if after.drop is not None and after.drop.awaits == fact.press:
        after = replace(after, drop=after.drop.settled(fact.t))
    match begun:
        case Meaning.OWN_TURN | Meaning.OTHERS_TURN:
            return _later(after, actions.SayOut(seat), fact.t, now=fact.t)
        case Meaning.COUNT:
            return _act(after, actions.CountAnew(seat))
        case Meaning.OUT:
            return _act(after, actions.WithdrawOut(seat))
        case Meaning.NEXT_ROUND:
            return _act(after, actions.NextRound(seat))
        case _:
            return (Reading(after, idle=True),)


def _later(play: Play, action: Action, at: int, *, now: int) -> Readings:
    """Act at a time, and not before a drop is decided."""
    if at <= now and play.drop is None:
        return _act(play, action)
    return (Reading(replace(play, pending=(*play.pending, Pending(at, action)))),)


def _act(play: Play, action: Action) -> Readings:
    """Do what a gesture says, unless the moment for it has gone by: then it means nothing, and nobody is to blame."""
    return (Reading(play, idle=True) if _gone_by(play, action) else Reading(play, (action,)),)


def _gone_by(play: Play, action: Action) -> bool:
    why = rules.why_not(play.round, action)
    return why is not None and why.reason == "not_now"


def _with(play: Play, begun: Begun) -> tuple[Begun, ...]:
    """Note a press; a seat has one button, so an older press of it that was never finished is forgotten."""
    return (*(other for other in play.begun if other.press.seat != begun.press.seat), begun)


def _forget(play: Play, press: Press) -> Play:
    return replace(play, begun=tuple(begun for begun in play.begun if begun.press != press))


def _find(play: Play, press: Press) -> tuple[Meaning | None, Play]:
    meaning = next((begun.meaning for begun in play.begun if begun.press == press), None)
    return meaning, _forget(play, press)
