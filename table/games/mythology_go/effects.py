"""Card effects: one small function per keyword, which says whether it earns its points. See also count.py.

To add a keyword, write its function here and name it in cards.py.
"""

from collections.abc import Callable, Mapping, Sequence

from table.games.mythology_go.cards import COLOURS, MgoCard
from table.games.mythology_go.options import CountOptions
from table.values import Value


class Row(Value):
    """One player's cards at the count: `cards`, by code, as werewolves and gorgons changed them, and fused `pairs`."""

    cards: Mapping[str, MgoCard]
    pairs: Sequence[Sequence[str]] = ()  # in each, the lower card first
    resurrected: frozenset[str] = frozenset()

    @property
    def upper(self) -> frozenset[str]:
        """The cards that lie on another card, and so do not count for colours (MGO-37, MGO-40)."""
        return frozenset(other for _, other in self.pairs)

    def coloured(self, colour: str) -> int:
        """Count the cards of a colour; a fused pair is one (MGO-40)."""
        upper = self.upper
        return sum(card.colour == colour for code, card in self.cards.items() if code not in upper)

    @property
    def colours(self) -> frozenset[str]:
        """The colours of all cards; a fused pair has the colour of its lower card (MGO-40)."""
        upper = self.upper
        cards = (card for code, card in self.cards.items() if code not in upper)
        return frozenset(card.colour for card in cards if card.colour is not None)


class Round(Value):
    """A round at its end: a row for each player, and the options."""

    rows: Sequence[Row]
    options: CountOptions

    def copies(self, row: Row, name: str) -> int:
        """Count a player's copies of a card, going by the cards' current names."""
        named = {code for code, card in row.cards.items() if card.name == name}
        pairs = sum(named.issuperset(pair) for pair in row.pairs)
        return len(named) - (pairs if self.options.fusion_copies == "one" else 0)

    def others(self, row: Row, name: str) -> Sequence[int]:
        """Return how many copies of a card each of the other players has."""
        return [self.copies(other, name) for other in self.rows if other is not row]


Holds = Callable[[Round, Row, str, MgoCard], bool]


def outnumber(played: Round, row: Row, code: str, card: MgoCard) -> bool:
    """Return whether this player alone has the most copies (MGO-30, MGO-31, MGO-103)."""
    return played.copies(row, card.name) > max(played.others(row, card.name), default=0)


def unique(played: Round, row: Row, code: str, card: MgoCard) -> bool:
    """Return whether nobody else has a copy and, if the options say so, this player has only one (MGO-32, MGO-105)."""
    own = played.options.unique_own_copies == "allowed" or played.copies(row, card.name) == 1
    return own and not any(played.others(row, card.name))


def polychrome(played: Round, row: Row, code: str, card: MgoCard) -> bool:
    """Return whether this player has a card of each colour (MGO-33, MGO-106)."""
    return row.colours >= frozenset(COLOURS)


def monochrome(played: Round, row: Row, code: str, card: MgoCard) -> bool:
    """Return whether all cards of this player have the same colour (MGO-34, MGO-107)."""
    return len(row.colours) == 1


def fusion(played: Round, row: Row, code: str, card: MgoCard) -> bool:
    """Return whether this card's Fusion counts: once for a fused pair, or for each of its cards (MGO-39, MGO-113)."""
    pair = next((pair for pair in row.pairs if code in pair), ())
    counts = [one for one in pair if any(effect.keyword == "fusion" for effect in row.cards[one].effects)]
    return code in (counts if played.options.fusion_effect == "each" else counts[:1])


def resurrection(played: Round, row: Row, code: str, card: MgoCard) -> bool:
    """Return whether this card stayed instead of being destroyed (MGO-43, MGO-116)."""
    return code in row.resurrected


HOLDS: Mapping[str, Holds] = {
    "outnumber": outnumber,
    "unique": unique,
    "polychrome": polychrome,
    "monochrome": monochrome,
    "fusion": fusion,
    "resurrection": resurrection,
}
