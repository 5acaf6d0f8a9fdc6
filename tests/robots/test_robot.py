"""One robot at its seat: what it does when hands cannot do what it wants, and how it presses its button."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from table import games
from table.ai import gestures
from table.ai.known import World
from table.ai.mythology_go import MythologyGoAI
from table.complaints import BadInput
from table.games.mythology_go.actions import Destroy, Lay
from table.robots.duel import Table
from table.robots.environment import SECOND_NS, Environment
from table.robots.mind import Mind
from table.robots.reach import CardHands
from table.robots.seated import Robot, Seen
from table.values import replace
from table.view import RaceView, View
from tests.ai.positions import luck
from tests.ai.test_mythology_go import HAND, after, begun, dealt, placed


class Fingers:
    """Hands over a button that nobody sees. They note when it was pressed and let go, if `now_s` is told."""

    def __init__(self) -> None:
        self.moved_s: list[float] = []
        self.now_s = lambda: 0.0

    def put(self, *_: Any, **__: Any) -> None:
        """Lay nothing down."""

    def press(self, seat: int) -> None:
        """Press."""
        self.moved_s.append(self.now_s())

    def release(self, seat: int) -> None:
        """Let go."""
        self.moved_s.append(self.now_s())


def mind() -> Mind:
    return Mind(MythologyGoAI, games.find("mythology_go"))


def seen(table: Table, world: World[Any]) -> Seen:
    table.world = world
    known = table.knows(1)
    view = replace(known.view, paused=False, over=False, question=None)
    return Seen(view, known.delivered, known.hand, up=known.up)


def seated(table: Table, shown: Seen, hands: CardHands, kind: str) -> tuple[Robot, Environment]:
    environment = Environment(Fingers(), lambda *_: None, luck(1), now_ns=0, seats=(1, 2))
    reach: Any = SimpleNamespace(by_hand=True, cards=hands)
    robot = Robot(1, kind, mind(), table.setup, environment, eyes=lambda _: shown, reach=reach, seed=1)
    environment.env.process(robot.lives())
    return robot, environment


@pytest.mark.long
@pytest.mark.parametrize("kind", ["easy", "keen"])
def test_a_robot_lets_be_what_hands_could_not_do_three_times(kind: str) -> None:
    world = dealt("leviathan.1", *HAND[:4], seat_1=placed("elf.2"), seat_2=placed("goblin.2"))
    table, world = begun(), after(world, Lay(1, "leviathan.1", "seat.1"))
    hands: Any = Mock(spec=CardHands)
    hands.move.side_effect = BadInput("only what lies open can be moved")
    _, environment = seated(table, seen(table, world), hands, kind)
    assert [type(one) for one in table.ai.options(world, 1)] == [Destroy]

    environment.env.run(until=30 * SECOND_NS)

    assert hands.move.call_count == 3
    done = {name for name, _, _ in hands.mock_calls}
    assert done & {"lay", "put_below"}, "it went on with its turn"


@pytest.mark.parametrize(
    ("race", "least_s", "most_s"), [(None, 0.4, 1.0), (RaceView(race="slap", seats=(1,)), 0.05, 0.07)]
)
def test_two_taps_are_no_double_press_but_a_slap_comes_at_once(
    race: RaceView | None, least_s: float, most_s: float
) -> None:
    table, fingers = begun(), Fingers()
    environment = Environment(fingers, lambda *_: None, luck(1), now_ns=0, seats=(1, 2))
    fingers.now_s = lambda: environment.now_s
    shown, reach = Seen(View(race=race), (), ()), Mock(by_hand=True)
    robot = Robot(1, "easy", mind(), table.setup, environment, eyes=lambda _: shown, reach=reach, seed=1)

    def twice() -> Any:
        for _ in range(2):
            yield from robot._presses(gestures.Tap())

    environment.env.process(twice())
    environment.env.run(until=10 * SECOND_NS)

    _, up_s, down_s, _ = fingers.moved_s
    assert least_s <= down_s - up_s <= most_s
