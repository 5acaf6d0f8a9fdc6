"""Phones as buttons, as the pages see them: a page's reports go to the hardware layer, which answers."""

from typing import Any, Protocol


class PhoneAnswer(Protocol):
    """The response to a report: its number, when to report again, a press's error bound, why any edges were refused."""

    @property
    def number(self) -> int: ...

    @property
    def again_ms(self) -> int: ...

    @property
    def error_us(self) -> int | None: ...

    @property
    def refused(self) -> str: ...


class PhoneButtons(Protocol):
    """The seats that use a phone as their button."""

    @property
    def seats(self) -> frozenset[int]: ...

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose phones the current race is waiting for."""
        ...

    @property
    def held_up(self) -> frozenset[int]:
        """The seats whose phones the current or the last race has waited for."""
        ...

    def now_ns(self) -> int:
        """Return the table's time."""
        ...

    def report(self, seat: int, report: Any, came_ns: int) -> PhoneAnswer:
        """Handle a report from a seat's phone: see `Report` in hardware/phones.py."""
        ...
