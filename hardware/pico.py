"""A Pico as a source: its polls become arrivals and departures, and its pin changes become debounced edges.

The Pico polls; arrivals and departures are decided here, by the same pure functions as for readers on the table's own
pins. Time advances in steps of one sweep, up to when the Pico has reported everything, so decisions depend on when
things happened, not on when the cable delivered them. Nothing waits for an unreachable Pico; what it has stored is
delivered late.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from firmware_bridge.bridge import Bridge, Changed, Found, Lost, PollRun, ReaderReported, Seen
from hardware import presence
from hardware.button import Button
from hardware.clock import Clock
from hardware.debounce import Contact
from hardware.lights import OneColour
from hardware.observations import Observation, ReaderHealth
from hardware.plan import LightPlan
from hardware.ports import Batch, Light
from hardware.presence import Patience, Presence
from hardware.reader import SILENCE, FoundTag, Poll

_QUIET_NS = 300_000_000  # a Pico reports tags three times as often, so silence means no tags


@dataclass(frozen=True)
class PicoReader:
    """A reader on a Pico: its name at the table, and its patience."""

    name: str
    patience: Patience


@dataclass
class _Reader:
    patience: Patience
    presence: Presence
    polls: deque[tuple[int, Poll | ReaderReported]] = field(default_factory=deque)  # queued until time advances to them
    heard_ns: int = 0  # the time up to which the Pico has reported
    runs: bool = False
    lost: bool = False


class PicoSource:
    """Everything that one Pico senses. Readers and buttons are keyed by channel; `step_ns` is the duration of a sweep.

    `on_poll` is called with every poll that the Pico reports.
    """

    def __init__(
        self,
        bridge: Bridge,
        clock: Clock,
        readers: Mapping[int, PicoReader],
        buttons: Mapping[int, Contact],
        *,
        step_ns: int,
        on_poll: presence.OnPoll | None = None,
    ) -> None:
        self.bridge = bridge
        self._clock = clock
        self._step_ns = step_ns
        self._on_poll = on_poll
        self._readers = {channel: _Reader(one.patience, Presence(one.name)) for channel, one in readers.items()}
        self._buttons = {channel: Button(contact) for channel, contact in buttons.items()}
        self._alone = () if readers else (f"buttons of {bridge.name}",)  # the name of a Pico without readers
        self._alone_lost = False
        self._lost = False
        self._told_dropped = 0
        self._held: list[Observation] = []  # not certain yet: something earlier may still be found
        self._got_to_ns = clock.now_ns()  # for buttons
        self._decided_ns = clock.now_ns()  # for readers
        self._watermark_ns = clock.now_ns()

    def poll(self) -> Batch:
        """Poll the bridge; return the observations and the watermark. A failing cable is reported, not raised."""
        for seen in self.bridge.poll():
            self._held += self._take(seen)
        self._held += self._dropped()
        got_to_ns, until_ns = self.bridge.got_to_ns, self._clock.now_ns()
        if not self._lost and got_to_ns is not None:
            self._got_to_ns = max(self._got_to_ns, got_to_ns)
            self._held += [*self._levels(self._got_to_ns), *self._decide()]
            until_ns = self._certain_ns()
        if self._lost or got_to_ns is not None:
            self._watermark_ns = max(self._watermark_ns, until_ns)
        return Batch(self._released(until_ns), self._watermark_ns)

    def _released(self, until_ns: int) -> tuple[Observation, ...]:
        """Return the observations up to a time, in order.

        The table does not wait for a Pico that was lost, so nobody else puts in order what it reports once it is back.
        """
        items = sorted(self._held, key=lambda item: item.at_ns)
        self._held = [item for item in items if item.at_ns > until_ns]
        return tuple(items[: len(items) - len(self._held)])

    @property
    def is_ready(self) -> bool:
        """Whether the Pico is there and all its readers are running."""
        return self.bridge.is_there and all(one.runs for one in self._readers.values())

    def _certain_ns(self) -> int:
        undecided = [one.presence.undecided_since_ns for one in self._readers.values()]
        unsettled = [one.unsettled_since_ns for one in self._buttons.values()]
        ends = [self._decided_ns if self._readers else self._got_to_ns, *undecided, *unsettled]
        return min(at_ns for at_ns in ends if at_ns is not None)

    def _dropped(self) -> list[ReaderHealth]:
        """Report messages that the Pico dropped, because its memory filled up while nobody was listening."""
        more, self._told_dropped = self.bridge.dropped - self._told_dropped, self.bridge.dropped
        if more <= 0:
            return []
        why, now_ns = f"{self.bridge.name}: {more} messages were lost, for nobody listened", self._clock.now_ns()
        names = (*(reader.presence.reader for reader in self._readers.values()), *self._alone)
        return [ReaderHealth(now_ns, name, alive=True, why=why) for name in names]

    # -- reports of the bridge

    def _take(self, seen: Seen) -> Iterable[Observation]:
        match seen:
            case PollRun():
                self._polled(seen)
            case Changed():
                return self._changed(seen)
            case ReaderReported():
                self._reader_told(seen)
            case Lost():
                return self._lose(seen)
            case Found(at_ns=at_ns, same=same):
                return self._found(at_ns, same=same)
        return ()

    def _polled(self, run: PollRun) -> None:
        """Split a run back into single polls."""
        reader = self._readers.get(run.channel)
        if reader is None:
            return
        tags = tuple([FoundTag(uid, sak) for uid, sak in run.tags])
        poll, apart = Poll(tags, run.garbled), max(1, run.polls - 1)
        reader.polls.extend(
            (run.first_ns + (run.last_ns - run.first_ns) * number // apart, poll) for number in range(run.polls)
        )
        reader.heard_ns = max(reader.heard_ns, run.last_ns)

    def _changed(self, seen: Changed) -> Iterable[Observation]:
        button = self._buttons.get(seen.channel)
        if button is None:
            return ()
        return button.edge(seen.at_ns, not seen.high, seen.late_ns, seen.error_ns)

    def _levels(self, until_ns: int) -> list[Observation]:
        """Record that all levels are still as last reported, because the Pico has watched them up to `until_ns`."""
        items: list[Observation] = []
        for button in self._buttons.values():
            if button.is_restless and button.is_known:
                items += button.level(until_ns, button.is_down)
            else:
                button.rests(until_ns)
        return items

    def _reader_told(self, seen: ReaderReported) -> None:
        """Queue a report about a reader until time advances to it: polls before a failure still count."""
        reader = self._readers.get(seen.channel)
        if reader is not None:
            reader.polls.append((seen.at_ns, seen))
            reader.heard_ns = max(reader.heard_ns, seen.at_ns)

    def _lose(self, seen: Lost) -> list[ReaderHealth]:
        """Report every reader that is not lost yet as lost; on a Pico without readers, report the buttons."""
        reported = [reader for reader in self._readers.values() if not reader.lost]
        for reader in reported:
            reader.lost = True
        names = [reader.presence.reader for reader in reported]
        names += [] if self._alone_lost else self._alone
        self._lost = self._alone_lost = True
        why = f"{self.bridge.name}: {seen.why}"
        return [ReaderHealth(seen.at_ns, name, alive=False, why=why) for name in names]

    def _found(self, at_ns: int, *, same: bool) -> list[ReaderHealth]:
        """Resume if the Pico has kept everything (`same`); if not, start afresh and wait until its readers report."""
        self._lost = False
        alone = [ReaderHealth(at_ns, name, alive=True) for name in self._alone if self._alone_lost]
        self._alone_lost = False
        if not same:
            self._decided_ns = self._got_to_ns = at_ns
            for button in self._buttons.values():
                button.forget()
            for reader in self._readers.values():
                reader.runs = False
                reader.polls.clear()
                reader.presence = presence.blind(reader.presence)
            return alone
        back = [reader for reader in self._readers.values() if reader.lost and reader.runs]
        for reader in back:
            reader.lost = False
        return [*alone, *(ReaderHealth(at_ns, reader.presence.reader, alive=True) for reader in back)]

    # -- deciding

    def _decide(self) -> list[Observation]:
        """Decide sweep by sweep, up to the latest time for which everything has been reported."""
        items: list[Observation] = []
        while self._decided_ns + self._step_ns <= self._got_to_ns:
            if all(reader.presence.is_empty and not reader.polls for reader in self._readers.values()):
                steps = (self._got_to_ns - self._decided_ns) // self._step_ns
                self._decided_ns += steps * self._step_ns
                break
            self._decided_ns += self._step_ns
            for reader in self._readers.values():
                items += self._passed(reader, self._decided_ns)
            items += self._reported(self._decided_ns)
        return items

    def _passed(self, reader: _Reader, until_ns: int) -> list[ReaderHealth]:
        """Process a reader's reports up to `until_ns`; if they are overdue, count that as a poll that found no tags."""
        reported: list[ReaderHealth] = []
        while reader.polls and reader.polls[0][0] <= until_ns:
            at_ns, found = reader.polls.popleft()
            if isinstance(found, ReaderReported):
                reported += _fared(reader, found)
            else:
                if self._on_poll is not None:
                    self._on_poll(presence.PollRecord(reader.presence.reader, at_ns, found, reader.presence.uids))
                reader.presence = presence.polled(reader.presence, found, at_ns)
        if reader.runs and not reader.presence.is_empty and until_ns - reader.heard_ns >= _QUIET_NS:
            reader.presence = presence.polled(reader.presence, SILENCE, until_ns)
        return reported

    def _reported(self, now_ns: int) -> list[Observation]:
        readers = list(self._readers.values())
        items: list[Observation] = []
        for here, reader in enumerate(readers):
            if reader.lost or not reader.runs:
                continue
            earlier, later = ([one.presence for one in part] for part in (readers[:here], readers[here + 1 :]))
            reader.presence, reported = presence.report(reader.presence, now_ns, reader.patience, earlier, later)
            items += reported
        return items


