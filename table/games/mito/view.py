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
    events.PlayRefused, events.PressRefused, events.PlayTakenBack, events.CorrectionOpened, events.CorrectionClosed,
    events.DrawOwed, events.HandsDue, events.OutWithdrawn, events.HandCounted, events.RoundEnded, events.GameEnded,
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
        "waiting": list(_waiting(state)),
        "headline": headline(state),
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


def _waiting(state: State) -> tuple[int, ...]:
    """Name the seats whose button the table waits for, though it is not their turn."""
    return (rules.next_starter(state),) if state.phase is Phase.BETWEEN else state.due_hands


def headline(state: State) -> str:
    """Say in two or three words where the game stands."""
    name = state.setup.name
    match state.phase:
        case Phase.SET_UP:
            return f"Round {state.round}"
        case Phase.PLAYING if state.turn is not None:
            return f"{name(state.turn)}, not there" if state.wrong else f"{name(state.turn)}’s turn"
        case Phase.COUNTING if state.out is not None:
            return f"{name(state.out)} is out"
        case Phase.BETWEEN:
            return f"Round {state.round} is over"
        case _:
            best = rules.winners(state)
            return f"{' & '.join(name(seat) for seat in best)} {'wins' if len(best) == 1 else 'win'}"


def prompt(state: State) -> str:
    """Say what is to be done now, and by whom."""
    name = state.setup.name
    match state.phase:
        case Phase.SET_UP:
            return f"Deal {rules.HAND} cards each and turn up the draw pile’s first card. {name(state.starter)} begins."
        case Phase.PLAYING if state.turn is not None:
            if state.wrong:
                return f"{name(state.turn)}: {rules.how_to_put_right(state)}."
            return f"{name(state.turn)}: play {rules.what_fits(state)}, or tap to draw. Hand empty? Hold the button."
        case Phase.COUNTING if state.out is not None:
            waiting = " and ".join(name(seat) for seat in state.due_hands)
            return f"{waiting}: touch each card you hold on your pad, then tap; hold to start over."
        case Phase.BETWEEN:
            opener = name(rules.next_starter(state))
            return f"Collect and shuffle all cards. {opener} opens round {state.round + 1}: hold your button."
        case _:
            return "The game is over: the fewest points win."
