"""Reads and writes files. `write_atomically` leaves either the old or the new file in place, even after a power cut.

By default only the owner may read a file, because it may contain hands, tags and seats.
"""

import errno
import os
import re
import shutil
import stat
import tomllib
from contextlib import suppress
from pathlib import Path
from struct import Struct
from typing import IO, Any

from msgspec.json import decode

from table.complaints import BadInput
from table.log import logger
from table.privileges import as_owner
from table.saying import say

OWNER_ONLY = 0o600
EVERYBODY_READS = 0o644  # for files that are meant to be shown, or that a service reads
_ARCHIVE = b"PK\x03\x04"  # the first bytes of a ZIP archive
_ENTRY = Struct("<4s5H3L2H")  # the header before the name of the first part of an archive
SPARE_BYTES = 16_000_000  # to leave free on the disk for the game that is on
NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})  # error numbers of a disk that is full
_LONGEST_PATH = 3_000  # bytes; less than Linux allows, because names of related files are longer
_log = logger()


def wrong_with_path(path: str) -> str | None:
    """Return the reason why a path would be invalid on any disk, or None if it is valid."""
    if "\0" in path:
        return "a file name cannot contain NUL"
    if len(os.fsencode(path)) > _LONGEST_PATH or any(len(os.fsencode(part)) > 255 - 20 for part in path.split("/")):
        return "this file name is too long"
    return None


def opened(path: Path) -> IO[bytes]:
    """Open an existing file for reading. Raise OSError if it cannot be opened."""
    with as_owner(path):
        return path.open("rb")


def created(path: Path) -> IO[bytes]:
    """Create a file for writing that only its owner may read; it replaces any file or link with that name.

    Raise OSError if it cannot be created.
    """
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb")


def text_of(path: Path, most: int) -> str:
    """Return the text of a file of at most `most` bytes. Raise BadInput if it is longer or cannot be read.

    At most `most` + 1 bytes are read, because a device file may be endless.
    """
    try:
        with opened(path) as file:
            body = file.read(most + 1)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(body) > most:
        raise BadInput(f"{path}: expected at most {most} bytes")
    try:
        return body.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise BadInput(f"{path}: cannot be read: this is not UTF-8 text") from None


def takes_files(folder: Path) -> bool:
    """Return whether files can probably be written to a folder, which may not exist yet."""
    there = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    return there.is_dir() and os.access(there, os.W_OK)


def write_atomically(path: Path, data: bytes, *, folder: bool = False, mode: int = OWNER_ONLY) -> None:
    """Replace a file. Raise BadInput, and keep the old file, if the new one cannot be written.

    If the path is a link, its target is replaced. `folder` creates a missing folder; `mode` sets who may read the file.
    """
    with as_owner(path):
        _write_atomically(path.resolve(), data, folder=folder, mode=mode)


def _write_atomically(path: Path, data: bytes, *, folder: bool, mode: int) -> None:
    new = path.with_name(f"{path.name}.new")
    try:
        if path.exists() and not path.is_file():
            raise BadInput(f"{path}: this is no file, and is not replaced by one")
        if folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        with created(new) as file:
            if hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        with suppress(OSError):  # the first error is reported
            new.unlink(missing_ok=True)
        raise BadInput(f"{path}: this cannot be written: {error.strerror or error}") from None


def write_part(path: Path, at: int, data: bytes) -> int:
    """Write part of a file at byte `at`, and truncate the rest; 0 starts a new file. Return the new size in bytes.

    Raise BadInput if bytes before `at` are missing, OSError if the file cannot be written; SPARE_BYTES stay free.
    """
    if shutil.disk_usage(path.parent).free < SPARE_BYTES + len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with path.open("r+b") if at and path.exists() else created(path) as file:
        if file.seek(0, os.SEEK_END) < at:
            raise BadInput(say("at: {at} bytes have not come yet", at=at))
        file.seek(at)
        file.write(data)
        file.truncate()
        return file.tell()


def free(folder: Path, name: str, end: str) -> Path:
    """Return an unused path in a folder."""
    numbers = ("", *(f"-{number}" for number in range(2, 1_000)))
    return next(path for number in numbers if not (path := folder / f"{name}{number}{end}").exists())


