"""The MFRC522 as a reader: its field, its settings, and the tags that each poll finds (ISO/IEC 14443-3).

A newcomer next to a known tag may have been halted unread, after a garbled answer or by a neighbour in range. So all
tags are woken up now and then.
"""

from collections.abc import Sequence
from typing import Protocol

from hardware import iso14443a
from hardware.clock import Clock
from hardware.iso14443a import FIELD_ON_NS, REQA
from hardware.mfrc522.chip import Mfrc522, chip_name
from hardware.ports import OutputLine, SpiPort
from hardware.reader import Poll

_START_NS = 5_000_000  # how long each sweep waits for a chip whose crystal is starting
_CHECK_NS = 1_000_000_000  # how often a chip's settings are checked
_WAKE_ALL = 4  # on a pad, every fourth poll wakes all tags up: a card touches it for ten polls
_SURE = 2  # for a switched field: after this many polls that found only the known tags, no tag drowns out another


class Chip(iso14443a.Transceiver, Protocol):
    """What a poll needs from a chip. Every method may raise OSError."""

    def check(self) -> None:
        """Raise ChipError if the chip has lost its settings."""
        ...

    def antenna(self, on: bool) -> None:
        """Switch the field on or off."""
        ...

    def light_up(self) -> None:
        """Switch the field on; the next frame waits until tags have woken up."""
        ...


class Mfrc522Reader:
    """One reader, which owns the chip in `board`.

    `switched` means that its antenna is on only while it is being polled, so that neighbours do not interfere. On a
    `pile`, tags are not woken up again, because that would also wake the buried ones.
    """

    def __init__(self, board: Mfrc522, clock: Clock, *, switched: bool = False, pile: bool = False) -> None:
        self.board = board
        self._chip: Chip = board
        self._clock = clock
        self._switched = switched
        self._pile = pile
        self._version = 0x00
        self._checked_ns = 0
        self._polls = 0  # how many polls since a tag became known
        self._unsure = False  # a tag was heard that may now be halted unread
        self._steady = 0  # how many polls in a row found only the known tags

    def start(self) -> None:
        """Reset and set up the chip; its field is on afterwards, unless it is switched."""
        self._version = self.board.reset(wait_ns=_START_NS)
        if self._switched:
            self._chip.antenna(on=False)
        else:
            self._clock.sleep_ns(FIELD_ON_NS)
        self._checked_ns = self._clock.now_ns()

    def poll(self, known: Sequence[bytes] = ()) -> Poll:
        """Return the tags in the field: newcomers, and the known ones that answer when addressed."""
        if self._switched:
            return self._poll_dark(known)
        self._check()
        found = self._ask(known)
        self._polls = self._polls + 1 if known else 0
        if known and (self._unsure or (self._polls % _WAKE_ALL == 0 and not self._pile)):
            found |= self._ask(())
        self._unsure = found.garbled
        return found

    def close(self) -> None:
        """Close the chip's port; safe to call twice."""
        self.board.close()

    @property
    def chip(self) -> str:
        """The name of the chip that answered at startup."""
        return chip_name(self._version)

    def _poll_dark(self, known: Sequence[bytes]) -> Poll:
        """Switch the field on for one poll. Without a field no tag stays halted, so all answer as newcomers."""
        if self._is_unchecked():
            self._chip.antenna(on=True)
            self._check()
            self._clock.sleep_ns(FIELD_ON_NS)
        else:
            self._chip.light_up()
        found = self._ask(())
        self._steady = self._steady + 1 if set(found.uids) == set(known) else 0
        if found.tags and self._steady < _SURE:  # a tag may have drowned out another's answer; now it is halted
            found |= iso14443a.inventory(self._chip, REQA)
        self._chip.antenna(on=False)
        return found

    def _ask(self, known: Sequence[bytes]) -> Poll:
        return iso14443a.poll(self._chip, known)

    def _is_unchecked(self) -> bool:
        return self._clock.now_ns() - self._checked_ns >= _CHECK_NS

    def _check(self) -> None:
        """Check the chip's settings if a check is due; the antenna has to be on."""
        if self._is_unchecked():
            checked_ns = self._clock.now_ns()
            self._chip.check()
            self._checked_ns = checked_ns


class Parts(Protocol):
    """What a table provides to its readers."""

    clock: Clock
    switched: bool


def reader_of(
    port: SpiPort, parts: Parts, *, gain_db: int, pile: bool, reset: OutputLine | None = None
) -> Mfrc522Reader:
    """Return a reader on an open port; `reset` is the chip's own reset line, if any."""
    board = Mfrc522(port, parts.clock, gain_db=gain_db, reset_line=reset)
    return Mfrc522Reader(board, parts.clock, switched=parts.switched, pile=pile)
