"""Controls when the garbage collector runs: never during startup, because those objects are kept; rarely afterwards.

With its default thresholds, Python collects after every few hundred new objects. Startup creates a hundred thousand, so
a fifth of its time would go into collections. Once startup is over, all objects made so far are frozen and never
scanned again. A game keeps every event for each audience: scanning those of a long evening stops all threads for a
tenth of a second, and with the default thresholds a busy table would do that every other second. Cycles created by a
request are still collected while they are young.
"""

import gc
from typing import Literal

MOST = 250_000  # more objects than startup creates; a program with this many has begun its work
AT_WORK = (10_000, 10, 200)  # the thresholds of generations 0, 1 and 2: a full scan after twenty million new objects


def wait() -> None:
    """Pause garbage collection until `look` is called, or until so many objects exist that startup must be over."""
    if on_collection not in gc.callbacks:
        gc.set_threshold(MOST)
        gc.callbacks.append(on_collection)


def look() -> None:
    """Resume paused garbage collection, and exclude all objects that exist now from it."""
    if on_collection in gc.callbacks:
        gc.callbacks.remove(on_collection)
        gc.set_threshold(*AT_WORK)
        gc.freeze()


def on_collection(phase: Literal["start", "stop"], _info: dict[str, int]) -> None:
    """Resume after the first collection, which means that `MOST` objects were created before `look` was called."""
    if phase == "stop":
        look()
