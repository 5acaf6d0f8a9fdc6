"""The count at the table: declaring targets and accusations, showing Deities and counting points.

Every player declares, whatever their Deity, so that nobody's Deity is given away.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from table.games import ordering
from table.games.game import IllegalAction, Setup
from table.games.mythology_go import turns
from table.games.mythology_go.actions import Accuse, Aim, Declare
from table.games.mythology_go.board import TARGETING, Accusation, Board, Player, has
from table.games.mythology_go.cards import Identification
from table.games.mythology_go.count import count
from table.games.mythology_go.events import (
    AccusationMade,
    AccusationSettled,
    CardsRevealed,
    Declared,
    StarterDrawn,
    TargetDeclared,
)
from table.games.mythology_go.plays import Step
from table.games.mythology_go.state import Phase, State
from table.games.mythology_go.words import accused as verdict
from table.games.mythology_go.words import called, drawn, whose
from table.games.words import refusal, say, unless
from table.values import replace


def aiming(setup: Setup) -> AbstractSet[str]:
    """Return all cards in the deck that can aim at others."""
    return {code for code, card in setup.cards.items() if any(has(card, one) for one in TARGETING)}


def why_not_aim(state: State, action: Aim) -> IllegalAction | None:
    """Return why a card cannot aim at another: only creatures on terrains can be targets (MGO-59, MGO-102)."""
    if state.phase is not Phase.COUNTING:
        return refusal("targets are declared when all cards are turned up")
    if action.card not in state.setup.once(aiming) or state.owner(action.card) != action.seat:
        return refusal("only a card of your own that aims at others has a target")
    if state.placed(action.target) is None or action.target == action.card:
        return refusal("it aims at another card that lies on a terrain")
    if not has(state.card(action.card), "gorgon"):
        return None
    others = (one for one, target in state.aims.items() if target == action.target and one != action.card)
    copied = any(has(state.card(one), "gorgon") for one in others)
    return unless(not copied, "that card is copied already")  # MGO-68


def aim(state: State, action: Aim) -> Step:
    """Declare the target of a card (MGO-58)."""
    aims = {**state.aims, action.card: action.target}
    owner = state.owner(action.target)
    aimed = state.label(action.target) if owner is None else whose(state, owner, action.target)
    text = say("{card} aims at {target}.", card=whose(state, action.seat, action.card), target=aimed)
    return replace(state, aims=aims), (TargetDeclared(action.seat, action.card, action.target, text),)


def why_not_accuse(state: State, action: Accuse) -> IllegalAction | None:
    """Return why a seat cannot accuse. Its Deity is not checked for Identification, since that would reveal it."""
    if state.phase is not Phase.COUNTING:
        return refusal("accusations are made when all cards are turned up")
    seats = state.setup.seats
    if action.seat not in seats or action.accused not in seats or action.accused == action.seat:
        return refusal("accuse another player")
    return unless(action.deity in deities(state), lambda: say("there is no Deity {deity}", deity=repr(action.deity)))


def deities(state: State) -> tuple[str, ...]:
    """Return all Deities in the deck."""
    return state.setup.once(_deities)


def _deities(setup: Setup) -> tuple[str, ...]:
    return tuple(dict.fromkeys(card.name for card in setup.cards.values() if card.kind == "deity"))


def accuse(state: State, action: Accuse) -> Step:
    """Record an accusation: who has which Deity (MGO-45, MGO-98, MGO-118)."""
    accused = {**state.accused, action.seat: (action.accused, action.deity)}
    who, other = state.setup.name(action.seat), state.setup.name(action.accused)
    text = say("{who} says that {other} has {deity}.", who=who, other=other, deity=called(state, action.deity))
    return replace(state, accused=accused), (AccusationMade(action.seat, action.accused, action.deity, text),)


def why_not_declare(state: State, action: Declare) -> IllegalAction | None:
    """Return why a seat cannot declare now."""
    if state.phase is not Phase.COUNTING:
        return refusal("there is nothing to declare now")
    return unless(action.seat not in state.declared, "you have declared already")


def declare(state: State, action: Declare) -> Step:
    """Record that a seat has declared (MGO-44, MGO-97); once all have, the points are counted."""
    state = replace(state, declared=state.declared | {action.seat})
    delivered = (Declared(action.seat, say("{who} has declared.", who=state.setup.name(action.seat))),)
    if state.declared < frozenset(state.setup.seats):
        return state, delivered
    state, more = _settle(state, action.lot)
    return state, (*delivered, *more)


def declares(state: State, seat: int) -> Declare:
    """Return the action by which a seat declares, with a tie-break draw in case it ends the round."""
    return Declare(seat, ordering.lot(state.setup.seed, state.lots))


def _settle(state: State, lot: int) -> Step:
    """Show the Deities (MGO-96), settle accusations, and count (MGO-04, MGO-23)."""
    shown = tuple(
        CardsRevealed(
            seat, (code,), say("{who}’s Deity is {deity}.", who=state.setup.name(seat), deity=state.label(code))
        )
        for seat, code in sorted(state.deities.items())
    )
    verdicts = tuple(settled(state))
    counted = count(board(state))
    scores = {seat: one.total for seat, one in zip(state.setup.seats, counted.counts, strict=True)}
    swept = replace(state, results=(*state.results, scores), counted=counted)
    state, ended = turns.ROUNDS.end(state, swept, scores, None)
    state, told_of_lot = (state, ()) if state.over else _opener(state, scores, lot)
    return state, (*shown, *verdicts, *ended, *told_of_lot)


def _opener(state: State, scores: Mapping[int, int], lot: int) -> Step:
    """Let the seat with the fewest points open the next round; in a tie, the lowest seat or a random one (MGO-25)."""
    among = ordering.fewest(scores)
    if len(among) == 1 or state.options.low_tie_starter == "seat":
        return replace(state, opener=min(among)), ()
    seat = among[lot % len(among)]
    after = replace(state, opener=seat, lots=state.lots + 1)
    return after, (StarterDrawn(seat, among, drawn(state, seat, among)),)


def settled(state: State) -> Iterator[AccusationSettled]:
    """Yield the result of each accusation (MGO-46); a required accusation that was not made counts as wrong."""
    for seat in state.setup.seats:
        if seat in state.accused:
            accused, deity = state.accused[seat]
            theirs = state.deities.get(accused)
            right = identifies(state, seat) and theirs is not None and state.card(theirs).name == deity
            yield AccusationSettled(seat, accused, deity, right, verdict(state, seat, (accused, deity), right=right))
        elif identifies(state, seat) and state.options.identification_mandatory:
            yield AccusationSettled(seat, None, None, right=False, text=verdict(state, seat, None, right=False))


def identifies(state: State, seat: int) -> bool:
    """Return whether a seat's Deity has Identification (MGO-47)."""
    code = state.deities.get(seat)
    return code is not None and any(isinstance(effect, Identification) for effect in state.card(code).effects)


def board(state: State) -> Board:
    """Return the cards on the table as a board for count.py to score."""
    names = names_apart(state)
    players = tuple(_player(state, seat, names) for seat in state.setup.seats)
    return Board(state.setup.cards, state.options, players)


def names_apart(state: State) -> dict[int, str]:
    """Return the players' names by seat, with the seat added to names shared by several players."""
    names = {seat: state.setup.name(seat) for seat in state.setup.seats}
    shared = [name for name in names.values() if list(names.values()).count(name) > 1]
    return {seat: f"{name} ({seat})" if name in shared else name for seat, name in names.items()}


def _player(state: State, seat: int, names: dict[int, str]) -> Player:
    row, said = state.rows[seat], state.accused.get(seat)
    accuses = None if said is None or not identifies(state, seat) else Accusation(player=names[said[0]], deity=said[1])
    return Player(
        name=names[seat],
        terrain=[one.card for one in row],
        fused=[list(pair) for pair in state.pairs.get(seat, ())],
        resurrected=[one.card for one in row if one.risen],
        targets={card: target for card, target in state.aims.items() if state.owner(card) == seat},
        deity=state.deities.get(seat),
        belief=state.beliefs.get(seat),
        accuses=accuses,
    )
