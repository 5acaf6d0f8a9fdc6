"""Driver and card protocol on the emulated chip: what a board makes of the tags over it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import cycle
from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from firmware_bridge.pico import mfrc522 as pico_chip
from firmware_bridge.pico import tags
from hardware import iso14443a
from hardware.clock import ManualClock
from hardware.emulator.tag import CLASSIC_1K, DESFIRE, NTAG213, PHONE, Kind, State, Tag
from hardware.iso14443a import Answer
from hardware.mfrc522.chip import ChipError, Mfrc522
from hardware.ports import SpiPort
from hardware.reader import FoundTag, Poll
from tests.hardware.conftest import UID, Reader

FUZZED_BYTES = 112_000  # nine times that is a million
OTHER = bytes.fromhex("04a1b2c3d4e5f7")


# 0x88 is the cascade tag: no part of a UID that stands first in a level may begin with it.
def is_legal(uid: bytes) -> bool:
    return 0x88 not in (uid[0], uid[3:4] and uid[3], uid[6:7] and uid[6])


UIDS = st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size)).filter(is_legal)


def test_an_empty_field_is_silence(board: Reader) -> None:
    assert board.sees() == Poll()


def test_a_tag_is_read_with_its_whole_uid(board: Reader, tag: Tag) -> None:
    board.field.put(tag)

    assert board.sees() == Poll((FoundTag(UID, 0x00, 0x0044),))


def test_a_tag_is_found_by_every_poll_and_left_halted(board: Reader, tag: Tag) -> None:
    board.field.put(tag)

    for _ in range(5):
        assert board.sees() == Poll((FoundTag(UID, 0x00, 0x0044),))
        assert tag.state is State.HALT


@given(uid=UIDS)
def test_any_uid_comes_through(uid: bytes) -> None:
    board = Reader()
    board.chip.reset()
    board.field.put(Tag(uid))

    assert board.sees().uids == (uid,)


def test_a_lifted_tag_is_gone_and_forgets_its_state(board: Reader, tag: Tag) -> None:
    board.field.put(tag)
    board.sees()
    board.field.lift(tag)

    assert board.sees() == Poll()
    assert tag.state is State.IDLE


def test_a_tag_that_only_touches_is_gone_when_its_time_is_up(board: Reader, tag: Tag) -> None:
    board.field.put(tag, until_ns=board.clock.now_ns() + 50_000_000)
    assert board.sees().uids == (UID,)

    board.clock.sleep_ns(50_000_000)

    assert board.sees() == Poll()


@given(uids=st.lists(UIDS, min_size=2, max_size=3, unique_by=lambda uid: uid[:3]))
def test_every_tag_in_the_field_is_found_whatever_their_uids(uids: list[bytes]) -> None:
    board = Reader()
    board.chip.reset()
    for spot, uid in enumerate(uids):
        board.field.put(Tag(uid), spot=spot)

    assert sorted(board.sees().uids) == sorted(uids)
    assert sorted(board.sees().uids) == sorted(uids), "those that were halted are woken again"


@st.composite
def akin(draw: st.DrawFn) -> list[bytes]:
    """Draw two to four UIDs that begin alike on the air, where the lowest bit of each byte comes first."""
    first = int.from_bytes(draw(st.binary(min_size=10, max_size=10)), "little")
    uids: list[bytes] = []
    for size in draw(st.lists(st.sampled_from([4, 7, 10]), min_size=2, max_size=4)):
        alike = (1 << draw(st.integers(0, 8 * size))) - 1
        other = draw(st.integers(0, 256**size - 1))
        uids.append(((first & alike | other & ~alike) % 256**size).to_bytes(size, "little"))
    assume(len(set(uids)) == len(uids) and all(is_legal(uid) for uid in uids))
    return uids


class PicosChip:
    """A chip behind the Pico's own driver, polled as `board` is."""

    def __init__(self, board: Reader) -> None:
        self._board = board
        self.chip = pico_chip.Mfrc522(self._transfer, self)
        self.chip.reset()

    def _transfer(self, data: bytearray) -> None:
        data[:] = bytes(self._board.port.xfer2(bytes(data)))

    def ticks_us(self) -> int:
        return self._board.clock.now_ns() // 1000

    def ticks_diff(self, end: int, start: int) -> int:
        return end - start

    def sleep_us(self, duration: int) -> None:
        self._board.clock.sleep_ns(duration * 1000)


