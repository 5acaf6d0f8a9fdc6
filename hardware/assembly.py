"""Opens the devices of a plan: chips behind ports, lines behind pins. The caller closes the assembly.

The Pi's libraries, pyserial and the emulator are imported when a device needs them. An emulated table therefore runs on
a PC without the Pi's libraries, and a real table runs on a Pi without the emulator.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from itertools import groupby
from pkgutil import resolve_name
from secrets import token_hex
from typing import TYPE_CHECKING, Any, TypeVar

from firmware_bridge.bridge import Bridge
from firmware_bridge.pico import messages
from firmware_bridge.ports import BytePort
from hardware import drivers
from hardware.button import LOOK_NS, ButtonBank
from hardware.clock import Clock
from hardware.lights import LightBank, Together
from hardware.phones import PhoneButtons
from hardware.pico import PicoReader, PicoSource
from hardware.plan import (
    PICO_BUTTONS,
    PICO_RESET,
    PICO_SELECTS,
    ButtonPlan,
    LightPlan,
    PicoPlan,
    Plan,
    ReaderPlan,
)
from hardware.ports import InputLine, Light, OutputLine, Pins, Source
from hardware.presence import OnPoll
from hardware.reader import Reader
from hardware.reader_bank import SWEEP_NS, ReaderBank

if TYPE_CHECKING:
    from hardware.emulator.room import Room

T = TypeVar("T")
Wire = Callable[[str, str, str], None]  # a Pico's name, the direction, and the line

_KNOWN_MS = 500  # a Pico addresses a silent tag for this much longer than the table waits for it
_PILE_KNOWN_MS = 2500  # the shortest wait for a pile; an entirely silent one gets two seconds
Device = ReaderPlan | ButtonPlan | LightPlan | PicoPlan


class DeviceError(OSError):
    """A `device` of the plan could not be opened: `of` is its name, `__cause__` the reason."""

    def __init__(self, device: Device, of: str, cause: Exception) -> None:
        super().__init__(f"{of}: {cause}")
        self.device = device
        self.of = of
        self.cause = cause


class Assembly:
    """The open devices of a plan, each opened on first use. A context manager."""

    def __init__(
        self,
        plan: Plan,
        clock: Clock,
        room: "Room | None" = None,
        wire: Wire | None = None,
        on_poll: OnPoll | None = None,
    ) -> None:
        """`wire` is called with every line exchanged with a Pico, `on_poll` with every poll of a reader."""
        self.plan = plan
        self.clock = clock
        self.switched = plan.switched
        self.moved_selects: set[tuple[int, int]] = set()  # bus and device of selects that toggle but should not
        self._room = room
        self._wire = wire
        self._on_poll = on_poll
        self._process = token_hex(4)  # a Pico keeps messages only for this run of the table
        self._bridges: dict[str, Bridge] = {}
        self._pins: dict[str, Pins] = {}
        self._resets: dict[int, OutputLine] = {}
        self._phones: PhoneButtons | None = None
        self._closing = ExitStack()

    def __enter__(self) -> "Assembly":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every device; safe to call twice."""
        self._closing.close()

    @property
    def room(self) -> "Room":
        """The emulated hardware, made on first use."""
        if self._room is None:
            from hardware.emulator.room import Room

            self._room = Room(self.clock)
        return self._room

    @property
    def emulates(self) -> bool:
        """Whether anything is emulated."""
        return self._room is not None

    # -- one device

    def reader(self, reader: ReaderPlan) -> Reader:
        """Open a reader. Raise DeviceError if its library, its bus or a pin is not available."""
        opens = resolve_name(drivers.READERS[reader.backend].opens)
        opened: Reader = _opened(reader, reader.name, lambda: opens(reader, self))
        self._closing.callback(opened.close)
        return opened

    def library(self, name: str) -> Any:
        """Import a driver's library, or return its stand-in from the emulated room."""
        stand_ins = {} if self._room is None else self._room.stand_ins
        return stand_ins[name] if name in stand_ins else import_module(name)

    def button(self, button: ButtonPlan) -> InputLine:
        """Open a button. Raise DeviceError if its library or its pin is not available."""
        if button.backend == "emulated":
            return self.room.button(button.seat)
        return _opened(button, f"button seat {button.seat}", lambda: self.pins(button.backend).input(_pin(button.pin)))

    def light(self, light: LightPlan) -> Light:
        """Open a light. Raise DeviceError if its library or its pin is not available."""
        opens = resolve_name(drivers.LIGHTS[light.backend])
        opened: Light = _opened(light, light.name, lambda: opens(light, self))
        return opened

    def pins(self, backend: str) -> Pins:
        """Return the pin library for a `backend`, opened on first use."""
        if backend not in self._pins:
            pins = self._pins[backend] = self._open_pins(backend)
            self._closing.callback(pins.close)
        return self._pins[backend]

    def _open_pins(self, backend: str) -> Pins:
        if backend == "gpiod":
            from hardware.pi.gpiod_pins import GpiodPins

            return GpiodPins(self.clock, self.plan.gpio_chip)
        from hardware.pi.rpi_gpio_pins import RpiGpioPins

        return RpiGpioPins(self.clock)

    def select(self, pin: int) -> OutputLine:
        """Open a chip-select pin as an output that is high."""
        return self.pins(self.plan.gpio).output(pin, high=True)

    def reset(self, pin: int) -> OutputLine | None:
        """Drive a reset pin high on first use; return it if no other reader shares it, so that it may be pulsed."""
        if pin not in self._resets:
            self._resets[pin] = self.pins(self.plan.gpio).output(pin, high=True)
        return self._resets[pin] if self.is_its_own(pin) else None

    def is_its_own(self, pin: int) -> bool:
        """Return whether a single reader uses a reset pin: a pulse on a shared pin would also reset the others."""
        return sum(reader.reset_pin == pin for reader in self.plan.readers) < 2

    # -- Picos

    def bridge(self, pico: PicoPlan) -> Bridge:
        """Return the bridge to a Pico, created on first use with the plan to send it; its first poll opens the port."""
        if pico.name not in self._bridges:
            wire = None if self._wire is None else partial(self._wire, pico.name)
            reported = self._reported(pico)
            bridge = Bridge(pico.name, self._opens(pico), self.clock, reported, process=self._process, wire=wire)
            self._closing.callback(bridge.close)
            self._bridges[pico.name] = bridge
        return self._bridges[pico.name]

    def _opens(self, pico: PicoPlan) -> Callable[[], BytePort]:
        if pico.backend == "usb":
            from firmware_bridge.serial_port import opener

            return opener(port=pico.port, serial_number=pico.serial_number)
        emulated = self.room.pico(pico.name)
        for reader in self._readers_of(pico):
            emulated.circuit.selects[PICO_SELECTS[reader.channel]] = self.room.reader(reader.name)
        for button in self._buttons_of(pico):
            emulated.circuit.buttons[PICO_BUTTONS[button.channel]] = self.room.button(button.seat)
        for light in self.plan.lights:
            if light.pico == pico.name:
                emulated.circuit.lamps[_pin(light.pin)] = self.room.lamp(light.name)
        self._closing.callback(emulated.close)
        return emulated.open

    def _readers_of(self, pico: PicoPlan) -> list[ReaderPlan]:
        return [reader for reader in self.plan.readers if reader.pico == pico.name]

    def _buttons_of(self, pico: PicoPlan) -> list[ButtonPlan]:
        return [button for button in self.plan.buttons if button.pico == pico.name]

    def _reported(self, pico: PicoPlan) -> tuple[tuple[object, ...], ...]:
        """Return a Pico's wiring as link messages."""
        channels = [one.channel for one in self._buttons_of(pico)]
        return told_to_a_pico(self._readers_of(pico), channels, self.plan.sweep_ns, switched=self.plan.switched)

    def _pico_source(self, pico: PicoPlan) -> PicoSource:
        source = PicoSource
        if pico.backend == "emulated":
            from hardware.emulator.shortcut import RestingPico

            source = RestingPico
        return source(
            self.bridge(pico),
            self.clock,
            {one.channel: PicoReader(one.name, one.patience) for one in self._readers_of(pico)},
            {one.channel: one.contact for one in self._buttons_of(pico)},
            step_ns=self.plan.sweep_ns,
            on_poll=self._on_poll,
        )

    def pico(self, name: str) -> Bridge:
        return self.bridge(next(one for one in self.plan.picos if one.name == name))

    # -- phones

    @property
    def phones(self) -> PhoneButtons | None:
        """The source for seats whose button is a phone, made on first use; None if no seat has one."""
        contacts = {button.seat: button.contact for button in self.plan.buttons if button.backend == "phone"}
        if contacts and self._phones is None:
            self._phones = PhoneButtons(contacts, self.clock)
        return self._phones

    # -- all devices

    def sources(self) -> Mapping[str, Source]:
        """Open every source: a bank of readers, a bank of buttons for each pin library, the phones, and each Pico."""
        sources: dict[str, Source] = {f"pico {pico.name}": self._pico_source(pico) for pico in self.plan.picos}
        readers = [reader for reader in self.plan.readers if reader.pico is None]
        if readers:
            sources["readers"] = self._bank(readers)
        if self.phones is not None:
            sources["phones"] = self.phones
        own = [button for button in self.plan.buttons if button.has_line]
        for backend, buttons in _grouped(own, lambda button: button.backend):
            sources[f"buttons {backend}"] = self._button_bank(backend, buttons)
        return sources

    def _bank(self, readers: Sequence[ReaderPlan]) -> ReaderBank:
        opened = {reader.name: self.reader(reader) for reader in readers}
        patience = {reader.name: reader.patience for reader in readers}
        sweep_ns, on_poll = self.plan.sweep_ns, self._on_poll
        if any(reader.backend != "emulated" for reader in readers):
            return ReaderBank(opened, self.clock, patience, sweep_ns=sweep_ns, on_poll=on_poll)
        from hardware.emulator.shortcut import bank_of

        return bank_of(opened, self.room, self.clock, patience, sweep_ns=sweep_ns, on_poll=on_poll)

    def _button_bank(self, backend: str, buttons: Sequence[ButtonPlan]) -> ButtonBank:
        bank: type[ButtonBank] = ButtonBank
        if backend == "emulated":
            from hardware.emulator.shortcut import RestingButtons

            bank = RestingButtons
        return bank(
            {button.seat: self.button(button) for button in buttons},
            self.clock,
            look_ns=min(button.look_ns for button in buttons) if backend == "rpi_gpio" else LOOK_NS,
            contacts={button.seat: button.contact for button in buttons},
        )

    def lights(self) -> LightBank:
        """Open every light; lights at the same place are switched together."""
        by_name = _grouped(self.plan.lights, lambda light: light.name)
        return LightBank({name: Together([self.light(one) for one in lights]) for name, lights in by_name}, self.clock)


