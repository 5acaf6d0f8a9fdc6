"""What stands behind the ports on a Pi, over the stand-ins: stamps and their errors, levels, selects, letting go."""

import errno
import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.button import SELDOM_NS, ButtonBank
from hardware.clock import ManualClock
from hardware.debounce import SETTLE_NS
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.pins import BOUNCE_NS, SPIKE_NS
from hardware.finding.lines import Lines
from hardware.mfrc522.registers import Register
from hardware.observations import ButtonEdge
from hardware.pi.gpiod_pins import STAMP_ERROR_NS, GpiodPins
from hardware.pi.mfrc522_package import PackagePort
from hardware.pi.rpi_gpio_pins import RpiGpioInput, RpiGpioPins
from hardware.pi.spidev_port import SpidevPort
from hardware.ports import InputLine, Level, Pins
from tests.hardware.conftest import Make

MS = 1_000_000
BUTTON, LIGHT, OTHER = 17, 22, 23
PI5 = "Raspberry Pi 5 Model B Rev 1.0"
READ_VERSION = (Register.VERSION << 1 | 0x80, 0)

# The package says `~` where it means `not`, of a bool too, of which Python 3.12 and later warn.
pytestmark = [
    pytest.mark.usefixtures("stand_ins"),
    pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning"),
]
both = pytest.mark.parametrize("library", [GpiodPins, RpiGpioPins])


@dataclass
class Rig:
    """A Pi with a button, in virtual time, and its pins as one of the libraries opens them."""

    pi: EmulatedPi
    clock: ManualClock = field(init=False)
    banks: dict[int, ButtonBank] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert isinstance(self.pi.clock, ManualClock)
        self.clock = self.pi.clock
        self.button = self.pi.add_button(BUTTON)

    def bank(self, line: InputLine) -> ButtonBank:
        return ButtonBank({1: line}, self.clock, look_ns=2 * MS)

    def edges(self, line: InputLine, ms: int = 100) -> list[ButtonEdge]:
        """Watch a line with a bank that stays the same."""
        bank = self.banks.setdefault(id(line), self.bank(line))
        reported: list[ButtonEdge] = []
        until_ns = self.clock.now_ns() + ms * MS
        while self.clock.now_ns() < until_ns:
            reported += [item for item in bank.poll().items if isinstance(item, ButtonEdge)]
        return reported

    def taps(self, count: int) -> None:
        for _ in range(count):
            self.button.press()
            self.clock.sleep_ns(40 * MS)
            self.button.release()
            self.clock.sleep_ns(40 * MS)


@pytest.fixture
def rig(make: Make) -> Rig:
    return Rig(make(clock=ManualClock(5_000 * MS)))


# -- stamps


def test_the_kernels_stamps_come_through_to_the_nanosecond_with_their_error(rig: Rig) -> None:
    line = GpiodPins(rig.clock).input(BUTTON)
    rig.clock.sleep_ns(123_456_789)
    pressed_ns = rig.clock.now_ns()
    rig.button.press()
    rig.clock.sleep_ns(7 * MS)

    assert line.changes(rig.clock.now_ns()) == [
        Level(pressed_ns + flip_ns, high=bool(i % 2), error_ns=STAMP_ERROR_NS) for i, flip_ns in enumerate(BOUNCE_NS)
    ]
    assert line.changes(rig.clock.now_ns()) == [], "each is handed over once"


def test_what_came_later_than_was_asked_for_is_kept(rig: Rig) -> None:
    line = GpiodPins(rig.clock).input(BUTTON)
    pressed_ns = rig.clock.now_ns()
    rig.button.press()
    rig.clock.sleep_ns(7 * MS)

    asked = [line.changes(pressed_ns + until_ns) for until_ns in (0, 400_000, 7 * MS)]

    assert [[level.at_ns - pressed_ns for level in levels] for levels in asked] == [[at_ns] for at_ns in BOUNCE_NS]


