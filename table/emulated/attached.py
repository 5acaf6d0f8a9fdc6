"""What is attached to an emulated table: hands on its pads and buttons, and people who hold its cards."""

from collections.abc import Callable
from dataclasses import dataclass

from table.emulated.people import People
from table.emulated.tabletop import Tabletop


def nobody_plays() -> None:
    """Make no way, for no simulated people have their hands on the table."""


@dataclass
class Attached:
    """Hands at a table, and who holds its cards, if anybody is to.

    `make_way` lets simulated people take their hands away, if some play, and returns when the table has seen that.
    """

    tabletop: Tabletop
    people: People | None = None
    make_way: Callable[[], None] = nobody_plays
