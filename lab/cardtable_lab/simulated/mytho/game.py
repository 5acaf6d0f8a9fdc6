"""A whole game of Mytho: one round."""

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.mytho.players import VISIBLE, Players
from cardtable_lab.simulated.mytho.turns import takes_turn
from table.robots.environment import Doing


def plays(players: Players) -> Doing:
    """Play, once the table shows a game, until somebody has no cards left."""
    environment = players.environment
    yield from environment.until(lambda: environment.view.game is not None, 60)
    environment.note(
        "dealt", round=1, opener=environment.seats[0], hands={s: list(h) for s, h in players.box.hands.items()}
    )
    yield environment.waits(1, 2)
    yield from _turns_up(players)
    quiet = behaviour.is_quiet(environment)
    environment.env.process(
        behaviour.minds_the_turn(
            environment, lambda: players.book.turn, lambda: players.out is None and quiet(), every_s=2
        )
    )
    hasty = False
    while players.out is None:
        hasty = yield from takes_turn(players, hasty=hasty)
    yield from environment.until(lambda: environment.heard(0, "game_ended") is not None, 10)
    scores = players.book.count(players.box.hands)
    environment.note("counted", scores=scores, totals=dict(players.book.totals))
    environment.note("ended", totals=dict(players.book.totals), winners=players.book.winners())
    environment.over = True


def _turns_up(players: Players) -> Doing:
    """Turn the draw pile's first card up (MYTHO-04); it is the reference (MYTHO-07)."""
    environment, opener = players.environment, players.environment.seats[0]
    card = players.box.turn_up()
    environment.note("turned_up", card=card)
    yield from environment.insists(lambda: environment.touches(opener, [card], VISIBLE), "pile_started", patience_s=1.2)
    players.book.reference, players.book.turn = card, opener
