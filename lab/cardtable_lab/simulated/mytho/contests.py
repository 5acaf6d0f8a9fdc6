"""How players react to hidden cards: they doubt, wait, let them pass, play on, and turn them over."""

from cardtable_lab.simulated.mytho.players import VISIBLE, Players, Window
from table.robots.environment import Doing

_REACTION_S = (0.5, 3.6)
_AT_THE_END_S = (4.7, 5.4)
_LONGEST_S = 9.0  # by then a contest is settled, or there was none
_MOVED_S = 1.6


def meets(players: Players, seat: int, card: str) -> Doing:
    """Let everybody react to a face-down card; then the next player has the turn.

    Return whether the next player plays on at once, while it could still be contested.
    """
    environment, since = players.environment, len(players.environment.told)
    window = players.window = Window(seat, card)
    environment.exercised["hidden"] += 1
    environment.exercised["bluffs"] += not players.book.is_like_the_reference(card)
    hasty = bool(players.hand(seat)) and environment.happens(players.habits.hasty)
    _hands_move(players, window, hasty=hasty)

    def is_over() -> bool:
        return environment.heard(since, "contest_settled", "turn_started", "round_ended") is not None

    if hasty:
        yield from environment.until(is_over, environment.chance.uniform(1, 3))
        if not is_over() and not window.doubted:
            window.over = True
            environment.exercised["played_on"] += 1
            players.book.turn = players.book.follower(seat)
            return True
    yield from environment.until(is_over, _LONGEST_S)
    window.over = True
    yield from _settles(players, window, since)
    return False


def _settles(players: Players, window: Window, since: int) -> Doing:
    """Carry out what the table decides about a hidden card."""
    environment, seat = players.environment, window.player
    settled = environment.heard(since, "contest_settled")
    if settled is not None:
        yield from _is_turned_over(players, window, settled["challenger"])
    elif players.out is None and not players.hand(seat):
        environment.exercised["won_hidden"] += 1
        players.is_out(seat)
    else:
        players.book.turn = players.book.follower(seat)


def _hands_move(players: Players, window: Window, *, hasty: bool) -> None:
    """Let everybody decide whether to contest, two perhaps at once; the next player may also let it pass."""
    environment, habits, chance = players.environment, players.habits, players.environment.chance
    doubting = [other for other in players.others(window.player) if environment.happens(habits.doubt)]
    times = {other: chance.uniform(*_REACTION_S) for other in doubting}
    if doubting and environment.happens(habits.together):
        other = chance.choice(players.others(window.player))
        times[other] = min(times.values()) + chance.choice((0.0, 0.02, 0.05, 0.08))
        environment.exercised["together"] += len(times) > 1
    for other in [other for other in doubting if environment.happens(habits.late)]:
        times[other] = chance.uniform(*_AT_THE_END_S)
    for other, at in times.items():
        environment.env.process(_contests(players, window, other, at))
    follower = players.book.follower(window.player)
    if not hasty and follower not in times and environment.happens(habits.trusting):
        environment.env.process(_lets_pass(players, window, follower))
    if environment.happens(habits.own):
        environment.env.process(_contests(players, window, window.player, 1.0))


def _contests(players: Players, window: Window, seat: int, at: float) -> Doing:
    """Tap, unless another player was visibly faster."""
    environment = players.environment
    yield environment.waits(at)
    if window.over:
        return
    window.doubted = window.doubted or seat != window.player
    environment.note("doubts", seat=seat, card=window.card)
    yield from environment.taps(seat)


def _lets_pass(players: Players, window: Window, seat: int) -> Doing:
    environment = players.environment
    yield environment.waits(0.8, 3.5)
    if not window.over:
        environment.exercised["let_pass"] += 1
        yield from environment.holds(seat)


def _is_turned_over(players: Players, window: Window, challenger: int) -> Doing:
    """Turn the card over (MYTHO-18) and pay what it costs, as the population's own book says."""
    environment, book, player, card = players.environment, players.book, window.player, window.card
    truthful = book.is_like_the_reference(card)
    environment.note("settled", challenger=challenger, player=player, truthful=truthful, card=card)
    players.box.turn_over(card)
    players.hidden.pop(card, None)
    book.reference = card  # MYTHO-22
    if truthful:
        environment.exercised["doubted_wrongly"] += 1
        players.draws(challenger)  # MYTHO-19, MYTHO-23
    else:
        environment.exercised["doubted_rightly"] += 1
        players.draws(player)  # MYTHO-20
        taken = players.box.take_unseen(player, challenger)  # MYTHO-21
        environment.note("gave", seat=challenger, to=player, card=taken)
    out = player if truthful else challenger
    if not players.hand(out):  # MYTHO-25, MYTHO-26
        environment.exercised["won_by_contest"] += 1
        players.is_out(out)
        return
    yield from _goes_to_the_visible_pile(players, challenger, card)
    book.turn = book.follower(player)  # MYTHO-T-06


def _goes_to_the_visible_pile(players: Players, seat: int, card: str) -> Doing:
    """Touch the visible pad with the revealed card until the table has seen it (MYTHO-T-09)."""
    environment = players.environment
    yield environment.waits(0.8, 2.0)
    yield from environment.insists(
        lambda: environment.touches(seat, [card], VISIBLE), "correction_closed", patience_s=_MOVED_S
    )
