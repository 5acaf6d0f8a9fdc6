"""What was special about a game: what came to light when a round was over, if anything did."""

import pytest

from table.event import Delivered
from table.games.mito.events import LogOpened
from table.history import counting
from table.history.importing import played
from tests.history.library import script


@pytest.mark.parametrize(("vanished", "found"), [(0, []), (2, [7])])
def test_that_nothing_vanished_is_no_highlight(
    monkeypatch: pytest.MonkeyPatch, vanished: int, found: list[int]
) -> None:
    monkeypatch.setattr(counting, "standing", lambda _: [Delivered(7, 0, LogOpened(1, (), vanished))])
    record = played(script("mito-on-pads"))

    special = counting.highlights(record)

    assert [one.seq for one in special] == found
