"""Recovery: replaces a table's files all at once, and counts failed starts."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from table import systems
from table.complaints import BadInput
from table.files import free, write_atomically
from table.keeping import checkpoints, mark
from table.log import logger
from table.values import Value

# -- How many starts have failed, and what was tried since, in a small file next to the database
#
# A successful start deletes the file. A power cut also cuts a start short, so only starts since the last boot count.
# Another file lists the game packages that are left out, and is kept: with the same packages installed, the table would
# not start.

MOST = 3  # failed starts before the next one goes straight to recovery
_MOST_BYTES = 10_000
_log = logger()


class Starts(Value):
    """How many startups `died` since the computer booted, and what the host `tried`: backups, by name, or `new`."""

    died: int = 0
    tried: tuple[str, ...] = ()


def read(database: Path) -> Starts:
    """Return the failed starts since the last successful one; an unreadable file counts as none."""
    try:
        with _starts(database).open("rb") as file:
            said = json.loads(file.read(_MOST_BYTES))
        died = int(said["died"]) if said["machine"] == systems.start_of_the_machine() else 0
        return Starts(died, tuple(str(one) for one in said["tried"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return Starts()


def note(database: Path, starts: Starts) -> None:
    """Record the failed starts in a file. An error is only logged, because the table may still start."""
    said = {"died": starts.died, "tried": starts.tried, "machine": systems.start_of_the_machine()}
    body = json.dumps(said).encode()
    _unless_it_fails(database, lambda: write_atomically(_starts(database), body))


def came_up(database: Path) -> None:
    """Forget the failed starts after a successful one."""
    _unless_it_fails(database, lambda: _starts(database).unlink(missing_ok=True))


def leave_out(database: Path, packages: str) -> None:
    """Leave these game packages out from the next startup on. Raise BadInput if this cannot be recorded."""
    write_atomically(_left_out(database), packages.encode())


def leaves_out(database: Path, packages: str) -> bool:
    """Return whether to leave these game packages out: only if exactly these were recorded."""
    try:
        with _left_out(database).open("rb") as file:
            return file.read(_MOST_BYTES).decode("utf-8", "replace") == packages[:_MOST_BYTES]
    except OSError:
        return False


def _unless_it_fails(database: Path, act: Callable[[], None]) -> None:
    try:
        act()
    except (OSError, BadInput) as error:
        _log.warning("how the table has started cannot be noted", file=str(_starts(database)), error=str(error))


def _starts(database: Path) -> Path:
    return database.with_name(f"{database.name}.starts")


def _left_out(database: Path) -> Path:
    return database.with_name(f"{database.name}.without_packages")


# -- Replaces a table's files: all of them or none, even if the program is killed
#
# Theory of operation. A folder next to the database has the `new` files, complete and synced to disk. It is renamed to
# `table.db.swap`, and from then on the swap is decided: the old files move into `old`, the new ones take their place,
# and the folder moves aside. If the program is killed, the next one that opens the table's files finishes the swap
# (`finish`).
#
# A restore is on trial until the table has started with the restored files (`settle`). Until then `table.db.before` has
# the files that it replaced; if the table does not start, they go back (`go_back`).

JOURNAL, HISTORY, PEOPLE, DECKS = "journal.db", "history.db", "people.json", "decks"
STAGING = ".restore-"  # prefix of the folders in which swaps are prepared
_BESIDE = ("", "-wal", "-shm")


def databases(database: Path) -> Mapping[str, Path]:
    """Return the paths of a table's databases, by their names in a backup; links are resolved."""
    real = database.resolve()
    return {JOURNAL: real, HISTORY: real.with_name(f"{real.name}.history")}


def files(database: Path) -> Mapping[str, Path]:
    """Return the paths of a table's other files that belong in a backup and exist, by their names in the backup."""
    found = {f"{DECKS}/{path.name}": path for path in sorted((database.parent / DECKS).glob("*.toml"))}
    people = _places(database)[PEOPLE]
    return {**found, **({PEOPLE: people} if people.exists() else {})}


def all_files(database: Path) -> Mapping[str, Path]:
    """Return the paths of all files of a table that a swap moves, by name; the PIN and the phones' seats stay."""
    return {**{name: path for name, path in _places(database).items() if path.exists()}, **files(database)}


def _places(database: Path) -> Mapping[str, Path]:
    """Return where a table's files belong, by name, except those of decks, which are in a folder."""
    beside = {f"{name}{end}": Path(f"{path}{end}") for name, path in databases(database).items() for end in _BESIDE}
    noted = {"mark": mark.path_of(database), "snapshot": checkpoints.path_of(database)}
    return {**beside, **noted, PEOPLE: database.with_name(f"{database.name}.people")}


def check_places(staged: Path, database: Path) -> None:
    """Raise BadInput if files cannot be moved between `staged` and a table's folders."""
    folders = [database.parent, _folder(database), database.parent / DECKS, _folder(database) / "backups"]
    for folder in folders:
        if folder.exists() and not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise BadInput(f"{folder}: no files can be put there")
    if len({folder.stat().st_dev for folder in (staged, *folders[:3]) if folder.exists()}) > 1:
        raise BadInput(f"{database}: its files lie on several disks, and cannot be replaced at once")


