"""A journal as a power cut leaves it, and what may have become of its files, for tests and proofs of damage."""

import random
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from table import facts, games
from table.complaints import BadInput, JournalBroken
from table.facts import ChoiceMade, Fact, GameStarted
from table.judging.session import Session
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.keeping.salvage import Saved, salvage
from table.values import replace

SCRIPTS = Path(__file__).parent.parent / "scripts"
BESIDE = ("", "-wal", "-shm", ".mark")
Game = tuple[list[Fact], dict[str, list[dict[str, Any]]]]


def facts_of(script: str) -> list[Fact]:
    """Read the facts of a table script."""
    return [facts.parse(line) for line in (SCRIPTS / script).read_text().splitlines() if line.strip()]


def play(journal: Journal, script: str, *, ends: bool = False) -> int:
    """Play a table script into a journal; return the number of its game."""
    first, *others = facts_of(script)
    assert isinstance(first, GameStarted)
    session = Session(first)
    game_id = journal.begin(first.game, games.find(first.game).rules_version, first, session.opening)
    for number, fact in enumerate(others, start=1):
        lines = session.take(fact)
        journal.append(game_id, number, fact, lines, ended=True if session.ended else None)
    if ends and not session.ended:
        abort = ChoiceMade(session.now, 0, "abort")
        journal.append(game_id, len(others) + 1, abort, session.take(abort), ended=True)
    return game_id


def leave_behind(folder: Path, before: Sequence[str], running: str) -> Path:
    """Make a journal with games that are over and one that was interrupted, which is in the write-ahead log."""
    made = folder / "made"
    made.mkdir()
    with Journal(made / "table.db") as journal:
        for script in before:
            play(journal, script, ends=True)
    with Journal(made / "table.db") as journal:
        play(journal, running)
        return copied(made / "table.db", folder / "left")


def bring_home(journal: Journal) -> None:
    """Write all that there is of a journal to its main file."""
    with journal._writing():
        pass
    journal._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def content(path: Path) -> dict[int, Game]:
    """Read all that a journal says. Raise what it raises if it is damaged."""
    with Records.read(path) as records:
        return {game_id: game(records, game_id) for game_id in ids(records)}


def ids(records: Records) -> list[int]:
    return [game_id for (game_id,) in records._rows("SELECT id FROM games ORDER BY id")]


def game(records: Records, game_id: int) -> Game:
    return records.facts(game_id), records.delivered(game_id)


def flipped(data: bytes, chance: random.Random) -> bytes:
    """Flip one bit, as a tired card does."""
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def zeroed(data: bytes, chance: random.Random) -> bytes:
    """Let some of it be zeros, as where a block was never written."""
    at, size = chance.randrange(len(data)), chance.choice((1, 64, 512, 4096))
    return data[:at] + bytes(min(size, len(data) - at)) + data[at + size :]


def scribbled(data: bytes, chance: random.Random) -> bytes:
    """Write something else over some of it."""
    at, size = chance.randrange(len(data)), chance.choice((1, 16, 512, 4096))
    size = min(size, len(data) - at)
    return data[:at] + chance.randbytes(size) + data[at + size :]


def truncated(data: bytes, chance: random.Random) -> bytes:
    """Cut the end off."""
    return data[: chance.randrange(len(data))]


def garbled(data: bytes, chance: random.Random) -> bytes:
    """Let nothing be left of it."""
    return chance.randbytes(len(data))


HARMS: Mapping[str, Callable[[bytes, random.Random], bytes]] = {
    harm.__name__: harm for harm in (flipped, zeroed, scribbled, truncated, garbled)
}


def chance(seed: str) -> random.Random:
    """Make a chance that is the same each time."""
    return random.Random(seed)  # noqa: S311 - chance for damage, not for secrets


def there(path: Path, beside: Sequence[str] = BESIDE) -> list[str]:
    """Return which files of a journal there are that have anything in them."""
    files = {one: path.with_name(f"{path.name}{one}") for one in beside}
    return [one for one, file in files.items() if file.exists() and file.stat().st_size]


def damage(path: Path, beside: str, harm: str, chance: random.Random) -> None:
    """Do harm to one of the files of a journal, where anything is written in it."""
    file = path.with_name(f"{path.name}{beside}")
    data = file.read_bytes()
    used = data.rstrip(b"\0") or data
    file.write_bytes(HARMS[harm](used, chance) + data[len(used) :])


def copied(path: Path, folder: Path) -> Path:
    """Copy a journal with what lies beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    for beside in BESIDE:
        if path.with_name(f"{path.name}{beside}").exists():
            shutil.copy(path.with_name(f"{path.name}{beside}"), folder / f"{path.name}{beside}")
    return folder / path.name


def of_robots_alone(first: Fact) -> GameStarted:
    """Let the first fact of a game be that of one which simulated people play."""
    assert isinstance(first, GameStarted)
    return replace(first, auto=True)


def opened(path: Path) -> dict[int, Game]:
    """Read all of a journal, as a table would that goes on with it."""
    with Journal(path) as journal:
        return {game_id: game(journal, game_id) for game_id in ids(journal)}


def files(path: Path) -> dict[str, bytes]:
    """What is written in the files of a journal; but for the index of its log, which is made anew each time."""
    return {one.name: one.read_bytes() for one in sorted(path.parent.iterdir()) if not one.name.endswith("-shm")}


def told_by(path: Path) -> Exception | None:
    """Return what is complained of when a journal is read; None if nothing is."""
    try:
        opened(path)
    except (BadInput, JournalBroken) as error:
        return error
    return None


def check_salvage(path: Path, before: Mapping[int, Game]) -> None:
    """See that whatever is saved is what was written, and that what is missing is told."""
    new, found = path.parent.with_name(f"{path.parent.name}-new") / "new.db", files(path)
    new.parent.mkdir()
    saved = saved_of(path, new)
    assert files(path) == found
    if not saved:
        assert list(new.parent.iterdir()) == []
        return
    with Records.read(new) as records:
        for game_id in ids(records):
            facts, delivered = game(records, game_id)
            was, was_told = before[game_id]
            assert facts == was[: len(facts)]
            for audience, events in delivered.items():
                assert events == was_told[audience][: len(events)]
            assert saved[game_id].facts == len(facts)
            assert saved[game_id].lost or facts == was


def saved_of(path: Path, new: Path) -> dict[int, Saved]:
    try:
        return {one.game_id: one for one in salvage(path, new)}
    except BadInput as error:
        if "nothing from a card table was found in it" not in str(error):
            raise
        return {}
