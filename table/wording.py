"""Words for sentences: names of players and cards, numbers of cards, places."""

from collections.abc import Mapping, Sequence

from table.saying import Text, both, many, noun, or_by_hand, own, say
from table.values import Value

# Shown when a card touches a reader shared by several piles, and nobody has chosen one.
WHICH_PILE = say("Which pile? Choose it on the phone, then touch the card again.")


class Names(Value):
    """Names at a table: `people` by seat, `cards` by code. An unknown player is "somebody"."""

    people: Mapping[int, str]
    cards: Mapping[str, str]

    def who(self, seat: int | None) -> str:
        """Return a player's name; `seat` is None if the player is unknown."""
        if seat is None:
            return say("Somebody")
        return self.people.get(seat) or say("Seat {seat}", seat=seat)

    def whoever(self, seats: Sequence[int]) -> Text:
        """Return the names of several players, joined by "and"."""
        return both([self.who(seat) for seat in seats])

    def card(self, code: str | None) -> str:
        """Return a card's name without an article; `code` is None if not everybody may know the card."""
        return noun("card") if code is None else self.cards.get(code, code)


def some_cards(count: int) -> Text:
    """Return a phrase for `count` cards.

    >>> some_cards(1), some_cards(3)
    ('a card', '3 cards')
    """
    return many("a card", "{count} cards", count)


def place(zone: str) -> Text:
    """Return the name of a zone, or of a seat's pad, for a sentence, without an article.

    >>> place("pile.1"), place("seat.2")
    ('pile 1', 'pad of seat 2')
    """
    kind, _, number = zone.partition(".")
    if kind != "seat":
        return zone_name(zone)
    return or_by_hand(noun("pad of seat {number}", number=number), noun("place of seat {number}", number=number))


def zone_name(zone: str) -> Text:
    """Return the name that people use for a zone that is not a pad.

    >>> zone_name("pile.1"), zone_name("discard")
    ('pile 1', 'discard')
    """
    kind, _, number = zone.partition(".")
    return noun("{pile} {number}", pile=noun(kind), number=number) if number else noun(kind)


def pad_of(who: str) -> Text:
    """Return the name of a person's pad."""
    return or_by_hand(own("{who}’s pad", who=who), own("{who}’s place", who=who))


def taking_back(touched: Text, cards: str) -> Text:
    """Return a phrase on how to take cards back: `touched`, or a form without pads for tables that have none.

    >>> from table.saying import by_hand
    >>> by_hand(taking_back(say("touch the pad with {cards} again and take it back", cards="the 4"), "the 4"))
    'take the 4 back'
    """
    return or_by_hand(touched, say("take {cards} back", cards=cards))
