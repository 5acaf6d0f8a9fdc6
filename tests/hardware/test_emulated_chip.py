"""The emulated MFRC522 against its datasheet, register by register."""

import pytest

from hardware.emulator.frames import Frame, Heard
from hardware.emulator.tag import Tag
from hardware.iso14443a import BIT_NS, CARRIER_HZ, Answer, crc_a
from hardware.mfrc522 import registers
from hardware.mfrc522.chip import SELF_TEST
from hardware.mfrc522.registers import ComIrq, Command, DivIrq, Error, Register
from tests.hardware.conftest import UID, Reader


@pytest.fixture
def raw() -> Reader:
    """A chip as it comes out of its reset, without a driver's set-up."""
    return Reader()


def write(board: Reader, register: Register, *values: int) -> None:
    board.port.xfer2([register << 1, *values])


def read(board: Reader, register: Register) -> int:
    return board.port.xfer2([register << 1 | 0x80, 0])[1]


def test_version_and_reset_values(raw: Reader) -> None:
    assert read(raw, Register.VERSION) == 0x92
    assert read(raw, Register.COMMAND) == 0x20
    assert read(raw, Register.MODE) == 0x3F
    assert read(raw, Register.TX_CONTROL) == 0x80
    assert read(raw, Register.STATUS1) == 0x21, "the coprocessor is ready, and the FIFO empty"
    assert read(raw, Register.COLL) == 0xA0, "there was no collision yet"


def test_read_only_registers_stay(raw: Reader) -> None:
    write(raw, Register.VERSION, 0x00)

    assert read(raw, Register.VERSION) == 0x92


def test_one_transfer_reads_several_registers(raw: Reader) -> None:
    addresses = [Register.VERSION << 1 | 0x80, Register.MODE << 1 | 0x80, 0]

    assert raw.port.xfer2(addresses) == [0, 0x92, 0x3F]


def test_the_fifo_gives_back_in_order_and_counts(raw: Reader) -> None:
    write(raw, Register.FIFO_DATA, 1, 2, 3)

    assert read(raw, Register.FIFO_LEVEL) == 3
    assert [read(raw, Register.FIFO_DATA) for _ in range(3)] == [1, 2, 3]


def test_a_full_fifo_overflows_until_it_is_flushed(raw: Reader) -> None:
    write(raw, Register.FIFO_DATA, *range(registers.FIFO_SIZE + 1))
    assert read(raw, Register.ERROR) == Error.BUFFER_OVFL

    write(raw, Register.FIFO_LEVEL, registers.FLUSH_BUFFER)

    assert read(raw, Register.FIFO_LEVEL) == 0
    assert read(raw, Register.ERROR) == 0


def test_interrupt_bits_are_set_and_cleared_by_marking_them(raw: Reader) -> None:
    write(raw, Register.COM_IRQ, ComIrq.SET1 | ComIrq.RX | ComIrq.TIMER)
    assert read(raw, Register.COM_IRQ) & (ComIrq.RX | ComIrq.TIMER) == ComIrq.RX | ComIrq.TIMER

    write(raw, Register.COM_IRQ, ComIrq.RX)

    assert read(raw, Register.COM_IRQ) & (ComIrq.RX | ComIrq.TIMER) == ComIrq.TIMER


def test_the_coprocessor_computes_crc_a(raw: Reader) -> None:
    write(raw, Register.MODE, 0x3D)  # preset 0x6363; out of a reset it is 0xffff
    write(raw, Register.FIFO_DATA, *b"\x12\x34")
    write(raw, Register.COMMAND, Command.CALC_CRC)
    assert not read(raw, Register.STATUS1) & registers.CRC_READY
    raw.clock.sleep_ns(10_000)

    assert read(raw, Register.DIV_IRQ) & DivIrq.CRC
    assert read(raw, Register.STATUS1) & registers.CRC_READY
    low, high = read(raw, Register.CRC_RESULT_LOW), read(raw, Register.CRC_RESULT_HIGH)
    assert bytes([low, high]) == crc_a(b"\x12\x34")


