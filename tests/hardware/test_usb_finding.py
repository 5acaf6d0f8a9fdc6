"""`cardtable setup` finds readers on USB: by pcscd, by their names, and by what they type."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hardware import keyboard, pcsc
from hardware.clock import ManualClock
from hardware.emulator.field import Field
from hardware.emulator.keyboard import EmulatedInputs, EmulatedKeyboard, typed
from hardware.emulator.pcsc import EmulatedScard
from hardware.emulator.tag import Tag
from hardware.finding import usb
from hardware.finding.keyboard import format_of
from hardware.finding.usb import Where
from hardware.finding.workbench import Workbench
from hardware.keyboard import FORMATS, uid_of
from table.complaints import BadInput
from table.settings.model import Settings, load_settings
from table.wiring.finding import bench
from table.wiring.finding.conversation import Conversation
from table.wiring.finding.file import Before, written
from table.wiring.finding.steps import Given

UID, STICKER = bytes.fromhex("53a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3")
MS = 1_000_000
PCSC, TYPES, KEYBOARD = "ACS ACR122U PICC Interface", "usb-Sycreader_RFID-event-kbd", "usb-Logitech_K120-event-kbd"


class Desk:
    """A computer with three things on USB, and a hand with one card."""

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock(1_000_000_000)
        self.fields = {name: Field() for name in (PCSC, TYPES, KEYBOARD)}
        self.scard, self.inputs = EmulatedScard(self.clock), EmulatedInputs()
        self.scard.plug(f"{PCSC} 00 00", self.fields[PCSC])
        for name in (TYPES, KEYBOARD):
            (folder / name).touch()
            made = EmulatedKeyboard(self.clock, self.fields[name], "decimal-reversed", cut=True)
            self.inputs.keyboards[str(folder / name)] = made
        self.folder = folder
        self.card = Tag(UID)
        self.said: list[Mapping[str, Any]] = []
        self.answers: list[Any] = []
        self.touches: dict[str, str] = {}

    def library(self, name: str) -> Any:
        return {pcsc.LIBRARY: self.scard, keyboard.LIBRARY: self.inputs}[name]

    def workbench(self) -> Workbench:
        return Workbench(self.clock, (), (), usb.readers(self.clock, self.library, Where(self.folder)))

    def says(self, message: Mapping[str, Any], _: object = None) -> None:
        self.said.append(message)
        match message:
            case {"ask": "touch", "zone": zone}:
                self.touch(self.touches[zone])
            case {"ask": _}:
                self.answers.append("skip")

    def touch(self, name: str) -> None:
        now_ns = self.clock.now_ns()
        self.fields[name].put(self.card, from_ns=now_ns + 1200 * MS, until_ns=now_ns + 1500 * MS)

    def set_up(self, zones: Mapping[str, str], before: Before | None = None) -> Settings:
        self.touches = dict(zones)
        given = Given(tuple((zone,) for zone in zones), 1, measure=True)
        with self.workbench() as opened:
            heard = lambda: self.answers.pop() if self.answers else None  # noqa: E731
            found = Conversation(opened, self.says, heard, given).run()
        path = self.folder / "table.toml"
        path.write_text(written(found, before or Before()))
        return load_settings(path)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_readers_are_found_by_pcscd_by_their_names_and_by_what_they_type(desk: Desk) -> None:
    setup = desk.set_up({"discard": PCSC, "seat.1": TYPES, "seat.2": KEYBOARD})

    typed = {"format": "decimal-reversed"}
    assert [(one.served, one.backend, dict(one.own)) for one in setup.readers] == [
        (("discard",), "pcsc", {"reader": PCSC}),
        (("seat.1",), "keyboard", {"device": str(desk.folder / TYPES), **typed}),
        (("seat.2",), "keyboard", {"device": str(desk.folder / KEYBOARD), **typed}),
    ]
    assert [one["at"] for one in desk.said if one.get("found") == "reader"] == [f"USB, {PCSC}", f"USB, {TYPES}"]


def test_nothing_is_measured_where_nothing_could_be_set(desk: Desk) -> None:
    desk.set_up({"discard": PCSC})

    assert [one for one in desk.said if one.get("ask") == "measure"] == []


def test_a_keyboard_is_left_to_fingers(desk: Desk) -> None:
    typing = desk.inputs.keyboards[str(desk.folder / KEYBOARD)]
    with desk.workbench() as opened:
        opened.begin()
        typing.type("0123456789", every_ns=120 * MS)
        touched = [name for _ in range(100) for name in opened.poll()[0]]

        assert (touched, typing.grabbed) == ([], False)
        typing.type("0123456789", every_ns=10 * MS)
        touched = [name for _ in range(100) for name in opened.poll()[0]]
        assert (touched, typing.grabbed) == ([f"USB, {KEYBOARD}"], True)
    assert not typing.grabbed


def test_of_two_alike_each_is_named_in_full(desk: Desk) -> None:
    desk.scard.plug(f"{PCSC} 01 00", Field())

    found = usb.readers(desk.clock, desk.library, Where(desk.folder / "none"))
    assert [one.place.keys["reader"] for one in found] == [f"{PCSC} 00 00", f"{PCSC} 01 00"]


def test_what_was_said_of_a_reader_before_stays(desk: Desk) -> None:
    before = {"zone": "seat.1", "backend": "pcsc", "reader": PCSC, "light_pin": 5, "silence_ms": 200}
    setup = desk.set_up({"discard": PCSC}, Before(parts=(before,)))

    assert (setup.readers[0].light_pin, setup.readers[0].silence_ms) == (5, 200)


def test_without_pyscard_and_keyboards_nothing_is_found(desk: Desk) -> None:
    def missing(name: str) -> Any:
        if name == pcsc.LIBRARY:
            raise ImportError
        return desk.inputs

    assert usb.readers(desk.clock, missing, Where(desk.folder / "none")) == []


def test_a_reader_that_is_plugged_in_is_noticed_without_being_asked(tmp_path: Path) -> None:
    (tmp_path / "1-1:1.0").mkdir()
    assert usb.plugged_in(Where(tmp_path, tmp_path)) == []
    (tmp_path / "1-1:1.0" / "bInterfaceClass").write_text("0b\n")
    assert usb.plugged_in(Where(tmp_path / "none", tmp_path)) == ["pcsc"]
    (tmp_path / TYPES).touch()
    assert usb.plugged_in(Where(tmp_path, tmp_path / "none")) == ["keyboard"]


def test_who_lacks_pyscard_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object) -> Any:
        raise FileNotFoundError

    monkeypatch.setattr(bench, "Workbench", nothing)
    monkeypatch.setattr(bench, "buses", lambda: ())
    monkeypatch.setattr(usb, "readers", lambda _: [])
    monkeypatch.setattr(usb, "plugged_in", lambda: ["pcsc"])

    with pytest.raises(BadInput, match=r"a card reader is plugged in, but cannot be used: docs/usb.md says"):
        bench.workbench()


# -- the format


@pytest.mark.parametrize("written", FORMATS)
def test_one_card_on_two_readers_shows_the_format(written: str) -> None:
    random = Random(20)  # noqa: S311
    for _ in range(50):
        uid = b"\x53" + random.randbytes(6)
        read = uid[:4] if "decimal" in written else uid
        found = format_of([typed(read, written)], {uid})
        assert uid_of(typed(read, written), found) == read


@pytest.mark.parametrize("written", FORMATS)
def test_a_sticker_alone_shows_the_format_by_its_maker(written: str) -> None:
    assert format_of([typed(STICKER, written)], ()) == written