def swap(staged: Path, database: Path, aside: Path | None = None) -> None:
    """Replace a table's files with those in `staged`/new.

    The old files move to `aside`/old. Without `aside` the new files are on trial, and the old ones are kept to go back;
    if a trial is running already, the files from before it are kept instead, because the table has not started since.
    The caller makes sure that no table is using the files. Raise BadInput, and change nothing, if they cannot be moved.
    """
    check_places(staged, database)
    with ExitStack() as held:
        try:
            (staged / "aside").write_text(os.path.relpath(aside or _before(database), _folder(database)))
            if (journal := staged / "new" / JOURNAL).exists():
                held.enter_context(_locked(journal))  # otherwise a table might open it before the other files are moved
            _sync(*(path for path in (staged, *staged.rglob("*")) if path.is_dir()))
            staged.rename(_swap(database))
        except OSError as error:
            raise BadInput(f"{database}: its files cannot be replaced: {error.strerror or error}") from None
        _sync(_folder(database))
        finish(database)


def finish(database: Path) -> None:
    """If a killed program left a swap unfinished, finish it; wait if another program is finishing it."""
    begun = _swap(database)
    if not begun.exists():
        return
    try:
        with _locked(begun):
            if begun.exists():
                _move_all(begun, database)
    except FileNotFoundError:  # another program has finished it
        return
    except OSError as error:
        raise BadInput(f"{begun}: what is in it cannot be put in its place: {error.strerror or error}") from None


def settle(database: Path) -> None:
    """End the trial of restored files, because the table has started: delete the files that they replaced."""
    _remove(database, _before(database))


def replaced(database: Path) -> Path:
    """Return the folder of files to put back if the table does not start with the restored ones; it may not exist."""
    return _before(database) / "old"


def replace_replaced(database: Path, changed: Path) -> None:
    """Replace the files kept from before a restore with the files of the table `changed`."""
    folder = _before(changed)
    (folder / "old").mkdir(parents=True)
    for name, path in all_files(changed).items():
        _move(path, folder / "old" / name)
    _sync(*(path for path in (folder, *folder.rglob("*")) if path.is_dir()))
    _remove(database, _before(database))
    folder.rename(_before(database))
    _sync(_folder(database))


def is_on_trial(database: Path) -> bool:
    """Return whether restored files are on trial: the table has not started with them yet."""
    return _before(database).exists()


def go_back(database: Path) -> Path | None:
    """If a restore is on trial, put back the files from before it; return where the restored files are now."""
    finish(database)
    before = _before(database)
    if not before.exists():
        return None
    if (before / "old").exists():
        (before / "old").rename(before / "new")
    restored = free(database.parent / "backups", f"restored-{_today()}", "-refused")
    swap(before, database, restored)
    return restored


def refused(database: Path) -> list[Path]:
    """Return the folders of restored files that were put aside because the table did not start with them."""
    return sorted((database.parent / "backups").glob("restored-*-refused"))


def aside(database: Path) -> Path:
    """Return an unused path, with today's date, for files that are set aside."""
    return free(database.parent / "backups", f"set-aside-{_today()}", "")


def _move_all(begun: Path, database: Path) -> None:
    """Move the old files away, then the new ones in; an earlier run may have done some of these steps."""
    old, part, places = begun / "old", begun / "old.part", _places(database)
    if not old.exists():
        part.mkdir(exist_ok=True)
        for name, path in all_files(database).items():
            _move(path, part / name)
        _sync(part)
        _sync(_folder(database))
        part.rename(old)
        _sync(begun)
    for path in sorted((begun / "new").rglob("*")):
        if not path.is_dir():
            name = str(path.relative_to(begun / "new"))
            _move(path, places.get(name, database.parent / name))
    _sync(_folder(database))
    to = _folder(database) / (begun / "aside").read_text()
    if to.exists() or not any(old.iterdir()):
        _remove(database, begun)
        return
    to.parent.mkdir(exist_ok=True)
    shutil.rmtree(begun / "new", ignore_errors=True)  # only empty folders are left
    begun.rename(to)
    (to / "aside").unlink()
    _sync(to.parent)


def _move(path: Path, to: Path) -> None:
    to.parent.mkdir(exist_ok=True)
    path.replace(to)


def _remove(database: Path, folder: Path) -> None:
    """Rename a folder and remove it, so that a partly removed one is never taken for a complete one."""
    gone = free(_folder(database), f"{STAGING}gone", "")
    try:
        folder.rename(gone)
    except FileNotFoundError:
        return
    shutil.rmtree(gone, ignore_errors=True)


def _folder(database: Path) -> Path:
    return database.resolve().parent


def _swap(database: Path) -> Path:
    real = database.resolve()
    return real.with_name(f"{real.name}.swap")


def _before(database: Path) -> Path:
    real = database.resolve()
    return real.with_name(f"{real.name}.before")


def _today() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d}"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock a file or folder; wait for other programs."""
    handle = os.open(path, os.O_RDONLY)
    try:
        systems.lock(handle, waits=True)
        yield
    finally:
        os.close(handle)


def _sync(*folders: Path) -> None:
    """Sync folders to disk: their entries, not the files' contents."""
    for folder in folders:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
