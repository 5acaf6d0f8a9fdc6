"""The MFRC522 as a transceiver: it sends a frame and returns the answer, without interpreting either.

Every exchange ends with an answer or with the chip's timer, never by counting loops: the driver waits while the frame
is in the air, then reads all status registers in one transfer. If the port supports it, the whole exchange is one
message, including the wait (docs/decisions/0036-one-system-call-a-poll.md). Messages are prepared once, because the
same frames repeat.
"""

from collections.abc import Sequence
from functools import partial
from types import TracebackType
from typing import Self

from hardware.clock import Clock
from hardware.iso14443a import BIT_NS, FIELD_ON_NS, FRAME_DELAY_NS, Answer
from hardware.mfrc522 import registers
from hardware.mfrc522.registers import ComIrq, Command, Error, Register
from hardware.ports import Message, MessagePort, NoMessages, OutputLine, Segment, SpiPort
from hardware.reader import Starting

_PRESCALER = 169  # one tick: (2 * 169 + 1) / 13.56 MHz = 25 us (9.3.3.10)
_TICK_NS = 25_000
_SILENCE_NS = 250_000  # 2.7 frame delays: the timer stops with an answer's fifth bit, so this is ample
_MODE = 0x3D  # CRC preset 0x6363, transmitter waits for the field (9.3.2.2)
_RESET_NS = 150_000  # between two polls of a chip that is waking up: 38 us once its crystal oscillates (8.8.2)
# How long a stopped crystal may take to start; the datasheet does not say. miguelbalboa/rfid waits up to 3 x 50 ms.
CRYSTAL_NS = 150_000_000
_NOBODY = (0x00, 0xFF)
_PULSE_NS = 1_000  # NRSTPD has to be low for at least 100 ns (8.8.1)
_DECODING_NS = 30_000  # from the end of an answer until it is in the FIFO; reading too early costs another read
_GRACE_NS = 10_000_000  # neither an answer nor the timer after this: the chip is deaf
_AGAIN_NS = 50_000
_GARBLED = Error.BUFFER_OVFL | Error.PARITY | Error.PROTOCOL
_STATUS = (Register.COM_IRQ, Register.ERROR, Register.FIFO_LEVEL, Register.CONTROL, Register.COLL)
_RX, _ENDED = int(ComIrq.RX), int(ComIrq.RX | ComIrq.TIMER)  # plain numbers: every poll needs them
_Frame = tuple[bytes, int, int, int, bool]  # data, last_bits, rx_align, answer_bits; whether the field comes on first
_MOST_PREPARED = 128  # messages: two for each card that is addressed by its UID
_SELF_TEST_NS = 50_000_000

GAINS_DB = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}  # RFCfgReg, RxGain (9.3.3.6)
GAIN_DB = 33  # the default after a reset

# The expected result of the self-test, by VersionReg: NXP's from 16.1.1, Fudan's FM17522 as reported by owners.
SELF_TEST = {
    0x91: bytes.fromhex(
        "00c637d532b7575cc2d87c4dd970c77310e6d2aa5ea13e5a14af3061c970db2e"
        "642272b5bd65f4ec22bcd37235cdaa411fa7f35314de7e02d90fb55e251d2979"
    ),
    0x92: bytes.fromhex(
        "00eb66ba57bf2395d0e30d3d27895cde9d3ba700215b8982513aeb020ca50049"
        "7c844db3ccd21b815d4876d5716121a986968338cf9d5b6ddc15ba3e7d953b2f"
    ),
    0x88: bytes.fromhex(
        "00d6788ce2aa0c182ab87a7fd36acf0bb137634b69ae91c7c397ae77f437d79b"
        "7cf53c118f15c3d7c15b002ad075de9e5164ab3ee915b5ab569a988226ea2a62"
    ),
}
GENUINE = {0x91: "MFRC522 version 1.0", 0x92: "MFRC522 version 2.0"}
CLONES = {  # names as in OSSLibraries/Arduino_MFRC522v2
    0x88: "FM17522 of Fudan",
    0x89: "FM17522E of Fudan",
    0xB2: "a clone that calls itself 0xb2",
    0x12: "a counterfeit",
}


def chip_name(version: int) -> str:
    """Return the name of the chip with this VersionReg."""
    return GENUINE.get(version) or f"{CLONES.get(version, 'an unknown chip')} (0x{version:02x})"


