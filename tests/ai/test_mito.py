"""What robots think about Mito: they know what their seat knows, and cheat, watch, race and give as people do."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from table import moves
from table.ai import gestures, search
from table.ai.effort import Effort
from table.ai.known import Known, Moved, OwnPlay, World
from table.ai.mito import MitoAI, choices
from table.ai.mito.ai import raced
from table.ai.mito.choices import Fetch, GiveCard, Sort, Vanish
from table.ai.mito.imagining import Watched, read, watched
from table.ai.mito.knowing import secrets
from table.ai.mito.remembering import remembered
from table.event import Delivered
from table.events import CardPlayed, DrawOwed, PileStarted
from table.games.mito.actions import (
    Accept,
    CountAnew,
    Draw,
    FinishCount,
    Lay,
    Lift,
    MakeCall,
    Match,
    Plead,
    SayOut,
    ShowCard,
    Slap,
    WithdrawCall,
)
from table.games.mito.events import CallSettled, CallWithdrawn, CardPutBack
from table.games.mito.state import Phase, State
from table.robots import duel
from table.robots.duel import Duel, Table
from table.values import replace
from table.view import AnswerView, QuestionView
from tests.ai import positions

EASY = search.easy
QUICK = Effort(worlds=1, ahead=2)
# What a round is to everybody who was told of it.
TOLD = (
    "phase", "round", "starter", "totals", "guard", "drawn", "named", "count", "pile", "played", "latest_by",
    "accused", "out", "counted",
)  # fmt: skip

Looks = Callable[[Table, Known], None]


def luck(seed: int) -> Random:
    return Random(seed)  # noqa: S311


def table_of(seats: int = 3, seed: int = 1) -> Table:
    kinds = ["easy"] * seats
    return Table("mito", kinds, seed, Duel(kinds))


def looked_at(monkeypatch: pytest.MonkeyPatch, looks: Looks, *, every: int, seats: int = 3, seed: int = 1) -> None:
    """Play a game, and look at what a seat knows each so many decisions."""
    table, decisions = table_of(seats, seed), 0

    def chooses(ai: Any, known: Known, chance: Random) -> Any:
        nonlocal decisions
        decisions += 1
        if decisions % every == 0:
            looks(table, known)
        return EASY(ai, known, chance)

    monkeypatch.setattr(search, "easy", chooses)
    table.play()


# -- what may be


@pytest.mark.long
def test_an_imagined_world_agrees_with_what_the_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was told is as it is; the own hand is kept, and every card is in one place."""

    def looks(table: Table, known: Known) -> None:
        world = table.ai.imagines(known, luck(1))
        held = [card for hand in (*world.hands.values(), world.draw) for card in hand]
        lying = world.state.played | world.state.beneath
        assert {name: getattr(world.state, name) for name in TOLD} == {
            name: getattr(table.world.state, name) for name in TOLD
        }
        assert world.state.turn == table.world.state.turn or not world.state.playing
        assert world.hands[known.seat] == known.hand == table.world.hands[known.seat]
        assert len(held) == len(set(held))
        assert {*held} | lying | secrets(world).gone == {*known.setup.cards} - {"guard"}
        assert not (lying | secrets(world).gone) & {*held}

    looked_at(monkeypatch, looks, every=5)


@pytest.mark.long
def test_own_hidden_cards_lie_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = 0

    def looks(table: Table, known: Known) -> None:
        nonlocal hidden
        world, really = table.ai.imagines(known, luck(1)), table.world
        mine = known.seat
        own, gone = read(known).own_hidden.keys(), read(known).own_gone.keys()
        hidden += len(own) + len(gone)
        assert own <= really.state.beneath & world.state.beneath
        assert gone == secrets(world).gone <= secrets(really).gone
        for of in (secrets(world).hidden, secrets(world).back):
            assert of.get(mine) in {None, *own, *gone}
        assert secrets(world).hidden.get(mine) == secrets(really).hidden.get(mine)
        assert secrets(world).back.get(mine) == secrets(really).back.get(mine)

    looked_at(monkeypatch, looks, every=3)
    assert hidden


