"""Readings of presses in Mytho. A gesture means what it meant at its down edge."""

from table.facts import Doubled, Held, Pressed, Spent, Tapped
from table.games import ordering
from table.games.game import Says
from table.games.kit.actions import Action, NextRound
from table.games.kit.choices import OPENS_ROUND
from table.games.kit.fingers import Begun
from table.games.kit.reading import does, idle
from table.games.mytho import actions, piles, rules
from table.games.mytho.reading.play import QUIET_TIME, Meaning, Play, Readings
from table.games.mytho.rounds import ROUNDS
from table.games.mytho.state import Phase
from table.games.ordering import Stamp
from table.games.words import say
from table.values import replace

DRAW, PASS = Says("drew", say("Draw")), Says("pass", say("My turn is over"))
CONTEST, BELIEVE = Says("contest", say("Contest")), Says("believe", say("I believe it"))


def pressed(play: Play, fact: Pressed) -> Readings:
    """Read a down edge."""
    meaning = None if fact.press.t <= play.quiet else _meaning(play, fact)
    if meaning is None:
        return ()
    return does(play.with_begun(Begun(fact.press, meaning, fact.error)))


def _meaning(play: Play, fact: Pressed) -> Meaning | None:
    state, press, seat = play.round, fact.press, fact.press.seat
    match state.phase:
        case Phase.PLAYING if seat == state.turn and not play.waiting:
            return Meaning.OWN_TURN
        case Phase.CONTESTABLE if press.t <= play.shuts and not play.played_on and _may_be_first(play, fact):
            return Meaning.CONTEST if state.last is not None and seat != state.last.seat else None  # MYTHO-17
        case Phase.BETWEEN if seat == ROUNDS.next_starter(state):
            return Meaning.NEXT_ROUND
        case _:
            return None


def _may_be_first(play: Play, fact: Pressed) -> bool:
    """Return whether a press may be as early as the first contest (MYTHO-T-05)."""
    first = min((begun.press.t + (begun.error or 0) for begun in play.doubts), default=fact.press.t)
    return fact.press.t - (fact.error or 0) <= first


def tapped(play: Play, fact: Tapped) -> Readings:
    """Read a tap."""
    begun, after = play.finger(fact.press), replace(play.without(fact.press), ready=fact.t)
    match begun:
        case Begun(meaning=Meaning.OWN_TURN, press=press) if press.seat == play.round.turn:
            action = _own_turn(play, press.seat)
            says = DRAW if isinstance(action, actions.Draw) else PASS
            return does(replace(after, drew=press), action, says=says)
        case Begun(meaning=Meaning.CONTEST):
            return _saying(CONTEST, settle(replace(after, doubts=(*after.doubts, begun)), fact.t))
        case _:
            return idle(after)


def _own_turn(play: Play, seat: int) -> Action:
    """Return the meaning of a tap on one's own turn: draw if allowed, else end the turn."""
    draw = actions.Draw(seat)
    forbidden = rules.why_not(play.round, draw)
    if forbidden is None or forbidden.reason != "not_now":
        return draw
    return actions.EndTurn(seat)


def held(play: Play, fact: Held) -> Readings:
    """Read a hold."""
    begun, after = play.finger(fact.press), replace(play.without(fact.press), ready=fact.t)
    match begun:
        case Begun(meaning=Meaning.OWN_TURN, press=press) if _may_end_by_hold(play):
            return does(after, actions.EndTurn(press.seat), says=PASS)
        case Begun(meaning=Meaning.CONTEST, press=press):
            return _saying(BELIEVE, settle(_let_pass(after, press.seat, fact.t), fact.t))
        case Begun(meaning=Meaning.NEXT_ROUND, press=press):
            return does(after, NextRound(press.seat), says=OPENS_ROUND)
        case _:
            return idle(after)


def _saying(says: Says, readings: Readings) -> Readings:
    return tuple(replace(reading, says=says) for reading in readings)


def _may_end_by_hold(play: Play) -> bool:
    """Return whether a seat can choose between drawing and ending the turn, so that a tap alone is not enough."""
    options = play.round.options
    return options.allow_pass or options.draw_per_turn > 1 or options.turn_order == "either"


def _let_pass(play: Play, seat: int, now: int) -> Play:
    """Close the window if the next player lets the card pass (MYTHO-T-04)."""
    last = play.round.last
    next_one = last is not None and seat == piles.follower(play.round, last.seat)
    return replace(play, shuts=min(play.shuts, now)) if next_one else play


def doubled(play: Play, fact: Doubled) -> Readings:
    """Read a second press soon after a tap: both count as one tap."""
    return idle(play.without(fact.press)) if fact.first == play.drew else ()


def settle(play: Play, now: int) -> Readings:
    """Settle who contests once all presses in time are known; or that nobody does, once the window has closed."""
    if play.means(Meaning.CONTEST):
        return does(play)
    if play.doubts:
        earliest = _first(play.doubts)
        lot = ordering.lot(play.round.setup.seed, play.round.lots) if len(earliest) > 1 else 0
        return does(over(play, now), actions.Contest(earliest, lot))
    if play.shuts <= now:
        return does(over(play, now), actions.LetPass())
    return does(play)


def _first(doubts: tuple[Begun, ...]) -> tuple[int, ...]:
    """Return the seats that may have been first: their error bounds touch those of the first (MYTHO-T-05)."""
    stamps = [Stamp(begun.press.seat, begun.press.t, begun.error) for begun in doubts]
    first = min(stamp.latest for stamp in stamps)
    return tuple(stamp.seat for stamp in ordering.in_order(stamps) if stamp.earliest <= first)


def over(play: Play, now: int) -> Play:
    """Forget who contested: it is settled."""
    return replace(play, begun=(), doubts=(), quiet=now + QUIET_TIME, ready=now)


def spent(play: Play, fact: Spent) -> Readings:
    """Read that a press was used elsewhere; a contest no longer waits for it."""
    begun, after = play.finger(fact.press), play.spent(fact.press, fact.t)
    return settle(after, fact.t) if begun is not None and begun.meaning is Meaning.CONTEST else idle(after)


READERS = {Spent: spent, Pressed: pressed, Tapped: tapped, Held: held, Doubled: doubled}
