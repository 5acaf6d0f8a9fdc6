"""Who may know what, by allow-list: nothing is shown that was not put here on purpose."""

from collections.abc import Mapping
from typing import Any

from higher_or_lower.rules import PILE, ROUNDS, State
from table.games.kit.picture import picture
from table.games.kit.rounds import Phase, most_points
from table.games.words import both


def view(state: State) -> Mapping[str, Any]:
    """Draw the picture that everybody may see; `guess` is this game's own key."""
    top = state.laid[-1] if state.laid else None
    return picture(
        state,
        ROUNDS,
        piles={PILE: {"top": top, "count": len(state.laid)}},
        headline=headline(state),
        prompt=[prompt(state)],
        guess=state.guess,
    )


def headline(state: State) -> str:
    """Say in two or three words where the game stands."""
    name = state.setup.name(state.turn)
    match state.phase:
        case Phase.SET_UP:
            return "Turn a card up"
        case Phase.PLAYING:
            return f"{name}’s turn" if state.guess is None else f"{name}: {state.guess}"
        case _:
            best = most_points(state)
            return f"{both([state.setup.name(seat) for seat in best])} {'wins' if len(best) == 1 else 'win'}"


def prompt(state: State) -> str:
    """Say what is to be done now, and by whom."""
    name = state.setup.name(state.turn)
    match state.phase:
        case _ if state.wrong:
            return "Take the card off the pile that must not lie there, and put it under the draw pile."
        case Phase.OVER:
            return "The game is over: the most points win."
        case Phase.SET_UP:
            return f"Shuffle, and turn the first card up on the pile. {name} guesses first."
        case _ if state.guess is None:
            top = state.card(state.laid[-1]).label
            return f"{name}: will the next card be higher than the {top} (tap) or lower (hold)?"
    return f"{name}: lay the top card of the draw pile on the pile."
