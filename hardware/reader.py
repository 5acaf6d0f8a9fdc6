"""The interface of a reader, which reports the tags on it now. No code above this interface knows the chip.

`presence.py` decides from many polls whether a tag has arrived or left; `reader_bank.py` decides which reader is
polled, restarted or reported lost. A new kind of reader therefore takes only a class with this interface and a line in
`drivers.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

SMART = 0x20  # SAK: it speaks ISO/IEC 14443-4, as phones and bank cards do, unlike stickers (14443-3, 6.5.3.4)
RANDOM_UID = 0x08  # first byte of a random 4-byte UID, as phones use (14443-3, 6.5.4, table 8)


class FoundTag(NamedTuple):
    """A tag that answered: its UID, and its SAK and ATQA (ISO/IEC 14443-3, 6.5) if the reader reports them."""

    uid: bytes
    sak: int | None = None
    atqa: int | None = None

    @property
    def smart(self) -> bool:
        """Whether it is a phone or bank card; false if its reader reports no SAK."""
        return self.sak is not None and bool(self.sak & SMART)


@dataclass(frozen=True)
class Poll:
    """The result of one poll. A poll without tags that is not garbled is silence; only silence counts as a miss."""

    tags: tuple[FoundTag, ...] = ()
    garbled: bool = False

    @property
    def uids(self) -> tuple[bytes, ...]:
        """The UIDs of the tags that answered."""
        return tuple([tag.uid for tag in self.tags])

    def __or__(self, other: "Poll") -> "Poll":
        """Merge two polls of one reader; if a tag is in both, keep the record from the first poll."""
        by_uid = {tag.uid: tag for tag in (*other.tags, *self.tags)}
        order = dict.fromkeys((*self.uids, *other.uids))
        return Poll(tuple([by_uid[uid] for uid in order]), self.garbled or other.garbled)


SILENCE = Poll()


class Starting(OSError):
    """The reader was reset, but needs longer than the other readers should wait: call `start` again."""


class Reader(Protocol):
    """One reader. Each call may raise OSError with the reason; the reader is then restarted, or reported lost."""

    def start(self) -> None:
        """Start or restart the reader from any state. Raise Starting to be called again in the next sweep."""
        ...

    def poll(self, known: Sequence[bytes] = ()) -> Poll:
        """Return which tags are on the reader now; `known` UIDs were there before, and may be addressed directly."""
        ...

    def close(self) -> None:
        """Release the reader; safe to call twice."""
        ...

    @property
    def chip(self) -> str:
        """The chip's name, as read when it was started."""
        ...


def is_random(uid: bytes) -> bool:
    """Return whether a tag generates a new UID each time, as phones and passports do.

    >>> is_random(bytes.fromhex("08a1b2c3")), is_random(bytes.fromhex("08a1b2c3d4e5f6"))
    (True, False)
    """
    return len(uid) == 4 and uid[0] == RANDOM_UID
