"""Pins through `RPi.GPIO`, or `rpi-lgpio` on a Pi 5: polled, because its callbacks carry no time.

With one busy thread a callback may come 5 ms late, and since kernel 6.6 RPi.GPIO cannot detect edges at all. So inputs
are polled. A change is stamped halfway between the start of the last poll and the end of this one; half of that span
bounds the error.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hardware.clock import Clock
from hardware.ports import Level


class RpiGpioPins:
    """The pins of the header. Raises ImportError or RuntimeError without the library or on a Pi it does not support."""

    def __init__(self, clock: Clock) -> None:
        import RPi.GPIO as GPIO

        self._gpio: Any = GPIO
        self._clock = clock
        self._pins: list[int] = []
        GPIO.setwarnings(False)
        GPIO.setmode(GPIO.BCM)

    def input(self, pin: int) -> "RpiGpioInput":
        """Open a pin as an input with its pull-up."""
        self._gpio.setup(pin, self._gpio.IN, pull_up_down=self._gpio.PUD_UP)
        self._pins.append(pin)
        return RpiGpioInput(self._gpio, pin, self._clock)

    def output(self, pin: int, *, high: bool) -> "RpiGpioOutput":
        """Open a pin as an output, high or low from the start."""
        self._gpio.setup(pin, self._gpio.OUT, initial=self._gpio.HIGH if high else self._gpio.LOW)
        self._pins.append(pin)
        return RpiGpioOutput(self._gpio, pin)

    def close(self) -> None:
        """Release only the pins opened here; safe to call twice."""
        if self._pins:
            self._gpio.cleanup(self._pins)
        self._pins = []


class RpiGpioInput:
    def __init__(self, gpio: Any, pin: int, clock: Clock) -> None:
        self._gpio = gpio
        self._pin = pin
        self._clock = clock
        self.high = True  # last read level; initially the pull-up's, so that a stuck button is a change
        self._polled_ns = clock.now_ns()

    def changes(self, until_ns: int) -> Sequence[Level]:
        """Read the pin once; return the change since the last read, if any."""
        now_ns = self._clock.now_ns()
        with as_os_error():
            high = bool(self._gpio.input(self._pin))
        before_ns, self._polled_ns = self._polled_ns, now_ns
        if high == self.high:
            return ()
        self.high = high
        after_ns = self._clock.now_ns()
        at_ns = min((before_ns + after_ns) // 2, until_ns)
        return (Level(at_ns, high, max(at_ns - before_ns, after_ns - at_ns)),)


class RpiGpioOutput:
    def __init__(self, gpio: Any, pin: int) -> None:
        self._gpio = gpio
        self._pin = pin

    def set(self, *, high: bool) -> None:
        """Drive the pin high or low. Raise OSError if that fails."""
        with as_os_error():
            self._gpio.output(self._pin, self._gpio.HIGH if high else self._gpio.LOW)


@contextmanager
def as_os_error() -> Iterator[None]:
    """Turn errors of the GPIO libraries into OSError: RPi.GPIO's RuntimeError, rpi-lgpio's `lgpio.error`."""
    try:
        yield
    except Exception as error:
        raise OSError(f"the GPIO library failed: {error}") from error
