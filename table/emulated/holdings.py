"""Who holds which card at an emulated table; the table itself sees only touches. Pure.

This module knows nothing about the rules. `handling` covers what people do with their cards, `following` what events
make them do and how that is undone; both use the single-card moves defined here.
"""

from collections.abc import Mapping

from table.complaints import BadInput
from table.saying import say
from table.values import Value, field, replace

Cards = tuple[str, ...]


class LaidTogether(Value):
    """Cards that a seat laid together; `seq` is the public event that reported them as played, if any.

    `refused` is the event that refused them, if any: the cards are misplaced until a later event accepts them.
    """

    seat: int
    cards: Cards
    seq: int | None = None
    refused: int | None = None

    @property
    def lies_wrong(self) -> bool:
        """Whether the cards were refused and have not been accepted since."""
        return self.refused is not None and self.seq is None


class Drawn(Value):
    """Cards that a seat got because of event `seq`."""

    seat: int
    cards: Cards
    seq: int


class PutBack(Value):
    """A card that a seat put on the draw pile because of event `seq`."""

    seat: int
    card: str
    seq: int


class Owed(Value):
    """Cards that a seat has to give because of event `seq`; `to` is None if any seat may receive them."""

    seat: int
    to: int | None
    count: int
    seq: int


class Passed(Value):
    """Cards passed from one hand to another, unseen, because of event `seq`."""

    giver: int
    receiver: int
    cards: Cards
    seq: int


class Moved(Value):
    """A card moved from the pile on `zone` to another pile; `seq` was the latest event at that time."""

    card: str
    zone: str
    seq: int


class Turned(Value):
    """A card turned over because of event `seq`."""

    card: str
    seq: int


class Under(Value):
    """A card moved from the top of a seat's own pile to its bottom because of event `seq`."""

    seat: int
    card: str
    seq: int


class Shuffle(Value):
    """The result of shuffling: each card's place in the new order, and its upper side."""

    order: Mapping[str, int]
    up: Mapping[str, int]


class PileTaken(Value):
    """A pile taken into a hand because of event `seq`; `hand` and `up` are the state before that."""

    seat: int
    zone: str
    cards: Cards
    hand: Cards
    up: Mapping[str, int]
    seq: int


class Caught(Value):
    """A seat that, because of event `seq`, may take back any card that it has laid."""

    seat: int
    seq: int


Done = LaidTogether | Moved | Passed | Drawn | PutBack | Turned | Under | PileTaken


class Taking(Value):
    """A seat that is taking a pile because of event `seq`; it is not known yet which pile."""

    seat: int
    seq: int