def _fared(reader: _Reader, reported: ReaderReported) -> list[ReaderHealth]:
    """Report that a reader failed, was restarted or is back, unless that is already known."""
    was_lost, reader.lost, reader.runs = reader.lost, not reported.alive, reported.alive
    if not reported.alive:
        reader.presence = presence.blind(reader.presence)
    elif was_lost or reported.begins:  # tags found from now on were there before
        reader.presence = presence.polled(reader.presence, SILENCE, reported.at_ns)
    is_news = was_lost == reported.alive  # it is back, or newly lost
    was_restarted = reported.alive and bool(reported.why)
    if not (is_news or was_restarted):
        return []
    return [ReaderHealth(reported.at_ns, reader.presence.reader, reported.alive, "" if was_lost else reported.why)]


class PicoLine:
    """An output of a Pico: a light, or the buzzer."""

    def __init__(self, light: Callable[..., None], pin: int) -> None:
        self._light = light
        self._pin = pin

    def set(self, *, high: bool) -> None:
        """Switch the output; an unreachable Pico receives the level when it is back."""
        self._light(self._pin, high=high)


class Parts(Protocol):
    """What a table provides to lights on its Picos."""

    def pico(self, name: str) -> Bridge: ...


def opened(plan: LightPlan, parts: Parts) -> Light:
    """Open a lamp on a pin of a Pico; it is off until the Pico is there."""
    assert plan.pico is not None, "its backend is a Pico"  # noqa: S101 - settings ensure it
    assert plan.pin is not None, "the plan names every pin to be driven"  # noqa: S101
    return OneColour(PicoLine(parts.pico(plan.pico).light, plan.pin))
