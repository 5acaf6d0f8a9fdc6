"""Where the log goes: to standard error, each kind of trouble once, then counted."""

import logging
import sys

import structlog

from web.server.repeats import Counted, CountedRecords


def configure() -> None:
    """Let our own parts and the libraries write there."""
    *before, _ = structlog.get_config()["processors"]
    plain = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[Counted(), *before, plain], logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(CountedRecords())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that a request has to wait a moment is no trouble
