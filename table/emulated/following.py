"""The moves that people's hands make after an event: draw, give, shuffle, take back. Pure, except for shuffling."""

from collections.abc import Mapping

from table import moves
from table.emulated import handling
from table.emulated.holdings import (
    Cards,
    Caught,
    Done,
    Drawn,
    Holdings,
    LaidTogether,
    Moved,
    Owed,
    Passed,
    PileTaken,
    PutBack,
    Taking,
    Turned,
    Under,
)
from table.emulated.sight import Sight
from table.event import Delivered
from table.moves import Move
from table.values import replace

# -- Which events reported the cards that people laid, and which cards go back on an undo. Pure.


def reported(now: Holdings, card: str, seq: int) -> Holdings:
    """Record that event `seq` reported a card as played."""
    noted = tuple(replace(one, seq=seq) if card in one.cards and one.seq is None else one for one in now.laid)
    return replace(now, laid=noted)


def reported_one(now: Holdings, zone: str, seat: int | None, seq: int) -> Holdings:
    """Record that event `seq` reported that a seat played a card on a zone, without naming the card.

    This is taken to be the first unreported card there. A card that a hand is already taking off is chosen only if
    there is no other.
    """
    mine = sorted(_unreported(now, zone, seat), key=lambda one: not set(one.cards) - set(now.touched))
    unnumbered = next(iter(mine), None)
    return replace(now, laid=tuple(replace(one, seq=seq) if one is unnumbered else one for one in now.laid))


def refused(now: Holdings, card: str, seq: int) -> Holdings:
    """Record that event `seq` refused a card; if a card laid together with it was played, that one stays played."""
    one = next((one for one in reversed(now.laid) if card in one.cards), None)
    if one is None or (one.seq is not None and len(one.cards) == 1):
        return now
    return _split(now, one, (card,) if one.seq is not None else one.cards, seq)


def refused_one(now: Holdings, zone: str, seat: int | None, seq: int) -> Holdings:
    """Record that event `seq` refused a card that a seat laid on a zone, without naming the card.

    This is taken to be the first unreported card there or, if there is none, one of the last two laid together.
    """
    new = [one for one in _unreported(now, zone, seat) if one.refused is None]
    pairs = [one for one in _lying(now, zone, seat) if len(one.cards) > 1]
    one = next(iter((*new, *reversed(pairs))), None)
    return now if one is None else _split(now, one, one.cards[-1:], seq)


def _lying(now: Holdings, zone: str, seat: int | None) -> list[LaidTogether]:
    """Return the groups of cards on a zone laid together by a seat, or by anybody if `seat` is None."""
    return [one for one in now.laid if seat in (one.seat, None) and set(one.cards).intersection(now.pile(zone))]


def _unreported(now: Holdings, zone: str, seat: int | None) -> list[LaidTogether]:
    """Return those groups from `_lying` that no event has reported as played."""
    return [one for one in _lying(now, zone, seat) if one.seq is None]


def _split(now: Holdings, laid_together: LaidTogether, cards: Cards, seq: int) -> Holdings:
    """Record that event `seq` refused some of a group of cards laid together."""
    rest = tuple(card for card in laid_together.cards if card not in cards)
    parts = [replace(laid_together, cards=rest)] if rest else []
    parts.append(LaidTogether(laid_together.seat, cards, refused=seq))
    return replace(
        now, laid=tuple(part for other in now.laid for part in (parts if other is laid_together else [other]))
    )


def play_taken_back(now: Holdings, seat: int | None, zone: str, card: str | None) -> Holdings:
    """Return the last play on a zone, with any cards laid alongside it, to the hand that laid it.

    If `card` is None, the seat's latest reported play is returned; any card that the seat has laid since then stays.
    """
    pile = now.pile(zone)
    for lay in reversed(now.laid):
        named = card in lay.cards if card is not None else seat == lay.seat and lay.seq is not None
        if named and any(laid in pile for laid in lay.cards):
            return regained(now, lay)
    return now


def regained(now: Holdings, laid_together: LaidTogether) -> Holdings:
    """Return cards laid together to their hand, and forget that they were laid."""
    after = now
    for card in reversed(laid_together.cards):
        after = after.returned(laid_together.seat, card)
    return replace(after, laid=tuple(other for other in now.laid if other is not laid_together))


