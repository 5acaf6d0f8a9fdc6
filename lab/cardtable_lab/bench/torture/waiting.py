"""The time of an evening: people wait while the table is visibly broken, but faults and the table's clock continue."""

from math import inf

from simpy import Environment

from hardware.clock import SharedClock


class People:
    """People's agenda, on the table's clock; people's time stops while they are held."""

    def __init__(self, clock: SharedClock, env: Environment) -> None:
        self._clock = clock
        self._env = env
        self._behind_ns = clock.now_ns() - int(env.now)
        self._held_ns: int | None = None

    @property
    def is_held(self) -> bool:
        return self._held_ns is not None

    @property
    def now_ns(self) -> int:
        """The current time on the people's clock."""
        return (self._clock.now_ns() if self._held_ns is None else self._held_ns) - self._behind_ns

    def hold(self) -> None:
        """Stop people's time; safe to call twice."""
        if self._held_ns is None:
            self._held_ns = self._clock.now_ns()

    def go_on(self) -> None:
        """Let people's time continue; safe to call twice."""
        if self._held_ns is not None:
            self._behind_ns += self._clock.now_ns() - self._held_ns
            self._held_ns = None

    def peek(self) -> float:
        """Return the time of the next action, on the table's clock."""
        return inf if self.is_held else self._env.peek() + self._behind_ns

    def step(self) -> None:
        """Run the next action."""
        self._env.step()


class Both:
    """The evening's agenda, which merges the faults' agenda with that of the current people."""

    def __init__(self, faults: Environment) -> None:
        self.people: People | None = None
        self._faults = faults

    def peek(self) -> float:
        """Return the time of the next event."""
        return min(self._faults.peek(), inf if self.people is None else self.people.peek())

    def step(self) -> None:
        """Run the next event."""
        if self.people is not None and self.people.peek() < self._faults.peek():
            self.people.step()
        else:
            self._faults.step()
