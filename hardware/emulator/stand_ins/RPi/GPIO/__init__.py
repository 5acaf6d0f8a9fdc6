"""A stand-in for RPi.GPIO 0.7.1 or, if the emulated Pi says so, for rpi-lgpio 0.6. Errors match the originals.

PWM is not supported. Callbacks run once per flip, on the thread that moves the button rather than on a library thread;
`bouncetime` works as in RPi.GPIO: an edge too soon after a call is dropped.
"""

from collections.abc import Callable, Sequence

from hardware.emulator import installed

from ._session import BCM, BOARD, BOTH, FALLING, HIGH, IN, LOW, OUT, PUD_DOWN, PUD_OFF, PUD_UP, RISING, Session

UNKNOWN = -1
SERIAL, SPI, I2C, HARD_PWM = 40, 41, 42, 43

VERSION = (
    "0.7.1" if installed.current().gpio_library == "RPi.GPIO" else "0.7.2"
)  # rpi-lgpio names the version it replaces

__all__ = [
    "BCM", "BOARD", "BOTH", "FALLING", "HARD_PWM", "HIGH", "I2C", "IN", "LOW", "OUT", "PUD_DOWN", "PUD_OFF", "PUD_UP",
    "RISING", "RPI_INFO", "RPI_REVISION", "SERIAL", "SPI", "UNKNOWN", "VERSION", "add_event_callback",
    "add_event_detect", "cleanup", "event_detected", "getmode", "gpio_function", "input", "output",
    "remove_event_detect", "setmode", "setup", "setwarnings", "wait_for_edge",
]  # fmt: skip

_sessions: list[Session] = []


def _session() -> Session:
    """Return what this process has set up on the current Pi; a new Pi starts afresh."""
    current = installed.current()
    if not _sessions or _sessions[-1].pi is not current:
        _sessions[:] = [Session(current)]
    return _sessions[-1]


RPI_INFO = _session().info()
RPI_REVISION = RPI_INFO["P1_REVISION"]


def setmode(mode: int, /) -> None:
    """Choose BOARD or BCM numbering; any later call has to choose the same one."""
    _session().set_mode(mode)


def getmode() -> int | None:
    """Return the numbering in use, if any."""
    return _session().mode


def setwarnings(state: bool | int, /) -> None:
    """Switch warnings on or off."""
    _session().warns = bool(state)


def setup(channel: int | Sequence[int], direction: int, pull_up_down: int = PUD_OFF, initial: int = -1) -> None:
    """Make channels inputs or outputs."""
    _session().set_up(channel, direction, pull_up_down, initial)


def output(channel: int | Sequence[int], value: int | Sequence[int], /) -> None:
    """Write one value to all channels, or one value to each."""
    _session().write(channel, value)


def input(channel: int, /) -> int:  # noqa: A001  # RPi.GPIO's own name
    """Read a channel."""
    return _session().read(channel)


def cleanup(channel: int | Sequence[int] | None = None) -> None:
    """Make channels inputs again. Without `channel`, do so for all that were set up, and forget the numbering."""
    _session().clean_up(channel)


def add_event_detect(
    gpio: int, edge: int, callback: Callable[[int], object] | None = None, bouncetime: int | None = None
) -> None:
    """Start detecting edges, and call `callback`, if given, for each edge."""
    _session().detect(gpio, edge, callback, bouncetime)


def add_event_callback(gpio: int, callback: Callable[[int], object]) -> None:
    """Add another callback for the edges of a channel."""
    _session().add_callback(gpio, callback)


def remove_event_detect(gpio: int, /) -> None:
    """Stop detecting edges."""
    _session().forget(gpio)


def event_detected(channel: int, /) -> bool:
    """Return whether there was an edge since the last call."""
    return _session().has_happened(channel)


def wait_for_edge(channel: int, edge: int, bouncetime: int | None = None, timeout: int | None = None) -> int | None:
    """Wait for an edge, at most `timeout` ms; return the channel, or None on timeout."""
    return _session().wait(channel, edge, bouncetime, timeout)


def gpio_function(channel: int, /) -> int:
    """Return whether a channel is currently an input or an output."""
    return OUT if _session().pin(channel).driven is not None else IN
