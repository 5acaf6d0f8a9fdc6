"""Emulated readers on USB: each has its own field, and a stand-in for its driver's library."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hardware import keyboard, pcsc
from hardware.clock import Clock
from hardware.emulator.keyboard import EmulatedInputs, EmulatedKeyboard
from hardware.emulator.pcsc import EmulatedScard
from hardware.emulator.room import Room


class Kind(NamedTuple):
    """A kind of reader: a function that returns the table.toml keys of its nth reader, and one that plugs it in."""

    keys: Callable[[int], Mapping[str, str]]
    plug: Callable[[Room, Clock, str, Mapping[str, str]], Any]


def _pcsc_keys(number: int) -> Mapping[str, str]:
    return {"backend": "pcsc", "reader": f"Emulated reader {number:02X} 00"}


def _plug_pcsc(room: Room, clock: Clock, name: str, own: Mapping[str, str]) -> None:
    scard = room.stand_ins.setdefault(pcsc.LIBRARY, EmulatedScard(clock))
    scard.plug(own["reader"], room.field(name))


def _keyboard_keys(number: int) -> Mapping[str, str]:
    return {"backend": "keyboard", "device": f"/dev/input/by-id/usb-emulated-{number}-event-kbd", "format": "decimal"}


def _plug_keyboard(room: Room, clock: Clock, name: str, own: Mapping[str, str]) -> None:
    inputs = room.stand_ins.setdefault(keyboard.LIBRARY, EmulatedInputs())
    inputs.keyboards[own["device"]] = EmulatedKeyboard(clock, room.field(name), own["format"])


KINDS: Mapping[str, Kind] = {
    "pcsc": Kind(_pcsc_keys, _plug_pcsc),
    "keyboard": Kind(_keyboard_keys, _plug_keyboard),
}