@given(uids=akin())
@example(uids=[bytes(4), bytes(7), bytes([0, 0, 0, 1, 0, 0, 0]), bytes(10)])
def test_up_to_four_tags_are_found_however_alike_they_begin(uids: list[bytes]) -> None:
    board, picos_board = Reader(), Reader()
    picos = PicosChip(picos_board).chip
    board.chip.reset()
    for spot, uid in enumerate(uids):
        board.field.put(Tag(uid), spot=spot)
        picos_board.field.put(Tag(uid), spot=spot)

    for wake in (iso14443a.REQA, iso14443a.WUPA):
        found = iso14443a.inventory(board.chip, wake)
        assert (sorted(found.uids), found.garbled) == (sorted(uids), False), "those that sleep are woken again"
        reported, garbled = tags.inventory(picos, wake)
        assert (sorted(reported), garbled) == (sorted(uids), False)


@pytest.mark.parametrize("wake", [iso14443a.REQA, iso14443a.WUPA])
@pytest.mark.parametrize(
    ("uid", "kind", "atqa", "smart"),
    [
        ("04a1b2c3d4e5f6", NTAG213, "4400", False),
        ("a1b2c3d4", CLASSIC_1K, "0400", False),
        ("04a1b2c3d4e5f6", CLASSIC_1K, "4400", False),
        ("04a1b2c3d4e5f6", DESFIRE, "4403", True),
        ("08a1b2c3", PHONE, "0400", True),
        ("01020304", PHONE, "0400", True),
    ],
    ids=["NTAG213", "Classic", "Classic with 7 bytes", "DESFire", "phone", "phone that always says the same"],
)
def test_other_kinds_of_tags_are_read_and_phones_and_bank_cards_named(
    board: Reader, uid: str, kind: Kind, atqa: str, smart: bool, wake: int
) -> None:
    raw = bytes.fromhex(uid)
    board.field.put(Tag(raw, kind))

    assert board.chip.transceive(bytes([wake]), last_bits=7, answer_bits=19) == Answer(bytes.fromhex(atqa))
    board.chip.antenna(on=False)
    board.chip.antenna(on=True)
    found = board.sees()
    assert found == Poll((FoundTag(raw, kind.sak, int.from_bytes(bytes.fromhex(atqa), "little")),))
    assert [tag.smart for tag in found.tags] == [smart]
    assert iso14443a.poll(board.chip, [raw]) == found, "called by its name it says the same"
    reported, _ = tags.poll(PicosChip(board).chip, [])
    assert reported == [raw + b"\x20" if smart else raw]
    assert tags.poll(PicosChip(board).chip, reported) == (reported, False), "it is called by its UID alone"


def test_a_newcomer_is_asked_alone_and_those_known_are_called_by_name(board: Reader, tag: Tag) -> None:
    newcomer = Tag(OTHER)
    board.field.put(tag)
    assert board.sees().uids == (UID,)
    board.field.put(newcomer)

    assert iso14443a.poll(board.chip, [UID]).uids == (OTHER, UID)

    board.field.lift(tag)
    assert iso14443a.poll(board.chip, [UID, OTHER]).uids == (OTHER,)


def test_somebody_who_sleeps_there_unknown_is_found_when_nobody_known_answers(board: Reader, tag: Tag) -> None:
    board.field.put(tag)
    board.sees()
    assert tag.state is State.HALT

    assert iso14443a.poll(board.chip, [OTHER]).uids == (UID,)


