"""What Mythology GO says to people. Of a closed card nothing is said to others that would not be said of any other."""

from typing import Literal

from table.games.mythology_go.state import State
from table.games.words import both, with_article

_NAMED = 4


def whose(state: State, seat: int, code: str) -> str:
    """Name a card by its owner."""
    return f"{state.setup.name(seat)}’s {state.label(code)}"


def called(state: State, name: str) -> str:
    """Name a card of which only the name is known."""
    return next((card.label for card in state.setup.cards.values() if card.name == name), name)


def revealed(state: State, seat: int, codes: tuple[str, ...]) -> str:
    """Say which cards lay closed."""
    named = both([f"the {state.label(code)}" for code in codes])
    return f"{state.setup.name(seat)} had closed {named}."


def missing(state: State, kind: Literal["deity", "belief"]) -> tuple[int, ...]:
    """Name the seats that have laid no Deity, or no Belief, though the box has one for them (MGO-92, MGO-99)."""
    held = state.deities if kind == "deity" else state.beliefs
    free = any(card.kind == kind and code not in held.values() for code, card in state.setup.cards.items())
    return tuple(seat for seat in state.setup.seats if free and seat not in held)


def missing_ones(state: State) -> tuple[str, ...]:
    """Say who has laid no Deity, and who no Belief: a sentence for each, or for both if the same people lack both."""
    return tuple(_laid_none(state, seats, what) for seats, what in _lacking(state))


def asked_for(state: State) -> str:
    """Ask whoever has laid no Deity or no Belief for it."""
    said = (f"{_people(state, seats)}: lay your {' and your '.join(what)}." for seats, what in _lacking(state))
    return " ".join(said)


def asked_of(state: State, seat: int) -> str:
    """Say to a player how to lay what he has not laid yet."""
    deity, belief = seat in missing(state, "deity"), seat in missing(state, "belief")
    said = (("Belief: touch your pad.", belief), ("Deity: touch it with your button down.", deity))
    return " ".join(sentence for sentence, lacks in said if lacks)


def _lacking(state: State) -> tuple[tuple[tuple[int, ...], tuple[str, ...]], ...]:
    deity, belief = missing(state, "deity"), missing(state, "belief")
    if deity == belief:
        return ((deity, ("Deity", "Belief")),) if deity else ()
    return tuple((seats, (what,)) for seats, what in ((deity, "Deity"), (belief, "Belief")) if seats)


def _people(state: State, seats: tuple[int, ...]) -> str:
    return "Everybody" if _are_all(state, seats) else both([state.setup.name(seat) for seat in seats])


def _are_all(state: State, seats: tuple[int, ...]) -> bool:
    """Tell whether these are all, and too many to be named in a sentence that people read across a table."""
    return seats == state.setup.seats and len(seats) > _NAMED


def _laid_none(state: State, seats: tuple[int, ...], what: tuple[str, ...]) -> str:
    if _are_all(state, seats):
        return f"Nobody has laid a {' or a '.join(what)}."
    return f"{_people(state, seats)} {'has' if len(seats) == 1 else 'have'} laid no {' and no '.join(what)}."


def drawn(state: State, seat: int, among: tuple[int, ...]) -> str:
    """Say who was drawn to open the next round."""
    names = both([state.setup.name(one) for one in among])
    return f"{names} have the fewest points: the table drew {state.setup.name(seat)} to begin."


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
    return f"{who} guessed {name}: wrong."
