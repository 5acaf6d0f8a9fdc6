"""The emulated tag against the state machine of ISO/IEC 14443-3, section 6.3."""

import pytest

from hardware.emulator.frames import Frame
from hardware.emulator.tag import State, Tag
from hardware.iso14443a import HLTA, crc_a
from tests.hardware.conftest import UID

REQA = Frame.of(b"\x26", last_bits=7)
WUPA = Frame.of(b"\x52", last_bits=7)
HALT = Frame.of(HLTA + crc_a(HLTA))


def select(level: int, part: bytes) -> Frame:
    frame = bytes([level, 0x70]) + part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])
    return Frame.of(frame + crc_a(frame))


def activate(tag: Tag, wake: Frame = REQA) -> None:
    tag.hear(wake)
    tag.hear(select(0x93, b"\x88" + UID[:3]))
    tag.hear(select(0x95, UID[3:]))


def command(*data: int) -> Frame:
    return Frame.of(bytes(data) + crc_a(bytes(data)))


def test_two_levels_lead_to_active(tag: Tag) -> None:
    assert tag.hear(REQA) == Frame.of(b"\x44\x00")
    assert tag.hear(Frame.of(b"\x93\x20")) == Frame.of(b"\x88\x04\xa1\xb2\x9f")
    first = tag.hear(select(0x93, b"\x88" + UID[:3]))
    assert first is not None
    assert first.data[0] == 0x04, "the UID is not complete"

    assert tag.hear(Frame.of(b"\x95\x20")) == Frame.of(UID[3:] + bytes([0xC3 ^ 0xD4 ^ 0xE5 ^ 0xF6]))
    second = tag.hear(select(0x95, UID[3:]))
    assert second is not None
    assert second.data[0] == 0x00
    assert tag.state is State.ACTIVE


def test_a_halted_tag_hears_only_wupa(tag: Tag) -> None:
    activate(tag)
    tag.hear(HALT)
    assert tag.state is State.HALT

    assert tag.hear(REQA) is None
    assert tag.hear(WUPA) == Frame.of(b"\x44\x00")


def test_a_tag_that_was_halted_falls_back_to_halt(tag: Tag) -> None:
    activate(tag)
    tag.hear(HALT)
    tag.hear(WUPA)

    tag.hear(Frame.of(b"\x99\x20"))

    assert tag.state is State.HALT


@pytest.mark.parametrize("wake", [REQA, WUPA], ids=["REQA", "WUPA"])
def test_waking_a_tag_that_is_awake_puts_it_to_sleep(tag: Tag, wake: Frame) -> None:
    tag.hear(REQA)

    assert tag.hear(wake) is None
    assert tag.state is State.IDLE


def test_a_selection_with_a_wrong_crc_is_not_answered(tag: Tag) -> None:
    tag.hear(REQA)
    good = select(0x93, b"\x88" + UID[:3])
    bad = Frame((1 - good.bits[-1], *good.bits[1:])[:0] + good.bits[:-1] + (1 - good.bits[-1],))

    assert tag.hear(bad) is None
    assert tag.state is State.IDLE


def test_a_known_beginning_is_answered_by_its_rest(tag: Tag) -> None:
    tag.hear(REQA)
    whole = Frame.of(b"\x88\x04\xa1\xb2\x9f").bits
    known = Frame((*Frame.of(bytes([0x93, 0x24])).bits, *whole[:4]))

    assert tag.hear(known) == Frame(whole[4:])


@pytest.mark.parametrize(("was", "is_then"), [(State.IDLE, State.IDLE), (State.HALT, State.HALT)])
def test_another_beginning_is_not_answered_and_sends_a_tag_back(tag: Tag, was: State, is_then: State) -> None:
    if was is State.HALT:
        activate(tag)
        tag.hear(HALT)
    tag.hear(WUPA)
    whole = Frame.of(b"\x88\x04\xa1\xb2\x9f").bits
    other = Frame((*Frame.of(bytes([0x93, 0x21])).bits, 1 - whole[0]))

    assert tag.hear(other) is None
    assert tag.state is is_then
    assert tag.hear(Frame.of(b"\x93\x20")) is None, "it has to be woken"


@pytest.mark.parametrize(("size", "atqa"), [(4, "0400"), (7, "4400"), (10, "8400")])
def test_the_atqa_tells_the_length_of_the_uid(size: int, atqa: str) -> None:
    assert Tag(bytes(range(1, size + 1))).hear(REQA) == Frame.of(bytes.fromhex(atqa))


def test_an_ntag213_gives_four_pages_and_begins_again_after_the_last(tag: Tag) -> None:
    activate(tag)

    first = tag.hear(command(0x30, 0))
    assert first is not None
    assert first.data[:8] == UID[:3] + bytes([0x88 ^ 0x04 ^ 0xA1 ^ 0xB2]) + UID[3:]
    last = tag.hear(command(0x30, 44))
    assert last is not None
    assert last.data[4:16] == first.data[:12]


def test_a_page_that_does_not_exist_is_refused_with_four_bits(tag: Tag) -> None:
    activate(tag)

    assert tag.hear(command(0x30, 45)) == Frame((0, 0, 0, 0))


def test_it_says_what_it_is(tag: Tag) -> None:
    activate(tag)

    version = tag.hear(command(0x60))
    assert version is not None
    assert version.data[:8] == bytes.fromhex("0004040201000f03")


def test_a_command_that_it_does_not_know_sends_it_back(tag: Tag) -> None:
    activate(tag)

    assert tag.hear(command(0x99)) is None
    assert tag.state is State.IDLE


def test_no_uid_has_five_bytes() -> None:
    with pytest.raises(ValueError, match="4, 7 or 10 bytes"):
        Tag(b"\x04\xa1\xb2\xc3\xd4")
