"""What an emulated table comes with: hands at its pads and buttons, and people who hold its cards."""

from collections.abc import Callable
from dataclasses import dataclass

from table.emulated.people import People
from table.emulated.tabletop import Tabletop


def nobody_plays() -> None:
    """Do nothing: nobody is there to make way."""


@dataclass
class Attached:
    """Hands at a table, and the people who hold its cards, if any.

    `make_way` takes the hands of robots that play alone off the table, and returns once the table has seen that.
    """

    tabletop: Tabletop
    people: People | None = None
    make_way: Callable[[], None] = nobody_plays
