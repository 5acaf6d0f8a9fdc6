"""The disk of an evening: it fills up, holds what a killed table leaves behind, and suffers torn writes.

If the user may mount file systems, it is a small file system that really fills up; otherwise the size of the database
is limited.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from table.complaints import JournalBroken
from table.keeping.journal import Journal
from tests.table import damaged

SIZE = 48_000_000
_FILLER = "filler"
_CHUNKS = (1 << 20, 1 << 12, 1)
_NAME = "table.db"

Rows = Mapping[tuple[int, int], tuple[Any, ...]]  # by game and fact: the fact's body, its checksum, its events


class Disk:
    """A folder for a journal. `path` is the current journal: each killed table leaves its own folder behind."""

    def __init__(self, folder: Path, *, own: bool) -> None:
        """Use a folder; `own` says whether it is a separate file system."""
        self._folder = folder
        self._own = own
        self._lives = 0
        self.is_full = False
        self.path.parent.mkdir()

    @property
    def path(self) -> Path:
        """The path of the current journal."""
        return self._folder / str(self._lives) / _NAME

    @property
    def _filler(self) -> Path:
        return self._folder / _FILLER

    def fills(self, journal: Journal | None) -> None:
        """Fill the disk, after a checkpoint so that SQLite cannot reuse its log; or stop the database from growing."""
        self.is_full = True
        if self._own:
            _bring_home(journal)
            _fill(self._filler)
        elif journal is not None:
            journal._connection.execute(f"PRAGMA max_page_count = {_pages(journal)}")

    def frees(self, journal: Journal | None) -> None:
        """Free the space on the disk again."""
        self.is_full = False
        self._filler.unlink(missing_ok=True)
        if not self._own and journal is not None:
            journal._connection.execute(f"PRAGMA max_page_count = {2**31}")

    def leaves(self, journal: Journal) -> None:
        """Close the journal, but keep its files as a killed process would leave them."""
        here, safe = self.path.parent, self._folder.with_name(f"{self._folder.name}-left")
        shutil.copytree(here, safe)
        journal._waiting = []  # unwritten data existed only in the process's memory
        journal.close()
        shutil.rmtree(here)
        self._lives += 1
        self._puts(safe)

    def takes(self, journal: Path) -> None:
        """Replace the current journal with `journal`."""
        shutil.rmtree(self.path.parent)
        self._lives += 1
        self._puts(journal.parent)

    def _puts(self, folder: Path) -> None:
        """Move a folder onto the disk, even if it is full."""
        if full := self.is_full:
            self.frees(None)
        shutil.move(folder, self.path.parent)
        if full:
            self.fills(None)

    def tears(self, chance: Random) -> None:
        """Append garbage to SQLite's log, as an interrupted commit leaves it."""
        with suppress(OSError), self.path.with_name(f"{_NAME}-wal").open("ab", buffering=0) as log:
            log.write(chance.randbytes(chance.randrange(1, 3000)))


def _bring_home(journal: Journal | None) -> None:
    if journal is not None:
        with suppress(sqlite3.Error, JournalBroken):  # it is already full
            damaged.bring_home(journal)


def _fill(file: Path) -> None:
    with file.open("wb", buffering=0) as handle:
        for size in _CHUNKS:
            with suppress(OSError):
                while handle.write(bytes(size)) == size:
                    pass


def _pages(journal: Journal) -> int:
    pages: int = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    return pages


@contextmanager
def mounted(folder: Path) -> Iterator[Disk]:
    """Yield a disk in a folder; it is a separate file system if this process may mount one."""
    place = folder / "disk"
    place.mkdir()
    own = os.geteuid() == 0 and _called("mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place))
    try:
        yield Disk(place, own=own)
    finally:
        if own:
            _called("umount", "-l", str(place))


def _called(*command: str) -> bool:
    with suppress(FileNotFoundError):
        return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603
    return False


def rows(path: Path, folder: Path) -> Rows:
    """Read rows from a copy of a journal until SQLite reports an error or the end."""
    shutil.copytree(path.parent, folder)
    found: dict[tuple[int, int], tuple[Any, ...]] = {}
    with suppress(sqlite3.Error), closing(sqlite3.connect(folder / path.name)) as db:
        for game, number, body, summed in db.execute(
            "SELECT game_id, number, body, sum FROM facts JOIN sums USING (game_id, number) ORDER BY 1, 2"
        ):
            written = db.execute(
                "SELECT audience, seq, body FROM events WHERE game_id = ? AND fact_number = ? ORDER BY 1, 2",
                (game, number),
            )
            found[game, number] = (body, summed, *written.fetchall())
    shutil.rmtree(folder)
    return found


def whole(damaged: Rows, before: Rows, game: int) -> int:
    """Return how many facts of a game, from the first one on, are undamaged."""
    number = 0
    while (game, number) in before and damaged.get((game, number)) == before[game, number]:
        number += 1
    return number
