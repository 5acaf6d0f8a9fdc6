"""What there is to see in the room besides the table's picture: who has a seat, and what must be told to the table.

At an emulated table also the draw pile, and each seat's own hand, which is shown to that seat and to nobody else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from table.board import Picture
from table.emulated.people import People
from table.games.game import PUBLIC
from web.telling.unknown import asking

FEW = 8  # cards: so few on the draw pile look like few


@dataclass(frozen=True)
class Around:
    """Who is around: the seats that some phone holds, who has said a name for the next game, and what a phone asks."""

    taken: frozenset[int] = frozenset()
    coming: Mapping[int, str] = field(default_factory=dict)
    claim: Mapping[str, Any] | None = None


def room(people: People | None, picture: Picture, seat: int | None, around: Around) -> Mapping[str, Any]:
    """Draw what somebody sees who stands at the table, at a seat or only looking on.

    How many cards others hold, or the draw pile has, is not told.
    """
    seen: dict[str, Any] = {
        "taken": sorted(around.taken),
        "coming": dict(around.coming),
        "practice": picture.practice,
        "claim": around.claim,
    }
    if people is None:
        return seen
    left = len(people.held.draw)
    return {
        **seen,
        "deal": people.is_to_deal(picture),
        "up": list(people.turns_up(picture)),
        "draw": "aside" if people.held.in_piles else "none" if not left else "few" if left <= FEW else "many",
        "sides": _sides(people),
        "strange": _strange(people, picture),
        "mine": None if seat is None else _mine(people, picture, seat),
    }


def persons_room(people: People | None, picture: Picture, seat: int | None, around: Around) -> Mapping[str, Any]:
    """Draw the room for the host, or for who has a seat: they are asked, too, which cards the unknown ones are."""
    return {**room(people, picture, seat, around), "asking": asking(picture)}


def _strange(people: People, picture: Picture) -> Mapping[str, Any]:
    """Show the cards that the table does not know, as people see them: it asks which they are.

    Where two were dropped as one nobody is shown which they were.
    """
    asked, laid = {unknown.zone for unknown in picture.unknown}, people.held.laid
    tops = {zone: people.held.pile(zone)[-1:] for zone in asked}
    together = set(laid[-1].cards) if laid and len(laid[-1].cards) > 1 else set()
    return {zone: _named(picture, top[0]) for zone, top in tops.items() if top and top[0] not in together}


def _sides(people: People) -> Mapping[str, Any]:
    """Show which side of the card on top of each pile is up, where cards have two."""
    held = people.held
    tops = {zone: pile[-1] for zone, pile in held.piles.items() if pile}
    return {zone: {"code": card, "up": held.up[card]} for zone, card in tops.items() if card in held.up}


def _mine(people: People, picture: Picture, seat: int) -> Mapping[str, Any]:
    """Show what a seat holds; of a hand that lies as a pile only its top."""
    held = people.held
    hand = held.hand(seat)[:1] if held.in_piles else held.hand(seat)
    last = next((one for one in reversed(held.laid) if one.seat == seat), None)
    return {
        "seat": seat,
        "hand": [_named(picture, card) for card in hand],
        "pile": _pile(people, picture, seat) if held.in_piles else None,
        "gone": [_named(picture, card) for card in held.gone.get(seat, ())],
        "owed": _owed(people, picture, seat),
        "last": None if last is None else _last(people, picture, last.cards),
    }


def _owed(people: People, picture: Picture, seat: int) -> Sequence[Mapping[str, Any]]:
    """Tell what a seat owes: as the table tells everybody, where the game does, else as hands remember it."""
    for one in picture.views[PUBLIC]["seats"]:
        if one["seat"] == seat and "owes" in one:
            owes: Sequence[Mapping[str, Any]] = one["owes"]
            return owes
    return [{"to": owed.to, "count": owed.count} for owed in people.held.owed if owed.seat == seat]


def _pile(people: People, picture: Picture, seat: int) -> Mapping[str, Any]:
    """Show a seat's own pile: how many cards it has, as the table counts, and the top one with the side that is up.

    A card that was laid in vain is still one of them; null while it is asked which pile was shuffled in.
    """
    hand, up = people.held.hand(seat), people.held.up
    top = {**_named(picture, hand[0]), "up": up.get(hand[0], 0)} if hand else None
    taking = people.held.taking is not None and people.held.taking.seat == seat
    return {"count": None if taking else len(hand) + len(people.held.untold(seat)), "top": top}


def _last(people: People, picture: Picture, cards: Sequence[str]) -> Mapping[str, str] | None:
    """Show the card that somebody laid last and that lies on top of a pile still, unless it was moved there since."""
    moved = {one.card for one in people.held.moved}
    tops = {pile[-1]: zone for zone, pile in people.held.piles.items() if pile}
    found = next((card for card in reversed(cards) if card in tops and card not in moved), None)
    return None if found is None else {**_named(picture, found), "zone": tops[found]}


def _named(picture: Picture, card: str) -> Mapping[str, str]:
    return {"code": card, "label": picture.labels.get(card, card)}
