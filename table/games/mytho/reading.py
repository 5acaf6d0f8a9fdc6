"""Readings for Mytho: which actions a card, a press or a deadline may represent.

Readings do not judge plays or create events, and the rules do not depend on them.
"""

from enum import Enum
from typing import Self

from table.facts import SECOND, CardArrived, CardLeft, ChoiceMade, Doubled, Held, Press, Pressed, Spent, Tapped, micros
from table.games import ordering
from table.games.game import Reading, Says
from table.games.kit import lateness
from table.games.kit.actions import Action, NextRound, PutRight, TurnUp
from table.games.kit.choices import OPENS_ROUND, chosen
from table.games.kit.fingers import ALONG, Arrived, Begun, Waiting
from table.games.kit.reading import arrive, does, idle, lies, moved, timed
from table.games.kit.rulebook import sure
from table.games.mytho import actions, piles, rules
from table.games.mytho.actions import VISIBLE
from table.games.mytho.rounds import ROUNDS
from table.games.mytho.state import Phase, State
from table.games.ordering import Stamp
from table.games.words import say
from table.values import replace

# -- The state of one world of Mytho: the round, waiting presses and cards, and the time limits

QUIET_TIME = micros(0.5)  # presses mean nothing for this long after a contest window closes


class Meaning(Enum):
    """The meaning of a press, determined when the button goes down."""

    OWN_TURN = "tap: draw, or my turn is over"
    CONTEST = "tap: I contest; hold: I let it pass"
    NEXT_ROUND = "hold: next round"


class Seen(Arrived):
    """A card that reached a pile (or `left` it) while an earlier press was still undecided."""

    left: bool = False


class Play(Waiting[State]):
    """The state of one world.

    A hidden card can be contested until the time `shuts`; `doubts` are the taps that contest it. `drew` is the last tap
    by the player whose turn it is; a second press soon after this tap is ignored. Presses before the time `quiet` are
    ignored as well.
    """

    doubts: tuple[Begun, ...] = ()
    drew: Press | None = None
    shuts: int = 0
    quiet: int = -1

    @property
    def awaits(self) -> bool:
        """Whether a press is in progress that may turn out to have come before a card read now."""
        if self.round.phase is Phase.CONTESTABLE:
            return bool(self.doubts) or self.means(Meaning.CONTEST)
        return self.means(Meaning.OWN_TURN)

    @property
    def due(self) -> int | None:
        """The next deadline, or None if a button is down or nothing is pending.

        At the deadline, a waiting card is interpreted or the time for contesting a card runs out.
        """
        if self.awaits:
            return None  # wait for up edges, or for holds
        if self.played_on:
            return self.ready
        return self.shuts if self.round.phase is Phase.CONTESTABLE else None

    def settles_first(self, now: int) -> bool:
        """Return whether any contest must be settled before the first waiting card is interpreted."""
        return not self.played_on

    @property
    def played_on(self) -> bool:
        """Whether a waiting card ends the time for contesting the hidden card before it.

        It does not if the player of the hidden card may lay another one, because it may be theirs.
        """
        return bool(self.waiting) and not self.may_go_on

    @property
    def may_go_on(self) -> bool:
        """Whether the player of a hidden card may lay another card once it can no longer be contested."""
        state = self.round
        if state.phase is not Phase.CONTESTABLE or state.last is None or state.hands[state.last.seat] == 0:
            return False
        return state.laid < state.options.plays_per_turn

    @property
    def window(self) -> int:
        """How long a hidden card can be contested, in us."""
        return self.round.options.contest_window_s * SECOND

    def at_rest(self, before: State) -> Self:
        """Return to an earlier round, dropping any contests."""
        return replace(super().at_rest(before), doubts=())

    def fingers_forgotten(self, now: int) -> Self:
        """Drop all presses, and allow the full time again for contesting a hidden card."""
        return replace(super().fingers_forgotten(now), shuts=now + self.window)


Readings = tuple[Reading[Play, Action], ...]


# -- Readings of presses in Mytho. The meaning of a gesture is decided when the button goes down.

DRAW, PASS = Says("drew", say("Draw")), Says("pass", say("My turn is over"))
CONTEST, BELIEVE = Says("contest", say("Contest")), Says("believe", say("I believe it"))


def pressed(play: Play, fact: Pressed) -> Readings:
    """Interpret a button going down."""
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
    """Return whether a press may have come before all taps that contest the card so far (MYTHO-T-05)."""
    first = min((begun.press.t + (begun.error or 0) for begun in play.doubts), default=fact.press.t)
    return fact.press.t - (fact.error or 0) <= first


