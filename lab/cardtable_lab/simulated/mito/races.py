"""The races of Mito: hands come early, late, together, or not at all."""

from typing import Any

from cardtable_lab.simulated.mito.book import answer_objection, number
from cardtable_lab.simulated.mito.party import Party, Race
from table.robots.environment import Doing

_TOO_LATE_S = 0.5  # until players see that a race is over
_SEEN_S = 0.15  # until players see another hand on its way
_LONGEST_S = 14  # no race lasts longer, apart from questions


def slap_race(party: Party, seat: int, card: str) -> Doing:
    """Everybody slaps a mosquito (MITO-E-25); the last one gets a card from each of the others (MITO-E-26)."""
    evening, since = party.evening, len(party.evening.told)
    race = party.race = Race()
    party.evening.note("race", race="slap", seat=seat, card=card)
    _hands_come(party, race, seat)
    closed = yield from evening.until(lambda: evening.heard(since, "race_closed") is not None, _LONGEST_S)
    race.over_s = evening.now_s
    if not closed or party.out is not None or not party.hand(seat):
        return
    evening.exercised["slap_races"] += 1
    told = evening.heard(since, "race_closed") or {}
    evening.exercised["ties"] += bool(told.get("ties"))
    evening.exercised["missing"] += bool(told.get("missing"))
    last = told.get("last")
    if last is not None:
        for giver in party.others(last):
            party.gives(giver, last)


def _hands_come(party: Party, race: Race, seat: int) -> None:
    """Move every hand in its own time; two may arrive at the same moment."""
    evening, habits = party.evening, party.habits
    awake = [other for other in party.seats if not evening.happens(habits.asleep)]
    times = {other: _reaction_s(party) for other in awake}
    if len(awake) > 1 and evening.happens(habits.together):
        one, other = evening.chance.sample(awake, 2)
        times[one] = times[other] = max(times[one], times[other])
    for other, at in times.items():
        if other != seat or party.hand(seat):  # whoever laid their last card holds the button instead
            evening.env.process(_slaps(party, race, other, at))


def _reaction_s(party: Party) -> float:
    """Return a reaction time; now and then it is so long that the race may be over."""
    evening = party.evening
    if evening.happens(party.habits.dreamy):
        evening.exercised["late_slaps"] += 1
        return evening.chance.uniform(1.5, 5.6)
    return max(0.0, evening.chance.gauss(0.35, 0.15))


def _slaps(party: Party, race: Race, seat: int, at: float) -> Doing:
    """Slap, even if the race has just closed: then the press means nothing."""
    yield party.evening.waits(at)
    if race.over_s is None or party.evening.now_s - race.over_s < _TOO_LATE_S:
        yield from party.evening.taps(seat)


def false_start(party: Party, next_one: int) -> None:
    """Slap a card that is no mosquito, which matters only for the guard or the player in turn."""
    bystanders = [seat for seat in party.seats if seat not in (next_one, party.book.guard)]
    if bystanders and party.voice is None and party.evening.happens(party.habits.false_start):
        party.evening.exercised["false_starts"] += 1
        party.evening.env.process(party.evening.taps(party.evening.chance.choice(bystanders)))


# -- the cockroach


def match_race(party: Party, seat: int, card: str) -> Doing:
    """Answer a cockroach with a card of its number; the first to do so goes on (MITO-E-30, MITO-E-33)."""
    evening, since = party.evening, len(party.evening.told)
    race = party.race = Race()
    evening.note("race", race="match", seat=seat, card=card)
    for other in party.seats:
        evening.env.process(_answers(party, race, other, number(card)))
    closed = yield from evening.until(lambda: _is_over(party, since), _LONGEST_S)
    if evening.heard(since, "card_played") is not None:  # whoever laid it reacts as soon as their hand is free
        yield from evening.until(lambda: race.answered is not None or party.out is not None, 3)
    while evening.view.question is not None and evening.view.question.choice == "placed":
        yield from _tell_who(party, race.answered)
    race.over_s = evening.now_s
    if closed:
        evening.exercised["match_races"] += 1
    if race.answered is not None:
        party.book.turn = race.answered
        party.book.opens(party.box.discard[-1])


def _is_over(party: Party, since: int) -> bool:
    return party.evening.heard(since, "race_closed") is not None


def _answers(party: Party, race: Race, seat: int, wanted: int) -> Doing:
    """Try to be first, if there is a card for it; take back a card that comes too late."""
    evening, habits = party.evening, party.habits
    right = [card for card in party.hand(seat) if number(card) == wanted and card not in party.moths(seat)]
    wrong = [card for card in party.hand(seat) if number(card) != wanted]
    yield evening.waits(0.7, 2.5)
    if wrong and evening.happens(habits.mistaken):
        yield from _tries(party, race, seat, evening.chance.choice(wrong), wanted)
    elif right and evening.happens(habits.attempt):
        yield from _tries(party, race, seat, evening.chance.choice(right), wanted)


def _tries(party: Party, race: Race, seat: int, card: str, wanted: int) -> Doing:
    evening = party.evening
    while race.reached_s is not None and evening.now_s - race.reached_s > _SEEN_S:
        yield evening.waits(_SEEN_S)  # another hand is there already: wait and see
    over = race.answered is not None or not race.is_on or party.out is not None
    if over or card not in party.hand(seat):
        return
    race.reached_s = evening.now_s if race.reached_s is None else race.reached_s
    objection = answer_objection(card, wanted)
    laid = evening.note("answered", seat=seat, cards=[card], objection=objection, touches=1)
    evening.env.process(_taps_along(party, seat))
    ruled = yield from party.lays(seat, [card], note=laid, race=race)
    race.reached_s = None
    if ruled is not None and ruled["event"] == "card_played":
        race.answered = seat
        party.lies(seat, card)
        evening.stir()
        if not party.hand(seat):
            yield from evening.until(lambda: not race.is_on, _LONGEST_S)
        return
    evening.exercised["refused"] += ruled is not None
    yield from party.takes_back(seat, card, ruled)


def _taps_along(party: Party, seat: int) -> Doing:
    """Tap as the card is laid, so that the table knows whose it was."""
    yield party.evening.waits(0.0, 0.12)
    yield from party.evening.taps(seat)


def _tell_who(party: Party, answered: int | None) -> Doing:
    """Answer the table's question about who it was, on a phone or by button."""
    evening = party.evening
    question = evening.view.question
    if question is None:
        return
    asked, options = question.seats, [option.answer for option in question.options]
    answer: Any = "nobody" if answered is None else answered
    evening.exercised["questions"] += 1
    yield evening.waits(0.8, 2)
    if answer in options and asked:
        place = options.index(answer)
        teller = answer if answer in asked else asked[0]
        if place == 0:
            yield from evening.taps(teller)
        elif place == 1:
            yield from evening.doubles(teller)
        else:
            evening.says(teller, "settle", answer)
    else:
        evening.says(0, "settle", options[0])
    yield from evening.until(lambda: evening.view.question is None, 2)
