"""Turns of Mito: players play, draw, cheat, err, change their minds, and do what a card demands."""

from typing import Any

from cardtable_lab.simulated.behaviour import corrects_the_turn
from cardtable_lab.simulated.mito.book import kind
from cardtable_lab.simulated.mito.calls import offend, withdraws
from cardtable_lab.simulated.mito.players import DISCARD, Players
from cardtable_lab.simulated.mito.races import false_start, match_race, slap_race
from table.robots.environment import Doing

_HASTE_S = (0.5, 2.2)  # how long people think
_ENOUGH = 3  # with fewer cards nobody risks two at once: the last one may not vanish (MITO-E-57)


def takes_turn(players: Players) -> Doing:
    """Play the turn of the player in turn; the book keeps the result."""
    environment, seat = players.environment, players.book.turn
    if not players.hand(seat):
        yield from players.says_out(seat)
        return
    yield environment.waits(*_HASTE_S)
    if players.is_halted() or players.out is not None or players.book.turn != seat:
        return
    if not players.hand(seat):  # the last card was given away
        return
    players.acting = seat
    yield from _acts(players, seat)
    players.acting = None


def _acts(players: Players, seat: int) -> Doing:
    habits, happens = players.habits, players.environment.happens
    fitting = [card for card in players.hand(seat) if players.book.objection(card) is None]
    wrong = [card for card in players.hand(seat) if players.book.objection(card) == "not_adjacent"]
    moths = [card for card in players.moths(seat) if seat != players.book.guard]
    if wrong and happens(habits.misfit):
        yield from _errs(players, seat, players.environment.chance.choice(wrong))
    elif moths and happens(habits.bluff):
        yield from _errs(players, seat, moths[0])
    elif not fitting or happens(players.unwilling):
        yield from _draws(players, seat)
    elif (pair := _pair(players, seat, fitting)) and happens(habits.two_as_one):
        yield from _plays(players, seat, *pair)
    else:
        yield from _plays(players, seat, players.environment.chance.choice(fitting))


def _pair(players: Players, seat: int, fitting: list[str]) -> tuple[str, str] | None:
    """Choose a plain card to show, and one to hide under it, a moth if there is one (MITO-E-54)."""
    if seat == players.book.guard or len(players.hand(seat)) < _ENOUGH:
        return None
    plain = [card for card in fitting if kind(card) == "number"]
    if not plain:
        return None
    shown = players.environment.chance.choice(plain)
    under = players.moths(seat) or [card for card in players.hand(seat) if card != shown]
    return shown, players.environment.chance.choice(under)


# -- laying


def _plays(players: Players, seat: int, shown: str, under: str | None = None) -> Doing:
    """Lay a card, perhaps with another one hidden under it; players go by the table's ruling."""
    environment = players.environment
    cards = [shown] if under is None else [shown, under]
    laid = _note_laid(players, seat, cards)
    if under is not None:
        players.under[under] = environment.now_s
    since = len(environment.told)
    ruled = yield from players.lays(seat, cards, note=laid)
    if ruled is None or ruled["event"] == "play_refused":
        environment.exercised["refused"] += ruled is not None
        players.under.pop(under or "", None)
        yield from players.takes_back(seat, shown, ruled)
        if players.was_accepted(seat, cards, since):
            return
        if ruled is not None and ruled["reason"] == "not_adjacent" and laid["objection"] is None:
            players.gives_way()
        return
    players.lies(seat, *reversed(cards))
    environment.exercised["doubles"] += under is not None
    if under is not None:
        offend(players, seat, under, on_pile=True)
    named = ruled["card"] if ruled["card"] in cards else shown
    regrets = under is None and players.hand(seat) and environment.happens(players.habits.retake)
    if regrets and (yield from _takes_back_again(players, seat, shown)):
        return
    yield from _brings(players, seat, shown, named, under)


def _note_laid(players: Players, seat: int, cards: list[str]) -> dict[str, Any]:
    """Record that somebody lays cards, and the book's verdict on the visible one."""
    book, shown = players.book, cards[0]
    either = book.is_doubtful(shown) and book.objection(shown) == "not_adjacent"
    objection = book.objection(shown)
    note = players.environment.note("laid", seat=seat, cards=cards, objection=objection, either=either, touches=1)
    if len(cards) > 1:  # in case the table reads only the hidden one
        note["under"] = book.objection(cards[1])
    return note


def _errs(players: Players, seat: int, card: str) -> Doing:
    """Lay an illegal card, and take it back when the table says so."""
    environment = players.environment
    laid = _note_laid(players, seat, [card])
    ruled = yield from players.lays(seat, [card], note=laid)
    if ruled is not None and ruled["event"] == "card_played":  # the table has let it pass
        players.lies(seat, card)
        yield from _brings(players, seat, card, card)
        return
    environment.exercised["refused"] += 1
    environment.exercised["moths"] += kind(card) == "moth"
    yield from players.takes_back(seat, card, ruled)


def _takes_back_again(players: Players, seat: int, card: str) -> Doing:
    """Take a play back before anybody goes on (MITO-T-03); return whether that was in time."""
    environment, since = players.environment, len(players.environment.told)
    if kind(card) in ("mosquito", "cockroach"):
        return False
    for _ in range(3):
        yield environment.waits(0.6, 1.0)
        if players.is_halted():
            return False
        yield from environment.touches(seat, [card], DISCARD)
        if (yield from environment.until(lambda: environment.heard(since, "play_taken_back") is not None, 1.2)):
            players.box.take(seat, card)
            environment.note("took_back", seat=seat, card=card)
            environment.exercised["retakes"] += 1
            return True
    return False


def _draws(players: Players, seat: int) -> Doing:
    """Draw, for lack of a fitting card or by choice (MITO-T-01); the turn passes."""
    environment = players.environment
    environment.note("drawing", seat=seat)
    answers = ("draw_owed", "turn_passed", "call_made")
    heard = yield from environment.insists(lambda: environment.taps(seat), *answers, patience_s=1.6)
    if heard is None:  # his taps mean nothing, however often: so the table takes somebody else's turn for granted
        corrects_the_turn(environment, seat)
        return
    if heard["event"] == "call_made":
        if heard["seat"] == seat:  # nor does her own turn go on there: her tap was taken for a call
            yield from withdraws(players, seat)
            corrects_the_turn(environment, seat)
        return
    if heard["event"] == "draw_owed":
        players.draws(seat)
        environment.exercised["draws"] += 1
    players.book.turn = players.book.left_of(seat)


# -- what a card brings


def _brings(players: Players, seat: int, shown: str, named: str, under: str | None = None) -> Doing:
    """Do what the card named by the table demands (MITO-E-24), and let the turn pass."""
    book, environment = players.book, players.environment
    book.opens(shown, under)
    book.turn = book.left_of(seat)
    what = kind(named)
    environment.exercised["moths"] += what == "moth"
    last_one = not players.hand(seat)
    if last_one:
        environment.env.process(players.says_out(seat))
    match what:
        case "spider":
            environment.exercised["spiders"] += 1
            if len(players.hand(seat)) > 1:  # MITO-E-34, E-36: to anybody; the last one may not be given
                players.gives(seat, environment.chance.choice(players.others(seat)))
        case "ant" if not last_one:
            environment.exercised["ants"] += 1
            for other in players.others(seat):  # MITO-E-37
                players.draws(other)
        case "mosquito":
            yield from slap_race(players, seat, named)
        case "cockroach":
            yield from match_race(players, seat, named)
        case _:
            false_start(players, book.turn)
    if last_one:
        yield from environment.until(lambda: players.out is not None, 30)
