"""A whole game of Nur Mut: one round."""

from cardtable_lab.simulated import manners
from cardtable_lab.simulated.nur_mut.answers import answers
from cardtable_lab.simulated.nur_mut.book import JOKER, PLACES
from cardtable_lab.simulated.nur_mut.party import Party
from cardtable_lab.simulated.nur_mut.turns import takes_turn
from table.robots.environment import Doing


def plays(party: Party) -> Doing:
    """Play, once the table shows a game, until somebody has no cards left."""
    evening = party.evening
    yield from evening.until(lambda: evening.view.game is not None, 60)
    piles = {seat: [card.code for card in own] for seat, own in party.box.own.items()}
    evening.note("dealt", round=1, opener=evening.seats[0], hands=piles)
    yield evening.waits(1, 2)
    for place in PLACES:
        yield from _begins(party, place)
    party.book.turn = evening.seats[0]
    evening.env.process(answers(party))
    evening.env.process(manners.minds_the_end(evening, lambda: party.out is not None))
    quiet = manners.is_quiet(evening)
    evening.env.process(
        manners.minds_the_turn(
            evening, lambda: party.book.turn, lambda: party.out is None and quiet(), every_s=3, patience=3
        )
    )
    while party.out is None:
        yield from takes_turn(party)
    yield from evening.until(lambda: evening.heard(0, "game_ended") is not None, 20)
    scores = party.book.count({seat: party.left(seat) for seat in evening.seats})
    evening.note("counted", scores=scores, totals=dict(party.book.totals))
    evening.note("ended", totals=dict(party.book.totals), winners=party.book.winners())
    evening.over = True


def _begins(party: Party, place: str) -> Doing:
    """Turn a spare card up on a place; a joker goes back, and another one is turned up (NUR-09, NUR-11)."""
    evening, box, opener = party.evening, party.box, party.evening.seats[0]
    while True:
        card = box.begin(place)
        face = box.face(card)
        ruled = yield from _turns_up(party, card.code, place, face)
        while face != JOKER and ruled is not None and ruled["event"] == "play_refused":  # the table could not see it
            ruled = yield from _turns_up(party, card.code, place, face)
        if face != JOKER:
            party.book.shown[place] = face
            return
        evening.exercised["no_joker_begins"] += 1
        if ruled is not None and ruled["event"] == "pile_started":  # the table took it for its other face
            yield from _takes_away(party, opener, card.code, place)
        box.put_back(place)


def _turns_up(party: Party, card: str, place: str, face: int) -> Doing:
    """Touch a place with a card that was turned up; take it back if it is refused. Return the ruling."""
    evening, opener, since = party.evening, party.evening.seats[0], len(party.evening.told)
    note = evening.note("turned_up", card=card, zone=place, face=face)
    ruled = yield from party.touches_until_ruled(opener, card, place, note, since)
    if ruled is not None and ruled["event"] == "play_refused":
        yield from party.takes_back(opener, card, place)
    yield evening.waits(0.5, 1.2)
    return ruled


def _takes_away(party: Party, seat: int, card: str, place: str) -> Doing:
    """Touch a pad again with a joker that was turned up, until the table knows that it is gone."""
    evening = party.evening
    yield from evening.insists(lambda: evening.touches(seat, [card], place), "play_taken_back", patience_s=1.4)
    yield evening.waits(0.5, 1.2)
