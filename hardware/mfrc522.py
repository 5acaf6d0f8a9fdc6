"""The MFRC522 as a way to send a frame into the field and to hear what comes back; what frames mean is not its job.

Every exchange ends by the chip's own timer or by an answer, never by counting loops: the driver sleeps for as long
as the frame is known to be in the air, then reads all status registers in one transfer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from hardware import registers
from hardware.clock import Clock
from hardware.ports import SpiPort
from hardware.registers import ComIrq, Command, Error, Register

# One bit at 106 kbit/s takes 128 carrier periods (ISO 14443-2, 8.1.1); before a tag answers it keeps silent for
# 1172 or 1236 of them, as the last bit was 0 or 1 (ISO 14443-3, 6.2.1.1).
BIT_NS = 128 * 1_000_000_000 // registers.CARRIER_HZ
FRAME_DELAY_NS = 1236 * 1_000_000_000 // registers.CARRIER_HZ

_PRESCALER = 169  # one tick: (2 * 169 + 1) / 13.56 MHz = 25 us (9.3.3.10)
_TICK_NS = 25_000
_SILENCE_NS = 250_000  # 2.7 frame delays: the timer stops with an answer's fifth bit, so this is ample
_MODE = 0x3D  # CRC preset 0x6363, transmitter waits for the field (9.3.2.2)
_RESET_NS = 150_000  # the oscillator needs 38 us and settles; 8.8.2
_GRACE_NS = 10_000_000  # neither an answer nor the timer after this: the chip is deaf
_AGAIN_NS = 50_000
_GARBLED = Error.BUFFER_OVFL | Error.COLL | Error.PARITY | Error.PROTOCOL
_STATUS = (Register.COM_IRQ, Register.ERROR, Register.FIFO_LEVEL, Register.CONTROL)


class ChipError(OSError):
    """The chip does not behave as an MFRC522 does: absent, miswired or deaf."""


@dataclass(frozen=True)
class Answer:
    """What came back: whole bytes, of which the last holds `last_bits` valid bits (0: all eight)."""

    data: bytes
    last_bits: int
    garbled: bool


class Mfrc522:
    """One chip behind an SPI port. `reset` brings it to life; it is closed with its port."""

    def __init__(self, port: SpiPort, clock: Clock) -> None:
        self._port = port
        self._clock = clock

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the port go; safe to call twice."""
        self._port.close()

    def reset(self) -> int:
        """Reset and set up the chip, switch its antenna on, and return its VersionReg (9.3.4.8).

        Raise ChipError if no chip answers.
        """
        self._write(Register.COMMAND, Command.SOFT_RESET)
        self._clock.sleep_ns(_RESET_NS)
        version = self.version()
        if version in (0x00, 0xFF):
            raise ChipError(f"no chip answers: VersionReg reads 0x{version:02x}")
        self._set_up()
        return version

    def version(self) -> int:
        """Read VersionReg: 0x91 and 0x92 are NXP's, 0x00 and 0xff mean that nobody answers."""
        return self._read(Register.VERSION)[0]

    def transceive(self, data: bytes, *, last_bits: int = 0, answer_bits: int) -> Answer | None:
        """Send a frame and listen; None if nobody answered before the chip's timer ran out.

        `last_bits` of the last byte are sent (0: all), `answer_bits` is the expected length of the answer
        with its parity bits, which tells how long to sleep. Raise ChipError if the chip goes deaf.
        """
        self._load(data, last_bits)
        self._write(Register.COMMAND, Command.TRANSCEIVE)
        self._write(Register.BIT_FRAMING, registers.START_SEND | last_bits)
        in_the_air = _frame_ns(data, last_bits) + FRAME_DELAY_NS + answer_bits * BIT_NS
        irq, error, level, control = self._await(ComIrq.RX | ComIrq.TIMER, in_the_air)
        if not irq & ComIrq.RX:
            return None
        received = bytes(self._read(*[Register.FIFO_DATA] * level)) if level else b""
        return Answer(received, control & registers.LAST_BITS, bool(error & _GARBLED))

    def transmit(self, data: bytes) -> None:
        """Send a frame that nobody answers. Raise ChipError if the chip goes deaf."""
        self._load(data, 0)
        self._write(Register.COMMAND, Command.TRANSMIT)
        self._await(ComIrq.TX, _frame_ns(data, 0))

    def _set_up(self) -> None:
        reload = _SILENCE_NS // _TICK_NS - 1
        self._write(Register.T_MODE, registers.TIMER_AUTO | _PRESCALER >> 8)
        self._write(Register.T_PRESCALER, _PRESCALER & 0xFF)
        self._write(Register.T_RELOAD_HIGH, reload >> 8)
        self._write(Register.T_RELOAD_LOW, reload & 0xFF)
        self._write(Register.TX_ASK, registers.FORCE_100_ASK)
        self._write(Register.MODE, _MODE)
        control = self._read(Register.TX_CONTROL)[0]
        self._write(Register.TX_CONTROL, control | registers.ANTENNA)

    def _load(self, data: bytes, last_bits: int) -> None:
        self._write(Register.COMMAND, Command.IDLE)
        self._write(Register.COM_IRQ, 0x7F)
        self._write(Register.FIFO_LEVEL, registers.FLUSH_BUFFER)
        self._write(Register.FIFO_DATA, *data)
        self._write(Register.BIT_FRAMING, last_bits)  # without StartSend, which may still stand from last time

    def _await(self, wanted: ComIrq, duration_ns: int) -> Sequence[int]:
        """Sleep while the frame is in the air, then read the status until a wanted interrupt bit is there."""
        deadline = self._clock.now_ns() + duration_ns + _GRACE_NS
        self._clock.sleep_ns(duration_ns)
        while True:
            late = self._clock.now_ns() > deadline  # before the look: this thread may have been away for long
            status = self._read(*_STATUS)
            if status[0] & wanted:
                return status
            if late:
                raise ChipError("the chip is deaf: neither an answer nor its timer came")
            self._clock.sleep_ns(_AGAIN_NS)

    def _write(self, register: Register, *values: int) -> None:
        self._port.xfer2([register << 1, *values])  # 8.1.2.3: address in bits 6 to 1, bit 7 low

    def _read(self, *wanted: Register) -> Sequence[int]:
        addresses = [register << 1 | 0x80 for register in wanted]  # 8.1.2.2: each answer follows its address
        return self._port.xfer2([*addresses, 0])[1:]


def _frame_ns(data: bytes, last_bits: int) -> int:
    """Tell how long a frame takes: start, eight bits and parity a byte, end (ISO 14443-3, 6.2.3)."""
    bits = 9 * len(data) if last_bits == 0 else 9 * (len(data) - 1) + last_bits
    return (bits + 2) * BIT_NS