def test_by_looking_a_change_is_stamped_half_way_between_two_looks(rig: Rig) -> None:
    line = RpiGpioPins(rig.clock).input(BUTTON)
    looked_ns = rig.clock.now_ns()
    rig.clock.sleep_ns(MS)
    rig.button.press()
    rig.clock.sleep_ns(3 * MS)

    assert line.changes(rig.clock.now_ns()) == (Level(looked_ns + 2 * MS, high=False, error_ns=2 * MS),)
    assert line.changes(rig.clock.now_ns()) == ()


@dataclass
class SlowGpio:
    """A library under which time passes while it reads a pin, for whatever reason; the pin falls at some time."""

    clock: ManualClock
    falls_ns: int
    takes: Iterator[tuple[int, int]]

    def input(self, _pin: int) -> int:
        before_ns, after_ns = next(self.takes)
        self.clock.sleep_ns(before_ns)
        high = self.clock.now_ns() < self.falls_ns
        self.clock.sleep_ns(after_ns)
        return high


spans = st.integers(0, 5 * MS)


@given(polls=st.lists(st.tuples(spans, spans, spans), min_size=1), part=st.floats(0, 1), late_ns=spans)
def test_the_true_time_is_within_the_error_whenever_it_was_looked(
    polls: Sequence[tuple[int, int, int]], part: float, late_ns: int
) -> None:
    """Each look is a pause, the time until the pin is read, and the time until the library returns."""
    last_ns = sum(map(sum, polls)) - polls[-1][2]
    clock, falls_ns = ManualClock(), max(1, round(part * last_ns))
    line = RpiGpioInput(SlowGpio(clock, falls_ns, iter([poll[1:] for poll in (*polls, (0, 1, 0))])), BUTTON, clock)
    reported: list[tuple[Level, int]] = []

    for pause_ns, *_ in (*polls, (0, 1, 0)):
        until_ns = clock.now_ns() + max(0, pause_ns - late_ns)  # somebody asked, and was kept from looking for a while
        clock.sleep_ns(pause_ns)
        reported += [(level, until_ns) for level in line.changes(until_ns)]

    ((level, until_ns),) = reported
    assert abs(falls_ns - level.at_ns) <= level.error_ns
    assert level.at_ns <= until_ns


@both
def test_a_button_that_is_held_at_the_start_is_seen(rig: Rig, library: type[Pins]) -> None:
    rig.button.press()
    rig.clock.sleep_ns(50 * MS)
    opened_ns = rig.clock.now_ns()

    (edge,) = rig.edges(library(rig.clock).input(BUTTON))  # type: ignore[call-arg]

    assert edge.down
    assert opened_ns <= edge.at_ns <= opened_ns + 2 * MS


@both
def test_a_tap_is_one_edge_down_and_one_up_where_they_were(rig: Rig, library: type[Pins]) -> None:
    line = library(rig.clock).input(BUTTON)  # type: ignore[call-arg]
    reported, moved_ns = rig.edges(line, ms=11), []
    for move in (rig.button.press, rig.button.release):
        moved_ns.append(rig.clock.now_ns())
        move()
        reported += rig.edges(line, ms=50)

    assert [edge.down for edge in reported] == [True, False]
    assert all(abs(edge.at_ns - at_ns) <= edge.error_ns for edge, at_ns in zip(reported, moved_ns, strict=True))


@both
def test_spikes_and_lost_edges_neither_press_nor_release_nor_hold(rig: Rig, library: type[Pins]) -> None:
    line = library(rig.clock).input(BUTTON)  # type: ignore[call-arg]
    rig.button.disturb(spikes=300, lost=0.02)
    reported, moved_ns = rig.edges(line, ms=11), []
    for number in range(100):
        moved_ns.append(rig.clock.now_ns())
        (rig.button.release if number % 2 else rig.button.press)()
        reported += rig.edges(line, ms=70 + 7 * number)

    assert rig.button.spiked > 20
    assert [edge.down for edge in reported] == [True, False] * 50
    early_ns = SPIKE_NS[1] + SETTLE_NS  # a spike just before a press is part of its train
    assert all(
        -early_ns <= edge.at_ns - at_ns + edge.error_ns and edge.at_ns - at_ns <= edge.error_ns + MS
        for edge, at_ns in zip(reported, moved_ns, strict=True)
    )


