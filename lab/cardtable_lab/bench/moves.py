"""Random legal moves per second: the rules of every game, compared with RLCard's well-known UNO environment.

In each, a player who knows the hand asks for the legal moves, takes one at random, and it is carried out.
"""

import random
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from table import ai
from table.ai.known import World
from table.facts import GameStarted
from table.games.game import prepare
from table.games.kit.actions import ByHost

# What is left out, for it leads nowhere: what takes back or says again what was just said, and false claims. Nobody
# cheats here, so nobody is called out.
LEADS_NOWHERE = {
    "mito": {"Give", "MakeCall", "TakeAnswerBack", "WithdrawOut", "CountAnew"},
    "mytho": {"DrewBefore"},
    "mythology_go": {"Destroy", "UseEffect"},
    "nur_mut": {"TurnDown", "SayJoker"},
}
ONLY_WITHOUT_CARDS = {"SayOut"}


def moves_of(game: str, seed: int = 1) -> Iterator[Any]:
    """Yield the moves of random games of one round, one after another, with the fewest players."""
    mind: Any = ai.find(game)
    chance, nowhere = random.Random(seed), _kinds(mind, LEADS_NOWHERE[game])  # noqa: S311 - chance, no secret
    players: list[str | None] = [*("Ana", "Ben", "Cleo")[: mind.box.fewest_seats]]
    setup = prepare(mind.box, GameStarted(0, game, players, {"rounds": 1}))
    while True:
        world = mind.deals(setup, chance)
        while not world.state.over:
            legal = _legal(mind, world, nowhere, chance)
            action = chance.choice(legal) if legal else _by_itself(mind, world, chance)
            world, _ = mind.carried_out(world, action, chance)
            yield action


def _kinds(mind: Any, names: AbstractSet[str]) -> tuple[AbstractSet[type], AbstractSet[type]]:
    """Return the kinds of actions that lead nowhere: those of an empty hand, and of one that has cards."""
    kinds = frozenset(kind for kind in mind.rules.BOOK.rules if kind.__name__ in names or issubclass(kind, ByHost))
    return kinds, kinds | {kind for kind in mind.rules.BOOK.rules if kind.__name__ in ONLY_WITHOUT_CARDS}


def _legal(
    mind: Any, world: World[Any], nowhere: Sequence[AbstractSet[type]], chance: random.Random
) -> list[Any] | None:
    """List what whose turn it is may do, or else one of those who may do something; None if nobody may."""
    state = world.state
    for seat in (state.turn,) if state.playing else chance.sample(state.setup.seats, len(state.setup.seats)):
        hand = mind.held(world, seat)
        left_out = nowhere[bool(hand)]
        legal = [one for one in mind.rules.actions(state, seat, hand) if type(one) not in left_out]
        if legal:
            return legal
    return None


def _by_itself(mind: Any, world: World[Any], chance: random.Random) -> Any:
    """Return what hands do outside the rules, such as drawing, or what needs no decision."""
    options = (one for seat in mind.movers(world) for one in mind.options(world, seat) if one is not None)
    return next(options, None) or mind.passes(world, chance)


def moves_of_uno() -> Iterator[Any]:
    """Yield the moves of random games of RLCard's UNO, one after another, with its two players."""
    import rlcard  # no part of the table: only `make bench` has it

    env, chance = rlcard.make("uno", config={"seed": 1}), random.Random(1)  # noqa: S311 - chance, no secret
    while True:
        state, _ = env.reset()
        while not env.is_over():
            action = chance.choice(list(state["legal_actions"]))
            state, _ = env.step(action)
            yield action
