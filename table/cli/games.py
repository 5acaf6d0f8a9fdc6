"""`cardtable games`: lists the games, how many people play them, which readers they need, and what is broken."""

from collections.abc import Sequence

import click
from msgspec import UNSET, UnsetType

from table import games as known
from table import packages
from table.cli.shared import asked, output
from table.values import Value


class ListedGame(Value, kw_only=True):
    """A game, how many people play it, and the zones of the most; of a part that it lacks, the package and why."""

    name: str
    title: str
    seats: tuple[int, int]
    zones: tuple[str, ...]
    rules_version: str
    package: str | UnsetType = UNSET
    broken: str | UnsetType = UNSET


class LeftOut(Value):
    """A game that is left out."""

    name: str
    package: str
    broken: str


@click.command
@asked.as_json("Print JSON.")
def games(as_json: bool) -> None:
    """List the games, their seats and their zones; and what is left out, of which package, and why."""
    broken = packages.broken()
    found = [_described(name, broken) for name in known.names()]
    if as_json:
        out = [LeftOut(one.game, one.package, one.reason) for one in broken if not one.lacking]
        listed: list[ListedGame | LeftOut] = [*out, *found]
        output.line(sorted(listed, key=lambda one: one.name))
        return
    output.table(("game", "title", "seats", "zones"), [_row(game) for game in found])
    for one in broken:
        output.tell(one.text)


def _row(game: ListedGame) -> tuple[str, ...]:
    fewest, most = game.seats
    return game.name, game.title, f"{fewest} to {most}", ", ".join(game.zones)


def _described(name: str, broken: Sequence[packages.Broken]) -> ListedGame:
    """Describe a game. What it has to do without is `broken`, of the `package` that fails."""
    game = known.find(name)
    parts = [one for one in broken if one.lacking and one.game == game.name]
    return ListedGame(
        name=game.name,
        title=game.title,
        seats=(game.fewest_seats, game.most_seats),
        zones=game.zones(game.most_seats),
        rules_version=game.rules_version,
        package=", ".join(dict.fromkeys(one.package for one in parts)) if parts else UNSET,
        broken="; ".join(one.reason for one in parts) if parts else UNSET,
    )
