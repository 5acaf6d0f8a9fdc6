"""Commands for finished games: history, import, export, backup, restore, forget."""

from contextlib import nullcontext
from itertools import islice
from pathlib import Path

import click

from table import games, systems
from table.cli import terminal
from table.complaints import BadInput
from table.files import write_atomically
from table.forgotten import SOMEBODY
from table.history import archive
from table.history.archive import Archive, Kept, path_of
from table.history.described import described
from table.history.importing import import_scripts
from table.history.record import Record
from table.history.recorder import recorded
from table.history.saving import backup as backups
from table.history.saving import forgetting, receiving
from table.history.saving.backup import back_up
from table.keeping import salvage as salvaging
from table.keeping.journal import Journal
from table.keeping.ownership import TableRunsError
from table.keeping.records import Records
from table.reporting.report import write

# -- `cardtable backup`: writes games, history, decks and tags into one file, even while a table runs


@click.command
@click.argument("file", type=terminal.FILE, metavar="FILE", help="Where to write the backup.")
@terminal.database
def backup(file: Path, database: Path) -> None:
    """Write games, history, decks and tags into one file."""
    back_up(database, file)
    click.echo(f"{file} has everything that {database} had just now.")


# -- `cardtable export`: prints a finished game as a script for `cardtable replay`


@click.command
@click.argument("game_id", type=click.IntRange(1, 1_000_000_000), metavar="GAME_ID", help="Number of the game.")
@terminal.database
def export(game_id: int, database: Path) -> None:
    """Print a recorded game as a table script, one fact a line."""
    record = _in_archive(database, game_id) or _in_journal(database, game_id)
    if record.kept:
        click.echo("Part of this game was played under older rules, so a replay differs.", err=True)
    for body in record.facts:
        click.echo(body)


def _in_archive(database: Path, game_id: int) -> Record | None:
    if not path_of(database).exists():
        return None
    with Archive(database) as archive:
        return archive.record(game_id) if game_id in archive.all_ids() else None


def _in_journal(database: Path, game_id: int) -> Record:
    if path_of(database).exists() and not database.exists():
        raise BadInput(f"{database}: there is no game {game_id}")
    with Records.read(database) as records:
        if records.game(game_id).ended_at is None:
            raise BadInput(f"game {game_id} is not over: its facts would reveal every secret")
        return recorded(records, game_id)


# -- `cardtable forget`: removes every trace of a name from the table's files; the games stay


@click.command
@click.argument("name", metavar="NAME", type=terminal.NAME, help="The name to forget.")
@terminal.database
def forget(name: str, database: Path) -> None:
    """Forget a name; its games are kept, with "somebody" as the player."""
    if not database.exists() and not path_of(database).exists():
        raise BadInput(f"{database}: there is no such database")
    try:
        with Journal(database) as journal:
            found = forgetting.forget(name, database, journal)
    except TableRunsError:
        why = "a table is using this database: its host’s page can forget a name; or stop it first"
        raise BadInput(f"{database}: {why}") from None
    games = "1 game was" if found == 1 else f"{found} games were"
    click.echo(f"{games} played by {SOMEBODY}. Backups that you made yourself still have the name.")


# -- `cardtable history`: lists finished games, newest first, or recounts the statistics of all of them


