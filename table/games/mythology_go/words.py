"""What Mythology GO says to people. Of a closed card nothing is said to others that would not be said of any other."""

from table.games.game import IllegalAction
from table.games.mythology_go.state import State
from table.games.words import both, refusal, with_article


def label(state: State, code: str) -> str:
    """Name a card."""
    return state.card(code).label


def correction_pending(state: State) -> IllegalAction:
    """Refuse what has to wait until the cards lie right."""
    whose = mislaid_by(state)
    who = "" if whose in (None, state.turn) else f"{state.setup.name(whose)}, "
    return refusal(f"first, {who}{how_to_put_right(state)}", "correction_pending")


def how_to_put_right(state: State) -> str:
    """Say what to do about a card that lies wrong; a closed one is not named."""
    code, zone = next(iter(state.wrong.items()))
    what = "the closed card" if code in state.closed else f"the {label(state, code)}"
    own = zone == f"seat.{mislaid_by(state)}"
    if state.setup.placement[zone] == "pile":
        return f"take {what} off {'your pad' if own else f'the {zone}'}"
    return f"touch {'your pad' if own else f'the {zone} pad'} with {what} again and take it back"


def mislaid_by(state: State) -> int | None:
    """Tell on whose pad a card lies wrong; on the discard, who laid it there, or else whose turn it is."""
    code, zone = next(iter(state.wrong.items()))
    if zone.startswith("seat."):
        return int(zone.removeprefix("seat."))
    return next((lay.seat for lay in reversed(state.refused) if lay.card == code and lay.seat), state.turn)


# -- what has happened, in sentences


def whose(state: State, seat: int, code: str) -> str:
    """Name a card by its owner."""
    return f"{state.setup.name(seat)}’s {label(state, code)}"


def called(state: State, name: str) -> str:
    """Name a card of which only the name is known."""
    return next((card.label for card in state.setup.cards.values() if card.name == name), name)


def revealed(state: State, seat: int, codes: tuple[str, ...]) -> str:
    """Say which cards lay closed."""
    named = both([f"the {label(state, code)}" for code in codes])
    return f"{state.setup.name(seat)} had closed {named}."


def searched(state: State, seat: int, name: str, *, found: bool) -> str:
    """Say what a search brought."""
    who, what = state.setup.name(seat), called(state, name)
    return f"{who} found {with_article(what)}." if found else f"{who} found no {what}."


def accused(state: State, seat: int, said: tuple[int, str] | None, *, right: bool) -> str:
    """Say what came of an accusation, or that there was none."""
    who = state.setup.name(seat)
    if said is None:
        return f"{who}’s Deity has to accuse somebody, and did not."
    other, name = state.setup.name(said[0]), called(state, said[1])
    if right:
        return f"{who} was right: {other} has {name}."
    theirs = state.deities.get(said[0])
    if theirs is not None and state.card(theirs).name == said[1]:
        return f"{who}’s Deity has no Identification: naming {name} brings nothing."
    return f"{who} names {name} in vain."
