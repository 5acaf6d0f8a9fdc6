"""A whole game of Mito, round after round."""

from typing import Any

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.behaviour import corrects_the_turn
from cardtable_lab.simulated.mito.book import answer_objection, costs, kind, number
from cardtable_lab.simulated.mito.calls import cheats, offend, watches, withdraws
from cardtable_lab.simulated.mito.players import DISCARD, Players, Race
from table.robots.environment import TRIES, Doing
from table.view import View

# -- The end of a round of Mito: players touch the pads with their remaining cards, and the table scores them

_SHOWN_S = 1.0
_LONGEST_COUNT_S = 240


def counts(players: Players, out: int) -> Doing:
    """Have everybody except the player who is out score their hand at the same time; enter the points in the book."""
    environment, since = players.environment, len(players.environment.events)
    for seat in players.others(out):
        environment.env.process(_counts_hand(players, seat))
    yield from environment.until(lambda: environment.heard(since, "round_ended") is not None, _LONGEST_COUNT_S)
    hands = {seat: list(hand) for seat, hand in players.box.hands.items()}
    scores = players.book.count(out, hands)
    truth = {"scores": scores, "totals": dict(players.book.totals), "hands": hands}
    environment.note("counted", **truth, vanished=players.box.vanished, doubtful=players.doubtful)


def _counts_hand(players: Players, seat: int) -> Doing:
    """Touch the pad with the hand's cards one by one, then tap; start over if the table's points are wrong."""
    environment = players.environment
    yield environment.waits(0.5, 2)
    for _ in range(TRIES):
        for place, card in enumerate(players.hand(seat), start=1):
            yield from _shows(players, seat, card, place)
        points = yield from _says_counted(players, seat)
        if points == costs(players.hand(seat)) or players.ended:
            return
        if points is not None:
            environment.exercised["counted_anew"] += 1
            yield from environment.holds(seat)
        yield environment.waits(0.3, 0.8)


def _says_counted(players: Players, seat: int) -> Doing:
    """Tap to finish counting a hand; return the points that the table then shows for it, or None."""
    environment, since = players.environment, len(players.environment.events)
    yield from environment.taps(seat)
    yield from environment.until(lambda: _points(players, seat, since) is not None, _SHOWN_S)
    players.ended = players.ended or environment.heard(since, "round_ended") is not None
    return _points(players, seat, since)


def _shows(players: Players, seat: int, card: str, place: int) -> Doing:
    environment = players.environment
    for _ in range(TRIES):
        if _counted(environment.view, seat) >= place:
            return
        yield from environment.touches(seat, [card], f"seat.{seat}")
        if (yield from environment.until(lambda: _counted(environment.view, seat) >= place, _SHOWN_S)):
            return


def _counted(view: View, seat: int) -> int:
    shown = view.at(seat)
    return 0 if shown is None else shown.counted or 0


def _points(players: Players, seat: int, since: int) -> int | None:
    events = players.environment.events[since:]
    found = [event["points"] for event in events if event["event"] == "hand_counted" and event["seat"] == seat]
    return found[-1] if found else None


# -- The races of Mito: slaps come early, late, together, or not at all

_TOO_LATE_S = 0.5  # how long players need to see that a race is over
_SEEN_S = 0.15  # how long players need to see another hand on its way
_LONGEST_S = 14  # no race lasts longer than this, except when the table asks a question


def slap_race(players: Players, seat: int, card: str) -> Doing:
    """Have everybody slap a mosquito (MITO-E-25); the last to slap gets a card from every other player (MITO-E-26)."""
    environment, since = players.environment, len(players.environment.events)
    race = players.race = Race()
    players.environment.note("race", race="slap", seat=seat, card=card)
    _hands_come(players, race, seat)
    closed = yield from environment.until(lambda: environment.heard(since, "race_closed") is not None, _LONGEST_S)
    race.over_s = environment.now_s
    if not closed or players.out is not None or not players.hand(seat):
        return
    environment.exercised["slap_races"] += 1
    result = environment.heard(since, "race_closed") or {}
    environment.exercised["ties"] += bool(result.get("ties"))
    environment.exercised["missing"] += bool(result.get("missing"))
    last = result.get("last")
    if last is not None:
        for giver in players.others(last):
            players.gives(giver, last)