def test_other_cards_in_other_hands_change_nothing_of_what_is_known_and_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MitoAI, "effort", QUICK)

    def looks(table: Table, known: Known) -> None:
        before = table.world
        table.world = mixed(before, known.seat, luck(1))
        otherwise = table.knows(known.seat)
        table.world = before
        assert otherwise == known
        for chooses in (EASY, search.keen):
            assert chooses(MitoAI(), otherwise, luck(2)) == chooses(MitoAI(), known, luck(2))

    looked_at(monkeypatch, looks, every=19)


def mixed(world: World[Any], seat: int, chance: Random) -> World[Any]:
    """Deal anew what others hold, and what nobody has drawn."""
    others = [other for other in world.hands if other != seat]
    cards = [card for other in others for card in world.hands[other]] + [*world.draw]
    chance.shuffle(cards)
    hands = dict(world.hands)
    for other in others:
        hands[other], cards = tuple(cards[: len(hands[other])]), cards[len(hands[other]) :]
    return replace(world, hands=hands, draw=tuple(cards))


@pytest.mark.long
def test_an_ai_goes_on_where_the_table_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever of a picture is null, because worlds of the referee differ on it, a robot thinks something."""
    monkeypatch.setattr(MitoAI, "effort", QUICK)

    def looks(table: Table, known: Known) -> None:
        ai, chance = MitoAI(), luck(len(known.delivered))
        known = replace(known, view=doubted(known.view, chance))
        if known.seat in ai.movers(ai.imagines(known, chance)):
            for chooses in (EASY, search.keen):
                chooses(ai, known, chance)

    looked_at(monkeypatch, looks, every=9)


def doubted(view: Any, chance: Random) -> Any:
    return positions.doubted(view, chance, certain=("round", "seat", "name"))


# -- positions, made by hand


def world_of(hands: Mapping[int, tuple[str, ...]], top: str = "number3.1", **more: Any) -> World[State]:
    """A round that is on: seat 1 has the turn and is the guard, if nobody says otherwise."""
    table = table_of(len(hands))
    given = {"turn": 1, "guard": 1, "phase": Phase.PLAYING} | more
    state = replace(table.world.state, top=top, named=top, played=frozenset({top}), count=1, **given)
    held = {card for hand in hands.values() for card in hand} | {top, "guard"}
    return World(state, hands, tuple(card for card in state.setup.cards if card not in held))


def done(world: World[State], *actions: Any, seed: int = 1) -> World[State]:
    """Let things be done one after another."""
    for action in actions:
        seat = getattr(action, "seat", None) or getattr(action, "giver", None) or 2
        world, _ = MitoAI().plays(world, {seat: action}, luck(seed))
    return world


HANDS = {
    1: ("number1.1", "number1.2", "number1.3"),
    2: ("number2.1", "moth5.1", "number5.1", "number1.4"),
    3: ("number4.1", "ant1.1", "number1.5"),
}
CHEAT = Lay(2, "number2.1", ("number2.1", "moth5.1"))


def cheated(*, seen: bool) -> World[State]:
    """Seat 2 has hidden a moth."""
    worlds = (done(world_of(HANDS, turn=2), CHEAT, seed=seed) for seed in range(50))
    return next(world for world in worlds if (secrets(world).seen == 2) == seen)


def test_who_is_seen_cheating_is_called_out_owns_up_and_takes_the_card_back() -> None:
    ai, world = MitoAI(), cheated(seen=True)
    assert ai.options(world, 1) == (MakeCall(1),)
    world = done(world, MakeCall(1))
    assert ai.options(world, 2) == (Accept(2),)
    assert ai.options(world, 3) == ()
    world = done(world, Accept(2))
    assert ai.options(world, 2) == (Plead(2, guilty=True),)
    world = done(world, Plead(2, guilty=True))
    assert ai.options(world, 2) == (Lift("moth5.1"),)
    assert {type(one) for one in ai.options(world, 1)} == {GiveCard}
    world = done(world, Lift("moth5.1"), GiveCard(1, 2, "number1.1"))
    assert (world.state.guard, world.state.debts, secrets(world).back) == (2, (), {})
    assert world.hands[2] == ("number5.1", "number1.4", "moth5.1", "number1.1")


def test_who_did_nothing_says_so_and_the_guard_draws() -> None:
    ai = MitoAI()
    world = done(world_of(HANDS, turn=2), Lay(2, "number2.1", ("number2.1",)), MakeCall(1))
    assert ai.options(world, 2) == (Accept(2),)
    world = done(world, Accept(2))
    assert ai.options(world, 2) == (Plead(2, guilty=False),)
    assert len(done(world, Plead(2, guilty=False)).hands[1]) == 4


def test_who_is_caught_with_a_card_that_vanished_takes_it_back() -> None:
    ai = MitoAI()
    world = done(world_of(HANDS), Vanish(2, "moth5.1"))
    assert "moth5.1" not in world.hands[2]
    assert 1 in ai.movers(world), "the guard has seen a hand move"
    world = done(world, MakeCall(1))
    assert ai.options(world, 3) == ()
    world = done(world, Accept(2), Plead(2, guilty=True))
    assert ai.options(world, 2) == (Fetch(2, "moth5.1"),)
    world = done(world, Fetch(2, "moth5.1"))
    assert world.hands[2][-1] == "moth5.1"
    assert (secrets(world).gone, secrets(world).back) == (frozenset(), {})


def test_whose_hand_moved_last_is_meant_by_a_call() -> None:
    ai = MitoAI()
    world = done(world_of(HANDS, turn=2), CHEAT, Sort(3), MakeCall(1))
    assert [ai.options(world, seat) for seat in (2, 3)] == [(), (Accept(3),)]
    world = done(world, Accept(3))
    assert ai.options(world, 3) == (Plead(3, guilty=False),)


def test_what_has_vanished_is_never_drawn_again() -> None:
    world = done(world_of(HANDS), Vanish(2, "moth5.1"))
    shuffled = MitoAI().moved(world, moves.ShuffleIn("discard"), luck(1))
    assert "moth5.1" not in shuffled.draw


def test_hands_that_nobody_asks_for_anything_sort_or_let_a_card_vanish_but_the_guard_s_and_a_last_card() -> None:
    def seen(seat: int, hands: Mapping[int, tuple[str, ...]] = HANDS) -> set[type]:
        return {type(choices.fidgets(world_of(hands), seat, luck(seed))) for seed in range(40)}

    assert seen(2) == {Sort, Vanish}
    assert seen(1) == {Sort}
    assert seen(2, {**HANDS, 2: ("moth5.1",)}) == {Sort}
    assert choices.fidgets(done(world_of(HANDS), MakeCall(1)), 2, luck(1)) is None


# -- watching


def knowing(*seen: Moved, delivered: tuple[Delivered, ...] = (), seat: int = 1) -> Watched:
    """What a seat makes of hands that moved; seat 1 is the guard, and nobody hides more than strangers do."""
    table = table_of()
    known = replace(table.knows(seat), delivered=delivered, moves=seen)
    return watched(known, remembered(known), dict.fromkeys((2, 3), 1 / 7))


def test_who_has_put_a_card_back_is_remembered_with_one_less() -> None:
    known = table_of().knows(1)
    drawn = [Delivered(seat, 0, DrawOwed(seat, 1)) for seat in (2, 3)]
    back = Delivered(4, 0, CardPutBack(3))

    nothing, after = remembered(replace(known, delivered=())), remembered(replace(known, delivered=(*drawn, back)))

    assert (after.sizes, after.pile) == ({**nothing.sizes, 2: nothing.sizes[2] + 1}, nothing.pile - 1)


PLAYED = Delivered(1, 0, CardPlayed(2, "discard", "number3.1"))


@pytest.mark.parametrize(("for_ms", "seen"), [(500, None), (700, None), (1000, 2)])
def test_a_card_that_took_long_is_taken_for_two(for_ms: int, seen: int | None) -> None:
    assert knowing(Moved(2, for_ms, 0, rests=True), delivered=(PLAYED,)) == Watched(2, True, seen)


def test_only_the_guard_calls_and_only_when_the_hand_rests() -> None:
    assert knowing(Moved(2, 1000, 0), delivered=(PLAYED,)).seen is None
    assert knowing(Moved(2, 1000, 0, rests=True), delivered=(PLAYED,), seat=3).seen is None
    assert knowing(Moved(1, 1000, 0, rests=True), delivered=(PLAYED,)) == Watched()


def test_who_moves_again_and_again_without_a_card_is_taken_for_a_cheat() -> None:
    one = Moved(2, 800, 0, rests=True)
    assert [knowing(*[one] * n).seen for n in (1, 4)] == [None, 2]


def test_a_guard_who_was_wrong_thinks_better_of_a_hand() -> None:
    settled = tuple(Delivered(n, 0, CallSettled(2, guilty=False, guard=1)) for n in range(1, 7))
    moved = [Moved(2, 800, 6, rests=True)] * 2
    assert knowing(*moved).seen == 2
    assert knowing(*moved, delivered=settled).seen is None


def test_a_movement_before_the_last_call_is_over() -> None:
    withdrawn = (Delivered(1, 0, CallWithdrawn(1)),)
    assert knowing(*[Moved(2, 800, 0, rests=True)] * 4, delivered=withdrawn) == Watched()


def test_a_call_that_nobody_takes_to_be_for_him_is_withdrawn() -> None:
    world = done(world_of(HANDS, turn=2), Draw(2), MakeCall(1))
    assert [MitoAI().habit(world, seat, luck(1)) for seat in (2, 3)] == [None, None]
    assert 1 in MitoAI().movers(world)
    assert MitoAI().options(world, 1) == (WithdrawCall(1),)
    after, _ = MitoAI().plays(world, {2: None, 3: None}, luck(1))
    assert after.state.phase is Phase.PLAYING


def test_a_keen_robot_hides_what_is_dear_and_does_not_fit() -> None:
    assert CHEAT in MitoAI().options(world_of(HANDS, turn=2), 2)
    assert CHEAT not in MitoAI().options(world_of(HANDS, turn=2, guard=2), 2)
    cheap = {**HANDS, 2: ("number2.1", "number5.1", "number1.4")}
    assert MitoAI().options(world_of(cheap, turn=2), 2) == (Lay(2, "number2.1", ("number2.1",)),)


def test_the_last_cards_are_never_hidden() -> None:
    two = world_of({**HANDS, 2: ("number2.1", "moth5.1")}, turn=2)
    chosen = {MitoAI().habit(two, 2, luck(seed)) for seed in range(60)} | {*MitoAI().options(two, 2)}
    assert {len(one.drop) for one in chosen if isinstance(one, Lay)} == {1}


@pytest.mark.parametrize(("guard", "fits"), [(1, False), (2, True)])
def test_only_the_guard_plays_a_moth(guard: int, fits: bool) -> None:
    world = world_of({**HANDS, 2: ("moth2.1", "number5.1")}, turn=2, guard=guard)
    assert (Lay(2, "moth2.1", ("moth2.1",)) in MitoAI().options(world, 2)) == fits


def test_whose_hand_is_empty_says_so_before_anything_else() -> None:
    ai, world = MitoAI(), world_of({**HANDS, 3: ()})
    assert ai.movers(world) == (1, 3)
    assert ai.options(world, 3) == (SayOut(3),)
    after, _ = ai.plays(world, {1: Draw(1), 3: SayOut(3)}, luck(1))
    assert (after.state.out, after.hands[1]) == (3, HANDS[1])


def test_who_has_drawn_for_an_ant_that_was_a_last_card_puts_it_back() -> None:
    before = world_of({**HANDS, 2: ("ant2.1",)}, turn=2)
    world = done(done(before, Lay(2, "ant2.1", ("ant2.1",))), SayOut(2))
    assert (world.hands, world.draw) == ({**HANDS, 2: ()}, before.draw)
    more = done(world_of({**HANDS, 2: ("ant2.1", "number1.4")}, turn=2), Lay(2, "ant2.1", ("ant2.1",)))
    assert [len(hand) for hand in more.hands.values()] == [4, 1, 4]


def test_a_gift_is_no_moth_and_goes_where_it_is_owed() -> None:
    world = done(
        world_of({**HANDS, 2: ("spider2.1", "moth5.1", "number1.4")}, turn=2), Lay(2, "spider2.1", ("spider2.1",))
    )
    assert MitoAI().options(world, 2) == (GiveCard(2, 1, "number1.4"), GiveCard(2, 3, "number1.4"))
    after = done(world, GiveCard(2, 3, "number1.4"))
    assert (after.hands[2], after.hands[3][-1], after.state.debts) == (("moth5.1",), "number1.4", ())


def test_hands_are_counted_card_after_card() -> None:
    ai, world = MitoAI(), done(world_of({**HANDS, 3: ()}), SayOut(3))
    for card in HANDS[1]:
        assert ai.options(world, 1) == (ShowCard(1, card),)
        world = done(world, ShowCard(1, card))
    assert ai.options(world, 1) == (FinishCount(1),)
    assert done(world, FinishCount(1)).state.counted == {1: 3}


def test_a_tap_too_soon_for_a_count_is_taken_back() -> None:
    ai, world = MitoAI(), done(world_of({**HANDS, 3: ()}), SayOut(3))
    slipped = done(world, FinishCount(1))

    assert slipped.state.counted == {1: 0}
    assert 1 in ai.movers(slipped)
    assert ai.options(slipped, 1) == (CountAnew(1),)
    assert ai.options(done(slipped, CountAnew(1)), 1) == (ShowCard(1, HANDS[1][0]),)


# -- races


def test_a_mosquito_is_slapped_by_all_and_costs_the_last_one() -> None:
    ai = MitoAI()
    world = done(world_of({**HANDS, 2: ("mosquito2.1", "number1.4")}, turn=2), Lay(2, "mosquito2.1", ("mosquito2.1",)))
    assert ai.movers(world) == (1, 2, 3)
    slaps = {seat: ai.habit(world, seat, luck(1)) for seat in (1, 2, 3)}
    assert slaps == {seat: Slap(seat) for seat in (1, 2, 3)}
    after, delivered = ai.plays(world, slaps, luck(1))
    last = next(event.last for event in delivered if event.name == "race_closed")  # type: ignore[attr-defined]
    assert {(debt.giver, debt.receiver) for debt in after.state.debts} == {(seat, last) for seat in slaps} - {
        (last, last)
    }


def test_a_cockroach_is_answered_with_the_dearest_card_and_who_was_first_goes_on() -> None:
    hands = {**HANDS, 2: ("cockroach2.1", "number1.4"), 3: ("number2.1", "spider2.1", "moth2.1")}
    ai, world = MitoAI(), done(world_of(hands, turn=2), Lay(2, "cockroach2.1", ("cockroach2.1",)))
    assert ai.movers(world) == (3,)
    assert ai.options(world, 3) == (Match("spider2.1", by=3),)
    after, _ = ai.plays(world, {3: Match("spider2.1", by=3)}, luck(1))
    assert (after.state.turn, after.state.named, after.hands[3]) == (3, "spider2.1", ("number2.1", "moth2.1"))
    nobody, _ = ai.plays(world, {3: None}, luck(1))
    assert (nobody.state.turn, nobody.state.named) == (3, "cockroach2.1")


def test_only_the_first_answer_lies() -> None:
    hands = {**HANDS, 1: ("number2.2", "number1.1"), 2: ("cockroach2.1", "number1.4"), 3: ("number2.1", "number1.5")}
    world = done(world_of(hands, turn=2), Lay(2, "cockroach2.1", ("cockroach2.1",)))
    answers = {1: Match("number2.2", by=1), 3: Match("number2.1", by=3)}
    assert world.state.race is not None
    first, closed = raced(world.state.race, answers, luck(1))
    assert (first.by, first.card) in {(1, "number2.2"), (3, "number2.1")}
    assert closed.winner == first.by
    after, _ = MitoAI().plays(world, answers, luck(1))
    assert len(after.hands[1]) + len(after.hands[3]) == 3


# -- whole games


@pytest.mark.long
@pytest.mark.parametrize(("seats", "games"), [(3, 1), (5, 1)])
def test_robots_play_to_the_end_and_by_the_rules(seats: int, games: int) -> None:
    fought = duel.fight("mito", ["easy"] * seats, games, 1)
    assert (fought.games, fought.illegal) == (games, 0)


def test_keen_robots_play_to_the_end_and_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MitoAI, "effort", QUICK)
    fought = duel.fight("mito", ["keen", "easy", "easy"], 1, 1)
    assert (fought.games, fought.illegal) == (1, 0)


# -- what hands do


def test_hands_say_what_a_robot_does() -> None:
    table = table_of()
    known = table.knows(1)
    played = Delivered(9, 0, CardPlayed(1, "discard", "number2.1"))
    together = (OwnPlay("discard", "moth5.1", 8), OwnPlay("discard", "number2.1", 8))
    guilty = replace(known, delivered=[*known.delivered, played], laid=together)
    says = MitoAI().gestures
    assert says(known, CHEAT) == (gestures.Lay(("moth5.1", "number2.1"), "discard"),)
    assert says(known, Match("number2.1", by=1)) == (gestures.Lay(("number2.1",), "discard"),)
    assert says(known, Lift("moth5.1")) == (gestures.Take("moth5.1"),)
    assert says(known, GiveCard(1, 3, "ant1.1")) == (gestures.Hand("ant1.1", 3), gestures.Say("given", 3))
    assert says(known, ShowCard(1, "ant1.1")) == (gestures.Show(),)
    assert says(known, CountAnew(1)) == (gestures.Hold(),)
    assert says(known, SayOut(1)) == says(known, WithdrawCall(1)) == (gestures.Hold(),)
    assert says(known, Plead(1, guilty=True)) == (gestures.Hold(),)
    assert says(known, Plead(1, guilty=False)) == says(known, Slap(1)) == says(known, Accept(1)) == (gestures.Tap(),)
    assert says(guilty, Accept(1)) == (gestures.Hold(),)
    assert says(known, MakeCall(1)) == (gestures.Tap(),)
    assert says(replace(known, view=replace(known.view, turn=1)), MakeCall(1)) == (gestures.Double(),)


def test_who_answered_a_cockroach_says_so() -> None:
    known = table_of().knows(1)
    answers: tuple[int | str, ...] = (2, 1, "nobody")
    options = tuple(AnswerView(answer=one, label=str(one)) for one in answers)
    question = QuestionView(choice="placed", seats=(1, 2), text="Who?", options=options)
    played = Delivered(9, 0, CardPlayed(None, "discard", "number2.1"))
    delivered = [*known.delivered, Delivered(8, 0, PileStarted("discard", "number3.1")), played]
    other = replace(known, delivered=delivered)
    mine = replace(other, laid=(OwnPlay("discard", "number2.1", 8),))
    assert MitoAI().answers(mine, question) == 1
    assert MitoAI().answers(other, question) == 2
