"""What Mytho says to people: cards by the names they have, and what has to be done, in sentences.

Of a card on the hidden pile nothing is said that would not be said of any other.
"""

from table.games.game import IllegalAction
from table.games.mytho.actions import HIDDEN, VISIBLE
from table.games.mytho.cards import SUITS
from table.games.mytho.state import State
from table.games.words import refusal, with_article


def what_fits(state: State) -> str:
    """Say what may be played on the visible pile (MYTHO-15)."""
    if state.reference is None:
        return "any card"
    card = state.card(state.reference)
    colour = card.shown_colour(state.options.colour_means)
    one = colour.removesuffix("s") if colour in SUITS else f"{colour} card"
    return f"{with_article(str(card.number))} or {with_article(one)}"


def correction_pending(state: State) -> IllegalAction:
    """Refuse what has to wait until the cards lie right (MYTHO-T-03)."""
    return refusal(f"first {how_to_put_right(state)}", "correction_pending")


def how_to_put_right(state: State) -> str:
    """Say what to do about the cards that lie wrong, the open ones by name."""
    if state.wrong_on(VISIBLE):
        cards = " and the ".join(state.label(card) for card in state.wrong_on(VISIBLE))
        return _off(state, VISIBLE, f"the {cards}")
    if state.wrong_on(HIDDEN):
        return _off(state, HIDDEN, "the last card")
    turned = "" if state.turned is None else state.label(state.turned)
    return f"put the {turned} on the visible pile"


def _off(state: State, zone: str, what: str) -> str:
    if state.setup.placement[zone] == "tap":
        return f"touch the {zone} pad with {what} again and take it back"
    return f"take {what} off the {zone} pile again"
