"""The pins of a Raspberry Pi's 40-pin header and of a Pico: what each carries, and which ones a bus uses.

Sources: the Pi's own documentation of its header, and "Raspberry Pi Pico datasheet", 2.1. People count pins from the
corner, whereas programs use the SoC's GPIO numbers (BCM), so messages give both.
"""

from collections.abc import Mapping

# Pin of the header -> GPIO of the SoC; the others are power, ground and the ID EEPROM.
HEADER: Mapping[int, int] = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
PINS: Mapping[int, int] = {gpio: pin for pin, gpio in HEADER.items()} | {0: 27, 1: 28}  # including the ID EEPROM
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)
POWERS = (1, 17)  # 3.3 V
FIVE_VOLTS = (2, 4)
# GPIOs that are pulled up from power-on until a program drives them; the others are pulled down ("BCM2835 ARM
# Peripherals", table 6-31; later chips do the same). GPIO 2 and 3 also have 1.8 kOhm pull-ups on the board.
PULLED_UP = range(9)
GROUND, POWER = GROUNDS[0], POWERS[0]
NAMES: Mapping[int, str] = {
    **{pin: f"GPIO{gpio}" for gpio, pin in PINS.items()},
    **dict.fromkeys(GROUNDS, "GND"), **dict.fromkeys(POWERS, "3V3"), **dict.fromkeys(FIVE_VOLTS, "5V"),
}  # fmt: skip

# Pin of a Pico -> GP number; the other pins are power, ground and control.
PICO: Mapping[int, int] = {
    1: 0, 2: 1, 4: 2, 5: 3, 6: 4, 7: 5, 9: 6, 10: 7, 11: 8, 12: 9, 14: 10, 15: 11, 16: 12, 17: 13, 19: 14, 20: 15,
    21: 16, 22: 17, 24: 18, 25: 19, 26: 20, 27: 21, 29: 22, 31: 26, 32: 27, 34: 28,
}  # fmt: skip
PICO_PINS: Mapping[int, int] = {gp: pin for pin, gp in PICO.items()}
PICO_GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)
PICO_LEFT = 20  # the last pin on its left side
PICO_POWER = 36
PICO_USB_POWER = 40
PICO_NAMES: Mapping[int, str] = {
    **{pin: f"GP{gp}" for pin, gp in PICO.items()}, **dict.fromkeys(PICO_GROUNDS, "GND"),
    30: "RUN", 35: "ADC_VREF", PICO_POWER: "3V3(OUT)", 37: "3V3_EN", 39: "VSYS", PICO_USB_POWER: "VBUS",
}  # fmt: skip

MISO: Mapping[int, int] = {0: 9, 1: 19}  # GPIO by bus
MOSI: Mapping[int, int] = {0: 10, 1: 20}
SCLK: Mapping[int, int] = {0: 11, 1: 21}
CHIP_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}  # by bus, then by device


def placed(gpio: int) -> str:
    """Return a GPIO's number and its pin on the header.

    >>> placed(17), placed(40)
    ('BCM 17, pin 11', 'BCM 40')
    """
    return f"BCM {gpio}, pin {PINS[gpio]}" if gpio in PINS else f"BCM {gpio}"


def named(gpio: int) -> str:
    """Return a GPIO's number and its pin, formatted for running text.

    >>> named(17)
    'BCM 17 (pin 11)'
    """
    return f"BCM {gpio} (pin {PINS[gpio]})" if gpio in PINS else f"BCM {gpio}"


def chip_select(bus: int, device: int) -> int | None:
    """Return the GPIO that a bus drives as a device's chip select; None if that depends on an overlay."""
    selects = CHIP_SELECTS.get(bus, ())
    return selects[device] if device < len(selects) else None
