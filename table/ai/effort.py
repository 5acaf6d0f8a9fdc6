"""How hard a robot thinks."""

from table.values import Value


class Effort(Value):
    """How hard a robot thinks: worlds for each option in the first pass, how far ahead, and for how long, in s.

    Without a number of `worlds` it tries as many as `moves` allow, which are imagined for one decision; so much takes
    no more than 2 s on a Raspberry Pi 4. With a clock it stops after that time: a slower machine tries fewer worlds.
    The defaults play most rounds to their end, because only there hands say what they were worth; a game that needs
    less sets its own.
    """

    worlds: int | None = None
    ahead: int = 150
    longest_s: float = 1.5
    moves: int = 8000
