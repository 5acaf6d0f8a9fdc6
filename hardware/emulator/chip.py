"""The MFRC522 at register level: FIFO, interrupt and timer bits, CRC coprocessor, bit framing, antenna, version.

The chip lives between accesses: what the air and the timer do after a command is put on an agenda with its time, and
each access first lets pass what has become due. Section numbers are the datasheet's.
"""

from collections import deque
from collections.abc import Callable

from hardware import registers
from hardware.emulator.field import Field
from hardware.emulator.frames import Frame, Heard
from hardware.iso14443a import crc_a
from hardware.mfrc522 import BIT_NS, FRAME_DELAY_NS
from hardware.registers import ComIrq, Command, DivIrq, Error, Register

VERSION_2 = 0x92

# Values after a reset (section 9.3, second column of each table); all others are 0.
_RESET = {
    Register.COMMAND: 0x20, Register.COM_I_EN: 0x80, Register.COM_IRQ: 0x14, Register.STATUS1: 0x21,
    Register.WATER_LEVEL: 0x08, Register.CONTROL: 0x10, Register.COLL: 0x80, Register.MODE: 0x3F,
    Register.TX_CONTROL: 0x80, Register.TX_SEL: 0x10, Register.RX_SEL: 0x84, Register.RX_THRESHOLD: 0x84,
    Register.DEMOD: 0x4D, Register.MF_TX: 0x62, Register.SERIAL_SPEED: 0xEB, Register.CRC_RESULT_HIGH: 0xFF,
    Register.CRC_RESULT_LOW: 0xFF, Register.MOD_WIDTH: 0x26, Register.RF_CFG: 0x48, Register.GS_N: 0x88,
    Register.CW_GS_P: 0x20, Register.MOD_GS_P: 0x20,
}  # fmt: skip
_READ_ONLY = {
    Register.ERROR, Register.STATUS1, Register.CRC_RESULT_HIGH, Register.CRC_RESULT_LOW, Register.T_COUNTER_HIGH,
    Register.T_COUNTER_LOW, Register.VERSION,
}  # fmt: skip
_BITS_THAT_STOP_THE_TIMER = 5  # start bit and four data bits (9.3.3.10)


