"""Quick play in Mito: lay what fits, hide a card now and then, and tell the truth."""

from collections.abc import Sequence
from random import Random

from table.ai.known import World
from table.ai.mito import choices
from table.ai.mito.remembering import ENOUGH, PLAIN
from table.ai.mito.secrets import secrets
from table.games.kit.actions import Action
from table.games.mito.actions import Accept, Draw, Lay, Lift, MakeCall, Match, Plead, SayOut, Slap, WithdrawCall
from table.games.mito.state import Phase, State

# Shares of the times when they could.
UNWILLING = 0.06  # draw though a card fits
HIDES = 0.14  # lay two as one
ANSWERS = 0.8  # answer a cockroach
SUSPECTS = 0.01  # call as the guard, though they have seen nothing
VANISHES = 0.35  # let a card vanish, and not sort the hand


def habit(world: World[State], seat: int, chance: Random) -> Action | None:
    """Return what people do without long thought."""
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
    """Return an action that needs no thought: announce an empty hand, slap, count, confess, accuse a visible cheat."""
    state, hand, known = world.state, world.hands[seat], secrets(world)
    if state.phase in (Phase.PLAYING, Phase.RACING):
        if not hand and not state.wrong:
            return SayOut(seat)
        if seat in known.back:
            card = known.back[seat]
            return choices.Fetch(seat, card) if card in known.gone else Lift(card)
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
    """Return whether a seat takes an open call as meant for it: its hand moved last.

    Where nobody watches hands: it laid last, or it has something to hide.
    """
    state, known = world.state, secrets(world)
    if state.accused is not None or seat == state.guard:
        return False
    return seat == known.moved if known.moved is not None else seat == state.latest_by or seat in known.hidden


def is_in_vain(world: World[State]) -> bool:
    """Return whether an open call means nobody, as far as the guard can know: nobody else has laid anything."""
    nobody, known = (None, world.state.guard), secrets(world)
    return world.state.accused is None and world.state.latest_by in nobody and known.moved in nobody


def watches(state: State, seat: int) -> bool:
    """Return whether a seat is the guard, and somebody else has just laid something."""
    return state.phase is Phase.PLAYING and seat == state.guard and state.latest_by not in (None, seat)


def fidgets(world: World[State], seat: int, chance: Random) -> Action | None:
    """Make a card vanish without a reason, a moth if possible, or sort the hand."""
    state, hand = world.state, world.hands[seat]
    if state.phase is not Phase.PLAYING or not hand:
        return None
    if seat == state.guard or len(hand) < ENOUGH or chance.random() >= VANISHES:
        return choices.Sort(seat)  # MITO-F-27: nor does the guard cheat
    useless = [card for card in hand if state.kind(card) == "moth"] or hand
    return choices.Vanish(seat, max(useless, key=lambda card: choices.costs(state, card)))
