"""Framing: a line is text, a star and a checksum, as in `ping 7*9f31`. Both ends of the link use this file.

Lines are ASCII, so any terminal can show them. A line with a wrong checksum is dropped and counted; reading resumes
after its newline.
"""

try:
    from binascii import crc_hqx
except ImportError:  # MicroPython has no binascii.crc_hqx
    crc_hqx = None

LONGEST = 240  # bytes in a line, including its newline; a longer line is dropped
_TABLE = []
for _high in range(256):
    _crc = _high << 8
    for _ in range(8):
        _crc = (_crc << 1 ^ 0x1021) & 0xFFFF if _crc & 0x8000 else _crc << 1
    _TABLE.append(_crc)


def crc16(data: bytes) -> int:
    """Return the CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xffff."""
    if crc_hqx is not None:
        return crc_hqx(data, 0xFFFF)
    return crc16_by_table(data)


def crc16_by_table(data: bytes) -> int:
    """Compute the same CRC as `crc16` from a table, without a library."""
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 8 & 0xFFFF) ^ _TABLE[crc >> 8 ^ byte]
    return crc


def seal(text: str) -> bytes:
    """Return the line that carries a message."""
    return (text + "*%04x\n" % crc16(text.encode())).encode()


def unseal(line: bytes) -> "str | None":
    """Return the message in a line without its newline; None if its checksum is wrong or it is not text."""
    if len(line) < 5 or line[-5] != 0x2A:
        return None
    for byte in line:
        if not 0x20 <= byte < 0x7F:
            return None
    text = line[:-5].decode()
    return text if "%04x" % crc16(line[:-5]) == line[-4:].decode() else None


class Lines:
    """Splits a stream of bytes into lines. `corrupt` counts dropped lines."""

    def __init__(self) -> None:
        self.corrupt = 0
        self._begun = b""
        self._lost = False

    def take(self, data: bytes) -> "list[str]":
        """Process bytes; return the messages of the lines that they complete."""
        messages = []
        *whole, self._begun = (self._begun + data).split(b"\n")
        for line in whole:
            text = None if self._lost or len(line) >= LONGEST else unseal(line)
            self._lost = False
            if text is None:
                self.corrupt += 1
            else:
                messages.append(text)
        if len(self._begun) >= LONGEST:  # the rest of the line will also be dropped
            self._begun, self._lost = b"", True
        return messages
