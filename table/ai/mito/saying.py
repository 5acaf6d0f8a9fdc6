"""How hands carry out actions of Mito: cards on the discard and on pads, one button, gifts on a phone."""

from collections.abc import Sequence

from table.ai import gestures
from table.ai.gestures import Gesture
from table.ai.mito.choices import Fetch, GiveCard, Sort, Vanish
from table.ai.mito.knowing import Certain
from table.games.kit.actions import Action
from table.games.mito.actions import (
    DISCARD,
    Accept,
    CountAnew,
    Lay,
    Lift,
    MakeCall,
    Match,
    Plead,
    SayOut,
    ShowCard,
    WithdrawCall,
)
from table.view import QuestionView


def said(certain: Certain, action: Action) -> Sequence[Gesture]:
    """Lay, give, show and take cards back; hold the button to be out, guilty, or count again, else tap."""
    match action:
        case Lay(_, shown, drop):
            return (gestures.Lay((*(card for card in drop if card != shown), shown), DISCARD),)  # the last one on top
        case Match(card):
            return (gestures.Lay((card,), DISCARD),)
        case Lift(card):
            return (gestures.Take(card),)
        case Vanish(_, card):
            return (gestures.Vanish(card),)
        case Fetch(_, card):
            return (gestures.Fetch(card),)
        case Sort():
            return (gestures.Sort(),)
        case GiveCard(_, receiver, card):
            return gestures.Hand(card, receiver), gestures.Say("given", receiver)
        case ShowCard():
            return (gestures.Show(),)
        case Plead(guilty=True) | SayOut() | WithdrawCall() | CountAnew():
            return (gestures.Hold(),)
        case Accept(seat) if seat in certain.own_secrets.hidden:
            return (gestures.Hold(),)  # it pleads, too
        case MakeCall(seat) if certain.known.view.turn == seat:
            return (gestures.Double(),)
        case _:
            return (gestures.Tap(),)


def answered(certain: Certain, question: QuestionView) -> int | str:
    """Return who answered the cockroach: the seat itself, if the card on top was its own."""
    offered = [option.answer for option in question.options]
    mine = certain.known.seat
    if mine in offered and certain.state.top in [one.card for one in certain.own]:
        return mine
    return next((answer for answer in offered if answer != mine), offered[0])
