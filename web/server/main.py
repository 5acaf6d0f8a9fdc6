"""The entry point `cardtable`: gives the commands a server, and reports errors in one line.

Heavy imports are inside, so that an early Ctrl-C is as quiet as a late one.
"""

import sys

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
LONGEST_LINE = 500


def main() -> None:
    """Run the command line."""
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _run() -> None:
    import typer

    from table.cli import build
    from table.complaints import BadInput
    from table.keeping.soundness import JournalBroken
    from web.server import log
    from web.server.serve import WaitressServer

    log.configure()
    try:
        status = build(WaitressServer())(standalone_mode=False)
    except (BadInput, JournalBroken) as error:
        _complain(str(error))
    except BrokenPipeError:  # the reader of our output has closed it
        sys.exit(FAILED)
    except typer.TyperException as error:
        _complain(error.format_message())
    except typer.Abort:
        sys.exit(INTERRUPTED)
    else:
        sys.exit(status if isinstance(status, int) else 0)


def _complain(text: str, status: int = BAD_INPUT) -> None:
    line = " ".join(text.split()) or "expected a command, as listed above"
    shown = line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}..."
    print(f"cardtable: {shown}", file=sys.stderr)  # noqa: T201
    sys.exit(status)
