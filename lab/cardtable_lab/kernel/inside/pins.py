"""Pins: buttons, lights and resets through gpiod and through RPi.GPIO (rpi-lgpio), on a gpio-sim chip.

This kernel loses edges, as some Pis do. gpio-sim's interrupts wait for the next clock tick, so only a few of many quick
changes arrive, sometimes two of the same kind in a row, and the sequence numbers do not reveal the loss.
"""

import errno
import itertools
from collections.abc import Sequence
from random import Random
from typing import Any

from cardtable_lab.kernel.inside.console import measured, raised, sees, stepped
from cardtable_lab.kernel.inside.devices import Header, waits
from hardware.button import ButtonBank
from hardware.clock import SystemClock
from hardware.observations import ButtonEdge
from hardware.pi.gpiod_pins import GpiodPins
from hardware.pi.mfrc522_package import PackagePort
from hardware.ports import Level, Pins

PIN, OTHER, LIGHT, RESET = 17, 27, 22, 25
TICK_NS = 1_000_000  # this kernel's clock ticks 1000 times a second
_EDGES, _BURST, _BUFFERED, _SLOWLY = 100, 600, 256, 300
_PRESSES, _CHATTER = 40, 10
_SEED = 1
_MS = 1_000_000


def run() -> None:
    """Check both libraries, and how our code handles lost edges."""
    header = Header()
    for look in (_requests, _edges, _bursts, _full_buffer, _holders, _outputs, _lost_edges, _rpi_gpio, _package, _gone):
        with stepped(look.__name__.strip("_").replace("_", " ")):
            look(header)


def _rpi_pins() -> Pins:
    from hardware.pi.rpi_gpio_pins import RpiGpioPins

    return RpiGpioPins(SystemClock())


def _requests(header: Header) -> None:
    clock = SystemClock()
    pins = GpiodPins(clock)
    sees("the header's chip is found by its label", pins.chip == header.path, pins.chip)
    sees("a line is pulled down at first", not header.pulled_up(PIN))
    line = pins.input(PIN)
    sees("a request pulls the line up", header.pulled_up(PIN) and line.high and not line.changes(clock.now_ns()))
    pins.close()
    sees("release keeps the bias", header.pulled_up(PIN))
    pins.close()
    header.press(OTHER)
    pins = GpiodPins(clock)
    held = pins.input(OTHER)
    found = held.changes(clock.now_ns())
    # gpio-sim has one pull per line: the request's pull-up releases a button that was held down.
    sees(
        "a request's pull-up overrides a pressed button in gpio-sim",
        header.pulled_up(OTHER),
        [level.high for level in found],
    )
    pins.close()


def _next_levels(line: Any, clock: SystemClock) -> Sequence[Level]:
    found: list[Level] = []

    def arrived() -> bool:
        found.extend(line.changes(clock.now_ns()))
        return bool(found)

    waits(arrived, 1)
    return found


def _edges(header: Header) -> None:
    clock = SystemClock()
    pins = GpiodPins(clock)
    line, late_ns, wrong = pins.input(PIN), [], 0
    for number in range(_EDGES):
        up = number % 2 == 1
        before_ns = clock.now_ns()
        header.pulls(PIN, up=up)
        after_ns = clock.now_ns()
        found = _next_levels(line, clock)
        if len(found) != 1 or found[0].high is not up or found[0].at_ns < before_ns:
            wrong += 1
        else:
            late_ns.append(found[0].at_ns - after_ns)
    sees(f"{_EDGES} edges arrive once each, with the right direction", not wrong, f"{wrong} wrong")
    most = max(late_ns, default=0) / _MS
    sees("the kernel's stamps are within its tick", most < 3 * TICK_NS / _MS, f"at most {most:.2f} ms late")
    measured("delay of an edge's stamp, median", f"{sorted(late_ns)[len(late_ns) // 2] / _MS:.2f} ms")
    pins.close()


def _bursts(header: Header) -> None:
    clock = SystemClock()
    pins = GpiodPins(clock)
    line = pins.input(PIN)
    for number in range(_BURST):
        header.pulls(PIN, up=number % 2 == 1)
    found: list[Level] = []
    waits(lambda: found.extend(line.changes(clock.now_ns())), 0.2)
    twice = sum(one.high is other.high for one, other in itertools.pairwise(found))
    measured(f"of {_BURST} quick changes", f"{len(found)} arrive, {twice} with the same direction as the one before")
    sees("edges are lost, and only the level shows it", 0 < len(found) < _BURST and line.high)
    pins.close()


def _full_buffer(header: Header) -> None:
    clock = SystemClock()
    pins = GpiodPins(clock)
    line = pins.input(PIN)
    for number in range(_SLOWLY):
        header.pulls(PIN, up=number % 2 == 1)
        clock.sleep_ns(2 * TICK_NS)
    found = list(line.changes(clock.now_ns()))
    sees("a full buffer keeps the latest edges", len(found) == _BUFFERED, f"{len(found)} of {_SLOWLY}")
    sees("the last edge has the true level", line.high and found[-1].high)
    pins.close()


