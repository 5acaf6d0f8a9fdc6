"""Short cuts: exchanges that nobody will answer, polls that have one certain outcome, and sweeps over silent fields.

In real time only sweeps are skipped. In virtual time, for the table's own readers this changes nothing observable: a
frame that nobody can answer takes as long as the first of its kind did, which was really sent; where chance has no say,
the same poll or frame comes out, for tags in the same state, as it did when it was really sent; whole sweeps are
skipped, so the next ones happen when they would have happened. For Picos polls are skipped too, but the next ones come
a little earlier or later.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar, cast

from hardware.clock import SharedClock
from hardware.emulator.field import Field
from hardware.emulator.frames import Frame
from hardware.emulator.room import Room
from hardware.emulator.tag import Standing, Tag
from hardware.iso14443a import SILENCE, Poll, Transceiver, poll
from hardware.mfrc522 import FIELD_ON_NS, Answer, Mfrc522
from hardware.ports import Batch
from hardware.reader_bank import SWEEP_NS, ReaderBank

_LONGEST_NS = 20_000_000  # even a failing exchange takes less
_OVERSLEPT_NS = 400_000_000  # a link that is silent for longer is considered dead
_WORTH_NS = 20_000_000
_SETTLED_NS = 50_000_000  # by then a contact has settled, dead time included

T = TypeVar("T")


@dataclass(frozen=True)
class _Outcome:
    """What came of an exchange or a poll, how long it took, and how the tags stood afterwards."""

    found: object
    took_ns: int
    standings: tuple[Standing, ...]


class _Here(NamedTuple):
    """The tags that have power at a time, and until when that stays so, if no hand moves but those on the agenda."""

    tags: tuple[Tag, ...]
    now_ns: int
    steady_until_ns: float


Outcomes = dict[Hashable, _Outcome]  # by what was asked, who heard it, and how those stood
EVERYWHERE: Outcomes = {}  # of a process's emulated readers, which are alike, whichever table they belong to
_MOST_OUTCOMES = 20_000
_FIRST_PART = 3  # bytes of a UID in which a tag differs from one that is called, or else it answers a frame more
_OWN_NAMES: Mapping[bytes, bytes] = {}
_Kind = tuple[int, int, int]  # of exchanges that take equally long if nobody answers: bytes, bits of the last, answer


class ShortCut:
    """A chip for a reader bank that does not send what nobody can answer, nor again what has one certain answer."""

    def __init__(self, chip: Mfrc522, field: Field, clock: SharedClock, known: "Outcomes | None" = None) -> None:
        """`known` outcomes are shared by chips that are alike."""
        self._chip = chip
        self._field = field
        self._clock = clock
        self._took_ns: dict[_Kind, int] = {}
        self._nothing_ns: dict[bool, int] = {}  # how long a poll takes that finds nothing, with known tags or without
        self._outcomes: Outcomes = {} if known is None else known

    def reset(self, *, wait_ns: int) -> int:
        """Reset and set up the chip."""
        return self._chip.reset(wait_ns=wait_ns)

    def check(self) -> None:
        """Raise ChipError if the chip is not as it was set up."""
        self._chip.check()

    def antenna(self, on: bool) -> None:
        """Switch the field."""
        self._chip.antenna(on)

    def light_up(self) -> None:
        """Switch the field on, and wait until tags have woken up: the next frame may not be sent."""
        self._chip.antenna(on=True)
        self._clock.sleep_ns(FIELD_ON_NS)

    def poll(self, known: Sequence[bytes]) -> Poll:
        """Poll the field, as `iso14443a.poll` does."""
        if not self._field.is_silent:
            return self._poll_tags(tuple(known)) if self._field.is_calm else poll(self, known)
        if self.pass_by(known):
            return SILENCE
        began_ns = self._clock.now_ns()
        ends_ns = began_ns + _LONGEST_NS
        undisturbed = self._clock.free_until_ns > ends_ns and self._field.is_quiet(ends_ns, _frames(known))
        found = poll(self, known)
        if undisturbed:
            self._nothing_ns[bool(known)] = self._clock.now_ns() - began_ns
        return found

    def _poll_tags(self, known: tuple[bytes, ...]) -> Poll:
        """Poll tags. One that is alone goes by another name: whatever its UID is, it answers as the last one did."""
        here = self._here()
        named = _names(known, *[tag.uid for tag in here.tags]) if len(here.tags) < 2 else None
        if named is None:
            return self._recall(here, known, lambda: poll(self, known))
        names, asked, uids = named
        return _renamed(self._recall(here, asked, lambda: _renamed(poll(self, known), names), names), uids)

    def pass_by(self, known: Sequence[bytes] = ()) -> bool:
        """Let the time of a poll pass that finds nothing, of which the first was made; False if this has to be made."""
        frames, took_ns = _frames(known), self._nothing_ns.get(bool(known))
        if took_ns is None or not self._field.is_quiet(self._clock.now_ns() + took_ns, frames):
            return False
        if not self._clock.passes_ns(took_ns):
            return False
        self._field.skip_silences(frames)
        return True

    def transceive(self, data: bytes, *, last_bits: int = 0, rx_align: int = 0, answer_bits: int) -> Answer | None:
        """Send a frame and listen, as the chip does."""
        send = partial(self._chip.transceive, data, last_bits=last_bits, rx_align=rx_align, answer_bits=answer_bits)
        if self._field.is_silent:
            return self._pass_by((len(data), last_bits, answer_bits), send)
        if self._field.is_calm:
            return self._recall(self._here(), (data, last_bits, rx_align, answer_bits), send)
        if not self._field.keeps_silent(data):
            return send()
        frame = Frame.of(data, last_bits)
        hear = partial(self._field.exchange, frame, self._clock.now_ns() + frame.lasts_ns)
        return self._pass_by((len(data), last_bits, answer_bits), send, hear)

    def _pass_by(
        self, kind: _Kind, send: Callable[[], Answer | None], hear: Callable[[], object] | None = None
    ) -> Answer | None:
        """Let the time of a frame pass that no tag answers; send it if anything may disturb that, or none was sent yet.

        `hear` lets the tags that are there hear it.
        """
        began_ns, took_ns = self._clock.now_ns(), self._took_ns.get(kind)
        silent = self._is_silent(began_ns + (took_ns or _LONGEST_NS))
        if silent and took_ns is not None:
            if hear is not None:
                hear()
            self._field.skip_silences(1)
            self._clock.sleep_ns(took_ns)
            return None
        answer = send()
        if silent:
            self._took_ns[kind] = self._clock.now_ns() - began_ns
        return answer

    def _here(self) -> _Here:
        now_ns = self._clock.now_ns()
        tags, until_ns = self._field.powered(now_ns)
        return _Here(tags, now_ns, min(self._clock.free_until_ns, until_ns))

    def _recall(
        self, here: _Here, asked: Hashable, ask: Callable[[], T], names: Mapping[bytes, bytes] = _OWN_NAMES
    ) -> T:
        """Let what is asked in calm air come out as it did when it really was, if it was, and nobody acts meanwhile.

        `names` are what UIDs are called in what is asked and found, if not by themselves.
        """
        tags, began_ns, steady_until_ns = here
        kind = (asked, tuple([(names.get(tag.uid, tag.uid), tag.kind, tag.standing) for tag in tags]))
        before = self._outcomes.get(kind)
        if before is not None and steady_until_ns > began_ns + before.took_ns:
            for tag, standing in zip(tags, before.standings, strict=True):
                tag.standing = standing
            self._clock.sleep_ns(before.took_ns)
            return cast("T", before.found)
        found = ask()
        if steady_until_ns > self._clock.now_ns() and len(self._outcomes) < _MOST_OUTCOMES:
            standings = tuple(tag.standing for tag in tags)
            self._outcomes[kind] = _Outcome(found, self._clock.now_ns() - began_ns, standings)
        return found

    def _is_silent(self, until_ns: int) -> bool:
        """Return whether nobody acts until then, there is no noise, and the chip will not hang."""
        undisturbed = self._clock.free_until_ns > until_ns and self._field.hangs_ns > until_ns
        return undisturbed and self._field.silences >= 1


def _frames(known: Sequence[bytes]) -> int:
    """Return how many frames a poll sends that finds nothing: one to newcomers or all, and one to known tags."""
    return 2 if known else 1


@lru_cache(maxsize=4096)
def _names(
    known: tuple[bytes, ...], *there: bytes
) -> tuple[Mapping[bytes, bytes], tuple[bytes, ...], Mapping[bytes, bytes]] | None:
    """Return names for UIDs, those of the known ones, and UIDs by names; None if some of them begin alike."""
    uids = tuple(dict.fromkeys((*known, *there)))
    if len({uid[:_FIRST_PART] for uid in uids}) < len(uids):
        return None
    names = {uid: bytes([number, len(uid)]) for number, uid in enumerate(uids)}
    return names, tuple([names[uid] for uid in known]), {name: uid for uid, name in names.items()}


def _renamed(found: Poll, names: Mapping[bytes, bytes]) -> Poll:
    """Call tags otherwise; one that came just now has no other name."""
    if not found.uids:
        return found
    smart = frozenset([names.get(uid, uid) for uid in found.smart]) if found.smart else found.smart
    return Poll(tuple([names.get(uid, uid) for uid in found.uids]), found.garbled, smart)


def polled(chip: Transceiver, known: Sequence[bytes]) -> Poll:
    """Poll a field, by the chip's short cut if it has one."""
    return chip.poll(known) if isinstance(chip, ShortCut) else poll(chip, known)


