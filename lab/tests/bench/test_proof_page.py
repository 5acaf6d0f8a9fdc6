"""The page of proofs: promises on top, with how far each was tested; a broken one cannot be overlooked."""

import doctest
import re
import runpy
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError

import pytest
from coverage import Coverage

from cardtable_lab.bench import covered, prove
from cardtable_lab.bench.club import Taken
from cardtable_lab.bench.exploring.alone import Played
from cardtable_lab.bench.proving import more_tests, page, programs, real_kernel
from cardtable_lab.bench.proving.page import PROMISES
from cardtable_lab.bench.torture.report import Report
from cardtable_lab.kernel.results import Chapter, Check, Difference, Figure
from cardtable_lab.simulated.comparing import KINDS
from cardtable_lab.simulation.batches import FORBIDDEN
from table.values import replace

ROOT = Path(__file__).parents[3]
TABLE = "| air | games | cards played | went wrong | passed |\n| --- | --- | --- | --- | --- |\n"
TABLE += "| clean | 7 | 90 | nothing | yes |\n| harsh | 5 | 60 | missed: 30, wrong seat: 2 | yes |\n"
TABLE += "| harsh | 1 | 10 | missed: 1 | yes |\n"
SOUND = f"Commit `0123456789ab`, Python 3.11.7, x86_64, 2 cores.\n\n{TABLE}"
LINE = {
    "game": "mytho", "noise": "clean", "killed": 2, "others": 0, "games": 1000, "plays": 9, "retried": 1,
    "seconds": 60.0, "workers": 2, **dict.fromkeys(KINDS, 0),
}  # fmt: skip
STATES = {
    "game": "mytho", "what": "2 people", "states": 1116, "all": True, "steps": 3, "ends": 2, "counted": 1, "wrong": {},
}  # fmt: skip
IN_KERNEL = Chapter(
    "bus",
    (Check("it reads", True),),
    (Figure("a poll", "2 ms"),),
    (Difference("a step", "1", "2", "no driver asks"),),
    3,
)
TAKEN = Taken(1000, 10_000, 10_000, 80.0, 700.0, 118.0, 1.5, 2.0)


def test_every_chapter_that_is_written_promises_something() -> None:
    assert set(prove.titles()) <= PROMISES.keys()
    assert doctest.testmod(page).failed == doctest.testmod(programs).failed == doctest.testmod(covered).failed == 0


def test_the_page_says_of_each_chapter_how_far_it_was_tested_and_whether_it_passed() -> None:
    broken = SOUND.replace("yes", "NO: misread").replace("0123456789ab", "0123456789ab-dirty")

    text = page.written({"A club": SOUND, "Picos": broken}, ["Picos", "Mito", "A club"])

    found = "13 games, 160 cards played; missed: 31, wrong seat: 2"
    assert summary(text) == [
        f"| [{PROMISES['Picos'].promised}](#picos) | {found} | **failed** | `0123456789ab-dirty` |",
        f"| [{PROMISES['A club'].promised}](#a-club) | {found} | passed | `0123456789ab` |",
    ]
    assert text.index("\n## Picos\n") < text.index("\n## A club\n")


def test_of_a_game_each_air_has_its_own_promise_and_result() -> None:
    assert [*PROMISES["Mito"].by_air] == [*FORBIDDEN]

    text = page.written({"Mito": SOUND.replace("wrong seat: 2 | yes", "misread: 2 | NO: misread")}, ["Mito"])

    clean, typical, harsh = summary(text)
    assert clean.endswith("| 7 games, 90 cards played | passed | `0123456789ab` |")
    assert typical.endswith("|  | passed | `0123456789ab` |")
    assert harsh.endswith("| 6 games, 70 cards played; missed: 31, misread: 2 | **failed** | `0123456789ab` |")
    assert all(line.endswith("| **failed** | `0123456789ab` |") for line in summary(
        page.written({"Mito": f"{SOUND}\nPassed: NO.\n"}, ["Mito"])
    ))  # fmt: skip


def summary(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("| [")]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "proof.md").write_text(page.written({"Mytho": SOUND}, ["Mytho"]))

    assert page.chapters(tmp_path / "proof.md") == {"Mytho": SOUND}
    assert page.chapters(tmp_path / "nowhere.md") == {}


def test_the_page_that_is_shown_is_how_it_would_be_written_today() -> None:
    assert prove.PROOF.read_text() == page.written(page.chapters(prove.PROOF), prove.titles())


