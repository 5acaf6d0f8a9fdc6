"""`cardtable salvage`: saves what it can of a damaged journal into a new one; the damaged one is left unchanged."""

import fcntl
from pathlib import Path

import click

from table.cli.shared import asked
from table.complaints import BadInput
from table.files import write_atomically
from table.history import archive
from table.keeping import salvage as salvaging


@click.command
@click.argument("damaged", type=asked.FILE, metavar="FILE", help="The database that is damaged.")
@click.option(
    "--output", "-o", "new", type=asked.FILE, metavar="NEW", required=True, help="Where to write what is saved."
)
def salvage(damaged: Path, new: Path) -> None:
    """Save what can be saved of a damaged database into a new one."""
    asked.works_as_owner(damaged)
    _check_unused(damaged)
    if not new.exists() and all(archive.path_of(path).exists() for path in (damaged, new)):
        raise BadInput(f"{archive.path_of(new)}: this file exists already; name a new one")
    # Beside an intact history, a new journal is worth having even without games.
    saved = salvaging.salvage(damaged, new, without_games=archive.is_sound(archive.path_of(damaged)))
    games, facts = sum(one.facts > 0 for one in saved), sum(one.facts for one in saved)
    click.echo(f"Saved {games} {_games(games)} with {facts} facts into {new}; {damaged} is as it was.")
    for game in saved:
        if game.lost is not None:
            click.echo(f"Lost of game {game.game_id}: {game.lost}.")
    whole = games > 0 and not any(one.lost for one in saved)
    if _take_along(damaged, new, whole=whole) and whole:
        click.echo("Nothing is known to be lost.")
    click.echo(f"Play on with it where it is: --database {new}, or database = ... in table.toml.")


def _games(number: int) -> str:
    return "game" if number == 1 else "games"


def _take_along(damaged: Path, new: Path, *, whole: bool) -> bool:
    """Copy a table's other files; return whether all could be copied.

    These are the history with the host's wishes, the phones' seats and the host's PIN; if the games are `whole`, also
    the hands at an emulated table and a club's outbox.
    """
    for beside in (".access", ".pin", *((".people", ".club", ".club.done") if whole else ())):
        kept = damaged.with_name(f"{damaged.name}{beside}")
        if kept.exists():
            write_atomically(new.with_name(f"{new.name}{beside}"), kept.read_bytes())
    try:
        if archive.copy(damaged, new):
            click.echo("The history was taken along.")
    except BadInput as error:
        click.echo(f"The history was not taken along: {error}.")
        return False
    return True


def _check_unused(path: Path) -> None:
    """Raise BadInput if a table is using a file, or it cannot be read."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadInput(f"{path}: a table is using this database; stop it first") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
