"""A whole game of Nur Mut: one round."""

from copy import deepcopy

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.nur_mut.book import JOKER, PLACES
from cardtable_lab.simulated.nur_mut.players import HEARD_S, Players
from table.games.nur_mut.views import NurMutView
from table.robots.environment import Doing
from table.view import QuestionView, View

# -- Turns of Nur Mut: players lay cards, dare, fail, pass, put cards under piles, make mistakes, and take plays back

_HASTE_S = (0.6, 2.2)  # how long people think
_SOON_S = (0.8, 2.0)  # how long people take to pick up the next card
_SHUFFLE_S = (2.0, 4.5)
_ASKED_S = 12.0  # how long the table may take to ask a question and get its answer


def takes_turn(players: Players) -> Doing:
    """Play one turn and record the result in the book."""
    environment, seat = players.environment, players.book.turn
    yield environment.waits(*_HASTE_S)
    if players.book.anew is not None:
        yield from _begins_anew(players, seat)
        return
    if players.book.needs_courage:
        environment.exercised["forced"] += 1
        if environment.happens(0.3):
            yield from environment.holds(seat)  # to no effect (NUR-43)
            yield environment.waits(0.5, 1.0)
        yield from _dares(players, seat)
        return
    yield from _chooses(players, seat)


def _chooses(players: Players, seat: int) -> Doing:
    """Lay a card, pass or declare Courage (NUR-21), perhaps after a mistake."""
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
    """Return whether a player tries to lay a card that does not fit, which nobody does with their last card."""
    return players.left(seat) > 1 and players.environment.happens(chance)


# -- laying


def _lays(players: Players, seat: int, place: str, *, brave: bool = False) -> Doing:
    """Lay a player's top card, cover the card if it is a joker, and pass the turn on."""
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
    if not players.left(seat):  # NUR-44: even if it is a joker
        environment.exercised["won_with_a_joker"] += face == JOKER
        players.is_out(seat)
    elif face == JOKER:
        yield from _covers(players, seat, place)
    elif brave:  # NUR-36: the player plays again
        environment.exercised["rewarded"] += 1
        return
    if players.out is None:
        players.book.turn = players.book.follower(seat)


def _covers(players: Players, seat: int, place: str) -> Doing:
    """Cover a joker with the player's next cards, whatever they are, until a number shows (NUR-40, NUR-41)."""
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
    """Take a play back before the game continues (NUR-T-02); return whether that was in time."""
    environment, since = players.environment, len(players.environment.events)
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
    """Lay a card where it does not fit; the table refuses it, unless the other face of the card would fit."""
    environment, card = players.environment, players.box.top(seat)
    ruled = yield from players.lays(seat, place)
    refused = ruled is None or ruled["event"] == "play_refused"
    environment.exercised["refused"] += ruled is not None and refused
    if refused:
        yield from players.takes_back(seat, card.code, place)
        return
    since = len(environment.events)  # the table accepts the card because of its other face, but people do not
    yield from players.picks_up(seat, card.code, place)
    environment.exercised["let_pass"] += environment.heard(since, "play_taken_back") is not None


def _begins_anew(players: Players, seat: int) -> Doing:
    """Start a new pile with the player's top card; this takes up the whole turn (NUR-33, NUR-34)."""
    place = players.book.anew
    assert place is not None, "somebody has taken a pile"  # noqa: S101
    players.environment.exercised["begun_anew"] += 1
    yield from _lays(players, seat, place)


# -- passing and putting a card under the pile


def _may_be_asked(players: Players, seat: int, *, soon: bool = False) -> bool:
    """Return whether the table is asking a seat a question or, with `soon`, may soon ask one."""
    view = players.environment.view
    asked = view.doubted if soon else view.question
    return asked is not None and seat in asked.seats


def _is_asked_no_more(players: Players, seat: int) -> Doing:
    """Wait until the table is no longer asking a seat a question, because a press would answer it."""
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
    """Put a card that fits nowhere under the player's own pile (NUR-24), perhaps after trying to lay it."""
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
    )  # before that, a double press would mean a joker
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
    if _is_careless(players, seat, players.habits.misfit):  # the player has not noticed that the card does not fit
        card, place = players.box.top(seat), environment.chance.choice(sorted(players.book.shown))
        ruled = yield from players.lays(seat, place, brave=True)
        if ruled is not None and ruled["event"] != "play_refused":  # the table assumed the other face
            yield from players.picks_up(seat, card.code, place)
        yield environment.waits(0.8, 1.5)
    yield from _fails(players, seat)


def _fails(players: Players, seat: int) -> Doing:
    """After failed Courage, take the highest pile (NUR-30); if several tie, the one drawn at random (NUR-32)."""
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
    """Return the piles in the random order that the table has drawn, or an empty tuple before the draw."""
    return NurMutView.of(view).lot or ()


# -- Answers to the table's questions about what it cannot see: which pile is the highest, and what a card showed