def test_the_timer_counts_down_and_says_so(raw: Reader) -> None:
    write(raw, Register.T_MODE, 0x00)
    write(raw, Register.T_PRESCALER, 169)  # ticks of 25 us
    write(raw, Register.T_RELOAD_LOW, 39)  # 40 of them
    write(raw, Register.COM_IRQ, 0x7F)
    write(raw, Register.CONTROL, registers.TIMER_START_NOW)
    assert read(raw, Register.STATUS1) & registers.TIMER_RUNNING

    raw.clock.sleep_ns(500_000)
    assert read(raw, Register.T_COUNTER_LOW) == 20
    assert not read(raw, Register.COM_IRQ) & ComIrq.TIMER

    raw.clock.sleep_ns(500_000)
    assert read(raw, Register.COM_IRQ) & ComIrq.TIMER
    assert not read(raw, Register.STATUS1) & registers.TIMER_RUNNING


def test_a_stopped_timer_never_ends(raw: Reader) -> None:
    write(raw, Register.T_RELOAD_LOW, 1)
    write(raw, Register.COM_IRQ, 0x7F)
    write(raw, Register.CONTROL, registers.TIMER_START_NOW)
    write(raw, Register.CONTROL, registers.TIMER_STOP_NOW)
    raw.clock.sleep_ns(1_000_000_000)

    assert not read(raw, Register.COM_IRQ) & ComIrq.TIMER


def test_a_short_frame_wakes_a_tag_and_its_answer_takes_its_time(board: Reader, tag: Tag) -> None:
    board.field.put(tag)
    write(board, Register.COMMAND, Command.IDLE)
    write(board, Register.COM_IRQ, 0x7F)
    write(board, Register.FIFO_DATA, 0x26)
    write(board, Register.COMMAND, Command.TRANSCEIVE)
    write(board, Register.BIT_FRAMING, registers.START_SEND | 7)

    board.clock.sleep_ns(9 * BIT_NS)  # seven bits, start and end
    assert read(board, Register.COM_IRQ) & ComIrq.TX
    assert not read(board, Register.COM_IRQ) & ComIrq.RX

    board.clock.sleep_ns(300_000)
    assert read(board, Register.COM_IRQ) & ComIrq.RX
    assert not read(board, Register.COM_IRQ) & ComIrq.TIMER, "an answer stops the timer"
    assert [read(board, Register.FIFO_DATA) for _ in range(2)] == [0x44, 0x00]
    assert read(board, Register.CONTROL) & registers.LAST_BITS == 0


def test_a_tag_answers_64_carrier_periods_sooner_after_a_last_bit_of_zero(board: Reader, tag: Tag) -> None:
    board.field.put(tag)

    sooner_us = answered_after_us(board, 0x52) - answered_after_us(board, 0x26)

    assert sooner_us == pytest.approx(64e6 / CARRIER_HZ, abs=1)


def answered_after_us(board: Reader, command: int) -> int:
    board.chip.antenna(on=False)
    board.chip.antenna(on=True)
    write(board, Register.COMMAND, Command.IDLE)
    write(board, Register.COM_IRQ, 0x7F)
    write(board, Register.FIFO_LEVEL, registers.FLUSH_BUFFER)
    write(board, Register.FIFO_DATA, command)
    write(board, Register.COMMAND, Command.TRANSCEIVE)
    write(board, Register.BIT_FRAMING, registers.START_SEND | 7)
    passed_us = 0
    while not read(board, Register.COM_IRQ) & (ComIrq.RX | ComIrq.TIMER) and passed_us < 1_000:
        board.clock.sleep_ns(1_000)
        passed_us += 1
    return passed_us


def test_a_frame_of_eight_bits_wakes_nobody(board: Reader, tag: Tag) -> None:
    board.field.put(tag)

    assert board.chip.transceive(b"\x26", last_bits=0, answer_bits=19) is None


