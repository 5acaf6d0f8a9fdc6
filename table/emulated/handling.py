"""How cards move between hands and piles. Pure, except for the shuffles at the end.

Functions that move cards return new holdings, or raise BadInput if hands cannot make the move.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random

from table.complaints import BadInput
from table.emulated.holdings import (
    Cards,
    Drawn,
    Holdings,
    LaidTogether,
    Moved,
    Owed,
    Passed,
    PileTaken,
    PutBack,
    Shuffle,
    Turned,
    Under,
)
from table.games.game import Dealing
from table.saying import say
from table.values import replace


def dealt(
    deck: Sequence[str],
    seats: Sequence[int],
    dealing: Dealing,
    dealt_for: tuple[int, int],
    up: Mapping[str, int] | None = None,
) -> Holdings:
    """Deal a shuffled deck, starting with its first card; the rest becomes the draw pile, next card on top.

    If hands are piles, `up` maps each card to its upper side.
    """
    besides = [[card for card in deck if card in group] for group in dealing.besides]
    cards = [card for card in deck if card not in dealing.apart and not any(card in group for group in besides)]
    if len(cards) < dealing.hand * len(seats):
        few = {"count": len(cards), "hand": dealing.hand, "players": len(seats)}
        raise BadInput(say("{count} cards are too few to deal {hand} to each of {players} players", **few))
    hands = {
        seat: (
            *(group[n] for group in besides if len(group) >= len(seats)),
            *cards[n * dealing.hand : (n + 1) * dealing.hand],
        )
        for n, seat in enumerate(seats)
    }
    rest = cards[dealing.hand * len(seats) :]
    return Holdings(dealt_for=dealt_for, draw=tuple(reversed(rest)), hands=hands, up=up or {})


def stacked(
    deck: Sequence[str], seats: Sequence[int], dealing: Dealing, seat: int, hand: Cards, up: Cards
) -> list[str]:
    """Order a shuffled deck so that a seat is dealt `hand`, and the first cards turned up are `up`."""
    rest = [card for card in deck if card not in (*dealing.apart, *hand, *up)]
    place, order = seats.index(seat), []
    for group in dealing.besides:  # the seat gets the group's card that lies at its place
        others = [card for card in rest if card in group]
        order += [*others[:place], *(card for card in hand if card in group), *others[place:]]
    rest = [card for card in rest if card not in order]
    own = [card for card in hand if card not in order]
    for other in seats:
        given, rest = (own, rest) if other == seat else (rest[: dealing.hand], rest[dealing.hand :])
        order += given
    return [*order, *up, *rest]


def turned_up(now: Holdings, zone: str, never_up: Collection[tuple[str, int]] = ()) -> tuple[Holdings, str]:
    """Turn up the draw pile's top card on a zone; also return the card. Cards in `never_up` go to the bottom."""
    fit = [card for card in now.draw if (card, now.up.get(card)) not in never_up]
    if not fit:
        raise BadInput(say("there is no card left to turn up"))
    at = now.draw.index(fit[-1])
    return replace(now, draw=(*now.draw[at + 1 :], *now.draw[:at])).onto_pile(zone, (fit[-1],)), fit[-1]


def drawn(now: Holdings, seat: int, count: int = 1, *, seq: int | None = None) -> Holdings:
    """Draw `count` cards, or all that remain if there are fewer; `seq` is the event that made the seat draw."""
    if seq is None and not now.draw:
        raise BadInput(say("the draw pile is empty"))
    cards = tuple(reversed(now.draw[-count:]))
    after = replace(now, draw=now.draw[: len(now.draw) - len(cards)]).into_hand(seat, cards)
    return after if seq is None else replace(after, drawn=(*after.drawn, Drawn(seat, cards, seq)))


def laid(now: Holdings, seat: int, cards: Sequence[str], zone: str) -> Holdings:
    """Lay cards from a hand on a zone as one group; if the hand is a pile, only its top card can be laid."""
    after = now
    for card in cards:
        after = after.off_the_hand(seat, card)
    after = after.onto_pile(zone, tuple(cards))
    moved = tuple(one for one in now.moved if one.card not in cards)  # the laid cards have been in a hand since
    return replace(after, laid=(*after.laid, LaidTogether(seat, tuple(cards))), moved=moved)


