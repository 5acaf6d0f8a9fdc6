"""Unpredictable shuffling."""

import secrets
from collections.abc import Iterable, Sequence
from random import Random

from table.emulated.holdings import Holdings, Shuffle

SOURCE: Random = secrets.SystemRandom()


def shuffled(cards: Iterable[str]) -> list[str]:
    """Return cards in a random order."""
    mixed = list(cards)
    SOURCE.shuffle(mixed)
    return mixed


def places(cards: Iterable[str]) -> dict[str, int]:
    """Return the place of each card in a shuffled pile."""
    return {card: place for place, card in enumerate(shuffled(cards))}


def sides(cards: Sequence[str]) -> dict[str, int]:
    """Return a random side of each card, the one that is up."""
    return {card: SOURCE.randrange(2) for card in cards}


def shuffle(held: Holdings) -> Shuffle:
    """Return a shuffle that turns cards over at random, too."""
    cards = list(held.up)
    return Shuffle(places(cards), sides(cards))
