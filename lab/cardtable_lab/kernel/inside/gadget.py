"""A Pico on a USB cable: its own program under MicroPython, behind a serial gadget with a Pico's IDs.

The kernel's dummy controller (`dummy_hcd`) connects both ends: the program writes to /dev/ttyGS0, and the kernel's USB
core finds a device and creates /dev/ttyACM0 for it, as on a Pi. An unplugged Pico has no power.
"""

import os
import signal
import tty
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread

from cardtable_lab.kernel.inside.devices import CONFIGFS, waits
from firmware_bridge.serial_port import PICO
from hardware.clock import SystemClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.pico.circuit import Circuit, PowerCut
from hardware.emulator.pico.micropython import Questions
from hardware.emulator.pins import EmulatedButton
from hardware.emulator.room import PATIENCE_NS, EmulatedLamp
from hardware.emulator.spi import EmulatedSpi
from hardware.plan import PICO_BUTTONS, PICO_LIGHTS, PICO_SELECTS

_PATIENCE_S = 20.0
_ENGLISH = "0x409"
# The names that MicroPython reports on a board: ports/rp2/mpconfigport.h, shared/tinyusb/mp_usbd_descriptor.c.
_NAMES = {"manufacturer": "MicroPython", "product": "Board in FS mode"}


class Cable:
    """A cable to one of this machine's USB sockets, numbered from 0; `port` is the Pico's end of it."""

    def __init__(self, serial_number: str, socket: int) -> None:
        self._gadget = CONFIGFS / "usb_gadget" / f"pico-{serial_number}"
        self._socket = f"dummy_udc.{socket}"
        self.is_in = False
        function, config = self._gadget / "functions" / "acm.0", self._gadget / "configs" / "c.1"
        strings = self._gadget / "strings" / _ENGLISH
        for folder in (self._gadget, strings, config, function):
            folder.mkdir(exist_ok=True)
        vendor, product = PICO
        for name, value in {"idVendor": vendor, "idProduct": product, "bcdUSB": 0x0200, "bcdDevice": 0x0100}.items():
            (self._gadget / name).write_text(f"{value:#06x}")
        (self._gadget / "max_speed").write_text("full-speed")
        for name, text in {**_NAMES, "serialnumber": serial_number.lower()}.items():
            (strings / name).write_text(text)
        (config / "acm.0").symlink_to(function)
        self.port = f"/dev/ttyGS{(function / 'port_num').read_text().strip()}"

    def plug(self) -> None:
        """Plug the cable in."""
        (self._gadget / "UDC").write_text(self._socket)
        self.is_in = True

    def unplug(self) -> None:
        """Unplug the cable. Calling this twice is safe."""
        if self.is_in:
            self.is_in = False
            (self._gadget / "UDC").write_text("\n")


class Pico:
    """A Pico, not plugged in yet. Hands use `fields` and `buttons` by channel, and watch `lamps` by pin."""

    def __init__(self, serial_number: str, socket: int = 0) -> None:
        clock = SystemClock()
        self.serial_number = serial_number
        self.fields = [Field(patience_ns=PATIENCE_NS) for _ in PICO_SELECTS]
        self.chips = [EmulatedMfrc522(field, clock.now_ns) for field in self.fields]
        self.buttons = [EmulatedButton(clock) for _ in PICO_BUTTONS]
        self.lamps = {pin: EmulatedLamp() for pin in PICO_LIGHTS}
        self.circuit = Circuit(clock, serial_number)
        self.circuit.selects = {
            pin: EmulatedSpi(chip) for pin, chip in zip(PICO_SELECTS, self.chips, strict=True)
        }  # fmt: skip
        self.circuit.buttons = dict(zip(PICO_BUTTONS, self.buttons, strict=True))
        self.circuit.lamps = {**self.lamps}
        self.starts = 0
        self._cable = Cable(serial_number, socket)
        self._lock = Lock()
        self._has_power = False
        self._program: Questions | None = None
        self._thread: Thread | None = None

    def plug(self) -> None:
        """Plug the Pico in and wait until it is on the bus; do nothing if it is already plugged in."""
        if self._has_power:
            return
        self._has_power = True
        self._thread = Thread(target=self._lives, daemon=True)
        self._thread.start()
        if not waits(lambda: self._cable.is_in, _PATIENCE_S):
            raise TimeoutError(f"the Pico {self.serial_number} does not start")

    def unplug(self) -> None:
        """Unplug the Pico, which ends its program at once. Calling this twice is safe."""
        with self._lock:
            self._has_power = False
            self._cable.unplug()
            if self._program is not None:
                self._program.process.kill()
        if self._thread is not None:
            self._thread.join(_PATIENCE_S)
            self._thread = None

    def freeze(self, *, frozen: bool) -> None:
        """Stop the program of a Pico that has power, or let it continue."""
        assert self._program is not None, "it is plugged in"  # noqa: S101
        self._program.process.send_signal(signal.SIGSTOP if frozen else signal.SIGCONT)

    def power(self, channel: int, *, on: bool) -> None:
        """Cut the power of a reader's board, or restore it."""
        self.chips[channel].hold_in_reset(not on)

    def shines(self, pin: int) -> bool:
        """Return whether a light is on."""
        return self.lamps[pin].is_on

    def _lives(self) -> None:
        """Run the Pico's program; restart it if it asks for a restart or does not feed the watchdog."""
        while (port := self._boots()) is not None:
            program = self._program
            assert program is not None, "it has just started"  # noqa: S101
            with suppress(PowerCut, OSError, ValueError):
                while True:
                    program.answer(*self.circuit.ask(program.next()))
            with self._lock:
                self._cable.unplug()
                self._program = None
            program.close()
            os.close(port)

    def _boots(self) -> int | None:
        """Start the program and plug the cable in. Return the Pico's end of the cable, or None without power."""
        with self._lock:
            if not self._has_power:
                return None
            self.circuit.switch_on()
            port = os.open(self._cable.port, os.O_RDWR | os.O_NOCTTY)
            tty.setraw(port)
            self._program = Questions(port, port, still=True)
            self.starts += 1
            self._cable.plug()
            return port


def ports() -> list[str]:
    """Return this machine's USB serial ports."""
    return sorted(str(path) for path in Path("/dev").glob("ttyACM*"))
