"""Readings of presses in Mito. The meaning of a press is determined when the button goes down."""

from collections.abc import Sequence

from table.facts import DOUBLE_GAP, Doubled, Held, Press, Pressed, Tapped
from table.games.game import Reading, Says
from table.games.kit.actions import Action, NextRound
from table.games.kit.choices import OPENS_ROUND
from table.games.kit.fingers import Begun
from table.games.kit.races import Recent
from table.games.kit.reading import does, idle
from table.games.mito import actions, rounds, rules
from table.games.mito.reading import races
from table.games.mito.reading.play import CALM_TIME, SLAPS, TAP_DELAY, Meaning, Pending, Play, Readings
from table.games.mito.state import Phase, State
from table.games.words import say
from table.values import replace

DRAW, CALL, OUT = Says("draw", say("Draw")), Says("call", say("Vu!")), Says("out", say("My hand is empty"))
WITHDRAW, WRONG_OUT = Says("withdraw", say("I take it back")), Says("withdraw", say("I am not out"))
INNOCENT, GUILTY = Says("innocent", say("Innocent")), Says("guilty", say("Guilty"))
COUNTED, ANEW = Says("counted", say("All counted")), Says("anew", say("Count mine anew"))


def pressed(play: Play, fact: Pressed) -> Readings:
    """Interpret a button going down."""
    press, state = fact.press, play.round
    recent = Recent(press, fact.error)
    if state.race is not None:
        return races.press(play, state.race, recent)
    if SLAPS.is_too_late(play, press):  # it came too late for the last race; but the next mosquito may be on its way
        return idle(play.remembering(recent, SLAPS.lead)) if play.drop is not None else ()
    noted = play.remembering(recent, SLAPS.lead)
    meaning = _meaning(play, press)
    if meaning is None:
        return idle(noted)
    noted = noted.with_begun(Begun(press, meaning))
    if meaning is Meaning.ACCUSED and state.accused is None:
        return does(noted, actions.Accept(press.seat))
    return does(noted)


def _meaning(play: Play, press: Press) -> Meaning | None:
    """Return the meaning of a press that starts now, or None if it has none.

    A drop that is still open counts as already played.
    """
    state, seat = play.round, press.seat
    match state.phase:
        case Phase.SET_UP if play.drop is not None:
            return _in_turn(play, press, state.starter)
        case Phase.PLAYING if state.turn is not None:
            return _in_turn(play, press, state.turn if play.drop is None else state.setup.left_of(state.turn))
        case Phase.CALLED:
            return _when_called(state, seat)
        case Phase.COUNTING:
            return Meaning.OUT if seat == state.out else Meaning.COUNT
        case Phase.BETWEEN if seat == rounds.ROUNDS.next_starter(state):
            return Meaning.NEXT_ROUND
        case _:
            return None


def _in_turn(play: Play, press: Press, turn: int) -> Meaning:
    if press.seat == turn:
        return Meaning.OWN_TURN
    watches = press.seat == play.round.guard and press.t > play.calm
    return Meaning.WATCH if watches else Meaning.OTHERS_TURN


def _when_called(state: State, seat: int) -> Meaning | None:
    """Return the meaning of a press after the guard's call.

    The first player to press, other than the guard, is the accused.
    """
    if seat == state.guard:
        return Meaning.CALLER
    return Meaning.ACCUSED if state.accused in (None, seat) else None


def tapped(play: Play, fact: Tapped) -> Readings:
    """Interpret a tap."""
    press = fact.press
    begun, after = play.meaning(press), play.without(press)
    if play.drop is not None and play.drop.awaits == press:  # a tap that began before the card came first
        return act(replace(after, drop=play.drop.settled(fact.t)), actions.Draw(press.seat), fact.t)
    match begun:
        case Meaning.OWN_TURN:
            wait = DOUBLE_GAP if press.seat == play.round.guard else 0  # it may become a call
            at = max(fact.t + wait, press.t + TAP_DELAY)
            return _later(after, actions.Draw(press.seat), press, at, fact.t, DRAW)
        case Meaning.WATCH:
            at = max(fact.t, press.t + TAP_DELAY)
            return _later(after, actions.MakeCall(press.seat), press, at, fact.t, CALL)
        case Meaning.ACCUSED:
            return act(after, actions.Plead(press.seat, guilty=False), fact.t, INNOCENT)
        case Meaning.COUNT:
            return act(after, actions.FinishCount(press.seat), fact.t, COUNTED)
        case _:  # a tap that may be a slap is evidence neither for nor against a world
            return (Reading(after, idle=not _may_be_slap(play)),)


