"""Turns of Mytho: players draw, play openly or face down, err, change their minds, and end their turn."""

from cardtable_lab.simulated.mytho.contests import meets
from cardtable_lab.simulated.mytho.players import HIDDEN, VISIBLE, Players
from table.robots.environment import Doing

_HASTE_S = (0.6, 2.4)  # how long people think


def takes_turn(players: Players, *, hasty: bool) -> Doing:
    """Play the turn of the player in turn. Return whether the next player is hasty."""
    environment, seat, chance = players.environment, players.book.turn, players.environment.chance
    if players.mover != seat:  # taking a play back starts no new turn
        players.mover, players.drawn = seat, False
    if hasty:  # a tap would contest: only a card plays on
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
    """Choose a card and a pile: one that fits, mostly openly, or any face down."""
    environment, fitting = players.environment, _fitting(players, seat)
    if not fitting:
        return environment.chance.choice(players.hand(seat)), HIDDEN
    return environment.chance.choice(fitting), HIDDEN if environment.happens(players.habits.modest) else VISIBLE


def _plays(players: Players, seat: int, card: str, zone: str) -> Doing:
    """Lay a card; players go by the table's ruling. Return whether the next player plays on at once."""
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
    """Take a play back before anybody goes on (MYTHO-T-02); return whether that was in time."""
    environment, since = players.environment, len(players.environment.told)
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
    """Lay a misfit openly, and take it back when the table says so."""
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
    """Say that the turn is over (MYTHO-12)."""
    environment = players.environment
    environment.note("ends_turn", seat=seat)
    yield from environment.insists(lambda: environment.taps(seat), "turn_passed", patience_s=1.2)
    environment.exercised["passes"] += 1
    players.book.turn = players.book.follower(seat)
