"""What holds for the AI of every game: it imagines what agrees with what it knows, and does what is lawful."""

from collections.abc import Mapping
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from table import games
from table.ai import gestures, search
from table.ai.gestures import Gesture
from table.ai.known import Known, World
from table.ai.policy import Action
from table.ai.search import Effort
from table.games.game import IllegalAction
from table.robots import duel
from table.values import replace
from tests.ai.positions import GAMES, Position, luck, positions

pytestmark = pytest.mark.long

SHOWN = ("round", "running", "turn", "seats", "piles", "winners")
SEEDS = range(10)
QUICK = Effort(worlds=1, ahead=1)
CHOOSES = (search.easy, partial(search.keen, effort=QUICK))


def imagined(position: Position, chance: int = 1) -> World[Any]:
    return position.table.ai.imagines(position.known, luck(chance))


@pytest.mark.parametrize("game", GAMES)
def test_an_imagined_world_looks_to_a_seat_as_the_table_does(game: str) -> None:
    for position in positions(game):
        drawn = position.table.view(imagined(position).state, position.seat)
        assert [getattr(drawn, key) for key in SHOWN] == [getattr(position.known.view, key) for key in SHOWN], (
            position.known.delivered[-3:]
        )


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_holds_what_it_holds_and_every_card_is_in_one_place(game: str) -> None:
    for position in positions(game):
        world = imagined(position)
        held = [card for hand in (*world.hands.values(), world.draw) for card in hand]
        really = [card for hand in (*position.world.hands.values(), position.world.draw) for card in hand]
        assert position.table.ai.held(world, position.seat) == position.known.hand
        assert len(set(held)) == len(held)
        if position.moves and are_counted(position):
            assert len(held) == len(really)
            assert {seat: len(hand) for seat, hand in world.hands.items()} == {
                seat: len(hand) for seat, hand in position.world.hands.items()
            }


def are_counted(position: Position) -> bool:
    """Return whether everybody is told how many cards others hold."""
    return all(seat.hand is not None for seat in position.known.view.seats)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_may_do_in_an_imagined_world_what_it_may_do(game: str) -> None:
    for position in positions(game):
        if not position.known.view.correction:
            ai, world = position.table.ai, imagined(position)
            assert (position.seat in ai.movers(world)) == position.moves
            assert ai.options(world, position.seat) == ai.options(position.world, position.seat)


@pytest.mark.parametrize("game", GAMES)
def test_other_cards_in_other_hands_change_nothing_of_what_is_known_and_done(game: str) -> None:
    for position in positions(game):
        position.table.world = mixed(position.world, position.seat, luck(1))
        known = position.table.knows(position.seat)
        position.table.world = position.world
        assert known == position.known
        for chooses in CHOOSES if position.moves else ():
            assert chooses(position.table.ai, known, luck(2)) == chooses(position.table.ai, position.known, luck(2))


def mixed(world: World[Any], seat: int, chance: Random) -> World[Any]:
    """Deal anew what others hold, and what nobody has drawn."""
    others = [other for other in world.hands if other != seat]
    cards = [card for other in others for card in world.hands[other]] + [*world.draw]
    chance.shuffle(cards)
    hands = dict(world.hands)
    for other in others:
        hands[other], cards = tuple(cards[: len(hands[other])]), cards[len(hands[other]) :]
    return replace(world, hands=hands, draw=tuple(cards))


def does(position: Position, action: Action) -> None:
    """See that an action is lawful as the table really is, and done with cards that the seat really holds.

    It need not be one of the AI's options: those are what is worth a thought, and who goes by habit does not think.
    """
    ai = position.table.ai
    ai.plays(position.world, {position.seat: action}, luck(4))
    said = ai.gestures(position.known, action) if action is not None else ()
    used = [card for gesture in said for card in cards_of(gesture)]
    assert {*used} <= {*ai.held(position.world, position.seat)}


def cards_of(gesture: Gesture) -> tuple[str, ...]:
    """Return the cards that a gesture takes out of a hand."""
    match gesture:
        case gestures.Lay(cards=cards) | gestures.PutBelow(cards):
            return cards
        case gestures.Hand(card=card) | gestures.Vanish(card):
            return (card,)
        case _:
            return ()


@pytest.mark.parametrize("game", GAMES)
def test_what_a_robot_chooses_is_lawful(game: str) -> None:
    for position in positions(game):
        for seed in SEEDS if position.moves else ():
            for chooses in CHOOSES:
                does(position, chooses(position.table.ai, position.known, luck(seed)))


@pytest.mark.parametrize("game", GAMES)
def test_what_somebody_careless_tries_is_refused(game: str) -> None:
    tried = 0
    for position in positions(game, every=3, most=60):
        for action in position.table.ai.misfits(position.world, position.seat) if position.moves else ():
            tried += 1
            with pytest.raises(IllegalAction):
                position.table.ai.plays(position.world, {position.seat: action}, luck(1))
    assert tried or game not in ("mito", "mytho")


class Slow:
    """A clock by which everything takes long."""

    def __init__(self, step_s: float) -> None:
        self.step_s, self.now_s = step_s, 0.0

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s


@pytest.mark.parametrize("step_s", [0.2, 10])
@pytest.mark.parametrize("game", GAMES)
def test_who_runs_out_of_time_stops_at_once_and_does_what_is_lawful(game: str, step_s: float) -> None:
    choosing = (one for one in positions(game) if one.moves and len(one.table.ai.options(one.world, one.seat)) > 2)
    for choose, seed in product(choosing, SEEDS):
        clock = Slow(step_s)
        does(choose, search.keen(choose.table.ai, choose.known, luck(seed), clock=clock))
        assert Effort().longest_s < clock.now_s <= Effort().longest_s + 2 * step_s


class Weighing:
    """An AI that can do two things, of which the second is better, and by habit does a third."""

    def imagines(self, _known: Known, _chance: Random) -> str:
        return ""

    def options(self, _world: str, _seat: int) -> tuple[str, ...]:
        return "bad", "good"

    def habit(self, _world: str, _seat: int, _chance: Random) -> str:
        return "usual"

    def movers(self, _world: str) -> tuple[int, ...]:
        return ()

    def plays(self, _world: str, actions: Mapping[int, str], _chance: Random) -> tuple[str, tuple[()]]:
        return actions[1], ()

    def is_over(self, _world: str) -> bool:
        return True

    def worth(self, world: str, _seat: int) -> float:
        return float(world == "good")


@pytest.mark.parametrize(("step_s", "done"), [(0.2, "good"), (10, "usual")])
def test_who_runs_out_of_time_does_what_looks_best_by_then_and_else_what_is_usual(step_s: float, done: str) -> None:
    ai: Any = Weighing()
    known = next(positions(GAMES[0])).known
    assert search.keen(ai, replace(known, seat=1), luck(3), Effort(), Slow(step_s)) == done


@pytest.mark.parametrize("game", GAMES)
def test_who_has_time_chooses_the_same_with_a_clock_or_without(game: str) -> None:
    one = next(one for one in positions(game) if one.moves and len(one.table.ai.options(one.world, one.seat)) > 2)
    first, second = (search.keen(one.table.ai, one.known, luck(3), clock=clock) for clock in (None, Slow(0.0)))

    assert first == second


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["easy", pytest.param("keen", marks=pytest.mark.long)])
def test_robots_end_a_game_with_as_many_as_can_play(game: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "keen", partial(search.keen, effort=Effort(worlds=1, ahead=2)))
    done = duel.fight(game, [kind, kind, *["easy"] * (games.find(game).most_seats - 2)], 1, 1)
    assert (done.games, done.illegal) == (1, 0)
