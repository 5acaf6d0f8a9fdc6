"""Imports table scripts into the history as finished games."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from table import facts, games
from table.complaints import BadInput
from table.games.game import PUBLIC
from table.history.archive import Archive
from table.history.record import Record
from table.history.saving import receiving
from table.history.summary import had_people, summarized
from table.judging import script
from table.judging.session import dump
from table.keeping.records import Records


def import_scripts(paths: Sequence[Path], database: Path, now: datetime | None = None) -> list[int]:
    """Import table scripts into the history as finished games; return their numbers.

    A script that stops before its game is over counts as abandoned. Raise BadInput, and import nothing, if a file is
    not a script, has only robots, or is already in the history, or if a backup waiting to be restored would replace the
    imported games.
    """
    if receiving.accepted(database):
        why = "a backup waits to be put in its place when the table is started next, and no game would stay"
        raise BadInput(f"{database}: {why}: start the table first")
    records = list[Record]()
    for path in paths:
        record = _of_people(path)
        if record in records:
            raise BadInput(f"{path}: this is the same game as {paths[records.index(record)]}")
        records.append(record)
    above = _last_played(database)  # the journal may be damaged, so read it before creating any file
    with Archive(database) as archive, archive.writing():
        moment = now or datetime.now(UTC)
        return [_adopted(archive, path, record, above, moment) for path, record in zip(paths, records, strict=True)]


def _of_people(path: Path) -> Record:
    record = played(path)
    if not had_people(record):
        raise BadInput(f"{path}: a game of robots only is not kept")
    strange = next((name for name in record.started.players if name and not name.isprintable()), None)
    if strange is not None:
        raise BadInput(f"{path}: line 1: players: {strange!r} is no name: it has a character that cannot be seen")
    return record


def _adopted(archive: Archive, path: Path, record: Record, above: int, now: datetime) -> int:
    version = games.find(summarized(record).game).rules_version
    try:
        return archive.adopt(record, version, above=above, now=now)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def played(path: Path) -> Record:
    """Play a script and return its record. Raise BadInput, naming file, line and field, if it is invalid."""
    bodies, events, of = [], [], []
    for number, (fact, _, lines) in enumerate(script.played(path)):
        bodies.append(json.dumps(facts.dump(fact)))
        public = [dump(line) for line in lines if line.audience == PUBLIC]
        events += public
        of += [number] * len(public)
    return Record(tuple(bodies), tuple(events), tuple(of))


def _last_played(database: Path) -> int:
    """Return the highest number of any game in the journal, or 0 without games; works while the table is playing."""
    if not database.exists() or not database.stat().st_size:
        return 0
    with Records.read(database) as journal:
        return journal.last_id()