def passed_by(chip: Transceiver) -> bool:
    """Let the time of a poll pass that is known to find nothing; False if it is not, and has to be made."""
    return isinstance(chip, ShortCut) and chip.pass_by()


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


class Skipping:
    """A bank of emulated readers in virtual time: it passes over sweeps that can find nothing.

    A single one takes as long as the first of its kind did, which was really done. Where nobody acts for longer, many
    are skipped at once.
    """

    def __init__(self, bank: ReaderBank, room: Room, clock: SharedClock) -> None:
        self._bank = bank
        self._room = room
        self._clock = clock
        self._took_ns: int | None = None
        self._passed_over = False  # the last sweep

    def poll(self) -> Batch:
        """Wait for the next sweep, and do it unless it can find nothing."""
        began_ns, took_ns = self._bank.wait(), self._took_ns
        ends_ns = began_ns + (took_ns or _LONGEST_NS)
        quiet = self._clock.free_until_ns > ends_ns and self._room.is_quiet(ends_ns)
        left_out = self._bank.leave_out(ends_ns) if quiet and took_ns is not None else None
        self._passed_over = left_out is not None
        if left_out is not None:
            self._room.skip_silences(1)
            self._clock.sleep_ns(ends_ns - began_ns)
            return left_out
        first = quiet and took_ns is None and self._bank.rests(ends_ns)
        batch = self._bank.sweep()
        if first:
            self._took_ns = self._clock.now_ns() - began_ns
        return batch

    def skip_idle(self, until_ns: float) -> int:
        """Skip the sweeps before a time that can find nothing, advance the clock past them, and return by how much.

        That is worth it after one that was passed over. The last one is left to be done: somebody may wait for its end.
        """
        return self._skip(until_ns, but=1) if self._passed_over else 0

    def skip_alike(self, until_ns: float) -> int:
        """Skip all sweeps before a time that are like the last one, and return how much later the last of them is.

        They are if that was passed over. Whoever heard of it should hear that all is as it was, that much later.
        """
        if not self._passed_over or self._clock.now_ns() > self._bank.next_sweep_ns:
            return 0
        return self._skip(until_ns, but=0)

    def _skip(self, until_ns: float, *, but: int) -> int:
        now_ns, ends_ns = self._clock.now_ns(), min(until_ns, self._clock.free_until_ns, self._room.spikes_ns)
        if ends_ns - now_ns <= (1 + but) * self._bank.sweep_ns or now_ns - self._room.pressed_ns < _SETTLED_NS:
            return 0
        quiet_until_ns = self._room.quiet_until_ns
        if quiet_until_ns is None:
            return 0
        skipped_ns = self._bank.skip(min(ends_ns, quiet_until_ns), sweeps=self._room.silences, but=but)
        self._room.skip_silences(skipped_ns // self._bank.sweep_ns)
        self._clock.sleep_ns(skipped_ns)
        return skipped_ns


def oversleep(room: Room, clock: SharedClock, until_ns: float) -> None:
    """Let Picos over silent fields, and their host, sleep longer than they would; no report comes late."""
    quiet_until_ns, now_ns = room.quiet_until_ns, clock.now_ns()
    if quiet_until_ns is None or now_ns - room.pressed_ns < _SETTLED_NS:
        return
    noisy_ns = now_ns + room.silences * SWEEP_NS
    ends_ns = min(until_ns, quiet_until_ns, clock.free_until_ns, now_ns + _OVERSLEPT_NS, noisy_ns, room.spikes_ns)
    if ends_ns - now_ns > _WORTH_NS:
        sleeps_ns = int(ends_ns - now_ns) - _WORTH_NS
        room.skip_silences(sleeps_ns // SWEEP_NS)
        clock.sleep_ns(sleeps_ns)
