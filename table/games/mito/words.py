"""What Mito says to people: cards by the names they have, and what has to be done, in sentences."""

from table.games.game import IllegalAction
from table.games.mito.actions import DISCARD
from table.games.mito.state import State
from table.games.words import refusal, with_article


def a_card(state: State, card: str) -> str:
    """Name a card as one of its kind."""
    return with_article(state.label(card))


def correction_pending(state: State) -> IllegalAction:
    """Refuse what has to wait until the discard is put right (MITO-T-09)."""
    return refusal(f"first {how_to_put_right(state)}", "correction_pending")


def how_to_put_right(state: State) -> str:
    """Say what to do about the cards that lie wrong."""
    cards = " and the ".join(state.label(card) for card in sorted(state.wrong))
    if state.setup.placement[DISCARD] == "tap":
        return f"touch the {cards} again and take it back"
    return f"take the {cards} off the discard again"
