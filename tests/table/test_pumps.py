"""Sources polled in threads of their own: closing waits for the poll that goes on."""

from collections.abc import Sequence
from threading import Event, Thread

import pytest

from table.sensing import pumps
from table.sensing.pumps import Sensing
from tests.table.test_sequencer import Item


def test_when_it_is_closed_nobody_polls_any_more_so_that_chips_can_be_closed_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    polls, goes_on, ends = list[str](), Event(), Event()

    class Pump(Thread):
        def join(self, timeout: float | None = None) -> None:
            ends.set()  # the poll that goes on ends only when somebody waits for it
            super().join(timeout)

    def poll() -> tuple[Sequence[Item], int]:
        goes_on.set()
        ends.wait()
        polls.append("ended")
        return (), 1

    monkeypatch.setattr(pumps, "Thread", Pump)
    with Sensing({"readers": poll}) as sensing:
        goes_on.wait()

    assert polls == ["ended"]
    sensing.close()


def test_it_can_be_closed_before_it_has_begun() -> None:
    Sensing[Item]({"readers": lambda: ((), 1)}).close()
