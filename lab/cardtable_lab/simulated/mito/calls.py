"""Cheating in Mito, and the guard who watches for cheats: calls, truthful confessions and denials."""

from cardtable_lab.simulated.mito.players import Offence, Players
from table.robots.environment import Doing

_REACTION_S = (0.5, 1.3)
_HEARD_S = 1.6


def offend(players: Players, seat: int, card: str, *, on_pile: bool) -> None:
    """Record a cheat, and whether the guard saw it."""
    seen = players.environment.happens(players.habits.seen)
    players.offences.append(Offence(seat, card, on_pile, seen))
    players.environment.note("cheated", seat=seat, card=card, how="two as one" if on_pile else "under the table")
    if seen:
        players.environment.stir()


def cheats(players: Players, seat: int) -> Doing:
    """Make cards vanish now and then during a round, moths first (MITO-F-16, F-20, F-22, MITO-E-56)."""
    environment = players.environment
    while players.out is None:
        yield environment.waits(6, 20)
        hand = players.hand(seat)
        may = seat != players.book.guard and players.voice is None and len(hand) > 2 and players.out is None
        if may and environment.happens(players.habits.vanish):
            card = environment.chance.choice(players.moths(seat) or hand)
            if players.at_hand(seat, [card]) and card not in players.lying_wrong():
                players.box.vanish(seat, card)
                players.vanished[card] = environment.now_s
                environment.exercised["vanished"] += 1
                offend(players, seat, card, on_pile=False)


def watches(players: Players) -> Doing:
    """Act as the current guard: call out cheats that were seen, and sometimes a player on mere suspicion."""
    environment = players.environment
    while players.out is None:
        yield from environment.until(
            lambda: players.out is not None or _seen(players) is not None, environment.chance.uniform(3, 9)
        )
        if players.out is not None:
            return
        offence = _seen(players)
        if offence is not None:
            yield environment.waits(*_REACTION_S)
            offence.seen = False
            if _can_call(players, offence.seat):
                yield from _calls(players, offence.seat, offence)
        elif environment.happens(players.habits.suspicion):
            suspect = environment.chance.choice(players.others(players.book.guard))
            if _can_call(players, suspect):
                yield from _calls(players, suspect, None)


def _seen(players: Players) -> Offence | None:
    return next((offence for offence in players.offences if offence.seen), None)


def _can_call(players: Players, seat: int) -> bool:
    """Return whether the guard may call out a seat now.

    The guard must not be taking a turn or about to take one, and no race or end of a round may be in progress.
    """
    guard = players.book.guard
    arriving = players.book.left_of(players.book.turn) == guard and players.acting is not None
    quiet = not players.racing and players.out is None and not players.ending
    return quiet and seat != guard and players.acting != guard and not arriving


def _calls(players: Players, accused: int, offence: Offence | None) -> Doing:
    """Call a player out (MITO-F-28), who then tells the truth (MITO-F-31), unless the guard withdraws the call."""
    environment, guard, since = players.environment, players.book.guard, len(players.environment.events)
    players.voice = environment.now_s
    called = environment.note("called", seat=guard, accused=accused, guilty=offence is not None)
    own_turn = players.book.turn == guard
    yield from environment.doubles(guard) if own_turn else environment.taps(guard)
    made = yield from environment.until(lambda: environment.heard(since, "call_made") is not None, _HEARD_S)
    called["made"] = made
    if not made:
        drawn = environment.heard(since, "draw_owed")
        if own_turn and drawn is not None and drawn["seat"] == guard:  # the table took their double press for a tap
            players.draws(guard)
            players.book.turn = players.book.left_of(guard)
    elif offence is None and environment.happens(players.habits.withdrawn):
        yield from withdraws(players, guard)
    elif (yield from _answers(players, accused, guilty=offence is not None)):
        _obeys(players, guard, accused, offence)
    players.voice = None
    environment.stir()


def withdraws(players: Players, guard: int) -> Doing:
    environment = players.environment
    if (yield from environment.insists(lambda: environment.holds(guard), "call_withdrawn", patience_s=_HEARD_S)):
        environment.exercised["calls_withdrawn"] += 1
        environment.note("withdrew", seat=guard)


def _answers(players: Players, accused: int, *, guilty: bool) -> Doing:
    """Make the accused confess or deny, truthfully, until the table notices; return the table's event, or None."""
    environment = players.environment
    yield environment.waits(*_REACTION_S)
    pleads = environment.holds if guilty else environment.taps
    return (yield from environment.insists(lambda: pleads(accused), "call_settled", patience_s=_HEARD_S))


def _obeys(players: Players, guard: int, accused: int, offence: Offence | None) -> None:
    """Act on the result of a call.

    A culprit takes the card back, gets another card from the guard, and becomes the guard. After a denial the guard
    draws.
    """
    players.environment.note("pleaded", seat=accused, guilty=offence is not None)
    if offence is None:
        players.environment.exercised["calls_denied"] += 1
        players.draws(guard)  # MITO-F-35, F-36
        return
    players.environment.exercised["calls_confessed"] += 1
    players.doubtful += 1
    if offence.on_pile and offence.card in players.box.discard[:-1]:  # MITO-F-32
        players.box.take(accused, offence.card)
        players.under.pop(offence.card, None)
    elif offence.card in players.box.gone[accused]:
        players.box.fetch(accused, offence.card)
    players.gives(guard, accused)  # MITO-F-33
    players.book.guard = accused  # MITO-F-34
