"""Readings of cards, deadlines and phone choices in Mythology GO.

Every fact has only one reading, no matter which cards are face down and who has which Deity, so no event or delay
reveals either.
"""

from collections.abc import Callable, Mapping
from functools import partial

from table.facts import CardArrived, CardLeft, ChoiceMade
from table.games.game import Reading
from table.games.kit import lateness
from table.games.kit.actions import Action, NextRound, PutRight
from table.games.kit.choices import chosen as usual
from table.games.kit.reading import arrive, does, idle, lies, moved, timed
from table.games.mythology_go import actions as act
from table.games.mythology_go import declaring, plays
from table.games.mythology_go.actions import DISCARD, Lay
from table.games.mythology_go.board import TARGETING, has
from table.games.mythology_go.reading import presses
from table.games.mythology_go.reading.play import TOGETHER, Arrived, Play, Readings
from table.games.mythology_go.state import Phase, State
from table.saying import say
from table.values import replace


def _chose(play: Play, fact: ChoiceMade) -> Readings:
    chosen = _chosen(play, fact)
    return does(replace(_settled(play, chosen), ready=fact.t), *chosen)


def _settled(play: Play, chosen: tuple[Action, ...]) -> Play:
    """Stop waiting for targets that were chosen on a phone; forget all touches if another round begins."""
    if any(isinstance(action, NextRound) for action in chosen):
        return presses.anew(play)
    said = {action.seat for action in chosen if isinstance(action, act.Aim)}
    return replace(play, aiming={seat: card for seat, card in play.aiming.items() if seat not in said})


# -- cards

_SET_UP: Mapping[str, Callable[[int, str], Action]] = {"deity": act.Deal, "belief": act.Believe}


def _seat(zone: str) -> int:
    return int(zone.removeprefix("seat."))


def _arrives(play: Play, fact: CardArrived) -> Readings:
    """Interpret a card, or let it wait while an earlier press is in progress."""
    finger = None if fact.zone == DISCARD else play.down(_seat(fact.zone))
    arrived = Arrived(fact.card, fact.zone, fact.t, fact.by, closed=finger is not None)
    if finger is not None:
        play = play.with_begun(replace(finger, used=True))  # so the press does not count as a tap
    return arrive(play, arrived, _read)


def _read(play: Play, arrived: Arrived) -> Readings:
    state, card, zone = play.round, arrived.card, arrived.zone
    if (lying := lies(play, card, zone)) is not None:
        return lying
    if zone == DISCARD:
        return _on_discard(play, arrived, moved(play, card))
    if state.phase is Phase.COUNTING:
        return _counted(play, _seat(zone), arrived)
    return _on_pad(play, _seat(zone), arrived, moved(play, card))


def _on_discard(play: Play, arrived: Arrived, before: tuple[Action, ...]) -> Readings:
    """Interpret a card on the discard: a spell, which may have touched a pad before, or a destroyed card."""
    state, card = play.round, arrived.card
    if card in state.discard:
        pad = state.setup.placement[DISCARD] == "tap"
        back = pad and card in plays.can_come_back(state) and card in play.laid_off
        after = replace(play, laid_off=play.laid_off ^ {card})
        return (Reading(after, (act.TakeBack(state.turn or 0, card),) if back else (), idle=not back),)
    if state.card(card).kind == "spell" and state.phase is Phase.PLAYING and state.placed(card) is None:
        after = replace(play, laid_off=play.laid_off | {card})
        lay = Lay(arrived.by or state.turn or 0, card, DISCARD)
        return does(after, *before, _whose(play, lay, arrived.at))
    return does(play, *before, act.Destroy(card, card in state.closed, arrived.by))


def _whose(play: Play, lay: Lay, at: int) -> Lay:
    """Return a play, marked as astray if it is out of turn."""
    state = play.round
    if state.phase is not Phase.PLAYING or lay.seat == state.turn or lay.seat not in state.rows:
        return lay
    return replace(lay, astray=lateness.astray_of(play, lay.seat, at))


