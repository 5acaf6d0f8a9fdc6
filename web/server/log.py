"""The log goes to standard error; repeated trouble is counted."""

import logging
import sys
from typing import TYPE_CHECKING, Any

from web.server.repeats import Counted, CountedRecords

if TYPE_CHECKING:
    from structlog.typing import EventDict


def configure() -> None:
    """Configure logging for our own modules."""
    import structlog  # it is who logs

    *before, _ = structlog.get_config()["processors"]
    shown = Shown(colors=sys.stderr.isatty())
    structlog.configure(processors=[Counted(), *before, shown], logger_factory=structlog.PrintLoggerFactory(sys.stderr))


def configure_libraries() -> None:
    """Configure logging for libraries."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(CountedRecords())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits a moment is no trouble


_IN_LINES = frozenset({"stack", "exception"})  # what a renderer shows below an entry, as it is


class Shown:
    """The last processor: it renders an entry for a terminal, which obeys nothing that strangers say."""

    def __init__(self, *, colors: bool) -> None:
        import structlog  # it is who logs

        plain = structlog.dev.plain_traceback
        self._render = structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=plain)

    def __call__(self, logger: Any, name: str, entry: "EventDict") -> str:
        """Return the line."""
        return self._render(logger, name, {key: _visible(key, value) for key, value in entry.items()})


class _Quoted:
    """Text that is shown with its escapes."""

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
