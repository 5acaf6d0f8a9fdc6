"""The ports of a bridge: a serial port and a clock."""

from typing import Protocol


class BytePort(Protocol):
    """An open serial port. Every method raises OSError once the other end is gone."""

    def read(self, wait_ns: int) -> bytes:
        """Return the bytes received; wait at most `wait_ns` for the first one."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None:
        """Close the port; safe to call twice."""
        ...


class Clock(Protocol):
    """The host's monotonic clock."""

    def now_ns(self) -> int:
        """Return the time in ns; it never goes backwards."""
        ...

    def sleep_ns(self, duration_ns: int) -> None:
        """Wait at least `duration_ns` ns."""
        ...
