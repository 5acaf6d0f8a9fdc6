"""What is done to an image that was started, done to a table of this machine."""

import re
from pathlib import Path

from cardtable_lab.image import tried
from cardtable_lab.image.machine import Phone
from tests.playing import playing


def test_ana_lays_a_card_by_phone_and_a_robot_answers(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as table:
        ana = Phone(f"http://127.0.0.1:{table.port}")
        ana.asks("/api/v1/host", {"pin": table.pin})
        ana.asks("/api/v1/quick", {"game": "nur_mut", "name": "Ana"})

        laid: list[str] = []
        table.waits_until(lambda _: laid.append(tried._lays(ana) or "") or laid[-1] != "")
        table.waits_until(lambda _: tried._answered(ana) is not None)

        assert re.fullmatch(r"a (\d+|joker), on the nm\w+", laid[-1])
        assert tried._kept(ana) is None, "the game is on"
