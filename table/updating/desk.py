"""Receives an update from the host's page: the table's user only stores it and sets a flag for root."""

import os
from pathlib import Path

from table.complaints import BadInput
from table.files import NO_SPACE, created, write_part
from table.saying import say
from table.settings.places import STATE
from table.updating import archive, outcome
from table.updating.outcome import Outcome

FOLDER = STATE / "update"
_SENT, _WANTED = "sent", "wanted"


class Desk:
    """The folder for the host's updates. Root verifies it with the public `key` and writes the result to `said`."""

    def __init__(self, folder: Path = FOLDER, key: Path = archive.KEY, said: Path = outcome.FOLDER) -> None:
        self._folder = folder
        self._key = key
        self._said = said

    @property
    def sent(self) -> Path:
        return self._folder / _SENT

    @property
    def wanted(self) -> Path:
        return self._folder / _WANTED

    def why_not(self) -> str:
        """Return the reason this table does not accept updates, or an empty string if it does."""
        missing = archive.why_not(self._key)
        return "" if missing is None else missing.text

    def outcome(self) -> Outcome:
        """Return the state of the last update."""
        return Outcome("waiting") if self.wanted.exists() else outcome.read(self._said)

    def receive(self, at: int, body: bytes) -> int:
        """Store the part at byte `at` (0 starts over); return the size so far. Raise BadInput if storing fails."""
        self._check()
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            return write_part(self.sent, at, body)
        except OSError as error:
            self.sent.unlink(missing_ok=True)
            raise _cannot_take(error) from None

    def ask(self, size: int) -> None:
        """Set the flag that makes root install the update. Raise BadInput unless all `size` bytes have arrived."""
        self._check()
        have = self.sent.stat().st_size if self.sent.exists() else 0
        if have != size:
            raise BadInput(
                say("Only {have} of {size} bytes of this update have arrived. Send it again.", have=have, size=size)
            )
        try:
            with self.sent.open("rb") as file:
                os.fsync(file.fileno())
            with created(self.wanted):
                pass
        except OSError as error:
            raise _cannot_take(error) from None

    def clear(self) -> None:
        """Delete the received update and the flag, so that a backup of the data does not contain them."""
        self.wanted.unlink(missing_ok=True)
        self.sent.unlink(missing_ok=True)

    def _check(self) -> None:
        if (missing := archive.why_not(self._key)) is not None:
            raise missing
        if self.outcome().state in ("waiting", "working"):
            raise BadInput(say("Another update is being installed."))


def _cannot_take(error: OSError) -> BadInput:
    if error.errno in NO_SPACE:
        return BadInput(say("The table’s disk is full: there is no room for this update."))
    return BadInput(say("The table cannot store this update: {why}", why=str(error.strerror or error)))
