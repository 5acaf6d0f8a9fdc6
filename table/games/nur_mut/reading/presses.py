"""Readings of presses in Nur Mut. A gesture means what it meant at its down edge."""

from table.facts import Doubled, Held, Press, Pressed, Tapped
from table.games import ordering
from table.games.game import Reading, Says
from table.games.kit.actions import NextRound
from table.games.kit.choices import OPENS_ROUND
from table.games.kit.fingers import Begun
from table.games.kit.reading import does, idle, tap_alone
from table.games.nur_mut import actions
from table.games.nur_mut.cards import JOKER
from table.games.nur_mut.reading.play import PATIENCE, Meaning, Play, Readings
from table.games.nur_mut.rounds import ROUNDS
from table.games.nur_mut.state import Phase, State
from table.games.words import say
from table.values import replace

COURAGE, PASS = Says("courage", say("Courage!")), Says("pass", say("Pass"))
UNDER, MISFIT = Says("under", say("Under my pile")), Says("misfit", say("It does not fit"))
WAS_JOKER = Says("joker", say("It is the joker"))


def pressed(play: Play, fact: Pressed) -> Readings:
    """Read a down edge. It supports no world; the gesture does."""
    meaning = _meaning(play, fact.press.seat)
    return () if meaning is None else idle(play.with_begun(Begun(fact.press, meaning)))


def _meaning(play: Play, seat: int) -> Meaning | None:
    state = play.round
    match state.phase:
        case Phase.PLAYING if seat == state.turn and state.cover is not None:
            return Meaning.JOKER if may_say_joker(state, seat) else None
        case Phase.PLAYING if seat == state.turn and state.empty is None and not play.waiting:
            return Meaning.OWN_TURN
        case Phase.BETWEEN if seat == ROUNDS.next_starter(state):
            return Meaning.NEXT_ROUND
        case _:
            return None


def _may_mean_joker(play: Play, press: Press) -> bool:
    """Return whether a seat may have just laid a card that shows a joker or a number, in this world or another."""
    laid = play.round.just_supposed if press.t < play.laid_at + PATIENCE else None  # later people are asked
    return laid is not None and press.seat in laid.among


def may_say_joker(state: State, seat: int) -> bool:
    """Return whether this world assumes that a seat's last card is a joker, though it might not be."""
    laid = state.just_supposed
    return laid is not None and (laid.seat, laid.face) == (seat, JOKER)


def tapped(play: Play, fact: Tapped) -> Readings:
    """Read a tap: it may become a double. After Courage it means nothing."""
    meaning, after = play.meaning(fact.press), replace(play.without(fact.press), ready=fact.t)
    if meaning is Meaning.OWN_TURN and fact.press.seat == play.round.turn and not play.round.daring:
        waits = after.with_tap(fact.press, meaning, fact.t)
        return (Reading(waits, idle=_may_mean_joker(play, fact.press), says=COURAGE),)
    if meaning is Meaning.JOKER:
        return idle(after.with_tap(fact.press, meaning, fact.t))
    return idle(after)


def held(play: Play, fact: Held) -> Readings:
    """Read a hold: pass, or after Courage: it does not fit."""
    meaning, seat = play.meaning(fact.press), fact.press.seat
    after = replace(play.without(fact.press), ready=fact.t)
    if meaning is Meaning.NEXT_ROUND:
        return does(after, NextRound(seat), says=OPENS_ROUND)
    if meaning is not Meaning.OWN_TURN or seat != play.round.turn:
        return idle(after)
    if play.round.daring:
        return does(after, fails(play.round, seat), says=MISFIT)
    return does(after, actions.Pass(seat), says=PASS)


def fails(state: State, seat: int) -> actions.Fail:
    """Read that a card does not fit after Courage; of several highest piles one is drawn."""
    return actions.Fail(seat, ordering.lot(state.setup.seed, state.lots))


def doubled(play: Play, fact: Doubled) -> Readings:
    """Read a double press: the card goes under the player's pile, or the card just laid was the joker."""
    tap, seat = play.tap, fact.press.seat
    if tap is None or tap.press != fact.first:
        return ()
    after = replace(play.without(fact.press), tap=None, ready=fact.t)
    if tap.meaning is Meaning.JOKER:
        return does(after, actions.SayJoker(seat), says=WAS_JOKER)
    under = actions.PutUnder(seat)
    return (Reading(after, (under,), otherwise=True, says=UNDER),)  # unless there it says that it was the joker


def settles(play: Play, now: int) -> Readings:
    """Settle a waiting tap as a single tap: Courage.

    It is refused where a joker must be covered, so worlds that assume a joker give way to others.
    """
    return tap_alone(play, actions.Dare)


READERS = {Pressed: pressed, Tapped: tapped, Held: held, Doubled: doubled}
