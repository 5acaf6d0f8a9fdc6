"""`cardtable update`: installs a signed update."""

import sys
from collections.abc import Callable
from pathlib import Path

import click

from table import systems
from table.cli import terminal
from table.complaints import BadInput
from table.privileges import as_owner
from table.saying import joined, say
from table.updating import outcome
from table.updating.applying import apply
from table.updating.desk import Desk
from table.updating.outcome import Outcome

_EXIT = {"updated": 0, "back": 3, "broken": 4}  # as install.sh
_ANY_OTHER = 1


@click.command
@click.argument("file", type=terminal.FILE, required=False)
@click.option("--again", is_flag=True, help="Install it even if it is not newer than this version.")
@click.option("--sent", is_flag=True, help="Install the update that the host's page has received; used by the service.")
def update(file: Path | None, again: bool, sent: bool) -> None:
    """Install a signed update; if it does not run, the previous version is restored.

    The exit status is 0 if it is installed, 1 or 2 if nothing was changed, 3 if it was rolled back, and 4 if the
    previous version does not start either. The last line says which.
    """
    if (file is None) != sent:
        raise BadInput("say which file the update is in: sudo cardtable update FILE")
    if not systems.is_root():
        raise BadInput("this needs root: sudo cardtable update FILE")
    became = _sent(Desk()) if file is None else apply(file, _echo, again=again)
    click.echo(became.said)
    sys.exit(_EXIT.get(became.state, _ANY_OTHER))


def _sent(desk: Desk, tell: Callable[[Outcome], None] = outcome.write) -> Outcome:
    """Install the update that was sent, and report the progress to the table."""
    tell(Outcome("working"))

    def taken() -> None:
        with as_owner(desk.wanted):
            desk.clear()

    try:
        became = apply(desk.sent, _echo, taken=taken)
    except BadInput as why:
        taken()  # or the service would ask for it again at once
        became = Outcome("refused", joined([why.text, say("Nothing was changed.")]))
    except BaseException as error:
        tell(Outcome("failed", say("The update was interrupted."), repr(error)))
        raise
    tell(became)
    return became


def _echo(line: str) -> None:
    click.echo(line, err=True)
