"""`cardtable play`: the emulated table with its dashboard. A game that was interrupted goes on where it was."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from table import games
from table.cli.sitting import Catalogue, Keep, New, Port, Server, owners_deck, sit_down
from table.complaints import BadInput
from table.controller import StartGame
from table.journal import Journal
from table.live import LiveTable
from table.wiring import emulated_hardware, live_table

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")


def play_command(server: Server) -> Callable[..., None]:
    """Make the command."""

    def play(
        game: Annotated[str, typer.Argument(help="A game, as `cardtable games` names it.")] = "mito",
        players: Annotated[int, typer.Option(help="How many people play.")] = 3,
        port: Port = 8000,
        database: Annotated[Path, typer.Option(help="Where games are kept.")] = Path("var/table.db"),
        new: New = False,
        keep: Keep = False,
    ) -> None:
        """Run the emulated table with its dashboard."""
        wanted = _wanted(game, players, database)
        bound = server.bind(port)
        try:
            with Journal(database) as journal:

                def build(name: str, seats: int, deck: Catalogue) -> LiveTable:
                    return _emulated(journal, name, seats, deck)

                with sit_down(journal, build, wanted, new=new, keep=keep) as table:
                    bound.run(table)
        finally:
            bound.close()

    return play


def _wanted(game: str, players: int, database: Path) -> StartGame:
    found = games.find(game)
    if not found.fewest_seats <= players <= min(found.most_seats, len(NAMES)):
        wanted = f"{found.fewest_seats} to {found.most_seats}"
        raise BadInput(f"--players: {found.title} is for {wanted} players, not {players}")
    deck = owners_deck(found, database)
    return StartGame(game, NAMES[:players], {}, secrets.randbits(32), catalogue=deck)


def _emulated(journal: Journal, name: str, seats: int, deck: Catalogue) -> LiveTable:
    codes = [str(card["code"]) for card in deck]
    hardware = emulated_hardware(zones=games.find(name).zones(seats), seats=seats, cards=codes)
    return live_table(journal=journal, hardware=hardware, seats=seats, tags={name: {}})
