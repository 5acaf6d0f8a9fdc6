"""From a plan to open devices: chips behind ports, lines behind pins. Whoever opens an assembly closes it.

The Pi's libraries, and that of serial ports, are imported when the first device needs one, so a PC can run a table
whose parts are emulated.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import groupby
from secrets import token_hex
from typing import TypeVar

from firmware_bridge.bridge import Bridge
from firmware_bridge.pico import messages
from firmware_bridge.ports import BytePort
from hardware import iso14443a
from hardware.button_bank import LOOK_NS, ButtonBank
from hardware.clock import Clock, SharedClock, SystemClock
from hardware.emulator.room import Room
from hardware.emulator.shortcut import EVERYWHERE, Resting, ShortCut, Skipping, passed_by, polled
from hardware.lights import LightBank, Together
from hardware.mfrc522 import Mfrc522
from hardware.pico import PicoLine, PicoReader, PicoSource
from hardware.plan import (
    PICO_BUTTONS,
    PICO_RESET,
    PICO_SELECTS,
    ButtonPlan,
    LightPlan,
    OnPico,
    PicoPlan,
    PinsBackend,
    Plan,
    ReaderPlan,
)
from hardware.ports import InputLine, OutputLine, Pins, Source, SpiPort
from hardware.presence import Looked
from hardware.reader_bank import SWEEP_NS, Chip, ReaderBank

T = TypeVar("T")
Wire = Callable[[str, str, str], None]  # a Pico's name, which way, and the line that went it

_KNOWN_MS = 500  # how much longer than the table a Pico goes on addressing a silent tag
_PILE_KNOWN_MS = 2500  # a pile that is silent as a whole is given two seconds
Device = ReaderPlan | ButtonPlan | LightPlan | PicoPlan


class DeviceError(OSError):
    """A `device` of the plan could not be opened: `of` names it, `__cause__` says why."""

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
        room: Room | None = None,
        wire: Wire | None = None,
        looked: Looked | None = None,
    ) -> None:
        """`wire` is called with every line that goes over the cables to Picos, `looked` with every poll of a reader."""
        self.plan = plan
        self.room = room or Room(clock)
        self.moved_selects: set[tuple[int, int]] = set()  # bus and device of selects that should rest, and do not
        self._clock = clock
        self._wire = wire
        self._looked = looked
        self._process = token_hex(4)  # a Pico keeps messages for this run of the table only
        self._bridges: dict[str, Bridge] = {}
        self._pins: dict[PinsBackend, Pins] = {}
        self._resets: dict[int, OutputLine] = {}
        self._closing = ExitStack()

    def __enter__(self) -> "Assembly":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close every device; safe to call twice."""
        self._closing.close()

    # -- one device

    def chip(self, reader: ReaderPlan) -> Mfrc522:
        """Open a reader. Raise DeviceError if its library, its bus or a pin is not available."""
        port, reset = _opened(reader, reader.name, lambda: self._port(reader))
        chip = Mfrc522(port, self._clock, gain_db=reader.gain_db, reset_line=reset)
        self._closing.callback(chip.close)
        return chip

    def button(self, button: ButtonPlan) -> InputLine:
        """Open a button. Raise DeviceError if its library or its pin is not available."""
        if button.backend == "emulated":
            return self.room.button(button.seat)
        backend = _of_the_table(button.backend)
        return _opened(button, f"button seat {button.seat}", lambda: self.pins(backend).input(_pin(button.pin)))

    def light(self, light: LightPlan) -> OutputLine:
        """Open a light. Raise DeviceError if its library or its pin is not available."""
        if light.backend == "emulated":
            return self.room.lamp(light.name)
        if light.pico is not None:
            return self._pico_light(light, light.pico)
        backend = _of_the_table(light.backend)
        return _opened(light, light.name, lambda: self.pins(backend).output(_pin(light.pin), high=False))

    def pins(self, backend: PinsBackend) -> Pins:
        """Open a library of pins, once."""
        if backend not in self._pins:
            pins = self._pins[backend] = self._open_pins(backend)
            self._closing.callback(pins.close)
        return self._pins[backend]

    def _open_pins(self, backend: PinsBackend) -> Pins:
        if backend == "gpiod":
            from hardware.pi.gpiod_pins import GpiodPins

            return GpiodPins(self._clock, self.plan.gpio_chip)
        from hardware.pi.rpi_gpio_pins import RpiGpioPins

        return RpiGpioPins(self._clock)

    def _port(self, reader: ReaderPlan) -> tuple[SpiPort, OutputLine | None]:
        if reader.backend == "emulated":
            return self.room.reader(reader.name), None
        if reader.backend == "mfrc522":
            from hardware.pi.mfrc522_package import PackagePort

            pin = _pin(reader.reset_pin)
            package = PackagePort(reader.bus, reader.device, speed_hz=reader.speed_hz, reset_pin=pin)
            return package, package if self._is_its_own(pin) else None
        from hardware.pi.spidev_port import SpidevPort

        pins = partial(self.pins, self.plan.gpio)
        select = None if reader.select_pin is None else pins().output(reader.select_pin, high=True)
        reset = None if reader.reset_pin is None else self._reset(reader.reset_pin)
        port = SpidevPort(reader.bus, reader.device, speed_hz=reader.speed_hz, select=select)
        if port.moves_select:
            self.moved_selects.add((reader.bus, reader.device))
        return port, reset

    def _reset(self, pin: int) -> OutputLine | None:
        """Drive a reset pin high, once; return it only if one chip alone uses it, which may then pulse it."""
        if pin not in self._resets:
            self._resets[pin] = self.pins(self.plan.gpio).output(pin, high=True)
        return self._resets[pin] if self._is_its_own(pin) else None

    def _is_its_own(self, pin: int) -> bool:
        """Return whether one reader alone uses a reset pin: on a shared one a pulse would reset the others too."""
        return sum(reader.reset_pin == pin for reader in self.plan.readers) < 2

    # -- Picos

    def bridge(self, pico: PicoPlan) -> Bridge:
        """Make the bridge to a Pico, once, with the plan to send it; the port is opened by the first poll."""
        if pico.name not in self._bridges:
            wire = None if self._wire is None else partial(self._wire, pico.name)
            told = self._told(pico)
            bridge = Bridge(pico.name, self._opens(pico), self._clock, told, process=self._process, wire=wire)
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

    def _told(self, pico: PicoPlan) -> tuple[tuple[object, ...], ...]:
        """Return what is wired to a Pico as messages of the link."""
        channels = [one.channel for one in self._buttons_of(pico)]
        return told_to_a_pico(self._readers_of(pico), channels, self.plan.sweep_ns, switched=self.plan.switched)

    def _pico_source(self, pico: PicoPlan) -> PicoSource:
        return PicoSource(
            self.bridge(pico),
            self._clock,
            {one.channel: PicoReader(one.name, one.patience) for one in self._readers_of(pico)},
            {one.channel: one.contact for one in self._buttons_of(pico)},
            step_ns=self.plan.sweep_ns,
            looked=self._looked,
        )

    def _pico_light(self, light: LightPlan, name: str) -> PicoLine:
        pico = next(one for one in self.plan.picos if one.name == name)
        return PicoLine(self.bridge(pico).light, _pin(light.pin))

    # -- all of them

    def sources(self) -> Mapping[str, Source]:
        """Open every source: one bank for all readers, one for the buttons of each library, and each Pico."""
        sources: dict[str, Source] = {f"pico {pico.name}": self._pico_source(pico) for pico in self.plan.picos}
        readers = [reader for reader in self.plan.readers if reader.pico is None]
        if readers:
            chips = {reader.name: self._asked(reader) for reader in readers}
            patience = {reader.name: reader.patience for reader in readers}
            switched, sweep_ns = self.plan.switched, self.plan.sweep_ns
            bank = ReaderBank(
                chips,
                self._clock,
                patience,
                switched=switched,
                sweep_ns=sweep_ns,
                looked=self._looked,
                asks=polled if self._cuts_short else iso14443a.poll,
                passes_by=passed_by if self._cuts_short else None,
            )
            sources["readers"] = self._hurried(bank) if all(one.backend == "emulated" for one in readers) else bank
        own = [button for button in self.plan.buttons if button.pico is None]
        for backend, buttons in _grouped(own, lambda button: button.backend):
            sources[f"buttons {backend}"] = ButtonBank(
                {button.seat: self.button(button) for button in buttons},
                self._clock,
                look_ns=min(button.look_ns for button in buttons) if backend == "rpi_gpio" else LOOK_NS,
                contacts={button.seat: button.contact for button in buttons},
            )
        return sources

    def _hurried(self, bank: ReaderBank) -> Source:
        """Let a bank of emulated readers alone leave out the sweeps that can find nothing."""
        if isinstance(self._clock, SystemClock):
            return Resting(bank, self.room)
        if self._cuts_short and isinstance(self._clock, SharedClock):
            return Skipping(bank, self.room, self._clock)
        return bank

    @property
    def _cuts_short(self) -> bool:
        """Whether emulated readers skip what can find nothing new."""
        return self.room.short_cuts and isinstance(self._clock, SharedClock)

    def _asked(self, reader: ReaderPlan) -> Chip:
        """Open a reader; where the room allows it, skip exchanges that nobody can answer."""
        chip = self.chip(reader)
        if reader.backend == "emulated" and self._cuts_short and isinstance(self._clock, SharedClock):
            return ShortCut(chip, self.room.fields[reader.name], self._clock, EVERYWHERE)
        return chip

    def lights(self) -> LightBank:
        """Open every light; several at one place are switched as one."""
        by_name = _grouped(self.plan.lights, lambda light: light.name)
        return LightBank({name: Together([self.light(one) for one in lights]) for name, lights in by_name}, self._clock)


