"""An evening in which everything breaks is survived; and what may never be is found where it is planted."""

from dataclasses import replace
from typing import Any

import pytest

from bench.torture import running
from bench.torture.evening import planned
from bench.torture.report import Report
from table.keeping.journal import Journal

SEED = 7
pytestmark = pytest.mark.long


def tortured(**changed: Any) -> Report:
    """Play a short evening."""
    return running.tortured(replace(planned(SEED, 1, (20, 30)), games=("mytho",), seats=3, **changed))


def test_a_short_evening_in_which_everything_breaks_is_survived() -> None:
    report = tortured(haste=2.0)

    assert report.wrong == []
    assert report.counts["evenings"] == report.counts["games"] == 1
    assert report.counts["tables killed"] == 3
    assert report.counts["events announced"] > 20


def test_a_journal_that_forgets_what_was_announced_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    append = Journal.append

    def forgetful(self: Journal, game_id: int, number: int, fact: Any, lines: Any, *more: Any, **named: Any) -> Any:
        return append(self, game_id, number, fact, lines if number % 7 else [], *more, **named)

    monkeypatch.setattr(Journal, "append", forgetful)

    assert {kind for kind, *_ in tortured().wrong} & {"lost", "changed", "unwritten"}