@click.command
@terminal.database
@click.option("--game", help="Only games of this kind.")
@click.option("--player", type=terminal.NAME, help="Only games with a player of this name.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=100, help="Maximum number of games.")
@click.option("--rebuild", is_flag=True, help="Recompute all statistics from the games.")
@click.option("--json", is_flag=True, help="Print JSON.")
def history(database: Path, game: str | None, player: str | None, limit: int, rebuild: bool, json: bool) -> None:
    """List finished games, newest first."""
    if game is not None:
        games.find(game)
    if not path_of(database).exists() and not _may_come(database):
        raise BadInput(f"{database}: there is no such database")
    with Archive(database) if path_of(database).exists() else nullcontext() as archive:
        if archive is None:
            found: list[Kept] = []
        elif rebuild:
            click.echo(f"Counted anew: {archive.rebuild()} games.")
            return
        else:
            found = [*islice(archive.each(game=game, player=player), limit)]
    if json:
        terminal.line([described(kept) for kept in found])
        return
    if not found:
        click.echo("No game is over yet.")
        return
    terminal.table(("id", "game", "ended", "rounds", "players", "winners"), [_row(kept) for kept in found])


def _may_come(database: Path) -> bool:
    """Return whether a path is a table's database, or could become one. Raise BadInput if it is some other file."""
    if not database.exists():
        return database.parent.exists()
    with Records.read(database):
        return True


def _row(kept: Kept) -> tuple[str, ...]:
    of = kept.summary
    players = ", ".join(f"{name} {of.totals.get(seat, 0)}" for seat, name in of.players.items())
    winners = ", ".join(of.players[seat] for seat in of.winners) or of.termination
    return (
        str(kept.id),
        games.title(of.game),
        kept.ended_at[:16].replace("T", " "),
        str(of.rounds),
        players,
        winners,
    )


# -- `cardtable import`: adds table scripts to the history as finished games


@click.command("import")
@click.argument("scripts", type=terminal.FILE, nargs=-1, required=True, metavar="SCRIPT...", help="Table scripts.")
@terminal.database
def import_(scripts: tuple[Path, ...], database: Path) -> None:
    """Add table scripts to the history as finished games, without duplicates: all of them, or none."""
    for path, game_id in zip(scripts, import_scripts(scripts, database), strict=True):
        click.echo(f"{path} is game {game_id}.")


# -- `cardtable report`: writes the last game, its log and the table's configuration into one file, without names


@click.command
@click.argument("file", type=terminal.FILE, metavar="FILE", help="Where to write the report.")
@terminal.database
def report(file: Path, database: Path) -> None:
    """Write a report of the last game, without names, for troubleshooting."""
    game = write(database, file)
    if game is None:
        click.echo(f"{file}: no game was found; the report has the log.")
        return
    click.echo(f"{file}: game {game.game_id}, {len(game.facts)} facts. cardtable replay {file} tells it again.")
    if game.is_secret:
        click.echo("This game is not over: whoever reads the report knows every hand in it.", err=True)


# -- `cardtable restore`: replaces a table's files with a backup; a running table applies it at its next start


@click.command
@click.argument("file", type=terminal.FILE, metavar="FILE", help="The backup to restore.")
@terminal.database
def restore(file: Path, database: Path) -> None:
    """Replace games, history, decks and tags with those of a backup."""
    try:
        before = backups.restore(file, database)
    except TableRunsError:
        receiving.accept(file, database)
        click.echo(f"A table is using {database}: it loads {file} at its next start.")
        return
    for waiting in receiving.accepted(database):  # it would replace the files again
        waiting.unlink()
    click.echo(f"{database} now has what was in {file}.")
    if before is not None:
        click.echo(f"What was there before is in {before}.")


# -- `cardtable salvage`: saves what it can from a damaged journal into a new one; the damaged one stays unchanged


@click.command
@click.argument("damaged", type=terminal.FILE, metavar="FILE", help="The damaged database.")
@click.option(
    "--output", "-o", "new", type=terminal.FILE, metavar="NEW", required=True, help="Where to write the new database."
)
def salvage(damaged: Path, new: Path) -> None:
    """Save everything that can be read in a damaged database into a new one."""
    terminal.works_as_owner(damaged)
    _check_unused(damaged)
    if not new.exists() and all(archive.path_of(path).exists() for path in (damaged, new)):
        raise BadInput(f"{archive.path_of(new)}: this file exists already; name a new one")
    # Alongside an intact history, a new journal is worth having even without games.
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
    """Copy a table's other files; return False if the history could not be copied.

    These are the history with the host's settings, the phones' seats, the host's PIN and, if the games are `whole`, the
    hands at an emulated table and a club's outbox.
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
            systems.lock(file.fileno(), shared=True)
    except BlockingIOError:
        raise BadInput(f"{path}: a table is using this database; stop it first") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
