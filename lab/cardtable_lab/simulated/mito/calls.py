"""Cheating in Mito, and the guard who watches for it: calls, confessions and denials, all of them truthful."""

from cardtable_lab.simulated.mito.party import Offence, Party
from table.robots.environment import Doing

_REACTION_S = (0.5, 1.3)
_HEARD_S = 1.6


def offend(party: Party, seat: int, card: str, *, on_pile: bool) -> None:
    """Note a cheat, and whether the guard has seen it."""
    seen = party.evening.happens(party.habits.seen)
    party.offences.append(Offence(seat, card, on_pile, seen))
    party.evening.note("cheated", seat=seat, card=card, how="two as one" if on_pile else "under the table")
    if seen:
        party.evening.stir()


def cheats(party: Party, seat: int) -> Doing:
    """Make cards vanish now and then, moths first, during a round (MITO-F-16, F-20, F-22, MITO-E-56)."""
    evening = party.evening
    while party.out is None:
        yield evening.waits(6, 20)
        hand = party.hand(seat)
        may = seat != party.book.guard and party.voice is None and len(hand) > 2 and party.out is None
        if may and evening.happens(party.habits.vanish):
            card = evening.chance.choice(party.moths(seat) or hand)
            if party.at_hand(seat, [card]) and card not in party.lying_wrong():
                party.box.vanish(seat, card)
                party.vanished[card] = evening.now_s
                evening.exercised["vanished"] += 1
                offend(party, seat, card, on_pile=False)


def watches(party: Party) -> Doing:
    """Be the guard, whoever that is: call out what was seen, and now and then what was not."""
    evening = party.evening
    while party.out is None:
        yield from evening.until(
            lambda: party.out is not None or _seen(party) is not None, evening.chance.uniform(3, 9)
        )
        if party.out is not None:
            return
        offence = _seen(party)
        if offence is not None:
            yield evening.waits(*_REACTION_S)
            offence.seen = False
            if _can_call(party, offence.seat):
                yield from _calls(party, offence.seat, offence)
        elif evening.happens(party.habits.suspicion):
            suspect = evening.chance.choice(party.others(party.book.guard))
            if _can_call(party, suspect):
                yield from _calls(party, suspect, None)


def _seen(party: Party) -> Offence | None:
    return next((offence for offence in party.offences if offence.seen), None)


def _can_call(party: Party, seat: int) -> bool:
    """Return whether the guard has a free hand, nothing on its way may give her the turn, and no race is on."""
    guard = party.book.guard
    arriving = party.book.left_of(party.book.turn) == guard and party.acting is not None
    quiet = not party.racing and party.out is None and not party.ending
    return quiet and seat != guard and party.acting != guard and not arriving


def _calls(party: Party, accused: int, offence: Offence | None) -> Doing:
    """Call out (MITO-F-28), and let the accused tell the truth (MITO-F-31)."""
    evening, guard, since = party.evening, party.book.guard, len(party.evening.told)
    party.voice = evening.now_s
    called = evening.note("called", seat=guard, accused=accused, guilty=offence is not None)
    own_turn = party.book.turn == guard
    yield from evening.doubles(guard) if own_turn else evening.taps(guard)
    made = yield from evening.until(lambda: evening.heard(since, "call_made") is not None, _HEARD_S)
    called["made"] = made
    if not made:
        drawn = evening.heard(since, "draw_owed")
        if own_turn and drawn is not None and drawn["seat"] == guard:  # her press was taken for a tap
            party.draws(guard)
            party.book.turn = party.book.left_of(guard)
    elif offence is None and evening.happens(party.habits.withdrawn):
        yield from withdraws(party, guard)
    elif (yield from _answers(party, accused, guilty=offence is not None)):
        _obeys(party, guard, accused, offence)
    party.voice = None
    evening.stir()


def withdraws(party: Party, guard: int) -> Doing:
    evening = party.evening
    if (yield from evening.insists(lambda: evening.holds(guard), "call_withdrawn", patience_s=_HEARD_S)):
        evening.exercised["calls_withdrawn"] += 1
        evening.note("withdrew", seat=guard)


def _answers(party: Party, accused: int, *, guilty: bool) -> Doing:
    """Confess or deny, truthfully, until the table has noticed; return its event."""
    evening = party.evening
    yield evening.waits(*_REACTION_S)
    pleads = evening.holds if guilty else evening.taps
    return (yield from evening.insists(lambda: pleads(accused), "call_settled", patience_s=_HEARD_S))


def _obeys(party: Party, guard: int, accused: int, offence: Offence | None) -> None:
    """Do what a settled call demands: a culprit takes the card back, gets another and the Guard Bug; else she draws."""
    party.evening.note("pleaded", seat=accused, guilty=offence is not None)
    if offence is None:
        party.evening.exercised["calls_denied"] += 1
        party.draws(guard)  # MITO-F-35, F-36
        return
    party.evening.exercised["calls_confessed"] += 1
    party.doubtful += 1
    if offence.on_pile and offence.card in party.box.discard[:-1]:  # MITO-F-32
        party.box.take(accused, offence.card)
        party.under.pop(offence.card, None)
    elif offence.card in party.box.gone[accused]:
        party.box.fetch(accused, offence.card)
    party.gives(guard, accused)  # MITO-F-33
    party.book.guard = accused  # MITO-F-34
