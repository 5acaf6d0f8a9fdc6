"""The sensible legal actions of a seat in Mito, given the cards that it holds."""

from collections.abc import Sequence

from table.ai.known import GONE
from table.ai.mito.remembering import ENOUGH, PLAIN
from table.games.kit.actions import Action
from table.games.mito import rules
from table.games.mito.actions import CountAnew, Draw, FinishCount, Lay, Match, ShowCard
from table.games.mito.rounds import POINTS
from table.games.mito.state import Debt, Phase, State

_GIFTS = 3  # how many cards are thought about, the dearest first
_DEAR = 5  # points from which on a card is worth being caught with


class GiveCard(Action):
    """A seat gives a card of its hand to another: the rules' `Give`, with what only those two can see."""

    giver: int
    receiver: int
    card: str

    @property
    def zone(self) -> str:
        """Where the card goes."""
        return f"seat.{self.receiver}"


class Vanish(Action):
    """A seat lets a card of its hand vanish, of which the rules know nothing."""

    seat: int
    card: str

    @property
    def zone(self) -> str:
        """Where the card goes."""
        return GONE


class Fetch(Action):
    """A seat takes back the card that it let vanish and was caught with."""

    seat: int
    card: str


class Sort(Action):
    """A seat moves its hand as if to sort it."""

    seat: int


def fitting(state: State, seat: int, hand: Sequence[str]) -> tuple[str, ...]:
    """Return the cards of a hand that may be laid."""
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
    """Return how many points a card costs that is left in a hand."""
    return POINTS[state.setup.cards[card].kind]


def dearest_first(state: State, cards: Sequence[str]) -> list[str]:
    """Return one card of each kind and number, the dearest first."""
    catalogue = state.setup.cards
    alike = {(catalogue[code].kind, catalogue[code].number): code for code in reversed(cards)}
    return sorted(alike.values(), key=lambda code: -POINTS[catalogue[code].kind])


def playing(state: State, seat: int, hand: Sequence[str]) -> tuple[Action, ...]:
    """List plays: one card of each kind and number, alone or over the dearest one that can be hidden; else draw."""
    fits = fitting(state, seat, hand)
    shown = dearest_first(state, fits)
    under = dearest_first(state, hidable(state, seat, hand, fits))[:1]
    plain = [card for card in shown if state.kind(card) == PLAIN]
    hiding = (Lay(seat, card, (card, *under)) for card in plain if under and costs(state, *under) >= _DEAR)
    return (*(Lay(seat, card, (card,)) for card in shown), *hiding) or (Draw(seat),)


def hidable(state: State, seat: int, hand: Sequence[str], fits: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that may be hidden under a plain one (MITO-E-54): by the guard none (MITO-F-27).

    Nor is the last card hidden (MITO-F-22, MITO-E-57), nor one that fits itself: a reader may read it first.
    """
    if seat == state.guard or len(hand) < ENOUGH or state.phase is Phase.CALLED:
        return ()
    return tuple(card for card in hand if card not in fits)


# -- gifts


def debt_of(state: State, seat: int, hand: Sequence[str]) -> Debt | None:
    """Return a card that a seat owes and has."""
    for debt in state.debts:
        if debt.giver == seat and gifts(state, debt, hand):
            return debt
    return None


def gifts(state: State, debt: Debt, hand: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that may be given: no moth (MITO-E-28, MITO-E-35), nor the last one where people keep it."""
    options = state.options
    by_spider = debt.receiver is None
    keeps_last = not options.spider_last_card if by_spider else options.gift_last_card == "kept"
    if len(hand) == 1 and keeps_last:
        return ()
    return tuple(card for card in hand if state.setup.cards[card].kind != "moth")


def receivers(state: State, debt: Debt) -> tuple[int, ...]:
    """Return who can get an owed card."""
    if debt.receiver is not None:
        return (debt.receiver,)
    return tuple(seat for seat in state.setup.seats if seat != debt.giver)


def giving(state: State, debt: Debt, hand: Sequence[str]) -> tuple[GiveCard, ...]:
    """List gifts of the dearest cards."""
    cards = dearest_first(state, gifts(state, debt, hand))[:_GIFTS]
    return tuple(GiveCard(debt.giver, to, card) for card in cards for to in receivers(state, debt))


# -- the end of a round


def counting(state: State, seat: int, hand: Sequence[str]) -> Action:
    """Show the next card of a hand that is counted, or say that those were all; begin again after a tap too soon."""
    if has_counted_too_soon(state, seat, hand):
        return CountAnew(seat)
    shown = state.hands.get(seat, frozenset())
    left = next((card for card in hand if card not in shown), None)
    return FinishCount(seat) if left is None else ShowCard(seat, left)


def has_counted_too_soon(state: State, seat: int, hand: Sequence[str]) -> bool:
    """Return whether a tap meant to draw has counted an empty hand, because somebody was out just before."""
    return state.counted.get(seat) == 0 and bool(hand)


def racing(state: State, seat: int, hand: Sequence[str]) -> tuple[Match, ...]:
    """Answer a cockroach with the dearest card that does."""
    return tuple(Match(card, by=seat) for card in dearest_first(state, answers(state, hand))[:1])
