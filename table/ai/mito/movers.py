"""Which seats can act now in a game of Mito."""

from table.ai.known import World
from table.ai.mito import choices, habits
from table.ai.mito.secrets import secrets
from table.games.mito.powers import missing
from table.games.mito.state import Phase, State


def movers(world: World[State]) -> tuple[int, ...]:
    """Return the seats that can act: out, in turn, in debt, guard, racing, accused, or counting."""
    state, hands = world.state, world.hands
    match state.phase:
        case Phase.PLAYING if state.wrong:
            return ()
        case Phase.PLAYING | Phase.RACING:
            busy = _racers(world) if state.race is not None else _players(world)
            return tuple(seat for seat in state.setup.seats if seat in busy or not hands[seat])
        case Phase.CALLED if state.accused is not None:
            return (state.accused,)
        case Phase.CALLED:
            return tuple(seat for seat in state.setup.seats if seat != state.guard or habits.is_in_vain(world))
        case Phase.COUNTING:
            slipped = (seat for seat in state.counted if choices.has_counted_too_soon(state, seat, hands[seat]))
            return (*state.due_hands, *slipped)
        case _:
            return ()


def _racers(world: World[State]) -> tuple[int, ...]:
    """Return the seats that have not slapped yet, or that can answer the cockroach."""
    state, race = world.state, world.state.race
    if race is None:
        return ()
    if race.kind == "slap":
        return missing(race)
    return tuple(seat for seat in race.seats if choices.answers(state, world.hands[seat]))


def _players(world: World[State]) -> tuple[int, ...]:
    """Return the seat in turn, those that can pay a debt or take a card back, and the guard."""
    state, found = world.state, secrets(world)
    turn = () if state.turn is None else (state.turn,)
    paying = (debt.giver for debt in state.debts if choices.gifts(state, debt, world.hands[debt.giver]))
    seen = found.seen is not None or found.moved not in (None, state.guard)
    watching = (state.guard,) if seen or habits.watches(state, state.guard) else ()
    return (*turn, *found.back, *paying, *watching)
