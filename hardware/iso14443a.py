"""ISO/IEC 14443-3 type A: waking, selecting and halting the tags in a field. Only verified UIDs are passed on.

A poll asks for newcomers with REQA, which halted tags do not answer: a new card answers alone even if others are there.
Then it addresses each known tag by its UID (WUPA, SELECT), which proves that the tag is still there. A selected tag is
halted again (HLTA), because an active tag ignores the next request.

Chips, especially clones, mistake noise in an empty field for an answer. An answer therefore counts only if it comes
twice, or if the first answer was beyond doubt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from hardware.reader import SILENCE, FoundTag, Poll

CARRIER_HZ = 13_560_000
# One bit at 106 kbit/s takes 128 carrier periods (ISO 14443-2, 8.1.1). A tag waits 1172 or 1236 of them before it
# answers, depending on whether the last bit was 0 or 1 (ISO 14443-3, 6.2.1.1).
BIT_NS = 128 * 1_000_000_000 // CARRIER_HZ
FRAME_DELAY_NS = 1236 * 1_000_000_000 // CARRIER_HZ
FIELD_ON_NS = 5_100_000  # how long a tag may take to wake up when the field comes on (ISO 14443-3, 6.1.1)

REQA = 0x26  # short frame, 7 bits (6.4.1); only tags that were not halted answer
WUPA = 0x52  # it also wakes halted tags
HLTA = b"\x50\x00"  # 6.4.3
SEL = (0x93, 0x95, 0x97)  # cascade levels 1 to 3 (6.5.3.1)
NVB_NOTHING_KNOWN = 0x20  # two bytes sent, no bits of the UID known (6.5.3.2)
NVB_ALL_KNOWN = 0x70
CASCADE_TAG = 0x88  # first byte of a level that is not the last (6.5.4)
UID_NOT_COMPLETE = 0x04  # SAK (6.5.3.4)

_SHORT = {command: bytes([command]) for command in (REQA, WUPA)}
MOST_TAGS = 4  # the most tags found in one poll; physics allows two in one place
_MOST_WAKES = 12  # four tags needed nine at most, however similar their UIDs

_ONE_OF_FIVE = (0x01, 0x02, 0x04, 0x08, 0x10)
_CRC_BYTES = 2
_LEVEL_BITS = 40  # four bytes of UID and their check byte
_UID_BITS = 32
_LEVEL_ON_AIR = 46  # with its parity bits and start bit
_SAK_ON_AIR = 28
_ATQA_ON_AIR = 19

Bits = tuple[int, ...]


class Garbled(Exception):
    """A tag answered, but the answer cannot be trusted."""


class Silent(Garbled):
    """Something woke up, then nothing answered: the wake-up was noise, unless its answer was beyond doubt."""


@dataclass(frozen=True)
class Answer:
    """An answer as bytes; the last byte has `last_bits` valid bits (0: all eight).

    `collision` is the position, from 1, of the first bit on which several tags differ; None if none does.
    """

    data: bytes
    last_bits: int = 0
    garbled: bool = False
    collision: int | None = None


class Transceiver(Protocol):
    """What the protocol needs from a chip."""

    def transceive(self, data: bytes, *, last_bits: int = 0, rx_align: int = 0, answer_bits: int) -> Answer | None:
        """Send a frame; return the answer, or None for silence."""
        ...


@lru_cache(maxsize=1024)  # tags on a reader are addressed with the same frames again and again
def crc_a(data: bytes, preset: int = 0x6363) -> bytes:
    """Compute CRC_A, low byte first (ISO/IEC 14443-3, annex B).

    >>> crc_a(bytes([0x00, 0x00])).hex()
    'a01e'
    """
    crc = preset
    for byte in data:
        mixed = (byte ^ crc) & 0xFF
        mixed ^= mixed << 4 & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return crc.to_bytes(2, "little")


_HALT = HLTA + crc_a(HLTA)


def poll(chip: Transceiver, known: Sequence[bytes] = ()) -> Poll:
    """Poll the field once; `known` lists the tags that were there last time.

    Raise OSError if the chip or its bus fails.
    """
    if not known:
        return inventory(chip, WUPA)
    newcomers = inventory(chip, REQA)
    called, strangers = _call(
        chip, known if newcomers is SILENCE else [uid for uid in known if uid not in newcomers.uids]
    )
    if newcomers is SILENCE and not strangers:
        return called
    found = newcomers | called
    if strangers and found == SILENCE:
        return inventory(chip, WUPA)  # a tag is there, but not a known one
    return found


@dataclass(frozen=True)
class _Branch:
    """Tags still to be found: their UIDs begin with these parts, and the next part with these bits."""

    parts: tuple[bytes, ...] = ()
    bits: Bits = ()


def inventory(chip: Transceiver, wake: int) -> Poll:
    """Find every tag that answers a REQA or WUPA; wake colliding tags again and select them one by one."""
    woken = _wake(chip, wake)
    return SILENCE if woken is None else _found(chip, wake, woken)


def _found(chip: Transceiver, wake: int, woken: Answer | None) -> Poll:
    """Find every tag, given the first answer to the wake-up."""
    found = SILENCE
    branches = [_Branch()]
    for number in range(_MOST_WAKES):
        if not branches or len(found.tags) == MOST_TAGS:
            break
        woken = _wake(chip, wake) if number else woken
        if woken is None:
            break
        try:
            selected, more = _select(chip, branches.pop(), _atqa(woken))
        except Garbled as error:
            _halt(chip)  # halts a tag that was left half selected; otherwise it would miss the next request
            return found | Poll(garbled=_is_atqa(woken) or (not isinstance(error, Silent) and _is_there(chip)))
        _halt(chip)
        branches += more
        found |= selected
    return found


def _call(chip: Transceiver, known: Sequence[bytes]) -> tuple[Poll, bool]:
    """Address known tags by UID; return those that answered, and whether an unknown tag woke up."""
    tags, garbled, strangers = list[FoundTag](), False, False
    for uid in known:
        woken = _wake(chip, WUPA)
        if woken is None:
            break  # no tag is awake, known or not
        try:
            sak = _answers_to(chip, uid)
            if sak is None:
                strangers = True
            else:
                tags.append(FoundTag(uid, sak, _atqa(woken)))
        except Garbled:
            garbled = True
        _halt(chip)
    return Poll(tuple(tags), garbled), strangers


def _answers_to(chip: Transceiver, uid: bytes) -> int | None:
    """Select a tag whose UID is known, without anticollision; return its SAK, or None if it stays silent."""
    parts, sak = cascade(uid), None
    for sel, part in zip(SEL, parts, strict=False):
        sak = _sak(chip, sel, part)
        if sak is None:
            return None
        if bool(sak & UID_NOT_COMPLETE) != (part is not parts[-1]):
            raise Garbled("the UID begins alike, but has another length")
    return sak


@lru_cache(maxsize=1024)
def cascade(uid: bytes) -> tuple[bytes, ...]:
    """Split a UID into the four bytes of each of its cascade levels (6.5.4).

    >>> [part.hex() for part in cascade(bytes.fromhex("04a1b2c3d4e5f6"))]
    ['8804a1b2', 'c3d4e5f6']
    """
    parts = []
    while len(uid) > 4:
        parts.append(bytes([CASCADE_TAG]) + uid[:3])
        uid = uid[3:]
    return (*parts, uid)


def _select(chip: Transceiver, branch: _Branch, atqa: int | None) -> tuple[Poll, list[_Branch]]:
    """Select one tag of a branch; return that tag, if there is one, and the branches not taken."""
    parts, more = branch.parts, list[_Branch]()
    for level, sel in enumerate(SEL):
        if level >= len(branch.parts):
            part, others = _anticollision(chip, sel, branch.bits if level == len(branch.parts) else ())
            if part is None:
                return SILENCE, more
            more += [_Branch(parts, bits) for bits in others]
            parts = (*parts, part)
        sak = _sak(chip, sel, parts[level])
        if sak is None and level < len(branch.parts):
            return SILENCE, more  # the tags whose UIDs begin so have been found already, and sleep
        if sak is None:
            raise Garbled("no tag answers to the UID that was heard")
        if not sak & UID_NOT_COMPLETE:
            uid = b"".join(part[1:] for part in parts[:level]) + parts[level]
            return Poll((FoundTag(uid, sak, atqa),)), more
        if parts[level][0] != CASCADE_TAG:
            raise Garbled("the UID goes on, but this part lacks the cascade tag")
    raise Garbled("a UID has three parts at most")


def _anticollision(chip: Transceiver, sel: int, begin: Bits) -> tuple[bytes | None, list[Bits]]:
    """Find the four bytes of one tag on this cascade level, and the bits at which others branch off (6.5.3).

    Where tags collide, the search continues with those that have a 1 there. The next frame does not match the UIDs of
    the others, so they go back to sleep (6.3) and have to be woken again. The bytes are None if no tag's UID begins
    with these bits.
    """
    known, others = begin, list[Bits]()
    while len(known) < _UID_BITS:
        answer = _ask(chip, sel, known)
        if answer is None and not known:
            raise (Silent if sel == SEL[0] else Garbled)("a tag woke up, then stayed silent")
        if answer is None:
            return None, others
        if answer.collision is None:
            return _checked_bcc(known + _bits(answer, len(known))), others
        known, other = _parted(answer, known)
        others.append(other)
    return _bytes(known), others


def _ask(chip: Transceiver, sel: int, known: Bits) -> Answer | None:
    """Ask the tags whose UID begins with the known bits for the remaining bits."""
    whole, rest = divmod(len(known), 8)
    nvb = NVB_NOTHING_KNOWN + (whole << 4) + rest
    answer = chip.transceive(
        bytes([sel, nvb]) + _bytes(known), last_bits=rest, rx_align=rest, answer_bits=_LEVEL_ON_AIR - len(known)
    )
    if answer is not None and answer.garbled:
        raise Garbled("the answer to the anticollision frame is garbled")
    return answer


def _parted(answer: Answer, known: Bits) -> tuple[Bits, Bits]:
    """Return the known bits up to a collision, extended by a bit that some tag has there, and by its opposite.

    Once bits are known, the datasheet (9.3.1.15) and existing drivers disagree about where CollPos counts from: the
    level, the answer, or the byte that the answer begins in. The first of these is assumed: if it is wrong, the tags
    agree there and collide again further on, and the other branch is empty.
    """
    assert answer.collision is not None, "the caller has checked"  # noqa: S101
    heard = known + _bits(answer, len(known))
    counted_from = {0, len(known), len(known) // 8 * 8}
    places = [start + answer.collision - 1 for start in counted_from]
    place = min(one for one in places if one >= len(known))
    if place >= min(_UID_BITS, len(heard)):
        raise Garbled("a collision where there is no bit")
    certain = heard[:place]
    bit = heard[place] if known else 1  # bits after a collision were cleared, perhaps including this one
    return (*certain, bit), (*certain, 1 - bit)


def _sak(chip: Transceiver, sel: int, part: bytes) -> int | None:
    """Select a tag by the four bytes of a cascade level; return its SAK, or None for silence."""
    answer = chip.transceive(_selecting(sel, part), answer_bits=_SAK_ON_AIR)
    if answer is None:
        return None
    data = answer.data
    if answer.garbled or answer.collision or answer.last_bits or len(data) != 1 + _CRC_BYTES:
        raise Garbled("the answer to SELECT is incomplete")
    if crc_a(data[:-_CRC_BYTES]) != data[-_CRC_BYTES:]:
        raise Garbled("the CRC does not match")
    return data[0]


@lru_cache(maxsize=1024)
def _selecting(sel: int, part: bytes) -> bytes:
    select = bytes([sel, NVB_ALL_KNOWN]) + part + _check_byte(part)
    return select + crc_a(select)


def _checked_bcc(bits: Bits) -> bytes:
    """Return the four bytes of one cascade level, checked by the BCC, which is their exclusive or (6.5.3.1)."""
    if len(bits) != _LEVEL_BITS:
        raise Garbled("the answer to the anticollision frame is incomplete")
    level = _bytes(bits)
    if _check_byte(level[:4]) != level[4:]:
        raise Garbled("the check byte does not match")
    return level[:4]


def _check_byte(part: bytes) -> bytes:
    return bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])


def _bits(answer: Answer, known: int) -> Bits:
    """Return the bits of an answer, which the chip put after the known bits of the first byte (RxAlign)."""
    bits = _unpack(answer.data)
    return bits[known % 8 : len(bits) - 8 + answer.last_bits if answer.last_bits else len(bits)]


def _unpack(data: bytes) -> Bits:
    return tuple(byte >> i & 1 for byte in data for i in range(8))


def _bytes(bits: Bits) -> bytes:
    return bytes(sum(bit << i for i, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))


def _wake(chip: Transceiver, command: int) -> Answer | None:
    return chip.transceive(_SHORT[command], last_bits=7, answer_bits=_ATQA_ON_AIR)


def _is_there(chip: Transceiver) -> bool:
    """Return whether something wakes up once more: noise seldom comes three times in a row."""
    if _wake(chip, WUPA) is None:
        return False
    _halt(chip)
    return True


def _is_atqa(answer: Answer) -> bool:
    """Return whether an answer is very unlikely to be noise: two intact bytes that are coded as an ATQA (6.5.2).

    One of five bits is set, which says when a tag answers; five other bits and a UID size of 3 are reserved.
    """
    if answer.garbled or answer.collision is not None or (len(answer.data), answer.last_bits) != (2, 0):
        return False
    first, second = answer.data
    return first & 0x1F in _ONE_OF_FIVE and not first & 0x20 and first >> 6 < 3 and not second & 0xF0


def _atqa(woken: Answer) -> int | None:
    return int.from_bytes(woken.data, "little") if _is_atqa(woken) else None


def _halt(chip: Transceiver) -> None:
    """Halt a tag. A tag confirms with silence (6.4.3), so the exchange ends when the chip's timer runs out."""
    chip.transceive(_HALT, answer_bits=0)
