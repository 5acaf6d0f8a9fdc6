"""`cardtable play`: the emulated table with its dashboard. An interrupted game goes on where it stopped.

With --auto simulated players play until people come; with --speed they play faster than people can.
"""

import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from time import monotonic_ns
from typing import Annotated

import typer

from table import games, household, minds
from table.cli.playing.sitting import Catalogue, Keep, Kind, LaidTable, New, Port, Server, sit_down
from table.complaints import BadInput
from table.emulated.attached import Attached
from table.emulated.people import People
from table.facts import RobotKind
from table.files import wrong_with_path
from table.keeping.journal import Journal
from table.robots.live import LiveRobots
from table.running.messages import StartGame
from table.running.passing import FASTEST, SLOWEST, FastTime
from table.sensing.zones import pads_for
from table.simulation.live import LiveHousehold
from table.tagging.owned import owners_deck
from table.tagging.tagged_decks import TaggedDecks
from table.tagging.taking_over import take_over
from table.wiring.emulated import HARDWARE, check_hardware, emulated_hardware, shared_clock
from table.wiring.live import live_table

Hardware = Annotated[str, typer.Option(help=f"What the table is built of: {', '.join(HARDWARE)}.")]
Untagged = Annotated[bool, typer.Option("--untagged", help="Start with untagged cards, which people name.")]
Robots = Annotated[int, typer.Option(min=0, help="How many of the players are robots.")]
Auto = Annotated[bool, typer.Option("--auto", help="Let simulated players play until somebody takes a seat.")]
_SPEED = f"With --auto: how many times as fast they play, {SLOWEST} to {FASTEST}; nobody can take a seat then."
Speed = Annotated[float, typer.Option(help=_SPEED)]

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")


def play_command(server: Server) -> Callable[..., None]:
    """Return the command."""

    def play(
        game: Annotated[str, typer.Argument(help="A game, as `cardtable games` names it.")] = games.USUAL,
        players: Annotated[int, typer.Option(help="How many people play.")] = 3,
        port: Port = 8000,
        database: Annotated[Path, typer.Option(help="Where games are kept.")] = Path("var/table.db"),
        new: New = False,
        keep: Keep = False,
        untagged: Untagged = False,
        robots: Robots = 0,
        kind: Kind = "easy",
        auto: Auto = False,
        speed: Speed = SLOWEST,
        hardware: Hardware = HARDWARE[0],
    ) -> None:
        """Run the emulated table with its dashboard."""
        if why := wrong_with_path(str(database)):
            raise BadInput(f"--database: {why}")
        take_over(database, typer.echo)
        wanted = _wanted(game, players, database)
        if robots:
            wanted = _with_robots(wanted, players, robots, minds.check_kind(kind))
        check_hardware(hardware)
        _check_speed(speed, auto=auto)
        first = _of_household(wanted, untagged=untagged) if auto else wanted
        bound = server.bind(port)
        try:
            with Journal(database) as journal:
                if speed != SLOWEST and not new:
                    _check_interrupted(journal)

                def build(_name: str, _seats: int, deck: Catalogue) -> LaidTable:
                    fast = speed != SLOWEST
                    return emulated(journal, deck, database, untagged=untagged, fast=fast, hardware=hardware)

                laid = sit_down(journal, build, first, new=new, keep=keep)
                with laid.table, _robots(laid, speed), _household(laid, wanted, speed):
                    bound.run(laid.table, database, laid.attached)
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


def _with_robots(wanted: StartGame, players: int, robots: int, kind: RobotKind) -> StartGame:
    """Return the game with so many of its players robots: those at the last seats. Raise BadInput for too many."""
    minds.find(wanted.game)
    if robots >= players:
        raise BadInput(f"--robots: of {players} players at most {players - 1} can be robots; see --players")
    return wanted.with_robots(dict.fromkeys(range(players - robots + 1, players + 1), kind))


def _of_household(wanted: StartGame, *, untagged: bool) -> StartGame:
    """Return the game with simulated players. Raise BadInput if they cannot play it."""
    household.find(wanted.game)
    if untagged:
        raise BadInput("--auto: simulated players cannot name cards; leave out --untagged")
    return wanted.for_household(wanted.seed)


def _check_speed(speed: float, *, auto: bool) -> None:
    if not SLOWEST <= speed <= FASTEST:
        raise BadInput(f"--speed: expected {SLOWEST} to {FASTEST}, not {speed:g}")
    if speed != SLOWEST and not auto:
        raise BadInput("--speed: people cannot play faster; add --auto for simulated players")


def _check_interrupted(journal: Journal) -> None:
    """Raise BadInput if an interrupted game of people would be resumed in fast time."""
    running = journal.running()
    if running is not None and not journal.started(running.game_id).household:
        raise BadInput("--speed: a game of people was interrupted: leave out --speed to go on, or say --new")


def _household(laid: LaidTable, wanted: StartGame, speed: float) -> AbstractContextManager[object]:
    """Start the simulated players, if the current game is theirs."""
    if laid.attached is None or not laid.table.board.picture.household:
        return nullcontext()
    passing = None if speed == SLOWEST else FastTime(laid.table, speed=speed)
    return LiveHousehold(laid.table, laid.attached, wanted, passing=passing)


def _robots(laid: LaidTable, speed: float) -> AbstractContextManager[object]:
    """Start what lets robots play at an emulated table, as long as time is real."""
    if laid.attached is None or laid.attached.people is None or speed != SLOWEST:
        return nullcontext()
    return LiveRobots(laid.table, laid.attached)


def emulated(
    journal: Journal,
    deck: Catalogue,
    database: Path,
    *,
    untagged: bool = False,
    fast: bool = False,
    hardware: str = HARDWARE[0],
) -> LaidTable:
    """Return a table for every game there is, with all their cards and as many seats as the largest needs."""
    known = {name: games.find(name) for name in games.names()}
    seats = max(game.most_seats for game in known.values())
    shipped = [card for name in known for card in games.find(name).deck(None)]
    codes = dict.fromkeys(str(card["code"]) for card in (*deck, *shipped))
    pads = pads_for(game.zones(seats) for game in known.values())
    clock, cards = shared_clock(monotonic_ns()) if fast else None, list(codes)
    built = emulated_hardware(pads=pads, seats=seats, cards=cards, clock=clock, short_cuts=fast, hardware=hardware)
    carried = built.emulated_tags
    if untagged:
        built = replace(built, emulated_tags={})
    assert built.tabletop is not None, "an emulated table has hands"  # noqa: S101 - its readers are emulated
    people = People(built.tabletop, keep=database.with_name(f"{database.name}.people"), tags=carried)
    decks = TaggedDecks.read(database)
    table = live_table(journal=journal, hardware=built, seats=seats, tags=decks, people=people)
    return LaidTable(table, Attached(built.tabletop, people))
