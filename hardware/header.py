"""The 40-pin header of a Raspberry Pi: which pin carries which GPIO, and which pins a bus takes.

People count pins from the corner, programs number GPIOs as the SoC does (BCM): whoever tells people names both.
"""

from collections.abc import Mapping

# Pin of the header -> GPIO of the SoC; the others are power, ground and the ID EEPROM.
HEADER: Mapping[int, int] = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
PINS: Mapping[int, int] = {gpio: pin for pin, gpio in HEADER.items()} | {0: 27, 1: 28}  # ID EEPROM included
GROUND = 6  # one of eight pins
POWER = 1  # 3.3 V; pin 17 too

MISO: Mapping[int, int] = {0: 9, 1: 19}  # by bus
CHIP_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}  # by bus, then by device


def placed(gpio: int) -> str:
    """Say where a GPIO is: its number, and its pin on the header.

    >>> placed(17), placed(40)
    ('BCM 17, pin 11', 'BCM 40')
    """
    return f"BCM {gpio}, pin {PINS[gpio]}" if gpio in PINS else f"BCM {gpio}"


def named(gpio: int) -> str:
    """Say the same in a sentence.

    >>> named(17)
    'BCM 17 (pin 11)'
    """
    return f"BCM {gpio} (pin {PINS[gpio]})" if gpio in PINS else f"BCM {gpio}"


def chip_select(bus: int, device: int) -> int | None:
    """Return the GPIO that a bus drives for a device; None if an overlay may have moved it anywhere."""
    selects = CHIP_SELECTS.get(bus, ())
    return selects[device] if device < len(selects) else None
