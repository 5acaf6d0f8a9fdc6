"""Emulated readers behind pyscard's interface: the functions and constants of `smartcard.scard` that the driver uses.

The results and states are those of pcsc-lite's winscard.h and pcsclite.h.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.clock import Clock
from hardware.emulator.field import Field
from hardware.emulator.finder import Finder
from hardware.emulator.tag import Tag
from hardware.pcsc import ESCAPES, GET_UID, NO_BEEP, SUCCESS
from hardware.reader import SMART

# ATRs from part 3: with the standard and name of a MIFARE Ultralight, for which readers mistake an NTAG (3.1.3.2.3.1);
# and for a tag that speaks ISO/IEC 14443-4 without historical bytes (3.1.3.2.3.2).
ATR_STORAGE = bytes.fromhex("3b8f8001804f0ca0000003060300030000000068")
ATR_SMART = bytes.fromhex("3b80800101")
_UNKNOWN_COMMAND = (0x6D, 0x00)


@dataclass
class Slot(Finder):
    """A plugged-in reader."""

    beeps: bool = True
    mute: bool = False  # its tag does not answer
    held: bool = False  # by another program


class EmulatedScard:
    """A stand-in for `smartcard.scard`. `runs` means that pcscd is running, and `permits` that this user may use it."""

    SCARD_S_SUCCESS = 0
    SCARD_E_INVALID_HANDLE = 0x80100003
    SCARD_E_UNKNOWN_READER = 0x80100009
    SCARD_E_TIMEOUT = 0x8010000A
    SCARD_E_SHARING_VIOLATION = 0x8010000B
    SCARD_E_NO_SMARTCARD = 0x8010000C
    SCARD_E_PROTO_MISMATCH = 0x8010000F
    SCARD_E_NOT_TRANSACTED = 0x80100016
    SCARD_E_READER_UNAVAILABLE = 0x80100017
    SCARD_E_NO_SERVICE = 0x8010001D
    SCARD_E_SERVICE_STOPPED = 0x8010001E
    SCARD_E_UNSUPPORTED_FEATURE = 0x80100022
    SCARD_E_NO_READERS_AVAILABLE = 0x8010002E
    SCARD_F_COMM_ERROR = 0x80100013
    SCARD_W_UNSUPPORTED_CARD = 0x80100065
    SCARD_W_UNRESPONSIVE_CARD = 0x80100066
    SCARD_W_UNPOWERED_CARD = 0x80100067
    SCARD_W_RESET_CARD = 0x80100068
    SCARD_W_REMOVED_CARD = 0x80100069
    SCARD_W_SECURITY_VIOLATION = 0x8010006A
    SCARD_SCOPE_SYSTEM = 2
    SCARD_SHARE_SHARED, SCARD_SHARE_DIRECT = 2, 3
    SCARD_PROTOCOL_T0, SCARD_PROTOCOL_T1 = 1, 2
    SCARD_LEAVE_CARD = 0
    SCARD_STATE_UNAWARE = 0x0000
    SCARD_STATE_CHANGED = 0x0002
    SCARD_STATE_UNKNOWN = 0x0004
    SCARD_STATE_UNAVAILABLE = 0x0008
    SCARD_STATE_EMPTY = 0x0010
    SCARD_STATE_PRESENT = 0x0020

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.slots: dict[str, Slot] = {}
        self.permits = True
        self.escapes = False  # whether the driver passes escapes on
        self._run = 1  # contexts of an earlier run of pcscd are invalid
        self.runs = True
        self._cards: dict[int, tuple[str, Tag | None]] = {}
        self._next = 0
        self.commands: list[tuple[int, ...]] = []
        self.when_connected: Callable[[], object] = lambda: None  # what the hands do between a connection and a command

    # -- hands

    def plug(self, name: str, field: Field) -> Slot:
        """Plug a reader in."""
        self.slots[name] = Slot(field)
        return self.slots[name]

    def unplug(self, name: str) -> Slot:
        """Unplug a reader."""
        return self.slots.pop(name)

    def restart(self) -> None:
        """Restart pcscd."""
        self._run, self.runs = self._run + 1, True

    # -- the interface of pyscard

    def SCardEstablishContext(self, _scope: int) -> tuple[int, int]:  # noqa: N802 - all of these are PC/SC's names
        if not self.runs:
            return self.SCARD_E_NO_SERVICE, 0
        return (self.SCARD_S_SUCCESS, self._run) if self.permits else (self.SCARD_W_SECURITY_VIOLATION, 0)

    def SCardReleaseContext(self, _context: int) -> int:  # noqa: N802
        return self.SCARD_S_SUCCESS

    def SCardListReaders(self, context: int, _groups: Sequence[str]) -> tuple[int, list[str]]:  # noqa: N802
        if (void := self._void(context)) is not None:
            return void, []
        return (self.SCARD_S_SUCCESS if self.slots else self.SCARD_E_NO_READERS_AVAILABLE), list(self.slots)

    def SCardGetStatusChange(  # noqa: N802
        self, context: int, _timeout_ms: int, asked: Sequence[tuple[str, int]]
    ) -> tuple[int, list[tuple[str, int, list[int]]]]:
        if (void := self._void(context)) is not None:
            return void, []
        if any(name not in self.slots for name, _ in asked):
            return self.SCARD_E_UNKNOWN_READER, []
        return self.SCARD_S_SUCCESS, [(name, *self._state(self.slots[name])) for name, _ in asked]

    def SCardConnect(self, context: int, name: str, share: int, _protocols: int) -> tuple[int, int, int]:  # noqa: N802
        if (void := self._void(context)) is not None:
            return void, 0, 0
        if name not in self.slots:
            return self.SCARD_E_UNKNOWN_READER, 0, 0
        slot = self.slots[name]
        if slot.held:
            return self.SCARD_E_SHARING_VIOLATION, 0, 0
        slot.look(self._clock.now_ns())
        if share != self.SCARD_SHARE_DIRECT and slot.tag is None:
            return self.SCARD_E_NO_SMARTCARD, 0, 0
        if share != self.SCARD_SHARE_DIRECT and slot.mute:
            return self.SCARD_W_UNRESPONSIVE_CARD, 0, 0
        self._next += 1
        self._cards[self._next] = name, slot.tag
        self.when_connected()
        return self.SCARD_S_SUCCESS, self._next, self.SCARD_PROTOCOL_T1

    def SCardTransmit(self, card: int, _protocol: int, command: Sequence[int]) -> tuple[int, list[int]]:  # noqa: N802
        name, tag = self._cards[card]
        if name not in self.slots:
            return self.SCARD_E_READER_UNAVAILABLE, []
        self.slots[name].look(self._clock.now_ns())
        if tag is None or tag is not self.slots[name].tag:
            return self.SCARD_W_REMOVED_CARD, []
        return self.SCARD_S_SUCCESS, list(self._answer(self.slots[name], tag, tuple(command)))

    def SCardControl(self, card: int, code: int, command: Sequence[int]) -> tuple[int, list[int]]:  # noqa: N802
        if not self.escapes or code not in map(self.SCARD_CTL_CODE, ESCAPES):
            return self.SCARD_E_UNSUPPORTED_FEATURE, []
        return self.SCARD_S_SUCCESS, list(self._answer(self.slots[self._cards[card][0]], None, tuple(command)))

    def SCardDisconnect(self, card: int, _disposition: int) -> int:  # noqa: N802
        del self._cards[card]
        return self.SCARD_S_SUCCESS

    def SCARD_CTL_CODE(self, code: int) -> int:  # noqa: N802
        return 0x42000000 + code  # reader.h of pcsc-lite

    def SCardGetErrorMessage(self, code: int) -> str:  # noqa: N802
        return f"error 0x{code:08X}."

    # -- what pcscd and the reader do

    def _void(self, context: int) -> int | None:
        if not self.runs:
            return self.SCARD_E_NO_SERVICE
        return None if context == self._run else self.SCARD_E_INVALID_HANDLE

    def _state(self, slot: Slot) -> tuple[int, list[int]]:
        slot.look(self._clock.now_ns())
        counted = (slot.events & 0xFFFF) << 16 | self.SCARD_STATE_CHANGED
        if slot.tag is None:
            return counted | self.SCARD_STATE_EMPTY, []
        smart = slot.tag.kind.sak & SMART
        return counted | self.SCARD_STATE_PRESENT, list(ATR_SMART if smart else ATR_STORAGE)

    def _answer(self, slot: Slot, tag: Tag | None, command: tuple[int, ...]) -> Sequence[int]:
        self.commands.append(command)
        if command == NO_BEEP:
            slot.beeps = False
            return SUCCESS
        return (*tag.uid, *SUCCESS) if command == GET_UID and tag is not None else _UNKNOWN_COMMAND
