"""A script of driver calls that runs on the kernel and on the stand-ins, and the outcome of each step.

Steps use the libraries as our drivers do; a `World` moves contacts and devices from outside.
"""

import errno
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Protocol

from hardware.clock import SystemClock

VERSION_READ = [0x37 << 1 | 0x80, 0]
BUTTON, OTHER, LIGHT, MANY = 17, 27, 22, 300
_STEP_NS = 12_000_000  # between moves of a contact: longer than a bounce, and than this kernel's tick
Outcome = Any


class World(Protocol):
    """Changes made to a Pi from outside the program, either to this kernel's devices or to an emulated Pi."""

    def press(self, pin: int) -> None: ...

    def release(self, pin: int) -> None: ...

    def level(self, pin: int) -> bool:
        """Return a line's level, as a voltmeter would measure it."""
        ...

    def unbind(self) -> None:
        """Unbind the driver from spidev0.1."""
        ...

    def bind(self) -> None: ...

    def refuses_no_cs(self, refuses: bool) -> None:
        """Make the controller refuse SPI_NO_CS, or accept it again."""
        ...


def outcome(act: Callable[[], Any]) -> Outcome:
    """Return the result of a call, or the class of its exception, with the errno of an OSError."""
    try:
        found = act()
    except OSError as error:
        return f"{type(error).__name__} {errno.errorcode.get(error.errno or 0, error.errno)}"
    except Exception as error:  # noqa: BLE001 - the exception is the outcome
        return type(error).__name__
    return found if isinstance(found, bool | int | str | list | None) else repr(found)


def steps(world: World) -> Iterator[tuple[str, Outcome]]:
    """Yield each step with its outcome."""
    yield from _spi(world)
    yield from _modes(world)
    yield from _bound_anew(world)
    yield from _lines(world)
    yield from _edges(world)
    yield from _reconfigured(world)
    yield from _rpi_gpio(world)


def _spi(_world: World) -> Iterator[tuple[str, Outcome]]:
    import spidev

    spi = spidev.SpiDev()
    yield "spi: a transfer before it is opened", outcome(lambda: spi.xfer2([0]))
    yield "spi: its speed before it is opened", outcome(lambda: spi.max_speed_hz)
    yield "spi: a speed is set before it is opened", outcome(lambda: setattr(spi, "max_speed_hz", 1000))
    yield "spi: its file before it is opened", outcome(spi.fileno)
    yield "spi: a device that is not there", outcome(lambda: spi.open(0, 7))
    yield "spi: a bus that is not there", outcome(lambda: spi.open(9, 0))
    spi.open(0, 0)
    yield "spi: its first mode", outcome(lambda: spi.mode)
    yield "spi: its first speed is that of the device", outcome(lambda: spi.max_speed_hz)
    yield "spi: its bits a word", outcome(lambda: spi.bits_per_word)
    spi.max_speed_hz = 1_000_000
    yield "spi: a speed that was set", outcome(lambda: spi.max_speed_hz)
    yield "spi: a speed of 0", outcome(lambda: setattr(spi, "max_speed_hz", 0))
    spi.max_speed_hz = 1_000_000
    yield "spi: a negative speed", outcome(lambda: setattr(spi, "max_speed_hz", -1))
    yield "spi: a speed beyond the controller's", outcome(lambda: setattr(spi, "max_speed_hz", 500_000_000))
    yield "spi: and what it is then", outcome(lambda: spi.max_speed_hz)
    spi.max_speed_hz = 1_000_000
    yield "spi: a speed that is no number", outcome(lambda: setattr(spi, "max_speed_hz", "fast"))
    yield "spi: the chip's version", outcome(lambda: spi.xfer2(list(VERSION_READ)))
    yield "spi: a tuple comes back as one", outcome(lambda: type(spi.xfer2(tuple(VERSION_READ))).__name__)
    yield "spi: bytes come back as", outcome(lambda: type(spi.xfer2(bytes(VERSION_READ))).__name__)
    yield "spi: a list is written over", outcome(lambda: _written_over(spi))
    yield "spi: nothing to send", outcome(lambda: spi.xfer2([]))
    yield "spi: no sequence", outcome(lambda: spi.xfer2(7))
    yield "spi: a word among the bytes", outcome(lambda: spi.xfer2([0, "a"]))
    yield "spi: a byte of 256", outcome(lambda: spi.xfer2([256, 0]) is not None)
    yield "spi: a byte of -1", outcome(lambda: spi.xfer2([-1, 0]) is not None)
    yield "spi: 4096 bytes", outcome(lambda: len(spi.xfer2([0] * 4096)))
    yield "spi: 4097 bytes", outcome(lambda: spi.xfer2([0] * 4097))
    yield "spi: xfer of 4097 bytes", outcome(lambda: spi.xfer([0] * 4097))
    yield "spi: xfer reads, too", outcome(lambda: spi.xfer(list(VERSION_READ))[-1])
    yield "spi: writebytes returns", outcome(lambda: spi.writebytes([0, 0]))
    yield "spi: readbytes of 3", outcome(lambda: len(spi.readbytes(3)))
    yield "spi: readbytes of 0", outcome(lambda: len(spi.readbytes(0)))
    yield "spi: readbytes of 5000", outcome(lambda: len(spi.readbytes(5000)))
    yield "spi: 16 bits a word", outcome(lambda: setattr(spi, "bits_per_word", 16))
    yield "spi: 7 bits a word", outcome(lambda: setattr(spi, "bits_per_word", 7))
    yield "spi: and what they are then", outcome(lambda: spi.bits_per_word)
    yield "spi: the lowest bit first", outcome(lambda: setattr(spi, "lsbfirst", True))
    yield "spi: a transfer after what was refused", outcome(lambda: spi.xfer2(list(VERSION_READ))[-1])
    spi.close()
    yield "spi: closed twice", outcome(spi.close)
    yield "spi: its file once it is closed", outcome(spi.fileno)
    yield "spi: a transfer once it is closed", outcome(lambda: spi.xfer2([0]))
    yield "spi: its speed once it is closed", outcome(lambda: spi.max_speed_hz)
    yield "spi: its mode once it is closed", outcome(lambda: spi.mode)


