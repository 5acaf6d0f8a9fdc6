"""How a keen robot chooses: it tries its options in many worlds that are consistent with what it knows.

Monte Carlo search by determinization, as in bridge programs (Ginsberg 2001): in each imagined world, the game continues
by habit for some moves after each option, and the resulting positions are compared. Worse options are dropped
(successive halving; Karnin, Koren and Somekh 2013), so that thinking time goes to the better ones. A robot departs from
its habit only for an option that is better by more than one standard error: in a game of luck a few worlds prove
little, and the option that looks best of many is often worse.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from table.ai.effort import Effort
from table.ai.known import Known, World
from table.ai.policy import AI, Action

__all__ = ["Clock", "Effort", "easy", "keen"]

Clock = Callable[[], float]
_FEWEST, _MOST = 2, 24  # worlds in the first pass, if their number depends on the affordable moves


def easy(ai: AI[Any], known: Known, chance: Random) -> Action:
    """Choose by habit; if the hands have already failed to carry that out this turn, pick another option at random."""
    world = ai.imagines(known, chance)
    action = ai.habit(world, known.seat, chance)
    if action is None or action not in known.vain:
        return action
    others = [one for one in ai.options(world, known.seat) if one not in known.vain]
    return chance.choice(others) if others else action


def keen(ai: AI[Any], known: Known, chance: Random, effort: Effort | None = None, clock: Clock | None = None) -> Action:
    """Choose the option that does best in imagined worlds; by default the game's AI sets the effort.

    With a `clock`, in s, the search stops in time and uses the worlds tried so far. Without one, the result depends on
    `chance` alone.
    """
    effort = effort or ai.effort
    is_late = _deadline(clock, effort.longest_s)
    imagined = ai.imagines(known, chance)
    listed = ai.options(imagined, known.seat)
    options = [one for one in listed if one not in known.vain] or listed
    if len(options) < 2:
        return options[0] if options else None
    usual = ai.habit(imagined, known.seat, chance)
    habit = [options.index(usual)] if usual in options else []
    left = list(range(len(options)))
    worths: list[list[float]] = [[] for _ in options]  # by option; all are tried in the same worlds
    worlds, tried = effort.worlds or _MOST, 0
    while len(left) > 1:
        while tried < worlds:
            world, seed, moved = ai.imagines(known, chance), chance.getrandbits(32), 0
            gained: dict[int, float] = {}
            for n in dict.fromkeys((*left, *habit)):
                if is_late():
                    return _best(options, left, habit, worths) if worths[left[0]] else easy(ai, known, chance)
                gained[n], moves = _tries(ai, world, known.seat, options[n], Random(seed), effort.ahead)  # noqa: S311
                moved += moves
            for n, worth in gained.items():  # only worlds in which all options were tried count
                worths[n].append(worth)
            if effort.worlds is None and len(left) == len(options) and not tried:
                worlds = _affordable(effort.moves, moved, len(options))
            tried += 1
        left.sort(key=lambda n: fmean(worths[n]), reverse=True)
        left, worlds, tried = left[: (len(left) + 1) // 2], 2 * worlds, 0
    return _best(options, left, habit, worths)


def _affordable(moves: int, moved: int, options: int) -> int:
    """Return how many worlds to try in the first pass, given the moves per world; all passes cost about the same."""
    return max(_FEWEST, min(_MOST, moves // (max(1, moved) * (options - 1).bit_length())))


def _deadline(clock: Clock | None, longest_s: float) -> Callable[[], bool]:
    """Return a function that tells whether time is up; without a clock it never is."""
    if clock is None:
        return lambda: False
    ends_s = clock() + longest_s
    return lambda: clock() > ends_s


def _best(
    options: Sequence[Action], left: Sequence[int], habit: Sequence[int], worths: Sequence[Sequence[float]]
) -> Action:
    """Return the best remaining option, or the habit's option if that is not clearly worse."""
    best = max(left, key=lambda n: fmean(worths[n]))
    for usual in habit:
        gains = [better - worth for better, worth in zip(worths[best], worths[usual], strict=True)]
        if len(gains) < 2 or fmean(gains) < stdev(gains) / sqrt(len(gains)):
            return options[usual]
    return options[best]


def _tries(ai: AI[Any], world: World[Any], seat: int, option: Action, chance: Random, ahead: int) -> tuple[float, int]:
    """Play an option in an imagined world, then let all seats play by habit; return its worth and the moves made."""
    chosen = {mover: ai.habit(world, mover, chance) for mover in ai.movers(world) if mover != seat}
    world, _ = ai.plays(world, {**chosen, seat: option}, chance)
    moves = 1
    while moves <= ahead and not ai.is_over(world):
        world = _continued(ai, world, chance)
        moves += 1
    return ai.worth(world, seat), moves


def _continued(ai: AI[Any], world: World[Any], chance: Random) -> World[Any]:
    chosen = {mover: ai.habit(world, mover, chance) for mover in ai.movers(world)}
    after, _ = ai.plays(world, chosen, chance)
    return after
