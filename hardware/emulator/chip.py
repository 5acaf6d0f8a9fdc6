"""The MFRC522 at register level: FIFO, interrupt and timer bits, CRC, bit framing, collisions, power-down, self-test.

The chip keeps running between accesses: later effects of a command, on the air or through the timer, are scheduled, and
each access first runs those that are due. Section numbers are the datasheet's.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from random import Random
from typing import TypeVar

from hardware.emulator.field import Field
from hardware.emulator.frames import Frame, Heard
from hardware.iso14443a import BIT_NS, CARRIER_HZ, crc_a
from hardware.mfrc522 import registers
from hardware.mfrc522.chip import SELF_TEST
from hardware.mfrc522.registers import ComIrq, Command, DivIrq, Error, Register

VERSION_2 = 0x92

# Values after a reset (section 9.3, second column of each table); all others are 0.
_RESET = {
    Register.COMMAND: 0x20, Register.COM_I_EN: 0x80, Register.COM_IRQ: 0x14, Register.STATUS1: 0x21,
    Register.WATER_LEVEL: 0x08, Register.CONTROL: 0x10, Register.COLL: 0xA0, Register.MODE: 0x3F,
    Register.TX_CONTROL: 0x80, Register.TX_SEL: 0x10, Register.RX_SEL: 0x84, Register.RX_THRESHOLD: 0x84,
    Register.DEMOD: 0x4D, Register.MF_TX: 0x62, Register.SERIAL_SPEED: 0xEB, Register.CRC_RESULT_HIGH: 0xFF,
    Register.CRC_RESULT_LOW: 0xFF, Register.MOD_WIDTH: 0x26, Register.RF_CFG: 0x48, Register.GS_N: 0x88,
    Register.CW_GS_P: 0x20, Register.MOD_GS_P: 0x20, Register.AUTO_TEST: 0x40,
}  # fmt: skip
_READ_ONLY = {
    Register.ERROR, Register.STATUS1, Register.CRC_RESULT_HIGH, Register.CRC_RESULT_LOW, Register.T_COUNTER_HIGH,
    Register.T_COUNTER_LOW, Register.VERSION,
}  # fmt: skip
# What every exchange needs, as plain numbers: looking up enum members would take longer than everything else.
_COMMAND, _COM_IRQ, _ERROR = int(Register.COMMAND), int(Register.COM_IRQ), int(Register.ERROR)
_FIFO_DATA, _WATER_LEVEL, _CONTROL = int(Register.FIFO_DATA), int(Register.WATER_LEVEL), int(Register.CONTROL)
_BIT_FRAMING, _COLL, _TX_MODE = int(Register.BIT_FRAMING), int(Register.COLL), int(Register.TX_MODE)
_RX_MODE, _RF_CFG, _T_MODE = int(Register.RX_MODE), int(Register.RF_CFG), int(Register.T_MODE)
_HI_ALERT, _LO_ALERT, _SET1 = int(ComIrq.HI_ALERT), int(ComIrq.LO_ALERT), int(ComIrq.SET1)
_TX_IRQ, _RX_IRQ, _TIMER_IRQ = int(ComIrq.TX), int(ComIrq.RX), int(ComIrq.TIMER)
_TRANSCEIVE, _SOFT_RESET, _NO_CHANGE = int(Command.TRANSCEIVE), int(Command.SOFT_RESET), int(Command.NO_CMD_CHANGE)
_TEMP, _BUFFER_OVFL = int(Error.TEMP), int(Error.BUFFER_OVFL)
_FIFO_SIZE, _READ_FIFO = registers.FIFO_SIZE, Register.FIFO_DATA << 1 | 0x80
_BITS_THAT_STOP_THE_TIMER = 5  # start bit and four data bits (9.3.3.10)
_FEWEST_BITS = 4  # in a frame that is received even with RxNoErr set (9.3.2.4)
_WAKE_NS = 1024 * 1_000_000_000 // 27_120_000  # leaving power-down: 1024 clocks of the crystal (8.6.2)
_DECODING_NS = 20_000  # from the end of an answer until it is in the FIFO
_GAIN_DB = {0x00: 18, 0x10: 23, 0x20: 18, 0x30: 23, 0x40: 33, 0x50: 38, 0x60: 43, 0x70: 48}  # RxGain (9.3.3.6)
_CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)  # ModeReg, CRCPreset (9.3.2.2)
_CRC_NS_PER_BYTE = 600  # the coprocessor works bit by bit at 13.56 MHz


_when = itemgetter(0)
_F = TypeVar("_F")


def _by_number(special: Mapping[Register, _F]) -> list[_F | None]:
    """Return a list indexed by register number, with each register's special behaviour or None."""
    by_number: dict[int, _F] = {int(register): one for register, one in special.items()}
    return [by_number.get(number) for number in range(64)]