class ChipError(OSError):
    """The chip does not behave like an MFRC522: absent, miswired or deaf."""


class AntennaOff(ChipError):
    """The bits that drive the antenna do not stay as written."""


class Mfrc522:
    """One chip behind an SPI port. Call `reset` first; `close` closes the port.

    `gain_db` is the receiver's gain, one of `GAINS_DB`; `reset_line` is the NRSTPD pin, if it is wired.
    """

    def __init__(
        self, port: SpiPort, clock: Clock, *, gain_db: int = GAIN_DB, reset_line: OutputLine | None = None
    ) -> None:
        self._port = port
        self._clock = clock
        self._gain = GAINS_DB[gain_db]
        self._reset_line = reset_line
        self._version = 0x00
        self._antenna = True
        self._settles = False  # the next frame switches the field on first
        self._gives_up_ns: int | None = None  # when a reset in progress times out
        self._messages = port if isinstance(port, MessagePort) else None
        self._prepared: dict[_Frame, Message] = {}

    def hear(self, gain_db: int) -> None:
        """Set the receiver gain. Raise OSError if the bus fails."""
        self._gain = GAINS_DB[gain_db]
        self._write(Register.RF_CFG, self._gain | registers.RF_CFG_RESERVED)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the port; safe to call twice."""
        self._port.close()

    # -- the chip itself

    def reset(self, *, wait_ns: int = CRYSTAL_NS) -> int:
        """Reset and set up the chip, switch its antenna on, and return its VersionReg (9.3.4.8).

        Raise Starting after `wait_ns` without a chip if its crystal may need longer: the next call continues to
        wait, because another reset by the pin would stop the crystal again. Raise ChipError if no chip answers after
        `CRYSTAL_NS`, or if it does not keep what is written to it.
        """
        if self._gives_up_ns is None:
            gives_up_ns = self._clock.now_ns() + CRYSTAL_NS
            self._pulse()
            self._write(Register.COMMAND, Command.SOFT_RESET)  # a chip that cannot receive this yet was reset anyway
            self._gives_up_ns = gives_up_ns
        self._version = self._awake(min(self._clock.now_ns() + wait_ns, self._gives_up_ns))
        if self._version in _NOBODY and self._clock.now_ns() < self._gives_up_ns:
            raise Starting("the crystal of the chip does not oscillate yet")
        self._gives_up_ns = None
        if self._version in _NOBODY:
            raise ChipError(f"no chip answers: VersionReg reads 0x{self._version:02x}")
        self._set_up()
        self.check()
        return self._version

    def _awake(self, until_ns: int) -> int:
        """Wait until the crystal runs and the reset is over (8.8.2); return VersionReg, or 0x00 or 0xff on timeout."""
        while True:
            self._clock.sleep_ns(_RESET_NS)
            version, command = self._read(Register.VERSION, Register.COMMAND)
            if version not in _NOBODY and not command & registers.POWER_DOWN:
                return version
            if self._clock.now_ns() >= until_ns:
                return version if version in _NOBODY else 0x00

    def version(self) -> int:
        """Return VersionReg: 0x91 and 0x92 are NXP's, 0x00 and 0xff mean that no chip answers."""
        return self._read(Register.VERSION)[0]

    def echoes(self) -> bool:
        """Return whether every byte comes back unchanged, because MISO is shorted to MOSI."""
        sent = _reading((Register.VERSION, Register.MODE, Register.COMMAND))
        return bytes(self._port.xfer2(sent)) == sent

    def check(self) -> None:
        """Check that the chip still has its settings. Raise ChipError if it is gone or has lost them."""
        wanted = {Register.VERSION: self._version, **self._settings()}
        values = self._read(*wanted, Register.TX_CONTROL)
        found, control = dict(zip(wanted, values, strict=False)), values[-1]
        if found[Register.VERSION] != self._version:
            raise ChipError(f"the chip is gone: VersionReg reads 0x{found[Register.VERSION]:02x}")
        if control & registers.ANTENNA != (registers.ANTENNA if self._antenna else 0):
            raise AntennaOff(f"the antenna does not stay {'on' if self._antenna else 'off'}")
        if found != wanted:
            raise ChipError("the chip has forgotten its settings: its supply may have dropped")

    def antenna(self, on: bool) -> None:
        """Switch the field on or off; without it every tag forgets its state. A tag needs `FIELD_ON_NS` to wake up."""
        self._settles = False
        self._write(Register.TX_CONTROL, _tx_control(on=on))
        self._antenna = on

    def light_up(self) -> None:
        """Switch the field on with the next frame, which must follow at once and waits until tags have woken up."""
        self._settles = self._antenna = True

    def self_test(self) -> bytes:
        """Run the self-test (16.1.1) and return its 64 bytes, fewer on a timeout; call `reset` afterwards."""
        self._write(Register.COMMAND, Command.SOFT_RESET)
        self._awake(self._clock.now_ns() + CRYSTAL_NS)
        self._write(Register.FIFO_LEVEL, registers.FLUSH_BUFFER)
        self._write(Register.FIFO_DATA, *[0] * registers.BUFFER_SIZE)
        self._write(Register.COMMAND, Command.MEM)
        self._write(Register.AUTO_TEST, registers.SELF_TEST_ON)
        self._write(Register.FIFO_DATA, 0)
        self._write(Register.COMMAND, Command.CALC_CRC)
        deadline = self._clock.now_ns() + _SELF_TEST_NS
        while (level := self._read(Register.FIFO_LEVEL)[0]) < registers.FIFO_SIZE and self._clock.now_ns() < deadline:
            self._clock.sleep_ns(_AGAIN_NS)
        self._write(Register.COMMAND, Command.IDLE)
        return self._fifo(min(level, registers.FIFO_SIZE))

    # -- frames

    def transceive(self, data: bytes, *, last_bits: int = 0, rx_align: int = 0, answer_bits: int) -> Answer | None:
        """Send a frame and return the answer; None if the chip's timer ran out.

        `last_bits` of the last byte are sent (0: all); the first bit received is put at bit `rx_align` of the first
        byte. `answer_bits` is the expected length of the answer with its parity bits, or 0 if silence is expected; it
        determines how long to sleep. Raise ChipError if the chip is deaf.
        """
        settles, self._settles = self._settles, False
        status = self._exchange((data, last_bits, rx_align, answer_bits, settles))
        if not status[0] & _ENDED:
            status = self._await_late()
        irq, error, level, control, coll = status
        if not irq & _RX:
            return None
        received = self._fifo(min(level, registers.FIFO_SIZE))
        return _answer(received, control & registers.LAST_BITS, error, coll)

    def _exchange(self, frame: _Frame) -> Sequence[int]:
        """Send a frame, wait while it and its answer are in the air, and return the values of `_STATUS`."""
        prepared = self._prepared.get(frame)
        if prepared is None:
            prepared = self._prepare(frame)
        try:
            return _values(prepared(), len(_STATUS))
        except NoMessages:
            self._messages = None
            self._prepared.clear()
            return self._exchange(frame)

    def _prepare(self, frame: _Frame) -> Message:
        if len(self._prepared) == _MOST_PREPARED:
            self._prepared.clear()
        message = self._prepared[frame] = self._message(_segments(*frame))
        return message

    def _message(self, segments: Sequence[Segment]) -> Message:
        if self._messages is not None:
            try:
                return self._messages.message(segments)
            except NoMessages:
                self._messages = None
        return partial(self._one_by_one, segments)

    def _one_by_one(self, segments: Sequence[Segment]) -> Sequence[int]:
        """Make the transfers of a message one by one, waiting by the clock."""
        answer: Sequence[int] = ()
        for segment in segments:
            answer = self._port.xfer2(segment.data)
            if segment.wait_ns:
                self._clock.sleep_ns(segment.wait_ns)
        return answer

    # -- registers

    def _settings(self) -> dict[Register, int]:
        reload = _SILENCE_NS // _TICK_NS - 1
        return {
            Register.T_MODE: registers.TIMER_AUTO | _PRESCALER >> 8,
            Register.T_PRESCALER: _PRESCALER & 0xFF,
            Register.T_RELOAD_HIGH: reload >> 8,
            Register.T_RELOAD_LOW: reload & 0xFF,
            Register.TX_ASK: registers.FORCE_100_ASK,
            Register.MODE: _MODE,
        }

    def _set_up(self) -> None:
        for register, value in self._settings().items():
            self._write(register, value)
        self._write(Register.RF_CFG, self._gain | registers.RF_CFG_RESERVED)
        self._write(Register.RX_MODE, registers.RX_NO_ERR)  # not checked later: clones may lack it
        self._write(Register.COLL, 0)  # ValuesAfterColl: bits after a collision are cleared (9.3.1.15)
        self.antenna(on=True)

    def _pulse(self) -> None:
        """Reset the chip by its pin, if wired; this works even if the bus does not (8.8.1)."""
        if self._reset_line is not None:
            self._reset_line.set(high=False)
            self._clock.sleep_ns(_PULSE_NS)
            self._reset_line.set(high=True)

    def _await_late(self) -> Sequence[int]:
        """Poll the status until an overdue frame has ended. Raise ChipError if it does not end."""
        deadline = self._clock.now_ns() + _GRACE_NS
        while True:
            self._clock.sleep_ns(_AGAIN_NS)
            late = self._clock.now_ns() > deadline  # before the read: this thread may have been suspended a long time
            status = self._read(*_STATUS)
            if status[0] & _ENDED:
                return status
            if late:
                raise ChipError("the chip is deaf: neither an answer nor its timer came")

    def _fifo(self, level: int) -> bytes:
        return bytes(self._read(*[Register.FIFO_DATA] * level)) if level else b""

    def _write(self, register: Register, *values: int) -> None:
        self._port.xfer2([register << 1, *values])  # 8.1.2.3: address in bits 6 to 1, bit 7 low

    def _read(self, *wanted: Register) -> Sequence[int]:
        return _values(self._port.xfer2(_reading(wanted)), len(wanted))


