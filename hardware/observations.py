"""Observations: the records that drivers pass to the intake, which turns each into a fact.

Drivers stamp in nanoseconds, as kernels do; the table's clock counts whole microseconds (`at_us`).
"""

from msgspec import Struct

NS_PER_US = 1000
_CASCADE_TAG = b"\x88"  # it precedes the first three bytes of a longer UID (ISO/IEC 14443-3, 6.5.4)


def short_forms(uid: bytes) -> tuple[bytes, ...]:
    """Return the forms in which readers that truncate UIDs to four bytes report a longer one.

    These are its first four bytes and, for readers that support only the first cascade level, the tag's answer there.

    >>> [form.hex() for form in short_forms(bytes.fromhex("04a1b2c3d4e5f6"))]
    ['04a1b2c3', '8804a1b2']
    """
    return () if len(uid) <= 4 else (uid[:4], _CASCADE_TAG + uid[:3])


class _Stamped(Struct, frozen=True):
    """An observation with its time, in ns of the monotonic clock."""

    at_ns: int

    @property
    def at_us(self) -> int:
        """The same time, in us of the table's clock."""
        return self.at_ns // NS_PER_US


class TagEvent(_Stamped, frozen=True):
    """A tag arrived at a reader or left it. `at_ns` is when it was first read, or when its departure was decided.

    An arrival that takes a long time to decide is stamped with the time of the decision. `lay_there` means the tag was
    already there when polling began. `smart` means the tag speaks ISO/IEC 14443-4, as phones and bank cards do; set on
    arrival only.
    """

    reader: str
    uid: bytes
    present: bool
    lay_there: bool = False
    smart: bool = False


class UnreadTag(_Stamped, frozen=True):
    """A tag left a reader's field unread and must be placed again. `one_by_one` means it may not have been alone."""

    reader: str
    one_by_one: bool = False


class ReaderHealth(_Stamped, frozen=True):
    """A reader was lost (`why`) or is back. `alive` with a `why` means it failed and was restarted at once.

    A Pico that has only buttons reports on them as if they were a reader, such as `buttons of left`.
    """

    reader: str
    alive: bool
    why: str = ""


class ButtonEdge(_Stamped, frozen=True):
    """A button went down or up, debounced. `error_ns` bounds the error of the stamp.

    `button` is the seat's number. `was_down` means it was already down when watching began. `held` means a phone timed
    the press as a hold.
    """

    button: int
    down: bool
    error_ns: int = 0
    was_down: bool = False
    held: bool = False

    @property
    def error_us(self) -> int:
        """The error bound, in us."""
        return round(self.error_ns / NS_PER_US)


class ButtonChatter(_Stamped, frozen=True):
    """The contact of a button chattered for longer than its debounce time."""

    button: int
    lasts_ns: int

    @property
    def lasts_us(self) -> int:
        """The duration in us."""
        return self.lasts_ns // NS_PER_US


Observation = TagEvent | UnreadTag | ReaderHealth | ButtonEdge | ButtonChatter
