"""How hard a robot thinks."""

from table.values import Value


class Effort(Value):
    """How hard a robot thinks: worlds for each option in the first pass, how far ahead, and for how long, in s.

    Without a number of `worlds` it tries as many as `moves` allow, which are imagined for one decision. With a clock it
    stops after that time: a slower machine tries fewer worlds. The defaults suit a game that nobody has measured; where
    only the end of a round says what a hand was worth, look further `ahead`.
    """

    worlds: int | None = 16
    ahead: int = 12
    longest_s: float = 1.5
    moves: int = 8000