# -- a kernel buffer that was full


@pytest.mark.parametrize("ends_down", [True, False])
@pytest.mark.parametrize("held", [True, False], ids=["held at first", "open at first"])
def test_a_full_buffer_leaves_the_button_as_it_is(rig: Rig, held: bool, ends_down: bool) -> None:
    if held:
        rig.button.press()
    line = GpiodPins(rig.clock).input(BUTTON)
    bank = rig.bank(line)
    rig.clock.sleep_ns(50 * MS)
    first = bank.poll().items
    rig.button.release()
    rig.taps(100)  # 600 flips of the contact, and the buffer holds 256
    if ends_down:
        rig.button.press()
    reported = [item for _ in range(50) for item in bank.poll().items if isinstance(item, ButtonEdge)]

    last = [item.down for item in (*first, *reported) if isinstance(item, ButtonEdge)][-1]
    assert last is ends_down
    assert len(reported) < 200
    assert all(one.down != other.down for one, other in pairwise(reported)), "down and up in turn"


def test_forty_taps_fit_the_buffer_bounce_and_all(rig: Rig) -> None:
    line = GpiodPins(rig.clock).input(BUTTON)
    rig.taps(40)

    assert len(line.changes(rig.clock.now_ns())) == 40 * 2 * len(BOUNCE_NS)


# -- outputs, and letting go


@both
@pytest.mark.parametrize("high", [True, False])
def test_an_output_starts_as_asked_and_follows(rig: Rig, library: type[Pins], high: bool) -> None:
    line = library(rig.clock).output(LIGHT, high=high)  # type: ignore[call-arg]
    assert [level.high for level in rig.pi.pin(LIGHT).written] == [high]

    for wanted in (not high, high):
        line.set(high=wanted)
        assert rig.pi.pin(LIGHT).high is wanted


@pytest.mark.parametrize("library", [GpiodPins, RpiGpioPins], ids=["gpiod", "rpi-lgpio"])
def test_closing_lets_our_pins_go_and_nobody_elses_and_is_safe_twice(make: Make, library: type[Pins]) -> None:
    rig = Rig(make(gpio_library="rpi-lgpio"))
    theirs = import_module("gpiod").request_lines("/dev/gpiochip0", {OTHER: None}, consumer="somebody")
    others = set(rig.pi.claims)
    pins = library(rig.clock)  # type: ignore[call-arg]
    pins.input(BUTTON)
    pins.output(LIGHT, high=True)
    assert set(rig.pi.claims) == others | {BUTTON, LIGHT}

    pins.close()
    assert set(rig.pi.claims) == others

    again = library(rig.clock)  # type: ignore[call-arg]
    again.output(LIGHT, high=True)
    pins.close()
    assert set(rig.pi.claims) == others | {LIGHT}, "whoever has the pin now keeps it"
    assert theirs


def test_rpi_gpio_leaves_pins_alone_that_the_program_has_set_up_elsewhere(rig: Rig) -> None:
    pins = RpiGpioPins(rig.clock)
    gpio = import_module("RPi.GPIO")
    gpio.setup(OTHER, gpio.OUT, initial=gpio.HIGH)
    pins.output(LIGHT, high=True)

    pins.close()

    assert rig.pi.pin(LIGHT).driven is None
    assert rig.pi.pin(OTHER).driven is True
    assert gpio.getmode() == gpio.BCM


def test_a_line_that_somebody_else_holds_is_not_taken(rig: Rig) -> None:
    GpiodPins(rig.clock).output(LIGHT, high=False)

    with pytest.raises(OSError, match="busy"):
        GpiodPins(rig.clock).output(LIGHT, high=False)