def answers(players: Players) -> Doing:
    """Answer the table's questions truthfully, by phone or button, until the game is over."""
    environment = players.environment
    while not environment.over:
        yield from environment.until(lambda: environment.over or _question(players) is not None, 3600)
        question = _question(players)
        if question is None:
            continue
        environment.exercised["questions"] += 1
        environment.note("asked", choice=question.choice)
        yield environment.waits(0.8, 2.0)
        if _question(players) == question:
            yield from _answers(players, question)
        yield from _until_it_is_gone(players, question)


def _until_it_is_gone(players: Players, question: QuestionView) -> Doing:
    yield from players.environment.until(lambda: _question(players) != question, 5)


def _question(players: Players) -> QuestionView | None:
    return players.environment.view.question


def _answers(players: Players, question: QuestionView) -> Doing:
    """Answer a question: tap for the first answer, press twice for the second, or use a phone."""
    environment, seat = players.environment, question.seats[0]
    options = [option.answer for option in question.options]
    answer = _truth(players, question.choice)
    if answer not in options:
        environment.note("no_answer", choice=question.choice, answer=answer)
        return
    environment.note("answers", choice=question.choice, answer=answer)
    if options.index(answer) == 0 and environment.happens(0.4):
        yield from environment.taps(seat)
    elif options.index(answer) == 1 and environment.happens(0.4):
        yield from environment.doubles(seat)
    else:
        environment.says(seat, "settle", answer)


def _truth(players: Players, choice: str) -> int | str:
    """Return the true answer to a question, which everybody at the table knows."""
    if choice == "highest":
        fails = next((deed for deed in reversed(players.environment.deeds) if deed["deed"] == "fails"), None)
        return "" if fails is None else " ".join(fails["highest"])
    card = choice.removeprefix("face ")
    lies = (deed for deed in reversed(players.environment.deeds) if deed["deed"] == "lies")
    face = next((deed["face"] for deed in lies if deed["cards"] == [card]), JOKER)
    return face if isinstance(face, int | str) else JOKER


def plays(players: Players) -> Doing:
    """Wait until the table shows a game, then play until somebody has no cards left."""
    environment = players.environment
    yield from environment.until(lambda: environment.view.game is not None, 60)
    piles = {seat: [card.code for card in own] for seat, own in players.box.own.items()}
    environment.note("dealt", round=1, opener=environment.seats[0], hands=piles)
    yield environment.waits(1, 2)
    for place in PLACES:
        yield from _begins(players, place)
    players.book.turn = environment.seats[0]
    environment.env.process(answers(players))
    environment.env.process(behaviour.minds_the_end(environment, lambda: players.out is not None))
    quiet = behaviour.is_quiet(environment)
    environment.env.process(
        behaviour.minds_the_turn(
            environment, lambda: players.book.turn, lambda: players.out is None and quiet(), every_s=3, patience=3
        )
    )
    while players.out is None:
        yield from takes_turn(players)
    yield from environment.until(lambda: environment.heard(0, "game_ended") is not None, 20)
    scores = players.book.count({seat: players.left(seat) for seat in environment.seats})
    environment.note("counted", scores=scores, totals=dict(players.book.totals))
    environment.note("ended", totals=dict(players.book.totals), winners=players.book.winners())
    environment.over = True


def _begins(players: Players, place: str) -> Doing:
    """Turn up a spare card on a place; a joker goes back, and another card is turned up (NUR-09, NUR-11)."""
    environment, box, opener = players.environment, players.box, players.environment.seats[0]
    while True:
        card = box.begin(place)
        face = box.face(card)
        ruled = yield from _turns_up(players, card.code, place, face)
        while face != JOKER and ruled is not None and ruled["event"] == "play_refused":  # the table sees no faces
            ruled = yield from _turns_up(players, card.code, place, face)
        if face != JOKER:
            players.book.shown[place] = face
            return
        environment.exercised["no_joker_begins"] += 1
        if ruled is not None and ruled["event"] == "pile_started":  # the table assumed the other face
            yield from _takes_away(players, opener, card.code, place)
        box.put_back(place)


def _turns_up(players: Players, card: str, place: str, face: int) -> Doing:
    """Touch a place with a card that was turned up; take the card back if the table refuses it; return the ruling."""
    environment, opener, since = players.environment, players.environment.seats[0], len(players.environment.events)
    note = environment.note("turned_up", card=card, zone=place, face=face)
    ruled = yield from players.touches_until_ruled(opener, card, place, note, since)
    if ruled is not None and ruled["event"] == "play_refused":
        yield from players.takes_back(opener, card, place)
    yield environment.waits(0.5, 1.2)
    return ruled


def _takes_away(players: Players, seat: int, card: str, place: str) -> Doing:
    """Touch a pad with a turned-up joker until the table knows that it was taken away."""
    environment = players.environment
    yield from environment.insists(lambda: environment.touches(seat, [card], place), "play_taken_back", patience_s=1.4)
    yield environment.waits(0.5, 1.2)
