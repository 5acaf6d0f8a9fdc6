"""The latest log entries, kept next to the journal for reports: two files of at most `MOST_BYTES` each.

Each line is an entry that also went to standard error, as a JSON object. The file is opened for each line, because
lines are rare and `forget` may delete the file in between. Nothing is synced: that would wear the memory card, and a
report can do without the last second.
"""

import json
import logging
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from table.files import OWNER_ONLY
from table.log import prepare
from table.values import Json

if TYPE_CHECKING:
    from structlog.typing import EventDict

MOST_BYTES = 200_000
_MOST_LETTERS = 2_000  # in one value
_MOST_FRAMES = 30
_STARTS = "the table starts"


def paths_of(database: Path) -> tuple[Path, Path]:
    """Return the log files that belong to a journal, the older one first."""
    real = database.resolve()
    return real.with_name(f"{real.name}.log.1"), real.with_name(f"{real.name}.log")


def read(database: Path) -> list[Mapping[str, Json]]:
    """Return the kept entries, oldest first; lines truncated by a power cut are left out."""
    found: list[Mapping[str, Json]] = []
    for path in paths_of(database):
        with suppress(OSError):
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                with suppress(ValueError, RecursionError):
                    entry = json.loads(line)
                    if isinstance(entry, dict):
                        found.append(entry)
    return found


def drop(database: Path) -> None:
    """Delete the log files, because they may contain names."""
    for path in paths_of(database):
        path.unlink(missing_ok=True)


@contextmanager
def kept(database: Path, said: Mapping[str, object]) -> Iterator[None]:
    """Keep this process's log in files. The first entry has the fields in `said`; every new file repeats it."""
    log = KeptLog(database, said)
    handler = _Handler(log)
    prepare(log.join)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        prepare(log.leave)
        logging.getLogger().removeHandler(handler)


class KeptLog:
    """A structlog processor that writes each entry to the files, and passes it on. Thread-safe; it never raises."""

    def __init__(self, database: Path, said: Mapping[str, object]) -> None:
        self._older, self._path = paths_of(database)
        self._said = said
        self._lock = Lock()
        self._failed = False
        self.write(self._start)

    @property
    def _start(self) -> Mapping[str, object]:
        return {"level": "info", "event": _STARTS, **self._said}

    def join(self) -> None:
        """Insert this processor before the last one, which writes to standard error."""
        import structlog

        *before, last = structlog.get_config()["processors"]
        structlog.configure(processors=[*before, self, last])

    def leave(self) -> None:
        """Remove this processor."""
        import structlog

        structlog.configure(processors=[one for one in structlog.get_config()["processors"] if one is not self])

    def __call__(self, _logger: Any, name: str, entry: "EventDict") -> "EventDict":
        """Write an entry, and return it unchanged."""
        fields = {key: value for key, value in entry.items() if key not in ("timestamp", "level", "exc_info")}
        trace = _trace(entry.get("exc_info"))
        self.write({"level": name, **fields, **({"trace": trace} if trace else {})})
        return entry

    def write(self, entry: Mapping[str, object]) -> None:
        """Write an entry; only the first failure is reported, on standard error."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = json.dumps({"at": at, **entry}, ensure_ascii=False, default=_short)
        try:
            with self._lock:
                self._append(line)
        except OSError as error:
            if not self._failed:
                self._failed = True
                why = error.strerror or error
                sys.stderr.write(f"{self._path}: the log for reports cannot be written: {why}\n")

    def _append(self, line: str) -> None:
        if self._path.exists() and self._path.stat().st_size + len(line) > MOST_BYTES:
            self._path.replace(self._older)
            start = json.dumps({"at": "", **self._start}, ensure_ascii=False, default=_short)
            self._add(start)
        self._add(line if len(line) <= MOST_BYTES // 4 else json.dumps({"level": "warning", "event": line[:1000]}))

    def _add(self, line: str) -> None:
        with self._path.open("ab") as file:
            if file.tell() == 0:
                self._path.chmod(OWNER_ONLY)
            file.write(f"{line}\n".encode("utf-8", "replace"))


class _Handler(logging.Handler):
    """A logging handler that keeps the warnings and errors of libraries."""

    def __init__(self, log: KeptLog) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        said = f"{record.name}: {record.getMessage()}"[:_MOST_LETTERS]
        trace = _trace(record.exc_info)
        self._log.write({"level": record.levelname.lower(), "event": said, **({"trace": trace} if trace else {})})


def _short(value: object) -> str:
    return str(value)[:_MOST_LETTERS]


def _trace(raised: Any) -> list[str]:
    """Return where an exception was raised, the innermost frame last, without values."""
    error = sys.exc_info()[1] if raised is True else raised[1] if isinstance(raised, tuple) else raised
    if not isinstance(error, BaseException):
        return []
    frames = [_place(frame) for frame in traceback.extract_tb(error.__traceback__)]
    return [*frames[-_MOST_FRAMES:], f"{type(error).__name__}: {_short(error)}"]


def _place(frame: traceback.FrameSummary) -> str:
    path = Path(frame.filename)
    return f"{'/'.join(path.parts[-3:])}:{frame.lineno} {frame.name}"
