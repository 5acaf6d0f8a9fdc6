"""Table scripts: one fact per line, as JSON, for bug reports, exports and tests.

A report from `cardtable report` is a ZIP archive that contains a script.
"""

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from table import facts, games
from table.complaints import BadInput
from table.facts import Fact, GameStarted
from table.files import opened, text_of
from table.judging.delivery import Line
from table.judging.session import RULES_S, Session
from table.packages import reason, within

FACTS = "facts.jsonl"  # the name of the script in a report
_MOST_BYTES = 100_000_000  # of a script, or of an unpacked part of a report; a long evening needs a hundredth of that
_PACKED = b"PK"  # the first bytes of a ZIP archive


def play(path: Path) -> tuple[Session, tuple[Line, ...]]:
    """Play a script; return the session and all events. Raise BadInput, naming file, line and field, if it fails."""
    seen = [*played(path)]
    return seen[-1][1], tuple(line for *_, lines in seen for line in lines)


def played(path: Path) -> Iterator[tuple[Fact, Session, tuple[Line, ...]]]:
    """Yield each fact of a script with its session and events. Raise BadInput like `play`, and for an empty file."""
    session: Session | None = None
    for number, fact in _facts(path):
        try:
            session, lines = _judged(session, fact)
        except BadInput as error:
            raise BadInput(f"{path}:{number}: {error}") from None
        except Exception as error:
            raise BadInput(f"{path}:{number}: this cannot be judged: {_fault(error, fact, session)}") from error
        yield fact, session, lines
    if session is None:
        raise BadInput(f"{path}: expected facts, one JSON object a line, but the file is empty")


def _judged(session: Session | None, fact: Fact) -> tuple[Session, tuple[Line, ...]]:
    if session is not None:
        return session, within(RULES_S, lambda: session.take(fact))
    opening = _opening(fact)
    games.find(opening.game)  # so that the time limit does not include loading the game
    begun = within(RULES_S, lambda: Session(opening))
    return begun, begun.opening


def _fault(error: Exception, fact: Fact, session: Session | None) -> str:
    """Return what failed, and on which line of the game's package."""
    game = games.find(_opening(fact).game) if session is None else session.game
    return reason(error, type(game).__module__.partition(".")[0])


def _facts(path: Path) -> Iterator[tuple[int, Fact]]:
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, facts.parse(line)
        except BadInput as error:
            raise BadInput(f"{path}:{number}: {error}") from None


def is_packed(path: Path) -> bool:
    """Return whether a file is a report rather than a script."""
    try:
        with opened(path) as file:
            return file.read(len(_PACKED)) == _PACKED
    except OSError:
        return False


def part(path: Path, name: str) -> str:
    """Return a part of a report. Raise BadInput if the report has no such part or is damaged."""
    try:
        with opened(path) as whole, zipfile.ZipFile(whole) as packed, packed.open(name) as file:
            body = file.read(_MOST_BYTES + 1)
        if len(body) > _MOST_BYTES:
            raise BadInput(f"{path}: {name} is longer than any evening")
        return body.decode()
    except KeyError:
        raise BadInput(f"{path}: expected a report with {name}, and it has none") from None
    except (
        OSError,
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        UnicodeDecodeError,
    ) as error:
        raise BadInput(f"{path}: this report is damaged: {error}") from None


def _text(path: Path) -> str:
    if is_packed(path):
        return part(path, FACTS)
    return text_of(path, _MOST_BYTES)


def _opening(fact: Fact) -> GameStarted:
    if not isinstance(fact, GameStarted):
        raise BadInput("fact: a script begins with game_started")
    return fact