def _written_over(spi: Any) -> bool:
    sent = list(VERSION_READ)
    return spi.xfer2(sent) is sent and sent != VERSION_READ


def _modes(world: World) -> Iterator[tuple[str, Outcome]]:
    import spidev

    spi = spidev.SpiDev(0, 0)
    yield "speed: it does not outlast closing", outcome(lambda: spi.max_speed_hz)
    yield "speed: and the chip misreads it", outcome(lambda: spi.xfer2(list(VERSION_READ))[-1])
    spi.max_speed_hz = 1_000_000
    sharing = spidev.SpiDev(0, 0)
    yield "speed: seen by a second program that opens the device", outcome(lambda: sharing.max_speed_hz)
    sharing.max_speed_hz = 2_000_000
    yield "speed: and of the first then", outcome(lambda: spi.max_speed_hz)
    sharing.close()
    yield "mode: 4", outcome(lambda: setattr(spi, "mode", 4))
    yield "mode: -1", outcome(lambda: setattr(spi, "mode", -1))
    yield "mode: a word", outcome(lambda: setattr(spi, "mode", "a"))
    spi.mode = 3
    yield "mode: 3 is read back", outcome(lambda: spi.mode)
    spi.close()
    spi.open(0, 0)
    spi.max_speed_hz = 1_000_000
    yield "mode: it outlasts closing", outcome(lambda: spi.mode)
    spi.mode = 1
    yield "mode: in mode 1 the chip is misread", outcome(lambda: spi.xfer2(list(VERSION_READ))[-1] == 0x92)
    spi.mode = 0
    spi.no_cs = True
    yield "no_cs: is read back", outcome(lambda: spi.no_cs)
    yield "no_cs: nobody is selected", outcome(lambda: spi.xfer2(list(VERSION_READ)))
    yield "no_cs: the mode beside it", outcome(lambda: spi.mode)
    spi.close()
    other = spidev.SpiDev(0, 0)
    other.max_speed_hz = 1_000_000
    yield "no_cs: outlasts closing", outcome(lambda: other.no_cs)
    other.no_cs = False
    yield "no_cs: no number", outcome(lambda: setattr(other, "no_cs", 1))
    world.refuses_no_cs(True)
    yield "no_cs: refused", outcome(lambda: setattr(other, "no_cs", True))
    yield "no_cs: and what it is then", outcome(lambda: other.no_cs)
    yield "no_cs: switched off where it is refused", outcome(lambda: setattr(other, "no_cs", False))
    world.refuses_no_cs(False)
    second = spidev.SpiDev(0, 0)
    second.mode = 3
    yield "mode: another who has it open", outcome(lambda: other.mode)
    yield "mode: and the kernel's mode for them", outcome(lambda: other.xfer2(list(VERSION_READ))[-1])
    second.mode = 0
    second.close()
    other.close()