def undone(now: Holdings, to_seq: int) -> Holdings:
    """Take back everything after event `to_seq`, latest first: cards go back to where they came from.

    A card that was refused before that event and accepted since is misplaced again.
    """
    now = replace(now, laid=tuple(_wrong_again(one, to_seq) for one in now.laid))
    after = now
    of_piles: tuple[Done, ...] = (*now.turned, *now.under, *now.piles_taken)
    done: tuple[Done, ...] = (*now.laid, *now.moved, *now.passed, *now.drawn, *now.put_back, *of_piles)
    since = [(one.seq, one) for one in done if one.seq is not None and one.seq > to_seq]
    for _, one in sorted(since, key=lambda dated: dated[0], reverse=True):
        after = _back(after, one)
    return replace(
        after,
        laid=tuple(one for one in now.laid if one.seq is None or one.seq <= to_seq),
        drawn=tuple(one for one in now.drawn if one.seq <= to_seq),
        put_back=tuple(one for one in now.put_back if one.seq <= to_seq),
        owed=tuple(one for one in now.owed if one.seq <= to_seq),
        caught=tuple(one for one in now.caught if one.seq <= to_seq),
        moved=tuple(one for one in now.moved if one.seq <= to_seq),
        passed=tuple(one for one in now.passed if one.seq <= to_seq),
        turned=tuple(one for one in now.turned if one.seq <= to_seq),
        under=tuple(one for one in now.under if one.seq <= to_seq),
        piles_taken=tuple(one for one in now.piles_taken if one.seq <= to_seq),
        taking=now.taking if now.taking is None or now.taking.seq <= to_seq else None,
    )


def _wrong_again(laid_together: LaidTogether, to_seq: int) -> LaidTogether:
    """Return a group of cards in its state at event `to_seq`: refused again if it was accepted only after that."""
    let_lie = (
        laid_together.refused is not None
        and laid_together.refused <= to_seq
        and laid_together.seq is not None
        and laid_together.seq > to_seq
    )
    return replace(laid_together, seq=None) if let_lie else laid_together


def as_seen(now: Holdings, seat: int, lying: Mapping[str, frozenset[str]]) -> Holdings:
    """Put a seat's unreported cards where its view shows them (`lying`, by zone); the others return to the hand."""
    stays = frozenset[str]().union(*lying.values())
    after, back = now, [card for card in now.untold(seat) if card not in stays]
    for card in back:
        after = after.returned(seat, card)
    kept = tuple(one for one in now.laid if one.seat != seat or one.seq is not None or not set(one.cards) & set(back))
    for zone, cards in lying.items():
        for card in (card for card in after.hand(seat) if card in cards):
            after = after.out_of_hand(seat, card).onto_pile(zone, (card,))
            kept = (*kept, LaidTogether(seat, (card,)))
    return replace(after, laid=kept)


def _back(now: Holdings, done: Done) -> Holdings:
    """Undo a recorded action of the hands, but only for those of its cards that have not moved since."""
    after = now
    match done:
        case LaidTogether(seat, cards):
            for card in cards:
                after = after.returned(seat, card)
        case Moved(card, zone):
            lies = now.zone_of(card)
            after = now if lies is None else now.off_pile(lies, card).onto_pile(zone, (card,))
        case Passed(giver, receiver, cards):
            for card in (card for card in cards if card in now.hand(receiver)):
                after = after.out_of_hand(receiver, card).into_hand(giver, (card,))
        case Drawn(seat, cards):
            for card in reversed([card for card in cards if card in now.hand(seat)]):
                after = after.out_of_hand(seat, card).onto_draw_pile(card)
        case PutBack(seat, card) if card in now.draw:
            after = now.off_draw_pile(card).into_hand(seat, (card,))
        case Turned(card):
            after = now.with_other_side_up(card)
        case Under(seat, card) if card in now.hand(seat):
            after = now.out_of_hand(seat, card).into_hand(seat, (card,))
        case PileTaken():
            after = _given_back(now, done)
    return after


def _given_back(now: Holdings, taken: PileTaken) -> Holdings:
    """Put back a pile that was shuffled into a hand."""
    held = now.hand(taken.seat)
    order = {card: place for place, card in enumerate(taken.hand)}
    hand = sorted((card for card in held if card not in taken.cards), key=lambda card: order.get(card, -1))
    back = tuple(card for card in taken.cards if card in held)
    after = replace(now, hands={**now.hands, taken.seat: tuple(hand)}, up={**now.up, **taken.up})
    return replace(after, piles={**after.piles, taken.zone: (*back, *after.pile(taken.zone))})


