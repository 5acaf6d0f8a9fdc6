"""From a plan to open devices: who shares a bank, whose reset is pulsed, what a failure names and leaves open."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from hardware.assembly import Assembly, DeviceError
from hardware.clock import ManualClock
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.tag import Tag
from hardware.observations import TagEvent
from hardware.plan import ButtonPlan, LightPlan, PinsBackend, Plan, ReaderPlan
from table.complaints import BadInput
from table.settings.model import Settings
from table.wiring.hardware import open_hardware
from tests.hardware.conftest import UID, Make

MS = 1_000_000

pytestmark = [
    pytest.mark.usefixtures("stand_ins"),
    pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning"),
]


def wired(make: Make, **settings: Any) -> EmulatedPi:
    pi = make(clock=ManualClock(), **settings)
    pi.add_reader(0, 0, reset_pin=25)
    pi.add_reader(0, 1, reset_pin=25)
    pi.add_reader(1, 0, reset_pin=24)
    for pin in (17, 27):
        pi.add_button(pin)
    return pi


READERS = (
    ReaderPlan("discard", "spidev", reset_pin=25),
    ReaderPlan("seat.2", "spidev", bus=1, reset_pin=24),
    ReaderPlan("hidden", "spidev", device=1, reset_pin=25),
    ReaderPlan("seat.1", "emulated"),
)
BUTTONS = (ButtonPlan(1, "gpiod", 17), ButtonPlan(2, "rpi_gpio", 27), ButtonPlan(3, "emulated"))
LIGHTS = (LightPlan("discard", "gpiod", 22), LightPlan("seat.1", "emulated"), LightPlan("buzzer", "rpi_gpio", 4))


def levels(pi: EmulatedPi, pin: int) -> set[bool]:
    return {level.high for level in pi.pin(pin).written}


# -- who is asked together


def test_all_readers_share_a_bank_and_so_do_the_buttons_of_each_library(make: Make) -> None:
    pi = wired(make)
    for name, uid in (("0.0", UID), ("0.1", UID[:-1] + b"\1"), ("1.0", UID[:-1] + b"\2")):
        pi.readers[name].field.put(Tag(uid))
    with Assembly(Plan(READERS, BUTTONS), pi.clock) as assembly:
        sources = assembly.sources()
        assert list(sources) == ["readers", "buttons emulated", "buttons gpiod", "buttons rpi_gpio"]
        seen = [item for _ in range(10) for item in sources["readers"].poll().items if isinstance(item, TagEvent)]

    assert {item.reader: item.uid[-1] for item in seen} == {"discard": UID[-1], "hidden": 1, "seat.2": 2}


def test_a_table_without_readers_has_no_bank_for_them() -> None:
    with Assembly(Plan(buttons=(ButtonPlan(1, "emulated"),)), ManualClock()) as assembly:
        assert list(assembly.sources()) == ["buttons emulated"]


def test_what_is_emulated_needs_no_library_and_no_pi() -> None:
    plan = Plan((ReaderPlan("discard", "emulated"),), (ButtonPlan(1, "emulated"),), (LightPlan("discard", "emulated"),))
    with Assembly(plan, ManualClock()) as assembly:
        assert list(assembly.sources()) == ["readers", "buttons emulated"]
        assert assembly.lights().names == ("discard",)
        assert set(assembly.room.fields) == {"discard"}
        assert set(assembly.room.buttons) == {1}


def test_buttons_that_are_looked_at_are_looked_at_as_often_as_the_keenest_wants(make: Make) -> None:
    pi = wired(make)
    buttons = (ButtonPlan(1, "rpi_gpio", 17, look_ns=5 * MS), ButtonPlan(2, "rpi_gpio", 27, look_ns=3 * MS))
    with Assembly(Plan(buttons=buttons), pi.clock) as assembly:
        source = assembly.sources()["buttons rpi_gpio"]
        began_ns = pi.clock.now_ns()
        source.poll()

        assert pi.clock.now_ns() - began_ns == 3 * MS


# -- reset pins


@pytest.mark.usefixtures("mfrc522_package")
@pytest.mark.parametrize("backend", ["spidev", "mfrc522"])
@pytest.mark.parametrize(("pins", "pulsed"), [((25, 25), False), ((25, 24), True)], ids=["shared", "own"])
def test_a_reset_pin_is_pulsed_only_by_the_chip_that_has_it_for_itself(
    make: Make, backend: Any, pins: tuple[int, int], pulsed: bool
) -> None:
    pi = make(clock=ManualClock())
    for device, pin in enumerate(pins):
        pi.add_reader(0, device, reset_pin=pin)
        pi.pin(pin).drive(True)
    plan = Plan(tuple(ReaderPlan(f"pad {i}", backend, device=i, reset_pin=pin) for i, pin in enumerate(pins)))
    with Assembly(plan, pi.clock) as assembly:
        for reader in [assembly.reader(reader) for reader in plan.readers]:
            reader.start()
            assert reader.chip == "MFRC522 version 2.0"

        assert {pin: False in levels(pi, pin) for pin in pins} == dict.fromkeys(pins, pulsed)
        assert all(pi.pin(pin).high for pin in pins), "and they end high"


def test_a_shared_reset_pin_is_driven_high_or_no_chip_would_live(make: Make) -> None:
    pi = wired(make)
    pi.pin(25).drive(False)
    with Assembly(Plan(READERS), pi.clock) as assembly:
        for reader in map(assembly.reader, READERS):
            reader.start()
            assert reader.chip == "MFRC522 version 2.0"


# -- what fails


def unplugged(make: Make) -> EmulatedPi:
    pi = make(clock=ManualClock())
    pi.add_reader(0, 0)
    return pi


@pytest.mark.parametrize(
    ("opening", "of"),
    [
        (lambda assembly: assembly.reader(ReaderPlan("seat.2", "spidev", bus=1)), "seat.2"),
        (lambda assembly: assembly.reader(ReaderPlan("seat.2", "mfrc522", bus=1)), "seat.2"),
        (lambda assembly: assembly.reader(ReaderPlan("seat.2", "spidev", select_pin=8)), "seat.2"),
        (lambda assembly: assembly.button(ButtonPlan(3, "gpiod", 8)), "button seat 3"),
        (lambda assembly: assembly.button(ButtonPlan(3, "rpi_gpio", 99)), "button seat 3"),
        (lambda assembly: assembly.light(LightPlan("discard", "gpiod", 8)), "discard"),
        (lambda assembly: assembly.light(LightPlan("buzzer", "rpi_gpio", 99)), "buzzer"),
    ],
    ids=["bus", "bus of the package", "select", "button", "button of RPi.GPIO", "light", "light of RPi.GPIO"],
)
def test_the_device_that_cannot_be_opened_is_named(make: Make, opening: Callable[[Assembly], object], of: str) -> None:
    with Assembly(Plan(), unplugged(make).clock) as assembly, pytest.raises(DeviceError) as raised:
        opening(assembly)

    assert raised.value.of == of
    assert str(raised.value) == f"{of}: {raised.value.cause}"


@pytest.fixture
def open_buses(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Identities of the SPI devices that are open."""
    open_now: list[int] = []
    device = import_module("spidev").SpiDev
    really_open, really_close = device.open, device.close

    def opens(self: Any, bus: int, number: int) -> None:
        really_open(self, bus, number)
        open_now.append(id(self))

    def closes(self: Any) -> None:
        really_close(self)
        open_now[:] = [one for one in open_now if one != id(self)]

    monkeypatch.setattr(device, "open", opens)
    monkeypatch.setattr(device, "close", closes)
    return open_now


