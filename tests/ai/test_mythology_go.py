"""How robots think about Mythology GO: what lies closed, what cards ask of hands, and what is best at the count."""

from typing import Any

import pytest

from table import moves
from table.ai import gestures, search
from table.ai.known import World
from table.ai.mythology_go import MythologyGoAI
from table.games.mythology_go.actions import (
    Accuse,
    Aim,
    Believe,
    Deal,
    Declare,
    Destroy,
    EndSearch,
    EndTurn,
    Fuse,
    Lay,
    NameCard,
    TakeBack,
)
from table.games.mythology_go.state import Phase, Placed
from table.games.mythology_go.views import MgoView, Terrain
from table.robots.duel import Table
from table.values import replace
from tests.ai.positions import imagines_whatever_is_in_doubt, luck, positions, table_of

AI = MythologyGoAI()


def begun(seats: int = 2, seed: int = 1) -> Table:
    table = table_of("mythology_go", seats, seed)
    table.moment()
    table.moment()
    assert table.world.state.turn == 1
    return table


def dealt(*hand: str, draw: tuple[str, ...] = (), **rows: tuple[Placed, ...]) -> World[Any]:
    """Begin the first seat's turn with this hand, and these cards on terrains."""
    world = begun().world
    lie = {seat: rows.get(f"seat_{seat}", ()) for seat in world.state.setup.seats}
    gone = {*hand, *draw, *(one.card for row in lie.values() for one in row)}
    rest = tuple(card for card in world.draw + world.hands[1] if card not in gone)
    state = replace(world.state, rows=lie, beliefs={})  # one that lets draw or play more would be by chance
    return replace(world, state=state, hands={1: hand, 2: ()}, draw=(*rest, *reversed(draw)))


def placed(*cards: str) -> tuple[Placed, ...]:
    return tuple(Placed(card, public=True) for card in cards)


def after(world: World[Any], *actions: object) -> World[Any]:
    for action in actions:
        world, _ = AI.plays(world, {1: action}, luck(1))
    return world


def names(options: tuple[Any, ...]) -> list[tuple[type, str | None]]:
    return [(type(one), getattr(one, "card", None)) for one in options]


HAND = ("elf.1", "dragon.1", "harpy.1", "harpy.2", "goblin.1")


def test_every_card_of_an_imagined_world_is_in_one_place() -> None:
    for position in positions("mythology_go", every=5):
        world = AI.imagines(position.known, luck(1))
        state = world.state
        cards = [card for hand in (*world.hands.values(), world.draw) for card in hand]
        cards += [*state.lying(), *state.deities.values(), *state.beliefs.values()]
        cards += [card for card in state.discard if card not in cards]
        assert len(cards) == len(set(cards))
        if position.moves:
            creatures = [card for card in position.known.setup.cards if state.card(card).kind in ("creature", "spell")]
            assert {*creatures} <= {*cards}


def test_own_closed_cards_are_known_and_others_are_not() -> None:
    closed = 0
    for position in positions("mythology_go", every=3, most=60):
        state, meant = AI.imagines(position.known, luck(1)).state, position.world.state
        assert [p.card for p in state.rows[position.seat]] == [p.card for p in meant.rows[position.seat]]
        for other, row in meant.rows.items():
            known_cards = [p for p in row if p.public]
            assert [p.closed for p in state.rows[other] if p.public] == [p.closed for p in known_cards]
            closed += sum(p.closed for p in known_cards if other != position.seat)
    assert closed


def test_other_closed_cards_and_deities_change_nothing_of_what_is_known() -> None:
    swapped = 0
    for position in positions("mythology_go", every=3, most=60):
        world, others = position.world, [seat for seat in position.world.hands if seat != position.seat]
        if world.state.phase is Phase.PLAYING and set(others) <= set(world.state.deities) and position.moves:
            position.table.world = replace(world, state=with_other_secrets(world, others))
            swapped += position.table.world.state.rows != world.state.rows
            assert position.table.knows(position.seat) == position.known
            position.table.world = world
    assert swapped


def with_other_secrets(world: World[Any], others: list[int]) -> Any:
    """Let others have each other's Deities, and other cards lie closed before them."""
    deities, rows = dict(world.state.deities), dict(world.state.rows)
    deities |= dict(zip(others, [deities[seat] for seat in reversed(others)], strict=True))
    hidden = [card for card in world.draw if world.state.card(card).kind == "creature"]
    for seat in others:
        rows[seat] = tuple(replace(p, card=hidden.pop()) if p.closed else p for p in rows[seat])
    return replace(world.state, rows=rows, deities=deities)


def test_a_deity_and_a_belief_are_laid_first() -> None:
    table = table_of("mythology_go", 2)
    deity, belief = table.world.hands[2]
    assert AI.movers(table.world) == (1, 2)
    assert AI.options(table.world, 2) == (Deal(2, deity),)
    world, _ = AI.plays(table.world, {2: Deal(2, deity)}, luck(1))
    assert AI.options(world, 2) == (Believe(2, belief),)
    world, _ = AI.plays(world, {2: Believe(2, belief)}, luck(1))
    assert AI.movers(world) == (1,)
    assert world.hands[2] == ()


