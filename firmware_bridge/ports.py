"""What a bridge is handed: something that bytes go into and come out of, and a clock."""

from typing import Protocol


class BytePort(Protocol):
    """An open serial port. Everything raises OSError once the other end is gone."""

    def read(self, wait_ns: int) -> bytes:
        """Give what has come; wait at most so long for the first byte."""
        ...

    def write(self, data: bytes) -> None:
        """Send bytes."""
        ...

    def close(self) -> None:
        """Let the port go; safe to call twice."""
        ...


class Clock(Protocol):
    """Monotonic time of the host."""

    def now_ns(self) -> int:
        """Tell the time in ns; it never goes back."""
        ...

    def sleep_ns(self, duration_ns: int) -> None:
        """Wait at least `duration_ns` ns."""
        ...
