"""A Pi has no battery-backed clock: a jump of two days, at any moment, costs nobody a seat or a role."""

import os
import signal
from pathlib import Path

import pytest

from tests.jumping import DAYS_S
from tests.playing import Phone, Playing, playing

pytestmark = pytest.mark.long

BACK = pytest.param(-DAYS_S, marks=pytest.mark.proof)
JUMPS = pytest.mark.parametrize("jump_s", [DAYS_S, BACK], ids=["ahead", "back"])


def sits(table: Playing, phone: Phone, host: Phone) -> None:
    """Assert that one phone still holds seat 2 and its stream, and that another is still host."""
    phone.url = host.url = table.url
    assert phone.gets("me") == {"host": False, "seats": [2], "held": [2]}
    assert host.gets("me")["host"]
    assert phone.asks("hands", seat=2, do="show") == {"done": True}
    assert host.asks("choices", choice="pause") == {"done": True}
    assert host.asks("choices", choice="resume") == {"done": True}
    with phone.opens(f"{table.url}/api/v1/seats/2/events") as stream:
        assert stream.readline() == b"retry: 1000\n"


@JUMPS
def test_a_jump_before_during_and_between_games_costs_nobody_anything(tmp_path: Path, jump_s: int) -> None:
    database = tmp_path / "table.db"
    with playing(database, clock_off_s=jump_s) as table:
        phone, host = table.phone(), table.host()
        assert phone.asks("seats/2/take") == {"seats": [2]}
        sits(table, phone, host)
        table.touches("number2.1", "discard")
        before = table.shows("number2.1")
        for _ in range(2):
            os.kill(table.process.pid, signal.SIGUSR2 if jump_s > 0 else signal.SIGUSR1)
            sits(table, phone, host)
        os.kill(table.process.pid, signal.SIGKILL)
        table.process.wait(timeout=10)

    with playing(database, clock_off_s=2 * jump_s) as table:
        assert table.table()["piles"] == before["piles"]
        sits(table, phone, host)
        table.touches("number3.1", "discard")
        table.shows("number3.1")

    with playing(database, "--new", clock_off_s=0) as table:
        sits(table, phone, host)
