"""What writes files of a table is killed at any moment: the table has what it had or what it shall have.

KILLED says how often each command is.
"""

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from table.history.archive import Archive
from table.history.saving.backup import restore
from table.keeping.records import Records
from tests import forking
from tests.history import library
from tests.history.test_backup import state
from tests.history.test_forgetting import content as games_of
from tests.history.test_forgetting import every_byte, fill, forms
from tests.history.test_restoring import content, duplicate
from tests.playing import PATIENCE_S, run

KILLED = int(os.environ.get("KILLED", "10"))
NAME = "Jürgen O'Neill"
Check = Callable[[Path], None]

pytestmark = [pytest.mark.long, pytest.mark.timeout(120 + 20 * KILLED)]


@pytest.fixture(scope="module")
def table_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table at which somebody of that name plays and has played."""
    database = tmp_path_factory.mktemp("before") / "table.db"
    fill(database, NAME)
    return database


def killed(words: Sequence[str | Path], before: Path, tmp_path: Path, check: Check) -> Path:
    """Kill a command of a table's copies at random moments of its run; return the copy where it was left to end.

    `words` may name the copy's own folder as "HERE".
    """
    chance = random.Random(KILLED)  # noqa: S311

    def line(database: Path) -> list[str]:
        here = str(database.parent)
        return [*(str(word).replace("HERE", here) for word in words), "--database", str(database)]

    whole = duplicate(before, tmp_path / "whole")
    run("--version")  # the first command waits for the process that forks into all of them
    began_s = time.monotonic()
    assert run(*line(whole)).returncode == 0
    took_s, stopped = time.monotonic() - began_s, 0
    for number in range(KILLED):
        database = duplicate(before, tmp_path / f"{number}")
        process = forking.command(*line(database), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(chance.uniform(0, took_s))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            stopped += 1
        process.wait(PATIENCE_S)
        check(database)
    assert stopped
    return whole


def opens(database: Path) -> None:
    """See that a table and its history can be read."""
    Records.read(database).close()
    with Archive(database) as archive:
        assert archive.all_ids()


def test_a_restore_leaves_the_old_table_or_the_new_one(table_before: Path, tmp_path: Path) -> None:
    other = tmp_path / "other/table.db"
    fill(other, "Somebody else")
    (made,) = other.parent.glob("backups/*")
    left: list[Mapping[str, Any]] = []

    whole = killed(["restore", made], table_before, tmp_path, lambda database: left.append(content(database)))

    wanted = [content(duplicate(table_before, tmp_path / "old")), content(whole)]
    assert [one for one in left if one not in wanted] == []


def test_a_backup_is_whole_or_not_there(table_before: Path, tmp_path: Path) -> None:
    old = state(duplicate(table_before, tmp_path / "old"))

    def check(database: Path) -> None:
        assert {name: body for name, body in state(database).items() if name in old} == old
        made = database.parent / "made"
        for again in range(2):
            if made.exists():
                (tmp_path / f"{database.parent.name}-{again}").mkdir()
                restored = tmp_path / f"{database.parent.name}-{again}/table.db"
                restore(made, restored)
                assert games_of(restored) == games_of(database)
            if not again:
                made.unlink(missing_ok=True)
                assert run("backup", made, "--database", database).returncode == 0

    killed(["backup", "HERE/made"], table_before, tmp_path, check)


def test_a_name_is_forgotten_by_the_next_try(table_before: Path, tmp_path: Path) -> None:
    left: list[Path] = []

    def check(database: Path) -> None:
        opens(database)
        again = run("forget", NAME, "--database", database)
        assert again.returncode == 0 or "nobody" in again.stderr.lower(), again.stderr
        written = [where for where, data in every_byte(database.parent) if any(form in data for form in forms(NAME))]
        assert written == []
        left.append(database)

    whole = killed(["forget", NAME], table_before, tmp_path, check)

    assert [one for one in left if games_of(one) != games_of(whole)] == []


def test_a_script_is_imported_or_not(table_before: Path, tmp_path: Path) -> None:
    script = library.as_script(library.games()["mytho-3-typical-201"], tmp_path)

    def check(database: Path) -> None:
        opens(database)
        with Archive(database) as archive:
            count = len(archive.all_ids())
        again = run("import", script, "--database", database)
        with Archive(database) as archive:
            assert len(archive.all_ids()) == count_before + 1
        assert (again.returncode == 0) == (count == count_before), again.stderr

    with Archive(duplicate(table_before, tmp_path / "old")) as archive:
        count_before = len(archive.all_ids())
    killed(["import", script], table_before, tmp_path, check)
