"""Who holds which card at an emulated table: the side of the people, of which the table sees only touches. Pure.

Nothing here knows a rule: cards are dealt, drawn, laid, given, let vanish. Every function takes holdings and gives new
ones, and raises BadInput, one sentence, for what hands cannot do.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from table.complaints import BadInput
from table.games.game import Dealing

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Laid:
    """Cards that a seat laid together; `seq` is the event that told so, as everybody counts, once one did."""

    seat: int
    cards: Cards
    seq: int | None = None


@dataclass(frozen=True)
class Drawn:
    """Cards that came to a seat because event `seq` said so."""

    seat: int
    cards: Cards
    seq: int


@dataclass(frozen=True)
class Owed:
    """Cards that a seat has to give because event `seq` said so; `to` None: to whom it likes."""

    seat: int
    to: int | None
    count: int
    seq: int


@dataclass(frozen=True)
class Passed:
    """Cards that went from one hand to another, unseen, because event `seq` said so."""

    giver: int
    receiver: int
    cards: Cards
    seq: int


@dataclass(frozen=True)
class Moved:
    """A card that was moved from the pile of `zone` to another one when event `seq` was the last that had been told."""

    card: str
    zone: str
    seq: int


@dataclass(frozen=True)
class Turned:
    """A card that was turned over because event `seq` said so."""

    card: str
    seq: int


@dataclass(frozen=True)
class Under:
    """A card that went from the top of a seat's own pile under it because event `seq` said so."""

    seat: int
    card: str
    seq: int


@dataclass(frozen=True)
class Shuffle:
    """How cards are shuffled: the place of each in the new order, and the side of each that is up then."""

    order: Mapping[str, int]
    up: Mapping[str, int]


@dataclass(frozen=True)
class PileTaken:
    """A pile that went into a hand because event `seq` said so; `hand` and `up` are what they were before."""

    seat: int
    zone: str
    cards: Cards
    hand: Cards
    up: Mapping[str, int]
    seq: int


_Done = Laid | Moved | Passed | Drawn | Turned | Under | PileTaken


@dataclass(frozen=True)
class Taking:
    """A seat has taken a pile, event `seq` said, and nobody can tell yet which."""

    seat: int
    seq: int


