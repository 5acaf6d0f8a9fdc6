"""What one process has set up through RPi.GPIO: numbering, directions, edge detection. It uses BCM numbers.

RPi.GPIO bypasses the kernel and writes to the SoC's registers: it needs /dev/mem, holds no line, and does not support
the Pi 5. Its edges come through sysfs, which kernels from 6.6 on no longer serve (raspberrypi/linux #6037). rpi-lgpio
requests lines from the kernel and has neither limit.
"""

import sys
import warnings
from collections.abc import Callable, Sequence

from hardware.emulator import pi
from hardware.emulator.pi import Claim, EmulatedPi
from hardware.emulator.pins import EmulatedPin, Pull, Watch
from hardware.header import HEADER
from hardware.ports import Level

BOARD, BCM = 10, 11
OUT, IN = 0, 1
LOW, HIGH = 0, 1
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
RISING, FALLING, BOTH = 31, 32, 33

_PULLS = {PUD_OFF: Pull.NONE, PUD_DOWN: Pull.DOWN, PUD_UP: Pull.UP}
_NO_SYSFS_EDGES = (6, 6)

_NOT_A_CHANNEL = "Channel must be an integer or list/tuple of integers"
_INVALID_CHANNEL = "The channel sent is invalid on a Raspberry Pi"
_NO_MODE = "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
_NO_RIGHTS = "No access to /dev/mem.  Try running as root!"
_NO_ADDRESS = "Cannot determine SOC peripheral base address"
_NO_INPUT = "You must setup() the GPIO channel as an input first"
_CONFLICT = "Conflicting edge detection already enabled for this GPIO channel"
_IN_USE = "This channel is already in use, continuing anyway.  Use GPIO.setwarnings(False) to disable warnings."
_RESISTOR = "A physical pull up resistor is fitted on this channel!"
_NOTHING = (
    "No channels have been set up yet - nothing to clean up!  Try cleaning up at the end of your program instead!"
)


class LgpioError(Exception):
    """The exception that lgpio raises under rpi-lgpio. The real `lgpio.error` is not a RuntimeError either."""

    def __str__(self) -> str:
        return repr(self.args[0])


class Detector:
    """Edge detection on one pin. It receives an entire bounce at once, with the times of all its flips."""

    def __init__(self, pin: EmulatedPin, edge: int, bouncetime: int | None) -> None:
        self.edge = edge
        self.callbacks: list[Callable[[], object]] = []
        self.happened = False
        self.bouncetime = bouncetime
        self._watch = pin.watch()
        self._button = pin.button if self._watch else None
        self._last_ns: int | None = None
        if self._button:
            self._button.moved.append(self._poll)

    def close(self) -> None:
        """Stop detecting."""
        if self._button:
            self._button.moved.remove(self._poll)

    def _poll(self) -> None:
        for level in self._watch.take(sys.maxsize) if self._watch else ():
            if matches(self.edge, level) and self._late_enough(level.at_ns):
                self._last_ns, self.happened = level.at_ns, True
                self._call()

    def _call(self) -> None:
        for callback in self.callbacks:
            try:
                callback()
            except Exception as error:  # noqa: BLE001  # RPi.GPIO prints what a callback raises, and continues
                sys.stderr.write(f"{error}\n")

    def _late_enough(self, at_ns: int) -> bool:
        return self._last_ns is None or at_ns - self._last_ns > (self.bouncetime or 0) * 1_000_000


