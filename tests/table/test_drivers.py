"""A new kind of reader is a driver and a line in `hardware/drivers.py`; and a real table goes without the emulator."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hardware.assembly import Assembly
from hardware.clock import ManualClock
from hardware.doctor import checks
from hardware.drivers import LIGHTS, READERS, Driver
from hardware.lights import RHYTHMS
from hardware.plan import LightPlan, Plan, ReaderPlan
from hardware.ports import BLACK, WHITE, Colour
from hardware.reader import FoundTag, Poll, Starting
from hardware.signals import Signal
from table.complaints import BadInput
from table.keeping.journal import Journal
from table.running.wired import WiredReader
from table.settings.model import Settings, load_settings
from table.values import to_json
from table.wiring.drawings import wiring
from table.wiring.hardware import open_hardware
from table.wiring.live import live_table
from table.wiring.sensors import Examined, Sensed, examine, sense
from web.delivery import measured

NAME = "reader 1 (discard, fake)"
UID = bytes.fromhex("04a1b2c3d4e5f6")
TABLE = '[table]\nseats = 1\n[[reader]]\nzone = "discard"\nbackend = "fake"\n'


class FakeReader:
    """A chip that needs a moment to start, and tells what lies on it."""

    chip = "a chip of the future"

    def __init__(self) -> None:
        self.lying: tuple[FoundTag, ...] = ()
        self.broken = self.closed = False
        self._starts = 2

    def start(self) -> None:
        if self.broken:
            raise OSError("somebody has pulled its plug")
        if self._starts:
            self._starts -= 1
            raise Starting("it warms up")

    def poll(self, known: Sequence[bytes] = ()) -> Poll:
        if self.broken:
            raise OSError("somebody has pulled its plug")
        return Poll(self.lying)

    def close(self) -> None:
        self.closed = True


FAKES: dict[str, FakeReader] = {}


def opened(plan: ReaderPlan, _parts: object) -> FakeReader:
    """Open a reader, as the line in the table of drivers says."""
    return FAKES[plan.name]


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> FakeReader:
    monkeypatch.setitem(READERS, "fake", Driver(f"{__name__}:opened"))
    monkeypatch.setitem(FAKES, NAME, FakeReader())
    return FAKES[NAME]


@pytest.fixture
def settings(tmp_path: Path, reader: FakeReader) -> Settings:
    (tmp_path / "table.toml").write_text(TABLE)
    return load_settings(tmp_path / "table.toml")


def polls(poll: Callable[[], Any], clock: ManualClock, ms: int) -> None:
    until_ns = clock.now_ns() + ms * 1_000_000
    while clock.now_ns() < until_ns:
        poll()


def test_cards_come_and_leave_on_a_chip_that_the_table_has_not_known(settings: Settings, reader: FakeReader) -> None:
    clock, seen = ManualClock(1_000_000_000), list[Sensed]()
    hardware = open_hardware(settings, clock=clock)
    for lying in ((), (FoundTag(UID),), (), (FoundTag(UID, sak=0x20),)):
        reader.lying = lying
        polls(lambda: seen.extend(sense(hardware)), clock, 500)
    hardware.close()

    came = {"zone": "discard", "uid": UID.hex()}
    assert [{key: value for key, value in to_json(one).items() if key != "t"} for one in seen] == [
        {"fact": "tag_arrived", **came},
        {"fact": "tag_left", **came},
        {"fact": "tag_arrived", **came, "smart": True},
    ]
    assert reader.closed


def test_the_doctor_has_a_line_for_it(settings: Settings, reader: FakeReader) -> None:
    def line() -> Examined:
        return next(one for one in examine(settings, watch_s=0) if one.what == NAME)

    assert line() == Examined(what=NAME, ok=True, found="a chip of the future", fault=None, cure=None)
    reader.broken = True
    assert line().fault == "it cannot be opened: somebody has pulled its plug"


def test_what_is_measured_tells_of_it(settings: Settings, reader: FakeReader, tmp_path: Path) -> None:
    clock = ManualClock(1_000_000_000)
    with Journal(tmp_path / "table.db") as journal:
        hardware = open_hardware(settings, clock=clock)
        live = live_table(journal=journal, hardware=hardware, seats=1, tags={})

        def poll() -> None:
            for poll in live.sources.values():
                live.controller.take(poll())

        reader.lying = (FoundTag(UID),)
        polls(poll, clock, 500)
        shown = hardware.showing.now.readers
        reader.broken = True
        polls(poll, clock, 500)
        text = measured.answer("", live.controller.board.snapshot, version="1", runs=True, streams=0).get_data(
            as_text=True
        )
        live.close()

    assert shown == (WiredReader(NAME, ("discard",), 1, 1.0),)
    assert f'cardtable_reader_lost{{reader="{NAME}"}} 1.0' in text


def test_it_needs_no_wire(settings: Settings) -> None:
    drawn = wiring(settings)

    assert (drawn["wires"], drawn["current_ma"]) == ([], {"3V3": 0, "5V": 0})


@pytest.mark.usefixtures("reader")
def test_only_a_reader_on_spi_has_a_select_pin(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(f"{TABLE}select_pin = 5\n")

    with pytest.raises(BadInput, match="line 6: reader 1: select_pin: only a reader on an SPI bus has such a pin"):
        load_settings(tmp_path / "table.toml")


class Coloured:
    """A light of the future."""

    def __init__(self) -> None:
        self.shown: list[Colour] = []

    def show(self, colour: Colour) -> None:
        self.shown.append(colour)


LAMPS: dict[str, Coloured] = {}


def lit(plan: LightPlan, _parts: object) -> Coloured:
    """Open a light, as its line in the table of drivers says."""
    return LAMPS[plan.name]


def test_a_coloured_light_is_a_driver_and_a_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIGHTS, "fake", f"{__name__}:lit")
    monkeypatch.setitem(LAMPS, "seat.1", Coloured())
    plan, clock = Plan(lights=(LightPlan("seat.1", "fake"),)), ManualClock()
    with Assembly(plan, clock) as assembly:
        lights = assembly.lights()
        lights.play("seat.1", Signal.STEADY)
        lights.refresh()
    (finding,) = checks.examine(plan, clock)

    assert LAMPS["seat.1"].shown == [RHYTHMS[Signal.STEADY].colour, WHITE, BLACK]
    assert (finding.sound, finding.found) == (True, "driven on and off once")


REAL = """
import sys, types

