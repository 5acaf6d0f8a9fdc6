"""ISO/IEC 14443-3 type A for MicroPython: waking, selecting and halting the tags in a field.

It sends the same frames as the host's driver (hardware/iso14443a.py), which explains them; a test compares the two. A
device that speaks ISO/IEC 14443-4, such as a phone or bank card, is reported by its UID followed by its SAK.
"""

REQA = 0x26
WUPA = 0x52
_SEL = (0x93, 0x95, 0x97)
_CASCADE_TAG = 0x88
_NOT_COMPLETE = 0x04
_SMART = 0x20  # SAK
_MOST_TAGS = 4
_MOST_WAKES = 12
_HLTA = b"\x50\x00\x57\xcd"  # with its CRC_A


class Garbled(Exception):
    """A tag answered, but the answer cannot be trusted."""


class Silent(Garbled):
    """Something woke up, but then nothing answered."""


def crc_a(data: bytes) -> bytes:
    """Compute CRC_A, low byte first (annex B)."""
    crc = 0x6363
    for byte in data:
        mixed = (byte ^ crc) & 0xFF
        mixed ^= mixed << 4 & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return bytes((crc & 0xFF, crc >> 8 & 0xFF))


def poll(chip, known):
    """Poll a field once; the `known` tags were there last time. Return (UIDs, whether an answer was garbled)."""
    if not known:
        return inventory(chip, WUPA)
    new, garbled = inventory(chip, REQA)
    called, called_garbled, strangers = _call(chip, [uid for uid in known if uid not in new])
    if strangers and not (new or called or garbled or called_garbled):
        return inventory(chip, WUPA)
    return new + called, garbled or called_garbled


def inventory(chip, wake):
    """Find every tag that answers a REQA or WUPA."""
    uids = []
    branches = [((), ())]  # the known parts of a UID, and the first bits of the next part
    for _ in range(_MOST_WAKES):
        if not branches or len(uids) == _MOST_TAGS:
            break
        woken = _wake(chip, wake)
        if woken is None:
            break
        try:
            uid, more = _select(chip, branches.pop())
        except Garbled as error:
            _halt(chip)
            return uids, _is_atqa(woken) or (not isinstance(error, Silent) and _is_there(chip))
        _halt(chip)
        branches.extend(more)
        if uid and uid not in uids:
            uids.append(uid)
    return uids, False


def _call(chip, known):
    called, garbled, strangers = [], False, False
    for uid in known:
        if _wake(chip, WUPA) is None:
            break
        try:
            if _answers_to(chip, uid):
                called.append(uid)
            else:
                strangers = True
        except Garbled:
            garbled = True
        _halt(chip)
    return called, garbled, strangers


def _answers_to(chip, uid):
    parts = cascade(uid)
    for level, part in enumerate(parts):
        sak = _sak(chip, _SEL[level], part)
        if sak is None:
            return False
        if bool(sak & _NOT_COMPLETE) != (level < len(parts) - 1):
            raise Garbled("another length")
    return True


