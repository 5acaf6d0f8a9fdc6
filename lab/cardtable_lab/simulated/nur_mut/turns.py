"""Turns of Nur Mut: players lay cards, dare, fail, pass, put cards under their piles, err, and change their minds."""

from copy import deepcopy

from cardtable_lab.simulated.nur_mut.book import JOKER
from cardtable_lab.simulated.nur_mut.party import HEARD_S, Party
from table.games.nur_mut.views import NurMutView
from table.robots.environment import Doing
from table.view import View

_HASTE_S = (0.6, 2.2)  # how long people think
_SOON_S = (0.8, 2.0)  # until the next card is picked up
_SHUFFLE_S = (2.0, 4.5)
_ASKED_S = 12.0  # until the table has asked what it cannot see, and has its answer


def takes_turn(party: Party) -> Doing:
    """Play the turn of the player in turn; the book keeps the result."""
    evening, seat = party.evening, party.book.turn
    yield evening.waits(*_HASTE_S)
    if party.book.anew is not None:
        yield from _begins_anew(party, seat)
        return
    if party.book.needs_courage:
        evening.exercised["forced"] += 1
        if evening.happens(0.3):
            yield from evening.holds(seat)  # in vain (NUR-43)
            yield evening.waits(0.5, 1.0)
        yield from _dares(party, seat)
        return
    yield from _chooses(party, seat)


def _chooses(party: Party, seat: int) -> Doing:
    """Choose one of the three (NUR-21)."""
    evening, habits, temper = party.evening, party.habits, party.temper[seat]
    places = party.book.places(party.box.face(party.box.top(seat)))
    misplaces = [place for place in party.book.shown if place not in places]
    if places and misplaces and _is_careless(party, seat, habits.misfit):
        yield from _errs(party, seat, evening.chance.choice(misplaces))
        yield evening.waits(*_HASTE_S)
    if places and evening.happens(habits.lazy * (1.5 - temper)):
        yield from _passes(party, seat)
    elif places and not evening.happens(habits.brave * temper):
        yield from _lays(party, seat, evening.chance.choice(places))
    elif places or evening.happens(habits.braver * temper):
        yield from _dares(party, seat)
    elif evening.happens(0.5):
        yield from _puts_under(party, seat)
    else:
        yield from _passes(party, seat)


def _is_careless(party: Party, seat: int, chance: float) -> bool:
    """Return whether a player tries a card that does not fit; never with a last card."""
    return party.left(seat) > 1 and party.evening.happens(chance)


# -- laying


def _lays(party: Party, seat: int, place: str, *, brave: bool = False) -> Doing:
    """Lay one's own top card, cover a joker, and let the turn pass."""
    evening = party.evening
    ruled = yield from party.lays(seat, place, brave=brave)
    if ruled is None or ruled["event"] == "play_refused":
        yield from party.takes_back(seat, party.box.top(seat).code, place)
        return
    before = deepcopy(party.book)
    face = party.lies(seat, place)
    plain = face != JOKER and not brave and party.left(seat)
    if plain and evening.happens(party.habits.retake) and (yield from _takes_back(party, seat, place)):
        party.book = before
        return
    if not party.left(seat):  # NUR-44, a joker, too
        evening.exercised["won_with_a_joker"] += face == JOKER
        party.is_out(seat)
    elif face == JOKER:
        yield from _covers(party, seat, place)
    elif brave:  # NUR-36: once more
        evening.exercised["rewarded"] += 1
        return
    if party.out is None:
        party.book.turn = party.book.follower(seat)


def _covers(party: Party, seat: int, place: str) -> Doing:
    """Cover a joker with the next card, whatever it is, until a number shows (NUR-40, NUR-41)."""
    evening = party.evening
    evening.exercised["jokers"] += 1
    while party.out is None and party.book.shown[place] == JOKER:
        party.book.covers = place
        if evening.happens(party.habits.says_joker):
            yield evening.waits(0.2, 0.5)
            yield from evening.doubles(seat)
        yield evening.waits(*_SOON_S)
        ruled = yield from party.lays(seat, place)
        if ruled is None or ruled["event"] == "play_refused":
            yield from party.takes_back(seat, party.box.top(seat).code, place)
            yield evening.waits(1, 2)
            continue
        party.lies(seat, place)
        evening.exercised["covered"] += 1
        if not party.left(seat):
            party.is_out(seat)
    party.book.covers = None


def _takes_back(party: Party, seat: int, place: str) -> Doing:
    """Take a play back before anybody goes on (NUR-T-02); return whether that was in time."""
    evening, since = party.evening, len(party.evening.told)
    card = party.box.places[place][0].code
    for _ in range(3):
        yield evening.waits(0.4, 0.8)
        yield from evening.touches(seat, [card], place)
        if (yield from evening.until(lambda: evening.heard(since, "play_taken_back") is not None, 1.2)):
            party.box.take_back(seat, place)
            evening.note("took_back", seat=seat, card=card, zone=place)
            evening.exercised["retakes"] += 1
            return True
    return False


