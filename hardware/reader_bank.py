"""All readers of a table, polled in turn by one thread: each sweep polls every field once.

A reader where something comes or goes is polled more often. A reader that fails is restarted; if that helps, the
restart and its reason are reported; if not, the reader is reported lost, and retried until it is back. Before a tag is
said to have left, its chip is restarted and polled once more: a deaf chip must not carry cards away. A newcomer beside
a known tag may have been halted unread, after a garbled answer or by a neighbour within reach: so all tags are woken up
again now and then. While nobody plays, sweeps are seldom, until something comes or goes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Protocol

from hardware import iso14443a, presence
from hardware.clock import Clock
from hardware.mfrc522 import FIELD_ON_NS, Starting
from hardware.pace import Paced
from hardware.ports import Batch, Item, ReaderHealth, Sighting, UnreadTag
from hardware.presence import APART_NS, Look, Looked, Patience, Presence

SWEEP_NS = 20_000_000  # a card that touches a pad is there for at least a quarter of a second
SELDOM_NS = 200_000_000  # between two sweeps while nobody plays: a card is told within half a second
_BEGINS_NS = 1_000_000_000  # until then chips start, and it is found out what lay there before
_AGAIN_NS = 4_000_000  # until the next sweep where something comes or goes
_CHECK_NS = 1_000_000_000  # how often a chip's settings are checked
_FRESHEN_NS = 30_000_000_000  # how often a chip over an empty field is restarted, for it may have gone deaf unnoticed
_RETRY_NS = 1_000_000_000
_START_NS = 5_000_000  # how long others wait, in each sweep, for a chip whose crystal starts
_WAKE_ALL = 4  # on a pad one poll in four wakes all tags up: a card touches it for ten polls


class Chip(iso14443a.Transceiver, Protocol):
    """What the bank needs from a chip. Everything may raise OSError."""

    def reset(self, *, wait_ns: int) -> int:
        """Reset and set up; raise Starting if that takes longer, and go on with it in the next call."""
        ...

    def check(self) -> None:
        """Raise ChipError if the chip has lost its settings."""
        ...

    def antenna(self, on: bool) -> None:
        """Switch the field."""
        ...

    def light_up(self) -> None:
        """Switch the field on, for a frame that comes next and waits until tags have woken up."""
        ...


Asks = Callable[[iso14443a.Transceiver, Sequence[bytes]], iso14443a.Poll]
PassesBy = Callable[[iso14443a.Transceiver], bool]


@dataclass
class _Reader:
    """One reader: its chip, its patience, what lies there, and its health."""

    chip: Chip
    patience: Patience
    presence: Presence
    polled_ns: int = 0
    checked_ns: int = 0
    fresh_ns: int = 0
    retry_ns: int | None = 0  # when to start it; None: it runs
    starts: bool = False  # it was reset, and its crystal takes its time
    why: str = ""  # the failure that this start is to cure
    doubted: bool = False  # it was restarted because a tag seems to have left
    lost: bool = False
    polls: int = 0  # since a tag is known
    unsure: bool = False  # a tag was heard that may now be halted, unread
    restless: bool = False  # something comes or goes
    settled_until_ns: int = 0  # until then polls that find nothing would leave it as it is

    def sees(self, now: Presence) -> None:
        """Take in what lies there now."""
        if now is not self.presence:
            self.presence, self.restless = now, now.restless

    @property
    def is_idle(self) -> bool:
        """Whether the reader runs, and nothing lies there, comes or goes."""
        return self.presence.is_empty and not self.lost and self.retry_ns is None

    @property
    def due_ns(self) -> int:
        """Until when it is idle, and another poll that finds nothing would leave it as it is; 0 if it would not."""
        began = self.presence.began_ns is not None
        settled = began and not (self.polls or self.unsure or self.why) and self.is_idle
        return min(self.fresh_ns + _FRESHEN_NS, self.checked_ns + _CHECK_NS) if settled else 0


class ReaderBank(Paced):
    """A source of sightings, in the order in which the readers are named.

    `switched`: one antenna is on at a time, so that neighbours do not disturb one another. `patience` is for every
    reader, or a mapping by reader. `looked` is told of every poll; `asks` polls
    one field, given the tags that are known to be there. `passes_by` may let the time of a poll pass without it, if
    that is known to find nothing, as the one before did.
    """

    def __init__(
        self,
        readers: Mapping[str, Chip],
        clock: Clock,
        patience: Patience | Mapping[str, Patience] | None = None,
        *,
        switched: bool = False,
        sweep_ns: int = SWEEP_NS,
        looked: Looked | None = None,
        asks: Asks = iso14443a.poll,
        passes_by: PassesBy | None = None,
    ) -> None:
        super().__init__()
        same = patience if isinstance(patience, Patience) else Patience()
        own = patience if isinstance(patience, Mapping) else {}
        self._readers = {name: _Reader(chip, own.get(name, same), Presence(name)) for name, chip in readers.items()}
        self._clock = clock
        self._switched = switched
        self._looked = looked
        self._asks = asks
        self._passes_by = passes_by
        self.sweep_ns = sweep_ns
        self._next_sweep_ns = self._began_ns = clock.now_ns()

    def wait(self) -> int:
        """Wait for the next sweep; return the time, in ns."""
        left_ns = max(0, self._next_sweep_ns - self._clock.now_ns())
        if not self._often.is_set():
            self._clock.wait_ns(left_ns, self._often)
        elif left_ns <= max(self.sweep_ns, _AGAIN_NS):  # else it was set when nobody played
            self._clock.sleep_ns(left_ns)
        return self._clock.now_ns()

    def rests(self, until_ns: int) -> bool:
        """Tell whether nothing depends on the polls until then, if they find nothing."""
        return all(reader.is_idle and not self._is_stale(reader, until_ns) for reader in self._readers.values())

    def leave_out(self, ends_ns: int | None = None) -> Batch | None:
        """Leave out a sweep that would find nothing, as the caller knows; None if something depends on it.

        `ends_ns` is when it would have ended, if it takes time.
        """
        now_ns = self._clock.now_ns()
        if not self.rests(ends_ns or now_ns):
            return None
        self._next_sweep_ns = now_ns + self.sweep_ns
        return Batch((), ends_ns or now_ns)

    def poll(self) -> Batch:
        """Wait for the next sweep and do it. A failing chip or bus is reported, not raised."""
        self.wait()
        return self.sweep()

    def sweep(self) -> Batch:
        """Poll every field now."""
        began_ns = self._clock.now_ns()
        items: list[Sighting | UnreadTag | ReaderHealth] = []
        again: set[str] = set()
        restless = self._restless()
        for name, reader in self._readers.items():
            if not self._is_passed_by(reader):
                items += self._visit(name, reader)
                restless = self._restless()
            for other in self._for_long(restless) if restless else ():
                if other not in again:  # once in a sweep, so that no reader waits long for its turn
                    again.add(other)
                    items += self._visit(other, self._readers[other])
                    restless = self._restless()
        items += self._decide()
        restless = self._restless()
        self._next_sweep_ns = began_ns + (_AGAIN_NS if restless else self._pause_ns(began_ns))
        return Batch(tuple(sorted(items, key=_at_ns)) if items else (), self._watermark_ns(restless))

    def _pause_ns(self, now_ns: int) -> int:
        begins = now_ns - self._began_ns < _BEGINS_NS
        return self.sweep_ns if begins or self._often.is_set() else max(self.sweep_ns, SELDOM_NS)

    @property
    def next_sweep_ns(self) -> int:
        """When the next sweep begins, if nothing keeps the thread that long."""
        return self._next_sweep_ns

    def skip(self, until_ns: float, *, sweeps: float = inf, but: int = 1) -> int:
        """Skip whole sweeps that would end before a time, at most `sweeps`, and return how long they take, in ns.

        For virtual time: the fields have to be silent until then, and the caller advances the clock. No sweep is
        skipped that anything depends on, nor the last ones `but` for which there was time.
        """
        if any(not reader.is_idle for reader in self._readers.values()):
            return 0
        ends_ns = min([until_ns, *(reader.fresh_ns + _FRESHEN_NS for reader in self._readers.values())])
        skipped = min(int((ends_ns - 1 - self._clock.now_ns()) // self.sweep_ns) - but, sweeps)
        skipped_ns = max(0, int(skipped)) * self.sweep_ns
        self._next_sweep_ns += skipped_ns
        return skipped_ns

    def _restless(self) -> list[str]:
        return [name for name, reader in self._readers.items() if reader.restless]

    def _watermark_ns(self, restless: Iterable[str]) -> int:
        undecided = [self._readers[name].presence.undecided_since_ns for name in restless]
        return min([self._clock.now_ns(), *(since for since in undecided if since is not None)])

    def _for_long(self, restless: Sequence[str]) -> Sequence[str]:
        """Return those of the restless readers that were polled long ago."""
        now_ns = self._clock.now_ns()
        return [name for name in restless if now_ns - self._readers[name].polled_ns >= APART_NS]

    # -- polling

    def _is_passed_by(self, reader: _Reader) -> bool:
        """Pass by a reader if its poll would find nothing, and nothing else is due there; tell whether that was so."""
        if self._passes_by is None:
            return False
        now_ns = self._clock.now_ns()
        if now_ns >= reader.settled_until_ns:
            reader.settled_until_ns = 0 if self._switched else reader.due_ns
        return now_ns < reader.settled_until_ns and self._passes_by(reader.chip)

    def _visit(self, name: str, reader: _Reader) -> Iterable[ReaderHealth]:
        """Poll one reader; if it fails, restart it and report what came of that."""
        reader.settled_until_ns = 0
        if reader.retry_ns is not None and self._clock.now_ns() < reader.retry_ns:
            return ()
        try:
            return self._look(name, reader)
        except Starting:
            return ()
        except OSError as error:
            return self._recovered(name, reader, error)

    def _look(self, name: str, reader: _Reader) -> tuple[ReaderHealth, ...]:
        """Start a chip if need be, poll it, and report if it is back."""
        at_ns = self._clock.now_ns()
        if reader.retry_ns is not None or self._is_stale(reader, at_ns):
            self._start(reader)
            at_ns = self._clock.now_ns()
        reader.polled_ns = at_ns
        found = self._poll(reader)
        if self._looked is not None:
            self._looked(Look(name, at_ns, found, reader.presence.uids))
        reader.sees(presence.polled(reader.presence, found, at_ns))
        if not (reader.lost or reader.why):
            return ()
        back = (ReaderHealth(at_ns, name, alive=True, why=reader.why),)
        reader.lost, reader.why = False, ""
        return back

    def _is_stale(self, reader: _Reader, now_ns: int) -> bool:
        return now_ns - reader.fresh_ns >= _FRESHEN_NS and not reader.presence.tags

    def _start(self, reader: _Reader) -> None:
        """Start a chip. Raise Starting if that takes longer than others should wait: the next visit goes on with it."""
        reader.retry_ns = self._clock.now_ns()
        try:
            reader.chip.reset(wait_ns=_START_NS)
        except Starting:
            reader.starts = True
            raise
        if self._switched:
            reader.chip.antenna(on=False)
        else:
            self._clock.sleep_ns(FIELD_ON_NS)
        reader.retry_ns, reader.starts = None, False
        reader.fresh_ns = reader.checked_ns = self._clock.now_ns()

    def _recovered(self, name: str, reader: _Reader, error: OSError) -> tuple[ReaderHealth, ...]:
        """Restart a reader that has failed; it is lost if it still fails, or if a start has failed."""
        at_ns, was_starting = self._clock.now_ns(), reader.starts
        why, reader.why = reader.why or str(error), ""
        reader.starts, reader.retry_ns = False, at_ns + _RETRY_NS
        if reader.lost:
            return ()
        if not was_starting:
            reader.why = why
            try:
                self._start(reader)
                return self._look(name, reader)
            except Starting:
                return ()
            except OSError:
                reader.why = ""
        reader.lost, reader.retry_ns = True, at_ns + _RETRY_NS
        reader.sees(presence.blind(reader.presence))
        return (ReaderHealth(at_ns, name, alive=False, why=why),)

    def _poll(self, reader: _Reader) -> iso14443a.Poll:
        if not self._switched:
            self._check(reader)
            return self._ask(reader)
        if self._is_unchecked(reader):
            reader.chip.antenna(on=True)
            self._check(reader)
            self._clock.sleep_ns(FIELD_ON_NS)
        else:
            reader.chip.light_up()
        found = self._asks(reader.chip, ())  # without a field no tag stays halted
        if set(found.uids) - reader.presence.uids:  # a newcomer may have drowned another answer; now it is halted
            found |= iso14443a.inventory(reader.chip, iso14443a.REQA)
        reader.chip.antenna(on=False)
        return found

    def _ask(self, reader: _Reader) -> iso14443a.Poll:
        """Poll for newcomers and known tags; now and then wake all, for one may be halted unread."""
        known = reader.presence.known
        if not known:
            found, reader.polls = self._asks(reader.chip, ()), 0
            reader.unsure = found.garbled
            return found
        found = self._asks(reader.chip, known)
        reader.polls += 1
        if reader.unsure or (reader.polls % _WAKE_ALL == 0 and not reader.patience.pile):
            found |= self._asks(reader.chip, ())
        reader.unsure = found.garbled
        return found

    def _is_unchecked(self, reader: _Reader) -> bool:
        return self._clock.now_ns() - reader.checked_ns >= _CHECK_NS

    def _check(self, reader: _Reader) -> None:
        """Check a chip's settings now and then; its antenna has to be on."""
        if self._is_unchecked(reader):
            checked_ns = self._clock.now_ns()
            reader.chip.check()
            reader.checked_ns = checked_ns

    # -- deciding, when every reader has been polled

    def _decide(self) -> list[Sighting | UnreadTag | ReaderHealth]:
        items: list[Sighting | UnreadTag | ReaderHealth] = []
        for name, reader in self._readers.items():
            if reader.presence.is_empty:
                continue
            if reader.presence.lies_still:
                reader.doubted = False
                continue
            if not reader.lost:
                items += self._second_opinion(name, reader)
            if not (reader.lost or reader.starts):
                items += self._told(name, reader)
        return items

    def _second_opinion(self, name: str, reader: _Reader) -> Sequence[ReaderHealth]:
        """Restart the chip and poll once more before a tag is said to have left."""
        if not reader.presence.tags or reader.starts:
            return ()
        gone = presence.missing(reader.presence, self._clock.now_ns(), reader.patience)
        doubts = any(reader.presence.tags[key].told for key in gone)
        if not doubts or reader.doubted:
            reader.doubted = False
            return ()
        try:
            self._start(reader)
            return self._look(name, reader)
        except Starting:
            reader.doubted = True
            return ()
        except OSError as error:
            return self._recovered(name, reader, error)

    def _told(self, name: str, reader: _Reader) -> list[Sighting | UnreadTag]:
        if reader.presence.is_empty:
            return []
        now_ns, names = self._clock.now_ns(), list(self._readers)
        here = names.index(name)
        earlier, later = ([self._readers[one].presence for one in part] for part in (names[:here], names[here + 1 :]))
        now, told = presence.tell(reader.presence, now_ns, reader.patience, earlier, later)
        reader.sees(now)
        return told


def _at_ns(item: Item) -> int:
    return item.at_ns