def taken_off(now: Holdings, card: str) -> Holdings:
    """Take a card off its pile, back to where it came from: another pile, a hand, or the draw pile."""
    if any(one.card == card for one in now.moved):
        return moved_back(now, card)
    laid = next((one for one in reversed(now.laid) if card in one.cards), None)
    if laid is not None:
        rest = replace(laid, cards=tuple(other for other in laid.cards if other != card))
        lying = tuple(rest if one is laid else one for one in now.laid)
        return replace(now.returned(laid.seat, card), laid=tuple(one for one in lying if one.cards))
    zone = now.zone_of(card)
    return now if zone is None else now.off_pile(zone, card).onto_draw_pile(card)


def moved_back(now: Holdings, card: str) -> Holdings:
    """Move a card back to the pile it came from, if it was moved."""
    lay = next((one for one in reversed(now.moved) if one.card == card), None)
    if lay is None:
        return now
    after = now.off_pile(now.zone_of(card) or lay.zone, card).onto_pile(lay.zone, (card,))
    return replace(after, moved=tuple(one for one in now.moved if one is not lay))


def found(now: Holdings, seat: int, sought: Collection[str], order: Mapping[str, int]) -> Holdings:
    """Search the draw pile for one of the `sought` cards and take it; the rest is sorted by `order`."""
    card = next((card for card in reversed(now.draw) if card in sought), None)
    if card is None:
        raise BadInput(say("the draw pile has no such card"))
    rest = tuple(sorted((other for other in now.draw if other != card), key=lambda other: order[other]))
    return replace(now, draw=rest).into_hand(seat, (card,))


def moved(now: Holdings, card: str, zone: str, lying_open: Collection[str], *, seq: int) -> Holdings:
    """Move an open card to another pile; `seq` is the number of the latest event at that time."""
    before = now.zone_of(card)
    if before is None or before == zone or card not in lying_open:
        raise BadInput(say("card: only what lies open on another pile can be moved"))
    after = now.off_pile(before, card).onto_pile(zone, (card,))
    return replace(after, moved=(*after.moved, Moved(card, before, seq)))


def given(now: Holdings, seat: int, card: str, to: int) -> Holdings:
    """Move a card from a hand to another seat's hand."""
    if to == seat or to not in now.hands:
        raise BadInput(say("to: nobody else plays at seat {seat}", seat=to))
    after = now.off_the_hand(seat, card).into_hand(to, (card,))
    debt = next((owed for owed in now.owed if owed.seat == seat and owed.to in (to, None)), None)
    return after if debt is None else replace(after, owed=_paid(now.owed, debt))


def owing(now: Holdings, debt: Owed) -> Holdings:
    """Record that a seat has to give cards."""
    return replace(now, owed=(*now.owed, debt))


def passed(now: Holdings, giver: int, receiver: int, cards: Sequence[str], *, seq: int) -> Holdings:
    """Pass cards from one hand to another because of event `seq`."""
    after = now
    for card in cards:
        after = after.out_of_hand(giver, card)
    after = after.into_hand(receiver, tuple(cards))
    return replace(after, passed=(*after.passed, Passed(giver, receiver, tuple(cards), seq)))


def vanished(now: Holdings, seat: int, card: str) -> Holdings:
    """Make a card from a hand vanish; only its seat knows where it is."""
    after = now.off_the_hand(seat, card)
    return replace(after, gone={**after.gone, seat: (*after.gone.get(seat, ()), card)})


def fetched(now: Holdings, seat: int, card: str) -> Holdings:
    """Take back a vanished card."""
    gone = now.gone.get(seat, ())
    if card not in gone:
        raise BadInput(say("card: that one did not vanish from here"))
    left = tuple(other for other in gone if other != card)
    return replace(now, gone={**now.gone, seat: left}).into_hand(seat, (card,))


def put_back(now: Holdings, seat: int, card: str) -> Holdings:
    """Put a card from a hand on top of the draw pile."""
    return now.off_the_hand(seat, card).onto_draw_pile(card)


def undrawn(now: Holdings, seat: int, *, seq: int) -> Holdings:
    """Put back the first card that a seat has drawn since the last play, because of event `seq`.

    If that card has left the hand, another one goes back, so that the draw pile has the right number of cards.
    """
    played = max((one.seq for one in now.laid if one.seq is not None), default=0)
    drew = next((one.cards for one in now.drawn if one.seat == seat and one.seq > played), ())
    hand = now.hand(seat)
    card = next((card for card in (*drew, *reversed(hand)) if card in hand), None)
    if card is None:
        return now
    after = put_back(now, seat, card)
    return replace(after, put_back=(*after.put_back, PutBack(seat, card, seq)))


