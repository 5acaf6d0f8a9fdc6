"""One file, one table, whatever it is called; nobody else looks into it; and places where no file can be."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.complaints import BadInput, JournalBroken
from table.emulated.people import People
from table.emulated.tabletop import Tabletop
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.tagging import tags
from tests.table import damaged

PLAYED = "another table is using this database; stop it first"
HOLDS = """
import sys
from pathlib import Path
from table.facts import TimePassed
from table.keeping.journal import Journal
from table.keeping.records import Records

with Journal(Path(sys.argv[1])):
    print("mine", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def held(database: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process plays on the database."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS, database], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "mine\n"
    yield process
    process.communicate()


@pytest.mark.long
@pytest.mark.parametrize("way", ["itself", "symlink", "hard link", "folder", "no lock file", "tidied up"])
def test_no_other_way_leads_to_a_second_table(
    database: Path, held: subprocess.Popen[str], tmp_path: Path, way: str
) -> None:
    other = tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()
    match way:
        case "symlink":
            other.symlink_to(database)
        case "hard link":
            other.hardlink_to(database)
        case "folder":
            (tmp_path / "link").symlink_to(database.parent)
            other = tmp_path / "link" / database.name
        case _:
            other = database
    if way in ("no lock file", "tidied up"):
        for file in database.parent.glob(f"{database.name}.*" if way == "no lock file" else f"{database.name}?*"):
            file.unlink()

    with pytest.raises(BadInput, match=PLAYED):
        Journal(other)

    held.communicate()
    if way != "hard link":
        Journal(other).close()


@pytest.mark.long
def test_a_killed_table_leaves_no_lock(database: Path, held: subprocess.Popen[str]) -> None:
    held.kill()
    held.wait()

    Journal(database).close()


def test_a_file_with_two_names_is_refused_for_its_log_goes_by_one(database: Path) -> None:
    Journal(database).close()
    other = database.with_name("other.db")
    other.hardlink_to(database)
    before = database.read_bytes()

    with pytest.raises(BadInput, match=r"other\.db: this file has 2 names \(hard links\); copy it, and play on the co"):
        Journal(other)
    assert database.read_bytes() == before

    other.unlink()
    Journal(database).close()


@pytest.mark.parametrize("umask", [0, 0o022, 0o077])
def test_a_journal_is_its_owners_whatever_the_umask(database: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        with Journal(database) as journal:
            damaged.play(journal, "mito/a-round.jsonl")
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in database.parent.iterdir()}
    finally:
        os.umask(before)

    assert modes == dict.fromkeys([f"table.db{beside}" for beside in damaged.BESIDE], 0o600)


def test_files_that_others_could_read_are_tightened(database: Path) -> None:
    left = damaged.leave_behind(database.parent, ["mito/a-round.jsonl"], "mito/a-round.jsonl")
    files = [left.with_name(f"table.db{beside}") for beside in damaged.BESIDE]
    tagged, people = tags.path_of(left, "mito"), left.with_name("table.db.people")
    tags.change(tagged, add={b"\1\2\3\4": "number1.1"})
    people.write_text("{}")
    mine = (*files, tagged, people)
    for file in mine:
        file.chmod(0o644)

    with Journal(left) as journal:
        damaged.play(journal, "mito/a-round.jsonl")
        tags.read(tagged)
        People(Tabletop(pads={}, buttons={}, tags={}, now_ns=lambda: 0), keep=people)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in mine}

    assert set(modes.values()) == {0o600}


def test_a_file_of_another_program_is_left_as_open_as_it_was(database: Path) -> None:
    database.write_text("a shopping list\n" * 100)
    database.chmod(0o644)

    with pytest.raises(BadInput, match="is not a card table's database"):
        Journal(database)

    assert stat.S_IMODE(database.stat().st_mode) == 0o644


# -- places where no file can be


@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        ("/proc/table.db", "cannot be opened: No such file or directory"),
        ("/sys/table.db", "cannot be opened: "),
        ("/dev/full", "cannot be opened: it is not a file"),
        ("/dev", "cannot be opened: Is a directory"),
    ],
)
def test_where_no_journal_can_be_that_is_told(place: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=f"^{place}: {complaint}"):
        Journal(Path(place))


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few pages."""
    place = tmp_path / "tiny"
    place.mkdir()
    if mount("-t", "tmpfs", "-o", "size=512k", "tmpfs", place) != 0:
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["/bin/umount", place], check=True)


def mount(*arguments: str | Path) -> int:
    return subprocess.run(["/bin/mount", *arguments], check=False, capture_output=True).returncode


def fill(file: Path) -> None:
    with file.open("wb", buffering=0) as much:
        while True:
            much.write(bytes(4096))


def play_on_and_on(journal: Journal) -> None:
    while True:
        damaged.play(journal, "mito/a-round.jsonl", ends=True)


def test_a_full_disk_is_told_when_a_journal_is_begun(tiny: Path) -> None:
    with pytest.raises(OSError, match="No space left"):
        fill(tiny / "much")

    with pytest.raises(BadInput, match=r"table\.db: the disk is full: "):
        Journal(tiny / "table.db")
    assert [file.name for file in tiny.iterdir()] == ["much"]


def test_a_disk_that_fills_up_in_play_is_told_and_what_was_written_is_there(tiny: Path) -> None:
    with Journal(tiny / "table.db") as journal:
        with pytest.raises(JournalBroken, match="the disk is full"):
            play_on_and_on(journal)

        written = journal.facts(journal.last_id())
        assert len(written) > 1

    with Records.read(tiny / "table.db") as records:
        assert records.facts(records.last_id()) == written


def test_a_disk_that_can_only_be_read_is_told(tiny: Path) -> None:
    assert mount("-o", "remount,ro", tiny) == 0

    with pytest.raises(BadInput, match=r"table\.db: cannot be opened: Read-only file system"):
        Journal(tiny / "table.db")
