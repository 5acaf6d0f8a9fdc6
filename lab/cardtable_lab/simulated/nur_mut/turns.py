"""Turns of Nur Mut: players lay cards, dare, fail, pass, put cards under their piles, err, and change their minds."""

from copy import deepcopy

from cardtable_lab.simulated.nur_mut.book import JOKER
from cardtable_lab.simulated.nur_mut.players import HEARD_S, Players
from table.games.nur_mut.views import NurMutView
from table.robots.environment import Doing
from table.view import View

_HASTE_S = (0.6, 2.2)  # how long people think
_SOON_S = (0.8, 2.0)  # until the next card is picked up
_SHUFFLE_S = (2.0, 4.5)
_ASKED_S = 12.0  # until the table has asked what it cannot see, and has its answer


def takes_turn(players: Players) -> Doing:
    """Play the turn of the player in turn; the book keeps the result."""
    environment, seat = players.environment, players.book.turn
    yield environment.waits(*_HASTE_S)
    if players.book.anew is not None:
        yield from _begins_anew(players, seat)
        return
    if players.book.needs_courage:
        environment.exercised["forced"] += 1
        if environment.happens(0.3):
            yield from environment.holds(seat)  # in vain (NUR-43)
            yield environment.waits(0.5, 1.0)
        yield from _dares(players, seat)
        return
    yield from _chooses(players, seat)


def _chooses(players: Players, seat: int) -> Doing:
    """Choose one of the three (NUR-21)."""
    environment, habits, temper = players.environment, players.habits, players.temper[seat]
    places = players.book.places(players.box.face(players.box.top(seat)))
    misplaces = [place for place in players.book.shown if place not in places]
    if places and misplaces and _is_careless(players, seat, habits.misfit):
        yield from _errs(players, seat, environment.chance.choice(misplaces))
        yield environment.waits(*_HASTE_S)
    if places and environment.happens(habits.lazy * (1.5 - temper)):
        yield from _passes(players, seat)
    elif places and not environment.happens(habits.brave * temper):
        yield from _lays(players, seat, environment.chance.choice(places))
    elif places or environment.happens(habits.braver * temper):
        yield from _dares(players, seat)
    elif environment.happens(0.5):
        yield from _puts_under(players, seat)
    else:
        yield from _passes(players, seat)


def _is_careless(players: Players, seat: int, chance: float) -> bool:
    """Return whether a player tries a card that does not fit; never with a last card."""
    return players.left(seat) > 1 and players.environment.happens(chance)


# -- laying


def _lays(players: Players, seat: int, place: str, *, brave: bool = False) -> Doing:
    """Lay one's own top card, cover a joker, and let the turn pass."""
    environment = players.environment
    ruled = yield from players.lays(seat, place, brave=brave)
    if ruled is None or ruled["event"] == "play_refused":
        yield from players.takes_back(seat, players.box.top(seat).code, place)
        return
    before = deepcopy(players.book)
    face = players.lies(seat, place)
    plain = face != JOKER and not brave and players.left(seat)
    if plain and environment.happens(players.habits.retake) and (yield from _takes_back(players, seat, place)):
        players.book = before
        return
    if not players.left(seat):  # NUR-44, a joker, too
        environment.exercised["won_with_a_joker"] += face == JOKER
        players.is_out(seat)
    elif face == JOKER:
        yield from _covers(players, seat, place)
    elif brave:  # NUR-36: once more
        environment.exercised["rewarded"] += 1
        return
    if players.out is None:
        players.book.turn = players.book.follower(seat)


def _covers(players: Players, seat: int, place: str) -> Doing:
    """Cover a joker with the next card, whatever it is, until a number shows (NUR-40, NUR-41)."""
    environment = players.environment
    environment.exercised["jokers"] += 1
    while players.out is None and players.book.shown[place] == JOKER:
        players.book.covers = place
        if environment.happens(players.habits.says_joker):
            yield environment.waits(0.2, 0.5)
            yield from environment.doubles(seat)
        yield environment.waits(*_SOON_S)
        ruled = yield from players.lays(seat, place)
        if ruled is None or ruled["event"] == "play_refused":
            yield from players.takes_back(seat, players.box.top(seat).code, place)
            yield environment.waits(1, 2)
            continue
        players.lies(seat, place)
        environment.exercised["covered"] += 1
        if not players.left(seat):
            players.is_out(seat)
    players.book.covers = None


def _takes_back(players: Players, seat: int, place: str) -> Doing:
    """Take a play back before anybody goes on (NUR-T-02); return whether that was in time."""
    environment, since = players.environment, len(players.environment.told)
    card = players.box.places[place][0].code
    for _ in range(3):
        yield environment.waits(0.4, 0.8)
        yield from environment.touches(seat, [card], place)
        if (yield from environment.until(lambda: environment.heard(since, "play_taken_back") is not None, 1.2)):
            players.box.take_back(seat, place)
            environment.note("took_back", seat=seat, card=card, zone=place)
            environment.exercised["retakes"] += 1
            return True
    return False


