"""Turns of Mytho: players draw, play openly or face down, err, change their minds, and end their turn."""

from cardtable_lab.simulated.mytho.contests import meets
from cardtable_lab.simulated.mytho.party import HIDDEN, VISIBLE, Party
from table.robots.environment import Doing

_HASTE_S = (0.6, 2.4)  # how long people think


def takes_turn(party: Party, *, hasty: bool) -> Doing:
    """Play the turn of the player in turn. Return whether the next player is hasty."""
    evening, seat, chance = party.evening, party.book.turn, party.evening.chance
    if party.mover != seat:  # taking a play back starts no new turn
        party.mover, party.drawn = seat, False
    if hasty:  # a tap would contest: only a card plays on
        return (yield from _plays(party, seat, *_a_card(party, seat)))
    yield evening.waits(*_HASTE_S)
    wrong = [card for card in party.hand(seat) if party.book.objection(card, VISIBLE) is not None]
    if wrong and evening.happens(party.habits.misfit):
        yield from _errs(party, seat, chance.choice(wrong))
        yield evening.waits(*_HASTE_S)
    fitting, drawn = _fitting(party, seat), party.drawn
    if fitting and (drawn or not evening.happens(party.habits.greedy)):
        return (yield from _plays(party, seat, *_a_card(party, seat)))
    if not fitting and evening.happens(party.habits.bluff):
        return (yield from _plays(party, seat, chance.choice(party.hand(seat)), HIDDEN))
    if not drawn:
        yield from _draws(party, seat)
        yield evening.waits(*_HASTE_S)
    if _fitting(party, seat) or not evening.happens(party.habits.shy):
        return (yield from _plays(party, seat, *_a_card(party, seat)))
    yield from _ends_turn(party, seat)
    return False


def _fitting(party: Party, seat: int) -> list[str]:
    return [card for card in party.hand(seat) if party.book.objection(card, VISIBLE) is None]


def _a_card(party: Party, seat: int) -> tuple[str, str]:
    """Choose a card and a pile: one that fits, mostly openly, or any face down."""
    evening, fitting = party.evening, _fitting(party, seat)
    if not fitting:
        return evening.chance.choice(party.hand(seat)), HIDDEN
    return evening.chance.choice(fitting), HIDDEN if evening.happens(party.habits.modest) else VISIBLE


def _plays(party: Party, seat: int, card: str, zone: str) -> Doing:
    """Lay a card; players go by the table's ruling. Return whether the next player plays on at once."""
    evening = party.evening
    ruled = yield from party.lays(seat, card, zone)
    if ruled is None or ruled["event"] == "play_refused":
        yield from party.takes_back(seat, card, zone)
        return False
    party.lies(seat, card, zone)
    if party.hand(seat) and evening.happens(party.habits.retake) and (yield from _takes_back(party, seat, card, zone)):
        return False
    if zone == HIDDEN:
        return (yield from meets(party, seat, card))
    party.book.reference = card  # MYTHO-16
    if not party.hand(seat):  # MYTHO-08
        party.is_out(seat)
    party.book.turn = party.book.follower(seat)
    return False


def _takes_back(party: Party, seat: int, card: str, zone: str) -> Doing:
    """Take a play back before anybody goes on (MYTHO-T-02); return whether that was in time."""
    evening, since = party.evening, len(party.evening.told)
    for _ in range(3):
        yield evening.waits(0.4, 0.8)
        yield from evening.touches(seat, [card], zone)
        if (yield from evening.until(lambda: evening.heard(since, "play_taken_back") is not None, 1.2)):
            party.box.take(seat, card, zone)
            party.hidden.pop(card, None)
            evening.note("took_back", seat=seat, card=card, zone=zone)
            evening.exercised["retakes"] += 1
            return True
    return False


def _errs(party: Party, seat: int, card: str) -> Doing:
    """Lay a misfit openly, and take it back when the table says so."""
    ruled = yield from party.lays(seat, card, VISIBLE)
    party.evening.exercised["refused"] += ruled is not None and ruled["event"] == "play_refused"
    yield from party.takes_back(seat, card, VISIBLE)


def _draws(party: Party, seat: int) -> Doing:
    """Draw a card (MYTHO-10)."""
    evening = party.evening
    evening.note("drawing", seat=seat)
    heard = yield from evening.insists(lambda: evening.taps(seat), "card_drawn", patience_s=1.2)
    if heard is not None:
        party.drawn = True
        party.draws(seat)
        evening.exercised["draws"] += 1


def _ends_turn(party: Party, seat: int) -> Doing:
    """Say that the turn is over (MYTHO-12)."""
    evening = party.evening
    evening.note("ends_turn", seat=seat)
    yield from evening.insists(lambda: evening.taps(seat), "turn_passed", patience_s=1.2)
    evening.exercised["passes"] += 1
    party.book.turn = party.book.follower(seat)
