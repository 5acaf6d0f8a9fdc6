"""A whole game of Mytho: one round."""

from cardtable_lab.simulated import manners
from cardtable_lab.simulated.mytho.party import VISIBLE, Party
from cardtable_lab.simulated.mytho.turns import takes_turn
from table.robots.environment import Doing


def plays(party: Party) -> Doing:
    """Play, once the table shows a game, until somebody has no cards left."""
    evening = party.evening
    yield from evening.until(lambda: evening.view.game is not None, 60)
    evening.note("dealt", round=1, opener=evening.seats[0], hands={s: list(h) for s, h in party.box.hands.items()})
    yield evening.waits(1, 2)
    yield from _turns_up(party)
    quiet = manners.is_quiet(evening)
    evening.env.process(
        manners.minds_the_turn(evening, lambda: party.book.turn, lambda: party.out is None and quiet(), every_s=2)
    )
    hasty = False
    while party.out is None:
        hasty = yield from takes_turn(party, hasty=hasty)
    yield from evening.until(lambda: evening.heard(0, "game_ended") is not None, 10)
    scores = party.book.count(party.box.hands)
    evening.note("counted", scores=scores, totals=dict(party.book.totals))
    evening.note("ended", totals=dict(party.book.totals), winners=party.book.winners())
    evening.over = True


def _turns_up(party: Party) -> Doing:
    """Turn the draw pile's first card up (MYTHO-04); it is the reference (MYTHO-07)."""
    evening, opener = party.evening, party.evening.seats[0]
    card = party.box.turn_up()
    evening.note("turned_up", card=card)
    yield from evening.insists(lambda: evening.touches(opener, [card], VISIBLE), "pile_started", patience_s=1.2)
    party.book.reference, party.book.turn = card, opener
