"""Every kind of reader and light, by its `backend`; a new kind needs a driver and a line here.

A driver is a function that opens the reader or light of a plan. It is listed as a string, `module:function`, and
imported only if a table has such a part, so a table needs only the libraries for its own parts. Readers on a Pico have
no driver here: theirs is part of the Pico's program.
"""

from typing import NamedTuple


class Driver(NamedTuple):
    """A kind of reader. `opens(plan, parts)` returns a `hardware.reader.Reader`, or raises its library's exceptions.

    The doctor calls `checks(assembly, clock, plans, watch_ns, asks)` with all readers that share these checks, and gets
    a finding for each; without `checks`, a reader is only started and polled. `on_spi` means that the reader is on one
    of the header's SPI buses, with a chip select and perhaps a reset pin.

    `keys` are the table.toml keys specific to this kind; the first one identifies the reader. `needs` are required
    keys. `piles` means that the reader supports a pile of cards. `departs` means that it notices when a card is taken
    away. `library` is the distribution that the driver imports; the project's `extra` installs it, and the Debian
    packages `built_with` are needed to build it.

    For plug-in readers, `finds` is the module that finds them during set-up (a `hardware.finding.usb.Finder`), and
    `every` holds the keys that combine all of them into one reader, for `run --usb`.
    """

    opens: str
    checks: str = "hardware.doctor.readers:examine"
    on_spi: bool = False
    keys: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    piles: bool = True
    departs: bool = True
    extra: str = "pi"
    library: str = ""
    built_with: str = "python3-dev"
    finds: str = ""
    every: tuple[tuple[str, str], ...] = ()


_MFRC522 = "hardware.doctor.mfrc522:examine"
READERS: dict[str, Driver] = {
    "mfrc522": Driver("hardware.pi.mfrc522_package:opened", _MFRC522, on_spi=True, extra="mfrc522", library="mfrc522"),
    "spidev": Driver("hardware.pi.spidev_port:opened", _MFRC522, on_spi=True, library="spidev"),
    "emulated": Driver("hardware.emulator.reader:opened", _MFRC522),
    "pcsc": Driver(
        "hardware.pcsc:opened",
        "hardware.doctor.pcsc:examine",
        keys=("reader",),
        piles=False,
        extra="usb",
        library="pyscard",
        built_with="pcscd libpcsclite-dev python3-dev gcc swig",
        finds="hardware.finding.pcsc",
        every=(("reader", "*"),),
    ),
    "keyboard": Driver(
        "hardware.keyboard:opened",
        "hardware.doctor.keyboard:examine",
        keys=("device", "format"),
        needs=("device", "format"),
        piles=False,
        departs=False,
        finds="hardware.finding.keyboard",
    ),
}
# `opens(plan, parts)` returns a `hardware.ports.Light`.
LIGHTS: dict[str, str] = {
    "gpiod": "hardware.lights:opened",
    "rpi_gpio": "hardware.lights:opened",
    "pico": "hardware.pico:opened",
    "emulated": "hardware.emulator.room:opened",
}


EVERY_ON_USB: dict[str, str] = next(
    {"backend": backend, **dict(driver.every)} for backend, driver in READERS.items() if driver.every
)  # the keys of the reader at a table without table.toml


def is_on_spi(backend: str) -> bool:
    """Return whether readers of this kind use an SPI bus of the Pi."""
    return backend in READERS and READERS[backend].on_spi
