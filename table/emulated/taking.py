"""Decides which cards people may take off a pile, given their view of the table. Pure."""

from enum import Enum

from table.emulated import handling
from table.emulated.holdings import Holdings
from table.emulated.sight import Sight
from table.values import replace
from table.view import View


class Comes(Enum):
    """When a card that is being taken comes off its pile."""

    NOW = "at once: the table is not told of it"
    WHEN_TOLD = "when the table says that it is off, for somebody may just have gone on"


def comes_off(held: Holdings, sight: Sight, seat: int, card: str) -> Comes | None:
    """Return when a card comes off its pile if a seat takes it; None if it has to stay."""
    view, zone, last = sight.view_of(seat), held.zone_of(card), held.laid_last(seat)
    back = view.take_back
    caught = any(one.seat == seat for one in held.caught)
    loose = caught and any(one.seat == seat and card in one.cards for one in held.laid)
    mine = back is not None and back.zone == zone and back.seat in (seat, None)
    played = mine and card in last and card not in held.untold(seat)
    if is_wrong(held, view, sight, card) or played or sight.gives_back(seat, card):
        return Comes.WHEN_TOLD
    return Comes.NOW if loose else None


def is_wrong(held: Holdings, view: View, sight: Sight, card: str) -> bool:
    """Return whether a card is misplaced: the view names it as such, or it was refused and the view does not clear it.

    A view details only the pile that has to be corrected first.
    """
    wrong, zone = view.correction, held.zone_of(card) or ""
    if wrong is None:
        return False
    if card in map(sight.really, wrong.named):
        return True
    if sight.wrong_on(zone) == 0 or card not in held.wrong_on(zone):
        return False
    return zone != wrong.zone or not wrong.cards


def mislaid(held: Holdings, sight: Sight, seat: int) -> str | None:
    """Return the misplaced card that a seat laid last and that no hand is taking off yet, if any."""
    mine = (card for one in reversed(held.laid) if one.seat == seat for card in reversed(one.cards))
    view, lying = sight.view_of(seat), (card for card in mine if card not in held.touched and held.zone_of(card))
    return next((card for card in lying if is_wrong(held, view, sight, card)), None)


def taken_off(held: Holdings, sight: Sight) -> Holdings:
    """Take off the cards that have touched their pad again and are no longer misplaced; a played card stays.

    If no event names the card that came off, the first one to have touched the pad is taken off.
    """
    after = held
    for card in held.touched:
        laid = next((one for one in reversed(held.laid) if card in one.cards), None)
        seat, zone = 0 if laid is None else laid.seat, held.zone_of(card)
        view = sight.view_of(seat)
        if zone is not None and is_wrong(held, view, sight, card):
            left = sight.wrong_on(zone)
            if left is None or len(after.wrong_on(zone)) <= left:
                continue
        if sight.gives_back(seat, card):
            continue
        after = replace(after, touched=tuple(other for other in after.touched if other != card))
        moved = any(one.card == card for one in held.moved)  # since it was played
        told = sight.is_top(card, zone) if moved else laid is not None and laid.seq is not None
        if not told and not sight.shows(seat, card, zone):
            after = handling.taken_off(after, card)
    return after


def no_longer_seen(held: Holdings, before: Sight, sight: Sight) -> Holdings:
    """Take off the cards that were taken back: their seats saw them in the snapshot `before`, but no longer do.

    Refused cards stay, because players have to take them off by hand.
    """
    after = held
    for seat in held.hands if before.round == sight.round else ():
        for card in held.untold(seat):
            zone = held.zone_of(card)
            gone = before.shows(seat, card, zone) and not sight.shows(seat, card, zone)
            if gone and card not in held.wrong_on(zone or ""):
                after = handling.taken_off(after, card)
    return after
