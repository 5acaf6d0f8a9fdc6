"""Every game as an environment of PettingZoo, by PettingZoo's own tests; and a policy against our robots."""

import os
import warnings
from typing import Any

import pytest

from table import ai

if not os.environ.get("CI"):
    pytest.importorskip("pettingzoo", reason="the extra `training` is not installed")

pytestmark = pytest.mark.long


@pytest.fixture(params=ai.names())
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def test_it_passes_the_test_of_environments(game: str) -> None:
    from pettingzoo.test import api_test

    from cardtable_lab.pettingzoo import CardGameEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises to observe a single array
        api_test(CardGameEnv(game), num_cycles=300)


def test_the_same_seed_is_the_same_game(game: str) -> None:
    from pettingzoo.test import seed_test

    from cardtable_lab.pettingzoo import CardGameEnv

    seed_test(lambda: CardGameEnv(game), num_cycles=200)


def test_no_observation_depends_on_what_others_hold(game: str) -> None:
    from cardtable_lab.pettingzoo import CardGameEnv

    environment = CardGameEnv(game)
    environment.reset(seed=3)
    agent = environment.agent_selection
    seat = int(agent.removeprefix("player_"))
    before = environment.observe(agent)["observation"]
    world = environment._table.world
    others = [one for one in world.hands if one != seat]
    hands = {**world.hands, others[0]: tuple(reversed(world.hands[others[0]]))}
    mixed = (*world.draw[1:], *world.draw[:1])
    environment._table.world = _with(world, hands=hands, draw=mixed)

    assert (environment.observe(agent)["observation"] == before).all()


def _with(world: Any, **changed: Any) -> Any:
    from table.values import replace

    return replace(world, **changed)


def test_a_policy_is_measured_against_robots() -> None:
    from cardtable_lab.commands.policy import measured

    def first(observation: dict[str, Any]) -> int:
        return int(observation["action_mask"].argmax())

    won = measured("mytho", first, ["easy"], number=4, seed=1)

    assert 0 <= won <= 4