class Session:
    """The state of the module, with a method for each of its functions."""

    def __init__(self, pi: EmulatedPi) -> None:
        self.pi = pi
        self.mode: int | None = None
        self.warns = True
        self._by_kernel = pi.gpio_library == "rpi-lgpio"
        self._mapped = False
        self._directions: dict[int, int] = {}
        self._detectors: dict[int, Detector] = {}

    def info(self) -> dict[str, int | str]:
        """Return RPI_INFO. RPi.GPIO does not support the Pi 5."""
        model = self.pi.model
        known = self._by_kernel or not model.has_rp1
        return {
            "P1_REVISION": 3,
            "REVISION": model.revision,
            "TYPE": model.kind if known else "Unknown",
            "MANUFACTURER": "Sony UK",
            "PROCESSOR": model.processor if known else "Unknown",
            "RAM": model.ram.replace("G", "GB") if self._by_kernel else model.ram,
        }

    def set_mode(self, mode: int) -> None:
        """See `setmode`. rpi-lgpio opens the GPIO chip here."""
        if self.mode is not None and mode != self.mode:
            raise ValueError("A different mode has already been set!")
        if mode not in (BOARD, BCM):
            raise ValueError("An invalid mode was passed to setmode()")
        if self._by_kernel and not self.pi.permitted:
            raise LgpioError("can not open gpiochip")
        self.mode = mode

    def set_up(self, channel: int | Sequence[int], direction: int, pull_up_down: int, initial: int) -> None:
        """See `setup`."""
        channels = _several(channel)
        self._map()
        _check_setup(direction, pull_up_down, initial)
        for gpio in [self._gpio(each) for each in channels]:
            self._warn_of(gpio, pull_up_down)
            self._hold(gpio)
            self._apply(gpio, direction, pull_up_down, initial)

    def write(self, channel: int | Sequence[int], value: int | Sequence[int]) -> None:
        """See `output`."""
        channels = _several(channel)
        values = [value] * len(channels) if isinstance(value, int) else list(value)
        if len(channels) != len(values) or (isinstance(channel, int) and not isinstance(value, int)):
            raise RuntimeError("Number of channels != number of values")
        for each, high in zip(channels, values, strict=True):
            gpio = self._gpio(each)
            if self._directions.get(gpio) != OUT:
                raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
            self.pi.line(gpio).drive(bool(high))

    def read(self, channel: int) -> int:
        """See `input`."""
        gpio = self._gpio(channel)
        if gpio not in self._directions:
            raise RuntimeError("You must setup() the GPIO channel first")
        return HIGH if self.pi.line(gpio).high else LOW

    def clean_up(self, channel: int | Sequence[int] | None) -> None:
        """See `cleanup`. RPi.GPIO forgets the numbering only if something has been set up; rpi-lgpio always does."""
        gpios = [self._gpio(each) for each in _several(channel)] if channel is not None else list(self._directions)
        gpios = [gpio for gpio in gpios if gpio in self._directions] if self._mapped else []
        for gpio in gpios:
            self._give_back(gpio)
        if channel is None and (self._mapped or self._by_kernel):
            self.mode = None
        if not gpios and self.warns:
            warnings.warn(_NOTHING, RuntimeWarning, stacklevel=3)

    def detect(self, channel: int, edge: int, callback: Callable[[int], object] | None, bouncetime: int | None) -> None:
        """See `add_event_detect`."""
        gpio = self._input(channel)
        _check_edge(edge, bouncetime)
        if gpio in self._detectors:
            raise RuntimeError(_CONFLICT)
        self._demand_edges()
        detector = self._detectors[gpio] = Detector(self.pi.line(gpio), edge, bouncetime)
        if callback:
            detector.callbacks.append(lambda: callback(channel))

    def add_callback(self, channel: int, callback: Callable[[int], object]) -> None:
        """See `add_event_callback`."""
        gpio = self._input(channel)
        if gpio not in self._detectors:
            raise RuntimeError("Add event detection using add_event_detect first before adding a callback")
        self._detectors[gpio].callbacks.append(lambda: callback(channel))

    def forget(self, channel: int) -> None:
        """See `remove_event_detect`."""
        self._drop_detector(self._gpio(channel))

    def has_happened(self, channel: int) -> bool:
        """See `event_detected`."""
        detector = self._detectors.get(self._gpio(channel))
        if detector is None or not detector.happened:
            return False
        detector.happened = False
        return True

    def wait(self, channel: int, edge: int, bouncetime: int | None, timeout: int | None) -> int | None:
        """See `wait_for_edge`."""
        gpio = self._input(channel)
        _check_edge(edge, bouncetime)
        if timeout is not None and timeout <= 0:
            raise ValueError("Timeout must be greater than 0")
        if gpio in self._detectors:
            raise RuntimeError(_CONFLICT)
        self._demand_edges()
        watch = self.pi.line(gpio).watch()
        came = self.pi.wait_until(lambda: _next(watch, edge), None if timeout is None else timeout / 1000)
        return channel if came else None

    def pin(self, channel: int) -> EmulatedPin:
        """Return the pin behind a channel."""
        return self.pi.line(self._gpio(channel))

    def _gpio(self, channel: int) -> int:
        if self.mode is None:
            raise RuntimeError(_NO_MODE)
        if self.mode == BOARD:
            if channel not in HEADER:
                raise ValueError(_INVALID_CHANNEL)
            return HEADER[channel]
        if not 0 <= channel < 54:
            raise ValueError(_INVALID_CHANNEL)
        return channel

    def _input(self, channel: int) -> int:
        gpio = self._gpio(channel)
        if self._directions.get(gpio) != IN:
            raise RuntimeError(_NO_INPUT)
        return gpio

    def _map(self) -> None:
        """Map the SoC's registers, as RPi.GPIO does before it first touches a pin."""
        if not self._by_kernel and not self._mapped:
            if self.pi.model.has_rp1:
                raise RuntimeError(_NO_ADDRESS)
            if not self.pi.permitted:
                raise RuntimeError(_NO_RIGHTS)
        self._mapped = True

    def _demand_edges(self) -> None:
        if not self._by_kernel and self.pi.kernel >= _NO_SYSFS_EDGES:
            raise RuntimeError("Failed to add edge detection")

    def _warn_of(self, gpio: int, pull_up_down: int) -> None:
        if self.warns and gpio in (2, 3) and pull_up_down in (PUD_UP, PUD_DOWN):
            warnings.warn(_RESISTOR, RuntimeWarning, stacklevel=4)
        spi = self.pi.spi_enabled and gpio in pi.SPI0_GPIOS
        foreign = gpio not in self._directions and self.pi.line(gpio).driven is not None
        if self.warns and not self._by_kernel and (spi or foreign):
            warnings.warn(_IN_USE, RuntimeWarning, stacklevel=4)

    def _hold(self, gpio: int) -> None:
        if not self._by_kernel or gpio in self._directions:
            return
        if gpio in self.pi.claims:
            raise LgpioError("GPIO busy")
        self.pi.claim({gpio: Claim("lg")})

    def _apply(self, gpio: int, direction: int, pull_up_down: int, initial: int) -> None:
        pin = self.pi.line(gpio)
        if direction == IN:
            pin.listen(_PULLS[pull_up_down])
        else:
            # Without an initial value RPi.GPIO leaves the latch as it was, rpi-lgpio writes what it reads.
            unasked = pin.high if self._by_kernel else pin.latch
            pin.drive(bool(initial) if initial in (LOW, HIGH) else unasked)
        self._directions[gpio] = direction

    def _give_back(self, gpio: int) -> None:
        self._drop_detector(gpio)
        self.pi.line(gpio).listen(Pull.NONE)
        del self._directions[gpio]
        if self._by_kernel:
            self.pi.let_go([gpio])

    def _drop_detector(self, gpio: int) -> None:
        detector = self._detectors.pop(gpio, None)
        if detector:
            detector.close()