def _bound_anew(world: World) -> Iterator[tuple[str, Outcome]]:
    import spidev

    spi = spidev.SpiDev(0, 1)
    world.unbind()
    yield "unbound: a transfer", outcome(lambda: spi.xfer2([0, 0]))
    yield "unbound: a mode is set", outcome(lambda: setattr(spi, "mode", 3))
    yield "unbound: a speed is set", outcome(lambda: setattr(spi, "max_speed_hz", 123_000))
    yield "unbound: opened anew", outcome(lambda: spidev.SpiDev(0, 1))
    world.bind()
    yield "bound again: who had it open", outcome(lambda: spi.xfer2([0, 0]))
    yield "bound again: closing", outcome(spi.close)
    yield "bound again: opened anew", outcome(lambda: spi.open(0, 1))
    yield "bound again: its mode", outcome(lambda: spi.mode)
    yield "bound again: a transfer", outcome(lambda: len(spi.xfer2([0, 0])))
    spi.close()


def _settings(gpiod: Any, **more: Any) -> Any:
    line = gpiod.line
    usual = {"direction": line.Direction.INPUT, "bias": line.Bias.PULL_UP, "edge_detection": line.Edge.BOTH}
    return gpiod.LineSettings(**{**usual, **more})


def _request(gpiod: Any, pin: int, **more: Any) -> Any:
    return gpiod.request_lines("/dev/gpiochip0", config={pin: _settings(gpiod, **more)}, consumer="us")


def _lines(world: World) -> Iterator[tuple[str, Outcome]]:
    import gpiod

    line = gpiod.line
    with gpiod.Chip("/dev/gpiochip0") as chip:
        info = chip.get_info()
        yield "chip: its label begins with", outcome(lambda: info.label[:7])
        yield "chip: line 0 is free", outcome(lambda: chip.get_line_info(0).used)
    yield "chip: closed", outcome(lambda: chip.get_info())
    yield "chip: one that is not there", outcome(lambda: gpiod.Chip("/dev/gpiochip9"))
    yield "chip: a file that is not a chip", outcome(lambda: gpiod.Chip("/dev/null"))
    request = _request(gpiod, BUTTON)
    yield "line: pulled up, nobody presses", outcome(lambda: request.get_value(BUTTON) == line.Value.ACTIVE)
    yield "line: no edge before anything moves", outcome(lambda: bool(request.wait_edge_events(0)))
    yield "line: a second holder", outcome(lambda: _request(gpiod, BUTTON))
    with gpiod.Chip("/dev/gpiochip0") as chip:
        held = chip.get_line_info(BUTTON)
        yield "line: who holds it", outcome(lambda: held.consumer)
        yield "line: its bias", outcome(lambda: held.bias.name)
        yield "line: its direction", outcome(lambda: held.direction.name)
        yield "line: its edges", outcome(lambda: held.edge_detection.name)
        yield "line: its clock", outcome(lambda: held.event_clock.name)
    yield "line: an input is driven", outcome(lambda: request.set_value(BUTTON, line.Value.ACTIVE))
    yield "line: one that is not held is read", outcome(lambda: request.get_value(OTHER))
    yield "line: one that does not exist", outcome(lambda: gpiod.request_lines("/dev/gpiochip0", config={77: None}))
    request.release()
    yield "line: released twice", outcome(request.release)
    yield "line: read when it is released", outcome(lambda: request.get_value(BUTTON))
    yield "line: waited for when it is released", outcome(lambda: request.wait_edge_events(0))
    yield "line: free again", outcome(lambda: _request(gpiod, BUTTON).release())
    output = gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=line.Value.ACTIVE)
    light = gpiod.request_lines("/dev/gpiochip0", config={LIGHT: output}, consumer="us")
    yield "output: high from the start", outcome(lambda: world.level(LIGHT))
    light.set_value(LIGHT, line.Value.INACTIVE)
    yield "output: driven low", outcome(lambda: world.level(LIGHT))
    yield "output: read back", outcome(lambda: light.get_value(LIGHT) == line.Value.INACTIVE)
    light.set_value(LIGHT, line.Value.ACTIVE)
    yield "output: one that is not held is driven", outcome(lambda: light.set_value(OTHER, line.Value.ACTIVE))
    yield "output: waited for edges", outcome(lambda: bool(light.wait_edge_events(0)))
    light.release()
    yield "output: its level after release", outcome(lambda: world.level(LIGHT))
    as_is = gpiod.LineSettings(direction=line.Direction.AS_IS)
    again = gpiod.request_lines("/dev/gpiochip0", config={LIGHT: as_is})
    yield "output: requested as it is, it can be driven", outcome(lambda: again.set_value(LIGHT, line.Value.ACTIVE))
    again.release()
    both = gpiod.LineSettings(direction=line.Direction.OUTPUT, edge_detection=line.Edge.BOTH)
    yield "output: with edges", outcome(lambda: gpiod.request_lines("/dev/gpiochip0", config={LIGHT: both}).release())
    biased = gpiod.LineSettings(direction=line.Direction.AS_IS, bias=line.Bias.PULL_UP)
    yield (
        "bias: without a direction",
        outcome(lambda: gpiod.request_lines("/dev/gpiochip0", config={LIGHT: biased}).release()),
    )


