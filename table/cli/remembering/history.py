"""`cardtable history`: lists the games that are over, newest first, or counts all of them anew."""

from itertools import islice
from pathlib import Path

import click

from table import games
from table.cli.shared import asked, output
from table.complaints import BadInput
from table.history.archive import Archive, Kept
from table.history.described import described


@click.command
@asked.database
@click.option("--game", help="Only games of this kind.")
@click.option("--player", help="Only games in which somebody of this name played.")
@click.option("--limit", type=click.IntRange(min=1), default=100, help="How many games at most.")
@click.option("--rebuild", is_flag=True, help="Count everything anew from the games.")
@click.option("--json", is_flag=True, help="Print JSON.")
def history(database: Path, game: str | None, player: str | None, limit: int, rebuild: bool, json: bool) -> None:
    """List the games that are over, newest first."""
    if game is not None:
        games.find(game)
    if not database.exists() and not rebuild and not database.parent.exists():
        raise BadInput(f"{database}: there is no such database")
    with Archive(database) as archive:
        if rebuild:
            click.echo(f"Counted anew: {archive.rebuild()} games.")
            return
        found = [*islice(archive.each(game=game, player=player), limit)]
    if json:
        output.line([described(kept) for kept in found])
        return
    if not found:
        click.echo("No game is over yet.")
        return
    output.table(("id", "game", "ended", "rounds", "players", "winners"), [_row(kept) for kept in found])


def _row(kept: Kept) -> tuple[str, ...]:
    of = kept.summary
    players = ", ".join(f"{name} {of.totals.get(seat, 0)}" for seat, name in of.players.items())
    winners = ", ".join(of.players[seat] for seat in of.winners) or of.termination
    return (
        str(kept.id),
        games.find(of.game).title,
        kept.ended_at[:16].replace("T", " "),
        str(of.rounds),
        players,
        winners,
    )