def _errs(players: Players, seat: int, place: str) -> Doing:
    """Try a card where it does not fit; the table refuses it, unless its other face would."""
    environment, card = players.environment, players.box.top(seat)
    ruled = yield from players.lays(seat, place)
    refused = ruled is None or ruled["event"] == "play_refused"
    environment.exercised["refused"] += ruled is not None and refused
    if refused:
        yield from players.takes_back(seat, card.code, place)
        return
    since = len(environment.told)  # the table let it pass, for it saw the other face; people do not
    yield from players.picks_up(seat, card.code, place)
    environment.exercised["let_pass"] += environment.heard(since, "play_taken_back") is not None


def _begins_anew(players: Players, seat: int) -> Doing:
    """Start a pile with the player's own top card, which is the whole turn (NUR-33, NUR-34)."""
    place = players.book.anew
    assert place is not None, "somebody has taken a pile"  # noqa: S101
    players.environment.exercised["begun_anew"] += 1
    yield from _lays(players, seat, place)


# -- not laying


def _may_be_asked(players: Players, seat: int, *, soon: bool = False) -> bool:
    """Return whether the table asks a seat something, or may `soon`."""
    view = players.environment.view
    asked = view.doubted if soon else view.question
    return asked is not None and seat in asked.seats


def _is_asked_no_more(players: Players, seat: int) -> Doing:
    """Wait until a question is answered, for until then a press would answer it."""
    yield from players.environment.until(lambda: not _may_be_asked(players, seat), _ASKED_S)


def _passes(players: Players, seat: int) -> Doing:
    environment = players.environment
    yield from _is_asked_no_more(players, seat)
    environment.note("passes", seat=seat)
    yield from environment.insists(lambda: environment.holds(seat), "turn_passed", patience_s=HEARD_S)
    environment.exercised["passes"] += 1
    players.book.passed.append(seat)
    players.book.turn = players.book.follower(seat)


def _puts_under(players: Players, seat: int) -> Doing:
    """Put a card that fits nowhere under one's own pile (NUR-24), perhaps after trying it."""
    environment = players.environment
    if _is_careless(players, seat, 0.3):
        card, place = players.box.top(seat), environment.chance.choice(sorted(players.book.shown))
        ruled = yield from players.lays(seat, place)
        if ruled is not None and ruled["event"] != "play_refused":
            yield from players.picks_up(seat, card.code, place)
        elif environment.happens(0.5):
            yield from players.takes_back(seat, card.code, place)
        yield environment.waits(0.5, 1.5)
    yield from environment.until(
        lambda: not _may_be_asked(players, seat, soon=True), _ASKED_S
    )  # double means: the joker
    yield from _is_asked_no_more(players, seat)
    environment.note("puts_under", seat=seat)
    yield from environment.insists(lambda: environment.doubles(seat), "turn_passed", patience_s=HEARD_S)
    environment.exercised["under"] += 1
    players.box.put_under(seat)
    players.book.passed.clear()
    players.book.turn = players.book.follower(seat)


# -- Courage


def _dares(players: Players, seat: int) -> Doing:
    """Declare Courage, turn the top card over, and lay it or take the highest pile."""
    environment = players.environment
    yield from _is_asked_no_more(players, seat)
    environment.note("dares", seat=seat)
    yield from environment.insists(lambda: environment.taps(seat), "courage_declared", patience_s=HEARD_S)
    environment.exercised["courage"] += 1
    players.book.passed.clear()
    yield environment.waits(*_SOON_S)
    face = players.box.face(players.box.turn_over(seat))
    places = players.book.places(face)
    if places:
        yield from _lays(players, seat, environment.chance.choice(places), brave=True)
        return
    if _is_careless(players, seat, players.habits.misfit):  # the player overlooks that it does not fit
        card, place = players.box.top(seat), environment.chance.choice(sorted(players.book.shown))
        ruled = yield from players.lays(seat, place, brave=True)
        if ruled is not None and ruled["event"] != "play_refused":  # the table saw the other face
            yield from players.picks_up(seat, card.code, place)
        yield environment.waits(0.8, 1.5)
    yield from _fails(players, seat)


def _fails(players: Players, seat: int) -> Doing:
    """Take the pile with the highest number (NUR-30); of several, the one that the table draws (NUR-32)."""
    environment, book = players.environment, players.book
    highest = book.highest()
    note = environment.note("fails", seat=seat, highest=highest)
    heard = yield from environment.insists(lambda: environment.holds(seat), "courage_failed", patience_s=HEARD_S)
    place = highest[0]
    if len(highest) > 1 and heard is not None:
        environment.exercised["lots"] += 1
        yield from environment.until(lambda: bool(_drawn(environment.view)), 2)
        place = next(place for place in _drawn(environment.view) or highest if place in highest)
    environment.exercised["failed"] += 1
    note["taken"] = place
    yield environment.waits(*_SHUFFLE_S)
    players.box.take_pile(seat, place)
    environment.note("took_pile", seat=seat, zone=place)
    del book.shown[place]
    book.anew = place
    book.turn = book.follower(seat)


def _drawn(view: View) -> tuple[str, ...]:
    """Return the piles in the order that the table has drawn by lot; none if it has not."""
    return NurMutView.of(view).lot or ()
