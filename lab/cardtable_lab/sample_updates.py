"""Sample signed updates: a valid one, and others that a table must refuse or roll back."""

import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from cardtable_lab import update
from table.updating import archive
from table.updating.archive import Label

SOUND, BROKEN, CHANGED, OTHERS = "sound.update", "broken.update", "changed.update", "others.update"
MAKER = "maker.pub"
NEWER_VERSION, BROKEN_VERSION = "900.1.0", "900.2.0"
_ROOT = Path(__file__).parents[2]
# A change that keeps a version from starting: the file, the old text, and the new text.
DOES_NOT_START = ("web/server/main.py", "def _run() -> None:\n", "def _run() -> None:\n    raise SystemExit(3)\n")


@contextmanager
def made(architecture: str) -> Iterator[Path]:
    """Build updates from this checkout. Yield a folder with them and the public key for the properly signed ones."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for who in ("maker", "other"):
            keys = ["-p", str(folder / f"{who}.pub"), "-s", str(folder / f"{who}.key")]
            subprocess.run(["minisign", "-G", "-W", *keys], check=True, capture_output=True)  # noqa: S603, S607
        sound = update.packed(_newer(folder / "checkout"), str(folder / "maker.key"), architecture, folder)
        sound.rename(folder / SOUND)
        body = (folder / SOUND).read_bytes()
        (folder / CHANGED).write_bytes(body[:-2000] + bytes([body[-2000] ^ 1]) + body[-1999:])
        source = folder / "parted/source"
        _unpack(folder / SOUND, source)
        label = Label(NEWER_VERSION, architecture)
        update.signed(source, label, str(folder / "other.key"), folder).rename(folder / OTHERS)
        _break(next(source.glob("cardtable-*.whl")))
        label = Label(BROKEN_VERSION, architecture)
        update.signed(source, label, str(folder / "maker.key"), folder).rename(folder / BROKEN)
        yield folder


def _newer(folder: Path) -> Path:
    """Return a copy of this checkout with a newer version number."""
    shutil.copytree(_ROOT, folder, ignore=shutil.ignore_patterns(".git", ".venv*", "node_modules", "var", "build"))
    for file in (folder / "pyproject.toml", folder / "club/pyproject.toml"):
        old = re.search(r'^version = "(.*)"', file.read_text(), re.MULTILINE)
        assert old is not None  # noqa: S101 - both files have a version
        file.write_text(
            file.read_text().replace(f'"{old[1]}"', f'"{NEWER_VERSION}"').replace(f"=={old[1]}", f"=={NEWER_VERSION}")
        )
    return folder


def _unpack(sent: Path, source: Path) -> None:
    source.mkdir(parents=True)
    with sent.open("rb") as file:
        archive.part(file, source.parent)
    with tarfile.open(source.parent / archive.PAYLOAD) as payload:
        payload.extractall(source, filter="data")


def _break(wheel: Path) -> None:
    """Change a wheel so that its program does not start."""
    broken = wheel.with_suffix(".new")
    file, sound, wrong = DOES_NOT_START
    with ZipFile(wheel) as old, ZipFile(broken, "w") as new:
        for name in old.namelist():
            body = old.read(name)
            new.writestr(name, body.replace(sound.encode(), wrong.encode()) if name == file else body)
    broken.replace(wheel)
