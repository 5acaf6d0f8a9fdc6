"""Readers that type: what they type, over an emulated field, and over a pipe with the bytes of an input device."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hardware.clock import ManualClock
from hardware.doctor import checks
from hardware.doctor import keyboard as doctor
from hardware.emulator.field import Field
from hardware.emulator.keyboard import EmulatedInputs, EmulatedKeyboard, events, typed
from hardware.emulator.room import Room
from hardware.emulator.tag import Tag
from hardware.input_device import EVENT, InputDevice
from hardware.keyboard import EV_SYN, FORMATS, LIBRARY, SYN_DROPPED, KeyboardReader, Typing, uid_of
from hardware.observations import Observation, ReaderHealth, TagEvent, UnreadTag
from hardware.plan import Plan, ReaderPlan
from hardware.presence import Patience
from hardware.reader_bank import ReaderBank

PATH = "/dev/input/by-id/usb-Sycreader_RFID_Technology-event-kbd"
MS = 1_000_000
UID = bytes.fromhex("04a1b2c3d4e5f6")
SHORT = UID[:4]


class Bench:
    """One reader that types over its field, and a bank that polls it."""

    def __init__(self, written: str = "hex", *, cut: bool = False) -> None:
        self.clock = ManualClock(1_000_000_000)
        self.field, self.inputs = Field(), EmulatedInputs()
        self.keyboard = self.inputs.keyboards[PATH] = EmulatedKeyboard(self.clock, self.field, written, cut=cut)
        self.reader = KeyboardReader(self.inputs, self.clock, PATH, written)
        self.bank = ReaderBank({"reader": self.reader}, self.clock, Patience(departs=False))

    def polls(self, ms: int) -> list[Observation]:
        until_ns, seen = self.clock.now_ns() + ms * MS, list[Observation]()
        while self.clock.now_ns() < until_ns:
            seen += self.bank.poll().items
        return seen

    def touch(self, uid: bytes, ms: int = 100) -> None:
        now_ns = self.clock.now_ns()
        self.field.put(Tag(uid), from_ns=now_ns, until_ns=now_ns + ms * MS)


@pytest.fixture
def bench() -> Iterator[Bench]:
    built = Bench()
    built.polls(100)
    yield built
    built.reader.close()


def tags(seen: list[Observation]) -> list[tuple[str, bool]]:
    return [(one.uid.hex(), one.present) for one in seen if isinstance(one, TagEvent)]


@pytest.mark.parametrize(
    ("written", "cut", "read"),
    [
        ("hex", False, UID),
        ("hex", True, SHORT),
        ("hex-reversed", False, UID),
        ("decimal", True, SHORT),
        ("decimal-reversed", True, SHORT),
    ],
)
def test_it_tells_arrivals_only(written: str, cut: bool, read: bytes) -> None:
    bench = Bench(written, cut=cut)
    bench.polls(100)
    bench.touch(UID)

    assert tags(bench.polls(3000)) == [(read.hex(), True)]


@pytest.mark.parametrize(("apart_ms", "touches"), [(300, 1), (900, 1), (1150, 2), (2000, 2)])
def test_the_same_card_within_a_second_is_one_touch(bench: Bench, apart_ms: int, touches: int) -> None:
    bench.touch(UID)
    seen = bench.polls(apart_ms)
    bench.touch(UID)

    assert tags([*seen, *bench.polls(500)]) == [(UID.hex(), True)] * touches


def touched(bench: Bench, times: int, every_ms: int) -> list[Observation]:
    seen: list[Observation] = []
    for _ in range(times):
        bench.keyboard.type(UID.hex())
        seen += bench.polls(every_ms)
    return seen


def test_a_reader_that_types_a_card_again_and_again_while_it_lies_there_tells_one_touch(bench: Bench) -> None:
    assert tags(touched(bench, 10, every_ms=300)) == [(UID.hex(), True)]


def test_who_tries_again_a_little_too_soon_is_heard_at_the_next_try(bench: Bench) -> None:
    bench.bank.poll_often(often=True)
    assert tags(touched(bench, 5, every_ms=900)) == [(UID.hex(), True)] * 3


def test_two_cards_in_quick_succession_are_two(bench: Bench) -> None:
    other = bytes.fromhex("04112233445566")
    bench.keyboard.type(UID.hex())
    bench.keyboard.type(other.hex())

    assert sorted(tags(bench.polls(500))) == sorted([(UID.hex(), True), (other.hex(), True)])


def test_of_two_cards_at_once_it_types_one(bench: Bench) -> None:
    bench.touch(UID, ms=300)
    bench.touch(bytes.fromhex("04112233445566"), ms=300)

    assert len(tags(bench.polls(600))) == 1


@pytest.mark.parametrize("text", ["04a1b2c3d4", "123", "0" * 24])
def test_what_is_no_uid_has_to_come_again(bench: Bench, text: str) -> None:
    bench.keyboard.type(text)

    assert [type(one) for one in bench.polls(1000)] == [UnreadTag]


def test_it_is_grabbed_and_let_go(bench: Bench) -> None:
    assert bench.keyboard.grabbed
    bench.reader.close()
    bench.reader.close()
    assert not bench.keyboard.grabbed


def test_a_reader_that_is_pulled_out_is_lost_and_back(bench: Bench) -> None:
    bench.keyboard.plugged = False
    (lost,) = bench.polls(500)
    bench.keyboard.plugged = True
    (back,) = bench.polls(1500)
    bench.touch(UID)

    assert isinstance(lost, ReaderHealth)
    assert (lost.alive, lost.why) == (False, "[Errno 19] No such device")
    assert isinstance(back, ReaderHealth)
    assert back.alive
    assert tags(bench.polls(500)) == [(UID.hex(), True)]


# -- bytes


@pytest.mark.parametrize("size", [1, 7, EVENT.size, 10_000])
def test_bytes_may_come_in_any_pieces(size: int) -> None:
    data, typing = events(UID.hex(), 5_000_000_000) + events("0077705922", 6_000_000_000), Typing()
    lines = [line for at in range(0, len(data), size) for line in typing.lines(data[at : at + size])]

    assert [line.typed for line in lines] == [UID.hex(), "0077705922"]
    assert [line.took_ns for line in lines] == [14 * 4 * MS, 10 * 4 * MS]


def as_the_kernel_writes_it(line: str, at_us: int, *, shifted: str = "") -> bytes:
    """Return `struct input_event`s of a line, by linux/input.h and linux/input-event-codes.h alone.

    EV_SYN 0, EV_KEY 1, EV_MSC 4 with MSC_SCAN 4, which real keyboards send before each key; KEY_1 to KEY_0 are 2 to 11,
    KEY_ENTER 28, KEY_A 30, KEY_B 48, KEY_C 46, KEY_D 32, KEY_E 18, KEY_F 33, KEY_LEFTSHIFT 42. Two `long`s of time, two
    `__u16`, an `__s32`.
    """
    keys = {"1": 2, "2": 3, "3": 4, "4": 5, "5": 6, "6": 7, "7": 8, "8": 9, "9": 10, "0": 11, "\n": 28,
            "a": 30, "b": 48, "c": 46, "d": 32, "e": 18, "f": 33}  # fmt: skip
    wide = 8 if sys.maxsize > 2**32 else 4

    def event(kind: int, code: int, value: int) -> bytes:
        parts = (at_us // 10**6, wide), (at_us % 10**6, wide), (kind, 2), (code, 2), (value, 4)
        return b"".join(number.to_bytes(size, sys.byteorder, signed=size != 2) for number, size in parts)

    written = bytearray()
    for letter in f"{line}\n":
        held = [42] if letter in shifted else []
        for code, value in [
            *((key, 1) for key in held),
            (keys[letter], 1),
            (keys[letter], 0),
            *((key, 0) for key in held),
        ]:
            written += event(4, 4, 0x70000 + code) + event(1, code, value) + event(0, 0, 0)
            at_us += 2000
    return bytes(written)


@pytest.mark.parametrize(
    ("line", "written", "uid"),
    [
        ("04a1b2c3d4e5f6", "hex", UID),
        ("f6e5d4c3b2a104", "hex-reversed", UID),
        ("0077705923", "decimal", SHORT),
        ("3283263748", "decimal-reversed", SHORT),
    ],
)
def test_what_a_kernel_writes_is_read(line: str, written: str, uid: bytes) -> None:
    """The bytes and the expected UID are this test's own: neither the driver nor its emulator makes them."""
    (read,) = Typing().lines(as_the_kernel_writes_it(line, 1_700_000_000_123_456, shifted="abcdef"))

    assert uid_of(read.typed, written) == uid


