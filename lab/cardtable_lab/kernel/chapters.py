"""The chapters of `make kernel`, in their order: what each is about, and how it runs."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab import simulated
from cardtable_lab.kernel import cuts
from cardtable_lab.kernel.building import Built
from cardtable_lab.kernel.machine import run
from cardtable_lab.kernel.results import Chapter
from table.values import Value

Say = Callable[[str], None]
_GAMES_AT_ONCE = 2
_LONGEST_GAME_S = 1800.0
_SELECTS = 6  # of the bus, for a table of whole games
_TIME_STANDS = "time-travel=inf-cpu"  # while somebody computes; what nobody does is skipped


class Told(Value):
    """A chapter: what it is about, and what runs it."""

    about: str
    run: Callable[[Built, Say], Chapter]


def _inside(name: str, *options: str, longest_s: float = 600) -> Callable[[Built, Say], Chapter]:
    """Return what runs a chapter that is one run of the kernel."""

    def runs(built: Built, say: Say) -> Chapter:
        return run(built, name, say, options=options, longest_s=longest_s)

    return runs


def _games(built: Built, say: Say) -> Chapter:
    """Play every game, each in a kernel of its own."""
    began = time.monotonic()

    def plays(game: str) -> Chapter:
        options = (_TIME_STANDS, f"spi_user.selects={_SELECTS}", f"GAME={game}")
        return run(built, "games", say, options=options, longest_s=_LONGEST_GAME_S)

    with ThreadPoolExecutor(_GAMES_AT_ONCE) as pool:
        return _together("games", list(pool.map(plays, simulated.names())), began)


def _lying(built: Built, say: Say) -> Chapter:
    """Play on a disk that is logged: the disk, its log, and one that it is replayed to."""
    with TemporaryDirectory() as name:
        disk = cuts.formatted(Path(name) / "disk", 24)
        again = Path(name) / "again"
        again.write_bytes(disk.read_bytes())
        log = Path(name) / "log"
        with log.open("wb") as file:
            file.truncate(512 << 20)
        return run(built, "lying", say, disks=(disk, log, again))


def _together(name: str, parts: Sequence[Chapter], began: float) -> Chapter:
    """Return one chapter for several runs."""
    return Chapter(
        name,
        tuple(check for part in parts for check in part.checks),
        tuple(figure for part in parts for figure in part.figures),
        tuple(one for part in parts for one in part.differences),
        time.monotonic() - began,
    )


CHAPTERS: Mapping[str, Told] = {
    "bus": Told("the kernel's spidev over emulated chips", _inside("bus", "spi_user.selects=3")),
    "pins": Told("gpiochip0 by gpiod and RPi.GPIO, and edges that get lost", _inside("pins", _TIME_STANDS)),
    "alike": Told("stand-ins held against the kernel", _inside("alike")),
    "power": Told("the whole kernel killed in games on ext4", cuts.run),
    "lying": Told("a disk that loses what was not flushed", _lying),
    "games": Told("a whole game of each game over real ioctls", _games),
    "typed": Told("a keyboard of uinput, read by evdev", _inside("typed")),
}


def about(name: str) -> str:
    """Return what a chapter is about."""
    return CHAPTERS[name].about
