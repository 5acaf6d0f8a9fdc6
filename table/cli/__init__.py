"""The command line: one file a command. Bad input is one line on standard error and exit status 2."""

import typer

from table.cli.export import export
from table.cli.games import games
from table.cli.options import options
from table.cli.play import Server, play_command
from table.cli.replay import replay
from table.cli.score import score


def build(server: Server) -> typer.Typer:
    """Put the commands together; `server` shows a table to phones."""
    app = typer.Typer(
        name="cardtable",
        help="A table that referees card games played with real, tagged cards.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.command("play")(play_command(server))
    for command in (replay, export, score, games, options):
        app.command()(command)
    return app