@pytest.fixture
def pi(make: Make) -> EmulatedPi:
    return wired(make, gpio_library="rpi-lgpio")


def test_closing_lets_everything_go_and_is_safe_twice(pi: EmulatedPi, open_buses: list[int]) -> None:
    held = set(pi.claims)
    assembly = Assembly(Plan(READERS, BUTTONS, LIGHTS), pi.clock)
    assembly.sources()
    assembly.lights()
    assert len(open_buses) == 3
    assert set(pi.claims) - held == {25, 24, 17, 27, 22, 4}

    assembly.close()
    assembly.close()

    assert open_buses == []
    assert set(pi.claims) == held


SETTINGS: dict[str, Any] = {
    "table": {"seats": 2, "database": "unused.db"},
    "reader": [
        {"zone": "discard", "backend": "spidev", "reset_pin": 25},
        {"zone": "hidden", "backend": "mfrc522", "device": 1, "reset_pin": 24},
    ],
    "button": [{"seat": 1, "backend": "gpiod", "pin": 17, "light_pin": 22}],
}


@pytest.mark.usefixtures("mfrc522_package")
@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"reader": [*SETTINGS["reader"], {"zone": "visible", "backend": "spidev", "bus": 2}]}, "reader 3 "),
        ({"button": [*SETTINGS["button"], {"seat": 2, "backend": "gpiod", "pin": 6}]}, "button seat 2: pin in use"),
        ({"buzzer": {"pin": 6, "backend": "gpiod"}}, "buzzer: pin in use"),
    ],
    ids=["a reader", "a button", "the buzzer"],
)
def test_what_was_opened_is_closed_when_a_later_device_fails(
    make: Make, open_buses: list[int], more: dict[str, Any], complaint: str
) -> None:
    pi = wired(make)
    import_module("gpiod").request_lines("/dev/gpiochip0", {6: None}, consumer="somebody")
    held = set(pi.claims)

    with pytest.raises(BadInput, match=f"^{complaint}") as raised:
        open_hardware(Settings.model_validate({**SETTINGS, **more}), clock=pi.clock)

    assert "\n" not in str(raised.value)
    assert open_buses == []
    assert set(pi.claims) == held


@pytest.mark.parametrize(("backend", "package"), [("rpi_gpio", "mfrc522"), ("gpiod", "pi")])
def test_the_library_that_is_missing_is_the_one_that_is_to_be_installed(
    make: Make, monkeypatch: pytest.MonkeyPatch, backend: PinsBackend, package: str
) -> None:
    pi = wired(make)
    for missing in ("RPi.GPIO", "RPi"):
        monkeypatch.setitem(import_module("sys").modules, missing, None)
    monkeypatch.setitem(import_module("sys").modules, "gpiod", None)
    reader = {"zone": "discard", "backend": "emulated"}
    settings = Settings.model_validate(
        {
            "table": {"seats": 2, "database": "unused.db"},
            "reader": [reader],
            "button": [{"seat": 1, "backend": backend, "pin": 17}],
        }
    )

    cure = rf"sudo apt install python3-dev, then .* -m pip install -e '\.\[{package}\]'"
    with pytest.raises(BadInput, match=rf"^button seat 1: library missing: .*; {cure}"):
        open_hardware(settings, clock=pi.clock)


def test_phones_are_one_source_beside_buttons_on_wires(make: Make) -> None:
    buttons = (BUTTONS[0], ButtonPlan(2, "phone"), ButtonPlan(3, "phone"))
    with Assembly(Plan(buttons=buttons), wired(make).clock) as assembly:
        sources = assembly.sources()
        assert [*sources] == ["phones", "buttons gpiod"]
        assert sources["phones"] is assembly.phones
        assert assembly.phones is not None
        assert assembly.phones.seats == {2, 3}
        assert Assembly(Plan(buttons=BUTTONS), assembly.clock).phones is None
