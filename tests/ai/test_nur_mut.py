"""How robots think about Nur Mut: what they have seen of cards with two faces, and what they have not."""

from typing import Any

import msgspec
import pytest

from table.ai import nur_mut, search
from table.ai.known import World
from table.ai.nur_mut import NurMutAI, Tossed
from table.event import Delivered
from table.games.nur_mut import events as own
from table.games.nur_mut.actions import Dare, Fail, Lay, Pass, PutUnder
from table.games.nur_mut.cards import JOKER
from table.games.nur_mut.state import PILES, Phase
from table.games.nur_mut.views import NurMutView
from table.robots.duel import Table
from table.values import replace
from tests.ai.positions import imagines_whatever_is_in_doubt, luck, positions, table_of

AI = NurMutAI()


def begun(seats: int = 2, seed: int = 1) -> Table:
    table = table_of("nur_mut", seats, seed)
    while table.world.state.phase is Phase.SET_UP:
        table.moment()
    return table


def with_tops(table: Table, *faces: int | str) -> World[Any]:
    """Let the three piles show these faces."""
    piles = table.world.state.piles
    shown = {zone: replace(piles[zone], face=face) for zone, face in zip(PILES, faces, strict=True)}
    return replace(table.world, state=replace(table.world.state, piles=shown))


def with_own_top(world: World[Any], up: int | str, below: int | str) -> World[Any]:
    """Let the own top card show a face, with another one below."""
    top = world.hands[1][0]
    return replace(world, notes=Tossed({**world.notes.faces, top: (up, below)}))


def test_every_card_of_an_imagined_world_is_in_one_place() -> None:
    for position in positions("nur_mut", every=3):
        world = AI.imagines(position.known, luck(1))
        cards = [card for hand in (*world.hands.values(), world.draw) for card in hand]
        cards += [card for pile in world.state.piles.values() for card in pile.cards]
        assert sorted(cards) == sorted(position.known.setup.cards)


def test_whoever_takes_a_pile_is_known_to_have_its_cards() -> None:
    taken = 0
    for position in positions("nur_mut", every=1, most=200):
        for card, place in nur_mut.whereabouts(position.known).items():
            hand = position.world.hands[place] if isinstance(place, int) else position.world.state.piles[place].cards
            assert card in hand
            taken += isinstance(place, int)
    assert taken


def test_nobody_knows_what_is_on_the_other_side_of_his_top_card() -> None:
    known = begun().knows(1)
    imagined = [AI.imagines(known, luck(n)).notes.faces[known.hand[0]] for n in range(50)]
    up = known.setup.cards[known.hand[0]].faces[known.up[known.hand[0]]]
    assert {faces[0] for faces in imagined} == {up}
    assert len({faces[1] for faces in imagined}) > 4


def test_a_card_that_fits_is_laid_or_not() -> None:
    world = with_own_top(with_tops(begun(), 3, 5, 9), 4, 7)
    card = world.hands[1][0]
    assert AI.options(world, 1) == (Lay(1, "pile.1", card, 4), Lay(1, "pile.2", card, 4), Dare(1), Pass(1))


def test_a_card_that_does_not_fit_goes_under_the_pile() -> None:
    world = with_own_top(with_tops(begun(), 3, 5, 9), 7, 4)
    assert AI.options(world, 1) == (PutUnder(1), Dare(1), Pass(1))
    after, _ = AI.plays(world, {1: PutUnder(1)}, luck(1))
    assert after.hands[1] == (*world.hands[1][1:], world.hands[1][0])


def test_who_was_brave_lays_what_was_below_or_has_failed() -> None:
    brave, _ = AI.plays(with_own_top(with_tops(begun(), 3, 5, 9), 7, 4), {1: Dare(1)}, luck(1))
    assert [type(one) for one in AI.options(brave, 1)] == [Lay, Lay]
    failed, _ = AI.plays(with_own_top(with_tops(begun(), 3, 5, 9), 4, 7), {1: Dare(1)}, luck(1))
    assert AI.options(failed, 1) == (Fail(1),)


def test_who_fails_shuffles_the_highest_pile_into_his_own() -> None:
    world, _ = AI.plays(with_own_top(with_tops(begun(), 3, 5, 9), 4, 7), {1: Dare(1)}, luck(1))
    pile, own = world.state.piles["pile.3"].cards, {*world.hands[1]}
    while world.state.turn != 2:
        world, _ = AI.plays(world, {seat: Fail(seat) for seat in AI.movers(world)}, luck(1))
    assert {*world.hands[1]} == own | pile


