"""What Mito says to people: cards by the names they have, and what has to be done, in sentences."""

from table.games.game import IllegalAction, Reason
from table.games.mito.state import State

DISCARD = "discard"


def refusal(text: str, reason: Reason = "not_now") -> IllegalAction:
    """Make the refusal of an action; the text becomes a sentence."""
    return IllegalAction(reason, f"{capital(text)}.")


def capital(text: str) -> str:
    """Begin a sentence with a capital letter.

    >>> capital("the 4 fits")
    'The 4 fits'
    """
    return f"{text[0].upper()}{text[1:]}"


def unless(allowed: bool, text: str) -> IllegalAction | None:
    """Refuse what is not for now."""
    return None if allowed else refusal(text)


def label(state: State, card: str) -> str:
    """Name a card."""
    name: str = state.setup.cards[card].label
    return name


def a_card(state: State, card: str) -> str:
    """Name a card as one of its kind.

    An ant is the only one that takes "an".
    """
    name = label(state, card)
    return f"an {name}" if name.startswith("ant") else f"a {name}"


def either(words: list[str] | tuple[str, ...]) -> str:
    """Put "or" between words."""
    return _joined(words, "or")


def both(words: list[str] | tuple[str, ...]) -> str:
    """Put "and" between words."""
    return _joined(words, "and")


def _joined(words: list[str] | tuple[str, ...], last: str) -> str:
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final


def correction_pending(state: State) -> IllegalAction:
    """Refuse what has to wait until the discard is put right (MITO-T-09)."""
    return refusal(f"first {how_to_put_right(state)}", "correction_pending")


def how_to_put_right(state: State) -> str:
    """Say what to do about the cards that lie wrong."""
    cards = " and the ".join(label(state, card) for card in sorted(state.wrong))
    if state.setup.placement[DISCARD] == "tap":
        return f"touch the {cards} again and take it back"
    return f"take the {cards} off the discard again"
