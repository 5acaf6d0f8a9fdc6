"""The log of dm-log-writes is read as the kernel writes it (drivers/md/dm-log-writes.c)."""

import struct
from io import BytesIO

import pytest

from cardtable_lab.kernel.inside.lying import DISCARD, FLUSH, MAGIC, MARK, Written, entries

SECTOR = 512


def block(*parts: bytes) -> bytes:
    return b"".join(parts).ljust(SECTOR, b"\0")


def log(*written: bytes, count: int) -> bytes:
    return block(struct.pack("<QQQI", MAGIC, 1, count, SECTOR)) + b"".join(written)


def test_writes_flushes_discards_and_marks_are_told_apart() -> None:
    data = bytes(range(256)) * 4
    found = log(
        block(struct.pack("<QQQQ", 8, 2, 0, 0)) + data,
        block(struct.pack("<QQQQ", 0, 0, MARK, 7), b"heard-1"),
        block(struct.pack("<QQQQ", 16, 4, DISCARD, 0)),
        block(struct.pack("<QQQQ", 0, 0, FLUSH, 0)),
        count=4,
    )

    assert list(entries(BytesIO(found))) == [
        Written(8, data, 0),
        Written(0, b"heard-1", MARK),
        Written(16, b"", DISCARD),
        Written(0, b"", FLUSH),
    ]


def test_what_is_no_log_is_refused() -> None:
    with pytest.raises(ValueError, match="no log"):
        list(entries(BytesIO(bytes(SECTOR))))
