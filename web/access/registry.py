"""Who is host and who holds which seat, as hashes of what their phones carry; and the key that signs their cookies.

It is kept in a file of its own beside the database, for its owner's eyes only, so phones keep their seats when the
table is started again. Whoever reads the file cannot take anybody's place: neither a hash nor the key alone makes a
cookie that is believed. A file that others could read gets a new key nevertheless.

Nobody is believed for ever: an office ends when the table has been in use for twelve hours since. Those are counted by
the clock that only counts on, and kept in the file: what the wall clock says, which a Pi has only from others, is
nobody's loss and nobody's gain.
"""

import secrets
import stat
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Annotated

import structlog
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from table.complaints import BadInput, sentence
from table.files import write_atomically

LIFETIME_S = 12 * 3600  # of use; the longest evening
_NOTED_EACH_S = 600.0  # how often it is noted how long the table was in use: a power cut costs no more of the count
MOST_HOSTS = 8  # the one who came first gives way
_NONCE_BYTES = 32
_OWNER_ONLY = 0o600
_Key = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
_log = structlog.get_logger()


class _Grip(BaseModel):
    """A nonce, hashed, and until when it is believed, in seconds for which the table has been in use."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    hashed: str
    until_used_s: float = 0.0
    until: float | None = Field(None, exclude=True)  # of an earlier program, by the wall clock: nobody knows when it is


class _Kept(BaseModel):
    """The file. `old_keys` are believed too, so that a key can be replaced without anybody noticing.

    `used_s` tells for how many seconds the table has been in use, all evenings together.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    key: _Key = Field(default_factory=lambda: secrets.token_hex(_NONCE_BYTES))
    old_keys: tuple[_Key, ...] = ()
    hosts: tuple[_Grip, ...] = ()
    seats: Mapping[int, _Grip] = {}
    used_s: float = 0.0


class Registry:
    """The registry, for any thread. Every change is on disk before it holds.

    `path` is its file, made if there is none; None: nothing outlives the process. `now_s` is a clock that never goes
    back. Raise BadInput if the file is damaged.
    """

    def __init__(self, path: Path | None = None, now_s: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._now_s = now_s
        self._lock = Lock()
        self._kept = _Kept() if path is None else _load(path)
        self._unused_s = now_s() - self._kept.used_s  # what that clock said when the table was new, so to speak
        self._note_s = self._kept.used_s + _NOTED_EACH_S
        if path is not None:
            _save(path, self._kept)

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The key that signs, and those that are believed besides."""
        return tuple(bytes.fromhex(key) for key in (self._kept.key, *self._kept.old_keys))

    @property
    def holders(self) -> frozenset[int]:
        """The seats that some phone holds."""
        return frozenset(seat for seat, grip in self._kept.seats.items() if self._is_fresh(grip))

    def is_host(self, nonce: str | None) -> bool:
        """Tell whether somebody was made host with this nonce, and still is."""
        self._note_use()
        return any(self._fits(grip, nonce) for grip in self._kept.hosts)

    def holds(self, seat: int, nonce: str | None) -> bool:
        """Tell whether this nonce holds a seat."""
        self._note_use()
        grip = self._kept.seats.get(seat)
        return grip is not None and self._fits(grip, nonce)

    def admit_host(self) -> str:
        """Make somebody host; return the nonce by which he is known."""
        with self._lock:
            nonce, grip = self._grip()
            hosts = (*filter(self._is_fresh, self._kept.hosts), grip)[-MOST_HOSTS:]
            self._keep(hosts=hosts)
        return nonce

    def dismiss_host(self, nonce: str | None) -> None:
        """Believe a host's nonce no more; nothing happens if nobody was."""
        with self._lock:
            self._keep(hosts=tuple(grip for grip in self._kept.hosts if not self._fits(grip, nonce)))

    def take(self, seat: int) -> str | None:
        """Give a seat to somebody; return the nonce by which he holds it, None if somebody else does."""
        with self._lock:
            if seat in self.holders:
                return None
            nonce, grip = self._grip()
            self._keep(seats={**self._kept.seats, seat: grip})
        return nonce

    def hand_over(self, seat: int) -> str:
        """Give a seat to somebody, whoever holds it; return the nonce by which he does."""
        with self._lock:
            nonce, grip = self._grip()
            self._keep(seats={**self._kept.seats, seat: grip})
        return nonce

    def free(self, seat: int) -> None:
        """Believe nobody any more that he holds a seat."""
        with self._lock:
            self._keep(seats={held: grip for held, grip in self._kept.seats.items() if held != seat})

    def _grip(self) -> tuple[str, _Grip]:
        nonce = secrets.token_hex(_NONCE_BYTES)
        return nonce, _Grip(hashed=_hashed(nonce), until_used_s=self._used_s + LIFETIME_S)

    def _fits(self, grip: _Grip, nonce: str | None) -> bool:
        return nonce is not None and secrets.compare_digest(grip.hashed, _hashed(nonce)) and self._is_fresh(grip)

    def _is_fresh(self, grip: _Grip) -> bool:
        return self._used_s < grip.until_used_s

    @property
    def _used_s(self) -> float:
        return self._now_s() - self._unused_s

    def _note_use(self) -> None:
        """Keep, now and then, for how long the table has been in use."""
        if self._used_s < self._note_s:
            return
        with self._lock:
            self._note_s = self._used_s + _NOTED_EACH_S
            try:
                self._keep()
            except BadInput as error:  # whoever asks whether somebody may do something gets his answer all the same
                _log.warning("how long the table is in use cannot be noted", error=str(error))

    def _keep(self, **changed: object) -> None:
        kept = self._kept.model_copy(update={**changed, "used_s": self._used_s})
        if self._path is not None:
            _save(self._path, kept)
        self._kept = kept


def _hashed(nonce: str) -> str:
    return sha256(nonce.encode()).hexdigest()


def _load(path: Path) -> _Kept:
    try:
        text, mode = path.read_text(), stat.S_IMODE(path.stat().st_mode)
        kept = _Kept.model_validate_json(text)
    except FileNotFoundError:
        return _Kept()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except (ValidationError, UnicodeDecodeError) as error:
        why = sentence(error) if isinstance(error, ValidationError) else "it is no text"
        raise BadInput(f"{path}: is damaged: {why}; delete it, and phones take their seats anew") from None
    if mode & ~_OWNER_ONLY:
        _log.warning("others could read the key that signs cookies: it is replaced", file=str(path))
        return kept.model_copy(update={"key": _Kept().key, "old_keys": ()})
    return kept


def _save(path: Path, kept: _Kept) -> None:
    write_atomically(path, kept.model_dump_json(indent=1).encode())
