"""The entry point `cardtable`: passes a server to the commands, and reports errors in one line.

Heavy imports are inside functions, so that an early Ctrl-C is as quiet as a late one.
"""

import errno
import sys
from typing import TYPE_CHECKING

from web.server import gc_policy

if TYPE_CHECKING:
    from click import ClickException

    from web.server.serve import BoundPort

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130
LONGEST_LINE = 500


def main() -> None:
    """Run the command line."""
    gc_policy.wait()
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _run() -> None:
    import click

    from table.cli import build
    from table.complaints import BadInput, JournalBroken

    try:
        commands = build(_Pages(), _configure_log)
        with commands.make_context("cardtable", sys.argv[1:]) as context:
            status = commands.invoke(context)
    except (BadInput, JournalBroken) as error:
        _complain(str(error))
    except BrokenPipeError:  # the reader of our output has closed it
        sys.exit(FAILED)
    except OSError as error:
        if error.errno == errno.EACCES and error.filename is not None:
            _complain(f"{error.filename}: {error.strerror}")
        if error.errno != errno.ENOSPC:
            raise
        _complain(f"{error.filename or 'what is printed'} cannot be written: {error.strerror}", FAILED)
    except click.exceptions.Exit as ended:
        sys.exit(ended.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        _complain("expected a command, as listed above")
    except click.ClickException as error:
        _complain(f"{error.format_message()}{_expected(error)}")
    except click.Abort:
        sys.exit(INTERRUPTED)
    else:
        sys.exit(status if isinstance(status, int) else 0)


def _expected(error: "ClickException") -> str:
    """Return a sentence with the commands or options that exist, if one does not and Click has no guess."""
    from click import Group, Option
    from click.exceptions import NoSuchCommand, NoSuchOption

    if not isinstance(error, NoSuchCommand | NoSuchOption) or error.possibilities or error.ctx is None:
        return ""
    command = error.ctx.command
    if isinstance(error, NoSuchCommand):
        names = command.list_commands(error.ctx) if isinstance(command, Group) else []
    else:
        options = (one for one in command.get_params(error.ctx) if isinstance(one, Option) and not one.hidden)
        names = [name for option in options for name in (*option.opts, *option.secondary_opts)]
    return f" Expected one of {', '.join(names)}."


def _configure_log() -> None:
    """Arrange for our log to be set up at its first entry, and configure the logs of libraries loaded so far."""
    from table.log import prepare

    prepare(_configure_ours)
    if "logging" in sys.modules:
        from web.server import log

        log.configure_libraries()


def _configure_ours() -> None:
    from web.server import log

    log.configure()


class _Pages:
    """The web server, imported only by commands that serve a table."""

    def bind(self, port: int) -> "BoundPort":
        """Bind a port. Raise BadInput if another program uses it."""
        from web.server.serve import WaitressServer

        _configure_log()  # again, because the libraries that write logs have now been loaded
        return WaitressServer().bind(port)


def _complain(text: str, status: int = BAD_INPUT) -> None:
    line = " ".join(text.split())
    shown = line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}..."
    print(f"cardtable: {shown}", file=sys.stderr)  # noqa: T201
    sys.exit(status)