def tapped(play: Play, fact: Tapped) -> Readings:
    """Interpret a tap."""
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
    """Return what a tap by the current player means: drawing a card if that is allowed, otherwise ending the turn."""
    draw = actions.Draw(seat)
    forbidden = rules.why_not(play.round, draw)
    if forbidden is None or forbidden.reason != "not_now":
        return draw
    return actions.EndTurn(seat)


def held(play: Play, fact: Held) -> Readings:
    """Interpret a hold."""
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
    """Return whether a player may choose between drawing and ending the turn, so that a tap alone is not enough."""
    options = play.round.options
    return options.allow_pass or options.draw_per_turn > 1 or options.turn_order == "either"


def _let_pass(play: Play, seat: int, now: int) -> Play:
    """End the time for contesting a card if the next player holds their button to let it pass (MYTHO-T-04)."""
    last = play.round.last
    next_one = last is not None and seat == piles.follower(play.round, last.seat)
    return replace(play, shuts=min(play.shuts, now)) if next_one else play


def doubled(play: Play, fact: Doubled) -> Readings:
    """Interpret a press that quickly follows a tap. If the tap drew a card or ended a turn, ignore the second press."""
    return idle(play.without(fact.press)) if fact.first == play.drew else ()


def settle(play: Play, now: int) -> Readings:
    """Decide whether a hidden card is contested.

    If it is, settle who contests it once every press made in time is known. If nobody does before time runs out, let
    the card stay.
    """
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
    """Return the seats whose contest may have been the first, within the error bounds of their presses (MYTHO-T-05)."""
    stamps = [Stamp(begun.press.seat, begun.press.t, begun.error) for begun in doubts]
    first = min(stamp.latest for stamp in stamps)
    return tuple(stamp.seat for stamp in ordering.in_order(stamps) if stamp.earliest <= first)


def over(play: Play, now: int) -> Play:
    """Drop the presses that concern a contest, which is now settled."""
    return replace(play, begun=(), doubts=(), quiet=now + QUIET_TIME, ready=now)


def spent(play: Play, fact: Spent) -> Readings:
    """Drop a press that turned out not to be a gesture. If a contest was waiting for it, it can now be settled."""
    begun, after = play.finger(fact.press), play.spent(fact.press, fact.t)
    return settle(after, fact.t) if begun is not None and begun.meaning is Meaning.CONTEST else idle(after)


_OF_PRESSES = {Spent: spent, Pressed: pressed, Tapped: tapped, Held: held, Doubled: doubled}


# -- Readings of cards, deadlines and the host's choices in Mytho
#
# Time matters here. Readings do not judge plays: they return the actions that a fact stands for. Every fact has one
# reading, whichever card is hidden, so no event or delay reveals which one it is.

_CHOICES = {
    "drew": lambda seat, _: actions.DrewBefore(seat),
    "pass": lambda seat, _: actions.EndTurn(seat),
}


def _chose(play: Play, fact: ChoiceMade) -> Readings:
    return does(replace(play, ready=fact.t), chosen(fact, play.round.turn, _CHOICES))


# -- cards


def _arrives(play: Play, fact: CardArrived) -> Readings:
    """Interpret a card, or let it wait if an earlier gesture is still undecided."""
    seen = Seen(fact.card, fact.zone, fact.t, fact.by)
    if any((other.card, other.left) == (seen.card, False) for other in play.waiting):
        return ()
    return arrive(play, seen, _read)


def _read(play: Play, seen: Seen) -> Readings:
    if seen.left:
        return _lifted(play, seen)
    state, card, zone = play.round, seen.card, seen.zone
    if (lying := lies(play, card, zone)) is not None:
        return lying
    if card == state.turned:  # turned over where it lay; it must still go to the visible pile
        return (Reading(play, (actions.ShowTurned(card),) if zone == VISIBLE else (), idle=zone != VISIBLE),)
    pad = state.setup.placement[zone] == "tap"
    if pad and rules.can_take_back(state, card, zone):
        return (Reading(_calm(play, seen.at), takes_back=True),)
    if card in state.on(zone) and (zone != VISIBLE or not pad):
        return idle(play)  # it is already there
    if state.phase is Phase.CONTESTABLE and card in state.hidden:
        return idle(play)  # somebody has turned it over, and nobody has contested it yet
    if play.may_go_on and not _is_along(play, seen):
        # while the previous card can be contested, nobody has played on: this is another card from the same player
        return does(play.later(replace(seen, by=seen.by or state.laid_last)))
    return _played(play, seen, moved(play, card))


