"""What hands do in Mythology GO besides laying: draw, search, return cards to the draw pile."""

from random import Random

from table.ai.known import World
from table.ai.mythology_go.seen import BESIDES, NOTHING, Brought, brought_of
from table.games.mythology_go import beliefs
from table.games.mythology_go.actions import Lay
from table.games.mythology_go.board import has
from table.games.mythology_go.state import State
from table.values import replace


def drawn(world: World[State], seat: int) -> list[str]:
    """Return the cards of a hand that were drawn, in that order."""
    return [code for code in world.hands[seat] if world.state.card(code).kind not in BESIDES]


def turn_begun(world: World[State]) -> World[State]:
    """Draw, for a turn begins with that (MGO-09)."""
    world, turn = replace(world, notes=NOTHING), world.state.turn
    return world if turn is None else world.drawn(turn, beliefs.draws(world.state, turn))


def put_below(world: World[State], seat: int) -> World[State]:
    """Put what was not laid under the draw pile (MGO-12)."""
    left = drawn(world, seat)
    return replace(world.without(seat, *left), draw=(*left, *world.draw))


def had_its_effect(world: World[State], lay: Lay) -> World[State]:
    """Draw, as an open leprechaun asks for (MGO-78)."""
    if has(world.state.card(lay.card), "leprechaun") and not world.state.is_full(lay.seat):
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
    world = world.with_hand(seat, (*world.hands[seat], card))
    return replace(world, notes=Brought(brought_of(world) + 1))
