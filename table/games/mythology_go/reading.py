"""How what the table saw of a game of Mythology GO can be read: cards, deadlines, and what people choose on phones.

There is one reading of every fact, whatever card is closed and whichever Deity somebody has: so nothing that is told,
and no time, depends on them.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from table.facts import (
    CardArrived,
    CardLeft,
    ChoiceMade,
    Doubled,
    Fact,
    Held,
    Pressed,
    Released,
    TableResumed,
    Tapped,
    TimePassed,
)
from table.games import lateness
from table.games.game import Reading
from table.games.mythology_go import actions as act
from table.games.mythology_go import declaring, plays, presses
from table.games.mythology_go.actions import DISCARD, Action, Lay
from table.games.mythology_go.board import TARGETING, has
from table.games.mythology_go.play import TOGETHER, Arrived, Play, Readings
from table.games.mythology_go.state import Phase, State


def due(play: Play) -> int | None:
    """Tell the next deadline of this world."""
    if play.awaits:
        return None  # the finger comes up, or has been down for long enough
    tapped = () if play.tap is None else (play.tap.at,)
    return min((*tapped, *((play.ready,) if play.waiting else ())), default=None)


def readings(play: Play, fact: Fact) -> Readings:
    """Say how a fact can be read; none means that it means nothing."""
    match fact:
        case CardArrived():
            return _arrives(play, fact)
        case CardLeft(zone=zone, card=card):
            return _leaves(play, zone, card)
        case Pressed():
            return presses.pressed(play, fact)
        case Tapped():
            return presses.tapped(play, fact)
        case Held():
            return presses.held(play, fact)
        case Released():
            return presses.released(play, fact)
        case Doubled():
            return presses.doubled(play, fact)
        case TimePassed(t=now):
            return _fall_due(play, now)
        case TableResumed(t=now):  # nobody knows what fingers did while the table was off
            return (Reading(Play(play.round, waiting=play.waiting, ready=now)),)
        case ChoiceMade():
            chosen = _chosen(play, fact)
            return (Reading(replace(_settled(play, chosen), ready=fact.t), chosen),)
        case _:
            return ()


def _settled(play: Play, chosen: tuple[Action, ...]) -> Play:
    """Forget what fingers and cards were about to say, once a phone has said it, or another round begins."""
    if any(isinstance(action, act.NextRound) for action in chosen):
        return presses.anew(play)
    said = {action.seat for action in chosen if isinstance(action, act.Aim)}
    return replace(play, aiming={seat: card for seat, card in play.aiming.items() if seat not in said})


def _fall_due(play: Play, now: int) -> Readings:
    at = due(play)
    if at is None or at > now:
        return ()
    if play.tap is not None and play.tap.at <= now:
        return presses.settles(play)
    first, *others = play.waiting
    return _read(replace(play, waiting=tuple(others), ready=now), first) or (Reading(play, idle=True),)


# -- cards


def _seat(zone: str) -> int:
    return int(zone.removeprefix("seat."))


def _arrives(play: Play, fact: CardArrived) -> Readings:
    """Read a card; while a press that came first is not known, or has not counted yet, it waits."""
    zone, now = fact.zone, fact.t
    finger = None if zone == DISCARD else play.finger(_seat(zone))
    arrived = Arrived(fact.card, zone, now, closed=finger is not None, by=fact.by)
    if finger is not None:
        play = play.with_finger(replace(finger, used=True))  # that press is no tap
    later = replace(play, waiting=(*play.waiting, arrived))
    if play.tap is not None:  # no double any more: a card has come
        return (Reading(replace(later, tap=replace(play.tap, at=now), ready=now)),)
    if play.awaits or play.waiting:
        return (Reading(later),)
    return _read(play, arrived)


def _read(play: Play, arrived: Arrived) -> Readings:
    state, card, zone = play.round, arrived.card, arrived.zone
    if state.phase in (Phase.BETWEEN, Phase.OVER):
        return (Reading(play, idle=True),)
    pad = state.setup.placement[zone] == "tap"
    if state.wrong.get(card) == zone:  # on a pad, touching a refused card again takes it back; on a pile it lies there
        return (Reading(play, (act.PutRight(card),) if pad else (), idle=not pad),)
    moved: tuple[Action, ...] = (act.PutRight(card),) if card in state.wrong else ()
    if zone == DISCARD:
        return _on_discard(play, arrived, moved, pad=pad)
    if state.phase is Phase.COUNTING:
        return _counted(play, _seat(zone), arrived)
    return _on_pad(play, _seat(zone), arrived, moved)


def _on_discard(play: Play, arrived: Arrived, moved: tuple[Action, ...], *, pad: bool) -> Readings:
    """Read a card that comes to the discard: a spell, which may have touched a pad before, or one that is destroyed."""
    state, card = play.round, arrived.card
    if card in state.discard:
        back = pad and card in plays.can_come_back(state) and card in play.laid_off
        after = replace(play, laid_off=play.laid_off ^ {card})
        return (Reading(after, (act.TakeBack(state.turn or 0, card),) if back else (), idle=not back),)
    if state.card(card).kind == "spell" and state.phase is Phase.PLAYING and state.placed(card) is None:
        after = replace(play, laid_off=play.laid_off | {card})
        lay = Lay(arrived.by or state.turn or 0, card, DISCARD)
        return (Reading(after, (*moved, _whose(play, lay, arrived.at))),)
    return (Reading(play, (*moved, act.Destroy(card, card in state.closed, arrived.by))),)


def _whose(play: Play, lay: Lay, at: int) -> Lay:
    """Say how a card came that somebody lays whose turn it is not."""
    state = play.round
    if state.phase is not Phase.PLAYING or lay.seat == state.turn or lay.seat not in state.rows:
        return lay
    return replace(lay, astray=lateness.astray_of(play, lay.seat, at))


def _on_pad(play: Play, seat: int, arrived: Arrived, moved: tuple[Action, ...]) -> Readings:
    """Read a card that touches a seat's pad while people play."""
    state, card = play.round, arrived.card
    touched = {**play.touched, seat: (card, arrived.at)}
    after = replace(play, touched=touched, laid_off=play.laid_off - {card})
    match state.card(card).kind:
        case "deity":
            known = state.deities.get(seat) == card
            return (Reading(play, () if known else (*moved, act.Deal(seat, card)), idle=known),)
        case "belief":
            known = state.beliefs.get(seat) == card
            return (Reading(play, () if known else (*moved, act.Believe(seat, card)), idle=known),)
    lay = _whose(play, Lay(seat, card, arrived.zone, closed=arrived.closed), arrived.at)
    if (stacked := _stacked(play, lay, arrived.at)) is not None:
        return (Reading(replace(after, regained=None), (*moved, *stacked)),)
    partner, after = _partner(play, seat, card, arrived.at), replace(after, regained=None)
    if state.owner(card) == seat or (card in state.laid and seat == state.turn):
        return _again(after, seat, card, partner)
    stacks = partner is not None and not arrived.closed and _would_fuse(state, seat, partner, lay)
    fused = (act.Fuse(seat, (partner, card)),) if stacks and partner is not None else ()
    return (Reading(after, (*moved, lay, *fused)),)


