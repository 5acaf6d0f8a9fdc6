"""The log for all modules. Its library is loaded on the first entry, which saves a second at start-up on a small Pi.

Modules log with `logger`. `prepare` configures the library once it is loaded.
"""

import sys
from collections.abc import Callable
from threading import Lock
from typing import Any

_LIBRARY = "structlog"


def logger() -> Any:
    """Return an object that logs like a structlog logger, and loads structlog on its first entry."""
    return _Logger()


def load() -> None:
    """Load the library now, so that a table with real cards does not load it in the middle of a game."""
    _loaded()


def prepare(step: Callable[[], None]) -> None:
    """Run a step once the library is loaded, before the first entry is logged. Steps run in the order added."""
    with _lock:
        if _LIBRARY in sys.modules:
            _do_waiting()
            step()
        else:
            _waiting.append(step)


class _Logger:
    """Loads structlog on demand, and passes all calls on to it."""

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
