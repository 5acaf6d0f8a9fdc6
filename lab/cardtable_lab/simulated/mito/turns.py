"""Turns of Mito: players play, draw, cheat, err, change their minds, and do what a card demands."""

from typing import Any

from cardtable_lab.simulated.manners import corrects_the_turn
from cardtable_lab.simulated.mito.book import kind
from cardtable_lab.simulated.mito.calls import offend, withdraws
from cardtable_lab.simulated.mito.party import DISCARD, Party
from cardtable_lab.simulated.mito.races import false_start, match_race, slap_race
from table.robots.environment import Doing

_HASTE_S = (0.5, 2.2)  # how long people think
_ENOUGH = 3  # with fewer cards nobody risks two at once: the last one may not vanish (MITO-E-57)


def takes_turn(party: Party) -> Doing:
    """Play the turn of the player in turn; the book keeps the result."""
    evening, seat = party.evening, party.book.turn
    if not party.hand(seat):
        yield from party.says_out(seat)
        return
    yield evening.waits(*_HASTE_S)
    if party.is_halted() or party.out is not None or party.book.turn != seat:
        return
    if not party.hand(seat):  # the last card was given away
        return
    party.acting = seat
    yield from _acts(party, seat)
    party.acting = None


def _acts(party: Party, seat: int) -> Doing:
    habits, happens = party.habits, party.evening.happens
    fitting = [card for card in party.hand(seat) if party.book.objection(card) is None]
    wrong = [card for card in party.hand(seat) if party.book.objection(card) == "not_adjacent"]
    moths = [card for card in party.moths(seat) if seat != party.book.guard]
    if wrong and happens(habits.misfit):
        yield from _errs(party, seat, party.evening.chance.choice(wrong))
    elif moths and happens(habits.bluff):
        yield from _errs(party, seat, moths[0])
    elif not fitting or happens(party.unwilling):
        yield from _draws(party, seat)
    elif (pair := _pair(party, seat, fitting)) and happens(habits.two_as_one):
        yield from _plays(party, seat, *pair)
    else:
        yield from _plays(party, seat, party.evening.chance.choice(fitting))


def _pair(party: Party, seat: int, fitting: list[str]) -> tuple[str, str] | None:
    """Choose a plain card to show, and one to hide under it, a moth if there is one (MITO-E-54)."""
    if seat == party.book.guard or len(party.hand(seat)) < _ENOUGH:
        return None
    plain = [card for card in fitting if kind(card) == "number"]
    if not plain:
        return None
    shown = party.evening.chance.choice(plain)
    under = party.moths(seat) or [card for card in party.hand(seat) if card != shown]
    return shown, party.evening.chance.choice(under)


# -- laying


def _plays(party: Party, seat: int, shown: str, under: str | None = None) -> Doing:
    """Lay a card, perhaps with another one hidden under it; players go by the table's ruling."""
    evening = party.evening
    cards = [shown] if under is None else [shown, under]
    laid = _note_laid(party, seat, cards)
    if under is not None:
        party.under[under] = evening.now_s
    since = len(evening.told)
    ruled = yield from party.lays(seat, cards, note=laid)
    if ruled is None or ruled["event"] == "play_refused":
        evening.exercised["refused"] += ruled is not None
        party.under.pop(under or "", None)
        yield from party.takes_back(seat, shown, ruled)
        if party.was_accepted(seat, cards, since):
            return
        if ruled is not None and ruled["reason"] == "not_adjacent" and laid["objection"] is None:
            party.gives_way()
        return
    party.lies(seat, *reversed(cards))
    evening.exercised["doubles"] += under is not None
    if under is not None:
        offend(party, seat, under, on_pile=True)
    named = ruled["card"] if ruled["card"] in cards else shown
    regrets = under is None and party.hand(seat) and evening.happens(party.habits.retake)
    if regrets and (yield from _takes_back_again(party, seat, shown)):
        return
    yield from _brings(party, seat, shown, named, under)


