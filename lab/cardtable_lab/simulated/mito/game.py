"""A whole game of Mito, round after round."""

from cardtable_lab.simulated import manners
from cardtable_lab.simulated.mito.calls import cheats, watches
from cardtable_lab.simulated.mito.counting import counts
from cardtable_lab.simulated.mito.party import DISCARD, Party
from cardtable_lab.simulated.mito.turns import takes_turn
from table.robots.environment import Doing


def plays(party: Party) -> Doing:
    """Play all rounds, once the table shows a game."""
    evening = party.evening
    yield from evening.until(lambda: evening.view.game is not None, 60)
    evening.env.process(manners.minds_the_turn(evening, lambda: party.book.turn, lambda: _is_idle(party), every_s=2))
    evening.env.process(party.minds_the_cards())
    while True:
        yield from _plays_round(party)
        if party.book.is_last_round:
            break
        yield from _opens_next(party)
    evening.note("ended", totals=dict(party.book.totals), winners=party.book.winners())
    yield from evening.until(lambda: evening.heard(0, "game_ended") is not None, 5)
    evening.over = True


def _is_idle(party: Party) -> bool:
    return party.acting is None and party.voice is None and not party.racing and party.out is None


def _plays_round(party: Party) -> Doing:
    evening, book = party.evening, party.book
    party.starts_round()
    yield evening.waits(1, 2)
    yield from _turns_up(party)
    evening.env.process(watches(party))
    for seat in party.seats:
        evening.env.process(cheats(party, seat))
    while party.out is None:
        if party.is_halted():
            yield from evening.until(lambda: party.voice is None, 60)
            yield evening.waits(0.3, 0.6)
        yield from takes_turn(party)
        for seat in party.seats:
            if party.out is None and not party.hand(seat) and seat != book.turn:
                yield from party.says_out(seat)
    yield from counts(party, party.out)


def _turns_up(party: Party) -> Doing:
    """Turn the draw pile's first card up (MITO-F-09)."""
    evening, opener = party.evening, party.book.opener
    card = party.box.turn_up()
    evening.note("turned_up", card=card)
    yield from evening.insists(lambda: evening.touches(opener, [card], DISCARD), "pile_started", patience_s=1.2)
    party.book.opens(card)


def _opens_next(party: Party) -> Doing:
    """Hold the button of whoever opens the next round (MITO-F-45)."""
    evening, opener = party.evening, party.book.next_opener()
    yield evening.waits(1.5, 3)
    yield from evening.insists(lambda: evening.holds(opener), "round_started", patience_s=3)
