"""Readings of presses in Mythology GO. The meaning of a gesture is decided when the button goes down."""

from table.facts import Doubled, FoundDown, Held, Pressed, Released, Tapped
from table.games.game import Says
from table.games.kit.actions import NextRound
from table.games.kit.choices import OPENS_ROUND
from table.games.kit.reading import does, idle, tap_alone
from table.games.mythology_go import actions, declaring, turns
from table.games.mythology_go.reading.play import Begun, Meaning, Play, Readings
from table.games.mythology_go.state import Phase
from table.games.words import say
from table.values import replace

END_TURN, DECLARED = Says("end_turn", say("My turn is over")), Says("declared", say("I have declared"))
TAKE_BACK = Says("take_back", say("Take it back"))


def pressed(play: Play, fact: Pressed) -> Readings:
    """Interpret a down edge: from now on, a card touching its seat's pad is face down (MGO-15)."""
    return idle(play.with_begun(Begun(fact.press, _meaning(play, fact.press.seat))))


def found_down(play: Play, fact: FoundDown) -> Readings:
    """Interpret a button that was already down: it turns cards touching its seat's pad face down and does no more."""
    return idle(play.with_begun(Begun(fact.press, Meaning.NOTHING, held=True)))


def _meaning(play: Play, seat: int) -> Meaning:
    match play.round.phase:
        case Phase.PLAYING if seat == play.round.turn and not play.waiting:
            return Meaning.OWN_TURN
        case Phase.COUNTING:
            return Meaning.DECLARED
        case Phase.BETWEEN if seat == turns.ROUNDS.next_starter(play.round):
            return Meaning.NEXT_ROUND
        case _:
            return Meaning.NOTHING


def tapped(play: Play, fact: Tapped) -> Readings:
    """Interpret a tap: the seat has declared, or its turn ends unless a second press follows or a card was laid."""
    begun, after = play.down(fact.press.seat), replace(play.without(fact.press), ready=fact.t)
    if begun is not None and not begun.used and begun.meaning is Meaning.DECLARED:
        return does(after, declaring.declares(play.round, fact.press.seat), says=DECLARED)
    if begun is None or begun.used or begun.meaning is not Meaning.OWN_TURN or fact.press.seat != play.round.turn:
        return idle(after)
    return does(after.with_tap(fact.press, begun.meaning, fact.t), says=END_TURN)


def held(play: Play, fact: Held) -> Readings:
    """Interpret a hold, with the button still down: the seat has declared, or opens the next round."""
    begun, seat = play.down(fact.press.seat), fact.press.seat
    if begun is None or begun.used:
        return ()
    after = replace(play.with_begun(replace(begun, held=True)), ready=fact.t)
    match begun.meaning:
        case Meaning.DECLARED:
            return does(after, declaring.declares(play.round, seat), says=DECLARED)
        case Meaning.NEXT_ROUND:
            return does(anew(after), NextRound(seat), says=OPENS_ROUND)
        case _:
            return idle(after)


def anew(play: Play) -> Play:
    """Forget which cards touched pads in the previous round."""
    return replace(play, touched={}, aiming={}, laid_off=frozenset())


def released(play: Play, fact: Released) -> Readings:
    """Interpret an up edge after a hold."""
    return idle(play.without(fact.press))


def doubled(play: Play, fact: Doubled) -> Readings:
    """Interpret a second press soon after a tap: the last card of this turn is taken back."""
    if play.tap is None or play.tap.press != fact.first:
        return ()
    begun = play.down(fact.press.seat)
    used = play if begun is None else play.with_begun(replace(begun, used=True))
    back = actions.TakeBack(fact.press.seat, lying=play.laid_off)
    return does(replace(used, tap=None, ready=fact.t), back, says=TAKE_BACK)


def settles(play: Play, now: int) -> Readings:
    """Settle a waiting tap as a single tap: the turn ends."""
    return tap_alone(play, actions.EndTurn)


READERS = {Pressed: pressed, FoundDown: found_down, Tapped: tapped, Held: held, Released: released, Doubled: doubled}
