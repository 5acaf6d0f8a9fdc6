"""`cardtable games`: lists the games, how many people play them, which readers they need, and what is broken."""

from typing import Any

import click

from table import games as known
from table import packages
from table.cli.shared import asked, output


@click.command
@asked.as_json("Print JSON.")
def games(as_json: bool) -> None:
    """List the games, their seats and their zones; and what is left out, of which package, and why."""
    broken = packages.broken()
    found = [_described(name) for name in known.names()]
    if as_json:
        output.line(_with_broken(found, broken))
        return
    output.table(("game", "title", "seats", "zones"), [_row(game) for game in found])
    for one in broken:
        output.tell(one.text)


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


def _with_broken(found: list[dict[str, Any]], broken: list[packages.Broken]) -> list[dict[str, Any]]:
    """Return games by name. An entry with `broken` is left out; if it also has a `title`, only a part of it is."""
    listed = [game | _lacking([one for one in broken if one.lacking and one.game == game["name"]]) for game in found]
    out = [{"name": one.game, "package": one.package, "broken": one.reason} for one in broken if not one.lacking]
    return sorted([*out, *listed], key=lambda one: str(one["name"]))


def _lacking(parts: list[packages.Broken]) -> dict[str, Any]:
    """Return what a game lacks, and which package fails."""
    if not parts:
        return {}
    names = dict.fromkeys(one.package for one in parts)
    return {"package": ", ".join(names), "broken": "; ".join(one.reason for one in parts)}
