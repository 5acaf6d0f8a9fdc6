"""Cards laid out of turn or too late: which seat laid them, and how to word the refusal. Pure functions for any game.

Rules have no notion of time. A world therefore remembers the previous round state and when it ended. A card that was
legal a moment ago can then be refused as late, rather than as a card that doesn't fit, laid by the seat whose turn it
is now.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from table.games.game import IllegalAction, Setup
from table.games.words import refusal, say
from table.saying import Text, message
from table.values import Value, replace

LATE = 1_500_000  # us; a card that follows another within this time may already have been on its way
_TOO_LATE: Mapping[tuple[bool, bool], str] = {  # keyed by whether the card's player and the current player are known
    (False, False): message("too late: your turn is over. Take {what} back"),
    (True, False): message("too late, {who}: your turn is over. Take {what} back"),
    (False, True): message("too late: it is {now}’s turn now. Take {what} back"),
    (True, True): message("too late, {who}: it is {now}’s turn now. Take {what} back"),
}
_FORESTALLED: Mapping[bool, str] = {  # keyed by whether the card's player is known
    False: message("too late: {other} was first. Take {what} back"),
    True: message("too late, {who}: {other} was first. Take {what} back"),
}
_LATE = frozenset({*_TOO_LATE.values(), *_FORESTALLED.values()})
Astray = Literal["turn", "over", "late"]  # out of turn; the turn was just over; another card was first


class Before(Value):
    """A previous state of the round, and the time in us `until` which it was current."""

    round: Any
    until: int


class Remembering(Value, kw_only=True, uncompared={"now", "before"}):
    """A state that remembers the previous state of its round.

    `now` is the time of the fact being interpreted. Comparisons between worlds ignore both fields.
    """

    now: int = 0
    before: Before | None = None

    def just_before(self, at: int) -> Any:
        """Return the previous round state if it was replaced at most `LATE` us before `at`, otherwise None."""
        return self.before.round if self.before is not None and at - self.before.until <= LATE else None


def remembered(play: Any, after: Any) -> dict[str, Any]:
    """Return the fields to update after a round changes. If play has moved on, they store the old round in `before`."""
    before = play.round
    if not isinstance(play, Remembering):
        return {}
    moved_on = (before.turn, before.phase, _last(before)) != (after.turn, after.phase, _last(after))
    return {"before": Before(before, play.now)} if moved_on else {}


def _last(state: Any) -> str | None:
    """Return the last card laid, if the round records it."""
    card: str | None = getattr(getattr(state, "last", None), "card", None)
    return card


def astray_of(play: Remembering, seat: int, at: int) -> Astray:
    """Return "over" if the seat's own turn ended just before `at`, otherwise "turn", for a card laid out of turn."""
    before = play.just_before(at)
    return "over" if before is not None and before.turn == seat else "turn"


def was_fair(play: Any, at: int, why_not: Callable[[Any, Any], IllegalAction | None], *ways: Any) -> bool:
    """Return whether a card that is illegal now was legal just before `at`, in us, for the seat whose turn it then was.

    `ways` are the plays that the card may represent.
    """
    before: Any = play.just_before(at)
    if before is None or before.turn is None or any(why_not(play.round, way) is None for way in ways):
        return False
    return any(why_not(before, replace(way, seat=before.turn)) is None for way in ways)


def refused(
    setup: Setup, astray: Astray, what: str, *, by: int | None, turn: int | None = None, first: int | None = None
) -> IllegalAction:
    """Return a refusal of the card named `what`.

    The text says who laid the card, whose turn it is and who was first, as far as these are known.
    """
    who, now = None if by is None else setup.name(by), None if turn is None else setup.name(turn)
    match astray:
        case "turn":
            return refusal(_out_of_turn(who, now, what))
        case "over":
            return refusal(_too_late(who, now, what))
        case "late":
            other = say("another card") if first is None else setup.name(first)
            return refusal(say(_FORESTALLED[who is not None], who=who, other=other, what=what))


def _out_of_turn(who: str | None, now: str | None, what: str) -> Text:
    if who is None and now is None:
        return say("it is not your turn: take {what} back", what=what)
    if now is None:
        return say("it is not your turn, {who}: take {what} back", who=who, what=what)
    if who is None:
        return say("it is {now}’s turn: take {what} back", now=now, what=what)
    return say("it is {now}’s turn, {who}: take {what} back", now=now, who=who, what=what)


def _too_late(who: str | None, now: str | None, what: str) -> Text:
    return say(_TOO_LATE[who is not None, now is not None], who=who, now=now, what=what)


def says_late(text: Any) -> bool:
    """Return whether a refusal's text says that the card was late. The reason code does not reveal that."""
    if not isinstance(text, Text):
        return False
    return text.message in _LATE or any(map(says_late, (*text.parts, *text.given.values())))
