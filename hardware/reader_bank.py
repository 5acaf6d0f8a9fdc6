"""All readers of a table, polled in turn by one thread.

A reader is polled more often while tags are arriving or leaving. A reader that fails is restarted. If that helps, the
restart and its reason are reported; if not, the reader is reported lost and retried until it is back. Before a tag is
reported gone, its reader is restarted and polled once more: a deaf reader must not make cards vanish. While nobody is
playing, sweeps are rare until a tag arrives or leaves.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hardware import presence
from hardware.clock import Clock
from hardware.observations import Observation, ReaderHealth, TagEvent, UnreadTag
from hardware.ports import Batch, Paced
from hardware.presence import APART_NS, OnPoll, Patience, PollRecord, Presence
from hardware.reader import Reader, Starting

SWEEP_NS = 20_000_000  # a card that touches a pad is there for at least a quarter of a second
SELDOM_NS = 200_000_000  # between two sweeps while nobody is playing: a card is reported within half a second
_BEGINS_NS = 1_000_000_000  # time for chips to start, and to find tags that were there before
_AGAIN_NS = 4_000_000  # until the next sweep while a tag is coming or going
_FRESHEN_NS = 30_000_000_000  # how often a reader with an empty field is restarted, in case it is deaf
_RETRY_NS = 1_000_000_000


@dataclass
class Polled:
    """One polled reader: its settings, the tags on it, and its health."""

    device: Reader
    patience: Patience
    presence: Presence
    polled_ns: int = 0
    fresh_ns: int = 0
    retry_ns: int | None = 0  # when to start it; None if it is running
    starts: bool = False  # the reader was reset, and needs more time
    why: str = ""  # the failure that this start should fix
    doubted: bool = False  # the reader was restarted because a tag seems to have left
    lost: bool = False
    restless: bool = False  # a tag is coming or going

    def sees(self, now: Presence) -> None:
        """Update the record of which tags are on the reader."""
        if now is not self.presence:
            self.presence, self.restless = now, now.restless

    @property
    def stale_ns(self) -> int:
        """When to restart the reader before its next poll, if no tag is on it."""
        return self.fresh_ns + _FRESHEN_NS


class ReaderBank(Paced):
    """A source of tag events from readers, which are polled in the order of `readers`.

    `patience` is the same for every reader, or a mapping by reader. `on_poll` is called with every poll.
    """

    def __init__(
        self,
        readers: Mapping[str, Reader],
        clock: Clock,
        patience: Patience | Mapping[str, Patience] | None = None,
        *,
        sweep_ns: int = SWEEP_NS,
        on_poll: OnPoll | None = None,
    ) -> None:
        super().__init__()
        same = patience if isinstance(patience, Patience) else Patience()
        own = patience if isinstance(patience, Mapping) else {}
        self._readers = {name: Polled(reader, own.get(name, same), Presence(name)) for name, reader in readers.items()}
        self._clock = clock
        self._on_poll = on_poll
        self.sweep_ns = sweep_ns
        self._next_sweep_ns = self._began_ns = clock.now_ns()

    def _wait(self) -> None:
        """Wait for the next sweep."""
        left_ns = max(0, self._next_sweep_ns - self._clock.now_ns())
        if not self._often.is_set():
            self._clock.wait_ns(left_ns, self._often)
        elif left_ns <= max(self.sweep_ns, _AGAIN_NS):  # otherwise it was scheduled while nobody was playing
            self._clock.sleep_ns(left_ns)

    def poll(self) -> Batch:
        """Wait until the next sweep is due, then run it. A failing chip or bus is reported, not raised."""
        self._wait()
        return self.sweep()

    def sweep(self) -> Batch:
        """Poll every reader now."""
        began_ns = self._clock.now_ns()
        items: list[TagEvent | UnreadTag | ReaderHealth] = []
        again: set[str] = set()
        restless = self._restless()
        for name, reader in self._readers.items():
            items += self._visit(name, reader)
            restless = self._restless()
            for other in self._for_long(restless) if restless else ():
                if other not in again:  # once per sweep, so that no reader waits long for its turn
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

    def _restless(self) -> list[str]:
        return [name for name, reader in self._readers.items() if reader.restless]

    def _watermark_ns(self, restless: Iterable[str]) -> int:
        undecided = [self._readers[name].presence.undecided_since_ns for name in restless]
        return min([self._clock.now_ns(), *(since for since in undecided if since is not None)])

    def _for_long(self, restless: Sequence[str]) -> Sequence[str]:
        """Return the restless readers whose last poll was long enough ago for another poll to count separately."""
        now_ns = self._clock.now_ns()
        return [name for name in restless if now_ns - self._readers[name].polled_ns >= APART_NS]

    # -- polling

    def _visit(self, name: str, reader: Polled) -> Iterable[ReaderHealth]:
        """Poll one reader; if it fails, restart it and report the result."""
        if reader.retry_ns is not None and self._clock.now_ns() < reader.retry_ns:
            return ()
        try:
            return self._poll(name, reader)
        except Starting:
            return ()
        except OSError as error:
            return self._recovered(name, reader, error)

    def _poll(self, name: str, reader: Polled) -> tuple[ReaderHealth, ...]:
        """Start a reader if needed, poll it, and report it if it is back."""
        at_ns = self._clock.now_ns()
        if reader.retry_ns is not None or (at_ns >= reader.stale_ns and not reader.presence.tags):
            self._start(reader)
            at_ns = self._clock.now_ns()
        reader.polled_ns = at_ns
        found = reader.device.poll(reader.presence.known)
        if self._on_poll is not None:
            self._on_poll(PollRecord(name, at_ns, found, reader.presence.uids))
        reader.sees(presence.polled(reader.presence, found, at_ns))
        if not (reader.lost or reader.why):
            return ()
        back = (ReaderHealth(at_ns, name, alive=True, why=reader.why),)
        reader.lost, reader.why = False, ""
        return back

    def _start(self, reader: Polled) -> None:
        """Start a reader. Raise Starting if that takes longer than others should wait; the next visit continues."""
        reader.retry_ns = self._clock.now_ns()
        try:
            reader.device.start()
        except Starting:
            reader.starts = True
            raise
        reader.retry_ns, reader.starts = None, False
        reader.fresh_ns = self._clock.now_ns()

    def _recovered(self, name: str, reader: Polled, error: OSError) -> tuple[ReaderHealth, ...]:
        """Restart a failed reader; report it lost if it fails again, or if it failed while starting."""
        at_ns, was_starting = self._clock.now_ns(), reader.starts
        why, reader.why = reader.why or str(error), ""
        reader.starts, reader.retry_ns = False, at_ns + _RETRY_NS
        if reader.lost:
            return ()
        if not was_starting:
            reader.why = why
            try:
                self._start(reader)
                return self._poll(name, reader)
            except Starting:
                return ()
            except OSError:
                reader.why = ""
        reader.lost, reader.retry_ns = True, at_ns + _RETRY_NS
        reader.sees(presence.blind(reader.presence))
        return (ReaderHealth(at_ns, name, alive=False, why=why),)

    # -- deciding, once every reader has been polled

    def _decide(self) -> list[TagEvent | UnreadTag | ReaderHealth]:
        items: list[TagEvent | UnreadTag | ReaderHealth] = []
        for name, reader in self._readers.items():
            if reader.presence.is_empty:
                continue
            if reader.presence.lies_still:
                reader.doubted = False
                continue
            if not reader.lost:
                items += self._second_opinion(name, reader)
            if not (reader.lost or reader.starts):
                items += self._reported(name, reader)
        return items

    def _second_opinion(self, name: str, reader: Polled) -> Sequence[ReaderHealth]:
        """Restart the reader and poll once more before reporting a tag gone."""
        if not reader.presence.tags or reader.starts:
            return ()
        gone = presence.missing(reader.presence, self._clock.now_ns(), reader.patience)
        doubts = any(reader.presence.tags[key].reported for key in gone)
        if not doubts or reader.doubted:
            reader.doubted = False
            return ()
        try:
            self._start(reader)
            return self._poll(name, reader)
        except Starting:
            reader.doubted = True
            return ()
        except OSError as error:
            return self._recovered(name, reader, error)

    def _reported(self, name: str, reader: Polled) -> list[TagEvent | UnreadTag]:
        if reader.presence.is_empty:
            return []
        now_ns, names = self._clock.now_ns(), list(self._readers)
        here = names.index(name)
        earlier, later = ([self._readers[one].presence for one in part] for part in (names[:here], names[here + 1 :]))
        now, reported = presence.report(reader.presence, now_ns, reader.patience, earlier, later)
        reader.sees(now)
        return reported


def _at_ns(item: Observation) -> int:
    return item.at_ns
