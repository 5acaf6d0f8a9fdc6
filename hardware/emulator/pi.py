"""An emulated Raspberry Pi with boards wired to its header, for the stand-ins of spidev, RPi.GPIO and gpiod."""

import errno
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition
from typing import Literal, get_args

from hardware.clock import Clock, SystemClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.pins import ButtonFault, EmulatedButton, EmulatedPin
from hardware.emulator.spi import EmulatedBus, Miso

# -- Models of the Raspberry Pi as libraries tell them apart: revision code, SoC, GPIO chips, header

HEADER_GPIOS = range(28)
SPI0_SELECTS = {8: "spi0 CS0", 7: "spi0 CS1"}  # the kernel holds these lines once SPI is enabled
SPI0_GPIOS = range(7, 12)

_RP1_IS_FIRST = (6, 7)  # since 6.6.45 a Pi 5's header is gpiochip0; previously it was gpiochip4


@dataclass(frozen=True)
class GpioChip:
    """A character device of GPIO lines."""

    name: str
    label: str
    lines: int


@dataclass(frozen=True)
class Model:
    """One kind of board. `revision` is its code (raspberrypi.com, revision codes)."""

    revision: str
    kind: str
    processor: str
    ram: str
    gpio: str
    lines: int

    @property
    def has_rp1(self) -> bool:
        """Whether a separate chip has the GPIO lines, as on a Pi 5."""
        return self.gpio == "pinctrl-rp1"

    def gpio_chips(self, kernel: tuple[int, int]) -> dict[str, GpioChip]:
        """Return the GPIO chips by path, including links; the header's chip has `gpio` as its label."""
        if not self.has_rp1:
            other = GpioChip("gpiochip1", "raspberrypi-exp-gpio", 8)
            return {"/dev/gpiochip0": GpioChip("gpiochip0", self.gpio, self.lines), "/dev/gpiochip1": other}
        first = kernel >= _RP1_IS_FIRST
        header = GpioChip("gpiochip0" if first else "gpiochip4", self.gpio, self.lines)
        other = GpioChip("gpiochip10" if first else "gpiochip0", "gpio-brcmstb@107d508500", 32)
        return {f"/dev/{other.name}": other, f"/dev/{header.name}": header, "/dev/gpiochip4": header}


_MODELS = {
    "Raspberry Pi 5": Model("c04170", "Pi 5 Model B", "BCM2712", "4G", "pinctrl-rp1", 54),
    "Raspberry Pi 4": Model("c03114", "Pi 4 Model B", "BCM2711", "4G", "pinctrl-bcm2711", 58),
    "Raspberry Pi 3": Model("a02082", "Pi 3 Model B", "BCM2837", "1G", "pinctrl-bcm2835", 54),
    "Raspberry Pi Zero 2": Model("902120", "Zero 2 W", "BCM2837", "512M", "pinctrl-bcm2835", 54),
    "Raspberry Pi Zero W": Model("9000c1", "Zero W", "BCM2835", "512M", "pinctrl-bcm2835", 54),
}


def find(name: str) -> Model:
    """Return the model with this name in /proc/device-tree/model. Raise ValueError if it is not emulated."""
    for beginning, model in _MODELS.items():
        if name.startswith(beginning):
            return model
    raise ValueError(f"no Raspberry Pi that is emulated is called {name!r}; there are: {', '.join(_MODELS)}")


def line_name(gpio: int) -> str | None:
    """Return the device tree's name for a line of the header."""
    return {0: "ID_SDA", 1: "ID_SCL"}.get(gpio, f"GPIO{gpio}") if gpio in HEADER_GPIOS else None


GpioLibrary = Literal["RPi.GPIO", "rpi-lgpio"]


@dataclass(frozen=True)
class Reader:
    """One board: the chip on it and the field over its antenna."""

    chip: EmulatedMfrc522
    field: Field


@dataclass(frozen=True)
class Claim:
    """A line that a program has requested from the kernel; `settings` are in the library's own form."""

    consumer: str
    settings: object = None


