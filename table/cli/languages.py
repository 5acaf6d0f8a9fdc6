"""`cardtable languages`: lists the table's languages, and how much of each is translated."""

import click

from table import languages as spoken
from table.cli import terminal


@click.command
@terminal.as_json("Print JSON.")
def languages(as_json: bool) -> None:
    """List the languages, and the share of all messages that has been translated into each."""
    found = [spoken.find(code) for code in spoken.codes()]
    if as_json:
        terminal.line([{"code": one.code, "name": one.name, "complete": one.complete} for one in found])
        return
    terminal.table(("language", "name", "complete"), [(one.code, one.name, f"{one.complete:.0%}") for one in found])