# -- which chip, and whether we may


@pytest.mark.parametrize(
    ("model", "kernel", "chip"),
    [
        (PI5, (6, 6), "/dev/gpiochip4"),
        (PI5, (6, 12), "/dev/gpiochip0"),
        ("Raspberry Pi 4 Model B Rev 1.4", (6, 12), "/dev/gpiochip0"),
        ("Raspberry Pi Zero W Rev 1.1", (6, 1), "/dev/gpiochip0"),
    ],
)
def test_the_header_is_found_by_its_label(make: Make, model: str, kernel: tuple[int, int], chip: str) -> None:
    rig = Rig(make(model=model, kernel=kernel))
    pins = GpiodPins(rig.clock)
    pins.output(LIGHT, high=True)

    assert pins.chip == chip
    assert rig.pi.pin(LIGHT).high


def test_pins_of_a_machine_without_a_header_are_left_alone(make: Make) -> None:
    rig = Rig(make(spi_enabled=False))
    rig.pi.model = replace(rig.pi.model, gpio="INT34C6:00")

    with pytest.raises(FileNotFoundError):
        GpiodPins(rig.clock)
    with pytest.raises(FileNotFoundError):
        Lines(rig.clock)
    assert rig.pi.claims == {}


def test_a_chip_that_is_named_is_taken_whatever_its_label(make: Make) -> None:
    rig = Rig(make())
    assert GpiodPins(rig.clock, "/dev/gpiochip1").chip == "/dev/gpiochip1"

    with pytest.raises(FileNotFoundError):
        GpiodPins(rig.clock, "/dev/gpiochip7").output(LIGHT, high=True)


def test_without_rights_it_is_an_error_of_rights(make: Make) -> None:
    clock = make(permitted=False).clock

    with pytest.raises(PermissionError):
        GpiodPins(clock)
    with pytest.raises(PermissionError):
        SpidevPort(0, 0)
    pins = RpiGpioPins(clock)
    with pytest.raises((RuntimeError, OSError), match="No access to /dev/mem"):
        pins.input(BUTTON)


def test_without_rights_rpi_lgpio_does_not_even_begin(make: Make) -> None:
    clock = make(permitted=False, gpio_library="rpi-lgpio").clock

    with pytest.raises(Exception, match="can not open gpiochip"):
        RpiGpioPins(clock)