def _may_be_slap(play: Play) -> bool:
    return play.drop is not None and rules.would_be_slapped(play.round, play.drop.cards[0])


def held(play: Play, fact: Held) -> Readings:
    """Interpret a hold."""
    press, seat = fact.press, fact.press.seat
    begun, after = play.meaning(press), play.without(press)
    if after.drop is not None and after.drop.awaits == press:
        after = replace(after, drop=after.drop.settled(fact.t))
    match begun:
        case Meaning.OWN_TURN | Meaning.OTHERS_TURN | Meaning.WATCH:
            return _later(after, actions.SayOut(seat), press, fact.t, fact.t, OUT)
        case Meaning.IN_RACE:
            return _last_card_in_race(after, press, fact.t)
        case Meaning.CALLER:
            return act(after, actions.WithdrawCall(seat), fact.t, WITHDRAW)
        case Meaning.ACCUSED:
            return act(after, actions.Plead(seat, guilty=True), fact.t, GUILTY)
        case Meaning.COUNT:
            return act(after, actions.CountAnew(seat), fact.t, ANEW)
        case Meaning.OUT:
            return act(after, actions.WithdrawOut(seat), fact.t, WRONG_OUT)
        case Meaning.NEXT_ROUND:
            return act(after, NextRound(seat), fact.t, OPENS_ROUND)
        case _:
            return idle(after)


def doubled(play: Play, fact: Doubled) -> Readings:
    """Interpret a press that quickly follows a tap. On the guard's own turn, the two presses are a call."""
    seat = fact.press.seat
    if seat == play.round.guard and fact.first.t <= play.quiet:  # it began too late for a race: no call, and no draw
        return idle(play.used(fact.press))
    if play.drop is not None:  # both presses may be slaps at a mosquito in the drop
        return ()
    first = any(pending.press == fact.first and isinstance(pending.action, actions.Draw) for pending in play.pending)
    if not first or seat != play.round.guard:
        return ()
    return act(play.used(fact.first, fact.press), actions.MakeCall(seat), fact.t, CALL)


def _last_card_in_race(play: Play, press: Press, now: int) -> Readings:
    """Interpret a hold by the player who opened a race, announcing that the card was their last.

    If a last card still takes effect, the announcement waits until the race is over.
    """
    out = actions.SayOut(press.seat)
    if play.round.race is None or not races.last_card_works(play):
        return act(play, out, now, OUT)
    return does(replace(play, pending=(*play.pending, Pending(now, out, press, after_race=True))), says=OUT)


def _later(play: Play, action: Action, press: Press, at: int, now: int, says: Says) -> Readings:
    """Schedule an action for the time `at`, or for when the open drop is decided if that is later."""
    if at <= now and play.drop is None:
        return act(play, action, now, says)
    return does(replace(play, pending=(*play.pending, Pending(at, action, press))), says=says)


def act(play: Play, action: Action, now: int, says: Says | None = None) -> Readings:
    """Carry out the action of a gesture. If the gesture came too late, ignore it without reporting a refusal."""
    if gone_by(play, action):
        return idle(play)
    if play.round.race is not None and isinstance(action, actions.SayOut):  # it ends the race
        play = races.over(play, now)
    return does(calmed(play, (action,), now), action, says=says)


def calmed(play: Play, acts: tuple[Action, ...], now: int) -> Play:
    """If the guard just drew a card, ignore their button for a moment."""
    drew = any(isinstance(one, actions.Draw) and one.seat == play.round.guard for one in acts)
    return replace(play, calm=now + CALM_TIME) if drew else play


def in_time(play: Play, waiting: Sequence[Action]) -> tuple[Action, ...]:
    """Return the pending actions that can still be carried out, one after another. Any others came too late."""
    done: list[Action] = []
    for action in waiting:
        if not gone_by(play, action):
            done.append(action)
            if rules.why_not(play.round, action) is not None:  # refused, so that players learn of it
                break
            play = replace(play, round=rules.apply(play.round, action)[0])
    return tuple(done)


def gone_by(play: Play, action: Action) -> bool:
    """Return whether an action is impossible now because it came too late."""
    why = rules.why_not(play.round, action)
    return why is not None and why.reason == "not_now"


READERS = {Pressed: pressed, Tapped: tapped, Held: held, Doubled: doubled}