def _hands_come(players: Players, race: Race, seat: int) -> None:
    """Have each player slap after a reaction time of their own; two may slap at the same moment."""
    environment, habits = players.environment, players.habits
    awake = [other for other in players.seats if not environment.happens(habits.asleep)]
    times = {other: _reaction_s(players) for other in awake}
    if len(awake) > 1 and environment.happens(habits.together):
        one, other = environment.chance.sample(awake, 2)
        times[one] = times[other] = max(times[one], times[other])
    for other, at in times.items():
        if other != seat or players.hand(seat):  # a player who laid their last card holds the button instead
            environment.env.process(_slaps(players, race, other, at))


def _reaction_s(players: Players) -> float:
    """Return a reaction time, sometimes long enough for the race to be over."""
    environment = players.environment
    if environment.happens(players.habits.dreamy):
        environment.exercised["late_slaps"] += 1
        return environment.chance.uniform(1.5, 5.6)
    return max(0.0, environment.chance.gauss(0.35, 0.15))


def _slaps(players: Players, race: Race, seat: int, at: float) -> Doing:
    """Slap after `at` seconds, even if the race has just closed and the press no longer counts."""
    yield players.environment.waits(at)
    if race.over_s is None or players.environment.now_s - race.over_s < _TOO_LATE_S:
        yield from players.environment.taps(seat)


def false_start(players: Players, next_one: int) -> None:
    """Make a bystander slap a card that is not a mosquito; for the guard or next player, a press has a meaning."""
    bystanders = [seat for seat in players.seats if seat not in (next_one, players.book.guard)]
    if bystanders and players.voice is None and players.environment.happens(players.habits.false_start):
        players.environment.exercised["false_starts"] += 1
        players.environment.env.process(players.environment.taps(players.environment.chance.choice(bystanders)))


# -- the cockroach


def match_race(players: Players, seat: int, card: str) -> Doing:
    """Let players answer a cockroach with a card of its number; the first gets the next turn (MITO-E-30, MITO-E-33)."""
    environment, since = players.environment, len(players.environment.events)
    race = players.race = Race()
    environment.note("race", race="match", seat=seat, card=card)
    for other in players.seats:
        environment.env.process(_answers(players, race, other, number(card)))
    closed = yield from environment.until(lambda: _is_over(players, since), _LONGEST_S)
    if environment.heard(since, "card_played") is not None:  # a card was accepted, and its player needs a moment
        yield from environment.until(lambda: race.answered is not None or players.out is not None, 3)
    while environment.view.question is not None and environment.view.question.choice == "placed":
        yield from _tell_who(players, race.answered)
    race.over_s = environment.now_s
    if closed:
        environment.exercised["match_races"] += 1
    if race.answered is not None:
        players.book.turn = race.answered
        players.book.opens(players.box.discard[-1])


def _is_over(players: Players, since: int) -> bool:
    return players.environment.heard(since, "race_closed") is not None


def _answers(players: Players, race: Race, seat: int, wanted: int) -> Doing:
    """Perhaps try to be first to answer a cockroach, sometimes with a wrong card; take a refused card back."""
    environment, habits = players.environment, players.habits
    right = [card for card in players.hand(seat) if number(card) == wanted and card not in players.moths(seat)]
    wrong = [card for card in players.hand(seat) if number(card) != wanted]
    yield environment.waits(0.7, 2.5)
    if wrong and environment.happens(habits.mistaken):
        yield from _tries(players, race, seat, environment.chance.choice(wrong), wanted)
    elif right and environment.happens(habits.attempt):
        yield from _tries(players, race, seat, environment.chance.choice(right), wanted)


