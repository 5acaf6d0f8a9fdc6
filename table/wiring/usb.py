"""A table without wires: each reader on USB serves all zones, and each player's button is their phone."""

from dataclasses import replace
from pathlib import Path

from hardware.clock import SystemClock
from hardware.doctor import checks
from hardware.drivers import EVERY_ON_USB
from hardware.finding import usb
from hardware.finding.workbench import Place
from table import games
from table.sensing.zones import SCAN, is_pad
from table.settings.model import Settings
from table.wiring.choosing import MOST_SEATS
from table.wiring.finding.file import Found
from table.wiring.plan import plan_of

BACKEND = EVERY_ON_USB["backend"]
BUTTON = {"backend": "phone"}
_LISTS_NS = 1_500_000_000  # pcscd starts on the first request, and lists readers a moment later
_AGAIN_NS = 100_000_000


def zones(seats: int = MOST_SEATS) -> tuple[str, ...]:
    """Return the zones of all games: first the piles, then the seats' pads, then the pad for tagging decks."""
    wanted = dict.fromkeys(zone for name in games.names() for zone in games.find(name).zones(seats))
    return (*(zone for zone in wanted if not is_pad(zone)), *(zone for zone in wanted if is_pad(zone)), SCAN)


def usb_settings(database: Path, seats: int = MOST_SEATS) -> Settings:
    """Return the settings of a table without wires, which needs no file."""
    return Settings.model_validate(
        {
            "table": {"seats": seats, "database": database.absolute()},
            "reader": [{"zones": list(zones(seats)), **EVERY_ON_USB}],
            "button": [{"seat": seat, **BUTTON} for seat in range(1, seats + 1)],
        }
    )


def usb_found(seats: int = MOST_SEATS) -> Found:
    """Return a table without wires as the findings of a set-up, for writing a table.toml."""
    place = Place("USB, every reader", EVERY_ON_USB, is_measured=False)
    return Found(
        seats=seats,
        readers={place.said: place},
        served={place.said: zones(seats)},
        buttons={seat: Place("its phone", BUTTON) for seat in range(1, seats + 1)},
        picos=(),
        lights={},
        lights_asked=False,
        measured={},
    )


def plugged_in() -> list[str]:
    """Return the names of plugged-in readers that a table without wires can use, if they can be identified."""
    there = (reader.place for reader in usb.readers(SystemClock()))
    return [place.chip for place in there if place.keys["backend"] == BACKEND]


def others() -> bool:
    """Return whether readers are plugged in that a table without wires cannot use; they need a set-up."""
    return any(backend != BACKEND for backend in usb.plugged_in())


def lacking(settings: Settings) -> tuple[str, str] | None:
    """After a short wait for the readers, return their first fault and its cure; None if every check passes."""
    plan, clock = replace(plan_of(settings), buttons=(), lights=()), SystemClock()
    until_ns = clock.now_ns() + _LISTS_NS
    while True:
        found = next((one for one in checks.examine(plan, clock, watch_ns=0) if not one.sound), None)
        if found is None:
            return None
        if clock.now_ns() >= until_ns:
            return found.fault or "", found.cure or ""
        clock.sleep_ns(_AGAIN_NS)
