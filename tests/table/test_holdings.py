"""Who holds what at an emulated table: no card is ever lost, doubled, or in a hand that did not have it."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.board import GameSnapshot
from table.complaints import BadInput
from table.emulated import following, handling
from table.emulated.following import followed
from table.emulated.holdings import Holdings, Owed, Shuffle
from table.emulated.sight import Sight
from table.event import Delivered
from table.events import PileReshuffled
from table.facts import GameStarted
from table.games.game import Dealing
from table.games.nur_mut.events import PileTaken
from table.values import replace
from table.view import CorrectionView, PileView, View

DECK = [f"c{n}" for n in range(12)]
DEALING = Dealing(2, apart=("c0",), turn_up=("discard",))


def dealt() -> Holdings:
    return handling.dealt(DECK, (1, 2, 4), DEALING, (1, 1))


def everywhere(held: Holdings) -> Counter[str]:
    groups = (held.draw, *held.hands.values(), *held.piles.values(), *held.gone.values())
    return Counter(card for group in groups for card in group)


def test_everybody_is_dealt_as_many_and_the_rest_is_the_draw_pile() -> None:
    held = dealt()

    assert {seat: len(hand) for seat, hand in held.hands.items()} == {1: 2, 2: 2, 4: 2}
    assert len(held.draw) == len(DECK) - 1 - 6
    assert "c0" not in everywhere(held), "it lies apart"


def test_too_few_cards_are_not_dealt() -> None:
    with pytest.raises(BadInput, match="5 cards are too few to deal 2 to each of 3"):
        handling.dealt(DECK[:6], (1, 2, 4), DEALING, (1, 1))


@pytest.mark.parametrize("seat", [1, 2, 4])
def test_a_stacked_deck_gives_a_seat_its_cards_from_the_groups_too(seat: int) -> None:
    dealing = replace(DEALING, besides=(("c6", "c7", "c8"), ("c9", "c10", "c11")))

    shuffled = [*DECK, "d1", "d2", "d3"]

    deck = handling.stacked(shuffled, (1, 2, 4), dealing, seat, ("c5", "c11", "c3"), ("c2",))
    held = handling.dealt(deck, (1, 2, 4), dealing, (1, 1))

    assert sorted(deck) == sorted({*shuffled} - {*dealing.apart})
    assert held.hand(seat)[1:] == ("c11", "c5", "c3")
    assert {len(held.hand(other)) for other in (1, 2, 4)} == {4}
    assert held.draw[-1] == "c2"


def test_the_first_of_the_rest_is_turned_up() -> None:
    held, card = handling.turned_up(dealt(), "discard")

    assert card == "c7"
    assert held.pile("discard") == ("c7",)


def test_what_may_not_be_turned_up_first_goes_to_the_bottom() -> None:
    before = replace(dealt(), up=dict.fromkeys(DECK, 0) | {"c8": 1})
    held, card = handling.turned_up(before, "discard", {("c7", 0), ("c8", 0)})

    assert card == "c8", "its other side is up"
    assert held.draw == ("c7", *before.draw[:-2])
    assert everywhere(held) == everywhere(before)


def test_two_cards_are_laid_as_one_and_each_can_be_taken_back() -> None:
    held = handling.laid(dealt(), 1, ("c1", "c2"), "discard")
    assert held.pile("discard") == ("c1", "c2")
    assert held.hand(1) == ()

    assert handling.taken_off(held, "c1").hand(1) == ("c1",)


def test_what_was_laid_before_a_card_that_came_back_was_laid_last() -> None:
    held = handling.laid(replace(dealt(), hands={1: ("c1", "c2", "c3")}), 1, ("c1", "c2"), "discard")
    held = handling.laid(held, 1, ("c3",), "discard")
    assert held.laid_last(1) == ("c3",)

    assert handling.taken_off(held, "c3").laid_last(1) == ("c1", "c2")


def test_a_card_that_is_taken_off_goes_back_to_where_it_came_from() -> None:
    held = handling.laid(dealt(), 1, ("c1",), "hidden")
    moved = handling.moved(held, "c1", "visible", ("c1",), seq=7)
    back = handling.taken_off(moved, "c1")

    assert (back.pile("hidden"), back.moved) == (("c1",), ())
    assert handling.taken_off(back, "c1").hand(1)[-1] == "c1", "whoever takes it, it is whose it was"
    up, card = handling.turned_up(dealt(), "discard")
    assert handling.taken_off(up, card).draw[-1] == card


def test_a_play_that_is_taken_back_returns_with_what_was_laid_along_with_it() -> None:
    held = following.reported(handling.laid(dealt(), 1, ("c1", "c2"), "discard"), "c1", 4)

    for back in (
        following.play_taken_back(held, 1, "discard", "c1"),
        following.play_taken_back(held, 1, "discard", None),
    ):
        assert (set(back.hand(1)), back.pile("discard"), back.laid) == ({"c1", "c2"}, (), ())
    assert following.play_taken_back(held, 2, "discard", None) == held


def test_the_card_that_was_drawn_first_since_the_last_play_is_put_back_and_an_undo_returns_it() -> None:
    held = handling.drawn(dealt(), 2, seq=3)
    held = following.reported(handling.laid(held, 1, ("c1",), "discard"), "c1", 4)
    held = handling.drawn(handling.drawn(held, 2, seq=5), 2, seq=7)

    after = handling.undrawn(held, 2, seq=9)

    assert (held.hand(2), after.hand(2)) == (("c3", "c4", "c7", "c8", "c9"), ("c3", "c4", "c7", "c9"))
    assert after.draw == (*held.draw, "c8")
    returned, dealt_anew = following.undone(after, 8), following.undone(after, 2)
    assert (returned.hand(2), returned.draw) == (("c3", "c4", "c7", "c9", "c8"), held.draw)
    assert (dealt_anew.hand(2), dealt_anew.draw) == (dealt().hand(2), dealt().draw)


def test_who_has_given_the_drawn_card_away_puts_another_one_back() -> None:
    held = handling.given(handling.drawn(dealt(), 2, seq=5), 2, "c7", 4)

    assert handling.undrawn(held, 2, seq=6).draw == (*held.draw, "c4")
    empty = replace(held, hands={**held.hands, 2: ()})
    assert handling.undrawn(empty, 2, seq=6) == empty


def test_a_card_that_lies_open_is_moved_to_another_pile() -> None:
    held = handling.laid(handling.laid(dealt(), 2, ("c3",), "hidden"), 1, ("c1",), "hidden")

    held = handling.moved(held, "c1", "visible", ("c1",), seq=7)

    assert (held.pile("hidden"), held.pile("visible")) == (("c3",), ("c1",))


@pytest.mark.parametrize(("card", "zone"), [("c3", "visible"), ("c1", "hidden"), ("c2", "visible"), ("c9", "visible")])
def test_what_is_not_moved_is_refused_in_the_same_words_wherever_it_is(card: str, zone: str) -> None:
    """It lies face down, on that pile already, in a hand, on the draw pile."""
    held = handling.laid(handling.laid(dealt(), 2, ("c3",), "hidden"), 1, ("c1",), "hidden")

    with pytest.raises(BadInput, match="card: only what lies open on another pile can be moved"):
        handling.moved(held, card, zone, ("c1", "c2"), seq=7)


def test_an_undo_sends_back_what_was_moved_after_that() -> None:
    held = following.reported_one(handling.laid(dealt(), 1, ("c1",), "hidden"), "hidden", 1, 4)
    held = handling.moved(held, "c1", "visible", ("c1",), seq=7)

    assert following.undone(held, 7).pile("visible") == ("c1",)
    after = following.undone(held, 6)

    assert (after.pile("hidden"), after.pile("visible"), after.moved) == (("c1",), (), ())
    assert "c1" in following.undone(held, 3).hand(1), "the play was taken back, too"


def test_a_play_of_which_nobody_is_told_which_card_it_was_is_taken_back_too() -> None:
    held = handling.laid(handling.laid(dealt(), 1, ("c1",), "hidden"), 2, ("c3",), "hidden")
    held = following.reported_one(following.reported_one(held, "hidden", None, 4), "hidden", 2, 5)

    after = following.undone(held, 4)

    assert (after.pile("hidden"), after.hand(2)) == (("c1",), ("c4", "c3"))


def test_cards_that_were_drawn_from_a_hand_go_back_to_it() -> None:
    held = handling.passed(dealt(), 1, 4, ("c2",), seq=9)
    assert (held.hand(1), held.hand(4)) == (("c1",), ("c5", "c6", "c2"))

    after = following.undone(held, 8)

    assert (after.hand(1), after.hand(4), after.passed) == (("c1", "c2"), ("c5", "c6"), ())


@pytest.mark.parametrize(
    "act",
    [
        lambda held: handling.laid(held, 1, ("c3",), "discard"),
        lambda held: handling.given(held, 1, "c3", 2),
        lambda held: handling.given(held, 1, "c1", 1),
        lambda held: handling.given(held, 1, "c1", 3),
        lambda held: handling.vanished(held, 1, "c3"),
        lambda held: handling.fetched(held, 1, "c1"),
        lambda _: handling.drawn(Holdings(), 1),
        lambda _: handling.turned_up(Holdings(), "discard"),
    ],
)
def test_hands_cannot_do_what_they_cannot(act) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput):
        act(dealt())


def test_a_gift_pays_a_debt() -> None:
    held = handling.owing(handling.owing(dealt(), Owed(1, 2, 1, seq=5)), Owed(1, None, 2, seq=6))

    held = handling.given(held, 1, "c1", 4)
    assert [(one.to, one.count) for one in held.owed] == [(2, 1), (None, 1)]
    held = handling.given(held, 1, "c2", 2)
    assert [(one.to, one.count) for one in held.owed] == [(None, 1)]


def test_an_undo_sends_every_card_where_it_came_from() -> None:
    before = dealt()
    held = following.reported(handling.laid(before, 1, ("c1", "c2"), "discard"), "c1", 7)
    held = handling.drawn(held, 2, 2, seq=8)
    held = handling.owing(held, Owed(1, 2, 1, seq=9))

    after = following.undone(held, 6)

    assert set(after.hand(1)) == set(before.hand(1))
    assert after.hand(2) == before.hand(2)
    assert after.draw == before.draw
    assert (after.owed, after.drawn, after.laid) == ((), (), ())


def test_an_undo_leaves_what_was_told_before() -> None:
    held = following.reported(handling.laid(dealt(), 1, ("c1",), "discard"), "c1", 7)

    assert following.undone(held, 7).pile("discard") == ("c1",)


def test_a_reshuffled_pile_keeps_its_top() -> None:
    held = dealt()
    for seat, card in ((1, "c1"), (2, "c3"), (4, "c5")):
        held = following.reported(handling.laid(held, seat, (card,), "discard"), card, seat)

    after = handling.reshuffled(held, "discard", {"c1": 2, "c3": 1, "c5": 0})

    assert after.pile("discard") == ("c5",)
    assert after.draw == ("c3", "c1", *held.draw)


def test_of_a_pile_that_lies_face_down_no_card_stays() -> None:
    held = handling.laid(handling.laid(dealt(), 1, ("c1",), "hidden"), 2, ("c3",), "hidden")
    held = following.reported_one(following.reported_one(held, "hidden", 1, 4), "hidden", 2, 5)

    after = handling.reshuffled(held, "hidden", {"c1": 1, "c3": 0}, top_stays=False)

    assert (after.pile("hidden"), after.draw) == ((), ("c3", "c1", *held.draw))


def test_a_card_that_lies_wrong_is_not_shuffled_and_no_top() -> None:
    held = following.reported(handling.laid(dealt(), 2, ("c3",), "discard"), "c3", 4)
    held = following.refused(handling.laid(held, 1, ("c1",), "discard"), "c1", 5)

    after = handling.reshuffled(held, "discard", {"c1": 0, "c3": 1})

    assert after.pile("discard") == ("c3", "c1")


def test_of_two_hidden_cards_the_one_that_is_being_taken_off_was_not_played() -> None:
    """Unless there is no other, for the table let it lie before."""
    held = following.refused_one(handling.laid(dealt(), 1, ("c1",), "hidden"), "hidden", 1, 4)
    held = replace(held, touched=("c1",))
    later = following.reported_one(handling.laid(held, 1, ("c2",), "hidden"), "hidden", 1, 5)

    assert (later.untold(1), later.wrong_on("hidden")) == (("c1",), ("c1",))
    assert following.reported_one(held, "hidden", 1, 5).untold(1) == ()


def test_of_two_hidden_cards_laid_as_one_the_other_is_refused() -> None:
    held = following.reported_one(handling.laid(dealt(), 1, ("c1", "c2"), "hidden"), "hidden", 1, 4)

    after = following.refused_one(held, "hidden", 1, 5)

    assert (after.untold(1), after.wrong_on("hidden")) == (("c2",), ("c2",))
    assert following.refused(held, "c2", 5) == after


def test_an_undo_lets_a_card_lie_wrong_that_was_refused_before() -> None:
    held = following.refused_one(handling.laid(dealt(), 1, ("c1",), "hidden"), "hidden", 1, 4)
    held = following.reported_one(held, "hidden", 1, 6)
    assert held.wrong_on("hidden") == ()

    assert following.undone(held, 5).wrong_on("hidden") == ("c1",)
    assert following.undone(held, 3).pile("hidden") == ()


DOES = (
    "lay", "hide", "move", "draw", "give", "pass", "vanish", "fetch", "take", "put_back", "owed_draw", "undraw", "undo",
    "search", "see",
)  # fmt: skip
ACTS = st.lists(
    st.tuples(
        st.sampled_from(DOES),
        st.sampled_from([1, 2, 4]),
        st.sampled_from(DECK),
        st.sampled_from([1, 2, 4]),
    ),
    max_size=40,
)


@given(ACTS)
def test_no_card_is_lost_or_doubled_whatever_hands_do(acts) -> None:  # type: ignore[no-untyped-def]
    held, all_cards = dealt(), everywhere(dealt())
    for seq, (do, seat, card, other) in enumerate(acts, start=1):
        try:
            held = _done(held, do, seat, card, other, seq)
        except BadInput:
            continue
    assert everywhere(held) == all_cards


def _done(held: Holdings, do: str, seat: int, card: str, other: int, seq: int) -> Holdings:
    match do:
        case "lay":
            return following.reported(handling.laid(held, seat, (card,), "discard"), card, seq)
        case "hide":
            return following.reported_one(handling.laid(held, seat, (card,), "hidden"), "hidden", None, seq)
        case "move":
            return handling.moved(held, card, "visible", held.pile("hidden")[-1:], seq=seq)
        case "pass":
            return handling.passed(held, seat, other, (card,), seq=seq)
        case "draw":
            return handling.drawn(held, seat)
        case "owed_draw":
            return handling.drawn(held, seat, 2, seq=seq)
        case "undraw":
            return handling.undrawn(held, seat, seq=seq)
        case "give":
            return handling.given(held, seat, card, other)
        case "vanish":
            return handling.vanished(held, seat, card)
        case "fetch":
            return handling.fetched(held, seat, card)
        case "take":
            return handling.taken_off(held, card)
        case "put_back":
            return handling.put_back(held, seat, card)
        case "search":
            return handling.found(held, seat, (card,), {code: -place for place, code in enumerate(DECK)})
        case "see":
            return following.as_seen(held, seat, {"discard": frozenset((card,))})
        case _:
            return following.undone(held, seq // 2)


PILED = Dealing(3, turn_up=("pile.1",), in_piles=True)


def piled() -> Holdings:
    """Hands that lie as piles: c0 to c2 and c3 to c5, the first one on top; of every card side 0 is up."""
    return handling.dealt(DECK, (1, 2), PILED, (1, 1), dict.fromkeys(DECK, 0))


def backwards(side: int) -> Shuffle:
    return Shuffle({card: -place for place, card in enumerate(DECK)}, dict.fromkeys(DECK, side))


def untold(held: Holdings) -> Holdings:
    """Forget what only an undo asks for."""
    return replace(held, laid=(), turned=(), under=(), piles_taken=(), taking=None)


def test_a_hand_is_a_pile_where_its_cards_have_sides() -> None:
    assert (dealt().in_piles, piled().in_piles) == (False, True)


@pytest.mark.parametrize(
    "act",
    [
        lambda held: handling.laid(held, 1, ("c1",), "pile.1"),
        lambda held: handling.laid(held, 1, ("c1", "c0"), "pile.1"),
        lambda held: handling.laid(held, 1, ("c3",), "pile.1"),
        lambda held: handling.given(held, 1, "c1", 2),
        lambda held: handling.vanished(held, 1, "c2"),
        lambda held: handling.put_back(held, 1, "c2"),
    ],
)
def test_only_the_top_of_a_pile_moves(act: Callable[[Holdings], Holdings]) -> None:
    with pytest.raises(BadInput, match="card: only the top of your pile can be laid"):
        act(piled())


def test_a_card_that_is_taken_back_lies_on_top_again() -> None:
    held = handling.laid(piled(), 1, ("c0",), "pile.1")
    assert held.hand(1) == ("c1", "c2")

    held = handling.taken_off(held, "c0")

    assert held.hand(1) == ("c0", "c1", "c2")


def test_courage_turns_the_top_over_until_it_is_undone() -> None:
    held = handling.turned_over(piled(), 1, seq=5)

    assert [card for card, side in held.up.items() if side] == ["c0"]
    assert following.undone(held, 5) == held
    assert untold(following.undone(held, 4)) == piled()


def test_courage_turns_the_card_over_that_was_laid_before_anything_was_told_of_it() -> None:
    held = handling.laid(handling.laid(piled(), 2, ("c3",), "pile.2"), 1, ("c0",), "pile.1")

    held = handling.turned_over(held, 1, seq=5)
    assert [card for card, side in held.up.items() if side] == ["c0"]
    held = handling.turned_over(following.reported(held, "c0", 6), 1, seq=7)

    assert [card for card, side in held.up.items() if side] == ["c0", "c1"]


def test_who_has_no_card_turns_none_over_and_puts_none_under() -> None:
    held = replace(piled(), hands={1: (), 2: ("c3",)})

    assert handling.turned_over(held, 1, seq=5) == handling.put_under(held, 1, seq=5) == held


def test_the_top_goes_under_the_pile_until_that_is_undone() -> None:
    held = handling.put_under(piled(), 1, seq=5)

    assert held.hand(1) == ("c1", "c2", "c0")
    assert untold(following.undone(held, 4)) == piled()


def test_a_card_that_was_laid_in_vain_goes_under_the_pile() -> None:
    held = handling.put_under(handling.laid(piled(), 1, ("c0",), "pile.1"), 1, seq=5)

    assert (held.hand(1), held.pile("pile.1"), held.laid) == (("c1", "c2", "c0"), (), ())


def lying() -> Holdings:
    """Seat 2 has laid c3 on pile 1, seat 1 its c0 in vain on pile 2, on which c4 lies."""
    held = following.reported(handling.laid(piled(), 2, ("c3",), "pile.1"), "c3", 3)
    held = following.reported(handling.laid(held, 2, ("c4",), "pile.2"), "c4", 4)
    return handling.laid(held, 1, ("c0",), "pile.2")


def test_a_pile_is_shuffled_into_a_hand_with_what_was_laid_in_vain() -> None:
    held = handling.pile_taken(lying(), 1, "pile.1", backwards(1), seq=5)

    assert (held.hand(1), held.pile("pile.1"), held.pile("pile.2")) == (("c3", "c2", "c1", "c0"), (), ("c4",))
    assert [card for card, side in held.up.items() if side] == ["c0", "c1", "c2", "c3"]
    assert everywhere(held) == everywhere(piled())


def test_of_a_pile_that_was_taken_what_was_laid_since_stays() -> None:
    held = handling.laid(lying(), 2, ("c5",), "pile.1")

    held = handling.pile_taken(held, 1, "pile.1", backwards(1), seq=5, but=("c5",))

    assert (held.hand(1), held.pile("pile.1")) == (("c3", "c2", "c1", "c0"), ("c5",))


def test_an_undo_gives_a_pile_back_and_the_cards_of_it_to_who_laid_them() -> None:
    held = handling.pile_taken(lying(), 1, "pile.1", backwards(1), seq=5)
    held = following.reported(handling.laid(held, 1, ("c3",), "pile.3"), "c3", 6)

    after = following.undone(held, 4)
    assert (after.hand(1), after.pile("pile.1"), after.pile("pile.3")) == (("c0", "c1", "c2"), ("c3",), ())
    assert set(after.up.values()) == {0}

    assert untold(following.undone(held, 2)).hands == piled().hands


def test_a_pile_is_taken_into_a_hand_that_is_held_and_an_undo_gives_it_back() -> None:
    held = Holdings(dealt_for=(1, 1), hands={1: ("c1",), 2: ("c2", "c3")}, piles={"pile": ("c4",)})
    held = following.reported(handling.laid(held, 2, ("c3",), "pile"), "c3", 6)

    taken = followed(held, Delivered(7, 0, PileTaken(1, "pile")), Sight())
    assert (taken.hand(1), taken.hand(2), taken.pile("pile")) == (("c1", "c4", "c3"), ("c2",), ())

    back = following.undone(taken, 6)
    assert (back.hands, back.piles) == (held.hands, held.piles)
    assert following.undone(back, 5).hand(2) == ("c2", "c3")


def test_a_card_that_was_turned_over_stays_when_its_pile_is_shuffled_and_is_the_top_where_it_belongs() -> None:
    """Both piles of Mytho become the draw pile again as a contest is settled; the contested card goes on the other."""
    lies = {"visible": PileView(top="c3", count=2), "hidden": PileView(count=2)}
    wrong = CorrectionView(zone="hidden", to="visible")
    started = GameStarted(0, "mytho", ["Ana", "Ben"])
    sight = Sight(GameSnapshot(views={"public": View(piles=lies, correction=wrong)}, started=started))
    held = Holdings(dealt_for=(1, 1), piles={"visible": ("c1", "c2"), "hidden": ("c4", "c3")})
    for zone in ("visible", "hidden"):
        held = followed(held, Delivered(7, 0, PileReshuffled(zone)), sight)

    assert held.piles == {"visible": (), "hidden": ("c3",)}
    assert set(held.draw) == {"c1", "c2", "c4"}
