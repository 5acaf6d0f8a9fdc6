"""`pytest --table table.toml` on real devices: the tests for any table, run against a table in this kernel.

The tests ask a person to lay cards, press buttons and pull plugs. Here, simulated hands read these requests and carry
them out.
"""

import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from cardtable_lab.kernel.inside.board import Bench, place
from cardtable_lab.kernel.inside.console import measured, sees
from cardtable_lab.kernel.inside.devices import Header
from cardtable_lab.kernel.inside.gadget import Pico
from cardtable_lab.kernel.inside.hands import REACTS_S, Hands, Parts
from hardware.plan import PICO_LIGHTS
from table.settings.model import Settings, load_settings
from table.values import Value

TESTS = ("tests/hardware/test_on_readers.py", "docs/examples/rig/test_rig.py")
ASKS = ">>> "
FILE = Path("/run/table.toml")
PICO = "E6614103E7452D2F"
PINS, LIGHTS, RESETS = (17, 27), (22, 23), (25, 24)
# Two readers and two buttons on the header; on the Pico a third reader, and the button of seat 3.
TABLE = f"""\
[table]
seats = 3
[[reader]]
zone = "discard"
backend = "spidev"
device = 0
reset_pin = {RESETS[0]}
[[reader]]
zone = "hidden"
backend = "spidev"
device = 1
reset_pin = {RESETS[1]}
[[button]]
seat = 1
backend = "gpiod"
pin = {PINS[0]}
light_pin = {LIGHTS[0]}
[[button]]
seat = 2
backend = "gpiod"
pin = {PINS[1]}
light_pin = {LIGHTS[1]}
[[pico]]
name = "left"
serial_number = "{PICO}"
[[reader]]
zone = "seat.1"
backend = "pico"
pico = "left"
channel = 0
[[button]]
seat = 3
backend = "pico"
pico = "left"
channel = 0
light_pin = {PICO_LIGHTS[0]}
"""
_RESULT = re.compile(r"(PASSED|SKIPPED|FAILED|ERROR) (.+?)(?: - (.*))?")
_LAST = 40  # lines of pytest's output to show after a failure


class Result(Value):
    """The result of a test."""

    outcome: str
    test: str
    why: str = ""


class _Finger:
    """A finger on a button of the header."""

    def __init__(self, header: Header, pin: int) -> None:
        self._header = header
        self._pin = pin

    def press(self) -> None:
        self._header.press(self._pin)

    def release(self) -> None:
        self._header.release(self._pin)


def run() -> None:
    """Run the tests and carry out their requests."""
    header, pico = Header(), Pico(PICO)
    boards = (place(header, device=device, reset_pin=reset) for device, reset in enumerate(RESETS))
    FILE.write_text(TABLE)
    pico.plug()
    with Bench(*boards) as bench:
        _tested(Hands(_parts(load_settings(FILE), header, bench, pico)))


def _parts(settings: Settings, header: Header, bench: Bench, pico: Pico) -> Parts:
    """Return the parts of a table that hands can move."""
    parts = Parts(pads={}, supplies={}, buttons={}, lights={}, plugs={"left": pico})
    for reader in settings.readers:
        on_spi, title = reader.on_spi, reader.title
        parts.pads[title] = bench.pad(reader.spi_device) if on_spi else pico.fields[reader.channel]
        parts.supplies[title] = (
            partial(bench.power, reader.spi_device) if on_spi else partial(pico.power, reader.channel)
        )
    for button in settings.buttons:
        on_pico, seat = button.backend == "pico", button.seat
        parts.buttons[seat] = pico.buttons[button.channel] if on_pico else _Finger(header, button.pin or 0)
        parts.lights[seat] = partial(pico.shines if on_pico else header.high, button.light_pin or 0)
    return parts


def _tested(hands: Hands) -> None:
    """Run the tests and report the result of each."""
    began_s, said, asked = time.monotonic(), list[str](), 0
    line = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "--table", str(FILE), *TESTS]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as tests:  # noqa: S603
        assert tests.stdout is not None, "it was started with a pipe"  # noqa: S101
        for text in tests.stdout:
            said.append(text.rstrip())
            if text.startswith(ASKS):
                asked += 1
                time.sleep(REACTS_S)
                hands.do(text.removeprefix(ASKS).strip())
    found = list(results(said))
    for result in found:
        if result.outcome != "SKIPPED":
            sees(result.test, result.outcome == "PASSED", result.why)
    passed, skipped = (sum(one.outcome == outcome for one in found) for outcome in ("PASSED", "SKIPPED"))
    sees("pytest succeeds", tests.returncode == 0 and passed, said[-1] if said else "")
    if tests.returncode:
        print(*said[-_LAST:], sep="\n", flush=True)
    took_s = time.monotonic() - began_s
    measured("pytest", f"{passed} passed, {skipped} skipped, {asked} requests to a person, {took_s:.0f} s")


def results(said: Sequence[str]) -> Iterator[Result]:
    """Yield the result of each test in pytest's summary. For a skipped test, the summary names only its location.

    >>> [*results(["FAILED tests/a.py::test_b[1] - assert 1 == 2", ">>> Tap the button of seat 1."])]
    [Result(outcome='FAILED', test='tests/a.py::test_b[1]', why='assert 1 == 2')]
    """
    for line in said:
        if found := _RESULT.fullmatch(line):
            yield Result(found[1], found[2], found[3] or "")
