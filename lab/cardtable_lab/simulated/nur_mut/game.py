"""A whole game of Nur Mut: one round."""

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.nur_mut.answers import answers
from cardtable_lab.simulated.nur_mut.book import JOKER, PLACES
from cardtable_lab.simulated.nur_mut.players import Players
from cardtable_lab.simulated.nur_mut.turns import takes_turn
from table.robots.environment import Doing


def plays(players: Players) -> Doing:
    """Play, once the table shows a game, until somebody has no cards left."""
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
    """Turn a spare card up on a place; a joker goes back, and another one is turned up (NUR-09, NUR-11)."""
    environment, box, opener = players.environment, players.box, players.environment.seats[0]
    while True:
        card = box.begin(place)
        face = box.face(card)
        ruled = yield from _turns_up(players, card.code, place, face)
        while face != JOKER and ruled is not None and ruled["event"] == "play_refused":  # the table could not see it
            ruled = yield from _turns_up(players, card.code, place, face)
        if face != JOKER:
            players.book.shown[place] = face
            return
        environment.exercised["no_joker_begins"] += 1
        if ruled is not None and ruled["event"] == "pile_started":  # the table took it for its other face
            yield from _takes_away(players, opener, card.code, place)
        box.put_back(place)


def _turns_up(players: Players, card: str, place: str, face: int) -> Doing:
    """Touch a place with a card that was turned up; take it back if it is refused. Return the ruling."""
    environment, opener, since = players.environment, players.environment.seats[0], len(players.environment.told)
    note = environment.note("turned_up", card=card, zone=place, face=face)
    ruled = yield from players.touches_until_ruled(opener, card, place, note, since)
    if ruled is not None and ruled["event"] == "play_refused":
        yield from players.takes_back(opener, card, place)
    yield environment.waits(0.5, 1.2)
    return ruled


def _takes_away(players: Players, seat: int, card: str, place: str) -> Doing:
    """Touch a pad again with a joker that was turned up, until the table knows that it is gone."""
    environment = players.environment
    yield from environment.insists(lambda: environment.touches(seat, [card], place), "play_taken_back", patience_s=1.4)
    yield environment.waits(0.5, 1.2)
