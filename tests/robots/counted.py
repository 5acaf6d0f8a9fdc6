"""Whether emulated hands and piles are what the table counts: looked at with every picture of a game."""

from collections import Counter
from collections.abc import Iterator, Sequence

from table.board import GameSnapshot
from table.emulated.holdings import Holdings
from table.emulated.sight import Sight
from table.games.game import PUBLIC
from table.games.mito.cards import GUARD
from table.games.mito.state import State as MitoState
from table.testing.tables import EmulatedTable
from table.values import to_json

UNCOUNTED = ("mito",)  # the table counts plays there, and cheats are cards that it does not know of


def differences(table: EmulatedTable) -> Iterator[str]:
    """Yield where hands and piles differ from what everybody is told; a card on its way is in a hand still.

    What Mito counts is told to nobody: there they differ if no world of the referee counts it so.
    """
    now, held = table.controller.board.snapshot.game, table.people.held
    if held.dealt_for is None or now.game_id is None or held.dealt_for != (now.game_id, _round(now)):
        return
    view = to_json(now.view())
    game = view["game"]
    yield from _twice(held)
    if not view["running"]:
        return  # cards are turned up, or collected
    for chair in view["seats"]:
        if chair["hand"] is not None and (mine := _hand(held, chair["seat"])) != chair["hand"]:
            yield f"seat {chair['seat']} holds {mine}, the table counts {chair['hand']}"
    if game == "mito":
        yield from _out_of_sight(table, held)
    yield from _before_players(table, held)
    untold = {card for seat in held.hands for card in held.untold(seat)} | _on_their_way(now, held)
    if view["correction"] is not None:
        return  # cards lie where they must not, or are on their way from one pile to another
    for zone, shown in view["piles"].items():
        lying = [card for card in held.pile(zone) if card not in untold]
        if shown["top"] is not None and lying[-1:] != [shown["top"]]:
            yield f"on {zone} lies {lying[-1:]}, the table sees {shown['top']}"
        if game not in UNCOUNTED and shown["count"] is not None and len(lying) != shown["count"]:
            yield f"on {zone} lie {len(lying)}, the table counts {shown['count']}"


def _before_players(table: EmulatedTable, held: Holdings) -> Iterator[str]:
    """Yield what seats that see their own cards see elsewhere than hands have laid them; not of cards on their way."""
    sight, tabletop = Sight(table.controller.board.snapshot.game), table.hardware.tabletop
    for seat in held.hands:
        for zone, shown in (sight.own_laid(seat) or {}).items():
            lying = {card for card in held.untold(seat) if held.zone_of(card) == zone}
            lying |= set(held.pile(zone)) if zone == f"seat.{seat}" else shown.intersection(held.pile(zone))
            for card in lying.symmetric_difference(shown) - {*held.wrong_on(zone)}:
                if not any(tabletop.may_be_read(card, pad) for pad in tabletop.zones):
                    yield f"on {zone} {'lies' if card in lying else 'there is no'} {card}, seat {seat} sees {shown}"


def _out_of_sight(table: EmulatedTable, held: Holdings) -> Iterator[str]:
    """Yield what is on the draw pile, and in hands or gone, if no world counts it so."""
    game = table.controller._playing.game
    assert game is not None, "one is running"
    hands = (*held.hands.values(), *held.gone.values(), *(held.untold(seat) for seat in held.hands))
    cards = [card for hand in hands for card in hand]
    found, counted = (
        (len(held.draw), len(cards)),
        [_unseen(world.state.round, cards) for world in game._session._referee.worlds],
    )
    if found not in counted:
        yield f"on the draw pile and in hands are {found}, the table counts {counted}"


def _unseen(state: MitoState, cards: Sequence[str]) -> tuple[int, int]:
    """Count the cards on the draw pile, and in hands or gone, as one world has them; `cards` are really there.

    What culprits take back off a pad's pile the table is not told, but that they may: it counts as taken.
    """
    back = state.loose & (state.played | state.beneath) & {*cards}
    beneath = sum(state.kind(card) != GUARD for card in state.beneath - back)
    return state.pile + state.shuffled_untold, state.held - state.shuffled_untold - beneath + len(back & state.played)


def _on_their_way(game: GameSnapshot, held: Holdings) -> set[str]:
    """Return the cards that hands have moved to another pile and of which nobody has been told yet."""
    named = [(one.seq, getattr(one.event, "card", None), one.event.name) for one in game.delivered(PUBLIC)]
    arrived = {
        moved.card
        for moved in held.moved
        for seq, card, event in named
        if seq > moved.seq and (card == moved.card or event == "correction_closed")
    }
    return {moved.card for moved in held.moved} - arrived


def _round(game: GameSnapshot) -> int | None:
    return game.view().round


def _hand(held: Holdings, seat: int) -> int:
    """Count a hand as the table does: debts are paid as soon as they are told."""
    gives = sum(owed.count for owed in held.owed if owed.seat == seat)
    gets = sum(owed.count for owed in held.owed if owed.to == seat)
    return len(held.hand(seat)) + len(held.untold(seat)) - gives + gets


def _twice(held: Holdings) -> Iterator[str]:
    """Yield which cards are in two places."""
    places = (held.draw, *held.hands.values(), *held.piles.values(), *held.gone.values())
    found = Counter(card for cards in places for card in cards)
    yield from (f"{card} is in {times} places" for card, times in found.items() if times > 1)
