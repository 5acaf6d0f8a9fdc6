"""`cardtable play`: the emulated table with its dashboard. A game that was interrupted goes on where it was."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Protocol

import typer

from table import cards, games
from table.complaints import BadInput
from table.controller import StartGame
from table.facts import Placement
from table.journal import Journal, Recorded
from table.live import LiveTable
from table.wiring import emulated_table

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")


class Bound(Protocol):
    """A port that is ours, at which nobody is served yet."""

    def run(self, table: LiveTable) -> None:
        """Show a table until it stops or somebody interrupts."""
        ...

    def close(self) -> None:
        """Let the port go; safe to call twice."""
        ...


class Server(Protocol):
    """Shows a table to phones."""

    def bind(self, port: int) -> Bound:
        """Take a port. Raise BadInput if somebody else has it."""
        ...


def play_command(server: Server) -> Callable[..., None]:
    """Make the command."""

    def play(
        game: Annotated[str, typer.Argument(help="A game, as `cardtable games` names it.")] = "mito",
        players: Annotated[int, typer.Option(help="How many people play.")] = 3,
        port: Annotated[int, typer.Option(min=1, max=65535, help="The dashboard's port.")] = 8000,
        database: Annotated[Path, typer.Option(help="Where games are kept.")] = Path("var/table.db"),
        new: Annotated[bool, typer.Option("--new", help="Give up a game that was interrupted.")] = False,
    ) -> None:
        """Run the emulated table with its dashboard."""
        wanted = _wanted(game, players)
        bound = server.bind(port)
        try:
            with Journal(database) as journal, _table(journal, wanted, new=new) as table:
                bound.run(table)
        finally:
            bound.close()

    return play


def _wanted(game: str, players: int) -> StartGame:
    found = games.find(game)
    if not found.fewest_seats <= players <= min(found.most_seats, len(NAMES)):
        wanted = f"{found.fewest_seats} to {found.most_seats}"
        raise BadInput(f"--players: {found.title} is for {wanted} players, not {players}")
    placement: dict[str, Placement] = dict.fromkeys(found.zones(players), "tap")
    return StartGame(game, NAMES[:players], {}, secrets.randbits(32), placement)


def _table(journal: Journal, wanted: StartGame, *, new: bool) -> LiveTable:
    """Build the table and put the interrupted game on it, or a new one."""
    running = journal.running()
    if running is not None and new:
        journal.give_up(running.game_id)
        running = None
    game = games.find(running.game if running else wanted.game)
    seats = _seats(journal, running) if running else len(wanted.players)
    deck = [card["code"] for card in cards.shipped_deck(game.name)]
    table = emulated_table(journal=journal, zones=game.zones(seats), seats=seats, cards=deck)
    try:
        if running is None:
            table.controller.take(wanted)
        else:
            table.controller.resume(running)
            typer.echo(f"Going on with the interrupted game of {game.title} for {seats}; --new begins another.")
    except BaseException:
        table.close()
        raise
    return table


def _seats(journal: Journal, running: Recorded) -> int:
    return len(journal.started(running.game_id).players)
