"""How hard a robot thinks."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How hard a robot thinks: worlds for each option in the first pass, how far ahead, and for how long, in s.

    What it chooses follows from its chance as long as the time is enough, which it is by far on a Raspberry Pi 4.
    """

    worlds: int = 4
    ahead: int = 12
    longest_s: float = 1.5
