"""A kernel input device, such as /dev/input/by-id/usb-...-event-kbd: read and grabbed without a third-party package.

Source: linux/input.h and linux/input-event-codes.h.
"""

import os
from struct import Struct

EVENT = Struct("@llHHi")  # struct input_event: time in s and us, type, code, value; native word size
EVIOCGRAB = 0x40044590  # _IOW('E', 0x90, int): events go only to this file
_NAME_BYTES = 256
EVIOCGNAME = 0x80004506 | _NAME_BYTES << 16  # _IOC(_IOC_READ, 'E', 0x06, length)
_AT_ONCE = 64  # events read in one call, as many as the kernel buffers for a keyboard


class InputDevice:
    """An open input device, read without blocking. Raises OSError if it cannot be opened or has been unplugged."""

    def __init__(self, path: str) -> None:
        self._file: int | None = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    @property
    def name(self) -> str:
        """The name that the device reports."""
        answer = bytearray(_NAME_BYTES)
        self._ioctl(EVIOCGNAME, answer)
        return answer.split(b"\0")[0].decode(errors="replace")

    def grab(self) -> None:
        """Reserve the device's events for this program, so that no terminal gets them."""
        self._ioctl(EVIOCGRAB, 1)

    def read(self) -> bytes:
        """Return the events since the last call, each a `struct input_event`; empty if there were none."""
        try:
            return os.read(self._fileno, _AT_ONCE * EVENT.size)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        """Close the device, which ends a grab; safe to call twice."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _ioctl(self, asked: int, given: bytearray | int) -> None:
        import fcntl  # Windows has neither this nor input devices

        fcntl.ioctl(self._fileno, asked, given)

    @property
    def _fileno(self) -> int:
        if self._file is None:
            raise OSError("this input device is closed")
        return self._file
