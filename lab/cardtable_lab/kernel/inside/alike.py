"""Compares the stand-ins with the kernel: one script of driver calls runs on both, and differences are reported.

Each difference is either fixed in the stand-in, or listed in `EXPLAINED` with the reason why it does not matter. As a
program, this module runs the script once and prints a JSON object of steps and outcomes.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping

from cardtable_lab.kernel.inside import console, devices, script
from cardtable_lab.kernel.inside.board import Bench, Place
from cardtable_lab.kernel.inside.devices import Header
from hardware.clock import SystemClock
from hardware.emulator import installed, pi
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.stand_ins import DIRECTORY

STAND_INS = "STAND_INS"  # set in the environment to run the script on stand-ins
_PATIENCE_S = 120
_REFUSES = (6, 6)  # roughly the last kernel whose RP1 refuses SPI_NO_CS

# Why a stand-in may differ, by step.
EXPLAINED: Mapping[str, str] = {
    "speed: seen by a second program that opens the device": "Each of our ports sets its own speed when it opens.",
    "chip: a file that is not a chip": "The emulated Pi has no other files, and drivers only open chips.",
    "output: its level after release": "gpio-sim falls back to its pull; a Pi's controller keeps the level.",
}


def run() -> None:
    """Run the script on both, and report the differences."""
    header = Header()
    with Bench(Place(device=0), Place(device=1)):
        for pin in (script.BUTTON, script.OTHER):
            header.release(pin)
        kernel = _ran({})
    stand_ins = _ran({STAND_INS: "1", "PYTHONPATH": f"{DIRECTORY}:{os.environ.get('PYTHONPATH', '')}"})
    console.sees("both run the same steps", list(kernel) == list(stand_ins), f"{len(kernel)} steps")
    same = 0
    for step in kernel:
        if kernel[step] == stand_ins.get(step):
            same += 1
            continue
        outcomes, why = (repr(kernel[step]), repr(stand_ins.get(step))), EXPLAINED.get(step, "")
        console.differs(step, *outcomes, why)
        console.sees(f"{step}: equal, or explained", why, f"kernel {outcomes[0]}, stand-in {outcomes[1]}")
    console.measured("equal steps", f"{same} of {len(kernel)}")
    unused = sorted(EXPLAINED.keys() - {step for step in kernel if kernel[step] != stand_ins.get(step)})
    console.sees("every explained step differs", not unused, unused)


def _ran(environment: Mapping[str, str]) -> dict[str, script.Outcome]:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "cardtable_lab.kernel.inside.alike"], env={**os.environ, **environment},
        stdout=subprocess.PIPE, text=True, check=False, timeout=_PATIENCE_S,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"the script ended with {done.returncode} after {done.stdout[-200:]!r}")
    found: dict[str, script.Outcome] = json.loads(done.stdout.splitlines()[-1])
    return found


class KernelWorld:
    """The GPIO header and the SPI devices of this kernel."""

    def __init__(self) -> None:
        self._header = Header()

    def press(self, pin: int) -> None:
        """Close the contact of a button."""
        self._header.press(pin)

    def release(self, pin: int) -> None:
        """Open the contact of a button."""
        self._header.release(pin)

    def level(self, pin: int) -> bool:
        """Return a line's level."""
        return self._header.high(pin)

    def unbind(self) -> None:
        """Unbind the driver from spidev0.1."""
        devices.unbinds(1)

    def bind(self) -> None:
        """Bind the driver to spidev0.1 again."""
        devices.binds(1)

    def refuses_no_cs(self, refuses: bool) -> None:
        """Make the controller refuse SPI_NO_CS, or accept it again."""
        devices.refuses_no_cs(refuses)


class StandInWorld:
    """An emulated Pi 4 with two readers, and two buttons that do not bounce, like those of gpio-sim."""

    def __init__(self) -> None:
        self._pi = EmulatedPi(SystemClock(), gpio_library="rpi-lgpio")
        self._model = self._pi.model
        for device in (0, 1):
            self._pi.add_reader(0, device)
        for pin in (script.BUTTON, script.OTHER):
            self._pi.add_button(pin)._bounce_ns = (0,)
        self._installed = installed.install(self._pi)
        self._installed.__enter__()

    def press(self, pin: int) -> None:
        """Close the contact of a button."""
        self._pi.buttons[pin].press()

    def release(self, pin: int) -> None:
        """Open the contact of a button."""
        self._pi.buttons[pin].release()

    def level(self, pin: int) -> bool:
        """Return a pin's level."""
        return self._pi.pin(pin).high

    def unbind(self) -> None:
        """Unbind the driver from spidev0.1."""
        self._pi.unbind(0, 1)

    def bind(self) -> None:
        """Bind the driver to spidev0.1 again."""
        self._pi.bind(0, 1)

    def refuses_no_cs(self, refuses: bool) -> None:
        """Turn the Pi 4 into a Pi 5 with an old kernel, or back."""
        self._pi.model = pi.find("Raspberry Pi 5") if refuses else self._model
        self._pi.kernel = _REFUSES if refuses else (6, 12)


if __name__ == "__main__":
    world: script.World = StandInWorld() if os.environ.get(STAND_INS) else KernelWorld()
    print(json.dumps(dict(script.steps(world))))