def _edges(world: World) -> Iterator[tuple[str, Outcome]]:
    import gpiod

    clock = SystemClock()
    request = _request(gpiod, BUTTON)
    before_ns = clock.now_ns()
    world.press(BUTTON)
    clock.sleep_ns(_STEP_NS)
    yield "edge: the level of a button that is down", outcome(lambda: request.get_value(BUTTON).name)
    yield "edge: it is waited for", outcome(lambda: bool(request.wait_edge_events(1.0)))
    events = _settled(request)
    yield "edge: a press falls first", outcome(lambda: events[0].event_type.name)
    yield "edge: stamped after it was pressed", outcome(lambda: before_ns <= events[0].timestamp_ns <= clock.now_ns())
    yield "edge: its line", outcome(lambda: events[0].line_offset)
    yield "edge: numbers begin at", outcome(lambda: [events[0].global_seqno, events[0].line_seqno])
    world.release(BUTTON)
    clock.sleep_ns(_STEP_NS)
    events = _settled(request)
    yield "edge: a release rises last", outcome(lambda: events[-1].event_type.name)
    request.release()
    low = _request(gpiod, BUTTON, active_low=True)
    world.press(BUTTON)
    clock.sleep_ns(_STEP_NS)
    yield "active low: a button that is down is active", outcome(lambda: low.get_value(BUTTON).name)
    yield "active low: and its first edge rises", outcome(lambda: _settled(low)[0].event_type.name)
    world.release(BUTTON)
    low.release()
    rising = _request(gpiod, BUTTON, edge_detection=gpiod.line.Edge.RISING)
    world.press(BUTTON)
    clock.sleep_ns(_STEP_NS)
    world.release(BUTTON)
    clock.sleep_ns(_STEP_NS)
    kinds = {event.event_type.name for event in _settled(rising)}
    yield "rising alone: nothing falls", outcome(lambda: sorted(kinds))
    rising.release()
    full = gpiod.request_lines("/dev/gpiochip0", config={BUTTON: _settings(gpiod)}, event_buffer_size=100)
    for _ in range(MANY // 2):
        world.press(BUTTON)
        clock.sleep_ns(_STEP_NS)
        world.release(BUTTON)
        clock.sleep_ns(_STEP_NS)
    kept: list[Any] = []
    with suppress(OSError):
        while full.wait_edge_events(0):
            kept += full.read_edge_events()
    yield "full: so many edges are kept", outcome(lambda: len(kept))
    yield "full: the oldest are dropped", outcome(lambda: kept[-1].event_type.name)
    yield "full: numbers go on", outcome(lambda: kept[-1].line_seqno - kept[0].line_seqno == len(kept) - 1)
    yield "full: so many are read at once", outcome(lambda: _at_once(world, full, clock))
    full.release()


def _settled(request: Any) -> list[Any]:
    """Collect edges until there are no more for a moment, because the emulated Pi's contacts bounce."""
    events: list[Any] = []
    while request.wait_edge_events(0.02):
        events += request.read_edge_events()
    return events


def _at_once(world: World, request: Any, clock: SystemClock) -> int:
    for _ in range(50):
        world.press(BUTTON)
        clock.sleep_ns(_STEP_NS)
        world.release(BUTTON)
        clock.sleep_ns(_STEP_NS)
    return len(request.read_edge_events())


def _reconfigured(world: World) -> Iterator[tuple[str, Outcome]]:
    import gpiod

    line = gpiod.line
    request = _request(gpiod, BUTTON)
    drives = gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=line.Value.INACTIVE)
    yield "reconfigured: to an output", outcome(lambda: request.reconfigure_lines({BUTTON: drives}))
    yield "reconfigured: its level", outcome(lambda: world.level(BUTTON))
    yield "reconfigured: another line", outcome(lambda: request.reconfigure_lines({OTHER: drives}))
    yield "reconfigured: back to an input", outcome(lambda: request.reconfigure_lines({BUTTON: _settings(gpiod)}))
    yield "reconfigured: pulled up again", outcome(lambda: request.get_value(BUTTON).name)
    request.release()


