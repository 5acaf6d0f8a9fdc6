"""Observations: one record from the driver that made it to the intake that turns it into a fact.

Drivers stamp in nanoseconds, as kernels do; the table's clock counts whole microseconds (`at_us`).
"""

from msgspec import Struct

NS_PER_US = 1000


class _Stamped(Struct, frozen=True):
    """Something seen at a time, in ns of the monotonic clock."""

    at_ns: int

    @property
    def at_us(self) -> int:
        """The same time, in us of the table's clock."""
        return self.at_ns // NS_PER_US


class TagEvent(_Stamped, frozen=True):
    """A tag came to a reader or left it. `at_ns` is when it was first read, or given up.

    `lay_there`: it was there when polling began, so nobody laid it down now. `smart`: it speaks ISO/IEC 14443-4, as
    phones and bank cards do; that is told when it comes.
    """

    reader: str
    uid: bytes
    present: bool
    lay_there: bool = False
    smart: bool = False


class UnreadTag(_Stamped, frozen=True):
    """A tag was in a reader's field and left without being read: it has to come again."""

    reader: str


class ReaderHealth(_Stamped, frozen=True):
    """A reader was lost (`why`) or is back; alive with a `why`, it failed and was restarted at once.

    A Pico that has buttons alone reports on these as if they were a reader, `buttons of left`.
    """

    reader: str
    alive: bool
    why: str = ""


class ButtonEdge(_Stamped, frozen=True):
    """A button went down or up, debounced. `error_ns` bounds the error of the stamp.

    `button` is the seat's number. `was_down`: it was down when watching began, so nobody pressed it now. `held`: a
    phone has timed the press, and it is a hold.
    """

    button: int
    down: bool
    error_ns: int = 0
    was_down: bool = False
    held: bool = False

    @property
    def error_us(self) -> int:
        """The bound of the error, in us."""
        return round(self.error_ns / NS_PER_US)


class ButtonChatter(_Stamped, frozen=True):
    """A button's contact has chattered for longer than its debounce time."""

    button: int
    lasts_ns: int

    @property
    def lasts_us(self) -> int:
        """For how long, in us."""
        return self.lasts_ns // NS_PER_US


Observation = TagEvent | UnreadTag | ReaderHealth | ButtonEdge | ButtonChatter