def _note_laid(party: Party, seat: int, cards: list[str]) -> dict[str, Any]:
    """Record that somebody lays cards, and the book's verdict on the visible one."""
    book, shown = party.book, cards[0]
    either = book.is_doubtful(shown) and book.objection(shown) == "not_adjacent"
    objection = book.objection(shown)
    note = party.evening.note("laid", seat=seat, cards=cards, objection=objection, either=either, touches=1)
    if len(cards) > 1:  # in case the table reads only the hidden one
        note["under"] = book.objection(cards[1])
    return note


def _errs(party: Party, seat: int, card: str) -> Doing:
    """Lay an illegal card, and take it back when the table says so."""
    evening = party.evening
    laid = _note_laid(party, seat, [card])
    ruled = yield from party.lays(seat, [card], note=laid)
    if ruled is not None and ruled["event"] == "card_played":  # the table has let it pass
        party.lies(seat, card)
        yield from _brings(party, seat, card, card)
        return
    evening.exercised["refused"] += 1
    evening.exercised["moths"] += kind(card) == "moth"
    yield from party.takes_back(seat, card, ruled)


def _takes_back_again(party: Party, seat: int, card: str) -> Doing:
    """Take a play back before anybody goes on (MITO-T-03); return whether that was in time."""
    evening, since = party.evening, len(party.evening.told)
    if kind(card) in ("mosquito", "cockroach"):
        return False
    for _ in range(3):
        yield evening.waits(0.6, 1.0)
        if party.is_halted():
            return False
        yield from evening.touches(seat, [card], DISCARD)
        if (yield from evening.until(lambda: evening.heard(since, "play_taken_back") is not None, 1.2)):
            party.box.take(seat, card)
            evening.note("took_back", seat=seat, card=card)
            evening.exercised["retakes"] += 1
            return True
    return False


def _draws(party: Party, seat: int) -> Doing:
    """Draw, for lack of a fitting card or by choice (MITO-T-01); the turn passes."""
    evening = party.evening
    evening.note("drawing", seat=seat)
    answers = ("draw_owed", "turn_passed", "call_made")
    heard = yield from evening.insists(lambda: evening.taps(seat), *answers, patience_s=1.6)
    if heard is None:  # his taps mean nothing, however often: so the table takes somebody else's turn for granted
        corrects_the_turn(evening, seat)
        return
    if heard["event"] == "call_made":
        if heard["seat"] == seat:  # nor does her own turn go on there: her tap was taken for a call
            yield from withdraws(party, seat)
            corrects_the_turn(evening, seat)
        return
    if heard["event"] == "draw_owed":
        party.draws(seat)
        evening.exercised["draws"] += 1
    party.book.turn = party.book.left_of(seat)


# -- what a card brings


def _brings(party: Party, seat: int, shown: str, named: str, under: str | None = None) -> Doing:
    """Do what the card named by the table demands (MITO-E-24), and let the turn pass."""
    book, evening = party.book, party.evening
    book.opens(shown, under)
    book.turn = book.left_of(seat)
    what = kind(named)
    evening.exercised["moths"] += what == "moth"
    last_one = not party.hand(seat)
    if last_one:
        evening.env.process(party.says_out(seat))
    match what:
        case "spider":
            evening.exercised["spiders"] += 1
            if len(party.hand(seat)) > 1:  # MITO-E-34, E-36: to anybody; the last one may not be given
                party.gives(seat, evening.chance.choice(party.others(seat)))
        case "ant" if not last_one:
            evening.exercised["ants"] += 1
            for other in party.others(seat):  # MITO-E-37
                party.draws(other)
        case "mosquito":
            yield from slap_race(party, seat, named)
        case "cockroach":
            yield from match_race(party, seat, named)
        case _:
            false_start(party, book.turn)
    if last_one:
        yield from evening.until(lambda: party.out is not None, 30)
