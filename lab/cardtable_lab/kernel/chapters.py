"""The chapters of `make kernel`, in order: what each one shows, and how it runs."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab import simulated
from cardtable_lab.kernel import cuts, debian
from cardtable_lab.kernel.building import Built
from cardtable_lab.kernel.machine import run
from cardtable_lab.kernel.results import Chapter, Check, End, chapter
from cardtable_lab.shell import CannotBuild
from table.values import Value

Log = Callable[[str], None]
_GAMES_AT_ONCE = 2
_LONGEST_S = 1800.0
_SELECTS = 6  # chip selects of the bus, for a table with whole games
_TIME_STANDS = "time-travel=inf-cpu"  # the kernel's time stops while a process computes, and skips idle periods
_SOCKETS = "dummy_hcd.num=2"  # USB sockets


class Entry(Value):
    """A chapter: what it is about, and the function that runs it."""

    about: str
    run: Callable[[Built, Log], Chapter]


def _inside(name: str, *options: str, longest_s: float = 600) -> Callable[[Built, Log], Chapter]:
    """Return a function that runs a chapter in one run of the kernel."""

    def runs(built: Built, log: Log) -> Chapter:
        return run(built, name, log, options=options, longest_s=longest_s)

    return runs


def _games(built: Built, log: Log) -> Chapter:
    """Play every game, each in its own kernel."""
    began = time.monotonic()

    def plays(game: str) -> Chapter:
        options = (_TIME_STANDS, f"spi_user.selects={_SELECTS}", f"GAME={game}")
        return run(built, "games", log, options=options, longest_s=_LONGEST_S)

    with ThreadPoolExecutor(_GAMES_AT_ONCE) as pool:
        return _together("games", list(pool.map(plays, simulated.own())), began)


def _lying(built: Built, log: Log) -> Chapter:
    """Play on a logged disk, with two more disks: one for the log and one for its replay."""
    with TemporaryDirectory() as name:
        disk = cuts.formatted(Path(name) / "disk", 24)
        again = Path(name) / "again"
        again.write_bytes(disk.read_bytes())
        writes = Path(name) / "writes"
        with writes.open("wb") as file:
            file.truncate(512 << 20)
        return run(built, "lying", log, disks=(disk, writes, again))


def _together(name: str, parts: Sequence[Chapter], began: float) -> Chapter:
    """Combine several runs into one chapter."""
    return Chapter(
        name,
        tuple(check for part in parts for check in part.checks),
        tuple(figure for part in parts for figure in part.figures),
        tuple(one for part in parts for one in part.differences),
        time.monotonic() - began,
    )


def _in_debian(name: str, *options: str, longest_s: float = 600) -> Callable[[Built, Log], Chapter]:
    """Return a function that runs a chapter in a Debian system with the table installed."""

    def runs(built: Built, log: Log) -> Chapter:
        try:
            root = debian.image(log)
        except CannotBuild as error:
            return chapter(name, [Check("a Debian with the table installed is available", False, str(error)), End()])
        return run(built, name, log, options=options, root=root, longest_s=longest_s)

    return runs


CHAPTERS: Mapping[str, Entry] = {
    "bus": Entry("the kernel's spidev over emulated chips", _inside("bus", "spi_user.selects=3")),
    "pins": Entry("gpiochip0 with gpiod and RPi.GPIO, and lost edges", _inside("pins", _TIME_STANDS)),
    "alike": Entry("stand-ins compared with the kernel", _inside("alike")),
    "power": Entry("the whole kernel killed during games on ext4", cuts.run),
    "lying": Entry("a disk that loses unflushed writes", _lying),
    "games": Entry("a whole game of each kind over real ioctls", _games),
    "typed": Entry("the driver of a reader that types, on a uinput keyboard", _inside("typed")),
    "pico": Entry(
        "a Pico's program behind a USB gadget, unplugged and shared",
        _inside("pico", _TIME_STANDS, _SOCKETS, longest_s=_LONGEST_S),
    ),
    "table": Entry(
        "`pytest --table` with simulated hands that do what it asks",
        _inside("table", _TIME_STANDS, longest_s=_LONGEST_S),
    ),
    "slow": Entry("a table on a tenth of a core", _inside("slow", longest_s=_LONGEST_S)),
    "installed": Entry(
        "install.sh's service under systemd, in its sandbox", _in_debian("installed", "spi_user.selects=5")
    ),
    "wifi": Entry("the table's own Wi-Fi with NetworkManager, and a phone that joins it", _in_debian("wifi")),
    "joining": Entry(
        "the home's Wi-Fi, joined from a phone and stored",
        _in_debian("joining", "mac80211_hwsim.radios=3", longest_s=1200),
    ),
}


def about(name: str) -> str:
    """Return what a chapter is about."""
    return CHAPTERS[name].about