def told_to_a_pico(
    readers: Iterable[ReaderPlan], buttons: Iterable[int], sweep_ns: int = SWEEP_NS, *, switched: bool = False
) -> tuple[tuple[object, ...], ...]:
    """Return the messages that configure a Pico's readers and the channels of its buttons."""
    listens = [
        messages.Listen(
            reader.channel, PICO_SELECTS[reader.channel], reader.gain_db, _known_ms(reader), reader.patience.pile
        )
        for reader in readers
    ]
    watches = [messages.Watch(channel, PICO_BUTTONS[channel]) for channel in buttons]
    return (*listens, *watches, messages.Begin(PICO_RESET, sweep_ns // 1_000_000, switched))


def _grouped(things: Iterable[T], key: Callable[[T], str]) -> list[tuple[str, list[T]]]:
    return [(name, list(group)) for name, group in groupby(sorted(things, key=key), key)]


def _opened(device: Device, of: str, opening: Callable[[], T]) -> T:
    """Call `opening`, and turn any exception that the device's library raises into a DeviceError."""
    try:
        return opening()
    except Exception as error:  # RPi.GPIO raises RuntimeError, rpi-lgpio lgpio.error, gpiod and spidev OSError
        raise DeviceError(device, of, error) from error


def _known_ms(reader: ReaderPlan) -> int:
    patience_ms = reader.patience.silence_ns // 1_000_000
    return _KNOWN_MS + max(patience_ms, _PILE_KNOWN_MS if reader.patience.pile else 0)


def _pin(pin: int | None) -> int:
    assert pin is not None, "the plan names every pin to be driven"  # noqa: S101 - settings ensure it
    return pin
