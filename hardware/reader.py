"""The interface of a reader: which tags lie on it now. Nothing above it knows the chip.

Whether a tag has come or left is decided from many polls (`presence.py`), and which reader is asked when, started anew
or given up, by whoever polls them all (`reader_bank.py`). So a new kind of reader is this and a line in `drivers.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

SMART = 0x20  # SAK: it speaks ISO/IEC 14443-4, as phones and bank cards do, and no sticker (14443-3, 6.5.3.4)
RANDOM_UID = 0x08  # first byte of a 4-byte UID made up on the spot, as phones do (14443-3, 6.5.4, table 8)


class FoundTag(NamedTuple):
    """A tag that answered: its UID, and its SAK and ATQA (ISO/IEC 14443-3, 6.5) where the reader tells them."""

    uid: bytes
    sak: int | None = None
    atqa: int | None = None

    @property
    def smart(self) -> bool:
        """Whether it is a phone or a bank card, as far as its reader tells."""
        return self.sak is not None and bool(self.sak & SMART)


@dataclass(frozen=True)
class Poll:
    """What one poll of a reader found. Neither a tag nor garbled: silence, the only thing that counts as a miss."""

    tags: tuple[FoundTag, ...] = ()
    garbled: bool = False

    @property
    def uids(self) -> tuple[bytes, ...]:
        """The UIDs of the tags that answered."""
        return tuple([tag.uid for tag in self.tags])

    def __or__(self, other: "Poll") -> "Poll":
        """Return what two polls of one reader found together; of a tag that both found, what the first one says."""
        by_uid = {tag.uid: tag for tag in (*other.tags, *self.tags)}
        order = dict.fromkeys((*self.uids, *other.uids))
        return Poll(tuple([by_uid[uid] for uid in order]), self.garbled or other.garbled)


SILENCE = Poll()


class Starting(OSError):
    """The reader was reset, and needs more time than others should wait: `start` has to be called again."""


class Reader(Protocol):
    """One reader. Each call may raise OSError, with the reason, if it fails: then it is started again, or given up."""

    def start(self) -> None:
        """Start it, or start it again, whatever state it is in. Raise Starting to be called again in the next sweep."""
        ...

    def poll(self, known: Sequence[bytes] = ()) -> Poll:
        """Return which tags lie on it now; the UIDs that are `known` lay there before, and may be asked by name."""
        ...

    def close(self) -> None:
        """Release it; safe to call twice."""
        ...

    @property
    def chip(self) -> str:
        """What it says it is, once it was started."""
        ...


def is_random(uid: bytes) -> bool:
    """Return whether a tag makes up a new UID each time, as phones and passports do.

    >>> is_random(bytes.fromhex("08a1b2c3")), is_random(bytes.fromhex("08a1b2c3d4e5f6"))
    (True, False)
    """
    return len(uid) == 4 and uid[0] == RANDOM_UID
