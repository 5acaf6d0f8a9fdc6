"""What each audience may see, as an allow-list: nothing is shown unless it is added here on purpose."""

from typing import Literal

from higher_or_lower.rules import PILE, ROUNDS, State
from table.games.kit.rounds import Phase, most_points
from table.games.kit.views import correction, shared
from table.games.words import both, many, say
from table.saying import Text
from table.view import PileView, View


class HigherOrLowerView(View, kw_only=True):
    """What everybody sees of this game. It adds `guess` to the fields that all games have."""

    guess: Literal["higher", "lower"] | None = None


def view(state: State) -> HigherOrLowerView:
    """Return what everybody may see."""
    top = state.laid[-1] if state.laid else None
    return HigherOrLowerView(
        **shared(
            state,
            ROUNDS,
            piles={PILE: PileView(top=top, count=len(state.laid))},
            headline=headline(state),
            sentences=[prompt(state)],
        ),
        correction=correction(state),
        guess=state.guess,
    )


def headline(state: State) -> Text:
    """Return the state of the game in two or three words."""
    who = state.setup.name(state.turn)
    match state.phase, state.guess:
        case Phase.SET_UP, _:
            return say("Turn a card up")
        case Phase.PLAYING, None:
            return say("{who}’s turn", who=who)
        case Phase.PLAYING, "higher":
            return say("{who}: higher", who=who)
        case Phase.PLAYING, _:
            return say("{who}: lower", who=who)
    best = [state.setup.name(seat) for seat in most_points(state)]
    return many("{who} wins", "{who} win", len(best), who=both(best))


def prompt(state: State) -> Text:
    """Return a prompt that says what has to be done now, and by whom."""
    who = state.setup.name(state.turn)
    match state.phase:
        case _ if state.wrong:
            return say("Take the card off the pile that must not lie there, and put it under the draw pile.")
        case Phase.OVER:
            return say("The game is over: the most points win.")
        case Phase.SET_UP:
            return say("Shuffle, and turn the first card up on the pile. {who} guesses first.", who=who)
        case _ if state.guess is None:
            top = state.card(state.laid[-1]).label
            return say("{who}: will the next card be higher than {top:the} (tap) or lower (hold)?", who=who, top=top)
    return say("{who}: lay the top card of the draw pile on the pile.", who=who)
