"""A checkpoint of the running game next to the journal, so that only later facts are judged at start-up.

A checkpoint is a cache, and is used only if it is certain to be valid: written by exactly the same program, for the
same game and fact, with that fact's checksum. Without one, all facts are judged again, which takes longer. It is a
pickle, so it has to be trusted as much as the program itself: backups never contain one, and a file that another user
could have written is not read.
"""

import inspect
import json
import pickle
import stat
import sys
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Any

from table import games, systems
from table.complaints import BadInput
from table.files import OWNER_ONLY, write_atomically
from table.judging.session import Session
from table.log import logger

EVERY = 500  # facts; re-judging that many takes a twentieth of a second on a PC
_TABLE = Path(__file__).parent.parent
_log = logger()


def path_of(database: Path) -> Path:
    """Return the path of the checkpoint next to a journal."""
    real = database.resolve()
    return real.with_name(f"{real.name}.snapshot")


class Checkpoints:
    """The checkpoint next to one journal."""

    def __init__(self, database: Path) -> None:
        self.path = path_of(database)

    def write(self, game_id: int, number: int, summed: int, session: Session) -> None:
        """Write a checkpoint after fact `number`, whose checksum is `summed`. A failure is logged."""
        try:
            body = pickle.dumps(session)
            write_atomically(self.path, _head(game_id, number, summed, session.game, body) + b"\n" + body)
        except (BadInput, pickle.PicklingError, TypeError, AttributeError) as error:
            _log.warning("where the game stands cannot be saved: it will start more slowly", error=str(error))

    def read(self, game_id: int, game: str) -> tuple[int, int, Session] | None:
        """Return the number and checksum of the fact at the checkpoint, and the session after that fact.

        Return None if there is no valid checkpoint.
        """
        try:
            if not self._is_ours():
                return None
            head, _, body = self.path.read_bytes().partition(b"\n")
            said = json.loads(head)
            if head != _head(game_id, said["number"], said["sum"], games.find(game), body):
                return None
            session = pickle.loads(body)  # noqa: S301 - no other user could have written it
            return (said["number"], said["sum"], session) if isinstance(session, Session) else None
        except Exception as error:  # noqa: BLE001 - without a checkpoint, the facts are judged again
            _log.warning("where the game stood cannot be read: all of it is judged again", error=repr(error)[:200])
            return None

    def _is_ours(self) -> bool:
        try:
            found = self.path.lstat()
        except FileNotFoundError:
            return False
        closed = stat.S_IMODE(found.st_mode) & ~OWNER_ONLY == 0
        return stat.S_ISREG(found.st_mode) and closed and systems.is_ours(found)


def _head(game_id: int, number: int, summed: int, game: Any, body: bytes) -> bytes:
    by = {"rules_version": game.rules_version, "program": _program(Path(inspect.getfile(type(game))))}
    where = {"game_id": game_id, "number": number, "sum": summed}
    return json.dumps(where | by | {"body": blake2s(body).hexdigest()}).encode()


@cache
def _program(game: Path) -> str:
    """Return a digest that changes with the Python version and with any source file of the table or the game."""
    files = {game, *(game.parent.rglob("*") if game.name == "__init__.py" else ())}
    files |= {file for file in _TABLE.rglob("*") if file.suffix in (".py", ".toml")}
    seen = [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in sorted(files) if file.is_file()]
    return blake2s(json.dumps([sys.version, seen]).encode()).hexdigest()
