"""Readings of cards, deadlines and host choices in Mito.

Timing matters here. A drop stays open for a quarter of a second after its first card, because two cards may have been
dropped as one (MITO-E-54). A tap has to wait, because players see a mosquito before its tag is read. Readings do not
judge plays; they return the actions that a fact may represent.
"""

from table.facts import CardArrived, CardLeft, ChoiceMade, TableResumed, TimePassed
from table.games.game import Reading
from table.games.kit import lateness
from table.games.kit.actions import PutRight, TurnUp
from table.games.kit.choices import chosen
from table.games.kit.reading import does, idle
from table.games.mito import actions, piles, rules
from table.games.mito.actions import DISCARD
from table.games.mito.cards import GUARD
from table.games.mito.reading import presses, races
from table.games.mito.reading.play import DROP_WINDOW, SLAPS, Drop, Meaning, Pending, Play, Readings
from table.games.mito.state import Phase, State
from table.values import replace


def due(play: Play) -> int | None:
    """Return the next deadline of this world."""
    return min((at for at in (_drop_due(play), races.due(play), _pending_due(play)) if at is not None), default=None)


def _drop_due(play: Play) -> int | None:
    return play.drop.ready if play.drop is not None and play.drop.awaits is None else None


def _pending_due(play: Play) -> int | None:
    """Return when the next pending gesture takes effect, or None if there is none or a drop is still open."""
    first = _first_pending(play)
    return None if first is None or play.drop is not None else first.at


def _first_pending(play: Play) -> Pending | None:
    racing = play.round.race is not None
    acting = (pending for pending in play.pending if not (racing and pending.after_race))
    return min(acting, key=lambda pending: pending.at, default=None)


def _chose(play: Play, fact: ChoiceMade) -> Readings:
    given = actions.Give(fact.seat, fact.value) if fact.seat else actions.Give(fact.value)
    return does(play, chosen(fact, None, {"given": lambda *_: given}))


# -- cards


def _arrives(play: Play, fact: CardArrived) -> Readings:
    if fact.zone != DISCARD:
        return _on_pad(play, fact)
    state, card = play.round, fact.card
    pad = state.setup.placement[DISCARD] == "tap"
    if card in state.wrong:  # on a pad, a second touch takes the card back; on a pile it is still there
        return does(play.letting_pass(state.beside, fact.t), PutRight(card)) if pad else ()
    if pad and _can_be_taken_back(play, card):
        return _take_back(play, card, fact.t)
    if pad and card == state.answer:
        return does(play, actions.TakeAnswerBack(card))
    if card in play.passing.cards and fact.t <= play.passing.until:
        return ()
    if _lies_there(state, card) or state.phase in (Phase.BETWEEN, Phase.OVER):
        return ()
    if state.phase is Phase.COUNTING:
        return _forestalled(play, fact)
    if state.race is not None and state.race.kind == "match":
        return races.answer(play, card, fact.t, fact.by)
    if play.drop is None:
        return _begin_drop(play, fact)
    if fact.t > play.drop.ready or play.drop.by != fact.by:  # cards from two hands are not one drop
        return _begin_another_drop(play, play.drop, fact)
    joined = play.drop.cards if card in play.drop.cards else (*play.drop.cards, card)
    return does(replace(play, drop=replace(play.drop, cards=joined)))


def _forestalled(play: Play, fact: CardArrived) -> Readings:
    """Interpret a card read after counting has begun, if it was legal until then.

    It will be refused and counts as part of its player's hand (MITO-E-64).
    """
    before, lay = play.just_before(fact.t), actions.Lay(fact.by, fact.card, (fact.card,))
    in_turn = before is not None and fact.by in (None, before.turn)
    return does(play, lay) if in_turn and lateness.was_fair(play, fact.t, rules.why_not_as_told, lay) else ()


def _can_be_taken_back(play: Play, card: str) -> bool:
    """Return whether a card is the last play and can be taken back by touching the pad again or lifting the card."""
    return play.drop is None and rules.can_take_back(play.round, card)