def _tries(players: Players, race: Race, seat: int, card: str, wanted: int) -> Doing:
    environment = players.environment
    while race.reached_s is not None and environment.now_s - race.reached_s > _SEEN_S:
        yield environment.waits(_SEEN_S)  # another hand is already there, so the player waits to see its card
    over = race.answered is not None or not race.is_on or players.out is not None
    if over or card not in players.hand(seat):
        return
    race.reached_s = environment.now_s if race.reached_s is None else race.reached_s
    objection = answer_objection(card, wanted)
    laid = environment.note("answered", seat=seat, cards=[card], objection=objection, touches=1)
    environment.env.process(_taps_along(players, seat))
    ruled = yield from players.lays(seat, [card], note=laid, race=race)
    race.reached_s = None
    if ruled is not None and ruled["event"] == "card_played":
        race.answered = seat
        players.lies(seat, card)
        environment.stir()
        if not players.hand(seat):
            yield from environment.until(lambda: not race.is_on, _LONGEST_S)
        return
    environment.exercised["refused"] += ruled is not None
    yield from players.takes_back(seat, card, ruled)


def _taps_along(players: Players, seat: int) -> Doing:
    """Tap while laying a card, so that the table knows whose card it is."""
    yield players.environment.waits(0.0, 0.12)
    yield from players.environment.taps(seat)


def _tell_who(players: Players, answered: int | None) -> Doing:
    """Answer the table's question about who laid the card, on a phone or by button."""
    environment = players.environment
    question = environment.view.question
    if question is None:
        return
    asked, options = question.seats, [option.answer for option in question.options]
    answer: Any = "nobody" if answered is None else answered
    environment.exercised["questions"] += 1
    yield environment.waits(0.8, 2)
    if answer in options and asked:
        place = options.index(answer)
        delivery = answer if answer in asked else asked[0]
        if place == 0:
            yield from environment.taps(delivery)
        elif place == 1:
            yield from environment.doubles(delivery)
        else:
            environment.says(delivery, "settle", answer)
    else:
        environment.says(0, "settle", options[0])
    yield from environment.until(lambda: environment.view.question is None, 2)


# -- Turns of Mito: players play, draw, cheat, make mistakes, take plays back, and follow the effects of cards

_HASTE_S = (0.5, 2.2)  # how long people think
_ENOUGH = 3  # with fewer cards nobody lays two at once, because the last card may not vanish (MITO-E-57)


def takes_turn(players: Players) -> Doing:
    """Play one turn and record the result in the book."""
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
    """Choose a plain card to show and one to hide under it, preferably a moth (MITO-E-54)."""
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
    """Lay a card, perhaps with another one hidden under it, and follow the table's ruling."""
    environment = players.environment
    cards = [shown] if under is None else [shown, under]
    laid = _note_laid(players, seat, cards)
    if under is not None:
        players.under[under] = environment.now_s
    since = len(environment.events)
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
    named = ruled["card"] if ruled["card"] in cards else shown
    if under is not None and environment.touching.one_by_one:  # the table has read and accepted only one card
        players.doubtful += 1
        if named == under:
            shown, under = under, shown
            players.under.pop(shown, None)
        cards = [shown, under]
    players.lies(seat, *reversed(cards))
    environment.exercised["doubles"] += under is not None
    if under is not None:
        offend(players, seat, under, on_pile=True)
    regrets = under is None and players.hand(seat) and environment.happens(players.habits.retake)
    if regrets and (yield from _takes_back_again(players, seat, shown)):
        return
    yield from _brings(players, seat, shown, named, under)


def _note_laid(players: Players, seat: int, cards: list[str]) -> dict[str, Any]:
    """Record that a player lays cards, with the book's verdict on the visible one; return the record."""
    book, shown = players.book, cards[0]
    either = book.is_doubtful(shown) and book.objection(shown) == "not_adjacent"
    objection = book.objection(shown)
    note = players.environment.note("laid", seat=seat, cards=cards, objection=objection, either=either, touches=1)
    if len(cards) > 1:  # the verdict if the table reads only the hidden one
        note["under"] = book.objection(cards[1])
    return note


def _errs(players: Players, seat: int, card: str) -> Doing:
    """Lay an illegal card; take it back when the table refuses it."""
    environment = players.environment
    laid = _note_laid(players, seat, [card])
    ruled = yield from players.lays(seat, [card], note=laid)
    if ruled is not None and ruled["event"] == "card_played":  # the table has accepted it
        players.lies(seat, card)
        yield from _brings(players, seat, card, card)
        return
    environment.exercised["refused"] += 1
    environment.exercised["moths"] += kind(card) == "moth"
    yield from players.takes_back(seat, card, ruled)


