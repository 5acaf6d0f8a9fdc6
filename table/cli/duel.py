"""`cardtable duel`: lets robots play each other by the rules alone, without a table; prints how often each wins."""

import click

from table import ai
from table.cli import terminal
from table.robots.duel import fight

_SEATS = f"Kind of the robot at each seat: {', '.join(ai.KINDS)}."


@click.command
@terminal.game()
@click.option("--seats", default="keen,easy", help=_SEATS)
@terminal.number
@terminal.seed
@terminal.as_json("Print one JSON object.")
def duel(game: str, seats: str, number: int, seed: int, as_json: bool) -> int:
    """Have robots play each other by the rules alone, without a table, and count who wins."""
    fought = fight(game, [kind.strip() for kind in seats.split(",")], number, seed)
    if as_json:
        terminal.line(fought.as_json())
    else:
        rows = [
            [str(seat), kind, f"{fought.wins[seat]:g}", "{:.0%} ({:.0%} to {:.0%})".format(*fought.share(seat))]
            for seat, kind in enumerate(fought.kinds, start=1)
        ]
        terminal.table(("seat", "robot", "games won", "of all, and 95 % confidence"), rows)
        click.echo(f"{fought.games} games, {fought.decisions} decisions, {fought.seconds:.1f} s")
    return 1 if fought.illegal else 0