def test_a_collision_is_told_with_its_place(board: Reader) -> None:
    for uid in ("04a1b2c3d4e5f6", "0ca1b2c3d4e5f6"):  # the first cascade level reads 88 04 .. and 88 0c ..
        board.field.put(Tag(bytes.fromhex(uid)))
    assert board.chip.transceive(b"\x26", last_bits=7, answer_bits=19) is not None

    answer = board.chip.transceive(b"\x93\x20", answer_bits=46)

    assert answer == Answer(b"\x88\x04\x00\x00\x00", collision=8 + 4)
    assert read(board, Register.ERROR) & Error.COLL
    assert read(board, Register.COLL) == 8 + 4


def test_bits_after_a_collision_stay_if_that_is_wanted(board: Reader) -> None:
    for uid in ("04a1b2c3d4e5f6", "0ca1b2c3d4e5f6"):
        board.field.put(Tag(bytes.fromhex(uid)))
    write(board, Register.COLL, registers.VALUES_AFTER_COLL)
    board.chip.transceive(b"\x26", last_bits=7, answer_bits=19)

    answer = board.chip.transceive(b"\x93\x20", answer_bits=46)

    assert answer is not None
    assert answer.data[:4] == b"\x88\x0c\xa1\xb2"


def test_a_collision_behind_the_thirty_second_bit_has_no_place(board: Reader) -> None:
    class Twin(Tag):
        def hear(self, frame: Frame) -> Frame | None:
            answer = super().hear(frame)
            return answer.flipped([39]) if answer and len(answer.bits) == 40 else answer

    board.field.put(Tag(UID))
    board.field.put(Twin(UID))
    board.chip.transceive(b"\x26", last_bits=7, answer_bits=19)
    board.chip.transceive(b"\x93\x20", answer_bits=46)

    assert read(board, Register.ERROR) & Error.COLL
    assert read(board, Register.COLL) & registers.COLL_POS_NOT_VALID


def test_what_is_received_is_put_behind_the_bits_that_are_known(board: Reader, tag: Tag) -> None:
    board.field.put(tag)
    board.chip.transceive(b"\x26", last_bits=7, answer_bits=19)

    answer = board.chip.transceive(b"\x93\x34\x88\x04", last_bits=4, rx_align=4, answer_bits=30)

    assert answer == Answer(b"\x00\xa1\xb2\x9f"), "UID byte 1 is 04: its upper half is 0, and was put at bit 4"


def test_the_chip_adds_and_checks_the_crc_itself_if_told_so(board: Reader, tag: Tag) -> None:
    board.field.put(tag)
    assert board.sees().uids == (UID,)
    assert board.chip.transceive(b"\x52", last_bits=7, answer_bits=19) is not None
    write(board, Register.TX_MODE, registers.CRC_EN)
    write(board, Register.RX_MODE, registers.CRC_EN)

    assert board.chip.transceive(b"\x93\x70\x88\x04\xa1\xb2\x9f", answer_bits=28) == Answer(b"\x04")
    assert not read(board, Register.ERROR) & Error.CRC

    assert board.chip.transceive(b"\x95\x20", answer_bits=46) is None, "with a CRC this is no anticollision frame"


def test_a_wrong_crc_is_an_error(board: Reader, tag: Tag) -> None:
    board.field.put(tag)
    write(board, Register.RX_MODE, registers.CRC_EN)

    board.chip.transceive(b"\x26", last_bits=7, answer_bits=19)  # an ATQA has none

    assert read(board, Register.ERROR) & Error.CRC


def test_the_water_level_raises_both_alerts(raw: Reader) -> None:
    write(raw, Register.FIFO_DATA, *[0] * 20)
    write(raw, Register.COM_IRQ, 0x7F)
    assert read(raw, Register.STATUS1) & (registers.HI_ALERT | registers.LO_ALERT) == 0

    write(raw, Register.FIFO_DATA, *[0] * 36)
    assert read(raw, Register.STATUS1) & registers.HI_ALERT
    assert read(raw, Register.COM_IRQ) & ComIrq.HI_ALERT

    write(raw, Register.FIFO_LEVEL, registers.FLUSH_BUFFER)
    assert read(raw, Register.STATUS1) & registers.LO_ALERT
    assert read(raw, Register.COM_IRQ) & ComIrq.LO_ALERT


