"""One ISO/IEC 14443-3 type A tag: the state machine of section 6.3, and what an NTAG213 answers when selected.

Other kinds of tags, and phones, differ in their ATQA and SAK, and answer none of the commands sent here.

UIDs may have 4, 7 or 10 bytes: one, two or three cascade levels.
"""

from dataclasses import dataclass
from enum import StrEnum

from hardware.emulator.frames import Frame
from hardware.iso14443a import CASCADE_TAG, HLTA, NVB_ALL_KNOWN, REQA, SEL, UID_NOT_COMPLETE, WUPA, cascade, crc_a

_UID_SIZE = {1: 0x00, 2: 0x40, 3: 0x80}  # in the first byte of the ATQA, by the number of cascade levels (6.5.2)

READ = 0x30  # NTAG213 datasheet, 10.2: four pages, beginning with the given one
GET_VERSION = 0x60  # 10.1
PAGES = 45  # 8.5.1: the NTAG213's memory
_VERSION = bytes.fromhex("0004040201000f03")
NAK_ARGUMENT = Frame((0, 0, 0, 0))  # 9.3: four bits

_NVB_BITS = 16


class State(StrEnum):
    """The state of a powered tag (6.3). `_was_halted` distinguishes READY* and ACTIVE* from READY and ACTIVE."""

    IDLE = "idle"
    READY = "ready"
    ACTIVE = "active"
    HALT = "halt"

    __hash__ = str.__hash__  # in C, because outcomes of exchanges are looked up by the states of tags


@dataclass(frozen=True, eq=False)  # hashed by identity: outcomes of polls are looked up by kinds of tags
class Kind:
    """A kind of tag: its ATQA without the size of the UID, its SAK, and whether it has an NTAG213's memory."""

    atqa: bytes
    sak: int
    has_pages: bool = False


# ATQA and SAK by NXP's AN10833; phones have the SAK of DESFire, some with its bit 4 as well.
NTAG213 = Kind(b"\x04\x00", 0x00, has_pages=True)
CLASSIC_1K = Kind(b"\x04\x00", 0x08)
DESFIRE = Kind(b"\x04\x03", 0x20)
PHONE = Kind(b"\x04\x00", 0x20)

Standing = tuple[State, bool, int]  # a tag's state, whether that has a star, and the cascade level it was selected to


class Tag:
    """A tag that answers or stays silent as its state requires. Without a field it forgets its state."""

    def __init__(self, uid: bytes, kind: Kind = NTAG213) -> None:
        if len(uid) not in (4, 7, 10):
            raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}: {uid.hex()}")
        self.uid = uid
        self.kind = kind
        self.state = State.IDLE
        self.memory = _memory(uid)
        self._was_halted = False
        self._level = 0
        self._parts = cascade(uid)
        levels = [part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in self._parts]
        self._own = levels  # what each cascade level answers

    @property
    def standing(self) -> Standing:
        """The variable state on which the tag's answer to a frame depends."""
        return self.state, self._was_halted, self._level

    @standing.setter
    def standing(self, standing: Standing) -> None:
        self.state, self._was_halted, self._level = standing

    def power_off(self) -> None:
        """Lose power: the tag has left the field, or the field is off."""
        self.state, self._was_halted, self._level = State.IDLE, False, 0

    def hear(self, frame: Frame) -> Frame | None:
        """Receive a frame from the reader and return the answer, or None for silence."""
        if frame.is_short:
            return self._wake(frame.data[0])
        if self.state is State.READY:
            return self._anticollision(frame)
        if self.state is State.ACTIVE:
            return self._command(frame.data)
        self._fall_back()
        return None

    def _wake(self, command: int) -> Frame | None:
        asleep = self.state is State.IDLE or (self.state is State.HALT and command == WUPA)
        if not asleep or command not in (REQA, WUPA):
            self._fall_back()
            return None
        self._was_halted, self.state, self._level = self.state is State.HALT, State.READY, 0
        first, second = self.kind.atqa
        return Frame.of(bytes([first | _UID_SIZE[len(self._parts)], second]))

    def _anticollision(self, frame: Frame) -> Frame | None:
        own, data = self._own[self._level], frame.data
        if len(data) < 2 or data[0] != SEL[self._level]:
            self._fall_back()
            return None
        if data[1] == NVB_ALL_KNOWN:
            return self._selected(data, own)
        known, whole = frame.bits[_NVB_BITS:], Frame.of(own)
        if not known:
            return whole
        if whole.bits[: len(known)] != known:
            self._fall_back()  # "nAC": another tag is meant
            return None
        return Frame(whole.bits[len(known) :])

    def _selected(self, data: bytes, own: bytes) -> Frame | None:
        if data[2:7] != own or crc_a(data[:7]) != data[7:]:
            self._fall_back()
            return None
        last = self._level == len(self._parts) - 1
        self.state = State.ACTIVE if last else State.READY
        self._level = self._level if last else self._level + 1
        sak = bytes([self.kind.sak if last else UID_NOT_COMPLETE])
        return Frame.of(sak + crc_a(sak))

    def _command(self, data: bytes) -> Frame | None:
        if data == HLTA + crc_a(HLTA):
            self.state = State.HALT
            return None
        command, checked = data[:-2], self.kind.has_pages and len(data) > 2 and crc_a(data[:-2]) == data[-2:]
        if checked and command[0] == READ and len(command) == 2:
            return self._read(command[1])
        if checked and command == bytes([GET_VERSION]):
            return Frame.of(_VERSION + crc_a(_VERSION))
        self._fall_back()
        return None

    def _read(self, page: int) -> Frame:
        """Answer with four pages, wrapping around to page 0 after the last (10.2)."""
        if page >= PAGES:
            return NAK_ARGUMENT
        four = (self.memory * 2)[4 * page : 4 * page + 16]
        return Frame.of(four + crc_a(four))

    def _fall_back(self) -> None:
        """Return to IDLE or, from a state with a star, to HALT, as after every unexpected frame (6.3)."""
        if self.state is not State.HALT:
            self.state = State.HALT if self._was_halted else State.IDLE


def _memory(uid: bytes) -> bytes:
    """Return the memory of an NTAG213 as it leaves the factory: the UID and its check bytes first (8.5.1)."""
    check = [CASCADE_TAG ^ uid[0] ^ uid[1] ^ uid[2], 0]
    for byte in uid[3:7]:
        check[1] ^= byte
    begin = bytes([*uid[:3], check[0], *uid[3:7], check[1], 0x48, 0, 0]) + bytes.fromhex("e1101200")
    return (begin + bytes(4 * PAGES))[: 4 * PAGES]