def test_lost_events_and_other_keys_spoil_their_line_alone() -> None:
    dropped, letter = EVENT.pack(0, 0, EV_SYN, SYN_DROPPED, 0), EVENT.pack(0, 0, 1, 16, 1)
    text = events("04a1b2c3", 0)
    lines = list(Typing().lines(text[: EVENT.size * 4] + dropped + text[EVENT.size * 4 :] + letter + text + text))

    assert [uid_of(line.typed, "hex") for line in lines] == [None, None, SHORT]


@pytest.mark.parametrize("written", FORMATS)
def test_what_is_typed_is_the_uid(written: str) -> None:
    random = Random(53)  # noqa: S311
    for _ in range(50):
        uid = random.randbytes(4 if "decimal" in written else random.choice((4, 7, 10)))
        assert uid_of(typed(uid, written), written) == uid


def test_a_number_of_more_than_four_bytes_is_no_uid() -> None:
    assert uid_of(str(1 << 32), "decimal") is None
    assert uid_of(str((1 << 32) - 1), "decimal") == b"\xff" * 4


def test_the_real_device_is_read_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "event3")
    device = InputDevice(str(tmp_path / "event3"))
    writer = os.open(tmp_path / "event3", os.O_WRONLY)
    data = events("04a1b2c3", 0)
    assert device.read() == b""
    os.write(writer, data)
    assert device.read() == data
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        device.grab()
    os.close(writer)
    device.close()
    device.close()
    with pytest.raises(OSError, match="closed"):
        device.read()


# -- the doctor


def examined(inputs: EmulatedInputs) -> tuple[bool, str, str]:
    clock = ManualClock(1_000_000_000)
    room = Room(clock)
    room.stand_ins[LIBRARY] = inputs
    plan = Plan(readers=(ReaderPlan("reader 1", "keyboard", own={"device": PATH, "format": "hex"}),))
    (found,) = checks.examine(plan, clock, room)
    return found.sound, found.fault or found.found, found.cure or ""


def test_the_doctor_names_what_is_wrong(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "usb-Other-event-kbd").touch()
    monkeypatch.setattr(doctor, "BY_ID", tmp_path)

    assert examined(bench.inputs) == (
        False,
        "another program has grabbed it",
        "stop that program: another table, or what maps its keys",
    )
    bench.reader.close()
    assert examined(bench.inputs) == (True, "Emulated RFID Reader", "")
    bench.keyboard.permits = False
    assert re.search("permission missing.*usermod -aG input", " ".join(map(str, examined(bench.inputs))))
    bench.keyboard.plugged = False
    assert re.search(f"there is no {PATH}.*usb-Other-event-kbd", " ".join(map(str, examined(bench.inputs))))
