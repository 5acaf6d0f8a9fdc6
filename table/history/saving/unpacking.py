"""Unpacks a backup into a folder and checks every part of it; a backup is not trusted.

The unpacked size is known and bounded before anything is written. The contents must be what a table writes: databases
without foreign code that SQLite would run, facts with their checksums, readable tags.
"""

import json
import os
import shutil
import zipfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import IO

from msgspec import convert

from table import files, games
from table.complaints import BadInput, JournalBroken
from table.files import SPARE_BYTES, created, opened, wrong_with_path
from table.history import archive
from table.judging.session import Session
from table.keeping.records import Records
from table.keeping.recovery import DECKS, HISTORY, JOURNAL, PEOPLE
from table.tagging import tags
from table.values import Value

FORMAT = 1
_NEVER = datetime.min.replace(tzinfo=UTC)
MANIFEST = "manifest.json"
MOST_PARTS = 500
_MOST_BYTES = {JOURNAL: 256_000_000, HISTORY: 1_000_000_000, PEOPLE: 1_000_000, MANIFEST: 200_000}
_LONGEST_NAME = 100  # for a deck's file name, in bytes
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_END, _END_BYTES = b"PK\5\6", 22
_LARGE, _LARGE_BYTES = b"PK\6\7", 20  # comes before the end record of an archive larger than 4 GB
_MOST_DIRECTORY_BYTES = 1_000_000
_PIECE = 1 << 20


def unpack(backup: Path, folder: Path, *, besides: int = 0) -> None:
    """Unpack a backup into a folder, synced to disk.

    Raise BadInput unless the backup is complete, a table could start with it, and the disk has room for it and
    `besides` more bytes.
    """
    try:
        _check_end(backup)
        with opened(backup) as file, zipfile.ZipFile(file) as packed:
            parts = _checked(backup, packed, os.fstat(file.fileno()).st_size)
            _check_room(backup, folder, besides + sum(part.file_size for part in parts.values()))
            said = _manifest(backup, packed, parts)
            for name, whole in said.items():
                (folder / name).parent.mkdir(exist_ok=True)
                with packed.open(parts[name]) as body, created(folder / name) as into:
                    if copy(body, into, parts[name].file_size) != whole:
                        raise BadInput(f"{backup}: is damaged: {name} is not what it says it is")
                    into.flush()
                    os.fsync(into.fileno())
    except FileNotFoundError:
        raise BadInput(f"{backup}: there is no such file") from None
    except BadInput:
        raise
    except Exception as error:  # noqa: BLE001 - zipfile lets through whatever its parts raise: zlib, struct, codecs
        raise BadInput(f"{backup}: is not a complete backup: {why(error)}") from None
    for name in said:
        try:
            check_part(name, folder / name)
            if name == JOURNAL:
                _check_running(folder / name)
        except BadInput as error:
            raise BadInput(f"{backup}: its {name} cannot be taken: {_without(folder, error)}") from None
        for beside in ("-wal", "-shm"):  # created by opening the databases above
            (folder / f"{name}{beside}").unlink(missing_ok=True)


def made_at(backup: Path) -> datetime:
    """Return when a backup was made; the earliest possible time if its manifest cannot be read."""
    try:
        _check_end(backup)
        with opened(backup) as file, zipfile.ZipFile(file) as packed:
            part = packed.getinfo(MANIFEST)
            if part.file_size <= _MOST_BYTES[MANIFEST] and part.compress_type in _METHODS:
                return datetime.fromisoformat(json.loads(packed.read(part))["made_at"]).astimezone(UTC)
    except Exception:  # noqa: BLE001 - any error means that the time is unknown
        return _NEVER
    return _NEVER


class PartSum(Value):
    """The length of a part in bytes, and its checksum."""

    size: int
    blake2b: str


def copy(body: IO[bytes], into: IO[bytes], most: float) -> PartSum:
    """Copy a part in pieces, because a Pi has little memory; stop after `most` bytes. Return length and checksum."""
    size, summed = 0, blake2b(digest_size=16)
    while size <= most and (piece := body.read(_PIECE)):
        size += len(piece)
        summed.update(piece)
        into.write(piece)
    return PartSum(size, summed.hexdigest())


def check_part(name: str, part: Path) -> None:
    """Raise BadInput if a table could not start with this part of a backup."""
    if name == JOURNAL and part.stat().st_size:
        _check_journal(part)
    elif name == HISTORY and part.stat().st_size:
        archive.check(part)
    elif name.endswith(".tags.toml"):
        tags.read(part)
    elif name.endswith(".toml"):
        files.check_words(files.read(part))


def why(error: Exception) -> str:
    """Return the message of an error, in one line."""
    return " ".join(str(getattr(error, "strerror", None) or error or type(error).__name__).split())


