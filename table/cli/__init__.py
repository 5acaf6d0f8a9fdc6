"""The command line. Bad input produces a one-line message on standard error and exit status 2.

Commands only handle arguments and output; other packages do the work. Each command is imported only when invoked,
because importing all of them takes seconds on the smallest Pi. Other distributions add commands through entry points
(group `cardtable.commands`).
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

import click

from table import distributions
from table.version import version

if TYPE_CHECKING:
    from table.cli.playing.sitting import Server

# The module of each command, and its function if that has a different name.
COMMANDS: Mapping[str, str] = {
    "play": "playing.play",
    "run": "playing.run",
    "serve": "playing.serve",
    "plan": "building",
    "setup": "building",
    "wiring": "building",
    "watch": "hardware",
    "doctor": "hardware",
    "flash": "hardware",
    "enrol": "enrol",
    "replay": "games",
    "history": "remembering",
    "import": "remembering:import_",
    "export": "remembering",
    "backup": "remembering",
    "restore": "remembering",
    "forget": "remembering",
    "salvage": "remembering",
    "report": "remembering",
    "score": "games",
    "games": "games:list_games",
    "options": "games",
    "check": "checking",
    "languages": "languages",
    "duel": "duel",
    "pin": "pin",
    "hotspot": "hotspot",
    "boot": "boot",
    "update": "update",
}


class Commands(click.Group):
    """All commands, each imported on demand. The `Server` is the object of the Click context."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return [*COMMANDS, *sorted(_brought())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if no command has that name. Raise BadInput if its distribution is missing."""
        if cmd_name in COMMANDS:
            module, _, called = COMMANDS[cmd_name].partition(":")
            found: click.Command = getattr(import_module(f"table.cli.{module}"), called or cmd_name)
        elif (point := _brought().get(cmd_name)) is not None:
            found = point.load()
        elif cmd_name in distributions.COMMANDS:
            raise distributions.not_installed(cmd_name, distributions.COMMANDS[cmd_name])
        else:
            return None
        found.short_help = (found.help or "").partition("\n")[0]  # the whole line, which Click would shorten
        return found


def _brought() -> Mapping[str, EntryPoint]:
    """Return the commands that other distributions provide, by name."""
    return {point.name: point for point in entry_points(group="cardtable.commands")}


def build(server: "Server", before: Callable[[], None] = lambda: None) -> click.Group:
    """Return the command line; `server` serves a table to phones.

    `before` is called after a command is imported and before it runs.
    """
    commands = Commands(
        name="cardtable",
        help="A table that referees card games played with real, tagged cards.",
        no_args_is_help=True,
        callback=before,
        context_settings={"obj": server, "show_default": True},
    )
    does: dict[str, Any] = {"callback": _say_version, "expose_value": False, "is_eager": True, "is_flag": True}
    said = click.option("--version", help="Show the version, and the commit that it was built from.", **does)
    return said(commands)


def _say_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """Print the version and stop. Git is called only here, because it takes longer than everything else here."""
    if wanted and not ctx.resilient_parsing:
        click.echo(f"cardtable {version()}")
        ctx.exit()