def _holders(_header: Header) -> None:
    ours, others = GpiodPins(SystemClock()), GpiodPins(SystemClock())
    ours.input(PIN)
    heard = raised(lambda: others.input(PIN))
    sees("a second holder is refused", heard == f"OSError {errno.EBUSY}", heard)
    heard = raised(lambda: others.output(PIN, high=True))
    sees("a second holder of an output is refused", heard == f"OSError {errno.EBUSY}", heard)
    ours.close()
    others.input(PIN)
    sees("a released pin can be requested again", so=True)
    others.close()
    heard = raised(lambda: GpiodPins(SystemClock(), "/dev/gpiochip9").input(3))
    sees("a missing chip is not found", heard == f"FileNotFoundError {errno.ENOENT}", heard)
    heard = raised(lambda: ours_again(54))
    sees("a missing line is refused", heard == f"OSError {errno.EINVAL}" or "ValueError" in heard, heard)


def ours_again(pin: int) -> None:
    """Request a line and release it. Turn a ValueError from the library into an OSError."""
    pins = GpiodPins(SystemClock())
    try:
        pins.input(pin)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error)) from error
    finally:
        pins.close()


def _outputs(header: Header) -> None:
    pins = GpiodPins(SystemClock())
    light = pins.output(LIGHT, high=True)
    high = header.high(LIGHT)
    light.set(high=False)
    low = not header.high(LIGHT)
    light.set(high=True)
    sees("a light follows its pin", high and low and header.high(LIGHT))
    pins.close()
    measured("an output after its release", "stays high" if header.high(LIGHT) else "falls back to its pull")


def _lost_edges(header: Header) -> None:
    """Press and release with chatter, most of which this kernel loses; compare the debounced edges with the truth."""
    clock, chance = SystemClock(), Random(_SEED)  # noqa: S311 - chance, no secret
    pins = GpiodPins(clock)
    bank, found, truth = ButtonBank({1: pins.input(PIN)}, clock), list[ButtonEdge](), list[tuple[bool, int]]()
    bank.poll_often(often=True)

    def polls(ms: float) -> None:
        until_ns = clock.now_ns() + round(ms * _MS)
        while clock.now_ns() < until_ns:
            found.extend(one for one in bank.poll().items if isinstance(one, ButtonEdge))

    polls(100)
    for _ in range(_PRESSES):
        for down in (True, False):
            truth.append((down, clock.now_ns()))
            for number in range(2 * chance.randrange(_CHATTER) + 1):
                header.pulls(PIN, up=(number % 2 == 0) is not down)
            polls(chance.uniform(60, 150))
    polls(200)
    pins.close()
    kinds = [edge.down for edge in found] == [down for down, _ in truth]
    sees(f"{_PRESSES} presses with chatter: each gives one press and one release", kinds, f"{len(found)} edges")
    if kinds:
        off = [
            abs(edge.at_us * 1000 - at_ns) - edge.error_us * 1000 for edge, (_, at_ns) in zip(found, truth, strict=True)
        ]
        sees(
            "each stamp is within its error bound and the tick",
            max(off) < 3 * TICK_NS + 5 * _MS,
            f"at most {max(off) / _MS:.2f} ms",
        )


def _rpi_gpio(header: Header) -> None:
    clock = SystemClock()
    pins = _rpi_pins()
    line = pins.input(PIN)
    sees("RPi.GPIO pulls a line up", header.pulled_up(PIN) and not line.changes(clock.now_ns()))
    right = 0
    for number in range(_EDGES):
        up = number % 2 == 1
        line.changes(clock.now_ns())
        before_ns = clock.now_ns()
        header.pulls(PIN, up=up)
        after_ns = clock.now_ns()
        found = line.changes(clock.now_ns())
        right += (
            len(found) == 1
            and found[0].high is up
            and (before_ns - found[0].error_ns <= found[0].at_ns <= after_ns + found[0].error_ns)
        )
    sees(f"{_EDGES} changes, each stamped within its error bound", right == _EDGES, right)
    light = pins.output(LIGHT, high=True)
    high = header.high(LIGHT)
    light.set(high=False)
    sees("a light follows RPi.GPIO's output", high and not header.high(LIGHT))
    taken = GpiodPins(clock)
    heard = raised(lambda: taken.input(PIN))
    sees("gpiod is refused a line that RPi.GPIO holds", heard == f"OSError {errno.EBUSY}", heard)
    taken.close()
    pins.close()
    pins.close()
    taken = GpiodPins(clock)
    taken.input(PIN)
    taken.close()
    sees("closing releases the line", so=True)


def _package(header: Header) -> None:
    """Open two readers of the mfrc522 package that share a reset pin; closing the last one must release the pin."""
    ports = [PackagePort(0, device, reset_pin=RESET) for device in (0, 1)]
    pins = GpiodPins(SystemClock())
    heard = raised(lambda: pins.input(RESET))
    sees("the mfrc522 package holds its reset pin", heard == f"OSError {errno.EBUSY}", heard)
    ports[0].close()
    heard = raised(lambda: pins.input(RESET))
    held = heard == f"OSError {errno.EBUSY}" and header.high(RESET)
    sees("it holds the pin high while one reader is open", held, heard)
    ports[1].close()
    ports[1].close()
    heard = raised(lambda: pins.input(RESET))
    sees("it releases the pin with the last reader", not heard, heard)
    pins.close()


def _gone(header: Header) -> None:
    """Remove the chip while a button and a light are open."""
    pins = GpiodPins(SystemClock())
    line, light = pins.input(PIN), pins.output(LIGHT, high=True)
    header.goes()
    heard = raised(lambda: line.high), raised(lambda: light.set(high=False))
    sees("a removed chip raises an error instead of returning a level", all(heard), heard)
    pins.close()