def _without(folder: Path, error: BadInput) -> str:
    """Return the message of an error, without the path of the temporary folder."""
    return str(error).replace(f"{folder}/", "")


# -- before anything is unpacked


def _check_end(backup: Path) -> None:
    """Raise BadInput unless a file ends like one of our archives and its directory is short enough.

    Otherwise `zipfile` would read a directory of any length before listing its contents.
    """
    with opened(backup) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _END_BYTES - _LARGE_BYTES))
        before, end = (read := file.read())[:-_END_BYTES], read[-_END_BYTES:]
    if len(end) < _END_BYTES or not end.startswith(_END) or before.startswith(_LARGE):
        raise BadInput(f"{backup}: is not a complete backup: its end is missing or damaged")
    if int.from_bytes(end[12:16], "little") > _MOST_DIRECTORY_BYTES:
        raise BadInput(f"{backup}: is not a backup of a card table: it has too many parts")


def _checked(backup: Path, packed: zipfile.ZipFile, size: int) -> Mapping[str, zipfile.ZipInfo]:
    """Return the parts by name. Raise BadInput if any is unknown, missing or too large, or if there are too many."""
    infos = packed.infolist()
    parts = {part.filename: part for part in infos}
    if len(infos) > MOST_PARTS or len(parts) < len(infos):
        raise BadInput(f"{backup}: is not a backup of a card table: it has too many parts")
    for name, part in parts.items():
        if not _is_ours(name):
            raise BadInput(f"{backup}: is not a backup of a card table: it has a part {name[:100]!r}")
        if part.compress_type not in _METHODS:
            raise BadInput(f"{backup}: is not a backup of a card table: {name} is packed in another way")
        if part.file_size > _MOST_BYTES.get(name, files.MOST_BYTES):
            raise BadInput(f"{backup}: {name} has {part.file_size} bytes, and a table’s has fewer")
    if sum(part.compress_size for part in infos) > size:
        raise BadInput(f"{backup}: is damaged: its parts overlap")
    if missing := sorted({JOURNAL, HISTORY, MANIFEST} - {*parts}):
        raise BadInput(f"{backup}: is not a complete backup: {missing[0]} is missing")
    return parts


def _is_ours(name: str) -> bool:
    """Return whether a backup may have a part with this name.

    >>> _is_ours("decks/ours.tags.toml"), _is_ours("decks/../x.toml"), _is_ours("journal.db-wal")
    (True, False, False)
    """
    if name in _MOST_BYTES:
        return True
    folder, _, deck = name.partition("/")
    is_short = len(deck.encode("utf-8", "replace")) <= _LONGEST_NAME and wrong_with_path(deck) is None
    return folder == DECKS and deck.endswith(".toml") and is_short and not {*deck} & {*"/\\\0"}


def _check_room(backup: Path, folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free - SPARE_BYTES
    if size > free:
        room = f"{max(0, free) / 1e6:.0f} MB"
        raise BadInput(f"{backup}: {size / 1e6:.0f} MB are needed to put it there, and {room} are free")


def _manifest(backup: Path, packed: zipfile.ZipFile, parts: Iterable[str]) -> Mapping[str, PartSum]:
    """Return the length and checksum of each part, according to the manifest. Raise BadInput if the parts differ."""
    manifest = json.loads(packed.read(MANIFEST))
    if manifest["format"] != FORMAT:
        raise BadInput(f"{backup}: has format {manifest['format']!r}, and this program reads format {FORMAT}")
    said = convert(manifest["parts"], dict[str, PartSum])
    if sorted(parts) != sorted((*said, MANIFEST)):
        raise BadInput(f"{backup}: is damaged: it does not have the parts that it says it has")
    return said


# -- the contents


def _check_journal(part: Path) -> None:
    """Raise BadInput if a file is not a journal, or one of its facts is damaged."""
    try:
        with Records.read(part) as journal:
            for game_id in sorted(journal.known()):
                journal.facts(game_id)
    except JournalBroken as error:
        raise BadInput(str(error)) from None


def _check_running(part: Path) -> None:
    """Raise BadInput if a journal's running game cannot be replayed under the rules that judged it."""
    if not part.stat().st_size:
        return
    with Records.read(part) as journal:
        running = journal.running()
        if running is None or running.game not in games.names():
            return
        if journal.kept(running.game_id) or games.find(running.game).rules_version != running.rules_version:
            return  # under newer rules, the game continues from the delivered events
        facts = journal.facts(running.game_id)
    try:
        Session.replay(facts)
    except Exception as error:  # noqa: BLE001 - whatever the rules raise, the game could not continue
        raise BadInput(f"game {running.game_id}, which is on, cannot be judged: {why(error)}") from None
