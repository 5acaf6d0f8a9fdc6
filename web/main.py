"""The entry point `cardtable`: hands the commands a server, and says what went wrong in one line."""

import sys

import structlog
import typer

from table.cli import build
from table.complaints import BadInput
from web.serve import WaitressServer

BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    app = build(WaitressServer())
    try:
        app(standalone_mode=False)
    except BadInput as error:
        _complain(str(error))
    except typer.TyperException as error:
        _complain(error.format_message())
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)


def _complain(text: str) -> None:
    print(f"cardtable: {' '.join(text.split())}", file=sys.stderr)  # noqa: T201
    sys.exit(BAD_INPUT)