def test_cards_of_a_name_are_alike_and_the_best_may_be_closed() -> None:
    world = dealt(*HAND, seat_1=placed("troll.1"))
    assert [(one.card, one.closed) for one in AI.options(world, 1)] == [
        ("goblin.1", False),
        ("harpy.1", False),
        ("dragon.1", False),
        ("elf.1", False),
        ("harpy.1", True),
        ("goblin.1", True),
    ]


def test_no_more_cards_are_closed_than_open() -> None:
    assert not any(one.closed for one in AI.options(dealt(*HAND), 1))


def test_what_is_not_laid_goes_under_the_draw_pile_and_the_next_one_draws() -> None:
    world = after(dealt(*HAND), Lay(1, "elf.1", "seat.1"), EndTurn(1))
    assert world.draw[:4] == HAND[1:]
    assert (world.hands[1], len(world.hands[2])) == ((), 5)


def test_whoever_has_not_drawn_draws() -> None:
    assert AI.options(dealt(), 1) == (moves.Draw(1, 5),)
    assert len(after(dealt(), moves.Draw(1, 5)).hands[1]) == 5


def test_a_leprechaun_brings_the_next_creature() -> None:
    world = dealt("leprechaun.1", *HAND[:4], draw=("storm.1", "dragon.2"))
    world = after(world, Lay(1, "leprechaun.1", "seat.1"))
    assert world.hands[1][-2:] == ("storm.1", "dragon.2")
    assert AI.options(world, 1) == (Lay(1, "dragon.2", "seat.1"),)
    world = after(world, Lay(1, "dragon.2", "seat.1"), Lay(1, "elf.1", "seat.1"))
    assert (EndTurn, None) in names(AI.options(world, 1))
    assert not [one for one in AI.options(world, 1) if isinstance(one, Lay)]


def test_who_has_laid_a_leprechaun_is_told_to_draw_by_hand() -> None:
    world = after(dealt("leprechaun.1", *HAND[:4], draw=("dragon.2",)), Lay(1, "leprechaun.1", "seat.1"))
    world = replace(world.with_hand(1, HAND[:4]), draw=(*world.draw, "dragon.2"))
    assert AI.options(world, 1) == (moves.Draw(1, 1),)


def test_a_leviathan_destroys_all_of_the_weakest() -> None:
    world = dealt("leviathan.1", *HAND[:4], seat_1=placed("goblin.1"), seat_2=placed("goblin.2", "elf.2"))
    world = after(world, Lay(1, "leviathan.1", "seat.1"))
    assert names(AI.options(world, 1)) == [(Destroy, "goblin.1")]
    world = after(world, *AI.options(world, 1))
    assert names(AI.options(world, 1)) == [(Destroy, "goblin.2")]
    world = after(world, *AI.options(world, 1))
    assert Destroy not in [kind for kind, _ in names(AI.options(world, 1))]


def test_a_spell_that_hits_everybody_destroys_one_after_the_other() -> None:
    world = dealt("earthquake.1", *HAND[:4], seat_1=placed("goblin.1", "troll.1"), seat_2=placed("dragon.2", "elf.2"))
    world = after(world, Lay(1, "earthquake.1", "discard"))
    for card in ("goblin.1", "elf.2"):
        assert names(AI.options(world, 1)) == [(Destroy, card)]
        world = after(world, *AI.options(world, 1))
    assert Destroy not in [kind for kind, _ in names(AI.options(world, 1))]


def test_a_spell_destroys_a_card_of_others_or_lets_a_phoenix_rise() -> None:
    world = dealt("storm.1", *HAND[:4], seat_1=placed("phoenix.1"), seat_2=placed("elf.2", "dragon.2"))
    world = after(world, Lay(1, "storm.1", "discard"))
    strikes = [one.card for one in AI.options(world, 1) if isinstance(one, Destroy)]
    assert strikes == ["phoenix.1", "dragon.2", "elf.2"]
    world = after(world, Destroy("dragon.2", by=1))
    assert not [one for one in AI.options(world, 1) if isinstance(one, Destroy)]


def test_a_djinn_searches_for_what_one_does_not_hold() -> None:
    world = after(dealt("djinn.1", *HAND[:4]), Lay(1, "djinn.1", "seat.1"))
    named = [one.name for one in AI.options(world, 1) if isinstance(one, NameCard)]
    assert named == ["cyclops", "minotaur", "leviathan"]
    world = after(world, NameCard(1, "minotaur"))
    assert world.state.card(world.hands[1][-1]).name == "minotaur"
    assert [one.found for one in AI.options(world, 1)] == [True]


def test_two_trolls_become_one() -> None:
    world = dealt(*HAND, seat_1=placed("troll.1", "troll.2"))
    assert Fuse(1, ("troll.1", "troll.2")) in AI.options(world, 1)


