"""Shortcuts that skip unanswered exchanges, polls whose outcome is certain, and sweeps over silent fields.

In real time only sweeps are skipped. In virtual time, shortcuts change nothing observable for the table's own readers:
a frame that nobody can answer takes as long as the first of its kind, which was actually sent; where chance plays no
part, a poll or frame for tags in the same state has the same result as when it was actually sent; skipping whole sweeps
does not shift the next ones. For Picos, polls are also skipped, but the next ones come a little earlier or later.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar, cast

from hardware.button import ButtonBank
from hardware.clock import Clock, SharedClock, SystemClock
from hardware.emulator.field import Field
from hardware.emulator.frames import Frame
from hardware.emulator.room import Room
from hardware.emulator.tag import Standing, Tag
from hardware.iso14443a import FIELD_ON_NS, Answer, poll
from hardware.mfrc522.chip import Mfrc522
from hardware.mfrc522.reader import Mfrc522Reader
from hardware.pico import PicoSource
from hardware.ports import Batch
from hardware.presence import OnPoll, Patience
from hardware.reader import SILENCE, FoundTag, Poll, Reader
from hardware.reader_bank import SWEEP_NS, Polled, ReaderBank

_LONGEST_NS = 20_000_000  # even a failing exchange takes less
_OVERSLEPT_NS = 400_000_000  # a link that is silent for longer is considered dead
_WORTH_NS = 20_000_000
_SETTLED_NS = 50_000_000  # by then a contact has settled, including its dead time

T = TypeVar("T")


@dataclass(frozen=True)
class _Outcome:
    """The result of an exchange or a poll, its duration, and the state of the tags afterwards."""

    found: object
    took_ns: int
    standings: tuple[Standing, ...]


class _Here(NamedTuple):
    """The tags that have power at a moment, and the time until which that is certain, at most until the next event."""

    tags: tuple[Tag, ...]
    now_ns: int
    steady_until_ns: float


Outcomes = dict[Hashable, _Outcome]  # by the question, the tags that heard it, and their states
EVERYWHERE: Outcomes = {}  # shared by all emulated readers of a process, because they are alike
_MOST_OUTCOMES = 2_000  # as many as three games have; a thousand more would take a megabyte and save little
_FIRST_PART = 3  # a tag whose UID begins with the same bytes as that of the tag addressed answers one more frame
_OWN_NAMES: Mapping[bytes, bytes] = {}
_Kind = tuple[int, int, int]  # bytes, bits of the last, answer bits: the time of an unanswered frame depends on these


class ShortCut:
    """A chip that skips frames that no tag can answer, and frames whose answer is certain and was heard before."""

    def __init__(self, chip: Mfrc522, field: Field, clock: SharedClock, known: "Outcomes | None" = None) -> None:
        """`known` holds the outcomes that chips of the same kind share."""
        self._chip = chip
        self._field = field
        self._clock = clock
        self._took_ns: dict[_Kind, int] = {}
        self._nothing_ns: dict[bool, int] = {}  # how long a poll that finds nothing takes, with and without known tags
        self._outcomes: Outcomes = {} if known is None else known

    def check(self) -> None:
        """Raise ChipError if the chip has lost its settings."""
        self._chip.check()

    def antenna(self, on: bool) -> None:
        """Switch the field on or off."""
        self._chip.antenna(on)

    def light_up(self) -> None:
        """Switch the field on and wait until tags have woken up: the next frame, which would wait, may be skipped."""
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
        """Poll tags. A name replaces the UID of a single tag, so that the outcome is valid for any other single tag."""
        here = self._here()
        named = _names(known, *[tag.uid for tag in here.tags]) if len(here.tags) < 2 else None
        if named is None:
            return self._recall(here, known, lambda: poll(self, known))
        names, asked, uids = named
        return _renamed(self._recall(here, asked, lambda: _renamed(poll(self, known), names), names), uids)

    def pass_by(self, known: Sequence[bytes] = ()) -> bool:
        """Skip a poll that would find nothing, as an earlier poll did; return False if the poll must be made."""
        frames, took_ns = _frames(known), self._nothing_ns.get(bool(known))
        if took_ns is None or not self._field.is_quiet(self._clock.now_ns() + took_ns, frames):
            return False
        if not self._clock.passes_ns(took_ns):
            return False
        self._field.skip_silences(frames)
        return True

    def transceive(self, data: bytes, *, last_bits: int = 0, rx_align: int = 0, answer_bits: int) -> Answer | None:
        """Send a frame and return the answer, or None for silence, as the chip does."""
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
        """Skip a frame if it is certain that no tag answers, and if one of its kind was sent before; otherwise send it.

        `hear` lets the tags in the field receive a skipped frame.
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
        """Return the result of an identical earlier question if no hand moves for as long as that took; otherwise ask.

        `names` replaces UIDs in the question and its result.
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
        """Return whether, until `until_ns`, no hand moves, no noise is heard, and the chip does not hang."""
        undisturbed = self._clock.free_until_ns > until_ns and self._field.hangs_ns > until_ns
        return undisturbed and self._field.silences >= 1


def _frames(known: Sequence[bytes]) -> int:
    """Return how many frames a poll that finds nothing sends: one to newcomers or all tags, and one to known tags."""
    return 2 if known else 1


@lru_cache(maxsize=512)
def _names(
    known: tuple[bytes, ...], *there: bytes
) -> tuple[Mapping[bytes, bytes], tuple[bytes, ...], Mapping[bytes, bytes]] | None:
    """Return names by UID, names of the known tags, and UIDs by name; None if two UIDs start with the same bytes."""
    uids = tuple(dict.fromkeys((*known, *there)))
    if len({uid[:_FIRST_PART] for uid in uids}) < len(uids):
        return None
    names = {uid: bytes([number, len(uid)]) for number, uid in enumerate(uids)}
    return names, tuple([names[uid] for uid in known]), {name: uid for uid, name in names.items()}


def _renamed(found: Poll, names: Mapping[bytes, bytes]) -> Poll:
    """Rename the tags in a result that have an entry in `names`."""
    if not found.tags:
        return found
    return Poll(tuple([FoundTag(names.get(tag.uid, tag.uid), *tag[1:]) for tag in found.tags]), found.garbled)


class ShortReader(Mfrc522Reader):
    """A reader with shortcuts, which shares its outcomes with all readers of its kind."""

    def __init__(self, board: Mfrc522, clock: SharedClock, field: Field, *, switched: bool, pile: bool) -> None:
        super().__init__(board, clock, switched=switched, pile=pile)
        self._chip = self._short = ShortCut(board, field, clock, EVERYWHERE)

    def _ask(self, known: Sequence[bytes]) -> Poll:
        return self._short.poll(known)


def bank_of(
    readers: Mapping[str, Reader],
    room: Room,
    clock: Clock,
    patience: Mapping[str, Patience],
    *,
    sweep_ns: int,
    on_poll: OnPoll | None,
) -> ReaderBank:
    """Return a bank for emulated readers only; if the clock allows it, the bank skips sweeps that can find nothing."""
    if isinstance(clock, SystemClock):
        return Resting(room, readers, clock, patience, sweep_ns=sweep_ns, on_poll=on_poll)
    if room.short_cuts and isinstance(clock, SharedClock):
        return Skipping(room, readers, clock, patience, sweep_ns=sweep_ns, on_poll=on_poll)
    return ReaderBank(readers, clock, patience, sweep_ns=sweep_ns, on_poll=on_poll)


class _Emulated(ReaderBank):
    """A bank of emulated readers, which are polled at the same rate even while nobody is playing."""

    def __init__(self, room: Room, readers: Mapping[str, Reader], clock: Clock, *settings: Any, **more: Any) -> None:
        super().__init__(readers, clock, *settings, **more)
        self._room = room

    def poll_often(self, *, often: bool) -> None:
        """Ignore the request: the rate stays the same."""

    def _rests(self, until_ns: float) -> bool:
        """Return whether polls until `until_ns` have no effect if they find nothing."""
        return all(_is_idle(reader) and until_ns < reader.stale_ns for reader in self._readers.values())

    def _left_out(self, ends_ns: int) -> Batch:
        """Skip the sweep that is due now and would have ended at `ends_ns`."""
        self._next_sweep_ns = self._clock.now_ns() + self.sweep_ns
        return Batch((), ends_ns)


class Resting(_Emulated):
    """Emulated readers in real time: sweeps that can find nothing are skipped, but reported as usual.

    An idle table therefore uses less than half the processor time, while its drivers still see everything that happens.
    """

    def sweep(self) -> Batch:
        """Poll every field, unless no poll can find anything."""
        now_ns = self._clock.now_ns()
        return self._left_out(now_ns) if self._rests(now_ns) and self._room.passes_by(now_ns) else super().sweep()


class Skipping(_Emulated):
    """Emulated readers in virtual time: sweeps that can find nothing are skipped.

    A skipped sweep takes as long as the first of its kind, which was actually run. During longer periods of inactivity,
    many sweeps are skipped at once.
    """

    _clock: SharedClock
    _took_ns: int | None = None
    _passed_over = False  # whether the last sweep was skipped

    def sweep(self) -> Batch:
        """Poll every field, unless no poll can find anything."""
        began_ns, took_ns = self._clock.now_ns(), self._took_ns
        ends_ns = began_ns + (took_ns or _LONGEST_NS)
        quiet = self._clock.free_until_ns > ends_ns and self._room.is_quiet(ends_ns) and self._rests(ends_ns)
        self._passed_over = quiet and took_ns is not None
        if self._passed_over:
            left_out = self._left_out(ends_ns)
            self._room.skip_silences(1)
            self._clock.sleep_ns(ends_ns - began_ns)
            return left_out
        batch = super().sweep()
        if quiet:
            self._took_ns = self._clock.now_ns() - began_ns
        return batch

    def skip_idle(self, until_ns: float) -> int:
        """Skip sweeps before `until_ns` that can find nothing; advance the clock past them, and return by how much.

        This is tried only after a skipped sweep. The last sweep is not skipped, because something may be waiting for
        its end.
        """
        return self._skip(until_ns, but=1) if self._passed_over else 0

    def skip_alike(self, until_ns: float) -> int:
        """Skip all sweeps before `until_ns` that are like the last one; return how much later the last of them is.

        Sweeps are alike if the last one was skipped. The caller should report that nothing has changed up to the last
        skipped sweep.
        """
        if not self._passed_over or self._clock.now_ns() > self._next_sweep_ns:
            return 0
        return self._skip(until_ns, but=0)

    def _skip(self, until_ns: float, *, but: int) -> int:
        now_ns, ends_ns = self._clock.now_ns(), min(until_ns, self._clock.free_until_ns, self._room.spikes_ns)
        if ends_ns - now_ns <= (1 + but) * self.sweep_ns or now_ns - self._room.pressed_ns < _SETTLED_NS:
            return 0
        quiet_until_ns = self._room.quiet_until_ns
        if quiet_until_ns is None or not self._rests(now_ns):
            return 0
        ends_ns = min([ends_ns, quiet_until_ns, *(reader.stale_ns for reader in self._readers.values())])
        sweeps = max(0, int(min(int((ends_ns - 1 - now_ns) // self.sweep_ns) - but, self._room.silences)))
        skipped_ns = sweeps * self.sweep_ns
        self._next_sweep_ns += skipped_ns
        self._room.skip_silences(sweeps)
        self._clock.sleep_ns(skipped_ns)
        return skipped_ns


def _is_idle(reader: Polled) -> bool:
    """Return whether a reader runs and its field is empty."""
    return reader.presence.is_empty and not reader.lost and reader.retry_ns is None


class RestingPico(PicoSource):
    """An emulated Pico whose idle time can be skipped."""

    @property
    def is_idle(self) -> bool:
        """Whether the Pico is there, and no tag is on its readers, arriving or leaving."""
        return self.is_ready and all(one.presence.is_empty and not one.polls for one in self._readers.values())


class RestingButtons(ButtonBank):
    """Emulated buttons whose idle time can be skipped."""

    def rests(self) -> None:
        """Record that no level has changed until now: nothing moved during the time that was skipped."""
        for _, button in self._buttons:
            button.rests(self._clock.now_ns())


def oversleep(room: Room, clock: SharedClock, until_ns: float) -> None:
    """Let Picos with silent fields, and their host, sleep longer, but not so long that a report is late."""
    quiet_until_ns, now_ns = room.quiet_until_ns, clock.now_ns()
    if quiet_until_ns is None or now_ns - room.pressed_ns < _SETTLED_NS:
        return
    noisy_ns = now_ns + room.silences * SWEEP_NS
    ends_ns = min(until_ns, quiet_until_ns, clock.free_until_ns, now_ns + _OVERSLEPT_NS, noisy_ns, room.spikes_ns)
    if ends_ns - now_ns > _WORTH_NS:
        sleeps_ns = int(ends_ns - now_ns) - _WORTH_NS
        room.skip_silences(sleeps_ns // SWEEP_NS)
        clock.sleep_ns(sleeps_ns)
