"""`cardtable run`: the real table with its dashboard. An interrupted game is resumed.

With --usb no table.toml is needed: every reader that pcscd lists serves all zones, and each seat's button is a phone.
"""

import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from table import ai, games, log
from table.cli import terminal
from table.cli.playing import sitting
from table.cli.playing.sitting import Catalogue, LaidTable, Server, begun, opened, resumed
from table.complaints import BadInput
from table.emulated.people import Attached
from table.facts import RobotKind
from table.games.game import check_players
from table.keeping.journal import Journal
from table.network.avahi import Announced
from table.privileges import as_caller
from table.reporting.configuration import true_of
from table.robots.live import LiveRobots
from table.running import names
from table.running.messages import StartGame
from table.saying import say
from table.sensing.zones import serve
from table.settings.model import Settings, load_settings
from table.tagging import tags
from table.tagging.owned import owners_deck, take_over
from table.tagging.tagged_decks import Deck, TaggedDecks
from table.wiring.hardware import antennas_of, check_wiring, open_hardware
from table.wiring.live import live_table

_PLAYERS = "Names of the players by seat, such as A,B,C; an empty name leaves a seat free."
_ROBOTS = "Number of robots that play as well; people lay their cards."
_USB = "Run without a table.toml: use every PC/SC reader on USB, and phones as buttons."
_DATABASE = "With --usb: the database that stores games, decks and tags."
DATABASE = Path("var/table.db")  # as at an emulated table


@click.command
@terminal.config
@click.option("--usb", is_flag=True, help=_USB)
@click.option("--database", type=terminal.DATABASE, help=f"{_DATABASE}  [default: {DATABASE}]")
@terminal.game(required=False)
@click.option("--players", default="", show_default=False, help=_PLAYERS)
@click.option("--robots", type=click.IntRange(min=0), default=0, help=_ROBOTS)
@sitting.kind
@sitting.port
@sitting.new
@sitting.keep
@click.pass_obj
def run(
    server: Server,
    config: Path,
    usb: bool,
    database: Path | None,
    game: str | None,
    players: str,
    robots: int,
    kind: str,
    port: int,
    new: bool,
    keep: bool,
) -> None:
    """Run the real table with its dashboard."""
    setup = _without_a_file(database) if usb else _of_file(config, database)
    terminal.works_as_owner(setup.table.database)
    take_over(setup.table.database, click.echo)
    wanted = _wanted(setup, game, players, new=new)
    if robots:
        wanted = _with_robots(setup, wanted, robots, ai.check_kind(kind, "--kind"))
    check_wiring(setup)
    if wanted is not None:
        _check_players(wanted)
        _check_readers(setup, wanted)
    listeners = setup.listeners
    with as_caller():
        bound = server.bind(port)
    try:
        with opened(setup.table.database, listeners, said=true_of(setup)) as journal:
            laid = laid_out(journal, setup, wanted, new=new, keep=keep)
            if usb:
                _tell_what_lacks(setup)
            with laid.table, LiveRobots(laid.table, laid.attached), Announced(port):
                bound.run(
                    laid.table, setup.table.database, laid.attached,
                    language=setup.table.language, listeners=listeners,
                )  # fmt: skip
    finally:
        bound.close()


def _of_file(config: Path, database: Path | None) -> Settings:
    if database is not None:
        raise BadInput("--database: a table.toml says where games are kept; this is for --usb")
    return load_settings(config)


def _without_a_file(database: Path | None) -> Settings:
    """Return the settings of a table without wires. Raise BadInput if a file was also given."""
    if click.get_current_context().get_parameter_source("config") is click.core.ParameterSource.COMMANDLINE:
        raise BadInput("--usb: this needs no table.toml; leave out one of the two")
    from table.wiring.usb import usb_settings  # imports every game

    return usb_settings(database or DATABASE)


def _tell_what_lacks(setup: Settings) -> None:
    """If no card can be read yet, print why and what to do; the table waits for a reader."""
    from table.wiring.usb import lacking, others

    if (lacks := lacking(setup)) is not None:
        fault, cure = lacks
        terminal.tell(say("The table waits for a reader, because {fault}. What helps: {cure}.", fault=fault, cure=cure))
        if others():
            terminal.tell(say("A reader that types is plugged in: `cardtable setup` writes a table.toml for it."))