class SpiDev:
    no_cs = False
    def open(self, bus, device): pass
    def close(self): pass
    def xfer2(self, data): return [0] * len(data)

sys.modules["spidev"] = types.SimpleNamespace(SpiDev=SpiDev)

from pathlib import Path
from table.keeping.journal import Journal
from table.settings.model import load_settings
from table.wiring.hardware import open_hardware
from table.wiring.live import live_table
from table.wiring.sensors import examine, sense

settings = load_settings(Path(sys.argv[1]))
with Journal(Path(sys.argv[2])) as journal:
    hardware = open_hardware(settings)
    live = live_table(journal=journal, hardware=hardware, seats=1, tags={})
    for look in live.sources.values():
        live.controller.take(look())
    live.close()
list(examine(settings, watch_s=0))
print(*[name for name in sys.modules if name.startswith("hardware.")])
"""


@pytest.mark.long
def test_a_real_table_imports_no_emulator(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(TABLE.replace("fake", "spidev"))
    modules = subprocess.run(
        [sys.executable, "-c", REAL, str(tmp_path / "table.toml"), str(tmp_path / "table.db")],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout.split()

    assert "hardware.pi.spidev_port" in modules, "what was imported is known"
    assert [name for name in modules if name.startswith("hardware.emulator")] == []
