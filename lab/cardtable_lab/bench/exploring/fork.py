"""A chance that takes every way: what asks it is done again and again, until each of its answers has been given."""

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from itertools import count, permutations
from math import factorial
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")
_FEW = 6  # of a lot that orders ties, as many as orders of three


class Fork(Random):
    """Answers by a plan, and 0 where the plan ends; `asked` says out of how many each answer was."""

    def __new__(cls, _plan: Sequence[int]) -> "Fork":
        """Make one; the plan is no seed."""
        return super().__new__(cls)

    def __init__(self, plan: Sequence[int]) -> None:
        super().__init__(0)
        self._plan = plan
        self.asked: list[int] = []

    def _of(self, number: int) -> int:
        place = len(self.asked)
        self.asked.append(number)
        return self._plan[place] if place < len(self._plan) else 0

    def random(self) -> float:
        """Return one of two answers: it happens, or not."""
        return (0.0, 0.999)[self._of(2)]

    def getrandbits(self, bits: int) -> int:
        """Return any of so many bits."""
        return self._of(1 << bits) if bits <= _FEW * 2 else self._of(_FEW)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return any number below; of a lot the first few, which are all that matter."""
        return self._of(min(start, _FEW))

    def choice(self, seq: Any) -> Any:
        return seq[self._of(len(seq))]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        """Return any so many of them, in any order."""
        orders = list(permutations(population, k))
        return list(orders[self._of(len(orders))])

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put them into any order."""
        x[:] = _nth(list(x), self._of(factorial(len(x))))


def _nth(things: list[Any], number: int) -> list[Any]:
    """Return one of the orders of things, by its number."""
    ordered = []
    for left in range(len(things), 0, -1):
        at, number = number % left, number // left
        ordered.append(things.pop(at))
    return ordered


def every(does: Callable[[Fork], T], most: int = 100_000) -> Iterator[T]:
    """Try every random outcome; yield the results. Raise RuntimeError if there are too many."""
    plan: list[int] = []
    for tries in count():
        if tries > most:
            raise RuntimeError(f"this depends on chance in more than {most} ways")
        fork = Fork(plan)
        yield does(fork)
        plan = [*plan, *[0] * (len(fork.asked) - len(plan))][: len(fork.asked)]
        while plan and plan[-1] + 1 >= fork.asked[len(plan) - 1]:
            plan.pop()
        if not plan:
            return
        plan[-1] += 1