def _wanted(setup: Settings, game: str | None, players: str, *, new: bool) -> StartGame | None:
    """Return the game named on the command line, or None."""
    if game is None:
        if players or new:
            raise BadInput(f"{'--players' if players else '--new'}: this needs a game; name one before it")
        return None
    found, given = games.find(game), tuple(name.strip() or None for name in players.split(","))
    if given == (None,):
        raise BadInput(f"--players: who plays {found.title}? expected names by seat, as --players Ana,Ben,Cleo")
    if len(given) > setup.table.seats:
        raise BadInput(f"--players: this table has {setup.table.seats} seats, not {len(given)}")
    deck = owners_deck(found, setup.table.database, found.options())
    return StartGame(game, _called(given), {}, secrets.randbits(32), catalogue=deck)


def _with_robots(setup: Settings, wanted: StartGame | None, robots: int, kind: RobotKind) -> StartGame:
    """Return the game with robots at the first free seats. Raise BadInput if no seat is free, or there is no game."""
    if wanted is None:
        raise BadInput("--robots: this needs a game; name one before it")
    ai.find(wanted.game)
    taken = {seat for seat, name in enumerate(wanted.players, start=1) if name is not None}
    free = [seat for seat in range(1, setup.table.seats + 1) if seat not in taken]
    if len(free) < robots:
        raise BadInput(f"--robots: this table has {len(free)} free seats, not {robots}")
    return wanted.with_robots(dict.fromkeys(free[:robots], kind))


def _check_players(wanted: StartGame) -> None:
    try:
        check_players(games.find(wanted.game), wanted.players)
    except BadInput as error:
        raise BadInput(f"--{error}") from None


def _check_readers(setup: Settings, wanted: StartGame) -> None:
    """Raise BadInput if no reader serves a zone of the game: before any file is made, unlike when the game begins."""
    game = games.find(wanted.game)
    serve(antennas_of(setup), game.zones(len(wanted.players)), game.title, shares_pads=game.shares_pads)


def _called(given: Sequence[str | None]) -> tuple[str | None, ...]:
    try:
        return names.check_all(given)
    except BadInput as error:
        raise BadInput(f"--players: {error}") from None


def laid_out(journal: Journal, setup: Settings, wanted: StartGame | None, *, new: bool, keep: bool) -> LaidTable:
    """Open a real table's devices; resume the interrupted game, or else begin the wanted one, if any."""
    log.load()

    def build(name: str, _seats: int, deck: Catalogue) -> LaidTable:
        return _built(journal, setup, name, [str(card["code"]) for card in deck])

    if wanted is not None and not new:
        _check_interrupted(journal, wanted)
    laid = resumed(journal, build, new=new, keep=keep)
    if laid is not None:
        return laid
    if wanted is not None:
        return begun(build, wanted)
    terminal.tell(say("No game is on: whoever sits down at the start page begins one."))
    return _built(journal, setup, None, ())


def _check_interrupted(journal: Journal, wanted: StartGame) -> None:
    """Raise BadInput if the interrupted game is not the one asked for."""
    running = journal.running()
    if running is None:
        return
    started = journal.started(running.game_id)
    players = tuple(started.players)
    if not started.auto and (running.game, players) != (wanted.game, tuple(wanted.players)):
        seated = ", ".join(name or "nobody" for name in players)
        title = games.find(running.game).title
        raise BadInput(f"a game of {title} with {seated} was interrupted: leave out the game to go on, or say --new")


def _built(journal: Journal, setup: Settings, game: str | None, cards: Sequence[str]) -> LaidTable:
    """Open the devices of a table for all games, and print a notice if cards of `game` carry no tag."""
    known = TaggedDecks.read(setup.table.database)
    for deck in () if game is None else known.of_game(game):
        said = _untagged(known.deck(deck), tags.path_of(setup.table.database, deck), game)
        if said and any(reader.wired for reader in setup.readers):
            click.echo(said)
    hardware = open_hardware(setup, cards=cards)
    table = live_table(journal=journal, hardware=hardware, seats=setup.table.seats, tags=known)
    return LaidTable(table, None if hardware.tabletop is None else Attached(hardware.tabletop))


def _untagged(deck: Deck, path: Path, game: str | None) -> str | None:
    """Return a notice if some cards of a deck have no tag; None if all have one, or if the deck is not in use.

    Raise BadInput if a tag is for a card that the deck lacks.
    """
    missing = tags.untagged(path, tags.read(path), [*deck.labels])
    count = len(deck.labels)
    if not missing or (missing == count and game not in deck.usual):
        return None
    carrying = f"{count - missing} of {count} cards carry a tag"
    return f"{path}: {carrying}; people are asked about the others when they are played."
