"""Every kind of reader and light by its `backend`: a new kind is a driver, and a line here.

A driver is a function that opens the reader or light of a plan. It stands here as text, `module:function`, and is
imported when a table has such a part: so a table needs no library but those of its own parts. What a Pico polls has no
driver here; the program of the Pico brings one.
"""

from typing import NamedTuple


class Driver(NamedTuple):
    """A kind of reader. `opens(plan, parts)` returns a `hardware.reader.Reader`, or raises what its library raises.

    `checks(assembly, clock, plans, watch_ns, asks)` is how the doctor examines all readers that have the same checks,
    and yields a finding for each; without any of its own a reader is started and polled. `on_spi`: it hangs on the
    header, on an SPI bus with a chip select and perhaps a reset pin.
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
