"""A real table of a club is killed: the broker says so, and what it had not sent comes when it is back."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from club.tests.publishing.broker import Ears
from tests.playing import playing

pytestmark = pytest.mark.long


def seqs(ears: Ears) -> list[int]:
    return [one.said["seq"] for one in ears.of("events")]


def test_the_broker_says_that_a_table_is_gone_that_was_killed(tmp_path: Path, ears: Ears) -> None:
    address = f"{ears.broker.url}/riverside/kitchen"

    def state(ears: Ears, state: str) -> Any:
        return ears.of("status") and ears.of("status")[-1].said["state"] == state

    with playing(tmp_path / "table.db", "--club", address) as table:
        ears.waits_until(lambda ears: state(ears, "online") and ears.of("events"))
        os.kill(table.process.pid, signal.SIGKILL)
        table.process.wait(timeout=10)
        ears.waits_until(lambda ears: state(ears, "offline"))
    with playing(tmp_path / "table.db", "--club", address) as table:
        ears.waits_until(lambda ears: state(ears, "online"))
        answer = table.host().asks("choices", choice="pause")
        ears.waits_until(lambda ears: ears.of("events")[-1].said["event"] == "game_paused")

    assert answer == {"done": True}
    ears.waits_until(lambda ears: state(ears, "offline"))  # it said goodbye
    assert sorted({*seqs(ears)}) == [*range(1, seqs(ears)[-1] + 1)]
    assert len({one.topic for one in ears.of("events")}) == 1
