"""How a keen robot chooses: it tries its options in many worlds that agree with what it knows.

Monte Carlo search by determinization, as in bridge programs (Ginsberg 2001): in each imagined world every option is
played on by habit for a while, and the resulting positions are compared. Options that fall behind are not tried
any more (successive halving; Karnin, Koren and Somekh 2013), so that thought goes where it decides something.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from table.ai.effort import Effort
from table.ai.known import Known, World
from table.ai.mind import Action, Mind

__all__ = ["Clock", "Effort", "easy", "keen"]

Clock = Callable[[], float]


def easy(mind: Mind[Any], known: Known, chance: Random) -> Action:
    """Choose by habit."""
    world = mind.imagines(known, chance)
    action = mind.habit(world, known.seat, chance)
    if action is None or action not in known.vain:
        return action
    others = [one for one in mind.options(world, known.seat) if one not in known.vain]
    return chance.choice(others) if others else action


def keen(
    mind: Mind[Any], known: Known, chance: Random, effort: Effort | None = None, clock: Clock | None = None
) -> Action:
    """Choose what does best in imagined worlds; the game's mind says how much effort that needs.

    By a `clock`, in s, it stops early and goes by the worlds that it has tried; without one all follows from `chance`.
    """
    effort = effort or mind.effort
    is_late = _deadline(clock, effort.longest_s)
    listed = mind.options(mind.imagines(known, chance), known.seat)
    options = [one for one in listed if one not in known.vain] or listed
    left = list(range(len(options)))
    sums, tried, worlds = [0.0] * len(options), [0] * len(options), effort.worlds
    while len(left) > 1:
        for _ in range(worlds):
            world, seed = mind.imagines(known, chance), chance.getrandbits(32)
            gained: dict[int, float] = {}
            for n in left:
                if is_late():
                    return _best(options, left, sums, tried) if tried[left[0]] else easy(mind, known, chance)
                gained[n] = _tries(mind, world, known.seat, options[n], Random(seed), effort.ahead)  # noqa: S311
            for n, worth in gained.items():  # options are compared in the same worlds
                sums[n] += worth
                tried[n] += 1
        left.sort(key=lambda n: sums[n] / tried[n], reverse=True)
        left, worlds = left[: (len(left) + 1) // 2], 2 * worlds
    return options[left[0]] if left else None


def _deadline(clock: Clock | None, longest_s: float) -> Callable[[], bool]:
    """Return a function that tells whether time is up; without a clock it never is."""
    if clock is None:
        return lambda: False
    ends_s = clock() + longest_s
    return lambda: clock() > ends_s


def _best(options: Sequence[Action], left: Sequence[int], sums: Sequence[float], tried: Sequence[int]) -> Action:
    return options[max(left, key=lambda n: sums[n] / tried[n])]


def _tries(mind: Mind[Any], world: World[Any], seat: int, option: Action, chance: Random, ahead: int) -> float:
    """Play on from an option in an imagined world, everybody by habit; say what that is worth."""
    chosen = {mover: mind.habit(world, mover, chance) for mover in mind.movers(world) if mover != seat}
    world, _ = mind.plays(world, {**chosen, seat: option}, chance)
    for _ in range(ahead):
        if mind.is_over(world):
            break
        world = _continued(mind, world, chance)
    return mind.worth(world, seat)


def _continued(mind: Mind[Any], world: World[Any], chance: Random) -> World[Any]:
    chosen = {mover: mind.habit(world, mover, chance) for mover in mind.movers(world)}
    after, _ = mind.plays(world, chosen, chance)
    return after
