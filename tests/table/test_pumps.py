"""Sources polled in threads of their own: closing waits for the poll that goes on."""

from collections.abc import Sequence
from threading import Event, Timer

from table.sensing.pumps import Sensing
from tests.table.test_sequencer import Item


def test_when_it_is_closed_nobody_polls_any_more_so_that_chips_can_be_closed_too() -> None:
    polls, goes_on, ends = list[str](), Event(), Event()

    def poll() -> tuple[Sequence[Item], int]:
        goes_on.set()
        ends.wait()
        polls.append("ended")
        return (), 1

    with Sensing({"readers": poll}) as sensing:
        goes_on.wait()
        later = Timer(0.02, ends.set)
        later.start()

    assert polls == ["ended"]
    sensing.close()
    later.join()


def test_it_can_be_closed_before_it_has_begun() -> None:
    Sensing[Item]({"readers": lambda: ((), 1)}).close()