class Holdings(Value):
    """Where every card is; the last card of a pile is on top. `dealt_for` is the game and round of the deal.

    In a game where hands are piles, `up` maps each card to its upper side, and the first card of a hand is the top of
    that seat's pile. Cards in `touched` have touched their pad again; they come off their piles once the table has
    noticed.
    """

    dealt_for: tuple[int, int] | None = None
    draw: Cards = ()
    hands: Mapping[int, Cards] = field(default_factory=dict)
    piles: Mapping[str, Cards] = field(default_factory=dict)
    gone: Mapping[int, Cards] = field(default_factory=dict)
    laid: tuple[LaidTogether, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    put_back: tuple[PutBack, ...] = ()
    owed: tuple[Owed, ...] = ()
    touched: Cards = ()
    caught: tuple[Caught, ...] = ()
    moved: tuple[Moved, ...] = ()
    passed: tuple[Passed, ...] = ()
    up: Mapping[str, int] = field(default_factory=dict)
    turned: tuple[Turned, ...] = ()
    under: tuple[Under, ...] = ()
    piles_taken: tuple[PileTaken, ...] = ()
    taking: Taking | None = None

    @property
    def in_piles(self) -> bool:
        """Whether hands are piles in front of the players, who see only the top."""
        return bool(self.up)

    def hand(self, seat: int) -> Cards:
        """Return the cards that a seat holds, in order of arrival."""
        return self.hands.get(seat, ())

    def visible(self, seat: int) -> Cards:
        """Return the cards in a seat's hand that the seat sees: all, or only the top if the hand is a pile."""
        return self.hand(seat)[:1] if self.in_piles else self.hand(seat)

    def sides(self, seat: int) -> Mapping[str, int]:
        """Return the upper sides of the two-sided cards that a seat sees: its own top, and the tops of piles."""
        seen = (*self.visible(seat), *(card for pile in self.piles.values() for card in pile[-1:]))
        return {card: self.up[card] for card in seen if card in self.up}

    def is_dealt(self, card: str) -> bool:
        """Return whether a card belongs to the current deal, wherever it is now."""
        held = (self.draw, *self.hands.values(), *self.gone.values(), *self.piles.values())
        return any(card in cards for cards in held)

    def pile(self, zone: str) -> Cards:
        return self.piles.get(zone, ())

    def zone_of(self, card: str) -> str | None:
        """Return the zone of the pile that a card is on; None if it is not on a pile."""
        return next((zone for zone, pile in self.piles.items() if card in pile), None)

    def laid_last(self, seat: int) -> Cards:
        """Return a seat's latest group of cards laid together that still has a card on a pile."""
        lying = (one.cards for one in reversed(self.laid) if one.seat == seat and any(map(self.zone_of, one.cards)))
        return next(lying, ())

    def untold(self, seat: int) -> Cards:
        """Return the cards a seat laid that no event has reported as played, latest first."""
        lying = [card for one in self.laid if (one.seat, one.seq) == (seat, None) for card in one.cards]
        return tuple(card for card in dict.fromkeys(reversed(lying)) if self.zone_of(card) is not None)

    def wrong_on(self, zone: str) -> Cards:
        """Return the refused cards on a zone, in the order they were laid."""
        return tuple(card for one in self.laid if one.lies_wrong for card in one.cards if card in self.pile(zone))

    def into_hand(self, seat: int, cards: Cards) -> "Holdings":
        """Put cards into a hand, or on top of it if it is a pile."""
        hand = (*cards, *self.hand(seat)) if self.in_piles else (*self.hand(seat), *cards)
        return replace(self, hands={**self.hands, seat: hand})

    def out_of_hand(self, seat: int, card: str) -> "Holdings":
        """Take a card out of a hand. Raise BadInput if the hand does not hold it."""
        if card not in self.hand(seat):
            raise BadInput(say("card: this hand does not hold it"))
        return replace(self, hands={**self.hands, seat: tuple(other for other in self.hand(seat) if other != card)})

    def off_the_hand(self, seat: int, card: str) -> "Holdings":
        """Take a card out of a hand. Raise BadInput if the hand is a pile and the card is not the top one."""
        if self.in_piles and card not in self.hand(seat)[:1]:
            raise BadInput(say("card: only the top of your pile can be laid"))
        return self.out_of_hand(seat, card)

    def onto_pile(self, zone: str, cards: Cards) -> "Holdings":
        """Put cards on a pile, the last one on top."""
        return replace(self, piles={**self.piles, zone: (*self.pile(zone), *cards)})

    def off_pile(self, zone: str, card: str) -> "Holdings":
        """Take a card out of a pile, from anywhere in it."""
        return replace(self, piles={**self.piles, zone: tuple(other for other in self.pile(zone) if other != card)})

    def onto_draw_pile(self, card: str) -> "Holdings":
        """Put a card on top of the draw pile."""
        return replace(self, draw=(*self.draw, card))

    def off_draw_pile(self, card: str) -> "Holdings":
        """Take a card out of the draw pile, from anywhere in it."""
        return replace(self, draw=tuple(other for other in self.draw if other != card))

    def returned(self, seat: int, card: str) -> "Holdings":
        """Put a card back into a hand, if it still lies on a pile."""
        zone = self.zone_of(card)
        return self if zone is None else self.off_pile(zone, card).into_hand(seat, (card,))

    def with_other_side_up(self, card: str) -> "Holdings":
        """Turn a card over in place."""
        return replace(self, up={**self.up, card: 1 - self.up[card]})
