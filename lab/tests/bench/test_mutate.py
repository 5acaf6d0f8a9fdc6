"""Mutants: what is changed, what a sample is drawn of, which tests are tried first, and what notices."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardtable_lab.bench import mutate
from cardtable_lab.bench.mutate import Copy, Found, Mutant, Reached, Survivor

TINY = b'''"""A file."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os
Number = int | None


def least(a: "int", b: int = 0) -> Number:
    """Return the lesser one."""
    if a < b and not (a == 3):
        return a
    print(f"{a} or", "b")
    return b
'''
TEST = "from tiny import least\n\ndef test_least():\n    assert least(1, 2) == 1\n    assert least(2, 1) == 1\n"


def made(source: bytes = TINY) -> dict[str, tuple[int, str]]:
    """Return mutants by the line that each makes: where their statement begins, and what was there."""
    found = mutate.mutants("tiny.py", source)
    return {shown[2]: (one.lines.start, shown[1]) for one in found for shown in [one.shown(source)]}


def mutant(line: str) -> Mutant:
    return next(one for one in mutate.mutants("tiny.py", TINY) if one.shown(TINY)[2] == line)


def test_words_numbers_conditions_and_calls_are_changed_but_no_types() -> None:
    condition = (11, "if a < b and not (a == 3):")

    assert made() == {
        'def least(a: "int", b: int = 1) -> Number:': (9, 'def least(a: "int", b: int = 0) -> Number:'),
        "if True:": condition,
        "if False:": condition,
        "if a < b or not (a == 3):": condition,
        "if a <= b and not (a == 3):": condition,
        "if a < b and (a == 3):": condition,
        "if a < b and not (a != 3):": condition,
        "if a < b and not (a == 4):": condition,
        "return None": (14, "return b"),
        'print("XX", "b")': (13, 'print(f"{a} or", "b")'),
        'print(f"{a} or", "XXbXX")': (13, 'print(f"{a} or", "b")'),
        "pass": (13, 'print(f"{a} or", "b")'),
    }


def test_a_line_may_hold_letters_of_more_than_one_byte() -> None:
    assert made('def f(a):\n    return "ä" if a else "ß"\n'.encode()).keys() == {
        "return None",
        'return "ä" if True else "ß"',
        'return "ä" if False else "ß"',
        'return "XXäXX" if a else "ß"',
        'return "ä" if a else "XXßXX"',
    }


def test_a_sample_is_the_same_for_the_same_seed_and_holds_each_package() -> None:
    packages = {name: mutate.PACKAGES[name] for name in ("debounce", "buttons", "sensing")}
    drawn = mutate.sample(mutate.ROOT, 12, 1, packages)

    assert Counter(name for name, _ in drawn) == dict.fromkeys(packages, 4)
    assert mutate.sample(mutate.ROOT, 6, 1, packages) == drawn[:6]
    assert mutate.sample(mutate.ROOT, 12, 2, packages) != drawn
    assert len({(one.file, one.lines) for _, one in drawn}) == 12


def test_a_mutant_of_two_packages_is_drawn_once() -> None:
    drawn = mutate.sample(mutate.ROOT, 300, 2, {"one": ["hardware/debounce.py"], "two": ["hardware/debounce.py"]})

    assert 50 < len({mutant for _, mutant in drawn}) == len(drawn)


def test_every_package_is_there() -> None:
    places = [mutate.ROOT / place for places in mutate.PACKAGES.values() for place in places]

    assert [place for place in places if not place.exists()] == []


def reached(folder: Path, *rows: tuple[str, str, Sequence[int]], **seconds: float) -> Reached:
    """Return what is known where contexts run lines of files: as coverage writes it, a bit for each line."""
    with sqlite3.connect(folder / "data") as data:
        data.execute("CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT UNIQUE)")
        data.execute("CREATE TABLE context (id INTEGER PRIMARY KEY, context TEXT UNIQUE)")
        data.execute("CREATE TABLE line_bits (file_id INTEGER, context_id INTEGER, numbits BLOB)")
        for file, context, lines in rows:
            data.execute("INSERT OR IGNORE INTO file (path) VALUES (?)", (f"{folder}/{file}",))
            data.execute("INSERT OR IGNORE INTO context (context) VALUES (?)", (context,))
            bits = sum(1 << line for line in lines)
            data.execute(
                "INSERT INTO line_bits SELECT file.id, context.id, ? FROM file, context WHERE path = ? AND context = ?",
                (bits.to_bytes(bits.bit_length() // 8 + 1, "little"), f"{folder}/{file}", context),
            )
    data.close()
    return Reached(folder, folder / "data", seconds)


def test_the_quickest_tests_that_run_little_are_first(tmp_path: Path) -> None:
    known = reached(
        tmp_path,
        ("a/one.py", "slow|run", [3]),
        ("a/one.py", "wide|run", [3, 4]),
        ("a/two.py", "wide|run", range(900)),
        ("a/one.py", "another (call)|command (call)", [3]),
        ("a/one.py", "elsewhere|setup", [4]),
        slow=30.0,
    )

    assert known.tests("a/one.py", range(2, 4)) == ["command", "wide", "slow"]
    assert known.first(["command", "slow", "wide"], 9, 8.0) == ["command"]
    assert known.tests("a/one.py", range(5, 6)) == []


def test_of_what_an_import_runs_the_tests_of_the_file_or_its_folder_are_tried(tmp_path: Path) -> None:
    known = reached(
        tmp_path,
        ("a/one.py", "", [1, 2]),
        ("a/one.py", "started (call)", [1, 2]),
        ("b/two.py", "started (call)", range(900)),
        ("a/one.py", "of the file|run", [7]),
        ("a/words.py", "", [1]),
        ("b/two.py", "of another|run", [1]),
    )

    assert known.tests("a/one.py", range(1, 2)) == ["of the file", "started"]
    assert known.tests("a/words.py", range(1, 2)) == ["of the file", "started"]
    assert known.tests("a/one.py", range(7, 8)) == ["of the file"]


def test_the_program_of_a_pico_is_tried_by_whatever_may_start_it(tmp_path: Path) -> None:
    known = reached(
        tmp_path, ("hardware/a.py", "tests/hardware/test_a.py::test|run", [1]), ("b.py", "tests/b::c|run", [1])
    )

    assert known.tests("firmware_bridge/pico/main.py", range(9, 10)) == ["tests/hardware/test_a.py::test"]


@pytest.mark.long
def test_a_mutant_is_noticed_or_survives_and_leaves_no_trace(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "tiny.py").write_bytes(TINY)
    (project / "test_tiny.py").write_text(TEST)
    copy, test = Copy(tmp_path / "copy", project, project.iterdir()), "test_tiny.py::test_least"

    assert copy.noticed_by(mutant("if False:"), [test]) == test
    assert copy.noticed_by(mutant("if a <= b and not (a == 3):"), [test]) == ""
    assert (tmp_path / "copy/tiny.py").read_bytes() == TINY
    assert copy.noticed_by(mutant("if False:"), ["test_tiny.py::of another name", test]) == test
    assert copy.noticed_by(mutant("if False:"), ["test_tiny.py::of another name"]) == ""
    assert copy.failing("test_tiny.py::of another name", most_s=60)[0].startswith("pytest ended with 4")
    assert copy.failing(test, most_s=0.0) in (["time-out"], [])


def test_survivors_are_told_by_place_and_word_and_equivalent_ones_do_not_count() -> None:
    left = [Survivor("a.py:1", "a | b", "a & b", "missing"), Survivor("a.py:2", "0", "1", "equivalent: never read")]
    found = Found({"games": 4, "link": 1}, Counter(games=2, link=1), left)
    text = mutate.summarized(found)

    assert found.share == 0.75
    assert "draws 5 mutants evenly over packages: 1 are equivalent" in text
    assert "75% of the others (games 2 of 4, link 1 of 1)" in " ".join(text.split())
    assert "| a.py:1 | `a \\| b` | `a & b` | missing |" in text
    assert "a.py:2" not in text
