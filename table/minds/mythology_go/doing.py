"""What hands do in Mythology GO besides laying a card: they draw, search, and put cards under the draw pile."""

from random import Random
from typing import Any

from table.games.mythology_go.actions import Lay
from table.games.mythology_go.board import has
from table.games.mythology_go.state import State
from table.minds.known import World
from table.minds.mythology_go.seen import BESIDES, NOTHING, weakest
from table.values import replace


def drawn(world: World[State], seat: int) -> list[str]:
    """Name the cards of a hand that were drawn, in that order."""
    return [code for code in world.hands[seat] if world.state.card(code).kind not in BESIDES]


def _noted(world: World[State], **more: Any) -> World[State]:
    return replace(world, notes={**world.notes, **more})


def turn_begun(world: World[State]) -> World[State]:
    """Draw, for a turn begins with that (MGO-09)."""
    world, turn = replace(world, notes=NOTHING), world.state.turn
    return world if turn is None else world.drawn(turn, world.state.options.draw)


def put_below(world: World[State], seat: int) -> World[State]:
    """Put what was not laid under the draw pile (MGO-12)."""
    left = drawn(world, seat)
    return replace(world.without(seat, *left), draw=(*left, *world.draw))


def had_its_effect(world: World[State], lay: Lay) -> World[State]:
    """Do what an open card asks for: a spell destroys what one likes, a leviathan the weakest (MGO-77)."""
    card, state = world.state.card(lay.card), world.state
    if card.kind == "spell":
        return _noted(world, strikes=world.notes["strikes"] + 1)
    if has(card, "leviathan"):
        return _noted(world, prey=weakest(state, lay.card))
    if has(card, "leprechaun") and not state.is_full(lay.seat):
        return _brought(world, lay.seat)
    return world


def _brought(world: World[State], seat: int) -> World[State]:
    """Draw until a creature comes (MGO-78)."""
    while world.draw:
        world = world.drawn(seat, 1)
        if world.state.card(world.hands[seat][-1]).kind == "creature":
            break
    return world


def searched(world: World[State], seat: int, chance: Random) -> World[State]:
    """Search the draw pile for the card that was named, and shuffle the others (MGO-74, MGO-75)."""
    state = world.state
    card = next((code for code in reversed(world.draw) if state.card(code).name == state.named), None)
    rest = [code for code in world.draw if code != card]
    chance.shuffle(rest)
    world = replace(world, draw=tuple(rest))
    if card is None:
        return world
    return _noted(world.with_hand(seat, (*world.hands[seat], card)), found=world.notes["found"] + 1)


def destroyed(world: World[State], card: str) -> World[State]:
    """Note that a card was destroyed, as a leviathan or a spell asked for."""
    strikes, prey = world.notes["strikes"], world.notes["prey"]
    if card in prey:
        return _noted(world, prey=tuple(code for code in prey if code != card))
    return _noted(world, strikes=max(strikes - 1, 0))
