"""A whole game of Mytho: one round."""

from cardtable_lab.simulated import behaviour
from cardtable_lab.simulated.mytho.players import HIDDEN, VISIBLE, Players, Window
from table.robots.environment import Doing

# -- How players react to face-down cards: they contest, wait, let them pass, play on, and turn them over

_REACTION_S = (0.5, 3.6)
_AT_THE_END_S = (4.7, 5.4)
_LONGEST_S = 9.0  # after this time, a contest is settled or nobody has contested
_MOVED_S = 1.6


def meets(players: Players, seat: int, card: str) -> Doing:
    """Have everybody react to a face-down card, after which it is the next player's turn.

    Return whether the next player is hasty and plays while the card can still be contested.
    """
    environment, since = players.environment, len(players.environment.events)
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
    """Carry out the table's decision about a face-down card and pass the turn on."""
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
    """Have players decide whether to contest, perhaps two at once; the next player may let the card pass instead."""
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
    """Tap to contest a face-down card, unless the time to contest is over."""
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
    """Turn a contested card over (MYTHO-18), and draw and give cards as the population's own book says."""
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


# -- Turns of Mytho: players draw, lay cards face up or face down, make mistakes, take plays back, and end their turn

_HASTE_S = (0.6, 2.4)  # how long people think


def takes_turn(players: Players, *, hasty: bool) -> Doing:
    """Play one turn; return whether the next player is hasty and plays while the card can still be contested."""
    environment, seat, chance = players.environment, players.book.turn, players.environment.chance
    if players.mover != seat:  # taking a play back does not start a new turn
        players.mover, players.drawn = seat, False
    if hasty:  # a tap would contest the card, so the player can only lay one
        return (yield from _plays(players, seat, *_a_card(players, seat)))
    yield environment.waits(*_HASTE_S)
    wrong = [card for card in players.hand(seat) if players.book.objection(card, VISIBLE) is not None]
    if wrong and environment.happens(players.habits.misfit):
        yield from _errs(players, seat, chance.choice(wrong))
        yield environment.waits(*_HASTE_S)
    fitting, drawn = _fitting(players, seat), players.drawn
    if fitting and (drawn or not environment.happens(players.habits.greedy)):
        return (yield from _plays(players, seat, *_a_card(players, seat)))
    if not fitting and environment.happens(players.habits.bluff):
        return (yield from _plays(players, seat, chance.choice(players.hand(seat)), HIDDEN))
    if not drawn:
        yield from _draws(players, seat)
        yield environment.waits(*_HASTE_S)
    if _fitting(players, seat) or not environment.happens(players.habits.shy):
        return (yield from _plays(players, seat, *_a_card(players, seat)))
    yield from _ends_turn(players, seat)
    return False


def _fitting(players: Players, seat: int) -> list[str]:
    return [card for card in players.hand(seat) if players.book.objection(card, VISIBLE) is None]


def _a_card(players: Players, seat: int) -> tuple[str, str]:
    """Choose a card and a pile: a fitting card, usually face up or, failing that, any card face down."""
    environment, fitting = players.environment, _fitting(players, seat)
    if not fitting:
        return environment.chance.choice(players.hand(seat)), HIDDEN
    return environment.chance.choice(fitting), HIDDEN if environment.happens(players.habits.modest) else VISIBLE


def _plays(players: Players, seat: int, card: str, zone: str) -> Doing:
    """Lay a card and follow the table's ruling; return whether the next player is hasty (see `meets`)."""
    environment = players.environment
    ruled = yield from players.lays(seat, card, zone)
    if ruled is None or ruled["event"] == "play_refused":
        yield from players.takes_back(seat, card, zone)
        return False
    players.lies(seat, card, zone)
    if (
        players.hand(seat)
        and environment.happens(players.habits.retake)
        and (yield from _takes_back(players, seat, card, zone))
    ):
        return False
    if zone == HIDDEN:
        return (yield from meets(players, seat, card))
    players.book.reference = card  # MYTHO-16
    if not players.hand(seat):  # MYTHO-08
        players.is_out(seat)
    players.book.turn = players.book.follower(seat)
    return False


def _takes_back(players: Players, seat: int, card: str, zone: str) -> Doing:
    """Take a play back before the game continues (MYTHO-T-02); return whether that was in time."""
    environment, since = players.environment, len(players.environment.events)
    for _ in range(3):
        yield environment.waits(0.4, 0.8)
        yield from environment.touches(seat, [card], zone)
        if (yield from environment.until(lambda: environment.heard(since, "play_taken_back") is not None, 1.2)):
            players.box.take(seat, card, zone)
            players.hidden.pop(card, None)
            environment.note("took_back", seat=seat, card=card, zone=zone)
            environment.exercised["retakes"] += 1
            return True
    return False


def _errs(players: Players, seat: int, card: str) -> Doing:
    """Lay a card face up although it does not fit; take it back when the table refuses it."""
    ruled = yield from players.lays(seat, card, VISIBLE)
    players.environment.exercised["refused"] += ruled is not None and ruled["event"] == "play_refused"
    yield from players.takes_back(seat, card, VISIBLE)


def _draws(players: Players, seat: int) -> Doing:
    """Draw a card (MYTHO-10)."""
    environment = players.environment
    environment.note("drawing", seat=seat)
    heard = yield from environment.insists(lambda: environment.taps(seat), "card_drawn", patience_s=1.2)
    if heard is not None:
        players.drawn = True
        players.draws(seat)
        environment.exercised["draws"] += 1


def _ends_turn(players: Players, seat: int) -> Doing:
    """End the turn with a tap (MYTHO-12)."""
    environment = players.environment
    environment.note("ends_turn", seat=seat)
    yield from environment.insists(lambda: environment.taps(seat), "turn_passed", patience_s=1.2)
    environment.exercised["passes"] += 1
    players.book.turn = players.book.follower(seat)


def plays(players: Players) -> Doing:
    """Wait until the table shows a game, then play until somebody has no cards left."""
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
    """Turn up the top card of the draw pile (MYTHO-04), which becomes the reference (MYTHO-07)."""
    environment, opener = players.environment, players.environment.seats[0]
    card = players.box.turn_up()
    environment.note("turned_up", card=card)
    yield from environment.insists(lambda: environment.touches(opener, [card], VISIBLE), "pile_started", patience_s=1.2)
    players.book.reference, players.book.turn = card, opener