def _rpi_gpio(world: World) -> Iterator[tuple[str, Outcome]]:
    import gpiod
    import RPi.GPIO as GPIO

    clock = SystemClock()
    GPIO.setwarnings(False)
    yield "RPi.GPIO: a pin before the mode", outcome(lambda: GPIO.setup(BUTTON, GPIO.IN))
    GPIO.setmode(GPIO.BCM)
    yield "RPi.GPIO: the mode once more", outcome(lambda: GPIO.setmode(GPIO.BCM))
    yield "RPi.GPIO: another mode", outcome(lambda: GPIO.setmode(GPIO.BOARD))
    yield "RPi.GPIO: a pin that was not set up is read", outcome(lambda: GPIO.input(OTHER))
    yield "RPi.GPIO: a pin that does not exist", outcome(lambda: GPIO.setup(77, GPIO.IN))
    GPIO.setup(BUTTON, GPIO.IN, pull_up_down=GPIO.PUD_UP)
    yield "RPi.GPIO: pulled up", outcome(lambda: GPIO.input(BUTTON))
    world.press(BUTTON)
    clock.sleep_ns(10 * _STEP_NS)
    yield "RPi.GPIO: pressed", outcome(lambda: GPIO.input(BUTTON))
    world.release(BUTTON)
    clock.sleep_ns(10 * _STEP_NS)
    yield "RPi.GPIO: released", outcome(lambda: GPIO.input(BUTTON))
    yield "RPi.GPIO: an input is driven", outcome(lambda: GPIO.output(BUTTON, GPIO.HIGH))
    yield "RPi.GPIO: set up twice", outcome(lambda: GPIO.setup(BUTTON, GPIO.IN, pull_up_down=GPIO.PUD_UP))
    GPIO.setup(LIGHT, GPIO.OUT, initial=GPIO.HIGH)
    yield "RPi.GPIO: high from the start", outcome(lambda: world.level(LIGHT))
    yield "RPi.GPIO: driven low", outcome(lambda: GPIO.output(LIGHT, GPIO.LOW) or world.level(LIGHT))
    yield "RPi.GPIO: read back", outcome(lambda: GPIO.input(LIGHT))
    yield "RPi.GPIO: its function", outcome(lambda: GPIO.gpio_function(LIGHT) == GPIO.OUT)
    yield "RPi.GPIO: pulled up as an output", outcome(lambda: GPIO.setup(LIGHT, GPIO.OUT, pull_up_down=GPIO.PUD_UP))
    yield "RPi.GPIO: gpiod asks for what it holds", outcome(lambda: _request(gpiod, LIGHT))
    GPIO.cleanup([BUTTON, LIGHT])
    yield "RPi.GPIO: and for what it has cleaned up", outcome(lambda: _request(gpiod, LIGHT).release())
    yield "RPi.GPIO: a pin once it is cleaned up", outcome(lambda: GPIO.input(BUTTON))
    yield "RPi.GPIO: cleaned up twice", outcome(lambda: GPIO.cleanup([BUTTON, LIGHT]))
    yield "RPi.GPIO: the mode after that", outcome(lambda: GPIO.getmode() == GPIO.BCM)
