"""`cardtable games`: lists the games, how many people play them, and which readers they need."""

from typing import Any

import click

from table import games as known
from table.cli.shared import asked, output


@click.command
@asked.as_json("Print JSON.")
def games(as_json: bool) -> None:
    """List the games, their seats and their zones."""
    found = [_described(name) for name in known.names()]
    if as_json:
        output.line(found)
        return
    output.table(("game", "title", "seats", "zones"), [_row(game) for game in found])


def _row(game: dict[str, Any]) -> tuple[str, ...]:
    fewest, most = game["seats"]
    return game["name"], game["title"], f"{fewest} to {most}", ", ".join(game["zones"])


def _described(name: str) -> dict[str, Any]:
    game = known.find(name)
    return {
        "name": game.name,
        "title": game.title,
        "seats": [game.fewest_seats, game.most_seats],
        "zones": list(game.zones(game.most_seats)),
        "rules_version": game.rules_version,
    }