def followed(held: Holdings, delivered: Delivered, sight: Sight) -> Holdings:
    """Return the holdings after people's hands have done what a public event asks for."""
    move = delivered.event.hands()
    return held if move is None else _done(held, move, delivered.seq, sight)


def _done(held: Holdings, move: Move, seq: int, sight: Sight) -> Holdings:
    """Carry out the move that event `seq` asks for."""
    match move:
        case moves.Settle(_, None, seat) | moves.TakePlay(seat, _, None) if sight.own_laid(seat) is not None:
            return held  # the seat's own view says where its cards are
        case moves.Draw(seat, count):
            return handling.drawn(held, seat, count, seq=seq) if held.dealt_for else held
        case moves.PutBack(seat):
            return handling.undrawn(held, seat, seq=seq)
        case moves.Give(giver, receiver, count):
            return _given(held, Owed(giver, receiver, count, seq), sight)
        case moves.Settle(zone, None, seat):
            return reported_one(held, zone, seat, seq)
        case moves.Settle(_, str(card)):
            return reported(held, sight.really(card), seq)
        case moves.TakeOff(_, str(card)):
            return refused(held, sight.really(card), seq)
        case moves.TakeOff(zone, None, seat):
            return _refused_one(held, zone, seat, seq, sight)
        case moves.TakePlay(seat, zone, card):
            return play_taken_back(held, seat, zone, None if card is None else sight.really(card))
        case moves.GoBack(card):
            return handling.moved_back(held, sight.really(card))
        case moves.TakeLoose(seat):
            return replace(held, caught=(*held.caught, Caught(seat, seq)))
        case moves.ShuffleIn(zone):
            belongs, turned = sight.turned_over or (None, None)
            open_top = sight.lies_open(zone) and belongs != zone  # the turned-over card becomes the top there
            return handling.reshuffled(held, zone, handling.places(held.pile(zone)), top_stays=open_top, but=turned)
        case moves.TakePile(seat, str(zone)):
            return handling.pile_taken(held, seat, zone, handling.shuffle(held), seq=seq)
        case moves.TakeBack(to_seq):
            return _as_seen(undone(held, to_seq), sight)
        case _:
            return _done_with_piles(held, move, seq, sight) if held.in_piles else held


def _refused_one(held: Holdings, zone: str, seat: int | None, seq: int, sight: Sight) -> Holdings:
    """Record that an unnamed card was refused.

    If the seat's view names the cards it has laid, the refused card is the latest one missing from that view.
    """
    if seat is None or sight.own_laid(seat) is None:
        return refused_one(held, zone, seat, seq)
    unseen = [card for card in held.untold(seat) if held.zone_of(card) == zone and not sight.shows(seat, card, zone)]
    return refused(held, unseen[-1], seq) if unseen else held


def _done_with_piles(held: Holdings, move: Move, seq: int, sight: Sight) -> Holdings:
    """Carry out the move that event `seq` asks for in a game where each hand is a pile."""
    match move:
        case moves.TurnOver(seat):
            return handling.turned_over(held, seat, seq=seq)
        case moves.PutUnder(seat):
            return handling.put_under(held, seat, seq=seq)
        case moves.TakePile(seat, None):
            return replace(held, taking=Taking(seat, seq))
        case moves.Refill(zone, card):
            card = sight.really(card)
            if held.taking is not None:
                seat, since = held.taking.seat, held.taking.seq
                held = handling.pile_taken(held, seat, zone, handling.shuffle(held), seq=since, but=(card,))
            return reported(held, card, seq)
        case _:
            return held


def _as_seen(held: Holdings, sight: Sight) -> Holdings:
    """Move the cards of seats whose own views name them to where those views show them."""
    for seat in held.hands:
        lying = sight.own_laid(seat)
        if lying is not None:
            seen = {zone: frozenset(sight.really(card) for card in cards) for zone, cards in lying.items()}
            held = as_seen(held, seat, seen)
    return held


def _given(held: Holdings, owed: Owed, sight: Sight) -> Holdings:
    """Pass owed cards on at once if they are chosen at random; otherwise record that the seat owes them."""
    if sight.dealing is None or owed.to is None or sight.dealing[1].gifts == "chosen":
        return handling.owing(held, owed)
    cards = handling.shuffled(held.hand(owed.seat))[: owed.count]
    return handling.passed(held, owed.seat, owed.to, cards, seq=owed.seq)
