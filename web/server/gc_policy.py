"""When the garbage collector runs: not while the program starts, since everything made then is kept, and seldom later.

Python looks after every few hundred new objects, and a start makes a hundred thousand; that is a fifth of its time.
What is there when a start is over is never looked through again. A game keeps every event, for each audience: to look
through those of a long evening stops all threads for a tenth of a second, and with Python's own thresholds a busy table
does that every other second. What is made for a request and refers to itself is found while it is young.
"""

import gc
from typing import Literal

MOST = 250_000  # objects of a start; who makes more has begun to work
AT_WORK = (10_000, 10, 200)  # of the youngest; of the young; all objects after twenty million new ones


def wait() -> None:
    """Pause garbage collection until `look` is called, or so much was made that the start must be over."""
    if on_collection not in gc.callbacks:
        gc.set_threshold(MOST)
        gc.callbacks.append(on_collection)


def look() -> None:
    """Resume garbage collection, without the objects of the start; otherwise nothing happens."""
    if on_collection in gc.callbacks:
        gc.callbacks.remove(on_collection)
        gc.set_threshold(*AT_WORK)
        gc.freeze()


def on_collection(phase: Literal["start", "stop"], _told: dict[str, int]) -> None:
    """Hear of a collection while we wait."""
    if phase == "stop":
        look()
