"""The settings of a line, under libgpiod's names and numbers."""

from enum import Enum

__all__ = ["Bias", "Clock", "Direction", "Drive", "Edge", "Value"]


class Value(Enum):
    """A logical level: active is high, unless the line is active low."""

    INACTIVE = 0
    ACTIVE = 1

    def __bool__(self) -> bool:
        return self is Value.ACTIVE


class Direction(Enum):
    """Input or output."""

    AS_IS = 1
    INPUT = 2
    OUTPUT = 3


class Bias(Enum):
    """The pin's internal resistor."""

    AS_IS = 1
    UNKNOWN = 2
    DISABLED = 3
    PULL_UP = 4
    PULL_DOWN = 5


class Drive(Enum):
    """How an output drives its levels."""

    PUSH_PULL = 1
    OPEN_DRAIN = 2
    OPEN_SOURCE = 3


class Edge(Enum):
    """Which edges are stamped."""

    NONE = 1
    RISING = 2
    FALLING = 3
    BOTH = 4


class Clock(Enum):
    """The clock that stamps edges."""

    MONOTONIC = 1
    REALTIME = 2
    HTE = 3
