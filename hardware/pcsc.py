"""Any contactless PC/SC reader, through `pcscd` and pyscard: one tag at a time, with its full UID.

pcscd watches the reader and counts the cards that come and go. A poll asks pcscd for the reader's state, which takes no
exchange with a tag, and asks each tag for its UID only once. Sources: PC/SC part 3 revision 2.01.09 (ATR and UID of
contactless cards), part 5 and pcsc-lite's winscard.h (states and results), the ACR122U's application programming
interface V2.04 (beep).
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from hardware.plan import ReaderPlan
from hardware.reader import SILENCE, SMART, FoundTag, Poll

T = TypeVar("T")

GET_UID = (0xFF, 0xCA, 0x00, 0x00, 0x00)  # part 3, 3.2.2.1.3: GET DATA, the UID without padding
NO_BEEP = (0xFF, 0x00, 0x52, 0x00, 0x00)  # ACR122U 6.7: the buzzer stays off when a card is detected
ESCAPES = (1, 3500)  # control codes that carry such a command without a card: of libccid, and of ACS's own driver
SUCCESS = (0x90, 0x00)
STORAGE_CARD = bytes.fromhex("a000000306")  # the PC/SC workgroup in an ATR: a tag without ISO/IEC 14443-4 (3.1.3.2.3)
LIBRARY = "smartcard.scard"
EVERY = "*"  # in table.toml, stands for all readers that are plugged in

_BEEPS = "ACR122"
_SAM = re.compile(r"\bSAM\b")  # a slot inside some readers: for a chip of the reader's owner, never for a card
_INDEX = re.compile(r"( [0-9A-F]{2}){2}$")  # pcsc-lite numbers readers and their slots
_NONE = "no reader is plugged in"
_UID_BYTES = (4, 7, 10)  # ISO/IEC 14443-3, 6.5.4
_EVENTS = 0xFFFF  # the width of the counter in the upper half of a state
_TAKEN_AWAY = (  # results when the tag was taken away or did not answer
    "SCARD_W_REMOVED_CARD",
    "SCARD_W_RESET_CARD",
    "SCARD_W_UNPOWERED_CARD",
    "SCARD_W_UNRESPONSIVE_CARD",
    "SCARD_W_UNSUPPORTED_CARD",
    "SCARD_E_NO_SMARTCARD",
    "SCARD_E_PROTO_MISMATCH",
    "SCARD_E_NOT_TRANSACTED",
    "SCARD_F_COMM_ERROR",
)


class Parts(Protocol):
    """What a table provides to this driver."""

    def library(self, name: str) -> Any:
        """Import a library. Raise ImportError if it is not installed."""
        ...


def opened(plan: ReaderPlan, parts: Parts) -> "PcscReader | EveryPcscReader":
    """Return the reader for `plan`, plugged in or not, or all readers as one. Raise ImportError without pyscard."""
    scard, wanted = parts.library(LIBRARY), plan.own.get("reader", "")
    return EveryPcscReader(scard) if wanted == EVERY else PcscReader(scard, wanted)


class PcscError(OSError):
    """A call to PC/SC failed. `code` is the result's name in winscard.h, such as SCARD_E_NO_SERVICE."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class PcscReader:
    """The pcscd reader whose name contains `wanted`, or the only one. `scard` is pyscard's `smartcard.scard`."""

    def __init__(self, scard: Any, wanted: str = "") -> None:
        self._scard = scard
        self._wanted = wanted
        self._context: Any = None
        self._name = ""
        self._is_quiet = False  # whether it has been told not to beep since it was plugged in
        self._events: int | None = None  # the count of cards that came or went, at the last poll
        self._lying: Poll | None = None  # the card on the reader; None if the reader is empty

    @property
    def chip(self) -> str:
        """The reader's name."""
        return named(self._name)

    def start(self) -> None:
        """Look for the reader again. Raise PcscError if pcscd is unavailable, or the reader is not plugged in."""
        self._release()
        self._context = established(self._scard)
        self._name = chosen(names(self._scard, self._context), self._wanted)
        if _BEEPS in self._name and not self._is_quiet:
            self._is_quiet = self._escaped(NO_BEEP)

    def poll(self, known: Sequence[bytes] = ()) -> Poll:
        """Return the tag on the reader; garbled if a tag was there but could not be read."""
        scard = self._scard
        try:
            state, atr = self._state()
            events, before = state >> 16 & _EVENTS, self._events
            if before == events and self._lying is not None and state & scard.SCARD_STATE_PRESENT:
                return self._lying
            was_there = self._lying is not None
            found = self._asked(atr) if state & scard.SCARD_STATE_PRESENT else None
        except PcscError:
            self._is_quiet = False
            raise
        self._events, self._lying = events, found if found is not None and found.tags else None
        if found is not None:
            return found
        unread = before is not None and (events - before & _EVENTS) > was_there
        return Poll(garbled=True) if unread else SILENCE

    def close(self) -> None:
        """Release pcscd; safe to call twice."""
        self._release()

    def _release(self) -> None:
        self._events = self._lying = None
        if self._context is not None:
            self._scard.SCardReleaseContext(self._context)
            self._context = None

    def _state(self) -> tuple[int, bytes]:
        """Return the state of the reader and the ATR of its card, without waiting for a change."""
        scard = self._scard
        result, states = scard.SCardGetStatusChange(self._context, 0, [(self._name, scard.SCARD_STATE_UNAWARE)])
        if result != scard.SCARD_E_TIMEOUT:
            self._check(result)
        ((_, state, atr),) = states
        if state & (scard.SCARD_STATE_UNKNOWN | scard.SCARD_STATE_UNAVAILABLE):
            raise PcscError("SCARD_E_READER_UNAVAILABLE", f"{self.chip} was unplugged")
        return state, bytes(atr)

    def _asked(self, atr: bytes) -> Poll:
        """Ask the card on the reader for its UID; garbled if it does not answer, or has been taken away."""
        scard = self._scard
        protocols = scard.SCARD_PROTOCOL_T0 | scard.SCARD_PROTOCOL_T1
        result, card, protocol = scard.SCardConnect(self._context, self._name, scard.SCARD_SHARE_SHARED, protocols)
        if self._is_taken_away(result):
            return Poll(garbled=True)
        self._check(result)
        try:
            if _BEEPS in self._name and not self._is_quiet:
                self._is_quiet = self._transmitted(card, protocol, NO_BEEP) is not None
            uid = self._transmitted(card, protocol, GET_UID)
        finally:
            scard.SCardDisconnect(card, scard.SCARD_LEAVE_CARD)
        if uid is None or len(uid) not in _UID_BYTES:
            return Poll(garbled=True)
        return Poll((FoundTag(uid, sak=None if STORAGE_CARD in atr else SMART),))

    def _transmitted(self, card: Any, protocol: int, command: Sequence[int]) -> bytes | None:
        """Return a card's answer; None if it refuses or was taken away. Raise PcscError for any other failure."""
        result, answer = self._scard.SCardTransmit(card, protocol, list(command))
        if self._is_taken_away(result):
            return None
        self._check(result)
        return bytes(answer[:-2]) if tuple(answer[-2:]) == SUCCESS else None

    def _escaped(self, command: Sequence[int]) -> bool:
        """Send a command to the reader without a card; return whether it was accepted. Many drivers forbid this."""
        scard = self._scard
        result, card, _ = scard.SCardConnect(self._context, self._name, scard.SCARD_SHARE_DIRECT, 0)
        if result != scard.SCARD_S_SUCCESS:
            return False
        try:
            answers = [scard.SCardControl(card, scard.SCARD_CTL_CODE(code), list(command)) for code in ESCAPES]
        finally:
            scard.SCardDisconnect(card, scard.SCARD_LEAVE_CARD)
        return any(result == scard.SCARD_S_SUCCESS for result, _ in answers)

    def _is_taken_away(self, result: int) -> bool:
        return result in [getattr(self._scard, name) for name in _TAKEN_AWAY]

    def _check(self, result: int) -> None:
        check(self._scard, result)


