"""The legal actions in Mito that make sense for a seat, given the cards it holds."""

from collections.abc import Sequence
from random import Random

from table.ai.known import GONE, World
from table.ai.mito.knowing import secrets
from table.ai.mito.remembering import ENOUGH, PLAIN
from table.games.kit.actions import Action
from table.games.mito import rules
from table.games.mito.actions import (
    Accept,
    CountAnew,
    Draw,
    FinishCount,
    Lay,
    Lift,
    MakeCall,
    Match,
    Plead,
    SayOut,
    ShowCard,
    Slap,
    WithdrawCall,
)
from table.games.mito.rounds import POINTS
from table.games.mito.state import Debt, Phase, State

_GIFTS = 3  # how many cards are considered as gifts, the most expensive first
_DEAR = 5  # the points of a card that make it worth the risk of being caught


class GiveCard(Action):
    """A seat gives a card to another seat: the rules' `Give`, plus the card itself, which only those two can see."""

    giver: int
    receiver: int
    card: str

    @property
    def zone(self) -> str:
        """Where the card goes."""
        return f"seat.{self.receiver}"


class Vanish(Action):
    """A seat makes a card from its hand vanish: a cheat that is not an action of the rules."""

    seat: int
    card: str

    @property
    def zone(self) -> str:
        """Where the card goes."""
        return GONE


class Fetch(Action):
    """A seat takes back the card that it made vanish and was caught with."""

    seat: int
    card: str


class Sort(Action):
    """A seat moves its hand as if to sort it."""

    seat: int


