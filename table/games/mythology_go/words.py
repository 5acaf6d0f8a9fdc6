"""Text for Mythology GO. What other players read about a face-down card would fit any other one."""

from typing import Literal

from table.games.kit.rulebook import sure
from table.games.mythology_go.state import Due, State
from table.games.words import both, joined, many, say
from table.saying import Text, or_by_hand, own

_NAMED = 4

TO_TOUCH = "touch the discard with"
Lacking = Literal["deity", "belief", "both"]


def whose(state: State, seat: int, code: str) -> Text:
    """Return a card's name together with its owner's name."""
    return own("{who}’s {card}", who=state.setup.name(seat), card=state.label(code))


def called(state: State, name: str) -> str:
    """Return a card's label for people, given its name in the catalogue."""
    return next((card.label for card in state.setup.cards.values() if card.name == name), name)


def to_go(state: State, due: Due) -> Text:
    """Return the due cards with their owners; a fused pair counts as one card."""
    first = [code for code in due.cards if (pair := state.paired(code)) is None or pair[0] == code]
    return both([whose(state, sure(state.owner(code)), code) for code in first])


def has_to_go(state: State, due: Due) -> Text:
    """Return a sentence saying what a card destroys, and how players carry that out."""
    by, number = state.label(due.by), len(due.cards)
    cards = to_go(state, due)
    touched = many(
        "{by:the} destroys {cards}: touch the discard with it",
        "{by:the} destroys {cards}: touch the discard with each",
        number,
        by=by,
        cards=cards,
    )
    laid = many(
        "{by:the} destroys {cards}: lay it on the discard",
        "{by:the} destroys {cards}: lay each on the discard",
        number,
        by=by,
        cards=cards,
    )
    return or_by_hand(touched, laid)


def revealed(state: State, seat: int, codes: tuple[str, ...]) -> Text:
    """Return a sentence naming the cards that lay face down."""
    cards = both([say("{card:the}", card=state.label(code)) for code in codes])
    return say("{who} had closed {cards}.", who=state.setup.name(seat), cards=cards)


def missing(state: State, kind: Literal["deity", "belief"]) -> tuple[int, ...]:
    """Return the seats that have laid no Deity, or no Belief, although one is left for them (MGO-92, MGO-99)."""
    held = state.deities if kind == "deity" else state.beliefs
    free = any(card.kind == kind and code not in held.values() for code, card in state.setup.cards.items())
    return tuple(seat for seat in state.setup.seats if free and seat not in held)


def missing_ones(state: State) -> tuple[Text, ...]:
    """Return sentences naming the players without a Deity, without a Belief, or without both."""
    return tuple(_laid_none(state, seats, what) for seats, what in _lacking(state))


def asked_for(state: State) -> Text:
    """Return the request to all players who have laid no Deity or no Belief."""
    return joined(_asked(_people(state, seats), what) for seats, what in _lacking(state))


def _asked(who: Text, what: Lacking) -> Text:
    match what:
        case "deity":
            return say("{who}: lay your Deity.", who=who)
        case "belief":
            return say("{who}: lay your Belief.", who=who)
        case "both":
            return say("{who}: lay your Deity and your Belief.", who=who)


def lacks(state: State, seat: int) -> Lacking | None:
    """Return what a seat has yet to lay: its Deity, its Belief or both; None if nothing."""
    return next((what for seats, what in _lacking(state, (seat,)) if seats), None)


def asked_of(state: State, seat: int) -> str:
    """Return one sentence explaining to a player how to lay what is missing."""
    match lacks(state, seat):
        case "belief":
            return or_by_hand(say("Touch your pad with it."), say("Lay it before you."))
        case "deity":
            return or_by_hand(say("Touch your pad with it, your button down."), say("Lay it before you, closed."))
        case "both":
            return or_by_hand(
                say("Touch your pad: with the Belief, then with the Deity, your button down."),
                say("Lay the Belief before you, then the Deity, closed."),
            )
    return ""


def _lacking(state: State, among: tuple[int, ...] = ()) -> tuple[tuple[tuple[int, ...], Lacking], ...]:
    """Group the seats (only those in `among`, if given) by what they lack: a Deity, a Belief or both."""
    deity, belief = (
        tuple(seat for seat in missing(state, kind) if not among or seat in among) for kind in ("deity", "belief")
    )
    if deity == belief:
        return ((deity, "both"),) if deity else ()
    lacks: tuple[tuple[tuple[int, ...], Lacking], ...] = ((deity, "deity"), (belief, "belief"))
    return tuple((seats, what) for seats, what in lacks if seats)


def _people(state: State, seats: tuple[int, ...]) -> Text:
    return say("Everybody") if _are_all(state, seats) else both([state.setup.name(seat) for seat in seats])


def _are_all(state: State, seats: tuple[int, ...]) -> bool:
    """Return whether these are all seats, and too many to name in a sentence that people read across a table."""
    return seats == state.setup.seats and len(seats) > _NAMED


def _laid_none(state: State, seats: tuple[int, ...], what: Lacking) -> Text:
    if _are_all(state, seats):
        return _nobody_laid(what)
    who, number = _people(state, seats), len(seats)
    match what:
        case "deity":
            return many("{who} has laid no Deity.", "{who} have laid no Deity.", number, who=who)
        case "belief":
            return many("{who} has laid no Belief.", "{who} have laid no Belief.", number, who=who)
        case "both":
            return many(
                "{who} has laid no Deity and no Belief.", "{who} have laid no Deity and no Belief.", number, who=who
            )


def _nobody_laid(what: Lacking) -> Text:
    match what:
        case "deity":
            return say("Nobody has laid a Deity.")
        case "belief":
            return say("Nobody has laid a Belief.")
        case "both":
            return say("Nobody has laid a Deity or a Belief.")


def drawn(state: State, seat: int, among: tuple[int, ...]) -> Text:
    """Return a sentence saying who was drawn to open the next round."""
    names = both([state.setup.name(one) for one in among])
    return say(
        "{names} have the fewest points: the table drew {who} to begin.", names=names, who=state.setup.name(seat)
    )


def searched(state: State, seat: int, name: str, *, found: bool) -> Text:
    """Return a sentence about the result of a search."""
    who, card = state.setup.name(seat), called(state, name)
    if found:
        return say("{who} found {card:a}.", who=who, card=card)
    return say("{who} found no {card}.", who=who, card=card)


def accused(state: State, seat: int, said: tuple[int, str] | None, *, right: bool) -> Text:
    """Return the result of an accusation, or that there was none."""
    who = state.setup.name(seat)
    if said is None:
        return say("{who}’s Deity has to accuse somebody, and did not.", who=who)
    other, deity = state.setup.name(said[0]), called(state, said[1])
    if right:
        return say("{who} was right: {other} has {deity}.", who=who, other=other, deity=deity)
    theirs = state.deities.get(said[0])
    if theirs is not None and state.card(theirs).name == said[1]:
        return say("{who}’s Deity has no Identification: naming {deity} brings nothing.", who=who, deity=deity)
    return say("{who} guessed {deity}: wrong.", who=who, deity=deity)
