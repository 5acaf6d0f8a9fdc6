"""How players react to hidden cards: they doubt, wait, let them pass, play on, and turn them over."""

from cardtable_lab.simulated.mytho.party import VISIBLE, Party, Window
from table.robots.environment import Doing

_REACTION_S = (0.5, 3.6)
_AT_THE_END_S = (4.7, 5.4)
_LONGEST_S = 9.0  # by then a contest is settled, or there was none
_MOVED_S = 1.6


def meets(party: Party, seat: int, card: str) -> Doing:
    """Let everybody react to a face-down card; then the next player has the turn.

    Return whether the next player plays on at once, while it could still be contested.
    """
    evening, since = party.evening, len(party.evening.told)
    window = party.window = Window(seat, card)
    evening.exercised["hidden"] += 1
    evening.exercised["bluffs"] += not party.book.is_like_the_reference(card)
    hasty = bool(party.hand(seat)) and evening.happens(party.habits.hasty)
    _hands_move(party, window, hasty=hasty)

    def is_over() -> bool:
        return evening.heard(since, "contest_settled", "turn_started", "round_ended") is not None

    if hasty:
        yield from evening.until(is_over, evening.chance.uniform(1, 3))
        if not is_over() and not window.doubted:
            window.over = True
            evening.exercised["played_on"] += 1
            party.book.turn = party.book.follower(seat)
            return True
    yield from evening.until(is_over, _LONGEST_S)
    window.over = True
    yield from _settles(party, window, since)
    return False


def _settles(party: Party, window: Window, since: int) -> Doing:
    """Carry out what the table decides about a hidden card."""
    evening, seat = party.evening, window.player
    settled = evening.heard(since, "contest_settled")
    if settled is not None:
        yield from _is_turned_over(party, window, settled["challenger"])
    elif party.out is None and not party.hand(seat):
        evening.exercised["won_hidden"] += 1
        party.is_out(seat)
    else:
        party.book.turn = party.book.follower(seat)


def _hands_move(party: Party, window: Window, *, hasty: bool) -> None:
    """Let everybody decide whether to contest, two perhaps at once; the next player may also let it pass."""
    evening, habits, chance = party.evening, party.habits, party.evening.chance
    doubting = [other for other in party.others(window.player) if evening.happens(habits.doubt)]
    times = {other: chance.uniform(*_REACTION_S) for other in doubting}
    if doubting and evening.happens(habits.together):
        other = chance.choice(party.others(window.player))
        times[other] = min(times.values()) + chance.choice((0.0, 0.02, 0.05, 0.08))
        evening.exercised["together"] += len(times) > 1
    for other in [other for other in doubting if evening.happens(habits.late)]:
        times[other] = chance.uniform(*_AT_THE_END_S)
    for other, at in times.items():
        evening.env.process(_contests(party, window, other, at))
    follower = party.book.follower(window.player)
    if not hasty and follower not in times and evening.happens(habits.trusting):
        evening.env.process(_lets_pass(party, window, follower))
    if evening.happens(habits.own):
        evening.env.process(_contests(party, window, window.player, 1.0))


def _contests(party: Party, window: Window, seat: int, at: float) -> Doing:
    """Tap, unless another player was visibly faster."""
    evening = party.evening
    yield evening.waits(at)
    if window.over:
        return
    window.doubted = window.doubted or seat != window.player
    evening.note("doubts", seat=seat, card=window.card)
    yield from evening.taps(seat)


def _lets_pass(party: Party, window: Window, seat: int) -> Doing:
    evening = party.evening
    yield evening.waits(0.8, 3.5)
    if not window.over:
        evening.exercised["let_pass"] += 1
        yield from evening.holds(seat)


def _is_turned_over(party: Party, window: Window, challenger: int) -> Doing:
    """Turn the card over (MYTHO-18) and pay what it costs, as the household's own book says."""
    evening, book, player, card = party.evening, party.book, window.player, window.card
    truthful = book.is_like_the_reference(card)
    evening.note("settled", challenger=challenger, player=player, truthful=truthful, card=card)
    party.box.turn_over(card)
    party.hidden.pop(card, None)
    book.reference = card  # MYTHO-22
    if truthful:
        evening.exercised["doubted_wrongly"] += 1
        party.draws(challenger)  # MYTHO-19, MYTHO-23
    else:
        evening.exercised["doubted_rightly"] += 1
        party.draws(player)  # MYTHO-20
        taken = party.box.take_unseen(player, challenger)  # MYTHO-21
        evening.note("gave", seat=challenger, to=player, card=taken)
    out = player if truthful else challenger
    if not party.hand(out):  # MYTHO-25, MYTHO-26
        evening.exercised["won_by_contest"] += 1
        party.is_out(out)
        return
    yield from _goes_to_the_visible_pile(party, challenger, card)
    book.turn = book.follower(player)  # MYTHO-T-06


def _goes_to_the_visible_pile(party: Party, seat: int, card: str) -> Doing:
    """Touch the visible pad with the revealed card until the table has seen it (MYTHO-T-09)."""
    evening = party.evening
    yield evening.waits(0.8, 2.0)
    yield from evening.insists(lambda: evening.touches(seat, [card], VISIBLE), "correction_closed", patience_s=_MOVED_S)
