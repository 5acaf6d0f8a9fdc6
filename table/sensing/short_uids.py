"""Finds a tag's card even if a reader truncates the UID to four bytes: the short and the full UID mean the same tag."""

from collections.abc import Mapping

from hardware.observations import short_forms


def cards_of(uid: bytes, tags: Mapping[bytes, str]) -> frozenset[str]:
    """Return the cards that a tag may belong to: one, none, or several if its UID is the short form of several tags.

    >>> tags = {bytes.fromhex("04a1b2c3d4e5f6"): "7h", bytes.fromhex("04a1b2c3000000"): "8h"}
    >>> sorted(cards_of(bytes.fromhex("04a1b2c3"), tags)), sorted(cards_of(bytes.fromhex("04a1b2c3000000"), tags))
    (['7h', '8h'], ['8h'])
    """
    if uid in tags:
        return frozenset([tags[uid]])
    forms = short_forms(uid)
    return frozenset(card for known, card in tags.items() if known in forms or uid in short_forms(known))


def card_of(uid: bytes, tags: Mapping[bytes, str]) -> str | None:
    """Return a tag's card, or None unless exactly one card matches."""
    if uid in tags:
        return tags[uid]
    cards = cards_of(uid, tags)
    return next(iter(cards)) if len(cards) == 1 else None
