"""What phones see besides the table's snapshot: who has a seat, and which cards the table asks about.

At an emulated table also the draw pile, and each seat's own hand, shown only to that seat.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from table.board import GameSnapshot, Snapshot
from table.emulated.people import People
from table.values import Value, field
from web.delivery.unknown import asking

FEW = 8  # cards: a draw pile this small looks small


class Around(Value):
    """Who is around: the seats held by phones, the names for the next game, and the open claim."""

    taken: frozenset[int] = frozenset()
    coming: Mapping[int, str] = field(default_factory=dict)
    claim: Mapping[str, Any] | None = None


def room(people: People | None, snapshot: Snapshot, seat: int | None, around: Around) -> Mapping[str, Any]:
    """Return what a phone sees, at a seat or watching.

    The sizes of other hands and of the draw pile are left out.
    """
    seen: dict[str, Any] = {
        "taken": sorted(around.taken),
        "coming": dict(around.coming),
        "practice": snapshot.game.practice,
        "claim": around.claim,
    }
    if people is None:
        return seen
    left = len(people.held.draw)
    return {
        **seen,
        "deal": people.is_to_deal(snapshot.game),
        "up": list(people.turns_up(snapshot.game)),
        "draw": "aside" if people.held.in_piles else "none" if not left else "few" if left <= FEW else "many",
        "sides": _sides(people),
        "strange": _strange(people, snapshot),
        "mine": None if seat is None else _mine(people, snapshot.game, seat),
    }


def persons_room(people: People | None, snapshot: Snapshot, seat: int | None, around: Around) -> Mapping[str, Any]:
    """Return the room for the host or a seat, who are also asked about unknown cards."""
    return {**room(people, snapshot, seat, around), "asking": asking(snapshot)}


def _strange(people: People, snapshot: Snapshot) -> Mapping[str, Any]:
    """Return the unknown cards as people see them, by zone.

    Where two were dropped as one, neither is shown.
    """
    asked, laid = {unknown.zone for unknown in snapshot.host.unknown}, people.held.laid
    tops = {zone: people.held.pile(zone)[-1:] for zone in asked}
    together = set(laid[-1].cards) if laid and len(laid[-1].cards) > 1 else set()
    return {zone: _named(snapshot.game, top[0]) for zone, top in tops.items() if top and top[0] not in together}


def _sides(people: People) -> Mapping[str, Any]:
    """Return which side of each pile's top card is up, where cards have two."""
    held = people.held
    tops = {zone: pile[-1] for zone, pile in held.piles.items() if pile}
    return {zone: {"code": card, "up": held.up[card]} for zone, card in tops.items() if card in held.up}


def _mine(people: People, game: GameSnapshot, seat: int) -> Mapping[str, Any]:
    """Return what a seat holds; only the top of a hand that lies as a pile."""
    held = people.held
    return {
        "seat": seat,
        "hand": [_named(game, card) for card in held.visible(seat)],
        "pile": _pile(people, game, seat) if held.in_piles else None,
        "gone": [_named(game, card) for card in held.gone.get(seat, ())],
        "may_vanish": people.may_vanish(seat, game),
        "owed": _owed(people, game, seat),
        "last": _last(people, game, seat),
    }


def _owed(people: People, game: GameSnapshot, seat: int) -> Sequence[Mapping[str, Any]]:
    """Return what a seat owes: from the public events if the game tells them, else from the hands."""
    shown = game.view().at(seat)
    told = None if shown is None else shown.owed
    owed = [one for one in people.held.owed if one.seat == seat] if told is None else told
    return [{"to": one.to, "count": one.count} for one in owed]


def _pile(people: People, game: GameSnapshot, seat: int) -> Mapping[str, Any]:
    """Return a seat's own pile: its size by the table's count, and its top with the side that is up.

    A card laid in vain still counts; null while the table asks which pile was shuffled in.
    """
    hand, up = people.held.hand(seat), people.held.up
    top = {**_named(game, hand[0]), "up": up.get(hand[0], 0)} if hand else None
    taking = people.held.taking is not None and people.held.taking.seat == seat
    return {"count": None if taking else len(hand) + len(people.held.untold(seat)), "top": top}


def _last(people: People, game: GameSnapshot, seat: int) -> Mapping[str, str] | None:
    """Return the card that a seat may take back; one that lies wrong and is named is taken where it lies."""
    card = people.to_take_back(seat, game)
    wrong = game.view().correction
    if card is None or (wrong is not None and card in wrong.named):
        return None
    zone = next(zone for zone, pile in people.held.piles.items() if people.really(card, game) in pile)
    return {"code": card, "label": people.shown(card, game), "zone": zone}


def _named(game: GameSnapshot, card: str) -> Mapping[str, str]:
    return {"code": card, "label": game.labels.get(card, card)}
