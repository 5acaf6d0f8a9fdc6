"""How hard a robot thinks."""

from table.values import Value


class Effort(Value):
    """How hard a robot thinks: worlds for each option in the first pass, how far ahead, and for how long, in s.

    By a clock it stops after that time: a machine that is slower than a Raspberry Pi 4 chooses by fewer worlds. What is
    usual is enough for a game whose author has measured nothing; one that needs less says so.
    """

    worlds: int = 16
    ahead: int = 12
    longest_s: float = 1.5
