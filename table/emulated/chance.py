"""How people shuffle: nobody can foretell it."""

import secrets
from collections.abc import Iterable, Sequence

from table.emulated.holdings import Holdings, Shuffle


def shuffled(cards: Iterable[str]) -> list[str]:
    """Bring cards into an order that nobody knows."""
    mixed = list(cards)
    secrets.SystemRandom().shuffle(mixed)
    return mixed


def places(cards: Iterable[str]) -> dict[str, int]:
    """Give each card its place in a shuffled pile."""
    return {card: place for place, card in enumerate(shuffled(cards))}


def sides(cards: Sequence[str]) -> dict[str, int]:
    """Let chance say which side of each card is up."""
    return {card: secrets.randbelow(2) for card in cards}


def shuffle(held: Holdings) -> Shuffle:
    """Shuffle as hands do that turn cards around, too."""
    cards = list(held.up)
    return Shuffle(places(cards), sides(cards))
