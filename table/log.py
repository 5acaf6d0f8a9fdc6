"""The log that modules write to. Its library loads at the first entry, which saves a small Pi a second at start.

Modules log with `logger`. `prepare` says what happens to entries, and waits for the library.
"""

import sys
from collections.abc import Callable
from threading import Lock
from typing import Any

_LIBRARY = "structlog"


def logger() -> Any:
    """Return a logger of structlog, as good as one."""
    return _Logger()


def load() -> None:
    """Load the library now, so that a table of real cards does not load it in the middle of a game."""
    _loaded()


def prepare(step: Callable[[], None]) -> None:
    """Do something with the library once it is loaded, before anything is logged; steps are done in their order."""
    with _lock:
        if _LIBRARY in sys.modules:
            _do_waiting()
            step()
        else:
            _waiting.append(step)


class _Logger:
    """Logs as structlog does, which it loads for that."""

    def __getattr__(self, name: str) -> Any:
        return getattr(_loaded().get_logger(), name)


_lock = Lock()
_waiting: list[Callable[[], None]] = []


def _loaded() -> Any:
    import structlog  # most processes never get here

    with _lock:
        _do_waiting()
    return structlog


def _do_waiting() -> None:
    while _waiting:
        _waiting.pop(0)()
