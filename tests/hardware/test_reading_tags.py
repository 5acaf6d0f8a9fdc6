"""Driver and card protocol on the emulated chip: what a reader makes of the tags over it."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import iso14443a
from hardware.clock import ManualClock
from hardware.emulator.tag import State, Tag
from hardware.iso14443a import Poll
from hardware.mfrc522 import Answer, ChipError, Mfrc522
from tests.hardware.conftest import UID, Reader


def test_an_empty_field_is_silence(reader: Reader) -> None:
    assert reader.sees() == Poll()


def test_a_tag_is_read_with_its_whole_uid(reader: Reader, tag: Tag) -> None:
    reader.field.put(tag)

    assert reader.sees() == Poll(uids=(UID,))


def test_a_tag_is_found_by_every_poll_and_left_halted(reader: Reader, tag: Tag) -> None:
    reader.field.put(tag)

    for _ in range(5):
        assert reader.sees() == Poll(uids=(UID,))
        assert tag.state is State.HALT


@given(uid=st.binary(min_size=7, max_size=7).filter(lambda uid: uid[0] != 0x88))
def test_any_uid_of_seven_bytes_comes_through(uid: bytes) -> None:
    reader = Reader()
    reader.chip.reset()
    reader.field.put(Tag(uid))

    assert reader.sees() == Poll(uids=(uid,))


def test_a_lifted_tag_is_gone_and_forgets_its_state(reader: Reader, tag: Tag) -> None:
    reader.field.put(tag)
    reader.sees()
    reader.field.lift(tag)

    assert reader.sees() == Poll()
    assert tag.state is State.IDLE


def test_a_tag_that_only_touches_is_gone_when_its_time_is_up(reader: Reader, tag: Tag) -> None:
    reader.field.put(tag, until_ns=reader.clock.now_ns() + 50_000_000)
    assert reader.sees().uids == (UID,)

    reader.clock.sleep_ns(50_000_000)

    assert reader.sees() == Poll()


def test_two_tags_that_collide_are_somebody_but_nobody_known(reader: Reader, tag: Tag) -> None:
    reader.field.put(tag)
    reader.field.put(Tag(bytes.fromhex("04a1b2c3d4e5f7")))

    for _ in range(10):  # nobody is left half way, where the next poll would find silence
        assert reader.sees() == Poll(garbled=True)


def test_an_empty_poll_is_ended_by_the_timer_within_half_a_millisecond(reader: Reader) -> None:
    before_ns, transfers = reader.clock.now_ns(), reader.port.transfers

    reader.sees()

    assert reader.clock.now_ns() - before_ns < 500_000
    assert reader.port.transfers - transfers <= 12


def test_a_seven_byte_uid_takes_few_transfers(reader: Reader, tag: Tag) -> None:
    reader.field.put(tag)
    transfers = reader.port.transfers

    reader.sees()

    assert reader.port.transfers - transfers <= 56


def test_the_antenna_has_to_be_on(reader: Reader, tag: Tag) -> None:
    reader.field.put(tag)
    reader.field.power(False)

    assert reader.sees() == Poll()


@pytest.mark.parametrize("level", [0x00, 0xFF], ids=["line stuck low", "line floating high"])
def test_a_missing_chip_is_named(level: int) -> None:
    class NoChip:
        def xfer2(self, data: Sequence[int]) -> Sequence[int]:
            return [level] * len(data)

        def close(self) -> None:
            """Nothing to close."""

    with pytest.raises(ChipError, match=f"no chip answers: VersionReg reads 0x{level:02x}"):
        Mfrc522(NoChip(), ManualClock()).reset()


def test_a_chip_whose_timer_never_ends_is_deaf(reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader.emulated, "_start_timer", lambda _now_ns: None)

    with pytest.raises(ChipError, match="deaf"):
        reader.sees()


def test_a_driver_that_was_away_for_long_looks_once_more_before_it_calls_the_chip_deaf(reader: Reader) -> None:
    class Late(ManualClock):
        def sleep_ns(self, duration_ns: int) -> None:
            reader.clock.sleep_ns(duration_ns + 30_000_000)

        def now_ns(self) -> int:
            return reader.clock.now_ns()

    assert iso14443a.poll(Mfrc522(reader.port, Late())) == Poll()


def test_closing_is_safe_twice_and_ends_the_bus(reader: Reader) -> None:
    with reader.chip:
        reader.chip.close()

    with pytest.raises(OSError, match="closed"):
        reader.sees()


def _spoilt(chip: Mfrc522, spoil: Callable[[bytes], Answer]) -> object:
    class Spoiler:
        def transceive(self, data: bytes, *, last_bits: int = 0, answer_bits: int) -> Answer | None:
            answer = chip.transceive(data, last_bits=last_bits, answer_bits=answer_bits)
            return answer if answer is None or len(data) == 1 else spoil(answer.data)

        def transmit(self, data: bytes) -> None:
            chip.transmit(data)

    return Spoiler()


@given(where=st.integers(0, 39), data=st.data())
def test_no_flipped_bit_becomes_a_uid(where: int, data: st.DataObject) -> None:
    reader = Reader()
    reader.chip.reset()
    reader.field.put(Tag(UID))

    def spoil(answer: bytes) -> Answer:
        bit = where % (8 * len(answer))
        value = int.from_bytes(answer, "little") ^ 1 << bit
        return Answer(value.to_bytes(len(answer), "little"), 0, garbled=False)

    assert iso14443a.poll(_spoilt(reader.chip, spoil)) == Poll(garbled=True)  # type: ignore[arg-type]


@given(answers=st.lists(st.binary(max_size=6), min_size=6, max_size=6))
def test_noise_is_never_a_uid_that_fails_its_checks(answers: list[bytes]) -> None:
    heard = iter(answers)

    class Noise:
        def transceive(self, data: bytes, *, last_bits: int = 0, answer_bits: int) -> Answer | None:
            return Answer(next(heard), 0, garbled=False)

        def transmit(self, data: bytes) -> None:
            """Nobody listens."""

    for uid in iso14443a.poll(Noise()).uids:
        assert len(uid) in (4, 7, 10)


def test_crc_a_of_the_standard() -> None:
    # ISO/IEC 14443-3, annex B: the two examples for type A.
    assert iso14443a.crc_a(b"\x00\x00") == b"\xa0\x1e"
    assert iso14443a.crc_a(b"\x12\x34") == b"\x26\xcf"
