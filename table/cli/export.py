"""`cardtable export`: prints a recorded game, once it is over, as a script for `cardtable replay`."""

from pathlib import Path
from typing import Annotated

import typer

from table import facts
from table.cli import output
from table.complaints import BadInput
from table.keeping.journal import Records


def export(
    game_id: Annotated[int, typer.Argument(metavar="GAME_ID", help="The number of the game.")],
    database: Annotated[Path, typer.Option(help="Where games are kept.")] = Path("var/table.db"),
) -> None:
    """Print a recorded game as a table script, one fact a line."""
    with Records.read(database) as records:
        if records.game(game_id).ended_at is None:
            raise BadInput(f"game {game_id} is not over: its facts would reveal every secret")
        if records.kept(game_id):
            typer.echo("Part of this game was told under older rules, so a replay differs.", err=True)
        for fact in records.facts(game_id):
            output.line(facts.dump(fact))
