"""`cardtable plan`: a table.toml for a given number of seats and readers, each part on its own pins."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from hardware.header import PULLED_UP
from hardware.plan import PICO_LIGHTS
from table.complaints import BadInput
from table.settings.values import MOST_PICO_READERS, PACKAGE_RESET
from table.values import Value
from table.wiring.conflicts import SPARE

# -- Sections of a table.toml as text

Plain = str | int | Sequence[str]


def section(header: str, keys: Mapping[str, Plain], said: str = "") -> str:
    """Return a section as TOML, with the comment `said` above it.

    >>> print(section("[[pico]]", {"name": "left", "channel": 2, "zones": ("discard", "hidden")}, "found"), end="")
    # found
    [[pico]]
    name = "left"
    channel = 2
    zones = ["discard", "hidden"]
    """
    lines = [f"# {said}"] if said else []
    return "\n".join([*lines, header, *(f"{key} = {_toml(value)}" for key, value in keys.items()), ""])


def zones(served: Sequence[str]) -> dict[str, Plain]:
    """Return the key that says which zones a reader serves."""
    return {"zone": served[0]} if len(served) == 1 else {"zones": served}


def _toml(value: Plain) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return f'"{value}"' if isinstance(value, str) else "[" + ", ".join(f'"{one}"' for one in value) + "]"


On = Literal["pi", "pico"]
SHARED = (("discard", "visible", "pile.1", "deck.scan"), ("hidden", "pile.2"))  # pads for all players
MOST_SEATS = 8
SELECTS_OF_THE_KERNEL = 2
# Free pins of a Pi. Those with a second function on the header come last; SPI and EEPROM pins are not offered.
PINS = (*(pin for pin in SPARE if pin != PACKAGE_RESET), 14, 15, 2, 3)


class Wanted(Value):
    """What to plan: how many seats and readers, where they are wired, and whether to include lights and a buzzer."""

    seats: int
    readers: int
    on: On = "pi"
    lights: bool = False
    buzzer: bool = False


def chosen(wanted: Wanted) -> str:
    """Return a table.toml. Raise BadInput if that many parts cannot be wired."""
    if not 1 <= wanted.seats <= MOST_SEATS:
        raise BadInput(f"--seats: expected 1 to {MOST_SEATS}, not {wanted.seats}")
    most = len(SHARED) + wanted.seats
    if not 1 <= wanted.readers <= most:
        raise BadInput(f"--readers: expected 1 to {most}, two for all and one for each seat, not {wanted.readers}")
    sections = _on_a_pi(wanted) if wanted.on == "pi" else _on_picos(wanted)
    return "\n".join([*_head(wanted), *sections])


def names_of_picos(count: int) -> tuple[str, ...]:
    """Return names for `count` Picos."""
    return ("under-the-table",) if count == 1 else ("left", "right", "third", "fourth")[:count]


def _head(wanted: Wanted) -> Iterator[str]:
    where = "the Pi's own pins" if wanted.on == "pi" else "Raspberry Pi Picos on USB"
    said = f"{wanted.seats} seats, {wanted.readers} readers on {where}: made by `cardtable plan`"
    yield section("[table]", {"seats": wanted.seats, "database": "table.db"}, said)


def _pad(number: int) -> dict[str, Plain]:
    return zones(SHARED[number] if number < len(SHARED) else (f"seat.{number - len(SHARED) + 1}",))


def _on_a_pi(wanted: Wanted) -> Iterator[str]:
    selects = wanted.readers if wanted.readers > SELECTS_OF_THE_KERNEL else 0
    needed = selects + wanted.seats * (1 + wanted.lights) + wanted.buzzer
    if needed > len(PINS):
        raise BadInput(
            f"{needed} pins are needed, and the Pi has {len(PINS)} to spare: leave the lights out, take fewer readers, "
            "or --on pico"
        )
    buzzer_pin = _for_a_buzzer(needed - 1) if wanted.buzzer else None
    pins = iter(pin for pin in PINS if pin != buzzer_pin)
    select_pins = [next(pins) for _ in range(selects)]
    button_pins = [next(pins) for _ in range(wanted.seats)]
    light_pins = [next(pins) for _ in range(wanted.seats * wanted.lights)]
    for number in range(wanted.readers):
        select: dict[str, Plain] = {"device": 0, "select_pin": select_pins[number]} if selects else {"device": number}
        light: dict[str, Plain] = {"light_pin": pad} if wanted.lights and (pad := next(pins, None)) is not None else {}
        keys: dict[str, Plain] = {"backend": "spidev", "bus": 0, **select, "reset_pin": PACKAGE_RESET, **light}
        yield section("[[reader]]", {**_pad(number), **keys})
    for seat in range(1, wanted.seats + 1):
        lit: dict[str, Plain] = {"light_pin": light_pins[seat - 1]} if wanted.lights else {}
        yield section("[[button]]", {"seat": seat, "backend": "gpiod", "pin": button_pins[seat - 1], **lit})
    if buzzer_pin is not None:
        yield section("[buzzer]", {"backend": "gpiod", "pin": buzzer_pin})


def _for_a_buzzer(others: int) -> int:
    """Return a pin for a buzzer, without a pull-up at power-on, preferring one that no other part needs."""
    return next(pin for pin in (*PINS[others:], *reversed(PINS[:others])) if pin not in PULLED_UP)


def _on_picos(wanted: Wanted) -> Iterator[str]:
    count = -(-wanted.readers // MOST_PICO_READERS)
    names = names_of_picos(count)
    seats_of_each = -(-wanted.seats // count)
    for number, name in enumerate(names):
        port: dict[str, Plain] = {"port": f"/dev/ttyACM{number}"} if count > 1 else {}
        yield section("[[pico]]", {"name": name, **port}, "better by serial_number, as doctor tells it" if port else "")
    pins = {name: iter(PICO_LIGHTS) for name in names}
    buzzer_pin = next(pins[names[0]]) if wanted.buzzer else None
    buttons = [
        (seat, names[(seat - 1) // seats_of_each], (seat - 1) % seats_of_each) for seat in range(1, wanted.seats + 1)
    ]
    lights: dict[int, dict[str, Plain]] = (
        {seat: {"light_pin": next(pins[name])} for seat, name, _ in buttons} if wanted.lights else {}
    )
    for number in range(wanted.readers):
        name = names[number // MOST_PICO_READERS]
        light: dict[str, Plain] = (
            {"light_pin": pad} if wanted.lights and (pad := next(pins[name], None)) is not None else {}
        )
        keys: dict[str, Plain] = {"backend": "pico", "pico": name, "channel": number % MOST_PICO_READERS, **light}
        yield section("[[reader]]", {**_pad(number), **keys})
    for seat, name, channel in buttons:
        wired: dict[str, Plain] = {"backend": "pico", "pico": name, "channel": channel, **lights.get(seat, {})}
        yield section("[[button]]", {"seat": seat, **wired})
    if buzzer_pin is not None:
        yield section("[buzzer]", {"backend": "pico", "pico": names[0], "pin": buzzer_pin})
