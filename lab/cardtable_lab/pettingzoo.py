"""Any game as a PettingZoo environment (https://pettingzoo.farama.org), for training agents.

    from cardtable_lab.pettingzoo import CardGameEnv
    env = CardGameEnv("mytho", players=3)

It is an AEC environment: agents act in turn; `player_1` sits at seat 1, and so on. An observation contains only what
the game's allow-lists let that seat know, so it reveals no other seat's secrets. Agents that may act at the same
moment, as in a race, are asked one after another, and their actions are carried out together. Requires the `training`
extra.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from table import ai
from table.event import dump
from table.facts import Agreed
from table.games.game import IllegalAction
from table.robots.duel import Duel, Table
from table.values import fields

MOST = 256  # an agent is offered at most this many actions
_PER_CARD, _PER_SEAT, _PER_ACTION, _BESIDES = 3, 5, 5, 4
_FAR = 1_000.0  # larger scores, counts and numbers are clipped; unknown values are -1
Observation = dict[str, Any]


class CardGameEnv(AECEnv[str, Observation, int]):
    """A game between agents. `options` are the game's options; `robots` names the seats that built-in robots play.

    An observation has three arrays. `observation` is a vector of float32. `action_mask` shows which of the 256 actions
    are possible now. `actions` describes each of them: its kind, card, receiver, seat, and a number derived from its
    other fields. The winner gets a reward of 1, split equally between joint winners; all others get -1.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "name": "cardtable", "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        robots: Mapping[int, Literal["easy", "keen"]] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._ai = ai.find(game)
        self._name, self._agreed = game, Agreed(dict(options or {}))
        self._robots = dict(robots or {})
        count = players or getattr(self._ai, "box").fewest_seats  # noqa: B009 - every AI has its game
        self._seats = range(1, count + 1)
        self._begins(0)
        self.possible_agents = [_agent(seat) for seat in self._seats if seat not in self._robots]
        self._cards = {code: number for number, code in enumerate(self._table.setup.cards)}
        self._kinds: dict[str, int] = {}
        length = _PER_CARD * len(self._cards) + _PER_SEAT * count + _BESIDES
        space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, _FAR, (length,), np.float32),
                "action_mask": spaces.Box(0, 1, (MOST,), np.int8),
                "actions": spaces.Box(-1.0, _FAR, (MOST, _PER_ACTION), np.float32),
            }
        )
        self._space, self._actions = space, spaces.Discrete(MOST)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations, which is the same for all agents."""
        return self._space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space: indices of offered actions."""
        return self._actions

    # -- a game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed gives the same deal and the same random choices."""
        self._begins(self._seed + 1 if seed is None else seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._next_moment()

    def step(self, action: int | None) -> None:
        """Choose an action, by index, for the agent whose turn it is. Raise ValueError for an invalid index."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        seat = self._asked.pop(0)
        offered = self._offered[seat]
        if action is None or not 0 <= action < len(offered):
            raise ValueError(f"action {action}: {agent} has {len(offered)} actions now, from 0 on")
        self._chosen[seat] = offered[action]
        if self._asked:
            self.agent_selection = _agent(self._asked[0])
        else:
            self._table.carries_out(self._chosen)
            self._next_moment()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows, and the actions that it may choose now."""
        seat = int(agent.removeprefix("player_"))
        offered = self._offered.get(seat, ()) if seat in self._asked else ()
        mask, actions = np.zeros(MOST, np.int8), np.full((MOST, _PER_ACTION), -1, np.float32)
        mask[: len(offered)] = 1
        for number, action in enumerate(offered):
            actions[number] = [*self._features(action)]
        known = np.clip(np.fromiter(self._known(seat), np.float32), -1, _FAR)
        return {"observation": known, "action_mask": mask, "actions": actions}

    def render(self) -> str | None:
        """Return the headline and prompts of the game, or None unless the render mode is `ansi`."""
        view = self._table.view(self._table.world.state, self._seats[0])
        return f"{view.headline or ''}: {view.sentences or ''}" if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    # -- running a game

    def _begins(self, seed: int) -> None:
        self._seed = seed
        kinds = [self._robots.get(seat, "easy") for seat in self._seats]
        self._table = _Table(self._name, kinds, seed, Duel(kinds), self._agreed)
        self._asked, self._chosen, self._offered = list[int](), dict[int, Any](), dict[int, Sequence[Any]]()

    def _next_moment(self) -> None:
        """Let robots play until an agent can act or the game ends."""
        while (outcome := self._table.outcome()) is None:
            movers = self._ai.movers(self._table.world)
            self._offered = {seat: self._options(seat) for seat in movers if seat not in self._robots}
            self._asked = [seat for seat in movers if self._offered.get(seat)]
            self._chosen = {seat: self._table.chooses(seat) for seat in movers if seat in self._robots}
            if self._asked:
                self.agent_selection = _agent(self._asked[0])
                return
            self._table.carries_out(self._chosen)
        self._asked = []
        for agent in self.agents:
            won = int(agent.removeprefix("player_")) in outcome.winners
            self.rewards[agent] = 1 / len(outcome.winners) if won else -1.0
            self.terminations[agent] = True

    def _options(self, seat: int) -> Sequence[Any]:
        """Return the actions of a seat, in an order that depends only on the actions themselves."""
        listed = dict.fromkeys(self._ai.options(self._table.world, seat))
        return sorted(listed, key=repr)[:MOST]

    # -- encoding what an agent knows

    def _known(self, seat: int) -> Iterator[float]:
        known = self._table.knows(seat)
        tops = {card for pile in known.view.piles.values() for card in pile.in_sight}
        words = {value for one in known.delivered for value in dump(one.event).values() if isinstance(value, str)}
        for card in self._cards:
            yield from (card in known.hand, card in tops, card in words)
        for other in self._seats:
            place = known.view.at(other)
            score, hand = (None, None) if place is None else (place.score, place.hand)
            yield from (-1 if score is None else score, -1 if hand is None else hand)
            yield from (known.view.turn == other, other in known.view.awaited, other == seat)
        yield from (
            known.view.round or 0,
            known.view.race is not None,
            known.view.correction is not None,
            len(known.hand),
        )

    def _features(self, action: Any) -> Iterator[float]:
        """Yield an action's kind, card, receiver and seat, and a number derived from its other fields."""
        if action is None:
            yield from (0.0, -1.0, -1.0, -1.0, -1.0)
            return
        named = {name: getattr(action, name) for name in fields(action)}
        yield float(self._kinds.setdefault(type(action).__name__, len(self._kinds) + 1))
        card = named.pop("card", None) or next(iter(named.pop("cards", ()) or ()), None)
        yield float(-1 if card is None else self._cards.get(card, -1))
        yield float(named.get("receiver") or named.get("to") or -1)
        yield float(named.pop("seat", None) or -1)
        yield float(sum(map(ord, repr(sorted(named.items(), key=str)))) % int(_FAR))


class _Table(Table):
    """A game among robots, in which agents choose for some of the seats."""

    def carries_out(self, chosen: Mapping[int, Any]) -> None:
        """Carry out the actions chosen at this moment. If any is illegal, replace them all with random legal ones."""
        try:
            after, delivered = self.ai.plays(self.world, chosen, self._chance)
        except IllegalAction:  # a robot had planned for the wrong world
            self._duel.illegal += 1
            chosen = {seat: self._chance.choice(self.ai.options(self.world, seat)) for seat in chosen}
            after, delivered = self.ai.plays(self.world, chosen, self._chance)
        for seat, action in chosen.items():
            self._does(seat, action, after)
        self.world = after
        self._tell(delivered)


def _agent(seat: int) -> str:
    return f"player_{seat}"