def fitting(state: State, seat: int, hand: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of a hand that are legal plays."""
    if state.named is None:
        return ()
    numbers, cards, options = rules.fitting_numbers(state), state.setup.cards, state.options
    moths = seat == state.guard and options.guard_may_play_moth  # MITO-E-27, MITO-E-50
    any_moth = moths and not options.guard_moth_follows_value
    found = []
    for code in hand:
        card = cards[code]
        fits = card.number in numbers and (moths or card.kind != "moth")
        if fits or (any_moth and card.kind == "moth"):
            found.append(code)
    return tuple(found)


def answers(state: State, hand: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of a hand that answer the cockroach (MITO-E-31)."""
    if state.race is None or state.race.kind != "match" or state.race.matched is not None:
        return ()
    wanted, cards = state.number(state.race.card), state.setup.cards
    return tuple(code for code in hand if cards[code].number == wanted and cards[code].kind != "moth")  # MITO-T-11


def costs(state: State, card: str) -> int:
    """Return the points of a card that is left in a hand."""
    return POINTS[state.setup.cards[card].kind]


def dearest_first(state: State, cards: Sequence[str]) -> list[str]:
    """Return one card of each kind and number, the most expensive first."""
    catalogue = state.setup.cards
    alike = {(catalogue[code].kind, catalogue[code].number): code for code in reversed(cards)}
    return sorted(alike.values(), key=lambda code: -POINTS[catalogue[code].kind])


def playing(state: State, seat: int, hand: Sequence[str]) -> tuple[Action, ...]:
    """Return plays: a card of each kind and number, alone or hiding an expensive card; or a draw if no card fits."""
    fits = fitting(state, seat, hand)
    shown = dearest_first(state, fits)
    under = dearest_first(state, hidable(state, seat, hand, fits))[:1]
    plain = [card for card in shown if state.kind(card) == PLAIN]
    hiding = (Lay(seat, card, (card, *under)) for card in plain if under and costs(state, *under) >= _DEAR)
    return (*(Lay(seat, card, (card,)) for card in shown), *hiding) or (Draw(seat),)


def hidable(state: State, seat: int, hand: Sequence[str], fits: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that may be hidden under a plain one (MITO-E-54); none for the guard (MITO-F-27).

    The last card cannot be hidden (MITO-F-22, MITO-E-57). A card that fits is never hidden, because the reader may read
    it first.
    """
    if seat == state.guard or len(hand) < ENOUGH or state.phase is Phase.CALLED:
        return ()
    return tuple(card for card in hand if card not in fits)


# -- Gifts


def debt_of(state: State, seat: int, hand: Sequence[str]) -> Debt | None:
    """Return the first of a seat's debts that it can pay, or None."""
    for debt in state.debts:
        if debt.giver == seat and gifts(state, debt, hand):
            return debt
    return None


def gifts(state: State, debt: Debt, hand: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that may be given: no moths (MITO-E-28, MITO-E-35), and not a last card that has to be kept."""
    options = state.options
    by_spider = debt.receiver is None
    keeps_last = not options.spider_last_card if by_spider else options.gift_last_card == "kept"
    if len(hand) == 1 and keeps_last:
        return ()
    return tuple(card for card in hand if state.setup.cards[card].kind != "moth")


def receivers(state: State, debt: Debt) -> tuple[int, ...]:
    """Return the seats that can get an owed card."""
    if debt.receiver is not None:
        return (debt.receiver,)
    return tuple(seat for seat in state.setup.seats if seat != debt.giver)


def giving(state: State, debt: Debt, hand: Sequence[str]) -> tuple[GiveCard, ...]:
    """Return gifts of the most expensive cards."""
    cards = dearest_first(state, gifts(state, debt, hand))[:_GIFTS]
    return tuple(GiveCard(debt.giver, to, card) for card in cards for to in receivers(state, debt))


# -- The end of a round


def counting(state: State, seat: int, hand: Sequence[str]) -> Action:
    """Return the next action of counting a hand: show a card, finish, or count again if it was counted too soon."""
    if has_counted_too_soon(state, seat, hand):
        return CountAnew(seat)
    shown = state.hands.get(seat, frozenset())
    left = next((card for card in hand if card not in shown), None)
    return FinishCount(seat) if left is None else ShowCard(seat, left)


def has_counted_too_soon(state: State, seat: int, hand: Sequence[str]) -> bool:
    """Return whether a tap meant as a draw has counted an empty hand, because somebody went out just before the tap."""
    return state.counted.get(seat) == 0 and bool(hand)


def racing(state: State, seat: int, hand: Sequence[str]) -> tuple[Match, ...]:
    """Return the answer to a cockroach with the most expensive card that fits, if any."""
    return tuple(Match(card, by=seat) for card in dearest_first(state, answers(state, hand))[:1])


# -- Quick play in Mito: lay a card that fits, sometimes hide another one under it, and tell the truth

# How often people do these things, as a share of their opportunities.
UNWILLING = 0.06  # draw although a card fits
HIDES = 0.14  # lay two cards as one
ANSWERS = 0.8  # answer a cockroach
SUSPECTS = 0.01  # call as the guard without having seen anything
VANISHES = 0.35  # make a card vanish instead of sorting the hand


def habit(world: World[State], seat: int, chance: Random) -> Action | None:
    """Return what people do without much thought; None to wait."""
    done = as_a_matter_of_course(world, seat)
    if done is not None:
        return done
    state, hand = world.state, world.hands[seat]
    if state.phase is Phase.RACING:
        found = answers(state, hand)
        return Match(chance.choice(found), by=seat) if found and chance.random() < ANSWERS else None
    if state.phase is not Phase.PLAYING:
        return None
    debt = debt_of(state, seat, hand)
    if debt is not None:
        card = chance.choice(gifts(state, debt, hand))
        return GiveCard(seat, chance.choice(receivers(state, debt)), card)
    if watches(state, seat) and chance.random() < SUSPECTS:
        return MakeCall(seat)
    return _turn(state, seat, hand, chance) if seat == state.turn else None


def _turn(state: State, seat: int, hand: Sequence[str], chance: Random) -> Action:
    playable = fitting(state, seat, hand)
    if not playable or chance.random() < UNWILLING:
        return Draw(seat)
    if chance.random() < HIDES:
        plain = [card for card in playable if state.setup.cards[card].kind == PLAIN]
        covered = hidable(state, seat, hand, playable)
        if plain and covered:
            shown = chance.choice(plain)
            return Lay(seat, shown, (shown, _under(state, covered, chance)))
    card = chance.choice(playable)
    return Lay(seat, card, (card,))


def _under(state: State, hidable: Sequence[str], chance: Random) -> str:
    """Choose a card to hide: a moth, if there is one."""
    return chance.choice([card for card in hidable if state.setup.cards[card].kind == "moth"] or hidable)


def as_a_matter_of_course(world: World[State], seat: int) -> Action | None:
    """Return an action that needs no thought: announce an empty hand, slap, count, confess, accuse a visible cheat."""
    state, hand, known = world.state, world.hands[seat], secrets(world)
    if state.phase in (Phase.PLAYING, Phase.RACING):
        if not hand and not state.wrong:
            return SayOut(seat)
        if seat in known.back:
            card = known.back[seat]
            return Fetch(seat, card) if card in known.gone else Lift(card)
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
            return counting(state, seat, hand)
        case _:
            return None


def is_meant(world: World[State], seat: int) -> bool:
    """Return whether a seat thinks that an open call is meant for it, because its hand moved last.

    If no movement was seen, it thinks so if it laid the last card or has hidden a card.
    """
    state, known = world.state, secrets(world)
    if state.accused is not None or seat == state.guard:
        return False
    return seat == known.moved if known.moved is not None else seat == state.latest_by or seat in known.hidden


def is_in_vain(world: World[State]) -> bool:
    """Return whether an open call accuses nobody, as far as the guard knows: no other hand laid a card or moved."""
    nobody, known = (None, world.state.guard), secrets(world)
    return world.state.accused is None and world.state.latest_by in nobody and known.moved in nobody


def watches(state: State, seat: int) -> bool:
    """Return whether a seat is the guard and another seat has just laid a card."""
    return state.phase is Phase.PLAYING and seat == state.guard and state.latest_by not in (None, seat)


def fidgets(world: World[State], seat: int, chance: Random) -> Action | None:
    """Return an unprompted action: make a card vanish, a moth if possible, or sort the hand."""
    state, hand = world.state, world.hands[seat]
    if state.phase is not Phase.PLAYING or not hand:
        return None
    if seat == state.guard or len(hand) < ENOUGH or chance.random() >= VANISHES:
        return Sort(seat)  # MITO-F-27: the guard does not cheat
    useless = [card for card in hand if state.kind(card) == "moth"] or hand
    return Vanish(seat, max(useless, key=lambda card: costs(state, card)))
