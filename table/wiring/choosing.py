"""`cardtable plan`: a table.toml for so many seats and readers, with every part on a pin of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from table.complaints import BadInput

On = Literal["pi", "pico"]
SHARED = (("discard", "visible", "pile.1", "deck.scan"), ("hidden", "pile.2"))  # pads for all
MOST_SEATS = 8
RESET = 25
SELECTS_OF_THE_KERNEL = 2
# Pins of a Pi to give away; those with a second job on the header come last, SPI's and the EEPROM's never.
PINS = (5, 6, 12, 13, 16, 22, 23, 24, 26, 27, 4, 17, 18, 19, 20, 21, 14, 15, 2, 3)
PICO_PINS = (10, 11, 12, 13, 14, 15, 27, 28, 0, 1)
PICO_READERS, PICO_BUTTONS = 4, 8
NAMES = ("under-the-table", "left", "right", "third")


@dataclass(frozen=True)
class Wanted:
    """What somebody wants to build."""

    seats: int
    readers: int
    on: On = "pi"
    lights: bool = False
    buzzer: bool = False


def chosen(wanted: Wanted) -> str:
    """Return a table.toml. Raise BadInput if so much cannot be wired."""
    if not 1 <= wanted.seats <= MOST_SEATS:
        raise BadInput(f"--seats: expected 1 to {MOST_SEATS}, not {wanted.seats}")
    most = len(SHARED) + wanted.seats
    if not 1 <= wanted.readers <= most:
        raise BadInput(f"--readers: expected 1 to {most}, two for all and one for each seat, not {wanted.readers}")
    sections = _on_a_pi(wanted) if wanted.on == "pi" else _on_picos(wanted)
    return "\n".join([*_head(wanted), *sections])


def _head(wanted: Wanted) -> Iterator[str]:
    where = "the Pi's own pins" if wanted.on == "pi" else "Raspberry Pi Picos on USB"
    yield f"# {wanted.seats} seats, {wanted.readers} readers on {where}: made by `cardtable plan`"
    yield "[table]"
    yield f"seats = {wanted.seats}"
    yield 'database = "table.db"'


def _zones(number: int) -> str:
    if number < len(SHARED):
        return "zones = [" + ", ".join(f'"{zone}"' for zone in SHARED[number]) + "]"
    return f'zone = "seat.{number - len(SHARED) + 1}"'


def _on_a_pi(wanted: Wanted) -> Iterator[str]:
    selects = wanted.readers if wanted.readers > SELECTS_OF_THE_KERNEL else 0
    needed = selects + wanted.seats * (1 + wanted.lights) + wanted.buzzer
    if needed > len(PINS):
        raise BadInput(
            f"{needed} pins are needed, and the Pi has {len(PINS)} to spare: leave the lights out, take fewer readers, "
            "or --on pico"
        )
    pins = iter(PINS)
    select_pins = [next(pins) for _ in range(selects)]
    button_pins = [next(pins) for _ in range(wanted.seats)]
    light_pins = [next(pins) for _ in range(wanted.seats * wanted.lights)]
    buzzer_pin = next(pins) if wanted.buzzer else None
    for number in range(wanted.readers):
        yield f'\n[[reader]]\n{_zones(number)}\nbackend = "spidev"\nbus = 0'
        yield f"device = 0\nselect_pin = {select_pins[number]}" if selects else f"device = {number}"
        yield f"reset_pin = {RESET}"
        if wanted.lights and (pad := next(pins, None)) is not None:
            yield f"light_pin = {pad}"
    for seat in range(1, wanted.seats + 1):
        yield f'\n[[button]]\nseat = {seat}\nbackend = "gpiod"\npin = {button_pins[seat - 1]}'
        if wanted.lights:
            yield f"light_pin = {light_pins[seat - 1]}"
    if buzzer_pin is not None:
        yield f'\n[buzzer]\nbackend = "gpiod"\npin = {buzzer_pin}'


def _on_picos(wanted: Wanted) -> Iterator[str]:
    count = -(-wanted.readers // PICO_READERS)
    names = NAMES[:1] if count == 1 else NAMES[1 : 1 + count]
    seats_of_each = -(-wanted.seats // count)
    for number, name in enumerate(names):
        yield f'\n[[pico]]\nname = "{name}"'
        if count > 1:
            yield f'port = "/dev/ttyACM{number}"     # better its serial_number, which `cardtable doctor` tells'
    pins = {name: iter(PICO_PINS) for name in names}
    buzzer_pin = next(pins[names[0]]) if wanted.buzzer else None
    buttons = [
        (seat, names[(seat - 1) // seats_of_each], (seat - 1) % seats_of_each) for seat in range(1, wanted.seats + 1)
    ]
    lights = {seat: next(pins[name]) for seat, name, _ in buttons} if wanted.lights else {}
    for number in range(wanted.readers):
        name = names[number // PICO_READERS]
        yield f'\n[[reader]]\n{_zones(number)}\nbackend = "pico"\npico = "{name}"\nchannel = {number % PICO_READERS}'
        if wanted.lights and (pad := next(pins[name], None)) is not None:
            yield f"light_pin = {pad}"
    for seat, name, channel in buttons:
        yield f'\n[[button]]\nseat = {seat}\nbackend = "pico"\npico = "{name}"\nchannel = {channel}'
        if wanted.lights:
            yield f"light_pin = {lights[seat]}"
    if buzzer_pin is not None:
        yield f'\n[buzzer]\nbackend = "pico"\npico = "{names[0]}"\npin = {buzzer_pin}'