class EmulatedPi:
    """One Pi: its buses, its pins and their current holders. Unless `permitted`, this user may not open devices."""

    def __init__(
        self,
        clock: Clock,
        *,
        model: str = "Raspberry Pi 4 Model B Rev 1.4",
        spi_enabled: bool = True,
        permitted: bool = True,
        gpio_library: GpioLibrary = "RPi.GPIO",
        kernel: tuple[int, int] = (6, 12),
        miso: Miso = Miso.FLOATS_LOW,
    ) -> None:
        if gpio_library not in get_args(GpioLibrary):
            raise ValueError(f"there is no GPIO library {gpio_library!r}, only {' and '.join(get_args(GpioLibrary))}")
        self.clock = clock
        self.model = find(model)
        self.permitted = permitted
        self.gpio_library = gpio_library
        self.kernel = kernel
        self.spi_enabled = spi_enabled
        self.miso = miso
        self.realtime_offset_ns = time.time_ns() - clock.now_ns()
        self.readers: dict[str, Reader] = {}
        self.buttons: dict[int, EmulatedButton] = {}
        self.claims = {gpio: Claim(name) for gpio, name in SPI0_SELECTS.items()} if spi_enabled else {}
        self.spi_modes: dict[tuple[int, int], int] = {}  # by bus and device; the kernel keeps them until it restarts
        self._devices = {device: object() for device in ((0, 0), (0, 1))}  # a device that is bound again counts as new
        self._buses: dict[int, EmulatedBus] = {}
        self._pins = {gpio: EmulatedPin(gpio, clock.now_ns) for gpio in range(self.model.lines)}
        self._moved = Condition()

    # -- wiring

    def add_reader(
        self,
        bus: int,
        device: int,
        *,
        select_pin: int | None = None,
        reset_pin: int | None = None,
        chip: Callable[[Field], EmulatedMfrc522] | None = None,
        field: Field | None = None,
    ) -> Field:
        """Wire a board to a bus and return the field over it; `chip` can supply an unusual chip.

        The board's select is wired to the bus's select of that device, or to a pin. While its pins are not driven, the
        reset is high, because the board pulls it up, but the chip is selected if the Pi pulls its select pin down.
        Raise ValueError if a pin does not exist or has another use.
        """
        name = reader_name(bus, device, select_pin)
        field = field or Field()
        built = chip(field) if chip else EmulatedMfrc522(field, self.clock.now_ns)
        pin = None if select_pin is None else self._free_pin(select_pin)
        if reset_pin is not None:
            _wire_reset(built, self.pin(reset_pin))
        self.bus(bus).attach(built, device if pin is None else pin)
        self.bind(bus, device)
        self.readers[name] = Reader(built, field)
        return field

    def add_button(self, pin: int, *, fault: ButtonFault | None = None) -> EmulatedButton:
        """Wire a button between a pin and ground. Raise ValueError if the pin does not exist or has another use."""
        wired = self._free_pin(pin)
        button = EmulatedButton(self.clock, fault=fault)
        button.moved.append(self._wake)
        wired.button = self.buttons[pin] = button
        return button

    def pin(self, gpio: int) -> EmulatedPin:
        """Return a pin of the header, to watch or to wire. Raise ValueError if the header has no such pin."""
        if gpio not in HEADER_GPIOS:
            raise ValueError(f"the header has no GPIO {gpio}, only 0 to {HEADER_GPIOS[-1]}")
        return self._pins[gpio]

    def line(self, gpio: int) -> EmulatedPin:
        """Return any line of the SoC; only the first 28 are on the header."""
        return self._pins[gpio]

    def bus(self, number: int) -> EmulatedBus:
        """Return an SPI bus. If the Pi has a ManualClock, each transfer advances it."""
        if number not in self._buses:
            take_time = None if self._waits else self.clock.sleep_ns
            self._buses[number] = EmulatedBus(miso=self.miso, take_time=take_time)
        return self._buses[number]

    # -- what a library asks for

    def open_spi(self, bus: int, device: int) -> EmulatedBus:
        """Open /dev/spidev<bus>.<device>. Raise OSError as the kernel would."""
        if not self.spi_enabled or (bus, device) not in self._devices:
            raise os_error(errno.ENOENT)
        self.demand_permission()
        return self.bus(bus)

    def bind(self, bus: int, device: int) -> None:
        """Add a device, as if its driver were bound."""
        self._devices.setdefault((bus, device), object())

    def unbind(self, bus: int, device: int) -> None:
        """Remove a device: programs that have it open get ESHUTDOWN from now on, even if the device comes back."""
        self._devices.pop((bus, device), None)

    def bound(self, bus: int, device: int) -> object | None:
        return self._devices.get((bus, device))

    def demand_permission(self) -> None:
        """Raise PermissionError if this user may not open devices."""
        if not self.permitted:
            raise os_error(errno.EACCES)

    def claim(self, claims: dict[int, Claim]) -> None:
        """Request lines for one owner. If any of them is already held, request none and raise OSError."""
        if any(gpio in self.claims for gpio in claims):
            raise os_error(errno.EBUSY)
        self.claims.update(claims)

    def let_go(self, gpios: list[int]) -> None:
        """Release these lines; they keep their levels."""
        for gpio in gpios:
            self.claims.pop(gpio, None)

    def wait_until(self, due_ns: Callable[[], int | None], timeout_s: float | None) -> bool:
        """Wait until the time that `due_ns` returns, which gestures may change; return False on timeout.

        With a ManualClock, do not wait; return False if that time has not come yet.
        """
        gives_up_ns = None if timeout_s is None else self.clock.now_ns() + int(timeout_s * 1e9)
        with self._moved:
            while True:
                now_ns, due = self.clock.now_ns(), due_ns()
                if due is not None and due <= now_ns:
                    return True
                if not self._waits or (gives_up_ns is not None and gives_up_ns <= now_ns):
                    return False
                ends = [end for end in (due, gives_up_ns) if end is not None]
                self._moved.wait((min(ends) - now_ns) / 1e9 if ends else None)

    @property
    def _waits(self) -> bool:
        return isinstance(self.clock, SystemClock)

    def _wake(self) -> None:
        with self._moved:
            self._moved.notify_all()

    def _free_pin(self, gpio: int) -> EmulatedPin:
        pin = self.pin(gpio)
        if pin.button or gpio in self.claims:
            raise ValueError(f"GPIO {gpio} has another use already")
        return pin


def _wire_reset(chip: EmulatedMfrc522, pin: EmulatedPin) -> None:
    """Wire a pin to a chip's reset: low while it is driven low, otherwise pulled high by 10 kOhm on the board."""
    pin.resistor = True
    held = False

    def follow() -> None:
        nonlocal held
        low = pin.driven is False
        if low != held:
            held = low
            chip.hold_in_reset(low)

    pin.when_driven.append(follow)


def reader_name(bus: int, device: int, select_pin: int | None = None) -> str:
    """Return a reader's name, which shows where it is wired.

    >>> reader_name(0, 1), reader_name(0, 0, 22)
    ('0.1', '0.0@22')
    """
    return f"{bus}.{device}" if select_pin is None else f"{bus}.{device}@{select_pin}"


def os_error(number: int) -> OSError:
    """Return the exception that Python raises for an error number, such as a PermissionError."""
    return OSError(number, os.strerror(number))
