"""Writes the findings of a set-up to table.toml."""

import tomllib
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path

from hardware.debounce import DEAD_TIME_NS, suits_ns
from hardware.drivers import READERS
from hardware.finding.measuring import Measured
from hardware.finding.workbench import OnUsb, Place
from hardware.mfrc522.chip import GAIN_DB
from hardware.presence import Patience
from table.complaints import BadInput
from table.files import EVERYBODY_READS, opened, write_atomically
from table.saying import say
from table.settings.model import load_settings
from table.values import Value, field, replace
from table.wiring.choosing import Plain, section, zones
from table.wiring.conflicts import conflicts

BUZZER = "buzzer"
BEFORE = ".before"
_NS_PER_MS = 1_000_000
_DATABASE: Mapping[str, Plain] = {"seats": 1, "database": "table.db"}
_SAID_OF_PARTS = ("placement", "reset_pin", "speed_hz", "debounce_ms", "settle_ms", "look_ms")
_PINS = ("reset_pin", "light_pin")

Who = str | int  # the part next to a light: a reader, a seat, or the buzzer


class Found(Value):
    """The findings of a set-up. `served`, `lights` and `measured` are keyed by reader, `lights` also by seat or buzzer.

    `lights_asked` means that the set-up asked about lights, even if there are none.
    """

    seats: int
    readers: Mapping[str, Place]
    served: Mapping[str, Sequence[str]]
    buttons: Mapping[int, Place]
    picos: Sequence[OnUsb]
    lights: Mapping[Who, Place]
    lights_asked: bool
    measured: Mapping[str, Measured]
    chatter_ns: Mapping[int, int] = field(default_factory=dict)  # by seat, for buttons that chatter longer than usual


class Before(Value):
    """The contents of an earlier table.toml: the table, its readers and buttons, and the buzzer."""

    table: Mapping[str, Plain] = {}
    parts: tuple[Mapping[str, Plain], ...] = ()
    buzzer: Mapping[str, Plain] | None = None


def written(found: Found, before: Before) -> str:
    """Return a table.toml with the findings; keys that the set-up did not ask about are kept from `before`."""
    table = {**_DATABASE, **before.table, "seats": found.seats}
    sections = [section("[table]", table, "Found by `cardtable setup`. Every key: docs/table-toml.md")]
    in_use = [*(found.readers[name] for name in found.served), *found.buttons.values(), *found.lights.values()]
    used = {str(place.keys.get("pico")) for place in in_use}
    sections += [section("[[pico]]", {"name": one.name, **_found_by(one)}) for one in found.picos if one.name in used]
    kept = Kept(found, before)
    for reader, pads in found.served.items():
        suits, place = found.measured.get(reader), found.readers[reader]
        keys = {
            **zones(pads),
            **kept.of(place, suits),
            **place.keys,
            **_light(found.lights.get(reader)),
            **_suiting(suits),
        }
        sections.append(section("[[reader]]", keys, "" if suits is None else said_of(suits)))
    for seat, place in sorted(found.buttons.items()):
        was, chatter_ns = kept.of(place), found.chatter_ns.get(seat, 0)
        keys = {"seat": seat, **was, **place.keys, **_light(found.lights.get(seat)), **_debouncing(was, chatter_ns)}
        sections.append(section("[[button]]", keys, said_of_chatter(chatter_ns) if chatter_ns else ""))
    if BUZZER in found.lights:
        sections.append(section("[buzzer]", {**found.lights[BUZZER].keys}))
    elif (buzzer := kept.buzzer) is not None:
        sections.append(section("[buzzer]", buzzer))
    return "\n".join(sections)


class Kept:
    """Keys from an earlier table.toml that the set-up did not ask about, for parts found in the same place.

    Pins on which a different part has since been found are left out.
    """

    def __init__(self, found: Found, before: Before) -> None:
        self._before = before
        self._lights_asked = found.lights_asked
        places = [*found.readers.values(), *found.buttons.values(), *found.lights.values()]
        self._taken = {
            place.keys.get(key) for place in places for key in ("pin", "select_pin") if "pico" not in place.keys
        }

    def of(self, place: Place, measured: Measured | None = None) -> dict[str, Plain]:
        """Return the earlier keys of the part at a place."""
        parts = self._before.parts
        was: Mapping[str, Plain] = next((part for part in parts if _place_of(part) == _place_of(place.keys)), {})
        keys = [
            *_SAID_OF_PARTS,
            *(() if measured else _USUAL),
            *(() if self._lights_asked else ("light_pin",)),
        ]
        return {key: was[key] for key in keys if key in was and not (key in _PINS and was[key] in self._taken)}

    @property
    def buzzer(self) -> dict[str, Plain] | None:
        was = self._before.buzzer
        return None if was is None or self._lights_asked or was.get("pin") in self._taken else dict(was)


