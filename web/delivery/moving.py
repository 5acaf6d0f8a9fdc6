"""Movements of hands, for phones at seats: whose hand, and for how long. They have no `id`, and are sent once."""

import json
from collections.abc import Callable

from table.emulated.sight import Movements


def follows(movements: Movements) -> Callable[[], bytes]:
    """Return what gives the messages of all movements since it was last called, from now on."""
    known = movements.number

    def passing() -> bytes:
        nonlocal known
        new = movements.since(known)
        known = new[-1].number if new else known
        moves = (json.dumps({"seat": one.seat, "for_ms": one.for_ms}) for one in new)
        return b"".join(f"event: hand_moved\ndata: {data}\n\n".encode() for data in moves)

    return passing
