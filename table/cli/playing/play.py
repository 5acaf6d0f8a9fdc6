"""`cardtable play`: the emulated table with its dashboard. An interrupted game is resumed.

With --auto, robots play until people come; with --speed, they play faster than people can. The modules for this are
imported only if needed.
"""

import secrets
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import monotonic_ns

import click

from table import ai, games, languages, listeners
from table.cli import terminal
from table.cli.playing import sitting
from table.cli.playing.sitting import Catalogue, LaidTable, Server, opened, sit_down
from table.complaints import BadInput
from table.emulated.people import Attached, People
from table.facts import RobotKind
from table.keeping.journal import Journal
from table.listeners import Listener
from table.privileges import as_caller
from table.reporting.configuration import true_of
from table.robots.live import LiveRobots
from table.running.messages import StartGame
from table.running.simulated_time import FASTEST, SLOWEST, FastTime
from table.sensing.zones import pads_for
from table.tagging.owned import owners_deck, take_over
from table.tagging.tagged_decks import TaggedDecks
from table.values import replace
from table.wiring.emulated import HARDWARE, check_hardware, emulated_hardware, shared_clock
from table.wiring.live import live_table

_HARDWARE = f"Emulated hardware: {', '.join(HARDWARE)}."
_AUTO = "Let robots play until somebody takes a seat."
_CLUB = "Publish as one table of a club: mqtt://HOST:PORT/CLUB/TABLE."
_IN_FILE = "File with the password for the club's broker."
_SPEED = f"With --auto: speed of play, {SLOWEST} to {FASTEST} times as fast; above {SLOWEST}, nobody can take a seat."

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")


@click.command
@terminal.game(games.USUAL)
@click.option("--players", default=3, help="Number of players.")
@sitting.port
@terminal.database
@sitting.new
@sitting.keep
@click.option("--untagged", is_flag=True, help="Start with untagged cards, which people name.")
@click.option("--robots", type=click.IntRange(min=0), default=0, help="Number of these players that are robots.")
@sitting.kind
@click.option("--auto", is_flag=True, help=_AUTO)
@click.option("--speed", type=float, default=SLOWEST, help=_SPEED)
@click.option("--hardware", default=HARDWARE[0], help=_HARDWARE)
@terminal.language
@click.option("--club", help=_CLUB)
@click.option("--club-password", type=terminal.FILE, help=_IN_FILE)
@click.pass_obj
def play(
    server: Server,
    game: str,
    players: int,
    port: int,
    database: Path,
    new: bool,
    keep: bool,
    untagged: bool,
    robots: int,
    kind: str,
    auto: bool,
    speed: float,
    hardware: str,
    language: str,
    club: str | None,
    club_password: Path | None,
) -> None:
    """Run the emulated table with its dashboard."""
    take_over(database, click.echo)
    wanted = _wanted(game, players, database)
    if robots:
        wanted = _with_robots(wanted, players, robots, ai.check_kind(kind, "--kind"))
    check_hardware(hardware)
    languages.find(language, "--lang")
    _check_speed(speed, auto=auto)
    first = _of_robots(wanted, untagged=untagged) if auto else wanted
    followed_by = _listeners(club, club_password)
    with as_caller():
        bound = server.bind(port)
    try:
        with opened(database, followed_by, said=true_of(None, hardware)) as journal:
            if speed != SLOWEST and not new:
                _check_interrupted(journal)

            def build(_name: str, _seats: int, deck: Catalogue) -> LaidTable:
                fast = speed != SLOWEST
                return emulated(journal, deck, database, untagged=untagged, fast=fast, hardware=hardware)

            laid = sit_down(journal, build, first, new=new, keep=keep)
            with laid.table, _robots(laid, speed), _auto_play(laid, wanted, speed):
                bound.run(laid.table, database, laid.attached, language=language, listeners=followed_by)
    finally:
        bound.close()


def _wanted(game: str, players: int, database: Path) -> StartGame:
    found = games.find(game)
    if not found.fewest_seats <= players <= min(found.most_seats, len(NAMES)):
        wanted = f"{found.fewest_seats} to {found.most_seats}"
        raise BadInput(f"--players: {found.title} is for {wanted} players, not {players}")
    deck = owners_deck(found, database, found.options())
    return StartGame(game, NAMES[:players], {}, secrets.randbits(32), catalogue=deck)


def _listeners(url: str | None, password: Path | None) -> Sequence[Listener]:
    """Return the table's listeners. Raise BadInput if the URL names no club, or the password cannot be read."""
    if url is None:
        if password is not None:
            raise BadInput("--club-password: this needs --club")
        return ()
    club = listeners.find("club", "--club")
    try:
        return (club.at(url, password),)
    except BadInput as error:
        raise BadInput(f"--club: {error}") from None


def _with_robots(wanted: StartGame, players: int, robots: int, kind: RobotKind) -> StartGame:
    """Return the game with robots at its last seats. Raise BadInput for too many."""
    ai.find(wanted.game)
    if robots >= players:
        raise BadInput(f"--robots: of {players} players at most {players - 1} can be robots; see --players")
    return wanted.with_robots(dict.fromkeys(range(players - robots + 1, players + 1), kind))


def _of_robots(wanted: StartGame, *, untagged: bool) -> StartGame:
    """Return the game for robots only. Raise BadInput if they cannot play it."""
    ai.find(wanted.game)
    if untagged:
        raise BadInput("--auto: robots cannot name cards; leave out --untagged")
    return wanted.for_robots(wanted.seed)


def _check_speed(speed: float, *, auto: bool) -> None:
    if not SLOWEST <= speed <= FASTEST:
        raise BadInput(f"--speed: expected {SLOWEST} to {FASTEST}, not {speed:g}")
    if speed != SLOWEST and not auto:
        raise BadInput("--speed: people cannot play faster; add --auto for robots")


def _check_interrupted(journal: Journal) -> None:
    """Raise BadInput if an interrupted game between people would be resumed in fast time."""
    running = journal.running()
    if running is not None and not journal.started(running.game_id).auto:
        raise BadInput("--speed: a game of people was interrupted: leave out --speed to go on, or say --new")


def _auto_play(laid: LaidTable, wanted: StartGame, speed: float) -> AbstractContextManager[object]:
    """Start the robots that play alone, if the current game is theirs."""
    if laid.attached is None or not laid.table.board.snapshot.game.auto:
        return nullcontext()
    from table.robots.auto_play import AutoPlay

    passing = None if speed == SLOWEST else FastTime(laid.table, speed=speed)
    return AutoPlay(laid.table, laid.attached, wanted, passing=passing)


def _robots(laid: LaidTable, speed: float) -> AbstractContextManager[object]:
    """Start the robots of an emulated table, unless it plays in fast time."""
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
    """Return an emulated table for all games, with all their cards and as many seats as the largest game needs."""
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