class EveryPcscReader:
    """All readers listed by pcscd, combined into one: a card may touch any of them, even one plugged in later."""

    def __init__(self, scard: Any) -> None:
        self._scard = scard
        self._context: Any = None
        self._readers: dict[str, PcscReader] = {}
        self._failed: dict[str, PcscError] = {}  # not polled until the next startup

    @property
    def chip(self) -> str:
        """The names of the readers."""
        return ", ".join(named(name) for name in self._readers)

    def start(self) -> None:
        """Look for the readers again. Raise PcscError if pcscd is unavailable, or no reader works."""
        self._release()
        self._context = established(self._scard)
        for name in self._there():
            self._begin(name)
        self._check()

    def poll(self, known: Sequence[bytes] = ()) -> Poll:
        """Return the tags on all readers. Raise PcscError if no reader works."""
        for name in self._there():
            if name not in self._readers:
                self._begin(name)
        found = SILENCE
        for name, reader in self._readers.items():
            if name not in self._failed:
                found |= self._try(name, partial(_polled, reader)) or SILENCE
        self._check()
        return found

    def close(self) -> None:
        """Release pcscd; safe to call twice."""
        for reader in self._readers.values():
            reader.close()
        self._release()

    def _release(self) -> None:
        self._failed.clear()
        if self._context is not None:
            self._scard.SCardReleaseContext(self._context)
            self._context = None

    def _there(self) -> list[str]:
        """Return the names of the readers that are plugged in, and forget the others."""
        there = for_cards(self._scard, self._context)
        for name in self._readers.keys() - set(there):
            self._readers.pop(name).close()
            self._failed.pop(name, None)
        return there

    def _begin(self, name: str) -> None:
        self._try(name, self._readers.setdefault(name, PcscReader(self._scard, name)).start)

    def _try(self, name: str, act: Callable[[], T]) -> T | None:
        """Run `act` on a reader; if it fails, note the error and return None."""
        try:
            return act()
        except PcscError as error:
            self._failed[name] = error
            return None

    def _check(self) -> None:
        """Raise PcscError if no reader works."""
        if not self._readers:
            raise PcscError("SCARD_E_NO_READERS_AVAILABLE", _NONE)
        if len(self._failed) == len(self._readers):
            raise next(iter(self._failed.values()))


