"""The options of a count in Mythology GO, and what the cards on a terrain are worth."""

from collections.abc import Iterator
from itertools import islice

from table.games.mythology_go import declaring, rules
from table.games.mythology_go.actions import Accuse, Aim
from table.games.mythology_go.board import TARGETING, has
from table.games.mythology_go.cards import MgoCard
from table.games.mythology_go.count import count
from table.games.mythology_go.state import Phase, State
from table.values import replace

MOST_TARGETS = 4  # so many are tried by who thinks long
PLACE = 5.0  # points that a free place is worth, as long as it can still be filled


def aims(state: State, seat: int) -> tuple[Aim, ...]:
    """Return the possible targets of the first card that needs one."""
    card = aiming(state, seat)
    found = () if card is None else (Aim(seat, card, target) for target in _targets(state, seat, card))
    return tuple(islice((one for one in found if rules.why_not(state, one) is None), MOST_TARGETS))


def aiming(state: State, seat: int) -> str | None:
    """Return the first card of a terrain that needs a target."""
    own = (one.card for one in state.rows[seat] if one.card not in state.aims)
    return next((code for code in own if _targeting(state.card(code))), None)


def _targeting(card: MgoCard) -> bool:
    return bool(card.effects) and any(has(card, keyword) for keyword in TARGETING)


def _targets(state: State, seat: int, card: str) -> Iterator[str]:
    """Return what a card had best be meant for, the best first: a gorgon copies, a werewolf spoils what others have."""
    copies = has(state.card(card), "gorgon")
    lie = [(owner, one.card) for owner, row in state.rows.items() for one in row if one.card != card]
    theirs = [code for owner, code in lie if copies or owner != seat]
    yield from sorted(theirs, key=lambda code: -state.card(code).value)


def accusations(state: State, seat: int) -> tuple[Accuse, ...]:
    """Return a possible Deity for each other player, if one's own must accuse."""
    if seat in state.accused or not declaring.identifies(state, seat):
        return ()
    own = state.card(state.deities[seat]).name
    names = [name for name in declaring.deities(state) if name != own]
    others = [other for other in state.setup.seats if other != seat and other in state.deities]
    return tuple(Accuse(seat, other, names[(state.round + other) % len(names)]) for other in others)


def _best_aims(state: State) -> dict[str, str]:
    """Choose the best remaining target for each card that needs one."""
    aims = dict(state.aims)
    copied = {target for code, target in aims.items() if has(state.card(code), "gorgon")}
    for seat in frozenset(state.rows) - state.declared:
        for card in [one.card for one in state.rows[seat] if _targeting(state.card(one.card))]:
            target = next((code for code in _targets(state, seat, card) if code not in copied), None)
            if card not in aims and target is not None:
                aims[card] = target
                copied |= {target} if has(state.card(card), "gorgon") else set()
    return aims


def as_it_lies(state: State) -> dict[int, float]:
    """Count a round that is not over: what aims at others aims at the best, and a place that can be filled counts."""
    points: dict[int, float] = {}
    counted = count(declaring.board(replace(state, aims=_best_aims(state))))
    for seat, tally in zip(state.setup.seats, counted.counts, strict=True):
        free = state.options.terrain_max - state.places(seat) if state.phase is Phase.PLAYING else 0
        turns = free if state.left is None else max(state.left[seat], 0)
        points[seat] = tally.total + PLACE * min(free, state.options.plays_per_turn * turns)
    return points
