"""An edge as the kernel saw it."""

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class EdgeEvent:
    """One edge. `line_seqno` counts the edges of its line from 1; a gap means that a full buffer dropped some."""

    class Type(Enum):
        """The direction of the edge, in logical levels."""

        RISING_EDGE = 1
        FALLING_EDGE = 2

    event_type: Type
    timestamp_ns: int
    line_offset: int
    global_seqno: int
    line_seqno: int
