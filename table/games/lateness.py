"""Whose card it was that came out of turn or too late, and what is said of it. Pure; it names no game.

Rules know no time. So a world remembers how the round stood before what happened last, and until when: a card that was
fair a moment ago is told as late, not as a misfit of whose turn it is by now.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from table.games.game import IllegalAction
from table.games.words import refusal

LATE = 1_500_000  # us; who lays a card so long after another one may have begun to before
Astray = Literal["turn", "over", "late"]  # out of turn; the turn was just over; another card was first


@dataclass(frozen=True)
class Before:
    """How a round stood, and until when, in us."""

    round: Any
    until: int


@dataclass(frozen=True, kw_only=True)
class Remembering:
    """What a world remembers besides what it is: no two worlds differ in that alone. `now` is when a fact is read."""

    now: int = field(default=0, compare=False, repr=False)
    before: Before | None = field(default=None, compare=False, repr=False)

    def just_before(self, at: int) -> Any:
        """Give the round as it stood until just before a time, in us; None if it has stood as now for long."""
        return self.before.round if self.before is not None and at - self.before.until <= LATE else None


def remembered(play: Any, after: Any) -> dict[str, Any]:
    """Say what is to be remembered of a world whose round is another one now: what it was, if play has gone on."""
    before = play.round
    if not isinstance(play, Remembering):
        return {}
    goes_on = (before.turn, before.phase, _last(before)) != (after.turn, after.phase, _last(after))
    return {"before": Before(before, play.now)} if goes_on else {}


def _last(state: Any) -> str | None:
    """Name the card that was laid last, where a round knows it."""
    card: str | None = getattr(getattr(state, "last", None), "card", None)
    return card


def astray_of(play: Remembering, seat: int, at: int) -> Astray:
    """Tell how a card of somebody came whose turn it is not."""
    before = play.just_before(at)
    return "over" if before is not None and before.turn == seat else "turn"


def refused(astray: Astray, what: str, *, who: str | None, turn: str | None, first: str | None) -> IllegalAction:
    """Refuse the card `what`: say `who` laid it, whose turn it is, and who was first, as far as that is known."""
    called = "" if who is None else f", {who}"
    match astray:
        case "turn":
            return refusal(f"it is {'not your' if turn is None else f'{turn}’s'} turn{called}: take {what} back")
        case "over":
            now = "your turn is over" if turn is None else f"it is {turn}’s turn now"
            return refusal(f"too late{called}: {now}. Take {what} back")
        case "late":
            return refusal(f"too late{called}: {first or 'another card'} was first. Take {what} back")
