"""ISO/IEC 14443-3 type A: waking, selecting and halting the tags in a field. Only a UID that passes its checks leaves.

A poll wakes every tag (WUPA), follows the cascade levels to the full UID, and halts the tag again (HLTA), so that the
next poll finds it asleep and not in the state that swallows every second request.
"""

from dataclasses import dataclass
from typing import Protocol

from hardware.mfrc522 import Answer

WUPA = 0x52  # short frame, 7 bits (6.4.1); wakes halted tags too
HLTA = b"\x50\x00"  # 6.4.3
SEL = (0x93, 0x95, 0x97)  # cascade levels 1 to 3 (6.5.3.1)
NVB_NOTHING_KNOWN = 0x20  # two bytes sent, no bit of the UID known (6.5.3.2)
NVB_ALL_KNOWN = 0x70
CASCADE_TAG = 0x88  # first byte of a level that is not the last (6.5.4)
UID_NOT_COMPLETE = 0x04  # SAK (6.5.3.4)

_CRC_BYTES = 2


class Garbled(Exception):  # noqa: N818 - something was heard, so it is no failure
    """Somebody answered, but not in a way that can be trusted."""


class Transceiver(Protocol):
    """What the protocol needs of a chip."""

    def transceive(self, data: bytes, *, last_bits: int = 0, answer_bits: int) -> Answer | None:
        """Send a frame and listen."""
        ...

    def transmit(self, data: bytes) -> None:
        """Send a frame that nobody answers."""
        ...


@dataclass(frozen=True)
class Poll:
    """What one look into the field found. Neither a UID nor garbled: silence, the only thing that counts as a miss."""

    uids: tuple[bytes, ...] = ()
    garbled: bool = False


def crc_a(data: bytes) -> bytes:
    """Compute CRC_A, low byte first (ISO/IEC 14443-3, annex B).

    >>> crc_a(bytes([0x00, 0x00])).hex()
    'a01e'
    """
    crc = 0x6363
    for byte in data:
        mixed = (byte ^ crc) & 0xFF
        mixed ^= mixed << 4 & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return crc.to_bytes(2, "little")


def poll(chip: Transceiver) -> Poll:
    """Look once into the field. Raise OSError if the chip or its bus fails."""
    atqa = chip.transceive(bytes([WUPA]), last_bits=7, answer_bits=19)
    if atqa is None:
        return Poll()
    try:
        found = Poll(uids=(_select(chip),))
    except Garbled:
        found = Poll(garbled=True)
    chip.transmit(HLTA + crc_a(HLTA))  # also sends back to sleep who was left half way, or the next WUPA would
    return found


def _select(chip: Transceiver) -> bytes:
    uid = b""
    for sel in SEL:
        part = _checked_bcc(chip.transceive(bytes([sel, NVB_NOTHING_KNOWN]), answer_bits=46))
        select = bytes([sel, NVB_ALL_KNOWN]) + part
        sak = _checked_crc(chip.transceive(select + crc_a(select), answer_bits=28))[0]
        if not sak & UID_NOT_COMPLETE:
            return uid + part[:4]
        if part[0] != CASCADE_TAG:
            raise Garbled("the UID goes on, but its part lacks the cascade tag")
        uid += part[1:4]
    raise Garbled("a UID has three parts at most")


def _checked_bcc(answer: Answer | None) -> bytes:
    """Return the four bytes of one cascade level and their check byte (BCC: their exclusive or, 6.5.3.1)."""
    data = _whole(answer, length=5)
    if data[0] ^ data[1] ^ data[2] ^ data[3] != data[4]:
        raise Garbled("the check byte does not fit")
    return data


def _checked_crc(answer: Answer | None) -> bytes:
    data = _whole(answer, length=3)
    if crc_a(data[:-_CRC_BYTES]) != data[-_CRC_BYTES:]:
        raise Garbled("the CRC does not fit")
    return data[:-_CRC_BYTES]


def _whole(answer: Answer | None, *, length: int) -> bytes:
    if answer is None or answer.garbled or answer.last_bits or len(answer.data) != length:
        raise Garbled("no whole answer")
    return answer.data