def cascade(uid: bytes) -> "list[bytes]":
    """Split a UID, without any SAK after it, into the four bytes of each of its cascade levels (6.5.4)."""
    parts = []
    if len(uid) % 3 == 2:
        uid = uid[:-1]
    while len(uid) > 4:
        parts.append(b"\x88" + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return parts


def _select(chip, branch):
    """Select one tag of a branch; return (its UID or None, the branches not taken)."""
    begun, bits = branch
    parts, more = list(begun), []
    for level, sel in enumerate(_SEL):
        if level >= len(begun):
            part, others = _anticollision(chip, sel, bits if level == len(begun) else ())
            if part is None:
                return None, more
            more.extend([(tuple(parts), other) for other in others])
            parts.append(part)
        sak = _sak(chip, sel, parts[level])
        if sak is None and level < len(begun):
            return None, more
        if sak is None:
            raise Garbled("no tag answers to the UID that was heard")
        if not sak & _NOT_COMPLETE:
            uid = b"".join([part[1:] for part in parts[:level]]) + parts[level]
            return uid + bytes((sak,)) if sak & _SMART else uid, more
        if parts[level][0] != _CASCADE_TAG:
            raise Garbled("this part lacks the cascade tag")
    raise Garbled("a UID has three parts at most")


def _anticollision(chip, sel, begin):
    """Find the four bytes of one tag on this level, and the bits at which others branch off (6.5.3)."""
    known, others = begin, []
    while len(known) < 32:
        answer = _ask(chip, sel, known)
        if answer is None and not known:
            raise (Silent if sel == _SEL[0] else Garbled)("a tag woke up, then stayed silent")
        if answer is None:
            return None, others
        if answer[3] is None:
            return _checked(known + _bits(answer, len(known))), others
        known, other = _parted(answer, known)
        others.append(other)
    return _bytes(known), others


def _parted(answer, known):
    """Return the known bits up to a collision, extended by a bit that some tag has there, and by its opposite."""
    heard = known + _bits(answer, len(known))
    place = len(heard)
    for start in (0, len(known), len(known) // 8 * 8):
        if len(known) <= start + answer[3] - 1 < place:
            place = start + answer[3] - 1
    if place >= min(32, len(heard)):
        raise Garbled("a collision where there is no bit")
    bit = heard[place] if known else 1
    return heard[:place] + (bit,), heard[:place] + (1 - bit,)


def _ask(chip, sel, known):
    whole, rest = divmod(len(known), 8)
    data = bytes((sel, 0x20 + (whole << 4) + rest)) + _bytes(known)
    answer = chip.transceive(data, rest, rest, 46 - len(known))
    if answer is not None and answer[2]:
        raise Garbled("the answer to the anticollision frame is garbled")
    return answer


def _sak(chip, sel, part):
    select = bytes((sel, 0x70)) + part + _check_byte(part)
    answer = chip.transceive(select + crc_a(select), 0, 0, 28)
    if answer is None:
        return None
    data, last_bits, garbled, collision = answer
    if garbled or collision or last_bits or len(data) != 3 or crc_a(data[:1]) != data[1:]:
        raise Garbled("the answer to SELECT is incomplete")
    return data[0]


def _checked(bits):
    if len(bits) != 40:
        raise Garbled("the answer to the anticollision frame is incomplete")
    level = _bytes(bits)
    if _check_byte(level[:4]) != level[4:]:
        raise Garbled("the check byte does not match")
    return level[:4]


def _check_byte(part: bytes) -> bytes:
    return bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))


def _bits(answer, known):
    data, last_bits = answer[0], answer[1]
    bits = [byte >> i & 1 for byte in data for i in range(8)]
    return tuple(bits[known % 8 : len(bits) - 8 + last_bits if last_bits else len(bits)])


def _bytes(bits):
    whole = bytearray((len(bits) + 7) // 8)
    for at, bit in enumerate(bits):
        whole[at // 8] |= bit << at % 8
    return bytes(whole)


def _wake(chip, command):
    return chip.transceive(bytes((command,)), 7, 0, 19)


def _is_there(chip):
    """Return whether something wakes up once more: noise seldom comes three times in a row."""
    if _wake(chip, WUPA) is None:
        return False
    _halt(chip)
    return True


def _is_atqa(answer):
    """Return whether an answer is very unlikely to be noise: two intact bytes that are coded as an ATQA (6.5.2)."""
    data, last_bits, garbled, collision = answer
    if garbled or collision is not None or (len(data), last_bits) != (2, 0):
        return False
    return data[0] & 0x1F in (1, 2, 4, 8, 16) and not data[0] & 0x20 and data[0] >> 6 < 3 and not data[1] & 0xF0


def _halt(chip):
    chip.transceive(_HLTA, 0, 0, 0)
