"""How much effort a robot puts into a decision."""

from table.values import Value


class Effort(Value):
    """How hard a robot thinks: worlds per option in the first pass, moves to look ahead, and a time limit in s.

    If `worlds` is None, the robot tries as many worlds as it can with about `moves` moves per decision. With a clock,
    it stops after `longest_s`, so a slower computer tries fewer worlds. The defaults suit a game that has not been
    benchmarked. Increase `ahead` if a hand's worth only becomes clear at the end of a round.
    """

    worlds: int | None = 16
    ahead: int = 12
    longest_s: float = 1.5
    moves: int = 8000