def _again(after: Play, seat: int, card: str, partner: str | None) -> Readings:
    """Read a card of one's own terrain that touches the pad again: to be fused, taken back, or only moved (MGO-17)."""
    state = after.round
    if partner is not None and seat == state.turn and plays.belong_together(state, seat, partner, card):
        return (Reading(replace(after, touched={}), (act.Fuse(seat, (partner, card)),)),)
    if partner is not None and partner in (state.paired(card) or ()):
        return (Reading(after, idle=True),)  # the other half of a pair that has just been made
    pad = state.setup.placement[f"seat.{seat}"] == "tap"  # else it was lifted first, or lies there anew
    if pad and seat == state.turn and card in plays.can_come_back(state):
        placed, at = state.placed(card), after.touched[seat][1]
        regained = None if placed is None or placed.closed else (card, at)
        return (Reading(replace(after, regained=regained), (act.TakeBack(seat, card),)),)
    return (Reading(after, idle=True),)


def _partner(play: Play, seat: int, card: str, now: int) -> str | None:
    """Name the card of a terrain that touched its pad just before."""
    other, at = play.touched.get(seat, (card, 0))
    return other if other != card and now - at <= TOGETHER and play.round.owner(other) == seat else None


def _stacked(play: Play, lay: Lay, now: int) -> tuple[Action, ...] | None:
    """Say what two copies mean that touch a pad together, if the first of them was taken for one that is taken back."""
    regained, at = play.regained or (None, 0)
    if regained is None or lay.closed or now - at > TOGETHER or lay.seat != play.round.turn:
        return None
    lays = [replace(lay, card=code) for code in (regained, lay.card) if play.round.owner(code) is None]
    state = play.round
    for one in lays:
        if plays.why_not_lay(state, one) is not None:
            return None
        state, _ = plays.lay(state, one)
    fuses = plays.can_fuse(state, lay.seat, regained, lay.card)
    return (*lays, act.Fuse(lay.seat, (regained, lay.card))) if fuses else None


