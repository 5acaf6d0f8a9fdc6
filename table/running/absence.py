"""People who left during a game: the table never waits for them."""

from table.board import Snapshot
from table.saying import both, either, joined, say
from table.values import replace
from table.view import View


def told(snapshot: Snapshot) -> str | None:
    """Return who has left and what can be done about it; None if nobody has, or the game is over."""
    gone = _gone(snapshot)
    if not gone or any(view.over for view in snapshot.views.values()):
        return None
    who, seats = both(list(gone.values())), either([say("seat {seat}", seat=seat) for seat in gone])
    if len(gone) == 1:
        return say("{who} has left. Whoever takes {seats} plays on.", who=who, seats=seats)
    return say("{who} have left. Whoever takes {seats} plays on.", who=who, seats=seats)


def without_absent(snapshot: Snapshot) -> Snapshot:
    """Return the view with a call for players, in place of a turn or a wait for people who have all left.

    A race closes by itself, and the host can settle a question, so both go on.
    """
    why = told(snapshot)
    if why is None:
        return snapshot
    return replace(
        snapshot, views={audience: _needed(view, snapshot, why) for audience, view in snapshot.views.items()}
    )


def _gone(snapshot: Snapshot) -> dict[int, str]:
    return {seat: name for seat, name in snapshot.seated.items() if seat in snapshot.left}


def _needed(view: View, snapshot: Snapshot, why: str) -> View:
    turn = view.turn
    awaited = set(view.awaited) if turn is None else {turn}
    stopped = view.paused or view.question is not None or view.race is not None
    if stopped or not awaited or not awaited <= _gone(snapshot).keys():
        return view
    begin, give = say("The host may begin the next round."), say("The host may give the turn to somebody else.")
    prompt = joined([why, begin if turn is None else give])
    return replace(view, turn=None, waiting=(), headline=say("One is needed"), prompt=prompt, notice=None)
