"""The command line: one file a command. Bad input is one line on standard error and exit status 2.

The work is done in other rooms; here are only arguments and output. A command is imported when it is called: on the
smallest Pi all of them together take seconds.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from table.cli.playing.sitting import Server

COMMANDS: Mapping[str, str] = {
    "play": "playing.play",
    "run": "playing.run",
    "serve": "playing.serve",
    "plan": "building.plan",
    "setup": "building.setup",
    "wiring": "building.wiring",
    "watch": "watch",
    "doctor": "doctor",
    "flash": "flash",
    "enrol": "enrol",
    "replay": "replay",
    "history": "remembering.history",
    "import": "remembering.imports",
    "export": "remembering.export",
    "backup": "remembering.backup",
    "restore": "remembering.restore",
    "forget": "remembering.forget",
    "salvage": "salvage",
    "report": "remembering.report",
    "score": "score",
    "games": "games",
    "options": "options",
    "languages": "languages",
    "simulate": "trying.simulate",
    "duel": "trying.duel",
    "study": "trying.study",
    "pin": "pin",
    "hotspot": "hotspot",
    "hub": "hub",
}


class Commands(click.Group):
    """All commands, each imported when it is asked for. The context's object is the server."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the order of the help."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        called = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        found: click.Command = getattr(import_module(f"table.cli.{COMMANDS[cmd_name]}"), called)
        found.short_help = (found.help or "").partition("\n")[0]  # the whole line: Click would cut it short
        return found


def build(server: "Server", before: Callable[[], None] = lambda: None) -> click.Group:
    """Return the command line; `server` shows a table to phones.

    `before` is called once a command is imported, before it runs.
    """
    return Commands(
        name="cardtable",
        help="A table that referees card games played with real, tagged cards.",
        no_args_is_help=True,
        callback=before,
        context_settings={"obj": server, "show_default": True},
    )
