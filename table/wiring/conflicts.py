"""Conflicts in the wiring of a table.toml: two chips on one select, a pin with two functions. Pure."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hardware import header
from hardware.drivers import READERS
from hardware.plan import PICO_LIGHTS
from table.settings.model import Settings
from table.settings.sections import Button, Reader
from table.values import Value


class Conflict(Value):
    """An entry in a table.toml that cannot be wired: the part at fault, the reason, and the cure."""

    what: str
    sentence: str
    cure: str

    def __str__(self) -> str:
        return f"{self.what}: {self.sentence}; {self.cure}"


# BCM pins of the SPI buses on the 40-pin header: the shared ones, and the chip select of each device.
_SPI_PINS: Mapping[int, tuple[Mapping[int, str], tuple[int, ...]]] = {
    bus: ({header.MISO[bus]: "MISO", header.MOSI[bus]: "MOSI", header.SCLK[bus]: "SCLK"}, header.CHIP_SELECTS[bus])
    for bus in header.CHIP_SELECTS
}
# Pins to suggest: those without a second function come first; those used by I2C, the serial port and HATs are left out.
SPARE = (5, 6, 12, 13, 16, 22, 23, 24, 25, 26, 27, 4, 17, 18, 19, 20, 21)


class _Use(NamedTuple):
    pin: int
    what: str
    key: str
    named: str  # how a complaint names this use: "BCM 17 is also <named>"
    shared: str = ""  # uses of one pin that share this word do not conflict


def conflicts(settings: Settings) -> tuple[Conflict, ...]:
    """Return all conflicts: chips that share a select, and pins with two functions.

    Each one names the part that comes later in the file.
    """
    return (
        *_shared_selects(settings),
        *_mixed_selects(settings),
        *_shared_pins(settings),
        *_shared_channels(settings),
        *_named_twice(settings),
        *_shared_pico_pins(settings),
    )


def _shared_selects(settings: Settings) -> Iterator[Conflict]:
    first: dict[tuple[int, int, int | None], Reader] = {}
    for reader in settings.readers:
        other = first.setdefault(reader.select, reader) if reader.on_spi else reader
        if other is not reader:
            yield Conflict(
                reader.label,
                f"{other.title} has the same chip select, so both would answer at once",
                'give it another device, or with backend = "spidev" a select_pin of its own',
            )


def _mixed_selects(settings: Settings) -> Iterator[Conflict]:
    """Yield devices used both with and without the kernel's select: switching it off (SPI_NO_CS) affects all users."""
    kernels = {reader.select[:2]: reader for reader in settings.readers if reader.on_spi and reader.select_pin is None}
    for reader in settings.readers:
        other = kernels.get(reader.select[:2])
        if reader.on_spi and reader.select_pin is not None and other is not None:
            yield Conflict(
                reader.label,
                f"{other.title} uses the chip select of this device, and a select_pin switches that off",
                "give it another device, or give both a select_pin",
            )


def _shared_pins(settings: Settings) -> Iterator[Conflict]:
    uses = [*_spi_uses(settings), *_reader_uses(settings), *_other_uses(settings)]
    taken = {use.pin for use in uses}
    spare = next((f", such as BCM {pin}" for pin in SPARE if pin not in taken), "")
    first: dict[int, _Use] = {}
    for use in uses:
        other = first.setdefault(use.pin, use)
        if other is not use and (not use.shared or use.shared != other.shared):
            sentence = f"{use.key} BCM {use.pin} is also {other.named}"
            yield Conflict(use.what, sentence, f"wire it to a free pin{spare}, and change {use.key}")


def _shared_channels(settings: Settings) -> Iterator[Conflict]:
    first: dict[tuple[type, str | None, int], str] = {}
    parts: tuple[Reader | Button, ...] = (*settings.readers, *settings.buttons)
    for part in parts:
        if part.backend != "pico":
            continue
        other = first.setdefault((type(part), part.pico, part.channel), part.label)
        if other != part.label:
            sentence = f"{other} is on channel {part.channel} of pico {part.pico}, too"
            yield Conflict(part.label, sentence, "give each a channel of its own")


def _named_twice(settings: Settings) -> Iterator[Conflict]:
    """Yield readers without wires, such as USB ones, that share a value for the key that identifies a reader."""
    first: dict[tuple[str, str], Reader] = {}
    for reader in settings.readers:
        keys = READERS[reader.backend].keys if reader.backend in READERS else ()
        if keys:
            other = first.setdefault((reader.backend, reader.own.get(keys[0], "")), reader)
            if other is not reader:
                yield Conflict(reader.label, f"{other.title} is the same reader", f"give each a {keys[0]} of its own")


def _shared_pico_pins(settings: Settings) -> Iterator[Conflict]:
    """Yield lights and buzzers on a Pico's pin that is already in use or reserved for readers, buttons or the board."""
    taken: dict[tuple[str | None, int], str] = {}
    for part in settings.parts:
        for key, pin in part.pico_pins.items():
            use = f"{key} of {part.label}"
            other = taken.setdefault((part.pico, pin), use)
            spare = next((f" such as GP {one}" for one in PICO_LIGHTS if (part.pico, one) not in taken), "")
            cure = f"wire it to a free pin{spare}, and change {key}"
            if other != use:
                yield Conflict(part.label, f"{key} GP {pin} of pico {part.pico} is also {other}", cure)
            elif pin not in PICO_LIGHTS:
                sentence = f"GP {pin} of pico {part.pico} is for readers, buttons or the board itself"
                yield Conflict(part.label, f"{key}: {sentence}", cure)


def _spi_uses(settings: Settings) -> Iterator[_Use]:
    for reader in settings.readers:
        if not reader.on_spi or reader.bus not in _SPI_PINS:
            continue
        bus = f"SPI bus {reader.bus}"
        names, selects = _SPI_PINS[reader.bus]
        for pin, name in names.items():
            yield _Use(pin, reader.label, "bus", f"{name} of {bus}", bus)
        if reader.spi_device < len(selects):  # the kernel drives it even if a select_pin does the work
            pin = selects[reader.spi_device]
            yield _Use(pin, reader.label, "device", f"chip select {reader.spi_device} of {bus}", bus)
    yield from _reserved_selects(settings)


def _reserved_selects(settings: Settings) -> Iterator[_Use]:
    """Yield the chip selects of SPI bus 0 that no reader uses: `dtparam=spi=on` reserves both (table-toml.md)."""
    readers = [reader for reader in settings.readers if reader.on_spi and reader.bus == 0]
    for device, pin in enumerate(_SPI_PINS[0][1]) if readers else ():
        if device not in {reader.spi_device for reader in readers}:
            yield _Use(pin, readers[0].label, "device", f"chip select {device} of SPI bus 0")


def _reader_uses(settings: Settings) -> Iterator[_Use]:
    for reader in settings.readers:
        for key, pin in reader.pins.items():
            # A shared reset is harmless, and a shared select was reported already.
            shared = {"reset_pin": "reset", "select_pin": f"select {reader.select}"}.get(key, "")
            unsaid = "" if getattr(reader, key) == pin else " (its package drives that one unless told otherwise)"
            yield _Use(pin, reader.label, key, f"{key} of {reader.label}{unsaid}", shared)


def _other_uses(settings: Settings) -> Iterator[_Use]:
    for button in settings.buttons:
        for key, pin in button.pins.items():
            yield _Use(pin, button.label, key, f"{key} of {button.label}")
    for key, pin in settings.buzzer.pins.items() if settings.buzzer else ():
        yield _Use(pin, "buzzer", key, f"{key} of buzzer")