def test_who_begins_a_pile_anew_sees_which_was_the_highest_though_the_table_does_not() -> None:
    known = begun().knows(2)
    shown = {zone: next(code for code, card in known.setup.cards.items() if number in card.faces)
             for zone, number in zip(PILES, (3, 9, 5), strict=True)}  # fmt: skip
    up = {shown[zone]: known.setup.cards[shown[zone]].faces.index(number)
          for zone, number in zip(PILES, (3, 9, 5), strict=True)}  # fmt: skip
    piles = {zone: replace(NurMutView.of(known.view).piles[zone], top=None, shows=shown[zone]) for zone in PILES}
    delivered = [*known.delivered, Delivered(900, 0, own.CourageFailed(1, None, lot=False))]
    assert (
        nur_mut.emptied(replace(known, delivered=delivered, view=replace(known.view, piles=piles), up=up)) == "pile.2"
    )


def test_a_joker_has_to_be_covered_with_the_next_card() -> None:
    world = with_own_top(with_tops(begun(), 3, 5, 9), JOKER, 4)
    covers, _ = AI.plays(world, {1: Lay(1, "pile.3", world.hands[1][0], JOKER)}, luck(1))
    assert [one.zone for one in AI.options(covers, 1) if isinstance(one, Lay)] == ["pile.3"]
    assert isinstance(AI.habit(covers, 1, luck(1)), Lay)


def test_who_has_nothing_to_do_does_nothing() -> None:
    known = begun().knows(2)
    assert search.easy(AI, known, luck(1)) is search.keen(AI, known, luck(1)) is None


@pytest.mark.long
@pytest.mark.parametrize("key", ["turn", "courage", "lot"])
def test_where_the_table_is_in_doubt_a_seat_goes_by_what_it_was_told(key: str) -> None:
    for position in positions("nur_mut", every=3):
        known = replace(position.known, view=msgspec.structs.replace(position.known.view, **{key: None}))
        state, meant = AI.imagines(known, luck(1)).state, position.world.state
        assert (state.phase, state.turn, state.cover, state.empty, state.daring) == (
            meant.phase,
            meant.turn if meant.playing else None,
            meant.cover,
            meant.empty,
            meant.daring,
        )


def test_where_the_table_does_not_know_which_face_is_up_a_seat_sees_it() -> None:
    for position in positions("nur_mut", every=3):
        piles = {zone: replace(pile, face=None) for zone, pile in NurMutView.of(position.known.view).piles.items()}
        seats = tuple(replace(seat, hand=None) for seat in position.known.view.seats)
        world = AI.imagines(
            replace(position.known, view=replace(position.known.view, piles=piles, seats=seats)), luck(1)
        )
        assert {zone: pile.face for zone, pile in world.state.piles.items()} == {
            zone: pile.face for zone, pile in position.world.state.piles.items()
        }


def test_whatever_the_table_is_in_doubt_about_a_seat_goes_on() -> None:
    imagines_whatever_is_in_doubt("nur_mut")


@pytest.mark.parametrize(
    ("brave", "cards", "turn"),
    [
        (False, [("card_played", "nm01", None)], 2),
        (False, [("card_played", "nm09", None)], 1),  # its joker is up
        (True, [("card_played", "nm01", None)], 1),
        (True, [("card_played", "nm18", JOKER), ("card_played", "nm01", None)], 2),
        (True, [("card_played", "nm18", JOKER), ("card_played", "nm09", None)], 1),
        (False, [("pile_refilled", "nm01", None)], 2),
    ],
)
def test_while_the_table_is_in_doubt_a_seat_sees_whose_turn_it_is(
    brave: bool, cards: list[tuple[str, str, str | None]], turn: int
) -> None:
    known = begun().knows(1)
    kinds = {"card_played": own.FacePlayed, "pile_refilled": own.PileRefilled}
    laid = [Delivered(900, 0, kinds[event](1, "pile.1", card, face)) for event, card, face in cards]
    delivered = [*known.delivered, *([Delivered(900, 0, own.CourageDeclared(1))] if brave else []), *laid]
    seen = NurMutView.of(known.view)
    top = replace(seen.piles["pile.1"], top=cards[-1][1], face=None, shows=cards[-1][1])
    view = replace(seen, turn=None, courage=None, piles={**seen.piles, "pile.1": top})
    known = replace(known, delivered=delivered, view=view, up={**known.up, "nm01": 0, "nm09": 1})
    assert AI.imagines(known, luck(1)).state.turn == turn