def _take_back(play: Play, card: str, now: int) -> Readings:
    """Take back the last play.

    Other cards of the same drop may touch the pad on their way back. They are ignored, so that they stay secret.
    """
    return (Reading(play.letting_pass(play.round.latest - {card}, now), takes_back=True),)


def _lies_there(state: State, card: str) -> bool:
    """Return whether to ignore a card, because it was already on the pile or had touched the pad with others."""
    if state.setup.placement[DISCARD] == "tap":
        return card in state.latest - state.loose or bool(state.wrong and card in state.beside)
    return card in ((state.played | state.beneath) - state.loose) | state.beside


def _begin_drop(play: Play, fact: CardArrived) -> Readings:
    """Open a drop with its first card.

    Taps that were still pending came before the card, so they take effect now. The exception is taps just before a
    mosquito was read, because they may be slaps.
    """
    card, now = fact.card, fact.t
    since = now - SLAPS.lead if rules.would_be_slapped(play.round, card) else now + 1
    before = [pending for pending in play.pending if pending.press.t < since]
    waiting = presses.in_time(play, [pending.action for pending in before])
    begun = (begun.press for begun in play.begun if begun.meaning is Meaning.OWN_TURN and begun.press.t < since)
    own = next((press for press in begun if press.seat == play.round.turn), None)
    drop = Drop((card,), now, now + DROP_WINDOW, awaits=None if waiting else own, by=fact.by)
    noted = replace(play, drop=drop, pending=tuple(one for one in play.pending if one not in before))
    return (Reading(presses.calmed(noted, waiting, now), waiting),)


def _begin_another_drop(play: Play, drop: Drop, fact: CardArrived) -> Readings:
    """Close a drop because the card just read does not belong to it, and open another drop with that card."""
    ways = _decide(_decided(play, fact.t), drop, fact.t)
    another = Drop((fact.card,), fact.t, fact.t + DROP_WINDOW, by=fact.by)
    return tuple(replace(way, noted=replace(way.noted, drop=another)) for way in ways)


def _on_pad(play: Play, fact: CardArrived) -> Readings:
    seat = int(fact.zone.removeprefix("seat."))
    if play.round.kind(fact.card) == GUARD:
        return idle(replace(play, round=rules.see_guard_bug(play.round, seat)))
    if seat not in play.round.due_hands or fact.card in play.round.hands.get(seat, ()):
        return ()
    return does(play, actions.ShowCard(seat, fact.card))


def _leaves(play: Play, fact: CardLeft) -> Readings:
    if fact.zone != DISCARD:
        return ()
    if fact.card in play.round.wrong | play.round.beside:
        return does(play, PutRight(fact.card))
    if _can_be_taken_back(play, fact.card):
        return _take_back(play, fact.card, fact.t)
    if fact.card == play.round.answer:
        return does(play, actions.TakeAnswerBack(fact.card))
    if piles.can_lift(play.round, fact.card):  # a world in which it was the top gives way to any other world
        return (Reading(play, (actions.Lift(fact.card),), otherwise=fact.card == play.round.top),)
    if fact.card in play.round.beneath:
        return idle(replace(play, round=piles.uncovered(play.round, fact.card)))
    if play.drop is None or fact.card not in play.drop.cards:
        return ()
    left = tuple(card for card in play.drop.cards if card != fact.card)
    if not left:
        return does(_decided(play, fact.t))
    return does(replace(play, drop=replace(play.drop, cards=left)))


# -- time


def _fall_due(play: Play, fact: TimePassed) -> Readings:
    """Handle the earliest deadline that has passed: that of a drop, a race or a pending gesture."""
    at, now = due(play), fact.t
    if at is None or at > now:
        return ()
    if play.drop is not None and _drop_due(play) == at:
        return _decide(_decided(play, now), play.drop, now)
    if play.round.race is not None and races.due(play) == at:
        return races.close(play, play.round.race, now)
    first = _first_pending(play)
    settled = replace(play, pending=tuple(pending for pending in play.pending if pending is not first))
    return () if first is None else presses.act(settled, first.action, now)


