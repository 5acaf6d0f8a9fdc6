"""Whether emulated hands and piles are what the table counts: looked at with every picture of a game."""

from collections import Counter
from collections.abc import Iterator

from table.board import Picture
from table.emulated.holdings import Holdings
from table.games.game import PUBLIC

UNCOUNTED = ("mito",)  # the table counts plays there, and cheats are cards that it does not know of


def differences(picture: Picture, held: Holdings) -> Iterator[str]:
    """Say where hands and piles differ from what everybody is told; a card on its way is in a hand still."""
    if held.dealt_for is None or picture.game_id is None or held.dealt_for != (picture.game_id, _round(picture)):
        return
    view, game = picture.views[PUBLIC], picture.views[PUBLIC]["game"]
    yield from _twice(held)
    if not view["running"]:
        return  # cards are turned up, or collected
    for one in view["seats"]:
        if one["hand"] is not None and (mine := _hand(held, one["seat"])) != one["hand"]:
            yield f"seat {one['seat']} holds {mine}, the table counts {one['hand']}"
    untold = {card for seat in held.hands for card in held.untold(seat)}
    if view["correction"] is not None:
        return  # cards lie where they must not, or are on their way from one pile to another
    for zone, shown in view["piles"].items():
        lying = [card for card in held.pile(zone) if card not in untold]
        if shown["top"] is not None and lying[-1:] != [shown["top"]]:
            yield f"on {zone} lies {lying[-1:]}, the table sees {shown['top']}"
        if game not in UNCOUNTED and shown["count"] is not None and len(lying) != shown["count"]:
            yield f"on {zone} lie {len(lying)}, the table counts {shown['count']}"


def _round(picture: Picture) -> int | None:
    number: int | None = picture.views[PUBLIC]["round"]
    return number


def _hand(held: Holdings, seat: int) -> int:
    """Count a hand as the table does: debts are paid as soon as they are told."""
    gives = sum(owed.count for owed in held.owed if owed.seat == seat)
    gets = sum(owed.count for owed in held.owed if owed.to == seat)
    return len(held.hand(seat)) + len(held.untold(seat)) - gives + gets


def _twice(held: Holdings) -> Iterator[str]:
    """Say which cards are in two places."""
    places = (held.draw, *held.hands.values(), *held.piles.values(), *held.gone.values())
    found = Counter(card for cards in places for card in cards)
    yield from (f"{card} is in {times} places" for card, times in found.items() if times > 1)
