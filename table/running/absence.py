"""Players who left during a game: the table never waits for them."""

from table.board import GameSnapshot
from table.saying import both, either, joined, say
from table.values import replace
from table.view import View


def notice(game: GameSnapshot) -> str | None:
    """Return a sentence on who has left and how the game can continue; None if nobody has left or the game is over."""
    gone = _gone(game)
    if not gone or any(view.over for view in game.views.values()):
        return None
    who, seats = both(list(gone.values())), either([say("seat {seat}", seat=seat) for seat in gone])
    if len(gone) == 1:
        return say("{who} has left. Whoever takes {seats} plays on.", who=who, seats=seats)
    return say("{who} have left. Whoever takes {seats} plays on.", who=who, seats=seats)


def without_absent(game: GameSnapshot) -> GameSnapshot:
    """Return the game; if it is waiting only for players who have left, let its views say how it can continue.

    Races and questions stay as they are, because a race closes by itself, and the host can settle a question.
    """
    why = notice(game)
    if why is None:
        return game
    return replace(game, views={audience: _needed(view, game, why) for audience, view in game.views.items()})


def _gone(game: GameSnapshot) -> dict[int, str]:
    return {seat: name for seat, name in game.seated.items() if seat in game.left}


def _needed(view: View, game: GameSnapshot, why: str) -> View:
    turn = view.turn
    awaited = set(view.awaited) if turn is None else {turn}
    stopped = view.paused or view.question is not None or view.race is not None
    if stopped or not awaited or not awaited <= _gone(game).keys():
        return view
    begin, give = say("The host may begin the next round."), say("The host may give the turn to somebody else.")
    prompt = joined([why, begin if turn is None else give])
    return replace(view, turn=None, waiting=(), headline=say("One is needed"), prompt=prompt, notice=None)
