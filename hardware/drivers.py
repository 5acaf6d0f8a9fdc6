"""Every kind of reader and light by its `backend`: a new kind is a driver and a line here.

A driver is a function that opens the reader or light of a plan. It is listed as text, `module:function`, and imported
when a table has such a part, so a table needs only the libraries of its own parts. Readers on a Pico have no driver
here; the Pico's program contains it.
"""

from typing import NamedTuple


class Driver(NamedTuple):
    """A kind of reader. `opens(plan, parts)` returns a `hardware.reader.Reader`, or raises what its library raises.

    `checks(assembly, clock, plans, watch_ns, asks)` examines all readers with the same checks for the doctor, and
    yields a finding for each; a reader without its own checks is started and polled. `on_spi`: it is on an SPI bus of
    the header, with a chip select and perhaps a reset pin.
    """

    opens: str
    checks: str = "hardware.doctor.readers:examine"
    on_spi: bool = False


_MFRC522 = "hardware.doctor.mfrc522:examine"
READERS: dict[str, Driver] = {
    "mfrc522": Driver("hardware.pi.mfrc522_package:opened", _MFRC522, on_spi=True),
    "spidev": Driver("hardware.pi.spidev_port:opened", _MFRC522, on_spi=True),
    "emulated": Driver("hardware.emulator.reader:opened", _MFRC522),
}
# `opens(plan, parts)` returns a `hardware.ports.Light`.
LIGHTS: dict[str, str] = {
    "gpiod": "hardware.lights:opened",
    "rpi_gpio": "hardware.lights:opened",
    "pico": "hardware.pico:opened",
    "emulated": "hardware.emulator.room:opened",
}


def is_on_spi(backend: str) -> bool:
    """Return whether readers of this kind use an SPI bus of the Pi."""
    return backend in READERS and READERS[backend].on_spi
