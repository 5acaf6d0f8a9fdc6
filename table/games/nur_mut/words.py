"""What Nur Mut says to people: piles and cards by the names they have, and what has to be done, in sentences.

What is said of a play does not depend on which face is up: nobody has told the table.
"""

from table.games.game import IllegalAction
from table.games.nur_mut.state import State
from table.games.words import refusal


def place(zone: str) -> str:
    """Name a pile.

    >>> place("pile.2")
    'pile 2'
    """
    return zone.replace(".", " ")


def correction_pending(state: State) -> IllegalAction:
    """Refuse what has to wait until the cards lie right (NUR-T-03)."""
    return refusal(f"first {how_to_put_right(state)}", "correction_pending")


def how_to_put_right(state: State) -> str:
    """Say what to do about the card that lies wrong."""
    card, zone = next(iter(sorted(state.wrong.items())))
    if state.setup.placement[zone] == "tap":
        return f"touch {place(zone)} with the {state.label(card)} again and take it back"
    return f"take the {state.label(card)} off {place(zone)} again"