def test_power_down_switches_the_field_off_and_wakes_by_its_own_time(board: Reader, tag: Tag) -> None:
    board.field.put(tag)
    write(board, Register.COMMAND, registers.POWER_DOWN)
    assert board.field.exchange(_reqa(), board.clock.now_ns()) is None

    write(board, Register.COMMAND, Command.IDLE)
    assert read(board, Register.COMMAND) & registers.POWER_DOWN, "the crystal has to swing first"
    board.clock.sleep_ns(38_000)

    assert not read(board, Register.COMMAND) & registers.POWER_DOWN
    assert board.sees().uids == (UID,)


def test_a_chip_held_in_reset_says_nothing_and_forgets_everything(board: Reader) -> None:
    board.emulated.hold_in_reset(True)
    assert read(board, Register.VERSION) == 0

    board.emulated.hold_in_reset(False)

    assert read(board, Register.VERSION) == 0x92
    assert read(board, Register.T_MODE) == 0


@pytest.mark.parametrize("version", SELF_TEST)
def test_the_self_test_gives_what_the_datasheet_says(version: int) -> None:
    board = Reader()
    board.emulated.version = version
    board.chip.reset()

    assert board.chip.self_test() == SELF_TEST[version]

    board.emulated.faults.add("self_test")
    assert board.chip.self_test() != SELF_TEST[version]


def test_the_internal_buffer_takes_and_gives_twenty_five_bytes(raw: Reader) -> None:
    write(raw, Register.FIFO_DATA, *range(1, 26))
    write(raw, Register.COMMAND, Command.MEM)
    assert read(raw, Register.FIFO_LEVEL) == 0
    write(raw, Register.COMMAND, Command.GENERATE_RANDOM_ID)
    write(raw, Register.COMMAND, Command.MEM)

    buffer = [read(raw, Register.FIFO_DATA) for _ in range(25)]
    assert buffer[10:] == list(range(11, 26))
    assert buffer[:10] != list(range(1, 11))


def test_a_soft_reset_forgets_everything_and_switches_the_antenna_off(board: Reader, tag: Tag) -> None:
    board.field.put(tag)
    write(board, Register.COMMAND, Command.SOFT_RESET)

    assert read(board, Register.T_MODE) == 0
    assert read(board, Register.TX_CONTROL) & registers.ANTENNA == 0
    assert board.field.exchange(_reqa(), board.clock.now_ns()) is None


def test_no_command_change_changes_nothing(raw: Reader) -> None:
    write(raw, Register.COMMAND, Command.TRANSCEIVE)
    write(raw, Register.COMMAND, Command.NO_CMD_CHANGE)

    assert read(raw, Register.COMMAND) == Command.TRANSCEIVE


@pytest.mark.parametrize(
    ("noise", "mode", "seen"),
    [
        (Heard(Frame((1, 0, 1))), 0x00, (ComIrq.RX, 0)),
        (Heard(Frame((1, 0, 1))), registers.RX_NO_ERR, (0, 0)),
        (Heard(Frame((1, 0, 1, 1))), registers.RX_NO_ERR, (ComIrq.RX, 0)),
        (Heard(Frame((1, 0) * 10), odd=True), registers.RX_NO_ERR, (ComIrq.RX, Error.PARITY)),
        (Heard(Frame((1, 0) * 10), broken=True), registers.RX_NO_ERR, (ComIrq.RX, Error.PROTOCOL)),
        (Heard(Frame((1, 0) * 10), 3), registers.RX_NO_ERR, (ComIrq.RX, Error.COLL)),
    ],
    ids=["three bits", "three bits, ignored", "four bits", "parity", "no frame", "collision"],
)
def test_noise_is_an_answer_to_it(
    board: Reader, monkeypatch: pytest.MonkeyPatch, noise: Heard, mode: int, seen: tuple[int, int]
) -> None:
    monkeypatch.setattr(board.field, "noise", lambda: noise)
    write(board, Register.RX_MODE, mode)
    board.chip.transceive(b"\x26", last_bits=7, answer_bits=19)

    assert (read(board, Register.COM_IRQ) & ComIrq.RX, read(board, Register.ERROR)) == seen


def _reqa() -> Frame:
    return Frame.of(b"\x26", last_bits=7)
