"""What people do at Mito who do not think long: they lay what fits, hide a card now and then, and say the truth."""

from collections.abc import Sequence
from random import Random

from table.games.kit.actions import Action
from table.games.mito.actions import Accept, Draw, Lay, Lift, MakeCall, Match, Plead, SayOut, Slap, WithdrawCall
from table.games.mito.state import Phase, State
from table.minds.known import World
from table.minds.mito import choices
from table.minds.mito.remembering import PLAIN
from table.minds.mito.secrets import secrets

# Shares of the times when they could.
UNWILLING = 0.06  # draw though a card fits
HIDES = 0.14  # lay two as one
ANSWERS = 0.8  # answer a cockroach
SUSPECTS = 0.01  # call as the guard, though they have seen nothing


def habit(world: World[State], seat: int, chance: Random) -> Action | None:
    """Do what people do who do not think long."""
    done = as_a_matter_of_course(world, seat)
    if done is not None:
        return done
    state, hand = world.state, world.hands[seat]
    if state.phase is Phase.RACING:
        found = choices.answers(state, hand)
        return Match(chance.choice(found), by=seat) if found and chance.random() < ANSWERS else None
    if state.phase is not Phase.PLAYING:
        return None
    debt = choices.debt_of(state, seat, hand)
    if debt is not None:
        card = chance.choice(choices.gifts(state, debt, hand))
        return choices.GiveCard(seat, chance.choice(choices.receivers(state, debt)), card)
    if watches(state, seat) and chance.random() < SUSPECTS:
        return MakeCall(seat)
    return _turn(state, seat, hand, chance) if seat == state.turn else None


def _turn(state: State, seat: int, hand: Sequence[str], chance: Random) -> Action:
    fitting = choices.fitting(state, seat, hand)
    if not fitting or chance.random() < UNWILLING:
        return Draw(seat)
    if chance.random() < HIDES:
        plain = [card for card in fitting if state.setup.cards[card].kind == PLAIN]
        hidable = choices.hidable(state, seat, hand, fitting)
        if plain and hidable:
            shown = chance.choice(plain)
            return Lay(seat, shown, (shown, _under(state, hidable, chance)))
    card = chance.choice(fitting)
    return Lay(seat, card, (card,))


def _under(state: State, hidable: Sequence[str], chance: Random) -> str:
    """Choose what to hide: a moth, if there is one."""
    return chance.choice([card for card in hidable if state.setup.cards[card].kind == "moth"] or hidable)


def as_a_matter_of_course(world: World[State], seat: int) -> Action | None:
    """Do what needs no thought: say that a hand is empty, slap, count, own up, call out who was seen."""
    state, hand, known = world.state, world.hands[seat], secrets(world)
    if state.phase in (Phase.PLAYING, Phase.RACING):
        if not hand and not state.wrong:
            return SayOut(seat)
        if seat in known.back:
            return Lift(known.back[seat])
    match state.phase:
        case Phase.PLAYING if seat == state.guard and known.seen is not None:
            return MakeCall(seat)
        case Phase.RACING if state.slap_is_on:
            return Slap(seat)
        case Phase.CALLED if state.accused == seat:
            return Plead(seat, guilty=seat in known.hidden)  # MITO-F-31, MITO-E-43: the truth
        case Phase.CALLED if is_meant(world, seat):
            return Accept(seat)
        case Phase.CALLED if seat == state.guard and is_in_vain(world):
            return WithdrawCall(seat)
        case Phase.COUNTING:
            return choices.counting(state, seat, hand)
        case _:
            return None


def is_meant(world: World[State], seat: int) -> bool:
    """Tell whether a seat takes an open call to be for it: it laid last, or it has something to hide."""
    state = world.state
    return state.accused is None and seat != state.guard and (seat == state.latest_by or seat in secrets(world).hidden)


def is_in_vain(world: World[State]) -> bool:
    """Tell whether an open call means nobody, as far as the guard can know: nobody else has laid anything."""
    return world.state.accused is None and world.state.latest_by in (None, world.state.guard)


def watches(state: State, seat: int) -> bool:
    """Tell whether a seat is the guard, and somebody else has just laid something."""
    return state.phase is Phase.PLAYING and seat == state.guard and state.latest_by not in (None, seat)