def matches(edge: int, level: Level) -> bool:
    """Return whether a change is an edge of the wanted kind."""
    return edge in (BOTH, RISING if level.high else FALLING)


def _next(watch: Watch | None, edge: int) -> int | None:
    return watch.next_ns(lambda level: matches(edge, level)) if watch else None


def _several(channel: int | Sequence[int]) -> list[int]:
    if isinstance(channel, int):
        return [channel]
    if not isinstance(channel, list | tuple):
        raise ValueError(_NOT_A_CHANNEL)
    if not all(isinstance(each, int) for each in channel):
        raise ValueError("Channel must be an integer")
    return list(channel)


def _check_setup(direction: int, pull_up_down: int, initial: int) -> None:
    if direction not in (IN, OUT):
        raise ValueError("An invalid direction was passed to setup()")
    if direction == OUT and pull_up_down != PUD_OFF:
        raise ValueError("pull_up_down parameter is not valid for outputs")
    if direction == IN and initial != -1:
        raise ValueError("initial parameter is not valid for inputs")
    if pull_up_down not in _PULLS:
        raise ValueError("Invalid value for pull_up_down - should be either PUD_OFF, PUD_UP or PUD_DOWN")


def _check_edge(edge: int, bouncetime: int | None) -> None:
    if edge not in (RISING, FALLING, BOTH):
        raise ValueError("The edge must be set to RISING, FALLING or BOTH")
    if bouncetime is not None and bouncetime <= 0:
        raise ValueError("Bouncetime must be greater than 0")
