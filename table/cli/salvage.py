"""`cardtable salvage`: saves what it can of a damaged journal into a new one; the damaged one stays as it is."""

import fcntl
from pathlib import Path

import click

from table.cli.shared import asked
from table.complaints import BadInput
from table.files import write_atomically
from table.keeping import salvage as salvaging


@click.command
@click.argument("damaged", type=asked.FILE, metavar="FILE", help="The database that is damaged.")
@click.option(
    "--output", "-o", "new", type=asked.FILE, metavar="NEW", required=True, help="Where to write what is saved."
)
def salvage(damaged: Path, new: Path) -> None:
    """Save what can be saved of a damaged database into a new one."""
    _check_unused(damaged)
    saved = salvaging.salvage(damaged, new)
    games, facts = sum(one.facts > 0 for one in saved), sum(one.facts for one in saved)
    click.echo(f"Saved {games} {_games(games)} with {facts} facts into {new}; {damaged} is as it was.")
    for one in saved:
        if one.lost is not None:
            click.echo(f"Lost of game {one.game_id}: {one.lost}.")
    if not any(one.lost for one in saved):
        click.echo("Nothing is known to be lost.")
    _take_along(damaged, new, hands=not any(one.lost for one in saved))
    click.echo(f"Play on with it where it is: --database {new}, or database = ... in table.toml.")


def _games(number: int) -> str:
    return "game" if number == 1 else "games"


def _take_along(damaged: Path, new: Path, *, hands: bool) -> None:
    """Copy the phones' seats and, unless part of the game is lost, the hands at an emulated table."""
    for beside in (".access", *((".people",) if hands else ())):
        kept = damaged.with_name(f"{damaged.name}{beside}")
        if kept.exists():
            write_atomically(new.with_name(f"{new.name}{beside}"), kept.read_bytes())


def _check_unused(path: Path) -> None:
    """Raise BadInput if a table is using a file, or it cannot be read."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadInput(f"{path}: a table is using this database; stop it first") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
