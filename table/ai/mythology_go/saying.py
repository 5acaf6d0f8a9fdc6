"""How hands carry out actions of Mythology GO: cards on their own pad, one button, choices on a phone."""

from collections.abc import Sequence

from table import moves
from table.ai import gestures
from table.ai.gestures import Gesture
from table.ai.known import Known
from table.ai.mind import Action
from table.ai.mythology_go.seen import BESIDES
from table.games.mythology_go.actions import (
    DISCARD,
    Accuse,
    Aim,
    Believe,
    Deal,
    Destroy,
    EndSearch,
    EndTurn,
    Fuse,
    Lay,
    NameCard,
    TakeBack,
)
from table.games.mythology_go.views import MgoView


def said(known: Known, action: Action) -> Sequence[Gesture]:
    """Lay cards, closed ones with the button down; tap when the turn is over, or all is declared."""
    match action:
        case moves.Draw(_, count):
            return (gestures.TakeCards(count),)
        case Deal(seat, card):
            return (gestures.Lay((card,), f"seat.{seat}", pressed=True),)
        case Believe(seat, card):
            return (gestures.Lay((card,), f"seat.{seat}"),)
        case Lay(_, card, zone, closed):
            return (gestures.Lay((card,), zone, pressed=closed),)
        case EndTurn():
            left = tuple(card for card in known.hand if known.setup.cards[card].kind not in BESIDES)
            return (gestures.PutBelow(left), gestures.Tap()) if left else (gestures.Tap(),)
        case Destroy(card):
            return tuple(gestures.Move(one, DISCARD) for one in _together(known, card))
        case _:
            return _besides(action)


def _together(known: Known, card: str) -> tuple[str, ...]:
    """Return a card, and the one that is fused with it: what becomes of one becomes of both (MGO-T-06)."""
    lie = (one for seat in MgoView.of(known.view).seats for one in seat.terrain or ())
    other = next((one.pair for one in lie if one.card == card), None)
    return (card,) if other is None else (card, other)


def _besides(action: Action) -> Sequence[Gesture]:
    """Return what is no play: fuse, take back, search, aim, accuse."""
    match action:
        case Fuse(_, cards):
            return (gestures.Touch(cards),)
        case TakeBack(_, str(card)):
            return (gestures.Take(card),)
        case NameCard(_, name):
            return (gestures.Say("djinn", name),)
        case EndSearch():
            return (gestures.Search("search", "found", "nothing"),)
        case Aim(_, card, target):
            return (gestures.Say("target", f"{card} {target}"),)
        case Accuse(_, accused, deity):
            return (gestures.Say("accuse", f"{accused} {deity}"),)
        case _:
            return (gestures.Tap(),)