def _on_pad(play: Play, seat: int, arrived: Arrived, before: tuple[Action, ...]) -> Readings:
    """Interpret a card touching a seat's pad during play."""
    state, card = play.round, arrived.card
    touched = {**play.touched, seat: (card, arrived.at)}
    after = replace(play, touched=touched, laid_off=play.laid_off - {card})
    if (set_up := _of_set_up(play, seat, card, before)) is not None:
        return set_up
    lay = _whose(play, Lay(seat, card, arrived.zone, closed=arrived.closed), arrived.at)
    if (stacked := _stacked(play, lay, arrived.at)) is not None:
        return does(replace(after, regained=None), *before, *stacked)
    partner, after = _partner(play, seat, card, arrived.at), replace(after, regained=None)
    if state.owner(card) == seat or (card in state.laid and seat == state.turn):
        return _again(after, seat, card, partner)
    stacks = partner is not None and not arrived.closed and _would_fuse(state, seat, partner, lay)
    fused = (act.Fuse(seat, (partner, card)),) if stacks and partner is not None else ()
    return does(after, *before, lay, *fused)


def _of_set_up(play: Play, seat: int, card: str, before: tuple[Action, ...] = ()) -> Readings | None:
    """Interpret a Deity or Belief touching a pad; return None for any other card."""
    state, action = play.round, _SET_UP.get(play.round.card(card).kind)
    if action is None:
        return None
    known = card in (state.deities.get(seat), state.beliefs.get(seat))
    return (Reading(play, () if known else (*before, action(seat, card)), idle=known),)


def _again(after: Play, seat: int, card: str, partner: str | None) -> Readings:
    """Interpret a second touch by a card on the seat's terrain: it is fused, taken back or only moved (MGO-17)."""
    state = after.round
    if partner is not None and seat == state.turn and plays.belong_together(state, seat, partner, card):
        return does(replace(after, touched={}), act.Fuse(seat, (partner, card)))
    if partner is not None and partner in (state.paired(card) or ()):
        return idle(after)  # it belongs to a pair that was just made
    pad = state.setup.placement[f"seat.{seat}"] == "tap"  # otherwise it was lifted first, or has been laid again
    if pad and seat == state.turn and card in plays.can_come_back(state):
        placed, at = state.placed(card), after.touched[seat][1]
        regained = None if placed is None or placed.closed else (card, at)
        return does(replace(after, regained=regained), act.TakeBack(seat, card))
    return idle(after)


def _partner(play: Play, seat: int, card: str, now: int) -> str | None:
    """Return another card on the seat's terrain that touched the pad just before, if any."""
    other, at = play.touched.get(seat, (card, 0))
    return other if other != card and now - at <= TOGETHER and play.round.owner(other) == seat else None


def _stacked(play: Play, lay: Lay, now: int) -> tuple[Action, ...] | None:
    """Interpret two copies touching a pad together, when the first touch was mistaken for taking a card back."""
    regained, at = play.regained or (None, 0)
    if regained is None or lay.closed or now - at > TOGETHER or lay.seat != play.round.turn:
        return None
    lays = [replace(lay, card=code) for code in (regained, lay.card) if play.round.owner(code) is None]
    state = play.round
    for laid in lays:
        if plays.why_not_lay(state, laid) is not None:
            return None
        state, _ = plays.lay(state, laid)
    fuses = plays.can_fuse(state, lay.seat, regained, lay.card)
    return (*lays, act.Fuse(lay.seat, (regained, lay.card))) if fuses else None


def _would_fuse(state: State, seat: int, partner: str, lay: Lay) -> bool:
    if plays.why_not_lay(state, lay) is not None:
        return False
    state, _ = plays.lay(state, lay)
    return plays.can_fuse(state, seat, partner, lay.card)


def _counted(play: Play, seat: int, arrived: Arrived) -> Readings:
    """Interpret a card touching a pad at the count: it aims, is the target of one that does (MGO-59), or is fused."""
    state, card = play.round, arrived.card
    partner = _partner(play, seat, card, arrived.at)
    after = replace(play, touched={**play.touched, seat: (card, arrived.at)})
    aiming = play.aiming.get(seat)
    if aiming is not None and aiming != card:
        others = {one: code for one, code in play.aiming.items() if one != seat}
        return does(replace(after, aiming=others), act.Aim(seat, aiming, card))
    if state.owner(card) == seat and any(has(state.card(card), keyword) for keyword in TARGETING):
        return idle(replace(after, aiming={**play.aiming, seat: card}))
    if partner is not None and plays.can_fuse(state, seat, partner, card):
        return does(replace(after, touched={}), act.Fuse(seat, (partner, card)))
    return _of_set_up(play, seat, card) or idle(after)