def _place_of(keys: Mapping[str, Plain]) -> tuple[object, ...]:
    """Return a part's place, which does not depend on the library that opens a wired part."""
    backend = keys.get("backend")
    if backend == "pico":
        return "pico", keys.get("pico"), keys.get("channel", 0), "seat" in keys
    if backend == "phone":
        return "phone", keys.get("seat")
    if backend in READERS and (own := READERS[backend].keys):
        return backend, keys.get(own[0])
    return keys.get("pin"), keys.get("bus", 0), keys.get("device", 0), keys.get("select_pin")


def said_of(measured: Measured) -> str:
    """Return a reader's measurements as text: with the usual keys and, if others suit it better, with those too."""
    if not _suiting(measured):
        return f"measured, the usual keys suit it: {measured.before}"
    return f"measured: {measured.before}; with these keys {measured.after}"


def said_of_chatter(chatter_ns: int) -> str:
    """Return how long a button chatters, as text."""
    return f"measured: it chatters for {chatter_ns / _NS_PER_MS:.0f} ms"


def _debouncing(was: Mapping[str, Plain], chatter_ns: int) -> dict[str, Plain]:
    """Return a longer debounce time if a button chatters for longer than its current one, else nothing."""
    said = was.get("debounce_ms", DEAD_TIME_NS // _NS_PER_MS)
    if not isinstance(said, int) or chatter_ns <= said * _NS_PER_MS:
        return {}
    return {"debounce_ms": suits_ns(chatter_ns) // _NS_PER_MS}


def keep(config: Path, found: Found, said: Mapping[str, Plain] | None = None) -> None:
    """Write table.toml if its parts can be wired, and keep the old file next to it. Raise BadInput if they cannot.

    `said` supplies values for [table] that an earlier file lacks.
    """
    new = config.with_name(f"{config.name}.found")
    before = _said_before(config)
    before = replace(before, table={**(said or {}), **before.table})
    # The file has no secrets, and `cardtable doctor` also reads it.
    write_atomically(new, written(found, before).encode(), folder=True, mode=EVERYBODY_READS)
    try:
        for conflict in conflicts(load_settings(new)):
            raise BadInput(say("{new}: {conflict}", new=new, conflict=conflict))
        if config.exists():
            with opened(config) as old:
                write_atomically(_beside(config), old.read(), mode=EVERYBODY_READS)
        new.replace(config)
    except (BadInput, OSError) as why:
        raise BadInput(
            say("what was found is in {new}, and {config} is as it was: {why}", new=new, config=config, why=why)
        ) from None


def _said_before(config: Path) -> Before:
    """Return the contents of an earlier file; nothing if no table could be built from it."""
    try:
        load_settings(config)
        with opened(config) as file:
            said = tomllib.load(file)
    except (BadInput, OSError):
        return Before()
    return Before(said.get("table", {}), (*said.get("reader", ()), *said.get("button", ())), said.get("buzzer"))


def _beside(config: Path) -> Path:
    """Return an unused path next to the file, to keep the old one."""
    first = config.with_name(f"{config.name}{BEFORE}")
    more = (first.with_name(f"{first.name}.{number}") for number in count(2))
    return next(path for path in chain([first], more) if not path.exists())


def _found_by(pico: OnUsb) -> dict[str, Plain]:
    if pico.serial_number is not None:
        return {"serial_number": pico.serial_number}
    return {} if pico.port is None else {"port": pico.port}


def _light(place: Place | None) -> dict[str, Plain]:
    return {} if place is None else {"light_pin": place.keys["pin"]}


def _suiting(measured: Measured | None) -> dict[str, Plain]:
    """Return the keys to set for a reader that works better with values other than the usual ones."""
    keys = {} if measured is None else _keys(measured.gain_db, measured.patience)
    return {key: value for key, value in keys.items() if value != _USUAL[key]}


def _keys(gain_db: int, patience: Patience) -> dict[str, Plain]:
    return {
        "gain": gain_db,
        "misses": patience.misses,
        "silence_ms": patience.silence_ns // _NS_PER_MS,
        "agreeing": patience.agreeing,
    }


_USUAL = _keys(GAIN_DB, Patience())