def _errs(party: Party, seat: int, place: str) -> Doing:
    """Try a card where it does not fit; the table refuses it, unless its other face would."""
    evening, card = party.evening, party.box.top(seat)
    ruled = yield from party.lays(seat, place)
    refused = ruled is None or ruled["event"] == "play_refused"
    evening.exercised["refused"] += ruled is not None and refused
    if refused:
        yield from party.takes_back(seat, card.code, place)
        return
    since = len(evening.told)  # the table let it pass, for it saw the other face; people do not
    yield from party.picks_up(seat, card.code, place)
    evening.exercised["let_pass"] += evening.heard(since, "play_taken_back") is not None


def _begins_anew(party: Party, seat: int) -> Doing:
    """Start a pile with the player's own top card, which is the whole turn (NUR-33, NUR-34)."""
    place = party.book.anew
    assert place is not None, "somebody has taken a pile"  # noqa: S101
    party.evening.exercised["begun_anew"] += 1
    yield from _lays(party, seat, place)


# -- not laying


def _may_be_asked(party: Party, seat: int, *, soon: bool = False) -> bool:
    """Return whether the table asks a seat something, or may `soon`."""
    view = party.evening.view
    asked = view.doubted if soon else view.question
    return asked is not None and seat in asked.seats


def _is_asked_no_more(party: Party, seat: int) -> Doing:
    """Wait until a question is answered, for until then a press would answer it."""
    yield from party.evening.until(lambda: not _may_be_asked(party, seat), _ASKED_S)


def _passes(party: Party, seat: int) -> Doing:
    evening = party.evening
    yield from _is_asked_no_more(party, seat)
    evening.note("passes", seat=seat)
    yield from evening.insists(lambda: evening.holds(seat), "turn_passed", patience_s=HEARD_S)
    evening.exercised["passes"] += 1
    party.book.passed.append(seat)
    party.book.turn = party.book.follower(seat)


def _puts_under(party: Party, seat: int) -> Doing:
    """Put a card that fits nowhere under one's own pile (NUR-24), perhaps after trying it."""
    evening = party.evening
    if _is_careless(party, seat, 0.3):
        card, place = party.box.top(seat), evening.chance.choice(sorted(party.book.shown))
        ruled = yield from party.lays(seat, place)
        if ruled is not None and ruled["event"] != "play_refused":
            yield from party.picks_up(seat, card.code, place)
        elif evening.happens(0.5):
            yield from party.takes_back(seat, card.code, place)
        yield evening.waits(0.5, 1.5)
    yield from evening.until(lambda: not _may_be_asked(party, seat, soon=True), _ASKED_S)  # double means: the joker
    yield from _is_asked_no_more(party, seat)
    evening.note("puts_under", seat=seat)
    yield from evening.insists(lambda: evening.doubles(seat), "turn_passed", patience_s=HEARD_S)
    evening.exercised["under"] += 1
    party.box.put_under(seat)
    party.book.passed.clear()
    party.book.turn = party.book.follower(seat)


# -- Courage


def _dares(party: Party, seat: int) -> Doing:
    """Declare Courage, turn the top card over, and lay it or take the highest pile."""
    evening = party.evening
    yield from _is_asked_no_more(party, seat)
    evening.note("dares", seat=seat)
    yield from evening.insists(lambda: evening.taps(seat), "courage_declared", patience_s=HEARD_S)
    evening.exercised["courage"] += 1
    party.book.passed.clear()
    yield evening.waits(*_SOON_S)
    face = party.box.face(party.box.turn_over(seat))
    places = party.book.places(face)
    if places:
        yield from _lays(party, seat, evening.chance.choice(places), brave=True)
        return
    if _is_careless(party, seat, party.habits.misfit):  # the player overlooks that it does not fit
        card, place = party.box.top(seat), evening.chance.choice(sorted(party.book.shown))
        ruled = yield from party.lays(seat, place, brave=True)
        if ruled is not None and ruled["event"] != "play_refused":  # the table saw the other face
            yield from party.picks_up(seat, card.code, place)
        yield evening.waits(0.8, 1.5)
    yield from _fails(party, seat)


def _fails(party: Party, seat: int) -> Doing:
    """Take the pile with the highest number (NUR-30); of several, the one that the table draws (NUR-32)."""
    evening, book = party.evening, party.book
    highest = book.highest()
    note = evening.note("fails", seat=seat, highest=highest)
    heard = yield from evening.insists(lambda: evening.holds(seat), "courage_failed", patience_s=HEARD_S)
    place = highest[0]
    if len(highest) > 1 and heard is not None:
        evening.exercised["lots"] += 1
        yield from evening.until(lambda: bool(_drawn(evening.view)), 2)
        place = next(place for place in _drawn(evening.view) or highest if place in highest)
    evening.exercised["failed"] += 1
    note["taken"] = place
    yield evening.waits(*_SHUFFLE_S)
    party.box.take_pile(seat, place)
    evening.note("took_pile", seat=seat, zone=place)
    del book.shown[place]
    book.anew = place
    book.turn = book.follower(seat)


def _drawn(view: View) -> tuple[str, ...]:
    """Return the piles in the order that the table has drawn by lot; none if it has not."""
    return NurMutView.of(view).lot or ()
