"""Which cards people may take off a pile, as their own picture of the table shows it. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

from table.emulated import handling
from table.emulated.holdings import Cards, Holdings
from table.emulated.sight import Sight


class Comes(Enum):
    """When a card that is taken comes off its pile."""

    NOW = "at once: the table is not told of it"
    WHEN_TOLD = "when the table says that it is off, for others may just have played on over it"


def comes_off(held: Holdings, sight: Sight, seat: int, card: str) -> Comes | None:
    """Return when a card on a pile comes off if a seat takes it; None if it has to stay."""
    view, zone, last = sight.view_of(seat), held.zone_of(card), held.laid_last(seat)
    back = view.get("take_back") or {}
    caught = any(one.seat == seat for one in held.caught)
    loose = caught and any(one.seat == seat and card in one.cards for one in held.laid)
    lies_before = card in map(sight.really, sight.hands.takes_back(view))
    mine = back.get("zone") == zone and back.get("seat") in (seat, None)
    played = mine and card in last and card not in held.untold(seat)
    if is_wrong(held, view, sight, card, last) or played:
        return Comes.WHEN_TOLD
    return Comes.NOW if loose or lies_before else None


def is_wrong(held: Holdings, view: Mapping[str, Any], sight: Sight, card: str, last: Cards) -> bool:
    """Return whether a card lies wrong: it is named, or one of the `last` where it is not said which."""
    wrong = view.get("correction") or {}
    named = frozenset(map(sight.really, wrong.get("cards") or ()))
    unnamed = held.zone_of(card) == wrong.get("zone") and not named and not wrong.get("to")
    return card in named or (unnamed and card in last)


def taken_off(held: Holdings, sight: Sight) -> Holdings:
    """Take the cards off that were touched once more, and do not lie wrong any more; one that was played stays."""
    after = held
    for card in held.touched:
        laid = next((one for one in reversed(held.laid) if card in one.cards), None)
        view = sight.view_of(0 if laid is None else laid.seat)
        if held.zone_of(card) is not None and is_wrong(held, view, sight, card, (card,)):
            continue
        after = replace(after, touched=tuple(other for other in after.touched if other != card))
        if laid is None or laid.seq is None:
            after = handling.taken_off(after, card)
    return after