@dataclass(frozen=True)
class Holdings:
    """Where every card is; of a pile the last one is on top. `dealt_for` is the game and the round they are for.

    In a game dealt in piles `up` is the side of each card that is up, and the first card of a hand is the top of that
    seat's own pile.
    """

    dealt_for: tuple[int, int] | None = None
    draw: Cards = ()
    hands: Mapping[int, Cards] = field(default_factory=dict)
    piles: Mapping[str, Cards] = field(default_factory=dict)
    gone: Mapping[int, Cards] = field(default_factory=dict)
    laid: tuple[Laid, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    owed: tuple[Owed, ...] = ()
    moved: tuple[Moved, ...] = ()
    passed: tuple[Passed, ...] = ()
    up: Mapping[str, int] = field(default_factory=dict)
    turned: tuple[Turned, ...] = ()
    under: tuple[Under, ...] = ()
    piles_taken: tuple[PileTaken, ...] = ()
    taking: Taking | None = None

    @property
    def in_piles(self) -> bool:
        """Whether hands lie as piles before the players, of which only the top is seen."""
        return bool(self.up)

    def hand(self, seat: int) -> Cards:
        """What a seat holds, in the order in which it came."""
        return self.hands.get(seat, ())

    def is_dealt(self, card: str) -> bool:
        """Tell whether a card is one of those that were dealt, wherever it is now."""
        held = (self.draw, *self.hands.values(), *self.gone.values(), *self.piles.values())
        return any(card in cards for cards in held)

    def pile(self, zone: str) -> Cards:
        """What lies on a zone."""
        return self.piles.get(zone, ())


def dealt(
    deck: Sequence[str],
    seats: Sequence[int],
    dealing: Dealing,
    dealt_for: tuple[int, int],
    up: Mapping[str, int] | None = None,
) -> Holdings:
    """Deal a shuffled deck, from its first card on; the first of the rest lies on top of the draw pile.

    `up` is the side of each card that is up, where hands lie as piles.
    """
    besides = [[card for card in deck if card in group] for group in dealing.besides]
    cards = [card for card in deck if card not in dealing.apart and not any(card in group for group in besides)]
    if len(cards) < dealing.hand * len(seats):
        raise BadInput(f"{len(cards)} cards are too few to deal {dealing.hand} to each of {len(seats)}")
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
    """Order a shuffled deck so that a seat is dealt a hand, and the first cards that are turned up are `up`."""
    rest = [card for card in deck if card not in (*dealing.apart, *hand, *up)]
    order: list[str] = []
    for other in seats:
        given, rest = (list(hand), rest) if other == seat else (rest[: dealing.hand], rest[dealing.hand :])
        order += given
    return [*order, *up, *rest]


def turned_up(now: Holdings, zone: str) -> tuple[Holdings, str]:
    """Turn the draw pile's top card up on a zone; return it, too."""
    if not now.draw:
        raise BadInput("there is no card left to turn up")
    card = now.draw[-1]
    return _on_pile(replace(now, draw=now.draw[:-1]), zone, (card,)), card


def drawn(now: Holdings, seat: int, count: int = 1, *, seq: int | None = None) -> Holdings:
    """Take cards from the draw pile, as many as there are; `seq` is the event that made the seat draw."""
    if seq is None and not now.draw:
        raise BadInput("the draw pile is empty")
    cards = tuple(reversed(now.draw[-count:]))
    after = _in_hand(replace(now, draw=now.draw[: len(now.draw) - len(cards)]), seat, cards)
    return after if seq is None else replace(after, drawn=(*after.drawn, Drawn(seat, cards, seq)))


def laid(now: Holdings, seat: int, cards: Sequence[str], zone: str) -> Holdings:
    """Lay cards of a hand on a zone, together; of a hand that lies as a pile only its top."""
    after = now
    for card in cards:
        after = _off_the_hand(after, seat, card)
    after = _on_pile(after, zone, tuple(cards))
    moved = tuple(one for one in now.moved if one.card not in cards)  # it has been in a hand again since
    return replace(after, laid=(*after.laid, Laid(seat, tuple(cards))), moved=moved)


def taken(now: Holdings, seat: int, card: str, lying_open: Collection[str]) -> tuple[Holdings, str]:
    """Take a card that lies open before all, or one of those that this seat laid last; return its zone, too.

    Whatever else is wrong is refused in the same words, for they must not betray what lies on a pile.
    """
    last = next((one.cards for one in reversed(now.laid) if one.seat == seat), ())
    zone = _pile_with(now, card)
    if zone is None or (card not in (*lying_open, *last) and zone != f"seat.{seat}"):
        raise BadInput("card: only what lies open on a pile, or what you laid last, can be taken back")
    return _in_hand(_off_pile(now, zone, card), seat, (card,)), zone


def found(now: Holdings, seat: int, sought: Collection[str], order: Mapping[str, int]) -> Holdings:
    """Search the draw pile for one of the cards that are sought, and take it; the others are shuffled."""
    card = next((card for card in reversed(now.draw) if card in sought), None)
    if card is None:
        raise BadInput("the draw pile has no such card")
    rest = tuple(sorted((other for other in now.draw if other != card), key=lambda other: order[other]))
    return _in_hand(replace(now, draw=rest), seat, (card,))


def moved(now: Holdings, card: str, zone: str, lying_open: Collection[str], *, seq: int) -> Holdings:
    """Move a card that lies open before all to another pile, when event `seq` was the last that had been told."""
    before = _pile_with(now, card)
    if before is None or before == zone or card not in lying_open:
        raise BadInput("card: only what lies open on another pile can be moved")
    after = _on_pile(_off_pile(now, before, card), zone, (card,))
    return replace(after, moved=(*after.moved, Moved(card, before, seq)))


def given(now: Holdings, seat: int, card: str, to: int) -> Holdings:
    """Give a card of a hand to another seat."""
    if to == seat or to not in now.hands:
        raise BadInput(f"to: nobody else plays at seat {to}")
    after = _in_hand(_off_the_hand(now, seat, card), to, (card,))
    debt = next((owed for owed in now.owed if owed.seat == seat and owed.to in (to, None)), None)
    return after if debt is None else replace(after, owed=_paid(now.owed, debt))


def owing(now: Holdings, debt: Owed) -> Holdings:
    """Note that a seat has to give cards."""
    return replace(now, owed=(*now.owed, debt))


def passed(now: Holdings, giver: int, receiver: int, cards: Sequence[str], *, seq: int) -> Holdings:
    """Pass cards of one hand to another because event `seq` said so."""
    after = now
    for card in cards:
        after = _out_of_hand(after, giver, card)
    after = _in_hand(after, receiver, tuple(cards))
    return replace(after, passed=(*after.passed, Passed(giver, receiver, tuple(cards), seq)))


def _paid(owed: tuple[Owed, ...], debt: Owed) -> tuple[Owed, ...]:
    left = [replace(debt, count=debt.count - 1)] if debt.count > 1 else []
    return (*(other for other in owed if other is not debt), *left)


def vanished(now: Holdings, seat: int, card: str) -> Holdings:
    """Let a card of a hand vanish, where only its seat knows."""
    after = _off_the_hand(now, seat, card)
    return replace(after, gone={**after.gone, seat: (*after.gone.get(seat, ()), card)})


def fetched(now: Holdings, seat: int, card: str) -> Holdings:
    """Take a card back that had vanished."""
    gone = now.gone.get(seat, ())
    if card not in gone:
        raise BadInput("card: that one did not vanish from here")
    left = tuple(other for other in gone if other != card)
    return _in_hand(replace(now, gone={**now.gone, seat: left}), seat, (card,))


def put_back(now: Holdings, seat: int, card: str) -> Holdings:
    """Put a card of a hand on top of the draw pile."""
    return _on_draw_pile(_off_the_hand(now, seat, card), card)


def put_below(now: Holdings, seat: int, cards: Sequence[str]) -> Holdings:
    """Put cards of a hand under the draw pile."""
    after = now
    for card in cards:
        after = _off_the_hand(after, seat, card)
    return replace(after, draw=(*cards, *after.draw))


def turned_over(now: Holdings, seat: int, *, seq: int) -> Holdings:
    """Turn the top of a seat's own pile over because event `seq` said so; or the card it has laid already, untold."""
    card = next(iter((*_untold(now, seat), *now.hand(seat))), None)
    if card is None or card not in now.up:
        return now
    return replace(_over(now, card), turned=(*now.turned, Turned(card, seq)))


def put_under(now: Holdings, seat: int, *, seq: int) -> Holdings:
    """Put the top of a seat's own pile under it because event `seq` said so; a card laid in vain first comes back."""
    after = _regained(now, seat)
    top, *rest = after.hand(seat) or (None,)
    if top is None or not now.in_piles:
        return now
    return replace(after, hands={**after.hands, seat: (*rest, top)}, under=(*after.under, Under(seat, top, seq)))


def pile_taken(now: Holdings, seat: int, zone: str, shuffle: Shuffle, *, seq: int, but: Cards = ()) -> Holdings:
    """Shuffle a pile into a seat's own pile because event `seq` said so; `but` cards that lie there since."""
    back = _regained(now, seat)
    cards = tuple(card for card in back.pile(zone) if card not in but)
    hand = sorted((*back.hand(seat), *cards), key=lambda card: shuffle.order[card])
    before = {card: back.up[card] for card in hand}
    taken = PileTaken(seat, zone, cards, back.hand(seat), before, seq)
    return replace(
        back,
        hands={**back.hands, seat: tuple(hand)},
        piles={**back.piles, zone: tuple(card for card in back.pile(zone) if card not in cards)},
        up={**back.up, **{card: shuffle.up[card] for card in hand}},
        piles_taken=(*back.piles_taken, taken),
        taking=None,
    )


def _untold(now: Holdings, seat: int) -> Cards:
    """Name the cards that a seat has laid, which still lie there, and of which nothing was told: the last one first."""
    lying = [card for one in now.laid if (one.seat, one.seq) == (seat, None) for card in one.cards]
    return tuple(card for card in dict.fromkeys(reversed(lying)) if _pile_with(now, card) is not None)


def _regained(now: Holdings, seat: int) -> Holdings:
    """Take back what a seat has laid in vain."""
    after = now
    for card in _untold(now, seat):
        after = _returned(after, seat, card)
    return replace(after, laid=tuple(one for one in now.laid if (one.seat, one.seq) != (seat, None)))


def _over(now: Holdings, card: str) -> Holdings:
    return replace(now, up={**now.up, card: 1 - now.up[card]})


def told_of(now: Holdings, card: str, seq: int) -> Holdings:
    """Note which event told that a card was played."""
    noted = tuple(replace(one, seq=seq) if card in one.cards and one.seq is None else one for one in now.laid)
    return replace(now, laid=noted)


def told_of_one(now: Holdings, zone: str, seq: int) -> Holdings:
    """Note which event told that a card was played on a zone, and not which: the first there that was not told of."""
    told = next((one for one in now.laid if one.seq is None and set(one.cards) & set(now.pile(zone))), None)
    return replace(now, laid=tuple(replace(one, seq=seq) if one is told else one for one in now.laid))


def undone(now: Holdings, to_seq: int) -> Holdings:
    """Take back what was told after an event, the latest first: cards go back to where they came from."""
    after = now
    of_piles: tuple[_Done, ...] = (*now.turned, *now.under, *now.piles_taken)
    told: tuple[_Done, ...] = (*now.laid, *now.moved, *now.passed, *now.drawn, *of_piles)
    since = [(one.seq, one) for one in told if one.seq is not None and one.seq > to_seq]
    for _, one in sorted(since, key=lambda dated: dated[0], reverse=True):
        after = _back(after, one)
    return replace(
        after,
        laid=tuple(one for one in now.laid if one.seq is None or one.seq <= to_seq),
        drawn=tuple(one for one in now.drawn if one.seq <= to_seq),
        owed=tuple(one for one in now.owed if one.seq <= to_seq),
        moved=tuple(one for one in now.moved if one.seq <= to_seq),
        passed=tuple(one for one in now.passed if one.seq <= to_seq),
        turned=tuple(one for one in now.turned if one.seq <= to_seq),
        under=tuple(one for one in now.under if one.seq <= to_seq),
        piles_taken=tuple(one for one in now.piles_taken if one.seq <= to_seq),
        taking=now.taking if now.taking is None or now.taking.seq <= to_seq else None,
    )


def as_seen(now: Holdings, seat: int, lying: Mapping[str, frozenset[str]]) -> Holdings:
    """Let what a seat has laid, and nobody was told of, be what lies there, by zone; the rest is in the hand again."""
    stays = frozenset[str]().union(*lying.values())
    after, back = now, [card for card in _untold(now, seat) if card not in stays]
    for card in back:
        after = _returned(after, seat, card)
    kept = tuple(one for one in now.laid if one.seat != seat or one.seq is not None or not set(one.cards) & set(back))
    for zone, cards in lying.items():
        for card in (card for card in after.hand(seat) if card in cards):
            after = _on_pile(_out_of_hand(after, seat, card), zone, (card,))
            kept = (*kept, Laid(seat, (card,)))
    return replace(after, laid=kept)


def _back(now: Holdings, done: _Done) -> Holdings:
    """Take one thing back, as far as its cards are still where it put them."""
    after = now
    match done:
        case Laid(seat, cards):
            for card in cards:
                after = _returned(after, seat, card)
        case Moved(card, zone):
            lies = _pile_with(now, card)
            after = now if lies is None else _on_pile(_off_pile(now, lies, card), zone, (card,))
        case Passed(giver, receiver, cards):
            for card in (card for card in cards if card in now.hand(receiver)):
                after = _in_hand(_out_of_hand(after, receiver, card), giver, (card,))
        case Drawn(seat, cards):
            for card in reversed([card for card in cards if card in now.hand(seat)]):
                after = _on_draw_pile(_out_of_hand(after, seat, card), card)
        case Turned(card):
            after = _over(now, card)
        case Under(seat, card) if card in now.hand(seat):
            after = _in_hand(_out_of_hand(now, seat, card), seat, (card,))
        case PileTaken():
            after = _given_back(now, done)
    return after


def _given_back(now: Holdings, taken: PileTaken) -> Holdings:
    """Put a pile back that was shuffled into a hand."""
    held = now.hand(taken.seat)
    order = {card: place for place, card in enumerate(taken.hand)}
    hand = sorted((card for card in held if card not in taken.cards), key=lambda card: order.get(card, -1))
    back = tuple(card for card in taken.cards if card in held)
    after = replace(now, hands={**now.hands, taken.seat: tuple(hand)}, up={**now.up, **taken.up})
    return replace(after, piles={**after.piles, taken.zone: (*back, *after.pile(taken.zone))})


def reshuffled(now: Holdings, zone: str, shuffle: Mapping[str, int], *, top_stays: bool = True) -> Holdings:
    """Make a pile, but for its top if that stays, the draw pile again, in the order that `shuffle` gives."""
    pile = now.pile(zone)
    top = pile[-1:] if top_stays else ()
    under = tuple(sorted(set(pile) - set(top), key=lambda card: shuffle[card]))
    return replace(now, piles={**now.piles, zone: top}, draw=(*under, *now.draw))


def _returned(now: Holdings, seat: int, card: str) -> Holdings:
    """Put a card back into a hand, if it still lies on a pile."""
    zone = _pile_with(now, card)
    return now if zone is None else _in_hand(_off_pile(now, zone, card), seat, (card,))


def _pile_with(now: Holdings, card: str) -> str | None:
    return next((zone for zone, pile in now.piles.items() if card in pile), None)


def _in_hand(now: Holdings, seat: int, cards: Cards) -> Holdings:
    """Put cards into a hand; on top of it, if it lies as a pile."""
    hand = (*cards, *now.hand(seat)) if now.in_piles else (*now.hand(seat), *cards)
    return replace(now, hands={**now.hands, seat: hand})


def _off_the_hand(now: Holdings, seat: int, card: str) -> Holdings:
    """Take a card out of a hand as people may: of a pile only the top."""
    if now.in_piles and card not in now.hand(seat)[:1]:
        raise BadInput("card: only the top of your pile can be laid")
    return _out_of_hand(now, seat, card)


def _on_draw_pile(now: Holdings, card: str) -> Holdings:
    return replace(now, draw=(*now.draw, card))


def _out_of_hand(now: Holdings, seat: int, card: str) -> Holdings:
    if card not in now.hand(seat):
        raise BadInput("card: this hand does not hold it")
    return replace(now, hands={**now.hands, seat: tuple(other for other in now.hand(seat) if other != card)})


def _on_pile(now: Holdings, zone: str, cards: Cards) -> Holdings:
    return replace(now, piles={**now.piles, zone: (*now.pile(zone), *cards)})


def _off_pile(now: Holdings, zone: str, card: str) -> Holdings:
    return replace(now, piles={**now.piles, zone: tuple(other for other in now.pile(zone) if other != card)})
