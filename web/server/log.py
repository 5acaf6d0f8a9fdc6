"""Logs to standard error, and counts repeated errors."""

import logging
import sys
from collections import Counter
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structlog.typing import EventDict


# -- Repeated log entries are counted instead of written, so that nobody can fill a disk
#
# The first entry is written in full; after that, only the count at the 10th, 100th, 1000th repetition.

MOST_KINDS = 20  # kinds of one event; anybody may have supplied the details, so further kinds are counted together
_MOST_LETTERS = 2_000
_TELLING = ("kind", "source", "reader", "message", "fact", "choice", "why", "error")  # fields that tell failures apart


class Repeats:
    """Counts log entries, by event and kind. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kinds: dict[str, set[str]] = {}
        self._times: Counter[tuple[str, str]] = Counter()

    def written(self, event: str, kind: str = "") -> int | None:
        """Count an entry; return the count if the entry should be written, else None."""
        with self._lock:
            kinds = self._kinds.setdefault(event, set())
            if kind not in kinds and len(kinds) >= MOST_KINDS:
                kind = "others"
            kinds.add(kind)
            self._times[event, kind] += 1
            times = self._times[event, kind]
        return times if str(times).strip("0") == "1" else None


class Counted:
    """A structlog processor that drops most repeated entries."""

    def __init__(self) -> None:
        self._repeats = Repeats()

    def __call__(self, _logger: Any, _name: str, entry: "EventDict") -> "EventDict":
        """Return an entry that should be written, with its count if it is a repetition. Raise DropEvent for others."""
        kind = " ".join(str(entry[name])[:100] for name in _TELLING if name in entry)
        times = self._repeats.written(str(entry["event"]), kind)
        if times is None:
            import structlog  # loaded already: structlog calls this

            raise structlog.DropEvent
        if times > 1:
            entry.pop("exc_info", None)
            entry["times"] = times
        return entry


class CountedRecords(logging.Filter):
    """A filter that drops most repeated log records of libraries: same logger, level, text and exception."""

    def __init__(self) -> None:
        super().__init__()
        self._repeats = Repeats()

    def filter(self, record: logging.LogRecord) -> bool:
        """Count a record, and add the count to a repeated one; return whether the record should be written."""
        raised = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        times = self._repeats.written(f"{record.name} {record.levelname}", f"{record.msg!s:.200} {raised}")
        if times is not None:
            said = record.getMessage()[:_MOST_LETTERS]
            record.msg, record.args = (said if times == 1 else f"{said} ({times} times)"), ()
            record.exc_info = record.exc_info if times == 1 else None
        return times is not None


def configure() -> None:
    """Configure logging for our own modules."""
    import structlog  # imported only when something is logged

    *before, _ = structlog.get_config()["processors"]
    shown = Shown(colors=sys.stderr.isatty())
    structlog.configure(processors=[Counted(), *before, shown], logger_factory=structlog.PrintLoggerFactory(sys.stderr))


def configure_libraries() -> None:
    """Configure logging for libraries."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(CountedRecords())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits a moment is normal


_IN_LINES = frozenset({"stack", "exception"})  # fields that a renderer prints unchanged, in lines below an entry


class Shown:
    """Renders an entry as a line, as the last processor, and escapes control characters, which anybody may send."""

    def __init__(self, *, colors: bool) -> None:
        import structlog  # imported only when something is logged

        plain = structlog.dev.plain_traceback
        self._render = structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)

    def __call__(self, logger: Any, name: str, entry: "EventDict") -> str:
        """Return an entry as a line."""
        return self._render(logger, name, {key: _visible(key, value) for key, value in entry.items()})


class _Quoted:
    """A text that renderers print in quotes, with escapes."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return repr(self._text)


def _visible(key: str, value: Any) -> Any:
    if not isinstance(value, str) or value.isprintable():
        return value
    if key in _IN_LINES:
        return "\n".join(line if line.isprintable() else repr(line)[1:-1] for line in value.splitlines())
    return _Quoted(value)