def _played(play: Play, seen: Seen, before: tuple[Action, ...]) -> Readings:
    """Interpret a card as a play by the current player.

    A hidden card before it can then no longer be contested (MYTHO-T-04).
    """
    state, card, zone = play.round, seen.card, seen.zone
    after = replace(play, laid_at=seen.at, shuts=seen.at + play.window, ready=seen.at)
    if state.phase is Phase.SET_UP:
        turned_up = TurnUp(card) if zone == VISIBLE else actions.Lay(state.starter, card, zone)
        return does(after, *before, turned_up)
    if (astray := _astray(play, seen)) is not None:
        return does(replace(play, ready=seen.at), *before, astray)
    if _is_along(play, seen):
        return does(play, *before, actions.Lay(sure(state.last).seat, card, zone, along=True))
    if state.phase is Phase.CONTESTABLE:
        return _played_on(play, over(after, seen.at), seen, before)
    turn = sure(state.turn)
    done = state.laid >= state.options.plays_per_turn and seen.by != turn  # drawing is all that is left, and optional
    seat = piles.follower(state, turn) if done else turn
    lay = actions.Lay(seat, card, zone, over=done)
    return does(after, *before, _too_late(play, seen, lay))


def _astray(play: Play, seen: Seen) -> actions.Lay | None:
    """Return the play of a card laid out of turn, or None if it was laid in turn or its player is not known."""
    state, by = play.round, seen.by
    if by is None or (_is_along(play, seen) and state.last is not None and by == state.last.seat):
        return None
    if state.phase is Phase.CONTESTABLE and state.last is not None:
        awaited = {piles.follower(state, state.last.seat)}
    else:
        turn = state.turn or 0
        awaited = {turn, piles.follower(state, turn)} if state.laid >= state.options.plays_per_turn else {turn}
    if by in awaited:
        return None
    return actions.Lay(by, seen.card, seen.zone, astray=lateness.astray_of(play, by, seen.at))


def _too_late(play: Play, seen: Seen, lay: actions.Lay) -> actions.Lay:
    """Return the play, marked as late if it was legal until just now.

    Only a face-up card whose player is known can be late.
    """
    others = play.round.laid_last is not None and seen.by not in (None, play.round.laid_last)
    late = others and seen.zone == VISIBLE and lateness.was_fair(play, seen.at, rules.why_not, lay)
    return replace(lay, astray="late") if late else lay


def _is_along(play: Play, seen: Seen) -> bool:
    """Return whether a card came so soon after the one that completed a turn that the same hand must have laid both."""
    state = play.round
    may_go_on = state.laid and state.turn is not None and state.laid < state.options.plays_per_turn
    known = seen.by is not None and state.last is not None and seen.by != state.last.seat  # two hands
    return state.last is not None and seen.at - play.laid_at <= ALONG and not may_go_on and not known


def _played_on(play: Play, after: Play, seen: Seen, before: tuple[Action, ...]) -> Readings:
    """Interpret a card laid by the next player while the card before it can still be contested.

    If the new card is refused, the one before it can still be contested.
    """
    state, last = play.round, sure(play.round.last)
    if state.hands[last.seat] == 0:  # playing on lets a last card win; the new card comes too late
        return does(after, *before, actions.LetPass())
    lay = actions.Lay(piles.follower(state, last.seat), seen.card, seen.zone, over=True)
    for action in before:
        state, _ = rules.apply(state, action)
    lawful = rules.why_not(state, lay) is None
    return does(after if lawful else replace(play, ready=seen.at), *before, lay)


def _leaves(play: Play, fact: CardLeft) -> Readings:
    """Interpret a card being lifted off a pile, or let it wait if an earlier gesture is still undecided."""
    seen = Seen(fact.card, fact.zone, fact.t, left=True)
    if any((other.card, other.zone, other.left) == (seen.card, seen.zone, False) for other in play.waiting):
        left = tuple(other for other in play.waiting if (other.card, other.zone) != (seen.card, seen.zone))
        return does(replace(play, waiting=left))
    if play.awaits and seen.card not in play.round.wrong:
        return does(play.later(seen))
    return _lifted(play, seen)


def _lifted(play: Play, seen: Seen) -> Readings:
    if play.round.wrong.get(seen.card) == seen.zone:
        return does(play, PutRight(seen.card))
    if rules.can_take_back(play.round, seen.card, seen.zone):
        return (Reading(_calm(play, seen.at), takes_back=True),)
    return ()


def _calm(play: Play, now: int) -> Play:
    """Drop the presses that concern a card, because it is being taken back."""
    return replace(play, begun=(), doubts=(), ready=now, laid_at=-ALONG - 1)


READERS = {
    **_OF_PRESSES,
    **timed(settle, _read),
    CardArrived: _arrives,
    CardLeft: _leaves,
    ChoiceMade: _chose,
}
