"""The picture of a game of Mito, by allow-list: nothing is in it that was not put there on purpose.

Hand counts are never shown, and no hint is given at what may have vanished: both would betray a cheat.
"""

from collections.abc import Mapping
from typing import Any

from table import events
from table.events import Event
from table.games.game import SEALED, Audience
from table.games.mito import rules
from table.games.mito.rules import DISCARD
from table.games.mito.state import Phase, State

_EVERYBODY = (
    events.GameStarted, events.RoundStarted, events.PileStarted, events.TurnStarted, events.CardPlayed,
    events.PlayRefused, events.PressRefused, events.CorrectionOpened, events.CorrectionClosed, events.DrawOwed,
    events.HandsDue, events.HandCounted, events.RoundEnded, events.GameEnded,
)  # fmt: skip


def show(event: Event, audience: Audience) -> Event | None:
    """Give an audience what it may know of an event."""
    return event if audience == SEALED or isinstance(event, _EVERYBODY) else None


def view(state: State) -> Mapping[str, Any]:
    """Draw the picture that everybody may see."""
    return {
        "game": state.setup.game,
        "round": state.round,
        "rounds": state.rounds,
        "turn": state.turn if state.phase is Phase.PLAYING else None,
        "piles": {DISCARD: {"top": state.named, "count": state.count}},
        "seats": [_seat(state, seat) for seat in state.setup.seats],
        "waiting": list(state.due_hands),
        "prompt": prompt(state),
        "race": None,
        "correction": _correction(state),
        "winners": list(rules.winners(state)) if state.phase is Phase.OVER else None,
    }


def _seat(state: State, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": state.setup.name(seat),
        "score": state.totals[seat],
        "hand": None,
        "guard": seat == state.guard,
        "counting": len(state.hands.get(seat, ())) if seat in state.due_hands else None,
    }


def _correction(state: State) -> dict[str, Any] | None:
    return {"zone": DISCARD, "cards": sorted(state.wrong)} if state.wrong else None


def prompt(state: State) -> str:
    """Say what is to be done now, and by whom."""
    name = state.setup.name
    if state.wrong and state.turn is not None:
        return f"{name(state.turn)}: {rules.how_to_put_right(state)}."
    match state.phase:
        case Phase.SET_UP:
            return f"Deal 8 cards each, then turn up the first card of the draw pile. {name(state.starter)} begins."
        case Phase.PLAYING if state.turn is not None:
            return f"{name(state.turn)}: play a card one above or one below, or tap to draw."
        case Phase.COUNTING:
            waiting = " and ".join(name(seat) for seat in state.due_hands)
            return f"{waiting}: touch every card you hold on your pad, then tap."
        case Phase.BETWEEN:
            return (
                f"Round {state.round} is over. {name(rules.next_starter(state))} opens the next one: hold the button."
            )
        case _:
            best = " and ".join(name(seat) for seat in rules.winners(state))
            return f"The game is over. {best} won."