def test_a_pin_that_fails_is_an_oserror_whatever_the_library_raises(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    pins = RpiGpioPins(rig.clock)
    light, button = pins.output(LIGHT, high=False), pins.input(BUTTON)
    pins.close()  # as if another part of the program had called cleanup()

    with pytest.raises(OSError, match="OUTPUT"):
        light.set(high=True)
    with pytest.raises(OSError, match="setup"):
        button.changes(0)


def test_while_nobody_plays_the_kernels_stamps_are_fetched_seldom_and_none_is_lost(rig: Rig) -> None:
    bank = rig.bank(GpiodPins(rig.clock).input(BUTTON))
    bank.poll_often(often=False)
    began_ns = rig.clock.now_ns()
    rig.button.press()
    rig.clock.sleep_ns(40 * MS)
    rig.button.release()
    reported = [edge for _ in range(2) for edge in bank.poll().items]
    assert [edge.at_ns - began_ns for edge in reported if isinstance(edge, ButtonEdge)] == [0, 40 * MS]
    while rig.clock.now_ns() < began_ns + 100 * MS:
        bank.poll()
    rests_ns = rig.clock.now_ns()
    bank.poll()
    assert rig.clock.now_ns() - rests_ns == SELDOM_NS
    bank.poll_often(often=True)
    bank.poll()
    assert rig.clock.now_ns() - rests_ns == 2 * MS + SELDOM_NS


# -- the SPI port


@dataclass
class Wire:
    """Listens to a bus: who was selected how, at which speed and in which mode, and the select pin meanwhile."""

    pi: EmulatedPi
    monkeypatch: pytest.MonkeyPatch
    heard: list[dict[str, Any]] = field(default_factory=list)
    fails: bool = False

    def __post_init__(self) -> None:
        bus = self.pi.bus(0)
        real = bus.transfer

        def transfer(data: Sequence[int], **how: Any) -> list[int]:
            self.heard.append({**how, "low": not self.pi.pin(LIGHT).high})
            if self.fails:
                raise OSError(errno.EIO, "the bus failed")
            return real(data, **how)

        self.monkeypatch.setattr(bus, "transfer", transfer)


@pytest.fixture
def wire(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> Wire:
    rig.pi.add_reader(0, 0)
    rig.pi.add_reader(0, 1, select_pin=LIGHT)
    return Wire(rig.pi, monkeypatch)


def test_speed_and_mode_are_set_and_the_kernel_selects(wire: Wire) -> None:
    answer = SpidevPort(0, 0, speed_hz=1_234_567).xfer2(READ_VERSION)

    assert answer == [0, 0x92]
    assert wire.heard == [{"select": 0, "hz": 1_234_567, "mode": 0, "low": True}]


def test_a_select_pin_is_low_for_exactly_as_long_as_a_transfer_takes(rig: Rig, wire: Wire) -> None:
    select = GpiodPins(rig.clock).output(LIGHT, high=True)
    port = SpidevPort(0, 1, select=select)

    assert port.xfer2(READ_VERSION) == [0, 0x92]
    assert port.xfer2(READ_VERSION) == [0, 0x92]

    assert [level.high for level in rig.pi.pin(LIGHT).written] == [True, False, True, False, True]
    assert [(heard["select"], heard["low"]) for heard in wire.heard] == [(None, True)] * 2, "and the kernel's rests"


def test_a_select_pin_is_high_again_when_the_bus_has_failed(rig: Rig, wire: Wire) -> None:
    port = SpidevPort(0, 1, select=GpiodPins(rig.clock).output(LIGHT, high=True))
    wire.fails = True

    with pytest.raises(OSError, match="the bus failed"):
        port.xfer2(READ_VERSION)
    assert rig.pi.pin(LIGHT).high


def test_what_is_sent_is_not_written_over(wire: Wire) -> None:
    sent = list(READ_VERSION)
    SpidevPort(0, 0).xfer2(sent)

    assert sent == list(READ_VERSION)


def test_a_kernel_that_cannot_leave_its_select_alone_moves_it_and_the_pin_selects(make: Make) -> None:
    rig = Rig(make(model=PI5, kernel=(6, 6)))
    rig.pi.add_reader(0, 0, select_pin=LIGHT)
    port = SpidevPort(0, 0, select=GpiodPins(rig.clock).output(LIGHT, high=True))

    assert port.xfer2(READ_VERSION) == [0, 0x92]
    assert port.moves_select
    assert not SpidevPort(0, 0).moves_select, "it is the one that is meant"


def test_a_select_that_somebody_switched_off_is_switched_on_again(make: Make) -> None:
    rig = Rig(make())
    rig.pi.add_reader(0, 0)
    SpidevPort(0, 0, select=GpiodPins(rig.clock).output(LIGHT, high=True)).close()

    assert SpidevPort(0, 0).xfer2(READ_VERSION) == [0, 0x92]


def test_a_bus_that_cannot_be_set_up_is_closed(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig(make())
    rig.pi.add_reader(0, 0, select_pin=LIGHT)
    closed: list[Any] = []
    port = import_module("spidev").SpiDev
    monkeypatch.setattr(port, "close", lambda port: closed.append(port))

    def fails(_port: Any, _on: bool) -> None:
        raise OSError(errno.EIO, "the bus failed")

    monkeypatch.setattr(port, "no_cs", property(fset=fails))
    with pytest.raises(OSError, match="the bus failed"):
        SpidevPort(0, 0, select=GpiodPins(rig.clock).output(LIGHT, high=True))
    assert len(closed) == 1


def test_a_port_is_closed_for_good_and_safely_twice(wire: Wire) -> None:
    port = SpidevPort(0, 0)
    port.close()
    port.close()

    with pytest.raises(OSError, match="Bad file descriptor"):
        port.xfer2(READ_VERSION)


# -- the mfrc522 package


@pytest.fixture
def log() -> logging.Logger:
    return logging.getLogger("mfrc522Logger")


@pytest.mark.usefixtures("mfrc522_package")
def test_the_package_gets_a_select_that_somebody_switched_off(make: Make) -> None:
    rig = Rig(make())
    rig.pi.add_reader(0, 0)
    SpidevPort(0, 0, select=GpiodPins(rig.clock).output(LIGHT, high=True)).close()

    assert PackagePort(0, 0).xfer2(READ_VERSION) == [0, 0x92]


@pytest.mark.usefixtures("mfrc522_package")
def test_many_readers_of_the_package_add_no_handler_to_its_log(make: Make, log: logging.Logger) -> None:
    pi, before = make(), list(log.handlers)
    for device in (0, 1):
        pi.add_reader(0, device, reset_pin=24 + device)

    ports = [PackagePort(0, device, reset_pin=24 + device) for device in (0, 1, 0, 1)]

    pi.clock.sleep_ns(5 * MS)  # until the crystals swing
    assert [port.xfer2(READ_VERSION) for port in ports] == [[0, 0x92]] * 4
    assert log.handlers == before


@pytest.mark.usefixtures("mfrc522_package")
def test_nor_does_one_that_cannot_be_opened(make: Make, log: logging.Logger) -> None:
    pi, before = make(permitted=False), list(log.handlers)
    pi.add_reader(0, 0)
    pi.permitted = False

    for _ in range(3):
        with pytest.raises(OSError, match="Permission denied"):
            PackagePort(0, 0)
    pi.demand_permission = lambda: None  # type: ignore[method-assign] # the bus may be opened, the pins may not
    for _ in range(3):
        with pytest.raises((OSError, RuntimeError), match=re.escape("No access to /dev/mem")):
            PackagePort(0, 0)
    assert log.handlers == before


@pytest.mark.usefixtures("mfrc522_package")
def test_closing_one_reader_leaves_the_pins_of_the_others_alone(make: Make) -> None:
    pi = make()
    pi.add_reader(0, 0, reset_pin=25)
    pi.add_reader(0, 1, reset_pin=24)
    first, second = PackagePort(0, 0, reset_pin=25), PackagePort(0, 1, reset_pin=24)
    pi.clock.sleep_ns(5 * MS)  # until the crystals swing

    first.close()
    first.close()

    assert pi.pin(24).driven is True
    assert second.xfer2(READ_VERSION) == [0, 0x92]
    second.set(high=False)
    assert second.xfer2(READ_VERSION) == [0, 0]
    second.set(high=True)
    with pytest.raises(OSError, match="Bad file descriptor"):
        first.xfer2(READ_VERSION)


@pytest.mark.usefixtures("mfrc522_package")
def test_a_reset_pin_of_the_package_is_released_with_the_last_reader_that_uses_it(make: Make) -> None:
    pi = make(gpio_library="rpi-lgpio")
    for device in (0, 1):
        pi.add_reader(0, device, reset_pin=25)
    first, second = PackagePort(0, 0, reset_pin=25), PackagePort(0, 1, reset_pin=25)
    pi.clock.sleep_ns(5 * MS)  # until the crystals swing

    first.close()
    first.close()
    assert second.xfer2(READ_VERSION) == [0, 0x92]
    with pytest.raises(OSError, match="busy"):
        GpiodPins(pi.clock).input(25)

    second.close()
    GpiodPins(pi.clock).input(25)
