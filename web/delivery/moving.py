"""Stream messages about hands that move: whose hand, and for how long. They have no `id` and are never repeated."""

import json
from collections.abc import Callable

from table.emulated.sight import Movements


def follows(movements: Movements) -> Callable[[], bytes]:
    """Return a function that returns messages about all movements since its last call, or since its creation."""
    known = movements.number

    def passing() -> bytes:
        nonlocal known
        new = movements.since(known)
        known = new[-1].number if new else known
        moves = (json.dumps({"seat": one.seat, "for_ms": one.for_ms}) for one in new)
        return b"".join(f"event: hand_moved\ndata: {data}\n\n".encode() for data in moves)

    return passing
