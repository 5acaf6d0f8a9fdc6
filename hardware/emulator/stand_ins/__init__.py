"""Stand-ins for spidev, RPi.GPIO and gpiod over an emulated Raspberry Pi.

They are imported in place of the real libraries once this directory is on the path: `PYTHONPATH=$(python -m
hardware.emulator.stand_ins)`. Nothing in this package imports them.
"""

from pathlib import Path

DIRECTORY = Path(__file__).parent
