"""The command line: one file a command. Bad input is one line on standard error and exit status 2.

The work is done in other rooms; here are only arguments and output.
"""

import typer

from table.cli.building.plan import plan
from table.cli.building.setup import setup
from table.cli.building.wiring import wiring
from table.cli.doctor import doctor
from table.cli.duel import duel
from table.cli.enrol import enrol
from table.cli.export import export
from table.cli.flash import flash
from table.cli.games import games
from table.cli.hotspot import hotspot
from table.cli.options import options
from table.cli.pin import pin
from table.cli.playing.play import play_command
from table.cli.playing.run import run_command
from table.cli.playing.serve import serve_command
from table.cli.playing.sitting import Server
from table.cli.replay import replay
from table.cli.salvage import salvage
from table.cli.score import score
from table.cli.simulate import simulate
from table.cli.watch import watch


def build(server: Server) -> typer.Typer:
    """Return the command line; `server` shows a table to phones."""
    app = typer.Typer(
        name="cardtable",
        help="A table that referees card games played with real, tagged cards.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.command("play")(play_command(server))
    app.command("run")(run_command(server))
    app.command("serve")(serve_command(server))
    for command in (
        plan,
        setup,
        wiring,
        watch,
        doctor,
        flash,
        enrol,
        replay,
        export,
        salvage,
        score,
        games,
        options,
        simulate,
        duel,
        pin,
    ):
        app.command()(command)
    app.add_typer(hotspot, name="hotspot")
    return app