def _decided(play: Play, now: int) -> Play:
    """Close the drop. Gestures that were waiting for it can take effect from now on."""
    return replace(play, drop=None, pending=tuple(replace(one, at=max(one.at, now)) for one in play.pending))


def _decide(play: Play, drop: Drop, now: int) -> Readings:
    """Decide what a drop represents. Any of its cards may be on top; bystanders would assume the first that fits.

    Cards that had already been played are assumed to have touched the pad by accident. If no card fits, only the first
    one read is named.
    """
    state, cards = play.round, drop.cards
    match state.phase:
        case Phase.SET_UP:
            return _opening_race(play, TurnUp(cards[0]), drop.at, now)
        case Phase.RACING if not state.slap_is_on:
            return races.answer(play, cards[0], drop.at, drop.by)
        case Phase.RACING | Phase.CALLED:
            seat, named = None if state.phase is Phase.RACING else state.turn, rules.with_named_first(state, cards)
            lay = actions.Lay(drop.by or seat, named[0], named)
            meant = drop.by is None or drop.by == seat
            return does(play, lay if meant else replace(lay, astray="turn"))
        case Phase.PLAYING if state.turn is not None:
            return _decide_play(play, drop, state.turn, now)
        case _:
            return idle(play)


def _decide_play(play: Play, drop: Drop, turn: int, now: int) -> Readings:
    state = play.round
    new = tuple(card for card in drop.cards if card not in state.played - state.loose)
    fresh = rules.with_named_first(state, new or drop.cards[:1])
    lays = [actions.Lay(turn, card, fresh) for card in fresh]
    if drop.by is not None and drop.by != turn:
        late = _too_late(play, drop, lays[0])
        astray = replace(lays[0], seat=drop.by, astray=lateness.astray_of(play, drop.by, drop.at))
        return does(play, late or astray)
    lawful = [lay for lay in lays if rules.why_not(state, lay) is None]
    if not lawful:
        return does(play, _too_late(play, drop, lays[0]) or lays[0])
    ways = ((lay, way) for lay in lawful for way in _opening_race(play, lay, drop.at, now))
    return tuple(replace(way, secret=lay != lawful[0]) for lay, way in ways)


def _too_late(play: Play, drop: Drop, lay: actions.Lay) -> actions.Lay | None:
    """Return the play marked as late if it came too late, otherwise None.

    A play is late if, just before, it would have answered a cockroach or would have been legal for its known player.
    """
    before = play.just_before(drop.at)
    if before is None or (drop.by is not None and drop.by == play.round.laid_last):
        return None
    if rules.would_answer(before, lay.card):
        return replace(lay, seat=drop.by, astray="late")
    known = drop.by is not None and drop.by == lay.seat and before.phase is Phase.PLAYING
    fair = known and lateness.was_fair(play, drop.at, rules.why_not_as_told, lay)
    return replace(lay, astray="late") if fair else None


def _opening_race(play: Play, action: actions.Lay | TurnUp, at: int, now: int) -> Readings:
    """Interpret a card that was laid or turned up. It may open a race."""
    race = rules.race_of(play.round, action)
    return does(play, action) if race is None else races.open_race(play, race, at, action, now)


def _resumed(play: Play, fact: TableResumed) -> Readings:
    """Drop all presses, because any button changes while the table was off went unseen."""
    drop = play.drop and play.drop.settled(fact.t)
    return does(Play(play.round, drop=drop, opened=play.opened, quiet=play.quiet, calm=play.calm))


READERS = {
    **presses.READERS,
    CardArrived: _arrives,
    CardLeft: _leaves,
    TimePassed: _fall_due,
    TableResumed: _resumed,
    ChoiceMade: _chose,
}
