"""The USB port of a Pico as a stream, over MicroPython's standard input and output.

MicroPython's rp2 port reports its buffer of 256 bytes as ready when one byte is free. The rest of a write waits up to
500 ms for the host to read and is then dropped; older versions do not report how much was dropped. A line may therefore
arrive truncated, which its checksum reveals; numbered messages are resent.
"""

PACKET = 64  # bytes: the endpoint's packet; a line takes one or two packets, not single bytes
SLOW_MS = 20  # a longer write means that the host is not reading
REST_MS = 100  # pause in writing after that: a step, which feeds the watchdog, must block at most once


class Usb:
    """The port: reads never block; writes block once, for half a second at most, when the host stops reading."""

    def __init__(self, stdin, stdout, select, clock):
        self._stdin = stdin.buffer
        self._stdout = stdout.buffer
        self._clock = clock
        self._in = select.poll()
        self._in.register(stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(stdout, select.POLLOUT)
        self._one = bytearray(1)
        self._taken = bytearray(256)
        self._rests = None  # since when

    def read(self, most):
        """Return the bytes received, at most `most`.

        Bytes are read one at a time: a longer read would block until all of them arrive, and the number waiting is
        unknown.
        """
        count, most = 0, min(most, len(self._taken))
        while count < most and _is_ready(self._in) and self._stdin.readinto(self._one):
            self._taken[count] = self._one[0]
            count += 1
        return bytes(self._taken[:count])

    def write(self, data):
        """Write as many bytes as the port accepts; return their number."""
        view, written = memoryview(data), 0
        while written < len(data) and not self._is_resting() and _is_ready(self._out):
            begins = self._clock.ticks_us()
            took = self._stdout.write(view[written : written + PACKET])
            written += took or 0
            ended = self._clock.ticks_us()
            if self._clock.ticks_diff(ended, begins) > SLOW_MS * 1000:
                self._rests = ended
        return written

    def _is_resting(self):
        if self._rests is None:
            return False
        if 0 <= self._clock.ticks_diff(self._clock.ticks_us(), self._rests) < REST_MS * 1000:
            return True
        self._rests = None
        return False


def _is_ready(poll):
    for _ in poll.ipoll(0):  # allocates no list
        return True
    return False
