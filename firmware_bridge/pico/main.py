"""The Pico's main.py: runs the program for ever. `cardtable flash` installs this file."""

import os
import select
import sys
import time

import machine
import micropython

from firmware_bridge.pico.board import PicoProgram
from firmware_bridge.pico.usb import Usb

HOLD = "hold"


def _reset():
    time.sleep_us(50_000)  # until the host has read the last bytes
    machine.reset()


def main():
    """Run until the power fails or a host sends Stop."""
    micropython.kbd_intr(-1)  # otherwise a stray byte 3 would act as Ctrl-C
    if hasattr(micropython, "alloc_emergency_exception_buf"):  # not needed on a PC
        micropython.alloc_emergency_exception_buf(100)  # an interrupt handler cannot allocate the exception it raises
    boot = "".join("%02x" % byte for byte in os.urandom(4))
    name = "".join("%02x" % byte for byte in machine.unique_id())
    board = PicoProgram(machine, time, Usb(sys.stdin, sys.stdout, select, time), boot, name)
    while not board.is_stopped:
        try:
            time.sleep_us(board.step())
        except Exception as error:  # noqa: BLE001 - whatever it is, report it to the host
            try:
                board.fail(error)  # may itself run out of memory
            finally:
                _reset()
    open(HOLD, "w").close()
    _reset()  # nothing else stops the watchdog


def is_held():
    """Return whether a host stopped the last run, so that the prompt is left to mpremote; true for one start only."""
    try:
        os.remove(HOLD)
    except OSError:
        return False
    return True


if not is_held():
    main()