def _reading(wanted: Sequence[Register]) -> bytes:
    return bytes([*(register << 1 | 0x80 for register in wanted), 0])  # 8.1.2.2: each answer follows its address


def _values(answer: Sequence[int], wanted: int) -> Sequence[int]:
    """Return the values of `wanted` registers. Raise ChipError if the answer has a different length."""
    if len(answer) != wanted + 1:
        raise ChipError(f"the bus returned {len(answer)} bytes instead of {wanted + 1}")
    return [value & 0xFF for value in answer[1:]]


def _tx_control(*, on: bool) -> int:
    return registers.TX_CONTROL_RESET | (registers.ANTENNA if on else 0)


def _segments(data: bytes, last_bits: int, rx_align: int, answer_bits: int, settles: bool) -> tuple[Segment, ...]:
    """Return the transfers that send a frame and read its result."""
    framing = rx_align << 4 | last_bits
    answer_ns = FRAME_DELAY_NS + answer_bits * BIT_NS if answer_bits else _SILENCE_NS
    in_the_air = _frame_ns(data, last_bits) + answer_ns + _DECODING_NS
    written = (
        (Register.COMMAND, Command.IDLE),
        (Register.COM_IRQ, 0x7F),
        (Register.FIFO_LEVEL, registers.FLUSH_BUFFER),
        (Register.FIFO_DATA, *data),
        (Register.BIT_FRAMING, framing),  # without StartSend, which may still be set from last time
        (Register.COMMAND, Command.TRANSCEIVE),
    )
    load = [Segment(bytes([register << 1, *values])) for register, *values in written]
    send = Segment(bytes([Register.BIT_FRAMING << 1, registers.START_SEND | framing]), in_the_air)
    field = [Segment(bytes([Register.TX_CONTROL << 1, _tx_control(on=True)]), FIELD_ON_NS)] if settles else []
    return (*field, *load, send, Segment(_reading(_STATUS)))


def _answer(data: bytes, last_bits: int, error: int, coll: int) -> Answer:
    if not error & Error.COLL:
        return Answer(data, last_bits, bool(error & _GARBLED))
    if coll & registers.COLL_POS_NOT_VALID:
        return Answer(data, last_bits, garbled=True)
    position = coll & registers.COLL_POS or 32  # 9.3.1.15: 0 stands for the 32nd bit
    return Answer(data, last_bits, bool(error & Error.BUFFER_OVFL), position)


def _frame_ns(data: bytes, last_bits: int) -> int:
    """Return how long a frame takes: start, eight bits and parity for each byte, end (ISO 14443-3, 6.2.3)."""
    bits = 9 * len(data) if last_bits == 0 else 9 * (len(data) - 1) + last_bits
    return (bits + 2) * BIT_NS
