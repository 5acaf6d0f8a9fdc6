"""`cardtable play`: the emulated table with its dashboard. A game that was interrupted goes on where it was.

With --auto simulated people play as long as no real ones do.
"""

import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from table import games, household
from table.cli.sitting import Catalogue, Keep, New, Port, Server, sit_down
from table.complaints import BadInput
from table.controller import StartGame
from table.journal import Journal
from table.live import LiveTable
from table.people import People
from table.simulation.live import LiveHousehold
from table.tagged_decks import TaggedDecks, owners_deck
from table.wiring import HARDWARE, check_hardware, emulated_hardware, live_table
from table.zones import pads_for

Hardware = Annotated[str, typer.Option(help=f"What the table is built of: {', '.join(HARDWARE)}.")]
Untagged = Annotated[bool, typer.Option("--untagged", help="Let people tell the table which card is which.")]
Auto = Annotated[bool, typer.Option("--auto", help="Let simulated people play until somebody takes a seat.")]

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")


def play_command(server: Server) -> Callable[..., None]:
    """Make the command."""

    def play(
        game: Annotated[str, typer.Argument(help="A game, as `cardtable games` names it.")] = games.USUAL,
        players: Annotated[int, typer.Option(help="How many people play.")] = 3,
        port: Port = 8000,
        database: Annotated[Path, typer.Option(help="Where games are kept.")] = Path("var/table.db"),
        new: New = False,
        keep: Keep = False,
        untagged: Untagged = False,
        auto: Auto = False,
        hardware: Hardware = HARDWARE[0],
    ) -> None:
        """Run the emulated table with its dashboard."""
        wanted = _wanted(game, players, database)
        check_hardware(hardware)
        first = _of_household(wanted, untagged=untagged) if auto else wanted
        bound = server.bind(port)
        try:
            with Journal(database) as journal:

                def build(_name: str, _seats: int, deck: Catalogue) -> LiveTable:
                    return _emulated(journal, deck, database, untagged=untagged, hardware=hardware)

                with sit_down(journal, build, first, new=new, keep=keep) as table, _household(table, wanted):
                    bound.run(table, database)
        finally:
            bound.close()

    return play


def _wanted(game: str, players: int, database: Path) -> StartGame:
    found = games.find(game)
    if not found.fewest_seats <= players <= min(found.most_seats, len(NAMES)):
        wanted = f"{found.fewest_seats} to {found.most_seats}"
        raise BadInput(f"--players: {found.title} is for {wanted} players, not {players}")
    deck = owners_deck(found, database, found.options())
    return StartGame(game, NAMES[:players], {}, secrets.randbits(32), catalogue=deck)


def _of_household(wanted: StartGame, *, untagged: bool) -> StartGame:
    """Ask for a game that simulated people play. Raise BadInput if they cannot."""
    household.find(wanted.game)
    if untagged:
        raise BadInput("--auto: simulated people cannot say which card is which; leave out --untagged")
    return wanted.for_household(wanted.seed)


def _household(table: LiveTable, wanted: StartGame) -> AbstractContextManager[object]:
    """Let simulated people come, if the game on the table is theirs."""
    return LiveHousehold(table, wanted) if table.board.picture.household else nullcontext()


def _emulated(journal: Journal, deck: Catalogue, database: Path, *, untagged: bool, hardware: str) -> LiveTable:
    """Lay a table for every game there is, with all their cards and as many seats as any of them has."""
    known = {name: games.find(name) for name in games.names()}
    seats = max(game.most_seats for game in known.values())
    shipped = [card for name in known for card in games.find(name).deck(None)]
    codes = dict.fromkeys(str(card["code"]) for card in (*deck, *shipped))
    pads = pads_for(game.zones(seats) for game in known.values())
    built = emulated_hardware(pads=pads, seats=seats, cards=list(codes), hardware=hardware)
    carried = built.emulated_tags
    if untagged:
        built = replace(built, emulated_tags={})
    assert built.tabletop is not None, "an emulated table has hands"  # noqa: S101 - its readers are emulated
    people = People(built.tabletop, keep=database.with_name(f"{database.name}.people"), tags=carried)
    return live_table(journal=journal, hardware=built, seats=seats, tags=TaggedDecks.read(database), people=people)
