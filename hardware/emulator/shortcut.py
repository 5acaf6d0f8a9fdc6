"""Short cuts: exchanges that nobody will answer, and sweeps over silent fields, are skipped.

In real time only sweeps are. In virtual time, for the table's own readers this changes nothing observable: a frame that
nobody can answer takes as long as the first of its kind did, which was really sent; whole sweeps are skipped, so the
next ones happen when they would have happened. For Picos polls are skipped too, but the next ones come a little earlier
or later.
"""

from hardware.clock import SharedClock
from hardware.emulator.field import Field
from hardware.emulator.frames import Frame
from hardware.emulator.room import Room
from hardware.mfrc522 import BIT_NS, Answer, Mfrc522
from hardware.ports import Batch
from hardware.reader_bank import SWEEP_NS, ReaderBank

_LONGEST_NS = 20_000_000  # even a failing exchange takes less
_OVERSLEPT_NS = 400_000_000  # a link that is silent for longer is considered dead
_WORTH_NS = 20_000_000
_SETTLED_NS = 50_000_000  # by then a contact has settled, dead time included


class ShortCut:
    """A chip for a reader bank that does not send what nobody can answer."""

    def __init__(self, chip: Mfrc522, field: Field, clock: SharedClock) -> None:
        self._chip = chip
        self._field = field
        self._clock = clock
        self._took_ns: dict[tuple[int, int, int], int] = {}

    def reset(self, *, wait_ns: int) -> int:
        """Reset and set up the chip."""
        return self._chip.reset(wait_ns=wait_ns)

    def check(self) -> None:
        """Raise ChipError if the chip is not as it was set up."""
        self._chip.check()

    def antenna(self, on: bool) -> None:
        """Switch the field."""
        self._chip.antenna(on)

    def transceive(self, data: bytes, *, last_bits: int = 0, rx_align: int = 0, answer_bits: int) -> Answer | None:
        """Send a frame and listen, as the chip does."""
        kind, began_ns = (len(data), last_bits, answer_bits), self._clock.now_ns()
        took_ns = self._took_ns.get(kind)
        silent = self._is_silent(data, began_ns + (took_ns or _LONGEST_NS))
        if silent and took_ns is not None:
            self._pass_by(data, last_bits, began_ns)
            self._field.skip_silences(1)
            self._clock.sleep_ns(took_ns)
            return None
        answer = self._chip.transceive(data, last_bits=last_bits, rx_align=rx_align, answer_bits=answer_bits)
        if silent:
            self._took_ns[kind] = self._clock.now_ns() - began_ns
        return answer

    def _is_silent(self, data: bytes, until_ns: int) -> bool:
        """Return whether no tag will answer, none comes meanwhile, there is no noise, and the chip will not hang."""
        undisturbed = self._clock.free_until_ns > until_ns and self._field.hangs_ns > until_ns
        return undisturbed and self._field.silences >= 1 and self._field.keeps_silent(data)

    def _pass_by(self, data: bytes, last_bits: int, began_ns: int) -> None:
        """Let the tags that are there hear a frame, and let its time pass."""
        if not self._field.is_silent:
            frame = Frame.of(data, last_bits)
            self._field.exchange(frame, began_ns + (frame.air_bits + 2) * BIT_NS)


class Resting:
    """A bank of emulated readers in real time: it leaves out the sweeps that can find nothing, and tells so as usual.

    So a table at which nobody moves takes less than half the processor time; whatever happens, the drivers see.
    """

    def __init__(self, bank: ReaderBank, room: Room) -> None:
        self._bank = bank
        self._room = room

    def poll(self) -> Batch:
        """Wait for the next sweep, and do it unless it can find nothing."""
        now_ns = self._bank.wait()
        left_out = self._bank.leave_out() if self._room.passes_by(now_ns) else None
        return left_out or self._bank.poll()


def skip_idle(room: Room, bank: ReaderBank, clock: SharedClock, until_ns: float) -> None:
    """Skip the sweeps before a time that can find nothing, and advance the clock past them."""
    quiet_until_ns = room.quiet_until_ns
    if quiet_until_ns is None or clock.now_ns() - room.pressed_ns < _SETTLED_NS:
        return
    skipped_ns = bank.skip(min(until_ns, quiet_until_ns, clock.free_until_ns), sweeps=room.silences)
    room.skip_silences(skipped_ns // bank.sweep_ns)
    clock.sleep_ns(skipped_ns)


def oversleep(room: Room, clock: SharedClock, until_ns: float) -> None:
    """Let Picos over silent fields, and their host, sleep longer than they would; no report comes late."""
    quiet_until_ns, now_ns = room.quiet_until_ns, clock.now_ns()
    if quiet_until_ns is None or now_ns - room.pressed_ns < _SETTLED_NS:
        return
    noisy_ns = now_ns + room.silences * SWEEP_NS
    ends_ns = min(until_ns, quiet_until_ns, clock.free_until_ns, now_ns + _OVERSLEPT_NS, noisy_ns)
    if ends_ns - now_ns > _WORTH_NS:
        sleeps_ns = int(ends_ns - now_ns) - _WORTH_NS
        room.skip_silences(sleeps_ns // SWEEP_NS)
        clock.sleep_ns(sleeps_ns)
