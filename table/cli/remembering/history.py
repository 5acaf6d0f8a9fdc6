"""`cardtable history`: lists finished games, newest first, or recounts all of them."""

from contextlib import nullcontext
from itertools import islice
from pathlib import Path

import click

from table import games
from table.cli.shared import asked, output
from table.complaints import BadInput
from table.history.archive import Archive, Kept, path_of
from table.history.described import described
from table.keeping.records import Records


@click.command
@asked.database
@click.option("--game", help="Only games of this kind.")
@click.option("--player", type=asked.NAME, help="Only games in which somebody of this name played.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=100, help="How many games at most.")
@click.option("--rebuild", is_flag=True, help="Count everything anew from the games.")
@click.option("--json", is_flag=True, help="Print JSON.")
def history(database: Path, game: str | None, player: str | None, limit: int, rebuild: bool, json: bool) -> None:
    """List the games that are over, newest first."""
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
        output.line([described(kept) for kept in found])
        return
    if not found:
        click.echo("No game is over yet.")
        return
    output.table(("id", "game", "ended", "rounds", "players", "winners"), [_row(kept) for kept in found])


def _may_come(database: Path) -> bool:
    """Return whether a table keeps its games there, or could. Raise BadInput if there is something else."""
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
