"""How hard a robot thinks."""

from table.values import Value


class Effort(Value):
    """How hard a robot thinks: worlds for each option in the first pass, how far ahead, and for how long, in s.

    With a clock it stops after that time: a machine slower than a Raspberry Pi 4 tries fewer worlds. The defaults suit
    a game that nobody has measured; one that needs less sets its own.
    """

    worlds: int = 16
    ahead: int = 12
    longest_s: float = 1.5
