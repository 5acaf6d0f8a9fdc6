"""A whole game of Mito, round after round."""

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.mito.calls import cheats, watches
from cardtable_lab.simulated.mito.counting import counts
from cardtable_lab.simulated.mito.players import DISCARD, Players
from cardtable_lab.simulated.mito.turns import takes_turn
from table.robots.environment import Doing


def plays(players: Players) -> Doing:
    """Play all rounds, once the table shows a game."""
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
    """Turn the draw pile's first card up (MITO-F-09)."""
    environment, opener = players.environment, players.book.opener
    card = players.box.turn_up()
    environment.note("turned_up", card=card)
    yield from environment.insists(lambda: environment.touches(opener, [card], DISCARD), "pile_started", patience_s=1.2)
    players.book.opens(card)


def _opens_next(players: Players) -> Doing:
    """Hold the button of whoever opens the next round (MITO-F-45)."""
    environment, opener = players.environment, players.book.next_opener()
    yield environment.waits(1.5, 3)
    yield from environment.insists(lambda: environment.holds(opener), "round_started", patience_s=3)