def put_below(now: Holdings, seat: int, cards: Sequence[str]) -> Holdings:
    """Put cards from a seat's hand under the draw pile."""
    after = now
    for card in cards:
        after = after.off_the_hand(seat, card)
    return replace(after, draw=(*cards, *after.draw))


def turned_over(now: Holdings, seat: int, *, seq: int) -> Holdings:
    """Turn over a seat's unreported card or, failing that, the top card of its pile, in response to event `seq`."""
    card = next(iter((*now.untold(seat), *now.hand(seat))), None)
    if card is None or card not in now.up:
        return now
    return replace(now.with_other_side_up(card), turned=(*now.turned, Turned(card, seq)))


def put_under(now: Holdings, seat: int, *, seq: int) -> Holdings:
    """Return a seat's unreported cards to its pile, then move the top card to the bottom because of event `seq`."""
    after = _regained(now, seat)
    top, *rest = after.hand(seat) or (None,)
    if top is None or not now.in_piles:
        return now
    return replace(after, hands={**after.hands, seat: (*rest, top)}, under=(*after.under, Under(seat, top, seq)))


def pile_taken(now: Holdings, seat: int, zone: str, shuffle: Shuffle, *, seq: int, but: Cards = ()) -> Holdings:
    """Take a pile into a hand because of event `seq`, leaving any cards that were laid there later.

    The later cards are `but` and the unreported ones laid by other seats. A hand that is itself a pile is shuffled
    together with the taken pile, as specified by `shuffle`.
    """
    back = _regained(now, seat)
    later = (*but, *(card for other in now.hands if other != seat for card in now.untold(other)))
    cards = tuple(card for card in back.pile(zone) if card not in later)
    hand = (*back.hand(seat), *cards)
    if back.in_piles:
        hand = tuple(sorted(hand, key=lambda card: shuffle.order[card]))
    before = {card: back.up[card] for card in hand if card in back.up}
    taken = PileTaken(seat, zone, cards, back.hand(seat), before, seq)
    return replace(
        back,
        hands={**back.hands, seat: hand},
        piles={**back.piles, zone: tuple(card for card in back.pile(zone) if card not in cards)},
        up={**back.up, **{card: shuffle.up[card] for card in before}},
        piles_taken=(*back.piles_taken, taken),
        taking=None,
    )


def reshuffled(
    now: Holdings, zone: str, shuffle: Mapping[str, int], *, top_stays: bool = True, but: str | None = None
) -> Holdings:
    """Put a pile under the draw pile, in the order given by `shuffle`.

    The card `but` stays and, if `top_stays`, so does the top card. Unreported and refused cards also stay, because they
    are not part of the pile yet.
    """
    loose = {card for seat in now.hands for card in now.untold(seat)}
    pile = [card for card in now.pile(zone) if card not in loose]
    stay = tuple(card for card in now.pile(zone) if card in (but, *loose) or (top_stays and card == pile[-1]))
    under = tuple(sorted(set(now.pile(zone)) - set(stay), key=lambda card: shuffle[card]))
    return replace(now, piles={**now.piles, zone: stay}, draw=(*under, *now.draw))


def _paid(owed: tuple[Owed, ...], debt: Owed) -> tuple[Owed, ...]:
    left = [replace(debt, count=debt.count - 1)] if debt.count > 1 else []
    return (*(other for other in owed if other is not debt), *left)


def _regained(now: Holdings, seat: int) -> Holdings:
    """Return a seat's unreported and refused cards to its hand."""
    after = now
    for card in now.untold(seat):
        after = after.returned(seat, card)
    return replace(after, laid=tuple(one for one in now.laid if (one.seat, one.seq) != (seat, None)))


# -- Unpredictable shuffling

SOURCE: Random = secrets.SystemRandom()


def shuffled(cards: Iterable[str]) -> list[str]:
    """Return cards in a random order."""
    mixed = list(cards)
    SOURCE.shuffle(mixed)
    return mixed


def places(cards: Iterable[str]) -> dict[str, int]:
    """Shuffle cards; return each card's position in the shuffled pile."""
    return {card: place for place, card in enumerate(shuffled(cards))}


def sides(cards: Sequence[str]) -> dict[str, int]:
    """Return a random upper side for each card."""
    return {card: SOURCE.randrange(2) for card in cards}


def shuffle(held: Holdings) -> Shuffle:
    """Return a random order and random upper sides for the cards of a game where hands are piles."""
    cards = list(held.up)
    return Shuffle(places(cards), sides(cards))
