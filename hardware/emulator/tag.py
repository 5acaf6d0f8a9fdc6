"""One ISO/IEC 14443-3 type A tag with a seven-byte UID, such as an NTAG213: the state machine of its section 6.3."""

from enum import Enum

from hardware.emulator.frames import Frame
from hardware.iso14443a import CASCADE_TAG, HLTA, NVB_ALL_KNOWN, SEL, UID_NOT_COMPLETE, WUPA, crc_a

REQA = 0x26
ATQA = b"\x44\x00"  # seven-byte UID, bit frame anticollision (NTAG213 datasheet, 8.5)
SAK_COMPLETE = 0x00  # NTAG213: not ISO/IEC 14443-4

_SHORT_FRAME_BITS = 7
_NVB_BITS = 16


class State(Enum):
    """Where a powered tag stands (6.3); READY and ACTIVE remember in `_was_halted` whether they carry a star."""

    IDLE = "idle"
    READY = "ready"
    ACTIVE = "active"
    HALT = "halt"


class Tag:
    """A tag that answers, or keeps silent, as its state demands. Without a field it forgets its state."""

    def __init__(self, uid: bytes) -> None:
        if len(uid) != 7:
            raise ValueError(f"this tag has a UID of 7 bytes, not {len(uid)}: {uid.hex()}")
        self.uid = uid
        self.state = State.IDLE
        self._was_halted = False
        self._level = 0
        self._parts = (bytes([CASCADE_TAG]) + uid[:3], uid[3:])

    def power_off(self) -> None:
        """Leave the field, or the field leaves."""
        self.state, self._was_halted, self._level = State.IDLE, False, 0

    def hear(self, frame: Frame) -> Frame | None:
        """Take a frame from the reader and return the answer, or None for silence."""
        if len(frame.bits) == _SHORT_FRAME_BITS:
            return self._wake(frame.data[0])
        if self.state is State.READY:
            return self._anticollision(frame)
        if self.state is State.ACTIVE and frame.data == HLTA + crc_a(HLTA):
            self.state = State.HALT
            return None
        self._fall_back()
        return None

    def _wake(self, command: int) -> Frame | None:
        asleep = self.state is State.IDLE or (self.state is State.HALT and command == WUPA)
        if not asleep or command not in (REQA, WUPA):
            self._fall_back()
            return None
        self._was_halted, self.state, self._level = self.state is State.HALT, State.READY, 0
        return Frame.of(ATQA)

    def _anticollision(self, frame: Frame) -> Frame | None:
        part = self._parts[self._level]
        own = Frame.of(part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])).bits
        data = frame.data
        if len(data) < 2 or data[0] != SEL[self._level]:
            self._fall_back()
            return None
        if data[1] == NVB_ALL_KNOWN:
            return self._selected(data, Frame(own).data)
        known = frame.bits[_NVB_BITS:]
        return Frame(own[len(known) :]) if own[: len(known)] == known else None

    def _selected(self, data: bytes, own: bytes) -> Frame | None:
        if data[2:7] != own or crc_a(data[:7]) != data[7:]:
            self._fall_back()
            return None
        last = self._level == len(self._parts) - 1
        self.state = State.ACTIVE if last else State.READY
        self._level = self._level if last else self._level + 1
        sak = bytes([SAK_COMPLETE if last else UID_NOT_COMPLETE])
        return Frame.of(sak + crc_a(sak))

    def _fall_back(self) -> None:
        """Go back to IDLE or, with a star, to HALT: what every frame does that the state does not expect (6.3)."""
        if self.state is not State.HALT:
            self.state = State.HALT if self._was_halted else State.IDLE
