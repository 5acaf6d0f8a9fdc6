"""Who is host and who holds which seat, as hashes of nonces; and the key that signs cookies.

The registry is saved in a file next to the database, readable only by its owner, so phones keep their seats when the
table restarts. Reading the file is not enough to take a seat: a valid cookie needs a nonce, and the file has only its
hash. Even so, the key is replaced if others could read the file.

Roles expire after the table has been in use for twelve more hours, counted by a monotonic clock and saved in the file,
because a Pi's wall clock cannot be trusted.
"""

import secrets
import stat
import time
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from table.complaints import BadInput, sentence, short
from table.files import set_aside, write_atomically
from table.log import logger

LIFETIME_S = 12 * 3600  # seconds of use: the longest evening
_NOTED_EACH_S = 600.0  # how often the time of use is saved; a power cut loses no more than this
MOST_HOSTS = 8  # a ninth host replaces the oldest
_NONCE_BYTES = 32
_OWNER_ONLY = 0o600
_Key = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
_log = logger()


class _Grip(BaseModel):
    """A hashed nonce, and when it expires, in seconds of the table's use."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    hashed: str
    until_used_s: float = 0.0
    until: float | None = Field(None, exclude=True)  # wall-clock expiry in files of earlier versions; ignored


class _Kept(BaseModel):
    """The contents of the file. `old_keys` are still valid, so that replacing the key logs nobody out.

    `used_s` is how many seconds the table has been in use, over all evenings.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    key: _Key = Field(default_factory=lambda: secrets.token_hex(_NONCE_BYTES))
    old_keys: tuple[_Key, ...] = ()
    hosts: tuple[_Grip, ...] = ()
    seats: Mapping[int, _Grip] = {}
    used_s: float = 0.0


class Registry:
    """The registry of roles. Thread-safe. Every change is saved before it takes effect.

    `path` is its file, created if it is missing; without one, roles end with the process. `now_s` is a monotonic clock.
    A damaged file is set aside, and everybody takes their role again: `is_lost`.
    """

    def __init__(self, path: Path | None = None, now_s: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._now_s = now_s
        self._lock = Lock()
        loaded = _Kept() if path is None else _load(path)
        self.is_lost = loaded is None
        self._kept = loaded or _Kept()
        self._unused_s = now_s() - self._kept.used_s  # the clock's reading at zero seconds of use
        self._note_s = self._kept.used_s + _NOTED_EACH_S
        if path is not None:
            try:
                _save(path, self._kept)
            except BadInput as error:  # nobody can take a seat, but the game can be watched
                _log.error("the registry of roles cannot be saved", error=str(error))

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The signing key, and older ones that are still valid."""
        return tuple(bytes.fromhex(key) for key in (self._kept.key, *self._kept.old_keys))

    @property
    def holders(self) -> frozenset[int]:
        """The seats that some phone holds."""
        return frozenset(seat for seat, grip in self._kept.seats.items() if self._is_fresh(grip))

    def is_host(self, nonce: str | None) -> bool:
        """Return whether this nonce belongs to a host."""
        self._note_use()
        return any(self._fits(grip, nonce) for grip in self._kept.hosts)

    def holds(self, seat: int, nonce: str | None) -> bool:
        self._note_use()
        grip = self._kept.seats.get(seat)
        return grip is not None and self._fits(grip, nonce)

    def seat_of(self, nonce: str) -> int | None:
        """Return the seat that this nonce holds, or None if it holds none."""
        self._note_use()
        return next((seat for seat, grip in self._kept.seats.items() if self._fits(grip, nonce)), None)

    def admit_host(self) -> str:
        """Admit a host; return the nonce for the cookie."""
        with self._lock:
            nonce, grip = self._grip()
            hosts = (*filter(self._is_fresh, self._kept.hosts), grip)[-MOST_HOSTS:]
            self._keep(hosts=hosts)
        return nonce

    def dismiss_host(self, nonce: str | None) -> None:
        """Invalidate a host's nonce; nothing happens if it is not valid."""
        with self._lock:
            self._keep(hosts=tuple(grip for grip in self._kept.hosts if not self._fits(grip, nonce)))

    def take(self, seat: int) -> str | None:
        """Give a seat to a phone; return the nonce for the cookie, or None if the seat is taken."""
        with self._lock:
            if seat in self.holders:
                return None
            nonce, grip = self._grip()
            self._keep(seats={**self._kept.seats, seat: grip})
        return nonce

    def hand_over(self, seat: int) -> str:
        """Give a seat to a phone, no matter which one held it; return the nonce for the cookie."""
        with self._lock:
            nonce, grip = self._grip()
            self._keep(seats={**self._kept.seats, seat: grip})
        return nonce

    def change_seats(self, order: Sequence[int]) -> None:
        """Move holders to other seats: seat 1 goes to the holder of the first seat in `order`, and so on."""
        after = {before: seat for seat, before in enumerate(order, start=1)}
        with self._lock:
            self._keep(seats={after.get(seat, seat): grip for seat, grip in self._kept.seats.items()})

    def free(self, seat: int) -> None:
        """Free a seat: its nonce becomes invalid."""
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
        """Save, now and then, how long the table has been in use."""
        if self._used_s < self._note_s:
            return
        with self._lock:
            self._note_s = self._used_s + _NOTED_EACH_S
            try:
                self._keep()
            except BadInput as error:  # the query that called this still succeeds
                _log.warning("the time of the table's use cannot be saved", error=str(error))

    def _keep(self, **changed: object) -> None:
        kept = self._kept.model_copy(update={**changed, "used_s": self._used_s})
        if self._path is not None:
            _save(self._path, kept)
        self._kept = kept


def _hashed(nonce: str) -> str:
    return sha256(nonce.encode()).hexdigest()


def _load(path: Path) -> _Kept | None:
    """Return the registry in a file; None if it is damaged, and then the file is set aside."""
    try:
        text, mode = path.read_text(), stat.S_IMODE(path.stat().st_mode)
        kept = _Kept.model_validate_json(text)
    except FileNotFoundError:
        return _Kept()
    except (OSError, ValueError) as error:
        why = sentence(error) if isinstance(error, ValidationError) else short(error)
        _log.error("the registry of roles cannot be read: it starts empty", error=why)
        set_aside(path)
        return None
    if mode & ~_OWNER_ONLY:
        _log.warning("others could read the key that signs cookies: it is replaced", file=str(path))
        return kept.model_copy(update={"key": _Kept().key, "old_keys": ()})
    return kept


def _save(path: Path, kept: _Kept) -> None:
    write_atomically(path, kept.model_dump_json(indent=1).encode())
