"""Phones as buttons, from the pages' side: what a page reports goes to the hardware, which answers."""

from typing import Any, Protocol


class PhoneAnswer(Protocol):
    """The number of an answer, when to report again, the error bound of a press now, and why edges do not count."""

    @property
    def number(self) -> int: ...

    @property
    def again_ms(self) -> int: ...

    @property
    def error_us(self) -> int | None: ...

    @property
    def refused(self) -> str: ...


class PhoneButtons(Protocol):
    """The seats whose button is a phone."""

    @property
    def seats(self) -> frozenset[int]: ...

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose phones the race that is on waits for now."""
        ...

    @property
    def held_up(self) -> frozenset[int]:
        """The seats whose phones the race that is on, or the last one, has waited for."""
        ...

    def now_ns(self) -> int:
        """Return the table's time."""
        ...

    def report(self, seat: int, report: Any, came_ns: int) -> PhoneAnswer:
        """Take in what the phone of a seat reports: see `Report` in hardware/phones.py."""
        ...
