"""What is done to an image that was started, done to a table of this machine."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from cardtable_lab.image import bill, tried
from cardtable_lab.image.machine import Phone
from tests.playing import playing


def until(holds: Callable[[], str | None]) -> str:
    """Ask again and again, as it is asked of an image: not only when a picture has changed."""
    ends_s = monotonic() + 60
    while not (found := holds()):
        assert monotonic() < ends_s
    return found


def test_ana_lays_a_card_by_phone_and_a_robot_answers(tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as table:
        ana = Phone(f"http://127.0.0.1:{table.port}")
        ana.asks("/api/v1/host", {"pin": table.pin})
        ana.asks("/api/v1/quick", {"game": "nur_mut", "name": "Ana"})

        laid = until(lambda: tried._lays(ana))
        assert until(lambda: tried._answered(ana))

        assert re.fullmatch(r"a (\d+|joker), on the nm\w+", laid)
        assert tried._kept(ana) is None, "the game is on"


def test_a_transcript_names_the_commit_of_its_image(tmp_path: Path) -> None:
    (tmp_path / "var/lib/dpkg").mkdir(parents=True)
    (tmp_path / "var/lib/dpkg/status").touch()
    written = tmp_path / "cardtable-arm64.cdx.json"
    written.write_text(json.dumps(bill.materials(tmp_path, "abc1234-dirty", 0)))

    assert tried.head(written).startswith("The image of commit abc1234-dirty on QEMU's")