def set_aside(path: Path) -> Path | None:
    """Rename a damaged file that carries no game, so that a new one can take its place; log it.

    Return its new path, or None if it cannot be renamed.
    """
    to = free(path.parent, f"{path.name}.damaged", "")
    try:
        path.rename(to)
    except OSError as error:
        _log.error("a damaged file cannot be set aside", file=str(path), error=error.strerror or str(error))
        return None
    _log.error("a damaged file is set aside", file=str(path), to=str(to))
    return to


def check_replaceable(path: Path, name: str) -> None:
    """Raise BadInput unless a path is free, an empty file, or a ZIP archive whose first part has this name.

    This keeps a mistyped output name from destroying a file.
    """
    try:
        with as_owner(path):
            there = path.stat()
    except OSError:  # if the path is unusable, the later write reports that
        return
    if not stat.S_ISREG(there.st_mode):
        raise BadInput(f"{path}: this is no file, and is not replaced by one")
    with opened(path) as file:
        head = file.read(_ENTRY.size + len(name))
    if head and not (head.startswith(_ARCHIVE) and head[_ENTRY.size :] == name.encode()):
        raise BadInput(f"{path}: something else is there, and is not replaced: name another file")


def tighten(path: Path) -> None:
    """Make an existing file readable only by its owner; a failure is logged."""
    try:
        with suppress(FileNotFoundError):  # a missing file needs no protection
            if stat.S_IMODE(path.stat().st_mode) & ~OWNER_ONLY:
                path.chmod(OWNER_ONLY)
    except OSError as error:
        _log.warning("others may be able to read a file", file=str(path), error=error.strerror or str(error))


# -- Untrusted TOML, for decks, tags and tables, and untrusted JSON. Files that would take minutes to parse are refused.
#
# `tomllib` takes time quadratic in the number of dots in a key. Python neither reads nor writes numbers of thousands of
# digits, except hexadecimal ones, which it only reads.

MOST_BYTES = 1_000_000  # of a file; a large deck has a tenth of that
MOST_PARTS = 20  # in a dotted key; ours have three
MOST_DIGITS = 100  # in a number; ours have eight
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP = rf"(?P<deep>(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS}}})"
_LONG = rf"(?P<long>-?\d\w{{{MOST_DIGITS}}})"
_WORDS = re.compile(rf"{_DEEP}|{_LONG}|{_PART}|#[^\n]*+")  # strings and comments may contain dots


def parsed(text: str) -> dict[str, object]:
    """Parse TOML text. Raise BadInput if it is invalid or would take too long to parse."""
    if len(text) > MOST_BYTES:
        raise BadInput(say("cannot be read: expected at most {count} bytes", count=MOST_BYTES))
    check_words(text)
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise BadInput(say("cannot be read: {error}", error=error)) from None
    except RecursionError:
        raise BadInput(say("cannot be read: nested too deeply")) from None


def check_words(text: str) -> None:
    """Raise BadInput if TOML text has a key of more than MOST_PARTS parts, or a number of more than MOST_DIGITS."""
    for found in _WORDS.finditer(text):
        if found["deep"] or found["long"]:
            line = text.count("\n", 0, found.start()) + 1
            if found["deep"]:
                raise BadInput(say("cannot be read: line {line}: a key has too many dots", line=line))
            raise BadInput(say("cannot be read: line {line}: a number has too many digits", line=line))


def parsed_json(text: str | bytes) -> Any:
    """Parse JSON from outside. Raise BadInput unless every JSON parser can read it.

    Python's own parser accepts NaN, and reads 1e999 as infinity, which it would write as invalid JSON.
    """
    try:
        return decode(text)
    except ValueError as error:
        raise BadInput(say("cannot be read: {error}", error=error)) from None
    except RecursionError:
        raise BadInput(say("cannot be read: nested too deeply")) from None


def read(path: Path) -> str:
    """Return a file's text, empty if there is no file. Raise BadInput if it cannot be read or is too long."""
    try:
        with path.open("rb") as file:
            body = file.read(MOST_BYTES + 1)
        text = body.decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(say("{path}: cannot be read: {error}", path=path, error=error)) from None
    if len(body) > MOST_BYTES:
        raise BadInput(say("{path}: expected at most {count} bytes", path=path, count=MOST_BYTES))
    return text
