"""What a Pico does when it is switched on: run the program for ever. `cardtable flash` puts this file there."""

import os
import select
import sys
import time

import machine
import micropython

from firmware_bridge.pico.board import Board

HOLD = "hold"


class Usb:
    """The USB port as a stream that never waits."""

    def __init__(self):
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)

    def read(self, most):
        """Give what has come, at most so many bytes."""
        data = b""
        while len(data) < most and _is_ready(self._in):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, data):
        """Write what the port takes, of which a byte is all that is certain; return how many bytes that were."""
        view, written = memoryview(data), 0
        while written < len(data) and _is_ready(self._out):
            sys.stdout.buffer.write(view[written : written + 1])
            written += 1
        return written


def _is_ready(poll):
    for _ in poll.ipoll(0):  # makes no list
        return True
    return False


def _reset():
    time.sleep_us(50_000)  # until the host has taken what was written
    machine.reset()


def main():
    """Run until the power goes, or until somebody wants to put another program here."""
    micropython.kbd_intr(-1)  # a byte 3 in garbage is no Ctrl-C
    if hasattr(micropython, "alloc_emergency_exception_buf"):  # a PC needs none
        micropython.alloc_emergency_exception_buf(100)  # an interrupt cannot make room for what it raises
    boot = "".join("%02x" % byte for byte in os.urandom(4))
    name = "".join("%02x" % byte for byte in machine.unique_id())
    board = Board(machine, time, Usb(), boot, name)
    while not board.is_stopped:
        try:
            time.sleep_us(board.step())
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever listens is told
            board.fail(error)
            _reset()
    open(HOLD, "w").close()
    _reset()  # nothing else stops the watchdog


def is_held():
    """Tell, once, whether the program was stopped: then the prompt is free, and mpremote finds it."""
    try:
        os.remove(HOLD)
    except OSError:
        return False
    return True


if not is_held():
    main()
