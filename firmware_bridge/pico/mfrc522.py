"""The MFRC522 as a transceiver, for MicroPython: it sends a frame and returns the answer.

It writes and reads the registers in the same order as the host's driver (hardware/mfrc522/chip.py); a test compares the
two. Numbers in brackets are sections of the datasheet (NXP MFRC522 rev. 3.9).
"""

COMMAND = 0x01
COM_IRQ = 0x04
ERROR = 0x06
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
RF_CFG = 0x26
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_HIGH = 0x2C
T_RELOAD_LOW = 0x2D
VERSION = 0x37

_IDLE = 0x0
_TRANSCEIVE = 0xC
_SOFT_RESET = 0xF
_RX_IRQ = 0x20  # 9.3.1.5
_TIMER_IRQ = 0x01
_BUFFER_OVFL = 0x10  # 9.3.1.7
_COLL_ERR = 0x08
_SPOILT = _BUFFER_OVFL | 0x02 | 0x01  # and parity, protocol
_ANTENNA = 0x03  # 9.3.2.5
_STATUS = (COM_IRQ, ERROR, FIFO_LEVEL, CONTROL, COLL)
_FIFO_SIZE = 64

# us. One bit is 128 carrier periods, and a tag waits for 1236 of them before it answers (ISO 14443-3, 6.2.1.1).
FIELD_ON = 5100  # how long a tag may take to wake up (6.1.1)
_BIT_NS = 128 * 1_000_000_000 // 13_560_000
_FRAME_DELAY_NS = 1236 * 1_000_000_000 // 13_560_000
_SILENCE_NS = 250_000
_DECODING_NS = 30_000
_RESET = 150
CRYSTAL = 150_000  # how long a stopped crystal may take to start; source in hardware/mfrc522/chip.py
_GRACE = 10_000
_AGAIN = 50

# Registers as they are set up (9.3.3.10: one tick of the timer is 25 us, ten of them are silence; 9.3.2.2: CRC preset).
_SETTINGS = (
    (T_MODE, 0x80),
    (T_PRESCALER, 169),
    (T_RELOAD_HIGH, 0),
    (T_RELOAD_LOW, 9),
    (TX_ASK, 0x40),
    (MODE, 0x3D),
)
_GAINS = {18: 0x00, 23: 0x10, 33: 0x40, 38: 0x50, 43: 0x60, 48: 0x70}  # 9.3.3.6


class ChipError(Exception):
    """The chip does not behave like an MFRC522."""


class Starting(ChipError):
    """The chip was reset, but its crystal may not oscillate yet: call `reset` again."""


class Mfrc522:
    """One chip. `transfer` sends a bytearray and puts the answer into it, with the chip selected throughout.

    `clock` is MicroPython's `time` module, or a stand-in.
    """

    def __init__(self, transfer, clock, gain_db=33):
        self._transfer = transfer
        self._clock = clock
        self._gain = _GAINS[gain_db]
        self.version = 0
        self._antenna = True
        self._began = None  # when the reset began

    def reset(self, wait=CRYSTAL):
        """Reset and set up the chip, then switch its antenna on. Raise ChipError if no chip answers.

        Raise Starting after `wait` us if its crystal may need longer: the next call continues to wait.
        """
        clock = self._clock
        if self._began is None:
            self._write(COMMAND, _SOFT_RESET)
            self._began = clock.ticks_us()
        left = CRYSTAL - clock.ticks_diff(clock.ticks_us(), self._began)
        self.version = self._awake(min(wait, left))
        if self.version in (0x00, 0xFF) and clock.ticks_diff(clock.ticks_us(), self._began) < CRYSTAL:
            raise Starting("the crystal of the chip does not oscillate yet")
        self._began = None
        if self.version in (0x00, 0xFF):
            raise ChipError("no chip answers: VersionReg reads 0x%02x" % self.version)
        for register, value in _SETTINGS:
            self._write(register, value)
        self._write(RF_CFG, self._gain | 0x08)
        self._write(RX_MODE, 0x08)  # RxNoErr: fewer than four bits are ignored (9.3.2.4)
        self._write(COLL, 0)
        self.antenna(True)
        self.check()

    def check(self):
        """Raise ChipError if the chip has lost its settings."""
        names = [VERSION]
        names.extend([register for register, _ in _SETTINGS])
        names.append(TX_CONTROL)
        values = self._read(names)
        if values[0] != self.version:
            raise ChipError("the chip is gone: VersionReg reads 0x%02x" % values[0])
        if values[-1] & _ANTENNA != (_ANTENNA if self._antenna else 0):
            raise ChipError("the antenna does not stay %s" % ("on" if self._antenna else "off"))
        if list(values[1:-1]) != [value for _, value in _SETTINGS]:
            raise ChipError("the chip has forgotten its settings: its supply may have dropped")

    def antenna(self, on):
        """Switch the field on or off."""
        self._write(TX_CONTROL, 0x80 | (_ANTENNA if on else 0))
        self._antenna = on

    def transceive(self, data, last_bits=0, rx_align=0, answer_bits=0):
        """Send a frame; return (data, bits of the last byte, garbled, collision or None), or None for silence."""
        framing = rx_align << 4 | last_bits
        self._write(COMMAND, _IDLE)
        self._write(COM_IRQ, 0x7F)
        self._write(FIFO_LEVEL, 0x80)
        self._write_all(FIFO_DATA, data)
        self._write(BIT_FRAMING, framing)
        self._write(COMMAND, _TRANSCEIVE)
        self._write(BIT_FRAMING, 0x80 | framing)
        answer = _FRAME_DELAY_NS + answer_bits * _BIT_NS if answer_bits else _SILENCE_NS
        bits = 9 * len(data) if last_bits == 0 else 9 * (len(data) - 1) + last_bits
        irq, error, level, control, coll = self._await((bits + 2) * _BIT_NS + answer + _DECODING_NS)
        if not irq & _RX_IRQ:
            return None
        received = bytes(self._read([FIFO_DATA] * min(level, _FIFO_SIZE))) if level else b""
        if not error & _COLL_ERR:
            return received, control & 0x07, bool(error & _SPOILT), None
        if coll & 0x20:
            return received, control & 0x07, True, None
        return received, control & 0x07, bool(error & _BUFFER_OVFL), coll & 0x1F or 32

    def _awake(self, wait):
        clock = self._clock
        began = clock.ticks_us()
        while True:
            clock.sleep_us(_RESET)
            version, command = self._read((VERSION, COMMAND))
            if version not in (0x00, 0xFF) and not command & 0x10:
                return version
            if clock.ticks_diff(clock.ticks_us(), began) >= wait:
                return version if version in (0x00, 0xFF) else 0x00

    def _await(self, duration_ns):
        clock = self._clock
        began, duration = clock.ticks_us(), duration_ns // 1000 + 1
        clock.sleep_us(duration)
        while True:
            late = clock.ticks_diff(clock.ticks_us(), began) > duration + _GRACE
            status = self._read(_STATUS)
            if status[0] & (_RX_IRQ | _TIMER_IRQ):
                return status
            if late:
                raise ChipError("the chip is deaf: neither an answer nor its timer came")
            clock.sleep_us(_AGAIN)

    def _write(self, register, value):
        self._transfer(bytearray((register << 1, value)))

    def _write_all(self, register, values):
        data = bytearray(len(values) + 1)
        data[0] = register << 1
        data[1:] = values
        self._transfer(data)

    def _read(self, registers):
        data = bytearray([register << 1 | 0x80 for register in registers] + [0])
        self._transfer(data)
        return data[1:]