def _leaves(play: Play, fact: CardLeft) -> Readings:
    """Interpret a card lifted off a pile: if played this turn, it is taken back; otherwise it was moved (MGO-17)."""
    state, zone, card = play.round, fact.zone, fact.card
    if state.wrong.get(card) == zone:
        return does(play, PutRight(card))
    if card not in plays.can_come_back(state):
        return ()
    if zone != DISCARD and state.owner(card) == _seat(zone) == state.turn:
        return does(play, act.TakeBack(_seat(zone), card))
    if zone == DISCARD and card in state.discard:
        return does(replace(play, laid_off=play.laid_off - {card}), act.TakeBack(state.turn or 0, card))
    return ()


# -- choices made on phones


def _chosen(play: Play, fact: ChoiceMade) -> tuple[Action, ...]:
    """Return the actions for a choice. The host (seat 0) chooses for the current player, or declares for all others."""
    state = play.round
    if fact.choice == "declared":
        counting = fact.seat == 0 and state.phase is Phase.COUNTING
        seats = (one for one in state.setup.seats if one not in state.declared) if counting else (fact.seat,)
        return tuple(declaring.declares(state, seat) for seat in seats)
    own: dict[str, Callable[[int, str], Action]] = {
        "end_turn": lambda seat, _: act.EndTurn(seat),
        "take_back": lambda seat, _: act.TakeBack(seat, lying=play.laid_off),
        **{choice: partial(say, state, fact) for choice, say in _SAID.items()},
    }
    return (usual(fact, state.turn, own),)


def _effect(state: State, fact: ChoiceMade, seat: int, said: str) -> Action:
    if said not in state.setup.cards:
        return act.Misspoken(fact.seat, say("expected the code of a card, not {said}", said=repr(said)))
    return act.UseEffect(seat, said)


def _search(state: State, fact: ChoiceMade, seat: int, said: str) -> Action:
    if said not in ("found", "nothing"):
        return act.Misspoken(fact.seat, say("expected found or nothing, not {said}", said=repr(said)))
    return act.EndSearch(seat, said == "found")


def _target(state: State, fact: ChoiceMade, seat: int, said: str) -> Action:
    card, _, target = said.partition(" ")
    if card not in state.setup.cards or target not in state.setup.cards:
        expected = say("expected a card and its target, as gorgon.1 harpy.2, not {said}", said=repr(said))
        return act.Misspoken(fact.seat, expected)
    return act.Aim(fact.seat or state.owner(card) or 0, card, target)


def _accuse(state: State, fact: ChoiceMade, seat: int, said: str) -> Action:
    words = said.split()
    by = [str(fact.seat)] if fact.seat else []  # the host also names the accuser
    match [*by, *words]:
        case [one, other, deity] if (one + other).isascii() and one.isdigit() and other.isdigit():
            return act.Accuse(int(one), int(other), deity)
    if fact.seat:
        return act.Misspoken(fact.seat, say("expected a seat and a Deity, as 2 anubis, not {said}", said=repr(said)))
    expected = say("expected who accuses whom, and of which Deity, as 1 2 anubis, not {said}", said=repr(said))
    return act.Misspoken(fact.seat, expected)


def _djinn(state: State, fact: ChoiceMade, seat: int, said: str) -> Action:
    return act.NameCard(seat, said.lower().replace(" ", "_"))


_SAID: Mapping[str, Callable[[State, ChoiceMade, int, str], Action]] = {
    "effect": _effect,
    "djinn": _djinn,
    "search": _search,
    "target": _target,
    "accuse": _accuse,
}

READERS = {
    **presses.READERS,
    **timed(presses.settles, _read),
    CardArrived: _arrives,
    CardLeft: _leaves,
    ChoiceMade: _chose,
}
