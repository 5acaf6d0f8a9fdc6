"""The emulated MFRC522 against its datasheet, register by register."""

import pytest

from hardware import registers
from hardware.emulator.tag import Tag
from hardware.iso14443a import crc_a
from hardware.mfrc522 import BIT_NS
from hardware.registers import ComIrq, Command, DivIrq, Error, Register
from tests.hardware.conftest import Reader


@pytest.fixture
def raw() -> Reader:
    """A chip as it comes out of its reset, without a driver's set-up."""
    return Reader()


def write(reader: Reader, register: Register, *values: int) -> None:
    reader.port.xfer2([register << 1, *values])


def read(reader: Reader, register: Register) -> int:
    return reader.port.xfer2([register << 1 | 0x80, 0])[1]


def test_version_and_reset_values(raw: Reader) -> None:
    assert read(raw, Register.VERSION) == 0x92
    assert read(raw, Register.COMMAND) == 0x20
    assert read(raw, Register.MODE) == 0x3F
    assert read(raw, Register.TX_CONTROL) == 0x80


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
    write(raw, Register.FIFO_DATA, *b"\x12\x34")
    write(raw, Register.COMMAND, Command.CALC_CRC)

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


def test_a_short_frame_wakes_a_tag_and_its_answer_takes_its_time(reader: Reader, tag: Tag) -> None:
    reader.field.put(tag)
    write(reader, Register.COMMAND, Command.IDLE)
    write(reader, Register.COM_IRQ, 0x7F)
    write(reader, Register.FIFO_DATA, 0x26)
    write(reader, Register.COMMAND, Command.TRANSCEIVE)
    write(reader, Register.BIT_FRAMING, registers.START_SEND | 7)

    reader.clock.sleep_ns(9 * BIT_NS)  # seven bits, start and end
    assert read(reader, Register.COM_IRQ) & ComIrq.TX
    assert not read(reader, Register.COM_IRQ) & ComIrq.RX

    reader.clock.sleep_ns(300_000)
    assert read(reader, Register.COM_IRQ) & ComIrq.RX
    assert not read(reader, Register.COM_IRQ) & ComIrq.TIMER, "an answer stops the timer"
    assert [read(reader, Register.FIFO_DATA) for _ in range(2)] == [0x44, 0x00]
    assert read(reader, Register.CONTROL) & registers.LAST_BITS == 0


def test_a_frame_of_eight_bits_wakes_nobody(reader: Reader, tag: Tag) -> None:
    reader.field.put(tag)

    assert reader.chip.transceive(b"\x26", last_bits=0, answer_bits=19) is None


def test_a_collision_is_told_with_its_place(reader: Reader) -> None:
    for uid in ("04a1b2c3d4e5f6", "0ca1b2c3d4e5f6"):  # the first cascade level reads 88 04 .. and 88 0c ..
        reader.field.put(Tag(bytes.fromhex(uid)))
    assert reader.chip.transceive(b"\x26", last_bits=7, answer_bits=19) is not None

    answer = reader.chip.transceive(b"\x93\x20", answer_bits=46)

    assert answer is not None
    assert answer.garbled
    assert read(reader, Register.ERROR) & Error.COLL
    assert read(reader, Register.COLL) & registers.COLL_POS == 8 + 4


def test_a_soft_reset_forgets_everything_and_switches_the_antenna_off(reader: Reader, tag: Tag) -> None:
    reader.field.put(tag)
    write(reader, Register.COMMAND, Command.SOFT_RESET)

    assert read(reader, Register.T_MODE) == 0
    assert read(reader, Register.TX_CONTROL) & registers.ANTENNA == 0
    assert reader.field.exchange(_reqa(), reader.clock.now_ns()) is None


def test_no_command_change_changes_nothing(raw: Reader) -> None:
    write(raw, Register.COMMAND, Command.TRANSCEIVE)
    write(raw, Register.COMMAND, Command.NO_CMD_CHANGE)

    assert read(raw, Register.COMMAND) == Command.TRANSCEIVE


def _reqa():  # type: ignore[no-untyped-def]
    from hardware.emulator.frames import Frame

    return Frame.of(b"\x26", last_bits=7)
