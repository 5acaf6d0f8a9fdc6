"""The options of a turn in Mythology GO: cards to lay, name, fuse and destroy."""

from random import Random

from table import moves
from table.ai.known import World
from table.ai.mythology_go.seen import BESIDES, NOTHING, Brought, brought_of
from table.ai.policy import Action
from table.games.mythology_go import beliefs, due, plays, rules
from table.games.mythology_go.actions import DISCARD, Destroy, EndSearch, Fuse, Lay, NameCard, TakeBack
from table.games.mythology_go.board import has
from table.games.mythology_go.state import State
from table.values import replace

# -- What hands do in Mythology GO in addition to laying cards: draw, search, return cards to the draw pile


def drawn(world: World[State], seat: int) -> list[str]:
    """Return the drawn cards of a hand, in the order of drawing, without its Deity and Belief."""
    return [code for code in world.hands[seat] if world.state.card(code).kind not in BESIDES]


def turn_begun(world: World[State]) -> World[State]:
    """Draw cards at the start of a turn (MGO-09)."""
    world, turn = replace(world, notes=NOTHING), world.state.turn
    return world if turn is None else world.drawn(turn, beliefs.draws(world.state, turn))


def put_below(world: World[State], seat: int) -> World[State]:
    """Put the drawn cards that were not laid under the draw pile (MGO-12)."""
    left = drawn(world, seat)
    return replace(world.without(seat, *left), draw=(*left, *world.draw))


def had_its_effect(world: World[State], lay: Lay) -> World[State]:
    """Draw cards if an open leprechaun was laid (MGO-78)."""
    if has(world.state.card(lay.card), "leprechaun") and not world.state.is_full(lay.seat):
        return _brought(world, lay.seat)
    return world


def _brought(world: World[State], seat: int) -> World[State]:
    """Draw cards until one is a creature (MGO-78)."""
    while world.draw:
        world = world.drawn(seat, 1)
        if world.state.card(world.hands[seat][-1]).kind == "creature":
            break
    return world


def searched(world: World[State], seat: int, chance: Random) -> World[State]:
    """Search the draw pile for the named card and shuffle the other cards (MGO-74, MGO-75)."""
    state = world.state
    card = next((code for code in reversed(world.draw) if state.card(code).name == state.named), None)
    rest = [code for code in world.draw if code != card]
    chance.shuffle(rest)
    world = replace(world, draw=tuple(rest))
    if card is None:
        return world
    world = world.with_hand(seat, (*world.hands[seat], card))
    return replace(world, notes=Brought(brought_of(world) + 1))


MOST_CLOSED, MOST_TARGETS, MOST_NAMED = 2, 4, 3  # how many of each a keen robot tries


def forced(world: World[State], seat: int) -> tuple[Action, ...]:
    """Return the action that must be taken first, if any.

    A search for a djinn has to end, a turn begins with drawing, a card that is due has to be destroyed (MGO-77), and a
    leprechaun brings a card (MGO-78).
    """
    state, hand = world.state, drawn(world, seat)
    if state.named is not None:
        return (EndSearch(seat, any(state.card(code).name == state.named for code in hand)),)
    if not (hand or state.laid) and world.draw:
        return (moves.Draw(seat, beliefs.draws(state, seat)),)
    if (owed := due.owed(state)) is not None:
        return (Destroy(owed.cards[0], by=seat),)
    if plays.brought(state) >= state.drawn or state.is_full(seat):
        return ()
    came = beliefs.draws(state, seat) + plays.brought(state) + brought_of(world)
    fresh = len(hand) + len(state.laid) - came
    if fresh > 0 and state.card(hand[-1]).kind == "creature":
        return (Lay(seat, hand[-1], f"seat.{seat}"),)
    return (moves.Draw(seat, 1),) if world.draw else ()


def stuck(world: World[State], seat: int) -> tuple[Action, ...]:
    """Return the action of a seat that can do nothing else: take a closed card back, or draw another card."""
    closed = [code for code in world.state.laid if (one := world.state.placed(code)) is not None and one.closed]
    if closed:
        return (TakeBack(seat, closed[-1]),)
    return (moves.Draw(seat, 1),) if world.draw else ()


def lays(world: World[State], seat: int) -> tuple[Lay, ...]:
    """Return the legal plays, with one card for each name: all open plays and the best closed ones."""
    state = world.state
    alike = {state.card(code).name: code for code in reversed(drawn(world, seat))}
    if plays.plays(state) - state.drawn >= beliefs.most_plays(state, seat):
        return ()
    found = tuple(
        action for action in (lay(state, seat, code) for code in alike.values()) if rules.why_not(state, action) is None
    )
    closed = [replace(one, closed=True) for one in found if may_close(state, one)]
    closed.sort(key=lambda one: -state.card(one.card).value)
    return (*found, *closed[:MOST_CLOSED])


def lay(state: State, seat: int, code: str) -> Lay:
    """Return the play of an open card: a spell on the discard, other cards on the seat's own terrain."""
    return Lay(seat, code, DISCARD if state.card(code).kind == "spell" else f"seat.{seat}")


def may_close(state: State, lay: Lay) -> bool:
    """Return whether a card may lie closed without giving the seat too many closed cards (MGO-16, MGO-64)."""
    card, closed = state.card(lay.card), state.hidden(lay.seat) + 1
    may = card.kind == "creature" and card.face_down
    return may and not beliefs.hides_too_much(state, lay.seat, closed=closed, shown=state.places(lay.seat) + 1 - closed)


def names(world: World[State], seat: int) -> tuple[NameCard, ...]:
    """Return the best creatures that a djinn could bring: those that the seat does not hold and could still lay."""
    state = world.state
    djinns = [code for code in state.laid if has(state.card(code), "djinn")]
    if not djinns or state.is_full(seat) or plays.plays(state) - state.drawn >= beliefs.most_plays(state, seat):
        return ()
    held = {state.card(code).name for code in drawn(world, seat)}
    creatures = (card for card in state.setup.cards.values() if card.kind == "creature" and card.name not in held)
    values = {card.name: card.value for card in creatures}
    best = sorted(values, key=lambda name: (-values[name], name))[:MOST_NAMED]
    return tuple(one for one in (NameCard(seat, name) for name in best) if rules.why_not(state, one) is None)


def fusions(state: State, seat: int) -> tuple[Fuse, ...]:
    """Return a legal fusion of two cards, or nothing; only cards that others already know are fused."""
    able = [one.card for one in state.rows[seat] if one.public and has(state.card(one.card), "fusion")]
    pairs = ((one, other) for n, one in enumerate(able) for other in able[n + 1 :])
    return tuple(Fuse(seat, pair) for pair in pairs if plays.can_fuse(state, seat, *pair))[:1]


def strikes(state: State, seat: int) -> tuple[Destroy, ...]:
    """Return the cards that a seat may choose to destroy: the others' best, and one of its own that would rise."""
    choice = due.shown(state)
    if choice is None or choice.seat != seat:
        return ()
    mine = [code for code in choice.cards if state.owner(code) == seat]
    rise = [code for code in mine if has(state.card(code), "resurrection")]
    theirs = sorted((code for code in choice.cards if code not in mine), key=lambda code: -state.card(code).value)
    return tuple(Destroy(code, by=seat) for code in (*rise[:1], *theirs[:MOST_TARGETS]))
