"""`cardtable check`: plays a game at random and lists the rules for games that it breaks."""

import click

from table.checking.trial import check as checked
from table.cli import terminal


@click.command
@terminal.game()
@click.option("--seconds", type=terminal.seconds(86_400), default=60, help="How many seconds to play.")
@terminal.as_json("Print one JSON object.")
def check(game: str, seconds: float, as_json: bool) -> int:
    """Check a game that you are writing: play it at random, and list its errors."""
    found = checked(game, seconds)
    if as_json:
        terminal.line(found)
    else:
        for one in found.findings:
            click.echo(f"{one.file}: {one.rule}: {one.text}")
        click.echo(
            f"{len(found.findings)} findings in {found.games} games, {found.ended} of them to the end, "
            f"{found.facts} facts, {found.seconds:.0f} s"
        )
        for code, messages in found.untranslated.items():
            click.echo(f"{code}: {len(messages)} messages that were met are not translated, such as {messages[0]!r}")
    return 1 if found.findings else 0
