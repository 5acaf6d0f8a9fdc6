"""The log goes to standard error; repeated trouble is counted."""

import logging
import sys

from web.server.repeats import Counted, CountedRecords


def configure() -> None:
    """Configure logging for our own modules."""
    import structlog  # it is who logs

    *before, _ = structlog.get_config()["processors"]
    plain = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[Counted(), *before, plain], logger_factory=structlog.PrintLoggerFactory(sys.stderr))


def configure_libraries() -> None:
    """Configure logging for libraries."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(CountedRecords())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits a moment is no trouble