@pytest.mark.parametrize("offset", [0, 1, 2])
def test_it_does_not_matter_where_a_chip_counts_collisions_from_once_bits_are_known(
    offset: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    uids = [bytes.fromhex(uid) for uid in ("04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "04a1b2c3d4e5f4")]
    board = Reader()
    board.chip.reset()
    transceive = board.chip.transceive

    def otherwise(data: bytes, **how: int) -> Answer | None:
        answer = transceive(data, **how)
        if answer is None or answer.collision is None or len(data) == 2:
            return answer
        known = 8 * (data[1] // 16 - 2) + data[1] % 16
        return replace(answer, collision=answer.collision + (0, known, known % 8)[offset])

    monkeypatch.setattr(board.chip, "transceive", otherwise)
    for spot, uid in enumerate(uids):
        board.field.put(Tag(uid), spot=spot)

    assert sorted(board.sees().uids) == sorted(uids)


def test_an_empty_poll_is_ended_by_the_timer_within_half_a_millisecond(board: Reader) -> None:
    before_ns, transfers = board.clock.now_ns(), board.port.transfers

    board.sees()

    assert board.clock.now_ns() - before_ns < 500_000
    assert board.port.transfers - transfers <= 12


def test_a_seven_byte_uid_takes_few_transfers(board: Reader, tag: Tag) -> None:
    board.field.put(tag)
    transfers = board.port.transfers

    board.sees()

    assert board.port.transfers - transfers <= 56


def test_the_antenna_has_to_be_on(board: Reader, tag: Tag) -> None:
    board.field.put(tag)
    board.field.power(False)

    assert board.sees() == Poll()


@pytest.mark.parametrize("level", [0x00, 0xFF], ids=["line stuck low", "line floating high"])
def test_a_missing_chip_is_named(level: int) -> None:
    class NoChip:
        def xfer2(self, data: Sequence[int]) -> Sequence[int]:
            return [level] * len(data)

        def close(self) -> None:
            """Nothing to close."""

    with pytest.raises(ChipError, match=f"no chip answers: VersionReg reads 0x{level:02x}"):
        Mfrc522(NoChip(), ManualClock()).reset()


def test_a_chip_whose_timer_never_ends_is_deaf(board: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board.emulated, "_start_timer", lambda _now_ns: None)

    with pytest.raises(ChipError, match="deaf"):
        board.sees()


def test_a_driver_that_was_away_for_long_looks_once_more_before_it_calls_the_chip_deaf(board: Reader) -> None:
    class Late(ManualClock):
        def sleep_ns(self, duration_ns: int) -> None:
            board.clock.sleep_ns(duration_ns + 30_000_000)

        def now_ns(self) -> int:
            return board.clock.now_ns()

    assert iso14443a.poll(Mfrc522(board.port, Late())) == Poll()


def test_closing_is_safe_twice_and_ends_the_bus(board: Reader) -> None:
    with board.chip:
        board.chip.close()

    with pytest.raises(OSError, match="closed"):
        board.sees()


def _spoilt(chip: Mfrc522, spoil: Callable[[bytes], Answer]) -> object:
    class Spoiler:
        def transceive(self, data: bytes, *, last_bits: int = 0, rx_align: int = 0, answer_bits: int) -> Answer | None:
            answer = chip.transceive(data, last_bits=last_bits, rx_align=rx_align, answer_bits=answer_bits)
            return answer if answer is None or len(data) == 1 else spoil(answer.data)

    return Spoiler()


@given(where=st.integers(0, 39), data=st.data())
def test_no_flipped_bit_becomes_a_uid(where: int, data: st.DataObject) -> None:
    board = Reader()
    board.chip.reset()
    board.field.put(Tag(UID))

    def spoil(answer: bytes) -> Answer:
        bit = where % (8 * len(answer))
        value = int.from_bytes(answer, "little") ^ 1 << bit
        return Answer(value.to_bytes(len(answer), "little"), 0, garbled=False)

    assert iso14443a.poll(_spoilt(board.chip, spoil)) == Poll(garbled=True)  # type: ignore[arg-type]


@given(answers=st.lists(st.binary(max_size=6), min_size=6, max_size=6))
def test_noise_is_never_a_uid_of_an_impossible_length(answers: list[bytes]) -> None:
    heard = cycle(answers)

    class Noise:
        def transceive(self, data: bytes, *, last_bits: int = 0, rx_align: int = 0, answer_bits: int) -> Answer | None:
            return Answer(next(heard), 0, garbled=False)

    for uid in iso14443a.poll(Noise()).uids:
        assert len(uid) in (4, 7, 10)


def test_crc_a_of_the_standard() -> None:
    # ISO/IEC 14443-3, annex B: the two examples for type A.
    assert iso14443a.crc_a(b"\x00\x00") == b"\xa0\x1e"
    assert iso14443a.crc_a(b"\x12\x34") == b"\x26\xcf"


# -- a bus gone mad


class MadBus:
    """A port on which every byte that comes back may be anything; `noise` says which bytes are replaced."""

    def __init__(self, port: SpiPort, noise: Random, spoilt: float) -> None:
        self._port, self._noise, self._spoilt = port, noise, spoilt
        self.bytes = 0

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        answer = self._port.xfer2(data)
        self.bytes += len(answer)
        random = self._noise.random
        return [self._noise.randrange(256) if random() < self._spoilt else byte for byte in answer]

    def close(self) -> None:
        self._port.close()


@pytest.mark.long
@pytest.mark.parametrize("spoilt", [0.003, 0.05, 1.0], ids=["now and then", "often", "always"])
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_a_mad_bus_raises_nothing_but_oserror_and_makes_up_no_card(spoilt: float, cards: int) -> None:
    board, noise = Reader(), Random(f"{spoilt} {cards}")  # noqa: S311
    uids = [UID, OTHER][:cards]
    for uid in uids:
        board.field.put(Tag(uid))
    bus = MadBus(board.port, noise, spoilt)
    chip = Mfrc522(bus, board.clock)
    polls, known = 0, list[bytes]()
    while bus.bytes < FUZZED_BYTES:
        polls += 1
        try:
            if polls % 50 == 1:
                chip.reset()
            known = [uid for uid in iso14443a.poll(chip, known).uids if len(uid) in (4, 7, 10)]
        except OSError:
            known = []
        if spoilt < 1:
            assert set(known) <= set(uids), "every byte of a UID is checked by its check byte and by SELECT"
