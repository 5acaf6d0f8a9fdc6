"""The races of Mito: hands come early, late, together, or not at all."""

from typing import Any

from cardtable_lab.simulated.mito.book import answer_objection, number
from cardtable_lab.simulated.mito.players import Players, Race
from table.robots.environment import Doing

_TOO_LATE_S = 0.5  # until players see that a race is over
_SEEN_S = 0.15  # until players see another hand on its way
_LONGEST_S = 14  # no race lasts longer, apart from questions


def slap_race(players: Players, seat: int, card: str) -> Doing:
    """Everybody slaps a mosquito (MITO-E-25); the last one gets a card from each of the others (MITO-E-26)."""
    environment, since = players.environment, len(players.environment.told)
    race = players.race = Race()
    players.environment.note("race", race="slap", seat=seat, card=card)
    _hands_come(players, race, seat)
    closed = yield from environment.until(lambda: environment.heard(since, "race_closed") is not None, _LONGEST_S)
    race.over_s = environment.now_s
    if not closed or players.out is not None or not players.hand(seat):
        return
    environment.exercised["slap_races"] += 1
    told = environment.heard(since, "race_closed") or {}
    environment.exercised["ties"] += bool(told.get("ties"))
    environment.exercised["missing"] += bool(told.get("missing"))
    last = told.get("last")
    if last is not None:
        for giver in players.others(last):
            players.gives(giver, last)


def _hands_come(players: Players, race: Race, seat: int) -> None:
    """Move every hand in its own time; two may arrive at the same moment."""
    environment, habits = players.environment, players.habits
    awake = [other for other in players.seats if not environment.happens(habits.asleep)]
    times = {other: _reaction_s(players) for other in awake}
    if len(awake) > 1 and environment.happens(habits.together):
        one, other = environment.chance.sample(awake, 2)
        times[one] = times[other] = max(times[one], times[other])
    for other, at in times.items():
        if other != seat or players.hand(seat):  # whoever laid their last card holds the button instead
            environment.env.process(_slaps(players, race, other, at))


def _reaction_s(players: Players) -> float:
    """Return a reaction time; now and then it is so long that the race may be over."""
    environment = players.environment
    if environment.happens(players.habits.dreamy):
        environment.exercised["late_slaps"] += 1
        return environment.chance.uniform(1.5, 5.6)
    return max(0.0, environment.chance.gauss(0.35, 0.15))


def _slaps(players: Players, race: Race, seat: int, at: float) -> Doing:
    """Slap, even if the race has just closed: then the press means nothing."""
    yield players.environment.waits(at)
    if race.over_s is None or players.environment.now_s - race.over_s < _TOO_LATE_S:
        yield from players.environment.taps(seat)


def false_start(players: Players, next_one: int) -> None:
    """Slap a card that is no mosquito, which matters only for the guard or the player in turn."""
    bystanders = [seat for seat in players.seats if seat not in (next_one, players.book.guard)]
    if bystanders and players.voice is None and players.environment.happens(players.habits.false_start):
        players.environment.exercised["false_starts"] += 1
        players.environment.env.process(players.environment.taps(players.environment.chance.choice(bystanders)))


# -- the cockroach


def match_race(players: Players, seat: int, card: str) -> Doing:
    """Answer a cockroach with a card of its number; the first to do so goes on (MITO-E-30, MITO-E-33)."""
    environment, since = players.environment, len(players.environment.told)
    race = players.race = Race()
    environment.note("race", race="match", seat=seat, card=card)
    for other in players.seats:
        environment.env.process(_answers(players, race, other, number(card)))
    closed = yield from environment.until(lambda: _is_over(players, since), _LONGEST_S)
    if environment.heard(since, "card_played") is not None:  # whoever laid it reacts as soon as their hand is free
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
    """Try to be first, if there is a card for it; take back a card that comes too late."""
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
        yield environment.waits(_SEEN_S)  # another hand is there already: wait and see
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
    """Tap as the card is laid, so that the table knows whose it was."""
    yield players.environment.waits(0.0, 0.12)
    yield from players.environment.taps(seat)


def _tell_who(players: Players, answered: int | None) -> Doing:
    """Answer the table's question about who it was, on a phone or by button."""
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
