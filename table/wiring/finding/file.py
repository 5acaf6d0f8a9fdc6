"""The table.toml that says what was found, and where it is kept."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from hardware.finding.measuring import Measured
from hardware.finding.workbench import OnUsb, Place
from hardware.mfrc522 import GAIN_DB
from hardware.presence import Patience
from table.complaints import BadInput
from table.files import write_atomically
from table.settings.model import load_settings
from table.wiring.conflicts import conflicts
from table.wiring.toml import Value, section, zones

BUZZER = "buzzer"
BEFORE = ".before"
_EVERYBODY_READS = 0o644
_NS_PER_MS = 1_000_000

Who = str | int  # a reader, a seat, or the buzzer: what a light is beside


def written(
    seats: int,
    readers: Mapping[str, Place],
    served: Mapping[str, Sequence[str]],
    buttons: Mapping[int, Place],
    picos: Iterable[OnUsb],
    lights: Mapping[Who, Place],
    measured: Mapping[str, Measured],
) -> str:
    """Return a table.toml that says what was found: `served`, `lights` and `measured` go by reader."""
    told = [
        section(
            "[table]",
            {"seats": seats, "database": "table.db"},
            "Found by `cardtable setup`. Every key: docs/table-toml.md",
        )
    ]
    in_use = [*(readers[name] for name in served), *buttons.values(), *lights.values()]
    used = {str(place.keys.get("pico")) for place in in_use}
    told += [section("[[pico]]", {"name": pico.name, **_found_by(pico)}) for pico in picos if pico.name in used]
    for reader, pads in served.items():
        suits = measured.get(reader)
        keys = {**zones(pads), **readers[reader].keys, **_light(lights.get(reader)), **_suiting(suits)}
        told.append(section("[[reader]]", keys, "" if suits is None else said_of(suits)))
    for seat, place in sorted(buttons.items()):
        told.append(section("[[button]]", {"seat": seat, **place.keys, **_light(lights.get(seat))}))
    if BUZZER in lights:
        told.append(section("[buzzer]", {**lights[BUZZER].keys}))
    return "\n".join(told)


def said_of(measured: Measured) -> str:
    """Return the figures of a reader, with the usual keys and with those that suit it."""
    if not _suiting(measured):
        return f"measured, the usual keys suit it: {measured.before}"
    return f"measured: {measured.before}; with these keys {measured.after}"


def keep(config: Path, text: str) -> None:
    """Write the file as a whole, if it can be wired; what was there is kept beside it. Raise BadInput if it cannot."""
    new = config.with_name(f"{config.name}.found")
    write_atomically(new, text.encode(), folder=True)
    try:
        new.chmod(_EVERYBODY_READS)  # it holds no secret, and `cardtable doctor` reads it, too
        for conflict in conflicts(load_settings(new)):
            raise BadInput(f"{new}: {conflict.what}: {conflict.sentence}; {conflict.cure}")
        if config.exists():
            config.replace(config.with_name(f"{config.name}{BEFORE}"))
        new.replace(config)
    except (BadInput, OSError) as why:
        raise BadInput(f"what was found is in {new}, and {config} is as it was: {why}") from None


def _found_by(pico: OnUsb) -> dict[str, Value]:
    if pico.serial_number is not None:
        return {"serial_number": pico.serial_number}
    return {} if pico.port is None else {"port": pico.port}


def _light(place: Place | None) -> dict[str, Value]:
    return {} if place is None else {"light_pin": place.keys["pin"]}


def _suiting(measured: Measured | None) -> dict[str, Value]:
    """Return the keys of a reader that are better than the usual ones."""
    if measured is None:
        return {}
    usual, wanted = Patience(), measured.patience
    keys: dict[str, Value] = {}
    if measured.gain_db != GAIN_DB:
        keys["gain"] = measured.gain_db
    if wanted.misses != usual.misses:
        keys["misses"] = wanted.misses
    if wanted.silence_ns != usual.silence_ns:
        keys["silence_ms"] = wanted.silence_ns // _NS_PER_MS
    if wanted.agreeing != usual.agreeing:
        keys["agreeing"] = wanted.agreeing
    return keys
