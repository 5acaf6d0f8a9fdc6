"""The guard's suspicion: how likely a hand that moved has cheated, given how long it moved and all events.

All robots at the table know whose hand moved last, and how long people take to lay a card, to cheat and to sort; no
more. What a movement was for they infer (Bayes' rule).
"""

from collections.abc import Mapping

from table.ai.known import Known, Moved
from table.ai.mito.remembering import Memory
from table.events import CardPlayed, PlayRefused
from table.games.mito.events import CallSettled, CallWithdrawn
from table.games.mito.hands import Nimble
from table.values import Value

ENOUGH = 0.55  # of this probability on the guard calls
_SELDOM = 0.02  # how often a card that is no plain number hides another one
_VANISHING, _SORTING = 1, 2  # what a stranger is taken for: of three movements that lay no card one is a cheat
_RESTLESS = 1.8  # by how much more likely each further movement without a card makes a cheat
_CALLS = (CallSettled, CallWithdrawn)


class Watched(Value):
    """Whose hand `moved` last, whether it has `laid` a card, and who was `seen` to cheat."""

    moved: int | None = None
    laid: bool = False
    seen: int | None = None


def watched(known: Known, memory: Memory, hiding: Mapping[int, float]) -> Watched:
    """Watch as the guard; `hiding` is by seat how often it hides a card under one that it lays."""
    settled = max((one.seq for one in known.of_round() if isinstance(one.event, _CALLS)), default=0)
    since = [one for one in known.moves if one.seq >= settled]
    if not since or since[-1].seat == memory.guard:  # who has gone on herself
        return Watched()
    last = since[-1]
    laid = _has_laid(known, last)
    calls = last.rests and known.seat == memory.guard and laid is not None
    cheats = calls and _cheats(known, memory, last, laid=bool(laid), hiding=hiding.get(last.seat, 0)) >= ENOUGH
    return Watched(last.seat, bool(laid), last.seat if cheats else None)


def _has_laid(known: Known, moved: Moved) -> bool | None:
    """Return whether a movement laid a card; None if nobody can tell whose the next card was."""
    since = (one.event for one in known.of_round() if one.seq > moved.seq)
    came = [event.seat for event in since if isinstance(event, (CardPlayed, PlayRefused))]
    return None if None in came else moved.seat in came


def _cheats(known: Known, memory: Memory, moved: Moved, *, laid: bool, hiding: float) -> float:
    """Return the probability that a movement was a cheat."""
    paces = Nimble().paces(known.setup.options)
    if laid:
        last = next((one for one in reversed(memory.plays) if one.seat == moved.seat), None)
        share, otherwise = hiding if last is not None and last.plain and last.hides is None else _SELDOM, paces["lay"]
    else:
        share, otherwise = _vanishing(known, memory, moved), paces["sort"]
    cheat = share * paces["cheat"].likelihood(moved.for_ms)
    return cheat / (cheat + (1 - share) * otherwise.likelihood(moved.for_ms))


def _vanishing(known: Known, memory: Memory, moved: Moved) -> float:
    """Return how often a seat that lays no card cheats: as strangers do, and as its own calls were settled."""
    calls = (one.event for one in known.told)
    verdicts = [one.guilty for one in calls if isinstance(one, CallSettled) and one.accused == moved.seat]
    cheats, sorts = _VANISHING + sum(verdicts), _SORTING + len(verdicts) - sum(verdicts)
    laid = max((play.seq for play in memory.plays if play.seat == moved.seat), default=0)
    further = sum(one.seat == moved.seat and one.seq >= laid for one in known.moves) - 1
    odds: float = cheats / sorts * _RESTLESS ** max(further, 0)
    return odds / (1 + odds)
