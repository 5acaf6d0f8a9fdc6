"""All readers of a table, polled in turn by one thread: each sweep polls every field once.

A reader where something comes or goes is polled more often. A reader that fails is restarted; if that helps, the
restart and its reason are reported; if not, the reader is reported lost, and retried until it is back. Before a tag is
said to have left, its chip is restarted and polled once more: a deaf chip must not carry cards away. A newcomer beside
a known tag may have been halted unread, after a garbled answer or by a neighbour within reach: so all tags are woken up
again now and then.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Protocol

from hardware import iso14443a, presence
from hardware.clock import Clock
from hardware.mfrc522 import FIELD_ON_NS, Starting
from hardware.ports import Batch, ReaderHealth, Sighting, UnreadTag
from hardware.presence import APART_NS, Look, Looked, Patience, Presence

SWEEP_NS = 20_000_000  # a card that touches a pad is there for at least a quarter of a second
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

    @property
    def is_idle(self) -> bool:
        """Whether the reader runs, and nothing lies there, comes or goes."""
        return self.presence.is_empty and not self.lost and self.retry_ns is None


class ReaderBank:
    """A source of sightings, in the order in which the readers are named.

    `switched`: one antenna is on at a time, so that neighbours do not disturb one another. `patience` is for every
    reader, or a mapping by reader. `looked` is told of every poll.
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
    ) -> None:
        same = patience if isinstance(patience, Patience) else Patience()
        own = patience if isinstance(patience, Mapping) else {}
        self._readers = {name: _Reader(chip, own.get(name, same), Presence(name)) for name, chip in readers.items()}
        self._clock = clock
        self._switched = switched
        self._looked = looked
        self.sweep_ns = sweep_ns
        self._next_sweep_ns = clock.now_ns()

    def wait(self) -> int:
        """Wait for the next sweep; return the time, in ns."""
        self._clock.sleep_ns(max(0, self._next_sweep_ns - self._clock.now_ns()))
        return self._clock.now_ns()

    def leave_out(self) -> Batch | None:
        """Leave out a sweep that would find nothing, as the caller knows; None if something depends on it."""
        now_ns = self._clock.now_ns()
        if any(not reader.is_idle or self._is_stale(reader, now_ns) for reader in self._readers.values()):
            return None
        self._next_sweep_ns = now_ns + self.sweep_ns
        return Batch((), now_ns)

    def poll(self) -> Batch:
        """Wait for the next sweep and do it. A failing chip or bus is reported, not raised."""
        self.wait()
        began_ns = self._clock.now_ns()
        items: list[Sighting | UnreadTag | ReaderHealth] = []
        again: set[str] = set()
        for name in self._readers:
            items += self._visit(name)
            for other in self._restless_for_long():
                if other not in again:  # once in a sweep, so that no reader waits long for its turn
                    again.add(other)
                    items += self._visit(other)
        items += self._decide()
        restless = any(reader.presence.restless for reader in self._readers.values())
        self._next_sweep_ns = began_ns + (_AGAIN_NS if restless else self.sweep_ns)
        return Batch(tuple(sorted(items, key=lambda item: item.at_ns)), self._watermark_ns())

    def skip(self, until_ns: float, *, sweeps: float = inf) -> int:
        """Skip whole sweeps that would end before a time, at most `sweeps`, and return how long they take, in ns.

        For virtual time: the fields have to be silent until then, and the caller advances the clock. No sweep is
        skipped that anything depends on.
        """
        if any(not reader.is_idle for reader in self._readers.values()):
            return 0
        ends_ns = min([until_ns, *(reader.fresh_ns + _FRESHEN_NS for reader in self._readers.values())])
        skipped = min(int((ends_ns - self._clock.now_ns()) // self.sweep_ns) - 1, sweeps)
        skipped_ns = max(0, int(skipped)) * self.sweep_ns
        self._next_sweep_ns += skipped_ns
        return skipped_ns

    def _watermark_ns(self) -> int:
        undecided = [reader.presence.undecided_since_ns for reader in self._readers.values()]
        return min([self._clock.now_ns(), *(since for since in undecided if since is not None)])

    def _restless_for_long(self) -> list[str]:
        now_ns = self._clock.now_ns()
        readers = self._readers.items()
        return [name for name, one in readers if one.presence.restless and now_ns - one.polled_ns >= APART_NS]

    # -- polling

    def _visit(self, name: str) -> Iterable[ReaderHealth]:
        """Poll one reader; if it fails, restart it and report what came of that."""
        reader, now_ns = self._readers[name], self._clock.now_ns()
        if reader.retry_ns is not None and now_ns < reader.retry_ns:
            return ()
        try:
            return self._look(name, reader)
        except Starting:
            return ()
        except OSError as error:
            return self._recovered(name, reader, error)

    def _look(self, name: str, reader: _Reader) -> tuple[ReaderHealth, ...]:
        """Start a chip if need be, poll it, and report if it is back."""
        if reader.retry_ns is not None or self._is_stale(reader, self._clock.now_ns()):
            self._start(reader)
        reader.polled_ns = at_ns = self._clock.now_ns()
        found = self._poll(reader)
        if self._looked is not None:
            self._looked(Look(name, at_ns, found, reader.presence.uids))
        reader.presence = presence.polled(reader.presence, found, at_ns)
        back = (ReaderHealth(at_ns, name, alive=True, why=reader.why),) if reader.lost or reader.why else ()
        reader.lost, reader.why = False, ""
        return back

    def _is_stale(self, reader: _Reader, now_ns: int) -> bool:
        return not reader.presence.tags and now_ns - reader.fresh_ns >= _FRESHEN_NS

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
        reader.presence = presence.blind(reader.presence)
        return (ReaderHealth(at_ns, name, alive=False, why=why),)

    def _poll(self, reader: _Reader) -> iso14443a.Poll:
        if not self._switched:
            self._check(reader)
            return self._ask(reader)
        reader.chip.antenna(on=True)
        self._check(reader)
        self._clock.sleep_ns(FIELD_ON_NS)
        found = iso14443a.poll(reader.chip)  # without a field no tag stays halted
        if set(found.uids) - reader.presence.uids:  # a newcomer may have drowned another answer; now it is halted
            more = iso14443a.inventory(reader.chip, iso14443a.REQA)
            found = iso14443a.Poll(found.uids + more.uids, found.garbled or more.garbled)
        reader.chip.antenna(on=False)
        return found

    def _ask(self, reader: _Reader) -> iso14443a.Poll:
        """Poll for newcomers and known tags; now and then wake all, for one may be halted unread."""
        known = reader.presence.known
        found = iso14443a.poll(reader.chip, known)
        reader.polls = reader.polls + 1 if known else 0
        if known and (reader.unsure or (reader.polls % _WAKE_ALL == 0 and not reader.patience.pile)):
            everybody = iso14443a.inventory(reader.chip, iso14443a.WUPA)
            uids = dict.fromkeys((*found.uids, *everybody.uids))
            found = iso14443a.Poll(tuple(uids), found.garbled or everybody.garbled)
        reader.unsure = found.garbled
        return found

    def _check(self, reader: _Reader) -> None:
        """Check a chip's settings now and then; its antenna has to be on."""
        now_ns = self._clock.now_ns()
        if now_ns - reader.checked_ns >= _CHECK_NS:
            reader.chip.check()
            reader.checked_ns = now_ns

    # -- deciding, when every reader has been polled

    def _decide(self) -> list[Sighting | UnreadTag | ReaderHealth]:
        items: list[Sighting | UnreadTag | ReaderHealth] = []
        for name, reader in self._readers.items():
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
        reader.presence, told = presence.tell(reader.presence, now_ns, reader.patience, earlier, later)
        return told