def told_to_a_pico(
    readers: Iterable[ReaderPlan], buttons: Iterable[int], sweep_ns: int = SWEEP_NS, *, switched: bool = False
) -> tuple[tuple[object, ...], ...]:
    """Return as messages of the link which readers are wired to a Pico, and to which channels buttons."""
    listens = [
        messages.Listen(one.channel, PICO_SELECTS[one.channel], one.gain_db, _known_ms(one), one.patience.pile)
        for one in readers
    ]
    watches = [messages.Watch(channel, PICO_BUTTONS[channel]) for channel in buttons]
    return (*listens, *watches, messages.Begin(PICO_RESET, sweep_ns // 1_000_000, switched))


def _grouped(things: Iterable[T], key: Callable[[T], str]) -> list[tuple[str, list[T]]]:
    return [(name, list(group)) for name, group in groupby(sorted(things, key=key), key)]


def _opened(device: Device, of: str, opening: Callable[[], T]) -> T:
    """Open a device; raise DeviceError if that fails, whatever the library raised."""
    try:
        return opening()
    except Exception as error:  # RPi.GPIO raises RuntimeError, rpi-lgpio lgpio.error, gpiod and spidev OSError
        raise DeviceError(device, of, error) from error


def _known_ms(reader: ReaderPlan) -> int:
    patience_ms = reader.patience.silence_ns // 1_000_000
    return _KNOWN_MS + max(patience_ms, _PILE_KNOWN_MS if reader.patience.pile else 0)


def _of_the_table(backend: PinsBackend | OnPico) -> PinsBackend:
    assert backend != "pico", "devices on a Pico belong to its bridge"  # noqa: S101 - the caller has checked
    return backend


def _pin(pin: int | None) -> int:
    assert pin is not None, "the plan names every pin to be driven"  # noqa: S101 - settings see to it
    return pin
