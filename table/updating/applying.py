"""Installs a signed update as root: verifies it, unpacks it where only root can write, and runs its `install.sh`.

Neither the sender nor the table's own user is trusted, so root verifies its own copy.
"""

import fcntl
import os
import shutil
import stat
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from table.complaints import BadInput
from table.files import opened
from table.saying import say
from table.updating import archive
from table.updating.outcome import Outcome
from table.values import Value
from table.version import release

_SOURCE = "source"
_STATUS = {  # by exit status of install.sh
    3: ("back", say("The new version does not run, so the update was taken back: everything is as before.")),
    4: ("broken", say("The new version does not run, and the old one does not come up either.")),
}
_FAILED = say("The new version could not be installed, so the old one goes on.")
_PREFIX = "install.sh: "
_SHELL = "/bin/sh"


class Places(Value):
    """The paths that root uses: the trusted key, and a working folder for an update."""

    key: Path = archive.KEY
    work: Path = Path("/opt/cardtable.update")


def apply(
    file: Path,
    echo: Callable[[str], None],
    *,
    again: bool = False,
    places: Places | None = None,
    taken: Callable[[], None] = lambda: None,
) -> Outcome:
    """Install an update; return its outcome. With `again`, install it even if it is not newer.

    Raise BadInput, and change nothing, if it may not be installed, or another update is being installed. `taken` is
    called once root has its own copy; `echo` receives each line that install.sh writes to standard error.
    """
    places = places or Places()
    if (missing := archive.why_not(places.key)) is not None:
        raise missing
    with _alone(places.work):
        _part(file, places.work, taken)
        label = archive.verified(places.work, places.key)
        archive.check(label, release(), again=again)
        _unpack(places.work)
        return _install(places.work / _SOURCE, label, echo)


@contextmanager
def _alone(work: Path) -> Iterator[None]:
    """Lock the working folder and empty it. Raise BadInput if another update is being installed."""
    lock = os.open(work.parent, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BadInput(say("Another update is being installed.")) from None
    try:
        shutil.rmtree(work, ignore_errors=True)  # may be left over from a power cut
        work.mkdir(mode=0o700)
        yield
    except OSError as error:
        raise _cannot_unpack(error) from None
    finally:
        shutil.rmtree(work, ignore_errors=True)
        os.close(lock)


def _part(file: Path, work: Path, taken: Callable[[], None]) -> None:
    try:
        with _opened(file) as source:
            archive.part(source, work)
    finally:
        taken()


def _opened(file: Path) -> IO[bytes]:
    try:
        return opened(file)
    except OSError as error:
        raise BadInput(f"{file}: cannot be read: {error.strerror or error}") from None


def _unpack(work: Path) -> None:
    """Unpack a verified payload. Members that are not files, or would land outside the folder, are still refused."""
    try:
        with tarfile.open(work / archive.PAYLOAD, "r:") as payload:
            for member in payload:
                if not member.isdir():
                    _unpack_one(payload, member, work / _SOURCE)
        (work / archive.PAYLOAD).unlink()
    except tarfile.TarError as error:
        raise BadInput(say("This update is signed, but it cannot be unpacked: {why}", why=str(error))) from None
    if not (work / _SOURCE / "install.sh").is_file():
        raise BadInput(archive.NOT_SIGNED)


def _unpack_one(payload: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Unpack a file. Debian 12's Python 3.11.2 does not have the filters of `tarfile` yet."""
    name, content = Path(member.name), payload.extractfile(member) if member.isreg() else None
    if content is None or name.is_absolute() or ".." in name.parts:
        raise tarfile.TarError(f"{member.name} is not a file inside of it")
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    with content, place.open("xb") as file:
        shutil.copyfileobj(content, file)
    place.chmod(0o755 if member.mode & stat.S_IXUSR else 0o644)


def _install(source: Path, label: archive.Label, echo: Callable[[str], None]) -> Outcome:
    command = [_SHELL, str(source / "install.sh"), "--yes"]
    why = ""
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as run:
        assert run.stderr is not None  # noqa: S101 - it is a pipe
        for line in run.stderr:
            echo(line.rstrip("\n"))
            if not why and line.startswith(_PREFIX):
                why = line.removeprefix(_PREFIX).strip()
    if run.returncode == 0:
        return Outcome("updated", say("Updated to version {version}.", version=label.version))
    state, said = _STATUS.get(run.returncode, ("failed", _FAILED))
    return Outcome(state, said, why)  # type: ignore[arg-type]


def _cannot_unpack(error: OSError) -> BadInput:
    return BadInput(say("There is no room to unpack this update: {why}", why=str(error.strerror or error)))