class EmulatedMfrc522:
    """One chip over one field. `now_ns` is the time that the chip's oscillator keeps."""

    def __init__(self, field: Field, now_ns: Callable[[], int], *, version: int = VERSION_2) -> None:
        self._field = field
        self._now_ns = now_ns
        self._version = version
        self._reset()
        self._when_read: dict[int, Callable[[], int]] = {
            Register.FIFO_DATA: self._pop,
            Register.FIFO_LEVEL: lambda: len(self._fifo),
            Register.STATUS1: self._status1,
            Register.T_COUNTER_HIGH: lambda: self._counter() >> 8,
            Register.T_COUNTER_LOW: lambda: self._counter() & 0xFF,
        }
        self._when_written: dict[int, Callable[[int], None]] = {
            Register.COMMAND: self._command,
            Register.COM_IRQ: lambda value: self._mark(Register.COM_IRQ, value),
            Register.DIV_IRQ: lambda value: self._mark(Register.DIV_IRQ, value),
            Register.FIFO_DATA: self._push,
            Register.FIFO_LEVEL: self._flush,
            Register.CONTROL: self._control,
            Register.BIT_FRAMING: self._bit_framing,
            Register.TX_CONTROL: self._tx_control,
        }

    # -- the bus side

    def read(self, address: int) -> int:
        """Read a register. Reading FIFODataReg takes a byte out (9.3.1.10)."""
        self._live_on()
        special = self._when_read.get(address)
        return special() if special else self._memory[address]

    def write(self, address: int, value: int) -> None:
        """Write a register; what is read-only stays as it is."""
        self._live_on()
        special = self._when_written.get(address)
        if special:
            special(value)
        elif address not in _READ_ONLY:
            self._memory[address] = value

    # -- registers with a life of their own

    def _reset(self) -> None:
        self._memory = [0] * 64
        for register, value in _RESET.items():
            self._memory[register] = value
        self._memory[Register.VERSION] = self._version
        self._fifo: deque[int] = deque()
        self._agenda: list[tuple[int, Callable[[], None]]] = []
        self._timer_ends_ns: int | None = None
        self._field.power(False)

    def _mark(self, register: Register, value: int) -> None:
        """Set or clear the marked interrupt bits, as bit 7 says (9.3.1.5, 9.3.1.6)."""
        if value & ComIrq.SET1:
            self._memory[register] |= value & 0x7F
        else:
            self._memory[register] &= ~value

    def _push(self, value: int) -> None:
        if len(self._fifo) >= registers.FIFO_SIZE:
            self._memory[Register.ERROR] |= Error.BUFFER_OVFL
        else:
            self._fifo.append(value)

    def _pop(self) -> int:
        return self._fifo.popleft() if self._fifo else 0

    def _flush(self, value: int) -> None:
        if value & registers.FLUSH_BUFFER:
            self._fifo.clear()
            self._memory[Register.ERROR] &= ~Error.BUFFER_OVFL

    def _control(self, value: int) -> None:
        if value & registers.TIMER_START_NOW:
            self._start_timer(self._now_ns())
        if value & registers.TIMER_STOP_NOW:
            self._timer_ends_ns = None

    def _tx_control(self, value: int) -> None:
        self._memory[Register.TX_CONTROL] = value
        self._field.power(bool(value & registers.ANTENNA))

    def _bit_framing(self, value: int) -> None:
        self._memory[Register.BIT_FRAMING] = value
        if value & registers.START_SEND and self._running() == Command.TRANSCEIVE:
            self._send()

    def _status1(self) -> int:
        running = registers.TIMER_RUNNING if self._timer_ends_ns is not None else 0
        ready = registers.CRC_READY if self._memory[Register.DIV_IRQ] & DivIrq.CRC else 0
        return self._memory[Register.STATUS1] & ~registers.CRC_READY | running | ready

    # -- commands (10.3)

    def _running(self) -> int:
        return self._memory[Register.COMMAND] & 0x0F

    def _command(self, value: int) -> None:
        command = value & 0x0F
        if command == Command.NO_CMD_CHANGE:
            return
        if command == Command.SOFT_RESET:
            self._reset()
            return
        self._memory[Register.COMMAND] = value
        self._memory[Register.ERROR] &= Error.TEMP
        self._agenda.clear()
        if command == Command.CALC_CRC:
            self._calculate_crc()
        elif command == Command.TRANSMIT:
            self._send()

    def _calculate_crc(self) -> None:
        """Run the coprocessor over the FIFO, with the preset that ModeReg holds out of the box: 0x6363 (10.3.1.4)."""
        crc = crc_a(bytes(self._fifo))
        self._fifo.clear()
        self._memory[Register.CRC_RESULT_LOW], self._memory[Register.CRC_RESULT_HIGH] = crc
        self._memory[Register.DIV_IRQ] |= DivIrq.CRC

    def _send(self) -> None:
        """Put the FIFO on the air; it is out, start and end bits included, some time later."""
        frame = Frame.of(list(self._fifo), self._memory[Register.BIT_FRAMING] & registers.LAST_BITS)
        self._fifo.clear()
        ends_ns = self._now_ns() + (frame.air_bits + 2) * BIT_NS
        self._agenda.append((ends_ns, lambda: self._sent(frame, ends_ns)))

    # -- what the air and the timer do by themselves

    def _live_on(self) -> None:
        if not self._agenda and self._timer_ends_ns is None:
            return
        now_ns = self._now_ns()
        while due := [entry for entry in self._agenda if entry[0] <= now_ns]:
            entry = min(due, key=lambda entry: entry[0])
            self._agenda.remove(entry)
            self._expire_timer(entry[0])
            entry[1]()
        self._expire_timer(now_ns)

    def _expire_timer(self, now_ns: int) -> None:
        if self._timer_ends_ns is not None and self._timer_ends_ns <= now_ns:
            self._timer_ends_ns = None
            self._memory[Register.COM_IRQ] |= ComIrq.TIMER

    def _sent(self, frame: Frame, now_ns: int) -> None:
        self._memory[Register.COM_IRQ] |= ComIrq.TX
        listening = self._running() == Command.TRANSCEIVE
        if not listening:
            self._memory[Register.COMMAND] = Command.IDLE
            self._memory[Register.COM_IRQ] |= ComIrq.IDLE
        if self._memory[Register.T_MODE] & registers.TIMER_AUTO:
            self._start_timer(now_ns)
        heard = self._field.exchange(frame, now_ns)
        if heard is not None and listening:
            self._receive(heard, now_ns + FRAME_DELAY_NS)

    def _receive(self, heard: Heard, begins_ns: int) -> None:
        self._agenda.append((begins_ns + _BITS_THAT_STOP_THE_TIMER * BIT_NS, self._stop_timer))
        ends_ns = begins_ns + (heard.frame.air_bits + 1) * BIT_NS
        self._agenda.append((ends_ns, lambda: self._received(heard)))

    def _received(self, heard: Heard) -> None:
        for byte in heard.frame.data:
            self._push(byte)
        self._memory[Register.CONTROL] &= ~registers.LAST_BITS
        self._memory[Register.CONTROL] |= heard.frame.last_bits
        self._memory[Register.COLL] = 0x80 | registers.COLL_POS_NOT_VALID
        if heard.collision is not None:
            self._collided(heard.collision + 1)
        self._memory[Register.COM_IRQ] |= ComIrq.RX

    def _collided(self, position: int) -> None:
        self._memory[Register.ERROR] |= Error.COLL
        self._memory[Register.COM_IRQ] |= ComIrq.ERR
        if position <= 32:  # 9.3.1.15: 0 stands for the 32nd bit, later ones are not told
            self._memory[Register.COLL] = 0x80 | position & registers.COLL_POS

    # -- the timer (8.5)

    def _start_timer(self, now_ns: int) -> None:
        self._timer_ends_ns = now_ns + (self._reload() + 1) * self._tick_ns()

    def _stop_timer(self) -> None:
        self._timer_ends_ns = None

    def _counter(self) -> int:
        if self._timer_ends_ns is None:
            return 0
        return max(0, self._timer_ends_ns - self._now_ns()) // self._tick_ns()

    def _reload(self) -> int:
        return self._memory[Register.T_RELOAD_HIGH] << 8 | self._memory[Register.T_RELOAD_LOW]

    def _tick_ns(self) -> int:
        prescaler = (self._memory[Register.T_MODE] & 0x0F) << 8 | self._memory[Register.T_PRESCALER]
        return (2 * prescaler + 1) * 1_000_000_000 // registers.CARRIER_HZ
