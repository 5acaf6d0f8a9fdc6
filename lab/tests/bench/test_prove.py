"""`make prove` at its smallest: a slip after the last game of a chapter must not be found after minutes or hours."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtable_lab import simulated
from cardtable_lab.bench import cheats, contacts, duels, phone_races, prove
from cardtable_lab.bench.proving import page, programs

# How often each chapter does what takes long; those that only start other programs, or run MicroPython, are not here.
SMALLEST = {
    prove: {"GAMES": 1, "FEW": 1, "ALIKE": 1, "BROKEN": 1, "ROBOT_GAMES": 1, "USB_GAMES": 1,
            "RACES": 2, "KILLED": 2, "SOAK_S": 5, "WARM_GAMES": 0},
    cheats: {"GAMES": 2},
    contacts: {"GAMES": 1},
    duels: {"GAMES": 1, "CROWDS": 1},
    phone_races: {"RACES": 2},
    programs: {"ALONE": 20, "EVENINGS": 1, "LIVES": 1},
}  # fmt: skip
CHAPTERS = (*simulated.names(), "rules", "phones", "usb", "contacts", "robots", "duels", "cheats", "kills",
            "torture", "lasting")  # fmt: skip


@pytest.fixture(autouse=True)
def _smallest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, constants in SMALLEST.items():
        for name, value in constants.items():
            monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(prove, "PROOF", tmp_path / "proof.md")
    monkeypatch.setattr(prove, "LOCK", tmp_path / "proof.lock")


def proved(monkeypatch: pytest.MonkeyPatch, *chapters: str) -> int:
    """Run `make prove` for some chapters; return its exit status."""
    monkeypatch.setattr("sys.argv", ["prove", *chapters])
    with pytest.raises(SystemExit) as ended:
        prove.main()
    return int(str(ended.value.code))


@pytest.mark.long
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_is_written_to_its_end(chapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    proved(monkeypatch, chapter)

    [text] = page.chapters(prove.PROOF).values()
    assert "Incomplete" not in text
    assert "To reproduce: " in text


def test_a_chapter_that_breaks_off_says_so_and_the_others_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks() -> Iterator[tuple[str, bool]]:
        yield "\n| games | passed |\n| --- | --- |\n| 3 | yes |\n", True
        raise TypeError("unhashable")

    def passes() -> Iterator[tuple[str, bool]]:
        yield "\nAll was well.\n", True

    monkeypatch.setattr(prove, "_MORE", {**prove._MORE, "picos": ("Picos", breaks), "usb": ("Readers on USB", passes)})

    assert proved(monkeypatch, "picos", "usb") == 1

    texts = page.chapters(prove.PROOF)
    assert "| 3 | yes |" in texts["Picos"]
    assert "Incomplete: `TypeError` was raised." in texts["Picos"]
    assert not page.is_sound(texts["Picos"])
    assert "All was well." in texts["Readers on USB"]