def _polled(reader: PcscReader) -> Poll:
    """Poll a reader; if that fails, restart it and poll once more."""
    try:
        return reader.poll()
    except PcscError:
        reader.start()
        return reader.poll()


def check(scard: Any, result: int) -> None:
    """Raise PcscError if a call has failed."""
    if result == scard.SCARD_S_SUCCESS:
        return
    codes = [name for name in dir(scard) if name.startswith(("SCARD_E_", "SCARD_W_", "SCARD_F_"))]
    code = next((name for name in codes if getattr(scard, name) == result), "")
    raise PcscError(code, _SENTENCES.get(code) or str(scard.SCardGetErrorMessage(result)).strip().rstrip("."))


def established(scard: Any) -> Any:
    """Return a new pcscd context. Raise PcscError if pcscd is unavailable."""
    result, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_SYSTEM)
    check(scard, result)
    return context


def names(scard: Any, context: Any) -> list[str]:
    """Return the names of the readers that are plugged in. Raise PcscError if pcscd is unavailable."""
    result, there = scard.SCardListReaders(context, [])
    if result == scard.SCARD_E_NO_READERS_AVAILABLE:
        return []
    check(scard, result)
    return list(there)


def for_cards(scard: Any, context: Any) -> list[str]:
    """Return the names of the plugged-in card readers, excluding slots for a SAM."""
    return [name for name in names(scard, context) if not _SAM.search(name)]


SEVERAL = "SEVERAL_READERS"  # not a code of PC/SC: table.toml has to name one of the readers


def chosen(there: Sequence[str], wanted: str = "") -> str:
    """Return the only name that contains `wanted`. Raise PcscError if no name contains it, or several do.

    >>> chosen(["ACS ACR1252 Dual Reader PICC 00 00", "ACS ACR1252 Dual Reader SAM 01 00"])
    'ACS ACR1252 Dual Reader PICC 00 00'
    """
    fits = [name for name in there if wanted in name] if wanted else [name for name in there if not _SAM.search(name)]
    if wanted in fits:
        return wanted
    if len(fits) == 1:
        return fits[0]
    if not there:
        raise PcscError("SCARD_E_NO_READERS_AVAILABLE", _NONE)
    listed = ", ".join(there)
    if not fits:
        raise PcscError("SCARD_E_UNKNOWN_READER", f"no reader's name contains {wanted!r}; there are: {listed}")
    raise PcscError(SEVERAL, f"several readers fit, and reader has to name one: {listed}")


def named(name: str) -> str:
    """Return a reader's name without pcsc-lite's numbers, which depend on what else is plugged in.

    >>> named("ACS ACR122U PICC Interface 00 00")
    'ACS ACR122U PICC Interface'
    """
    return _INDEX.sub("", name)


def plugged_in(scard: Any) -> list[str]:
    """Return the names of all card readers; an empty list if pcscd is unavailable."""
    with suppress(PcscError):
        context = established(scard)
        try:
            return for_cards(scard, context)
        finally:
            scard.SCardReleaseContext(context)
    return []


_SENTENCES = {
    "SCARD_E_NO_SERVICE": "pcscd does not run",
    "SCARD_W_SECURITY_VIOLATION": "pcscd lets this user use no reader",
    "SCARD_E_SHARING_VIOLATION": "another program has the reader for itself",
    "SCARD_E_READER_UNAVAILABLE": "the reader was unplugged",
    "SCARD_E_UNKNOWN_READER": "the reader was unplugged",
    "SCARD_E_INVALID_HANDLE": "pcscd was restarted",
    "SCARD_E_SERVICE_STOPPED": "pcscd was stopped",
}
