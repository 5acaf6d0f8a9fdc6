"""Who may know what, by allow-list: nothing is shown that was not put here on purpose."""

from collections.abc import Mapping
from typing import Any

from higher_or_lower.rules import PILE, State
from table.events import Event
from table.games.game import Audience, may_know
from table.games.words import both


def show(event: Event, audience: Audience) -> Event | None:
    """Give an audience what it may know of an event."""
    return event if may_know(event, audience) else None


def view(state: State) -> Mapping[str, Any]:
    """Draw the picture that everybody may see. All keys but `guess` are those that the pages of every game read."""
    top = state.laid[-1] if state.laid else None
    return {
        "game": state.setup.game,
        "round": 1,
        "rounds": 1,
        "running": bool(state.laid) and not state.over,
        "turn": state.turn if state.laid and not state.over else None,
        "piles": {PILE: {"top": top, "count": len(state.laid)}},
        "seats": [_seat(state, seat) for seat in state.setup.seats],
        "waiting": [],
        "guess": state.guess,
        "headline": headline(state),
        "prompt": [prompt(state)],
        "race": None,
        "correction": {"zone": PILE, "cards": list(state.wrong)} if state.wrong else None,
        "winners": list(state.winners) if state.over else None,
    }


def _seat(state: State, seat: int) -> dict[str, Any]:
    return {"seat": seat, "name": state.setup.name(seat), "score": state.points[seat], "hand": None}


def headline(state: State) -> str:
    """Say in two or three words where the game stands."""
    if state.over:
        names = both([state.setup.name(seat) for seat in state.winners])
        return f"{names} {'wins' if len(state.winners) == 1 else 'win'}"
    name = state.setup.name(state.turn)
    if not state.laid:
        return "Turn a card up"
    return f"{name}’s turn" if state.guess is None else f"{name}: {state.guess}"


def prompt(state: State) -> str:
    """Say what is to be done now, and by whom."""
    if state.wrong:
        return "Take the card off the pile that must not lie there, and put it under the draw pile."
    if state.over:
        return "The game is over: the most points win."
    name = state.setup.name(state.turn)
    if not state.laid:
        return f"Shuffle, and turn the first card up on the pile. {name} guesses first."
    if state.guess is None:
        top = state.setup.cards[state.laid[-1]].label
        return f"{name}: will the next card be higher than the {top} (tap) or lower (hold)?"
    return f"{name}: lay the top card of the draw pile on the pile."
