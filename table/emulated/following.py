"""What people's hands do after an event: draw, give, shuffle, take back. Pure but for chance."""

from table import moves
from table.emulated import chance, handling, undoing
from table.emulated.holdings import Caught, Holdings, Owed, Taking
from table.emulated.sight import Sight
from table.event import Delivered
from table.moves import Move
from table.values import replace


def followed(held: Holdings, told: Delivered, sight: Sight) -> Holdings:
    """Return the holdings after people did what one public event asks for."""
    move = told.event.hands()
    return held if move is None else _done(held, move, told.seq, sight)


def _done(held: Holdings, move: Move, seq: int, sight: Sight) -> Holdings:
    """Carry out the move of event `seq`."""
    match move:
        case moves.Settle(_, None, seat) | moves.TakePlay(seat, _, None) if sight.own_laid(seat) is not None:
            return held  # the seat's own view says where its cards lie
        case moves.Draw(seat, count):
            return handling.drawn(held, seat, count, seq=seq) if held.dealt_for else held
        case moves.PutBack(seat):
            return handling.undrawn(held, seat, seq=seq)
        case moves.Give(giver, receiver, count):
            return _given(held, Owed(giver, receiver, count, seq), sight)
        case moves.Settle(zone, None, seat):
            return undoing.told_of_one(held, zone, seat, seq)
        case moves.Settle(_, str(card)):
            return undoing.told_of(held, sight.really(card), seq)
        case moves.TakeOff(_, str(card)):
            return undoing.refused(held, sight.really(card), seq)
        case moves.TakeOff(zone, None, seat):
            return _refused_one(held, zone, seat, seq, sight)
        case moves.TakePlay(seat, zone, card):
            return undoing.play_taken_back(held, seat, zone, None if card is None else sight.really(card))
        case moves.GoBack(card):
            return handling.moved_back(held, sight.really(card))
        case moves.TakeLoose(seat):
            return replace(held, caught=(*held.caught, Caught(seat, seq)))
        case moves.ShuffleIn(zone):
            belongs, turned = sight.turned_over or (None, None)
            open_top = sight.lies_open(zone) and belongs != zone  # the turned card will be the top there
            return handling.reshuffled(held, zone, chance.places(held.pile(zone)), top_stays=open_top, but=turned)
        case moves.TakeBack(to_seq):
            return _as_seen(undoing.undone(held, to_seq), sight)
        case _:
            return _done_with_piles(held, move, seq, sight) if held.in_piles else held


def _refused_one(held: Holdings, zone: str, seat: int | None, seq: int, sight: Sight) -> Holdings:
    """Note the refusal of an unnamed card; if the seat sees its own cards, it is the latest that it does not see."""
    if seat is None or sight.own_laid(seat) is None:
        return undoing.refused_one(held, zone, seat, seq)
    unseen = [card for card in held.untold(seat) if held.zone_of(card) == zone and not sight.shows(seat, card, zone)]
    return undoing.refused(held, unseen[-1], seq) if unseen else held


def _done_with_piles(held: Holdings, move: Move, seq: int, sight: Sight) -> Holdings:
    """Carry out the move of event `seq` in a game where hands lie as piles."""
    match move:
        case moves.TurnOver(seat):
            return handling.turned_over(held, seat, seq=seq)
        case moves.PutUnder(seat):
            return handling.put_under(held, seat, seq=seq)
        case moves.TakePile(seat, None):
            return replace(held, taking=Taking(seat, seq))
        case moves.TakePile(seat, str(zone)):
            return handling.pile_taken(held, seat, zone, chance.shuffle(held), seq=seq)
        case moves.Refill(zone, card):
            card = sight.really(card)
            if held.taking is not None:
                seat, since = held.taking.seat, held.taking.seq
                held = handling.pile_taken(held, seat, zone, chance.shuffle(held), seq=since, but=(card,))
            return undoing.told_of(held, card, seq)
        case _:
            return held


def _as_seen(held: Holdings, sight: Sight) -> Holdings:
    """Place before players the cards that only their own views show."""
    for seat in held.hands:
        lying = sight.own_laid(seat)
        if lying is not None:
            seen = {zone: frozenset(sight.really(card) for card in cards) for zone, cards in lying.items()}
            held = undoing.as_seen(held, seat, seen)
    return held


def _given(held: Holdings, owed: Owed, sight: Sight) -> Holdings:
    """Move owed cards, if the game gives them unseen; else note that they are owed."""
    if sight.dealing is None or owed.to is None or sight.dealing[1].gifts == "chosen":
        return handling.owing(held, owed)
    cards = chance.shuffled(held.hand(owed.seat))[: owed.count]
    return handling.passed(held, owed.seat, owed.to, cards, seq=owed.seq)