def _would_fuse(state: State, seat: int, partner: str, lay: Lay) -> bool:
    if plays.why_not_lay(state, lay) is not None:
        return False
    state, _ = plays.lay(state, lay)
    return plays.can_fuse(state, seat, partner, lay.card)


def _counted(play: Play, seat: int, arrived: Arrived) -> Readings:
    """Read a card that touches a pad at the count: one that aims, then its target; or two that are fused (MGO-59)."""
    state, card = play.round, arrived.card
    partner = _partner(play, seat, card, arrived.at)
    after = replace(play, touched={**play.touched, seat: (card, arrived.at)})
    aiming = play.aiming.get(seat)
    if aiming is not None and aiming != card:
        others = {one: code for one, code in play.aiming.items() if one != seat}
        return (Reading(replace(after, aiming=others), (act.Aim(seat, aiming, card),)),)
    if state.owner(card) == seat and any(has(state.card(card), keyword) for keyword in TARGETING):
        return (Reading(replace(after, aiming={**play.aiming, seat: card}), idle=True),)
    if partner is not None and plays.can_fuse(state, seat, partner, card):
        return (Reading(replace(after, touched={}), (act.Fuse(seat, (partner, card)),)),)
    return (Reading(after, idle=True),)


def _leaves(play: Play, zone: str, card: str) -> Readings:
    """Read a card that was lifted off a pile: one of this turn is taken back, older ones are only moved (MGO-17)."""
    state = play.round
    if state.wrong.get(card) == zone:
        return (Reading(play, (act.PutRight(card),)),)
    if card not in plays.can_come_back(state):
        return ()
    if zone != DISCARD and state.owner(card) == _seat(zone) == state.turn:
        return (Reading(play, (act.TakeBack(_seat(zone), card),)),)
    if zone == DISCARD and card in state.discard:
        return (Reading(replace(play, laid_off=play.laid_off - {card}), (act.TakeBack(state.turn or 0, card),)),)
    return ()


# -- what is said on phones


def _chosen(play: Play, fact: ChoiceMade) -> tuple[Action, ...]:
    """Say what a choice amounts to; the host (seat 0) says it for whose turn it is, or for all who have not yet."""
    state = play.round
    seat = fact.seat or state.turn or 0
    match fact.choice:
        case "next_round":
            return (act.NextRound(fact.seat),)
        case "turn":
            return (act.GiveTurn(fact.value),)
        case "reshuffled":
            return (act.Reshuffle(),)
        case "end_turn":
            return (act.EndTurn(seat),)
        case "take_back":
            return (act.TakeBack(seat, lying=play.laid_off),)
        case "declared" if fact.seat == 0 and state.phase is Phase.COUNTING:
            return tuple(declaring.declares(state, one) for one in state.setup.seats if one not in state.declared)
        case "declared":
            return (declaring.declares(state, fact.seat),)
    return (_SAID[fact.choice](state, fact, seat),)


def _effect(state: State, fact: ChoiceMade, seat: int) -> Action:
    if fact.value not in state.setup.cards:
        return act.Misspoken(fact.seat, f"expected the code of a card, not {fact.value!r}")
    return act.UseEffect(seat, fact.value)


def _search(state: State, fact: ChoiceMade, seat: int) -> Action:
    if fact.value not in ("found", "nothing"):
        return act.Misspoken(fact.seat, f"expected found or nothing, not {fact.value!r}")
    return act.EndSearch(seat, fact.value == "found")


def _target(state: State, fact: ChoiceMade, seat: int) -> Action:
    card, _, target = fact.value.partition(" ")
    if card not in state.setup.cards or target not in state.setup.cards:
        return act.Misspoken(fact.seat, f"expected a card and its target, as gorgon.1 harpy.2, not {fact.value!r}")
    return act.Aim(fact.seat or state.owner(card) or 0, card, target)


def _accuse(state: State, fact: ChoiceMade, seat: int) -> Action:
    words = fact.value.split()
    by = [str(fact.seat)] if fact.seat else []  # the host says who accuses, too
    match [*by, *words]:
        case [one, other, deity] if (one + other).isascii() and one.isdigit() and other.isdigit():
            return act.Accuse(int(one), int(other), deity)
    expected = "a seat and a Deity, as 2 anubis" if fact.seat else "who accuses, whom, and of being whom, as 1 2 anubis"
    return act.Misspoken(fact.seat, f"expected {expected}, not {fact.value!r}")


def _djinn(state: State, fact: ChoiceMade, seat: int) -> Action:
    return act.NameCard(seat, fact.value.lower().replace(" ", "_"))


_SAID: Mapping[str, Callable[[State, ChoiceMade, int], Action]] = {
    "effect": _effect,
    "djinn": _djinn,
    "search": _search,
    "target": _target,
    "accuse": _accuse,
}
