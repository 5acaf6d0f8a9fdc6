"""MicroPython for unix imports this module in place of its own `time`."""

from hardware.emulator.pico.stand_in.board import Time
from hardware.emulator.pico.stand_in.over_pipes import asker

_time = Time(asker)
ticks_us, sleep_us, ticks_diff, ticks_add = _time.ticks_us, _time.sleep_us, _time.ticks_diff, _time.ticks_add