def test_a_gorgon_copies_the_best_and_a_werewolf_spoils_what_others_have() -> None:
    world = dealt(seat_1=placed("gorgon.1", "werewolf.1", "cyclops.1"), seat_2=placed("elf.2", "dragon.2"))
    world = replace(world, state=replace(world.state, phase=Phase.COUNTING, turn=None))
    assert AI.options(world, 1)[:2] == (Aim(1, "gorgon.1", "cyclops.1"), Aim(1, "gorgon.1", "dragon.2"))
    world = after(world, Aim(1, "gorgon.1", "cyclops.1"))
    aims = [one for one in AI.options(world, 1) if isinstance(one, Aim)]
    assert aims == [Aim(1, "werewolf.1", "dragon.2"), Aim(1, "werewolf.1", "elf.2")]
    assert AI.options(world, 1)[-1] == Declare(1)


def test_the_rounds_that_are_over_and_the_turns_that_are_left_are_remembered() -> None:
    rounds = set()
    for position in positions("mythology_go", every=7, most=200):
        state, meant = AI.imagines(position.known, luck(1)).state, position.world.state
        assert (state.results, state.totals, state.left) == (meant.results, meant.totals, meant.left)
        rounds.add(meant.round)
    assert rounds == {1, 2, 3}


GESTURES: list[tuple[Any, list[Any]]] = [
    (moves.Draw(1, 5), [gestures.TakeCards(5)]),
    (Lay(1, "elf.1", "seat.1"), [gestures.Lay(("elf.1",), "seat.1")]),
    (Lay(1, "troll.1", "seat.1", closed=True), [gestures.Lay(("troll.1",), "seat.1", pressed=True)]),
    (Lay(1, "storm.1", "discard"), [gestures.Lay(("storm.1",), "discard")]),
    (Deal(1, "zeus.1"), [gestures.Lay(("zeus.1",), "seat.1", pressed=True)]),
    (Believe(1, "hope.1"), [gestures.Lay(("hope.1",), "seat.1")]),
    (TakeBack(1, "troll.1"), [gestures.Take("troll.1")]),
    (Fuse(1, ("troll.1", "troll.2")), [gestures.Touch(("troll.1", "troll.2"))]),
    (Destroy("troll.1"), [gestures.Move("troll.1", "discard"), gestures.Move("troll.2", "discard")]),
    (Destroy("elf.1"), [gestures.Move("elf.1", "discard")]),
    (NameCard(1, "elf"), [gestures.Say("djinn", "elf")]),
    (EndSearch(1, found=True), [gestures.Search("search", "found", "nothing")]),
    (Aim(1, "gorgon.1", "elf.1"), [gestures.Say("target", "gorgon.1 elf.1")]),
    (Accuse(1, 2, "zeus"), [gestures.Say("accuse", "2 zeus")]),
    (Declare(1), [gestures.Tap()]),
    (EndTurn(1), [gestures.PutBelow(HAND), gestures.Tap()]),
]


@pytest.mark.parametrize(("action", "done"), GESTURES)
def test_hands_tell_the_table_what_a_robot_does(action: Any, done: list[Any]) -> None:
    known = replace(begun().knows(1), hand=("zeus.1", *HAND))
    other = MgoView.of(known.view).seats[1]
    lie = (("troll.1", "troll.2"), ("elf.1", None))
    terrain = tuple(Terrain(card=card, closed=False, risen=False, pair=pair) for card, pair in lie)
    known = replace(known, view=replace(known.view, seats=(replace(other, terrain=terrain),)))
    assert list(AI.gestures(known, action)) == done


def test_with_no_card_left_a_tap_ends_the_turn() -> None:
    known = replace(begun().knows(1), hand=())
    assert list(AI.gestures(known, EndTurn(1))) == [gestures.Tap()]


def test_who_has_nothing_to_do_does_nothing() -> None:
    known = begun().knows(2)
    assert search.easy(AI, known, luck(1)) is search.keen(AI, known, luck(1)) is None


def test_where_nothing_can_be_laid_and_no_card_is_left_the_others_are_shuffled() -> None:
    row = (
        *placed("harpy.1", "harpy.2", "goblin.1"),
        *(replace(one, closed=True) for one in placed("troll.1", "troll.2", "troll.3")),
    )
    world = replace(
        dealt("cyclops.1", seat_1=row, seat_2=placed("elf.1")), draw=()
    )  # one place is left, and none closed
    assert AI.options(world, 1) == ()

    on, _ = AI.plays(world, {1: None}, luck(1))

    lying = {"cyclops.1", "elf.1", *(one.card for one in row)}
    besides = {code for code, card in world.state.setup.cards.items() if card.kind in ("deity", "belief")}
    assert sorted(on.draw) == sorted({*world.state.setup.cards} - lying - besides)
    assert AI.options(on, 1) == (moves.Draw(1, 1),)


def test_whatever_is_in_doubt_a_seat_goes_on() -> None:
    imagines_whatever_is_in_doubt("mythology_go")