def _takes_back_again(players: Players, seat: int, card: str) -> Doing:
    """Take a play back before the game continues (MITO-T-03); return whether that was in time."""
    environment, since = players.environment, len(players.environment.events)
    if kind(card) in ("mosquito", "cockroach"):
        return False
    for _ in range(3):
        yield environment.waits(0.6, 1.0)
        if players.is_halted():
            return False
        yield from environment.touches(seat, [card], DISCARD, unless=players.is_halted)
        if (yield from environment.until(lambda: environment.heard(since, "play_taken_back") is not None, 1.2)):
            players.box.take(seat, card)
            environment.note("took_back", seat=seat, card=card)
            environment.exercised["retakes"] += 1
            return True
    return False


def _draws(players: Players, seat: int) -> Doing:
    """Draw because no card fits, or by choice (MITO-T-01), which ends the turn."""
    environment = players.environment
    environment.note("drawing", seat=seat)
    answers = ("draw_owed", "turn_passed", "call_made")
    heard = yield from environment.insists(lambda: environment.taps(seat), *answers, patience_s=1.6)
    if heard is None:  # the table ignores the player's taps, so it shows somebody else's turn
        corrects_the_turn(environment, seat)
        return
    if heard["event"] == "call_made":
        if heard["seat"] == seat:  # the table took the guard's tap for a call, so it also shows the wrong turn
            yield from withdraws(players, seat)
            corrects_the_turn(environment, seat)
        return
    if heard["event"] == "draw_owed":
        players.draws(seat)
        environment.exercised["draws"] += 1
    players.book.turn = players.book.left_of(seat)


# -- the effects of cards


def _brings(players: Players, seat: int, shown: str, named: str, under: str | None = None) -> Doing:
    """Carry out the effect of the card `named` by the table (MITO-E-24), and pass the turn on."""
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
            if len(players.hand(seat)) > 1:  # MITO-E-34, E-36: to anybody, but never the last card
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


def plays(players: Players) -> Doing:
    """Wait until the table shows a game, then play all its rounds."""
    environment = players.environment
    yield from environment.until(lambda: environment.view.game is not None, 60)
    environment.env.process(
        behaviour.minds_the_turn(environment, lambda: players.book.turn, lambda: _is_idle(players), every_s=2)
    )
    environment.env.process(players.minds_the_cards())
    while True:
        yield from _plays_round(players)
        if players.book.is_last_round:
            break
        yield from _opens_next(players)
    environment.note("ended", totals=dict(players.book.totals), winners=players.book.winners())
    yield from environment.until(lambda: environment.heard(0, "game_ended") is not None, 5)
    environment.over = True


def _is_idle(players: Players) -> bool:
    return players.acting is None and players.voice is None and not players.racing and players.out is None


def _plays_round(players: Players) -> Doing:
    environment, book = players.environment, players.book
    players.starts_round()
    yield environment.waits(1, 2)
    yield from _turns_up(players)
    environment.env.process(watches(players))
    for seat in players.seats:
        environment.env.process(cheats(players, seat))
    while players.out is None:
        if players.is_halted():
            yield from environment.until(lambda: players.voice is None, 60)
            yield environment.waits(0.3, 0.6)
        yield from takes_turn(players)
        for seat in players.seats:
            if players.out is None and not players.hand(seat) and seat != book.turn:
                yield from players.says_out(seat)
    yield from counts(players, players.out)


def _turns_up(players: Players) -> Doing:
    """Turn up the top card of the draw pile (MITO-F-09)."""
    environment, opener = players.environment, players.book.opener
    card = players.box.turn_up()
    environment.note("turned_up", card=card)
    yield from environment.insists(lambda: environment.touches(opener, [card], DISCARD), "pile_started", patience_s=1.2)
    players.book.opens(card)


def _opens_next(players: Players) -> Doing:
    """Hold the button of the seat that opens the next round (MITO-F-45)."""
    environment, opener = players.environment, players.book.next_opener()
    yield environment.waits(1.5, 3)
    yield from environment.insists(lambda: environment.holds(opener), "round_started", patience_s=3)
