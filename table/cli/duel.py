"""`cardtable duel`: robots among themselves by the rules alone, and who wins how often."""

from typing import Annotated

import typer

from table import minds
from table.cli import output
from table.robots.duel import fight

Game = Annotated[str, typer.Argument(help="A game, as `cardtable games` names it.")]
Seats = Annotated[str, typer.Option(help=f"The robots by seat, of these kinds: {', '.join(minds.KINDS)}.")]
Games = Annotated[int, typer.Option("--games", min=1, max=1_000_000, help="How many games are played.")]
Seed = Annotated[int, typer.Option(min=0, help="The seed of the first game; each game adds one.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def duel(game: Game, seats: Seats = "keen,easy", number: Games = 30, seed: Seed = 1, as_json: Json = False) -> int:
    """Let robots play by the rules alone, without chips, and count who wins."""
    fought = fight(game, [kind.strip() for kind in seats.split(",")], number, seed)
    if as_json:
        output.line(fought.as_json())
    else:
        rows = [
            [str(seat), kind, f"{fought.wins[seat]:g}", "{:.0%} ({:.0%} to {:.0%})".format(*fought.share(seat))]
            for seat, kind in enumerate(fought.kinds, start=1)
        ]
        output.table(("seat", "robot", "games won", "of all, and 95 % confidence"), rows)
        typer.echo(f"{fought.games} games, {fought.decisions} decisions, {fought.seconds:.1f} s")
    return 1 if fought.illegal else 0