def test_two_lanes_write_their_chapters_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both read the page before either writes it, unless one waits for the other."""
    monkeypatch.setattr(prove, "PROOF", tmp_path / "proof.md")
    monkeypatch.setattr(prove, "LOCK", tmp_path / "proof.lock")
    reads, both_read = page.chapters, Barrier(2)

    def at_once(file: Path) -> dict[str, str]:
        read = reads(file)
        with suppress(BrokenBarrierError):
            both_read.wait(0.2)
        return read

    monkeypatch.setattr(page, "chapters", at_once)
    with ThreadPoolExecutor() as lanes:
        wrote = [lanes.submit(prove._write, chapter, SOUND) for chapter in ("picos", "kernel")]
    assert [one.result() for one in wrote] == [None, None]

    assert reads(prove.PROOF).keys() == {"Picos", "A real kernel"}


@pytest.mark.parametrize(
    ("sound", "broken"),
    [
        (
            programs.told_of_alone({"mytho": Played(3, 90, 4)}),
            programs.told_of_alone({"mytho": Played(3, 90, 4, Counter({"no end": 1}))}),
        ),
        (programs.told_of_states([STATES]), programs.told_of_states([{**STATES, "wrong": {"nothing leads on": 1}}])),
        (programs.told_of_scale([LINE]), programs.told_of_scale([{**LINE, "misread": 1}])),
        (programs.told_of_scale([LINE]), programs.told_of_scale([{**LINE, "others": 1}])),
        (
            programs.told_of_torture(Report(), 2, 3),
            programs.told_of_torture(Report(wrong=[("lost", 1, "a card")]), 2, 3),
        ),
        (
            real_kernel.told_of_kernel([IN_KERNEL], "6.12", 400),
            real_kernel.told_of_kernel([replace(IN_KERNEL, checks=(Check("it reads", False),))], "6.12", 400),
        ),
        (
            real_kernel.told_of_slow([IN_KERNEL], "6.12", 400),
            real_kernel.told_of_slow([replace(IN_KERNEL, checks=(Check("it reads", False),))], "6.12", 400),
        ),
        (programs.told_of_clubs(200, True, [TAKEN]), programs.told_of_clubs(200, False, [TAKEN])),
        (programs.told_of_clubs(200, True, [TAKEN]), programs.told_of_clubs(200, True, [replace(TAKEN, kept=9_999)])),
        (programs.told_of_clubs(200, True, [TAKEN]), programs.told_of_clubs(200, True, [replace(TAKEN, p99_ms=1001)])),
    ],
)
def test_a_chapter_says_so_if_something_is_wrong(sound: programs.Chapter, broken: programs.Chapter) -> None:
    [(text, good)], [(other, bad)] = [*sound], [*broken]

    assert (good, page.is_sound(text)) == (True, True)
    assert (bad, page.is_sound(other)) == (False, False)
    assert page.how_far(text)


def test_a_package_of_which_too_few_branches_are_taken_needs_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tiny.py").write_text("def least(a, b):\n    if a < b:\n        return a\n    return b\n")
    data = tmp_path / "branches.coverage"
    measured = Coverage(data_file=str(data), branch=True, config_file=False, include=[str(tmp_path / "*")])
    with measured.collect():
        runpy.run_path(str(tmp_path / "tiny.py"))["least"](1, 2)
    measured.save()
    monkeypatch.setattr(covered, "DATA", data)
    monkeypatch.chdir(tmp_path)

    [(text, sound)] = covered.chapter()
    assert not sound
    assert "4 lines, 2 branches, 50% taken" in text

    monkeypatch.setattr(covered, "WORDS", {"": "so small"})
    [(text, sound)] = covered.chapter()
    assert sound
    assert "| 4 | 75% | 2 | 50% | so small |" in text


def test_tests_of_a_number_run_whether_or_not_they_are_long_and_the_number_is_read() -> None:
    numbered = [one for one in more_tests.TESTS if one.variable]

    assert len(numbered) > 10
    assert [one for one in numbered if not re.search(r'-m (""|long) ', one.arguments)] == []
    for one in numbered:
        place = ROOT / one.arguments.rpartition(" ")[2]
        files = [place] if place.is_file() else [*place.rglob("*.py")]
        assert any(f'environ.get("{one.variable}"' in file.read_text() for file in files), one


@pytest.mark.parametrize("arguments", [programs.FAULT_TESTS, programs.CLUB_TESTS])
def test_the_tests_that_a_chapter_runs_are_selected(arguments: tuple[str, ...]) -> None:
    collected = programs.run("-m", "pytest", "-q", "--collect-only", *arguments)

    assert f"{arguments[-1]}::test_" in collected, collected


@pytest.mark.parametrize(
    ("printed", "sound"),
    [("3 passed, 1 skipped in 2s", True), ("2 failed, 3 passed in 2s", False), ("1 error in 2s", False), ("", False)],
)
def test_a_row_of_tests_passes_if_some_passed_and_none_failed(printed: str, sound: bool) -> None:
    one = more_tests.Ran(more_tests.TESTS[2], programs.counted(f"...\n{printed}\n"), 60)

    [(text, is_sound)] = more_tests.told_of_tests([one])

    assert is_sound == sound == page.is_sound(text)
    assert "| commands that are killed | 40 |" in text
    assert "`KILLED=40 pytest " in text
