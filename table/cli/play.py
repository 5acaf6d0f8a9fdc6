"""`cardtable play`: the emulated table with its dashboard. A game that was interrupted goes on where it was."""

import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from table import cards, games
from table.complaints import BadInput
from table.controller import StartGame
from table.facts import GameStarted, Placement
from table.games.game import Game
from table.journal import Journal, Recorded
from table.live import LiveTable
from table.live_game import ToldOtherwise
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
        keep: Annotated[
            bool, typer.Option("--keep", help="Go on with it though newer rules would have told it otherwise.")
        ] = False,
    ) -> None:
        """Run the emulated table with its dashboard."""
        wanted = _wanted(game, players, database.parent / "decks" / f"{game}.toml")
        bound = server.bind(port)
        try:
            with Journal(database) as journal, _table(journal, wanted, new=new, keep=keep) as table:
                bound.run(table)
        finally:
            bound.close()

    return play


def _wanted(game: str, players: int, corrections: Path) -> StartGame:
    found = games.find(game)
    if not found.fewest_seats <= players <= min(found.most_seats, len(NAMES)):
        wanted = f"{found.fewest_seats} to {found.most_seats}"
        raise BadInput(f"--players: {found.title} is for {wanted} players, not {players}")
    placement: dict[str, Placement] = dict.fromkeys(found.zones(players), "tap")
    deck = cards.owners_deck(game, corrections)
    if deck is not None:
        _check(deck, found, corrections)
    return StartGame(game, NAMES[:players], {}, secrets.randbits(32), placement, deck)


def _check(deck: list[dict[str, Any]], game: Game[Any, Any], corrections: Path) -> None:
    try:
        cards.catalogue(deck, game.card)
    except BadInput as error:
        raise BadInput(f"{corrections}: {error}") from None


def _table(journal: Journal, wanted: StartGame, *, new: bool, keep: bool) -> LiveTable:
    """Build the table and put the interrupted game on it, or a new one."""
    running = journal.running()
    if running is not None and new:
        journal.give_up(running.game_id)
        running = None
    if running is None:
        return _begin(journal, wanted)
    try:
        return _resume(journal, running, keep=keep)
    except ToldOtherwise as why:
        if _is_to_be_kept(str(why)):
            return _resume(journal, running, keep=True)
    journal.give_up(running.game_id)
    return _begin(journal, wanted)


def _begin(journal: Journal, wanted: StartGame) -> LiveTable:
    table = _emulated(journal, wanted.fact())
    return _with(table, lambda: table.controller.take(wanted))


def _resume(journal: Journal, running: Recorded, *, keep: bool) -> LiveTable:
    started = journal.started(running.game_id)
    table = _emulated(journal, started)
    _with(table, lambda: table.controller.resume(running, keep=keep))
    title, seats = games.find(running.game).title, len(started.players)
    typer.echo(f"Going on with the interrupted game of {title} for {seats}; --new begins another.")
    return table


def _emulated(journal: Journal, started: GameStarted) -> LiveTable:
    game, seats = games.find(started.game), len(started.players)
    deck = cards.shipped_deck(game.name) if started.catalogue is None else started.catalogue
    return emulated_table(
        journal=journal, zones=game.zones(seats), seats=seats, cards=[str(card["code"]) for card in deck]
    )


def _with(table: LiveTable, put_on: Callable[[], None]) -> LiveTable:
    """Put a game on a table; one that has none is closed again."""
    try:
        put_on()
    except BaseException:
        table.close()
        raise
    return table


def _is_to_be_kept(why: str) -> bool:
    """Ask what is to become of a game that newer rules would have told otherwise."""
    if not sys.stdin.isatty():
        raise BadInput(f"{why}; --keep goes on with what was told, --new gives that game up")
    typer.echo(f"{why}.")
    keep: bool = typer.prompt("Keep what was told and go on, or abort that game? (keep/abort)", value_proc=_keep)
    return keep


def _keep(answer: str) -> bool:
    if answer.strip().lower() not in ("keep", "abort"):
        raise typer.BadParameter("expected keep or abort")
    return answer.strip().lower() == "keep"
