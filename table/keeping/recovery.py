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
from table.files import write_atomically
from table.keeping import checkpoints, mark
from table.log import logger
from table.values import Value

# -- How many starts have failed, and what was tried since, in a small file beside the database
#
# A successful start deletes it. A power cut ends a start as well, so only those since the machine's own count. The
# packages of games that were left out are in another file, which stays: with the same packages installed, the table
# would not come up.

MOST = 3  # deaths before the next start serves the recovery at once
_MOST_BYTES = 10_000
_log = logger()


class Starts(Value):
    """How often a start has `died` since the machine's own, and what the host `tried`: names of backups, and `new`."""

    died: int = 0
    tried: tuple[str, ...] = ()


def read(database: Path) -> Starts:
    """Return how starts went since one came up; a file that cannot be read says nothing."""
    try:
        with _starts(database).open("rb") as file:
            said = json.loads(file.read(_MOST_BYTES))
        died = int(said["died"]) if said["machine"] == systems.start_of_the_machine() else 0
        return Starts(died, tuple(str(one) for one in said["tried"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return Starts()


def note(database: Path, starts: Starts) -> None:
    """Write how starts went. A failure is logged: the table may come up all the same."""
    said = {"died": starts.died, "tried": starts.tried, "machine": systems.start_of_the_machine()}
    body = json.dumps(said).encode()
    _unless_it_fails(database, lambda: write_atomically(_starts(database), body))


def came_up(database: Path) -> None:
    """Forget the failed starts after a successful one."""
    _unless_it_fails(database, lambda: _starts(database).unlink(missing_ok=True))


def leave_out(database: Path, packages: str) -> None:
    """Leave out these packages of games at the next starts. Raise BadInput if that cannot be written."""
    write_atomically(_left_out(database), packages.encode())


def leaves_out(database: Path, packages: str) -> bool:
    """Return whether these packages of games are left out; not if others are installed by now."""
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
# Theory of operation. A folder beside the database holds the `new` files, whole and on the disk. It is renamed to
# `table.db.swap`, and from then on the table is the new one: what was there moves into `old`, what is new takes its
# place, and the folder moves aside. If that program is killed, whoever opens the table's files next finishes it
# (`finish`).
#
# What a restore replaces stays on trial in `table.db.before` until the table has come up with what is new (`settle`);
# if it does not, the files go back (`go_back`).

JOURNAL, HISTORY, PEOPLE, DECKS = "journal.db", "history.db", "people.json", "decks"
STAGING = ".restore-"  # how the names of folders begin in which a swap is prepared
_BESIDE = ("", "-wal", "-shm")


def databases(database: Path) -> Mapping[str, Path]:
    """Return the paths of a table's databases by their names here: beside the file itself, not beside a link to it."""
    real = database.resolve()
    return {JOURNAL: real, HISTORY: real.with_name(f"{real.name}.history")}


def files(database: Path) -> Mapping[str, Path]:
    """Return a table's other files that a backup has, those that there are, by their names here."""
    found = {f"{DECKS}/{path.name}": path for path in sorted((database.parent / DECKS).glob("*.toml"))}
    people = _places(database)[PEOPLE]
    return {**found, **({PEOPLE: people} if people.exists() else {})}


def all_files(database: Path) -> Mapping[str, Path]:
    """Return all of a table's files that there are, by their names here; the PIN and who sits where do not move."""
    return {**{name: path for name, path in _places(database).items() if path.exists()}, **files(database)}


def _places(database: Path) -> Mapping[str, Path]:
    """Return where a table's files belong that are not in a folder, by their names here."""
    beside = {f"{name}{end}": Path(f"{path}{end}") for name, path in databases(database).items() for end in _BESIDE}
    noted = {"mark": mark.path_of(database), "snapshot": checkpoints.path_of(database)}
    return {**beside, **noted, PEOPLE: database.with_name(f"{database.name}.people")}


def check_places(staged: Path, database: Path) -> None:
    """Raise BadInput if files cannot be moved from a folder to where a table's belong, or from there."""
    folders = [database.parent, _folder(database), database.parent / DECKS, _folder(database) / "backups"]
    for folder in folders:
        if folder.exists() and not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise BadInput(f"{folder}: no files can be put there")
    if len({folder.stat().st_dev for folder in (staged, *folders[:3]) if folder.exists()}) > 1:
        raise BadInput(f"{database}: its files lie on several disks, and cannot be replaced at once")


def swap(staged: Path, database: Path, aside: Path | None = None) -> None:
    """Replace a table's files with those in `staged`/new.

    What was there moves to `aside`/old. Without `aside` it is on trial; what is on trial already stays so, for with
    what came after it the table has not come up. Whoever calls this has made sure that no table uses the files. Raise
    BadInput, and change nothing, if they cannot be put there.
    """
    check_places(staged, database)
    (staged / "aside").write_text(os.path.relpath(aside or _before(database), _folder(database)))
    with ExitStack() as held:
        if (journal := staged / "new" / JOURNAL).exists():
            held.enter_context(_locked(journal))  # or a table might begin with it before the others are there
        _sync(*(path for path in (staged, *staged.rglob("*")) if path.is_dir()))
        staged.rename(_swap(database))
        _sync(_folder(database))
        finish(database)


def finish(database: Path) -> None:
    """Finish what a killed program has begun, if anything; wait if another one is about it."""
    begun = _swap(database)
    if not begun.exists():
        return
    try:
        with _locked(begun):
            if begun.exists():
                _move_all(begun, database)
    except FileNotFoundError:  # another one has finished
        return
    except OSError as error:
        raise BadInput(f"{begun}: what is in it cannot be put in its place: {error.strerror or error}") from None


def settle(database: Path) -> None:
    """Keep the restored files, because the table has started with them."""
    _remove(database, _before(database))


def replaced(database: Path) -> Path:
    """Return the folder of the files that go back if what was restored does not come up; it may not be there."""
    return _before(database) / "old"


def replace_replaced(database: Path, changed: Path) -> None:
    """Let the files of another table's database go back instead of those."""
    folder = _before(changed)
    (folder / "old").mkdir(parents=True)
    for name, path in all_files(changed).items():
        _move(path, folder / "old" / name)
    _sync(*(path for path in (folder, *folder.rglob("*")) if path.is_dir()))
    _remove(database, _before(database))
    folder.rename(_before(database))
    _sync(_folder(database))


def is_on_trial(database: Path) -> bool:
    """Return whether what was restored has still to come up."""
    return _before(database).exists()


def go_back(database: Path) -> Path | None:
    """Put back what was there before a restore, if that is on trial; return where what was restored is now."""
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
    """Return the folders with what was restored and did not come up, as long as nobody has deleted them."""
    return sorted((database.parent / "backups").glob("restored-*-refused"))


def aside(database: Path) -> Path:
    """Return a new folder with today's date for files that are set aside."""
    return free(database.parent / "backups", f"set-aside-{_today()}", "")


def free(folder: Path, name: str, end: str) -> Path:
    """Return a path in a folder that no file has."""
    numbers = ("", *(f"-{number}" for number in range(2, 1_000)))
    return next(path for number in numbers if not (path := folder / f"{name}{number}{end}").exists())


def _move_all(begun: Path, database: Path) -> None:
    """Move the old files away, then the new ones in; each step may be done already."""
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
    shutil.rmtree(begun / "new", ignore_errors=True)  # nothing but folders
    begun.rename(to)
    (to / "aside").unlink()
    _sync(to.parent)


def _move(path: Path, to: Path) -> None:
    to.parent.mkdir(exist_ok=True)
    path.replace(to)


def _remove(database: Path, folder: Path) -> None:
    """Remove a folder; a partly removed one is never mistaken for the whole."""
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
    """Have a file or folder to ourselves."""
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
