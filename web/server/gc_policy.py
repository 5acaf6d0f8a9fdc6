"""When the garbage collector runs: not while the program starts, because what is made then is kept; and rarely later.

Python collects after every few hundred new objects, and a start makes a hundred thousand, which costs a fifth of its
time. Objects that exist when a start is over are never scanned again. A game keeps every event, for each audience:
scanning those of a long evening stops all threads for a tenth of a second, and with Python's own thresholds a busy
table would do so every other second. Cycles created for a request are found while they are young.
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


def on_collection(phase: Literal["start", "stop"], _info: dict[str, int]) -> None:
    """Hear of a collection while we wait."""
    if phase == "stop":
        look()