def _nothing(_value: int) -> None:
    """Ignore a write to a read-only register."""


class EmulatedMfrc522:
    """One chip over one field. `now_ns` is the time according to the chip's oscillator.

    `faults` are the defects of the board: "deaf" (the chip never reports an answer or a timeout), "antenna" (the
    antenna driver bits do not stay on), "self_test" (the digital part is damaged).
    """

    def __init__(self, field: Field, now_ns: Callable[[], int], *, version: int = VERSION_2) -> None:
        self._field = field
        self._now_ns = now_ns
        self.version = version
        self.faults: set[str] = set()
        self.on_air_ns = 0
        self.start_up_ns = 0  # start-up time of the crystal, which a hard power-down has stopped (8.8.2)
        self._chance = Random(version)  # noqa: S311 - chance, no secret
        self._buffer = bytes(registers.BUFFER_SIZE)
        self._held_in_reset = False
        self._swings_at_ns = 0
        self._reset()
        self._when_read: list[Callable[[], int] | None] = _by_number({
            Register.COMMAND: self._command_read,
            Register.FIFO_DATA: self._pop,
            Register.FIFO_LEVEL: lambda: len(self._fifo),
            Register.STATUS1: self._status1,
            Register.TX_CONTROL: self._tx_control_read,
            Register.T_COUNTER_HIGH: lambda: self._counter() >> 8,
            Register.T_COUNTER_LOW: lambda: self._counter() & 0xFF,
        })  # fmt: skip
        self._when_started: dict[int, Callable[[], None]] = {
            Command.CALC_CRC: self._calculate,
            Command.TRANSMIT: self._send,
            Command.MEM: self._move,
            Command.GENERATE_RANDOM_ID: self._make_id,
        }
        self._when_written: list[Callable[[int], None] | None] = _by_number({
            Register.COMMAND: self._command,
            Register.COM_IRQ: lambda value: self._mark(Register.COM_IRQ, value),
            Register.DIV_IRQ: lambda value: self._mark(Register.DIV_IRQ, value),
            Register.FIFO_LEVEL: self._flush,
            Register.CONTROL: self._control,
            Register.BIT_FRAMING: self._bit_framing,
            Register.COLL: self._coll,
            Register.TX_CONTROL: self._tx_control,
            **dict.fromkeys(_READ_ONLY, _nothing),
        })  # fmt: skip

    # -- the bus side

    def transfer(self, data: Sequence[int]) -> list[int]:
        """Make a transfer and return the answers: a read (8.1.2.1: each follows its address) or a write (8.1.2.2)."""
        if self._is_dead():
            return [0] * len(data)  # nothing drives the bus high
        if self._agenda or self._timer_ends_ns is not None:
            self._live_on()
        if not data[0] & 0x80:
            self._write(data[0] >> 1 & 0x3F, data)
            return [0] * len(data)
        if data[0] == _READ_FIFO and len(set(data[:-1])) == 1:
            return [0, *self._drain(len(data) - 1)]
        answer, memory, special = [0], self._memory, self._when_read
        for address in data[:-1]:
            number = address >> 1 & 0x3F
            read = special[number]
            answer.append(memory[number] if read is None else read())
        return answer

    def read(self, address: int) -> int:
        """Read a register. Reading FIFODataReg takes a byte out of the FIFO (9.3.1.10)."""
        return self.transfer((address << 1 | 0x80, 0))[1]

    def write(self, address: int, value: int) -> None:
        """Write a register; read-only bits keep their value."""
        self.transfer((address << 1, value))

    def _write(self, address: int, data: Sequence[int]) -> None:
        """Write all bytes after the first to one address."""
        if address == _FIFO_DATA:
            self._fill(data[1:])
            return
        special = self._when_written[address]
        for value in data[1:]:
            if special is None:
                self._memory[address] = value
            else:
                special(value)

    def hold_in_reset(self, low: bool) -> None:
        """Pull NRSTPD low, or release it: low is hard power-down, in which the chip forgets everything (8.6.1)."""
        if self._held_in_reset and not low:
            self._swings_at_ns = self._now_ns() + self.start_up_ns
        self._held_in_reset = low
        self._reset()
        self._buffer = bytes(registers.BUFFER_SIZE)

    @property
    def is_held_in_reset(self) -> bool:
        """Whether NRSTPD is low, or the chip has no power, which looks the same from outside."""
        return self._held_in_reset

    def _is_dead(self) -> bool:
        return self._held_in_reset or (self._swings_at_ns > 0 and self._now_ns() < self._swings_at_ns)

    # -- registers with side effects

    def _reset(self) -> None:
        self._memory = [0] * 64
        for register, value in _RESET.items():
            self._memory[register] = value
        self._memory[Register.VERSION] = self.version
        self._fifo: deque[int] = deque()
        self._agenda: list[tuple[int, Callable[[], None]]] = []
        self._timer_ends_ns: int | None = None
        self._awake_at_ns = 0
        self._hung = self._computes = False
        self._field.power(False)

    def _mark(self, register: Register, value: int) -> None:
        """Set the marked interrupt bits if bit 7 is set, otherwise clear them (9.3.1.5, 9.3.1.6)."""
        if value & _SET1:
            self._memory[register] |= value & 0x7F
        else:
            self._memory[register] &= ~value

    def _fill(self, data: Sequence[int]) -> None:
        """Put bytes into the FIFO; bytes that do not fit are lost."""
        for some in (data[:1], data[1:]):  # alerts depend on the level, which is lowest after the first byte
            room = _FIFO_SIZE - len(self._fifo)
            self._fifo.extend(some[:room])
            if len(some) > room:
                self._memory[_ERROR] |= _BUFFER_OVFL
            if some:
                self._alert()

    def _drain(self, count: int) -> list[int]:
        """Take bytes out of the FIFO; an empty FIFO gives zeros."""
        drained = [self._pop()]
        if count > 1:
            drained += [self._fifo.popleft() if self._fifo else 0 for _ in range(count - 1)]
            self._alert()
        return drained

    def _pop(self) -> int:
        value = self._fifo.popleft() if self._fifo else 0
        self._alert()
        return value

    def _alert(self) -> None:
        """Set HiAlert and LoAlert if the FIFO is nearly full or nearly empty (9.3.1.8); they stay until cleared."""
        level, water = len(self._fifo), self._memory[_WATER_LEVEL] & 0x3F
        if _FIFO_SIZE - level <= water:
            self._memory[_COM_IRQ] |= _HI_ALERT
        if level <= water:
            self._memory[_COM_IRQ] |= _LO_ALERT

    def _alerts(self) -> int:
        level, water = len(self._fifo), self._memory[Register.WATER_LEVEL] & 0x3F
        high = registers.HI_ALERT if registers.FIFO_SIZE - level <= water else 0
        return high | (registers.LO_ALERT if level <= water else 0)

    def _flush(self, value: int) -> None:
        if value & registers.FLUSH_BUFFER:
            self._fifo.clear()
            self._memory[_ERROR] &= ~_BUFFER_OVFL
            self._alert()

    def _control(self, value: int) -> None:
        if value & registers.TIMER_START_NOW:
            self._start_timer(self._now_ns())
        if value & registers.TIMER_STOP_NOW:
            self._timer_ends_ns = None

    def _coll(self, value: int) -> None:
        """Write ValuesAfterColl, the only bit of CollReg that can be written (9.3.1.15)."""
        kept = self._memory[Register.COLL] & ~registers.VALUES_AFTER_COLL
        self._memory[Register.COLL] = kept | value & registers.VALUES_AFTER_COLL

    def _tx_control(self, value: int) -> None:
        self._memory[Register.TX_CONTROL] = value
        self._field.power(bool(self._tx_control_read() & registers.ANTENNA) and not self._asleep())

    def _tx_control_read(self) -> int:
        dead = registers.ANTENNA if "antenna" in self.faults else 0
        return self._memory[Register.TX_CONTROL] & ~dead

    def _bit_framing(self, value: int) -> None:
        self._memory[_BIT_FRAMING] = value
        if value & registers.START_SEND and self._running() == _TRANSCEIVE:
            self._send()

    def _status1(self) -> int:
        running = registers.TIMER_RUNNING if self._timer_ends_ns is not None else 0
        ready = 0 if self._computes else registers.CRC_READY
        fixed = registers.CRC_READY | registers.HI_ALERT | registers.LO_ALERT
        return self._memory[Register.STATUS1] & ~fixed | running | ready | self._alerts()

    # -- power-down (8.6.2)

    def _asleep(self) -> bool:
        return bool(self._memory[_COMMAND] & registers.POWER_DOWN)

    def _command_read(self) -> int:
        """Return CommandReg; its PowerDown bit stays set until the crystal oscillates again."""
        waking = registers.POWER_DOWN if self._now_ns() < self._awake_at_ns else 0
        return self._memory[Register.COMMAND] | waking

    def _power_down(self, down: bool) -> None:
        if down:
            self._agenda.clear()
            self._timer_ends_ns = None
        elif self._asleep():
            self._awake_at_ns = self._now_ns() + _WAKE_NS
        bit = registers.POWER_DOWN if down else 0
        self._memory[Register.COMMAND] = self._memory[Register.COMMAND] & ~registers.POWER_DOWN | bit
        self._field.power(bool(self._tx_control_read() & registers.ANTENNA) and not down)

    # -- commands (10.3)

    def _running(self) -> int:
        return self._memory[_COMMAND] & 0x0F

    def _command(self, value: int) -> None:
        command = value & 0x0F
        if command == _SOFT_RESET:
            self._reset()
            return
        if (value ^ self._memory[_COMMAND]) & registers.POWER_DOWN:
            self._power_down(bool(value & registers.POWER_DOWN))
        if command == _NO_CHANGE or self._asleep():
            return
        self._memory[_COMMAND] = value
        self._memory[_ERROR] &= _TEMP
        self._agenda.clear()
        self._computes = False
        start = self._when_started.get(command)
        if start:
            start()

    def _done(self) -> None:
        self._memory[Register.COMMAND] &= 0xF0
        self._memory[Register.COM_IRQ] |= ComIrq.IDLE

    def _move(self) -> None:
        """Move up to 25 bytes from the FIFO to the internal buffer, or back if the FIFO is empty (10.3.1.2)."""
        if self._fifo:
            moved = bytes(self._pop() for _ in range(min(len(self._fifo), registers.BUFFER_SIZE)))
            self._buffer = moved + self._buffer[len(moved) :]
        else:
            self._fill(self._buffer)
        self._done()

    def _make_id(self) -> None:
        """Fill the internal buffer with ten random bytes (10.3.1.3)."""
        self._buffer = self._chance.randbytes(10) + self._buffer[10:]
        self._done()

    def _calculate(self) -> None:
        """Run the coprocessor, or the self-test if that is switched on: they share a command (10.3.1.4, 16.1.1)."""
        if self._memory[Register.AUTO_TEST] & 0x0F == registers.SELF_TEST_ON:
            self._test_itself()
            return
        data, self._computes = bytes(self._fifo), True
        self._fifo.clear()
        self._agenda.append((self._now_ns() + len(data) * _CRC_NS_PER_BYTE, lambda: self._calculated(self._crc(data))))

    def _calculated(self, crc: bytes) -> None:
        """Put the CRC into its result registers; the command keeps running (10.3.1.4)."""
        self._memory[Register.CRC_RESULT_LOW], self._memory[Register.CRC_RESULT_HIGH] = crc
        self._memory[Register.DIV_IRQ] |= DivIrq.CRC
        self._computes = False

    def _crc(self, data: bytes) -> bytes:
        """Compute a CRC with the preset that ModeReg selects; after a reset, that is not the type A preset."""
        return crc_a(data, _CRC_PRESETS[self._memory[Register.MODE] & 0x03])

    def _test_itself(self) -> None:
        result = SELF_TEST.get(self.version, bytes(registers.FIFO_SIZE))
        self._fifo = deque(result if "self_test" not in self.faults else result[::-1])

    def _send(self) -> None:
        """Transmit the FIFO and schedule the end of the frame, which includes start and end bits."""
        data = bytes(self._fifo)
        self._fifo.clear()
        if self._memory[_TX_MODE] & registers.CRC_EN:
            data += self._crc(data)
        frame = Frame.of(data, self._memory[_BIT_FRAMING] & registers.LAST_BITS)
        ends_ns = self._now_ns() + frame.lasts_ns
        self._hung = self._hung or "deaf" in self.faults or self._field.hangs_a_chip(self._now_ns())
        if not self._hung:
            self._agenda.append((ends_ns, lambda: self._sent(frame, ends_ns)))
        self.on_air_ns += frame.lasts_ns

    # -- scheduled effects, on the air and through the timer

    def _live_on(self) -> None:
        """Run the scheduled effects that are due, in order."""
        now_ns = self._now_ns()
        while self._agenda:
            entry = self._agenda[0] if len(self._agenda) == 1 else min(self._agenda, key=_when)
            if entry[0] > now_ns:
                break
            self._agenda.remove(entry)
            self._expire_timer(entry[0])
            entry[1]()
        self._expire_timer(now_ns)

    def _expire_timer(self, now_ns: int) -> None:
        if self._timer_ends_ns is not None and self._timer_ends_ns <= now_ns:
            self._timer_ends_ns = None
            self._memory[_COM_IRQ] |= _TIMER_IRQ

    def _sent(self, frame: Frame, now_ns: int) -> None:
        self._memory[_COM_IRQ] |= _TX_IRQ
        listening = self._running() == _TRANSCEIVE
        if not listening:
            self._done()
        if self._memory[_T_MODE] & registers.TIMER_AUTO:
            self._start_timer(now_ns)
        self._field.gain_db = _GAIN_DB[self._memory[_RF_CFG] & 0x70]
        heard = self._field.exchange(frame, now_ns)
        if heard is None and listening:
            heard = self._field.noise()
        if heard is not None and listening and not self._is_ignored(heard):
            self._receive(heard, frame.delay_ns, now_ns)
        elif listening and self._timer_ends_ns is not None:
            self.on_air_ns += self._timer_ends_ns - now_ns

    def _is_ignored(self, heard: Heard) -> bool:
        """Return whether the receiver keeps waiting, as RxNoErr requires after fewer than four bits (9.3.2.4)."""
        return bool(self._memory[_RX_MODE] & registers.RX_NO_ERR) and len(heard.frame.bits) < _FEWEST_BITS

    def _receive(self, heard: Heard, delay_ns: int, now_ns: int) -> None:
        begins_ns = now_ns + delay_ns
        if len(heard.frame.bits) >= _BITS_THAT_STOP_THE_TIMER - 1:
            self._agenda.append((begins_ns + _BITS_THAT_STOP_THE_TIMER * BIT_NS, self._stop_timer))
        ends_ns = begins_ns + (heard.frame.air_bits + 1) * BIT_NS + _DECODING_NS
        self._agenda.append((ends_ns, lambda: self._received(heard)))
        self.on_air_ns += delay_ns + (heard.frame.air_bits + 1) * BIT_NS

    def _received(self, heard: Heard) -> None:
        if heard.odd and not self._memory[Register.MF_RX] & registers.PARITY_DISABLE:
            self._fail(Error.PARITY)
        if heard.broken:
            self._fail(Error.PROTOCOL)
        self._memory[_COLL] = self._memory[_COLL] & 0x80 | registers.COLL_POS_NOT_VALID
        received, align = heard.frame, (self._memory[_BIT_FRAMING] & registers.RX_ALIGN) >> 4
        if heard.collision is not None:
            received = Frame(self._collided(received.bits, heard.collision))
        if align:
            received = Frame((*[0] * align, *received.bits))
        self._fill(self._checked(received.data))
        self._memory[_CONTROL] = self._memory[_CONTROL] & ~registers.LAST_BITS | received.last_bits
        self._memory[_COM_IRQ] |= _RX_IRQ

    def _collided(self, bits: tuple[int, ...], at: int) -> tuple[int, ...]:
        """Note the first collided bit in CollReg; return the bits, with later ones cleared or kept (9.3.1.15)."""
        self._fail(Error.COLL)
        if at < 32:  # 0 stands for the 32nd bit; later ones are not reported
            kept = self._memory[Register.COLL] & registers.VALUES_AFTER_COLL
            self._memory[Register.COLL] = kept | at + 1 & registers.COLL_POS
        if self._memory[Register.COLL] & registers.VALUES_AFTER_COLL:
            return bits
        return (*bits[:at], *[0] * (len(bits) - at))

    def _checked(self, data: bytes) -> bytes:
        """Check and strip the CRC, if that is switched on (9.3.2.4)."""
        if not self._memory[_RX_MODE] & registers.CRC_EN:
            return data
        if self._crc(data[:-2]) != data[-2:]:
            self._fail(Error.CRC)
        return data[:-2]

    def _fail(self, error: Error) -> None:
        self._memory[Register.ERROR] |= error
        self._memory[Register.COM_IRQ] |= ComIrq.ERR

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
        return (2 * prescaler + 1) * 1_000_000_000 // CARRIER_HZ
