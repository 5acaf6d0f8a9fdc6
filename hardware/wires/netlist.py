"""Every wire of a plan, including ground and supply, with physical pin numbers.

A button connects its pin to ground. A light is connected to its pin through a resistor. A buzzer draws more than a pin
can supply, so a transistor switches it. A reader's IRQ pin stays unconnected.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle

from firmware_bridge.pico import board
from hardware import header
from hardware.drivers import is_on_spi
from hardware.plan import PICO_BUTTONS, PICO_RESET, PICO_SELECTS, ButtonPlan, LightPlan, Plan, ReaderPlan

PI = "pi"
BUZZER = "buzzer"  # the name of the one "light" that makes a sound
RESISTOR_OHM = 330
BASE_OHM = 1000
PICO_SPI = {"SCK": board.SCK, "MOSI": board.MOSI, "MISO": board.MISO}  # GP numbers


@dataclass(frozen=True)
class End:
    """One end of a wire: a part and its pin. On a Pi or a Pico, the pin is a number, and `name` is its signal."""

    part: str
    pin: str | int
    name: str = ""


@dataclass(frozen=True)
class Wire:
    """A wire, from a part to a board, or to another part."""

    start: End
    end: End


def is_wired(part: ReaderPlan | ButtonPlan | LightPlan) -> bool:
    """Return whether wires lead from a part to a board."""
    if isinstance(part, ReaderPlan) and part.pico is None:
        return is_on_spi(part.backend)
    return part.backend not in ("emulated", "phone")


def board_of(part: ReaderPlan | ButtonPlan | LightPlan) -> str:
    """Return the board that a part is wired to."""
    return PI if part.pico is None else f"pico {part.pico}"


def reader_name(number: int) -> str:
    """Return a reader's name in drawings; `number` is its place in the plan, from 1."""
    return f"reader {number}"


def button_name(button: ButtonPlan) -> str:
    """Return a button's name in drawings."""
    return f"button seat {button.seat}"


def light_name(light: LightPlan) -> str:
    """Return a light's name in drawings."""
    return BUZZER if light.name == BUZZER else f"light of {light.of or light.name}"


def wires(plan: Plan) -> tuple[Wire, ...]:
    """Return all wires of a plan, part by part. Emulated and plugged-in parts have none."""
    supplies = _Supplies()
    found: list[Wire] = []
    for number, reader in enumerate(plan.readers, start=1):
        if is_wired(reader):
            found += _of_reader(reader_name(number), reader, supplies)
    for button in plan.buttons:
        if is_wired(button):
            name = button_name(button)
            signal = _gpio(button, PICO_BUTTONS[button.channel] if button.pico is not None else button.pin)
            found += [Wire(End(name, "1"), signal), Wire(End(name, "2"), supplies.ground(board_of(button)))]
    for light in plan.lights:
        if is_wired(light):
            found += (_of_buzzer if light.name == BUZZER else _of_light)(light, supplies)
    return tuple(found)


class _Supplies:
    """Assigns each board's ground and supply pins in turn, so that no single pin has to take all the wires.

    Readers take grounds on the right side of a board, where most of their pins are; other parts take those on the left.
    """

    def __init__(self) -> None:
        self._grounds: dict[tuple[str, bool], Iterator[int]] = {}
        self._powers = cycle(header.POWERS)
        self._fives = cycle(header.FIVE_VOLTS)

    def ground(self, board: str, *, right: bool = False) -> End:
        pins = header.GROUNDS if board == PI else header.PICO_GROUNDS
        on_the_right = [pin for pin in pins if (pin % 2 == 0 if board == PI else pin > header.PICO_LEFT)]
        chosen = on_the_right if right else [pin for pin in pins if pin not in on_the_right]
        return End(board, next(self._grounds.setdefault((board, right), cycle(chosen))), "GND")

    def power(self, board: str) -> End:
        return End(board, next(self._powers), "3V3") if board == PI else End(board, header.PICO_POWER, "3V3(OUT)")

    def five(self, board: str) -> End:
        return End(board, next(self._fives), "5V") if board == PI else End(board, header.PICO_USB_POWER, "VBUS")


def _gpio(part: ReaderPlan | ButtonPlan | LightPlan, number: int | None) -> End:
    assert number is not None, "the plan names every pin"  # noqa: S101 - settings ensure it
    if part.pico is None:
        return End(PI, header.PINS[number], f"GPIO{number}")
    return End(board_of(part), header.PICO_PINS[number], f"GP{number}")


def undrawn(reader: ReaderPlan) -> tuple[str, ...]:
    """Return the signal pins of a wired reader whose wires are left out: which GPIOs they go to is not known."""
    return tuple(pin for pin, gpio in _signals(reader).items() if gpio is None and pin != "RST")


def _signals(reader: ReaderPlan) -> dict[str, int | None]:
    """Return the GPIO of each signal pin of a reader; None if an overlay decides which it is, or nothing drives it."""
    if reader.pico is not None:
        return {"SDA": PICO_SELECTS[reader.channel], **PICO_SPI, "RST": PICO_RESET}
    select = reader.select_pin
    return {
        "SDA": header.chip_select(reader.bus, reader.device) if select is None else select,
        "SCK": header.SCLK.get(reader.bus),
        "MOSI": header.MOSI.get(reader.bus),
        "MISO": header.MISO.get(reader.bus),
        "RST": reader.reset_pin,
    }


def _of_reader(name: str, reader: ReaderPlan, supplies: _Supplies) -> Iterator[Wire]:
    hangs_on, signals = board_of(reader), _signals(reader)
    for pin, gpio in signals.items():
        if gpio is not None:
            yield Wire(End(name, pin), _gpio(reader, gpio))
    if signals["RST"] is None:  # nothing pulses it, so it must be tied high
        yield Wire(End(name, "RST"), supplies.power(hangs_on))
    yield Wire(End(name, "GND"), supplies.ground(hangs_on, right=True))
    yield Wire(End(name, "3.3V"), supplies.power(hangs_on))


def _of_light(light: LightPlan, supplies: _Supplies) -> Iterator[Wire]:
    name = light_name(light)
    yield Wire(End(name, f"+, by {RESISTOR_OHM} ohm"), _gpio(light, light.pin))
    yield Wire(End(name, "-"), supplies.ground(board_of(light)))


def _of_buzzer(light: LightPlan, supplies: _Supplies) -> Iterator[Wire]:
    switch, hangs_on = "transistor", board_of(light)
    yield Wire(End(switch, f"base, by {BASE_OHM} ohm"), _gpio(light, light.pin))
    yield Wire(End(switch, "emitter"), supplies.ground(hangs_on))
    yield Wire(End(BUZZER, "-"), End(switch, "collector"))
    yield Wire(End(BUZZER, "+"), supplies.five(hangs_on))
