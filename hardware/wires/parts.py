"""The shopping list of a plan."""

from dataclasses import dataclass

from hardware.plan import Plan
from hardware.wires.netlist import BASE_OHM, BUZZER, PI, RESISTOR_OHM, is_wired, wires
from hardware.wires.supply import drawn, short

WIRE_CM = 30  # average length of a wire: longer ones need a lower SPI clock


@dataclass(frozen=True)
class Part:
    """A part, its quantity, and what to watch out for."""

    part: str
    count: int
    note: str


def parts(plan: Plan) -> tuple[Part, ...]:
    """Return the parts that a plan needs, boards first, excluding emulated ones."""
    readers = [reader for reader in plan.readers if is_wired(reader)]
    lights = [light for light in plan.lights if is_wired(light) and light.name != BUZZER]
    buzzers = [light for light in plan.lights if is_wired(light) and light.name == BUZZER]
    buttons = sum(is_wired(button) for button in plan.buttons)
    picos = sorted({board for board in drawn(plan) if board != PI} | {f"pico {pico.name}" for pico in plan.picos})
    wanted = [
        Part(
            "Raspberry Pi", 1, "with a 40-pin header: a Zero 2 W, 3, 4 or 5; its supply, and an SD card of 8 GB or more"
        ),
        Part("Raspberry Pi Pico", len(picos), "with pins soldered on; a Pico 2 will do"),
        Part("USB cable for a Pico", len(picos), "one that carries data, too"),
        Part("MFRC522 board", len(readers), "13.56 MHz, sold as RC522; its pins have to be soldered on"),
        Part("NTAG213 sticker", 0 if not readers else 120, "25 mm, one for each card of your largest deck, and some"),
        Part("ferrite sheet", len(readers), "40 x 60 mm, under each board, where the table is of metal"),
        Part("push button", buttons, "24 or 30 mm, closing to ground; the pins pull up by themselves"),
        Part("LED", len(lights), "red or green, 2 V; a button's own lamp, for 5 or 12 V, stays dark at 3.3 V"),
        Part(f"resistor, {RESISTOR_OHM} ohm", len(lights), "one in front of each LED"),
        Part("active buzzer, 5 V", len(buzzers), "up to 30 mA"),
        Part("NPN transistor", len(buzzers), "BC547, 2N3904 or the like: a pin gives too little for a buzzer"),
        Part(f"resistor, {BASE_OHM} ohm", len(buzzers), "between the pin and the transistor's base"),
        Part("3.3 V regulator, 1 A", len(short(plan)), "fed from 5 V, ground in common: the rail is not enough"),
        _wire(plan),
    ]
    return tuple(part for part in wanted if part.count)


def _wire(plan: Plan) -> Part:
    count = len(wires(plan))
    metres = -(-count * WIRE_CM // 100)
    return Part("wire", count, f"some {metres} m in all, {WIRE_CM} cm each; over 20 cm at a reader lower speed_hz")
