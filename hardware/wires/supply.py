"""The current that a plan's parts draw, in mA, and warnings for rails and pins.

A reader: MFRC522 datasheet, 12.2 (its transmitter up to 100 mA while the antenna is on, digital 9, analogue 10). A
light: 3.3 V minus the 2 V of a red LED, across its resistor. The Pi: 500 mA from its 3.3 V rail, 16 mA from a pin, 50
mA from all pins together. A Pico: 300 mA from 3V3(OUT), "Raspberry Pi Pico datasheet", 2.1.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.header import PULLED_UP
from hardware.plan import LightPlan, Plan, ReaderPlan
from hardware.wires.netlist import BASE_OHM, BUZZER, PI, RESISTOR_OHM, board_of, is_wired, reader_name, undrawn

ON_MA = 119  # a reader with its antenna on, at most
OFF_MA = 19
LED_MA = 1000 * (3.3 - 2.0) / RESISTOR_OHM
BASE_MA = 1000 * (3.3 - 0.7) / BASE_OHM
BUZZER_MA = 30
PICO_MA = 30  # itself, on USB
RAIL_MA = 500
PICO_RAIL_MA = 300
PINS_MA = 50  # from all pins of a Pi together


@dataclass(frozen=True)
class Supply:
    """A current in mA: from a board's 3.3 V rail, from its 5 V, and from all its pins together."""

    rail_ma: float = 0
    five_ma: float = 0
    pins_ma: float = 0

    def __add__(self, other: "Supply") -> "Supply":
        return Supply(self.rail_ma + other.rail_ma, self.five_ma + other.five_ma, self.pins_ma + other.pins_ma)


def drawn(plan: Plan) -> dict[str, Supply]:
    """Return the current drawn from each board with parts."""
    found: dict[str, Supply] = {}
    drawers: list[tuple[ReaderPlan | LightPlan, Supply]] = [*_readers(plan)]
    drawers += [(light, _light(light)) for light in plan.lights if is_wired(light)]
    for part, supply in drawers:
        board = board_of(part)
        found[board] = found.get(board, Supply()) + supply
    return found


def _readers(plan: Plan) -> Iterator[tuple[ReaderPlan, Supply]]:
    """Yield each reader with its current; if only one antenna is on at a time, count one antenna per board."""
    seen: set[str] = set()
    for reader in plan.readers:
        if not is_wired(reader):
            continue
        board = board_of(reader)
        yield reader, Supply(OFF_MA if plan.switched and board in seen else ON_MA)
        seen.add(board)


def _light(light: LightPlan) -> Supply:
    if light.name == BUZZER:
        return Supply(rail_ma=BASE_MA, five_ma=BUZZER_MA, pins_ma=BASE_MA)
    return Supply(rail_ma=LED_MA, pins_ma=LED_MA)


def current_ma(plan: Plan) -> dict[str, int]:
    """Return the total current of all parts by voltage, as in `{"3V3": 240, "5V": 30}`. A Pico draws from 5 V."""
    boards = drawn(plan)
    picos = {board: supply for board, supply in boards.items() if board != PI}
    five = sum(supply.five_ma for supply in boards.values())
    five += sum(PICO_MA + supply.rail_ma * 3.3 / 5 / 0.85 for supply in picos.values())  # its regulator wastes some
    return {"3V3": round(sum(supply.rail_ma for supply in boards.values())), "5V": round(five)}


def short(plan: Plan) -> dict[str, Supply]:
    """Return the boards whose 3.3 V rail supplies less than is drawn from it."""
    return {board: supply for board, supply in drawn(plan).items() if supply.rail_ma > rail_ma(board)}


def rail_ma(board: str) -> int:
    """Return the current that a board's 3.3 V rail supplies."""
    return RAIL_MA if board == PI else PICO_RAIL_MA


def warnings(plan: Plan) -> tuple[str, ...]:
    """Return a warning for each overloaded supply, each buzzer that sounds from power-on, and each wire left out.

    A pin's own pull-up of about 50 kOhm feeds 50 uA into a transistor, which amplifies it to 10 mA, enough for a buzzer
    to sound.
    """
    reported = [_too_much(plan, board, supply.rail_ma) for board, supply in short(plan).items()]
    pins_ma = drawn(plan).get(PI, Supply()).pins_ma
    if pins_ma > PINS_MA:
        reported.append(
            f"all pins of the Pi together give {PINS_MA} mA, and the lights draw {pins_ma:.0f} mA: take larger "
            "resistors (680 ohm halves it), or switch lights by transistors"
        )
    sounds = [
        f"the Pi pulls GPIO{light.pin} up from power-on until the table runs, and the buzzer sounds so long: wire it "
        "to one of GPIO9 to GPIO27, which are pulled down"
        for light in plan.lights
        if light.name == BUZZER and is_wired(light) and board_of(light) == PI and light.pin in PULLED_UP
    ]
    return (*reported, *sounds, *_left_out(plan))


def _left_out(plan: Plan) -> Iterator[str]:
    """Yield a sentence for each reader that is on pins of the Pi that only an overlay knows."""
    for number, reader in enumerate(plan.readers, start=1):
        if is_wired(reader) and (pins := undrawn(reader)):
            yield (
                f"these wires of {reader_name(number)} are not drawn: {', '.join(pins)}; the overlay of "
                f"SPI {reader.bus}.{reader.device} decides which pins they go to (see `dtoverlay -h`)"
            )


def _too_much(plan: Plan, board: str, draws_ma: float) -> str:
    readers = sum(is_wired(reader) and board_of(reader) == board for reader in plan.readers)
    rail = "3.3 V rail of the Pi" if board == PI else f"3V3(OUT) of {board}"
    cure = "" if plan.switched else ', or antennas = "one_at_a_time", if no pile lies on a pad'
    return (
        f"the {rail} gives {rail_ma(board)} mA, and {readers} readers and the lights may draw {draws_ma:.0f} mA: feed "
        f"the readers from a 3.3 V regulator of their own, with a common ground{cure}"
    )
