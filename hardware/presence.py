"""Decides poll by poll which tags are on a reader; only silence is a miss, and one miss means nothing. Pure functions.

A tag has arrived once several polls agree on it, because a neighbour's tag may bleed over for a moment; it has left
once it has been silent for long enough. A garbled answer proves that a tag is there, so it ends a silence. A tag that
could never be read is also reported. A tag that stays undecided for too long is reported where it was read most, or
held back without making others wait.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from hardware.observations import TagEvent, UnreadTag
from hardware.reader import FoundTag, Poll, is_random

_NONE: frozenset[bytes] = frozenset()
_PHONE = b"\x08"  # stands for all random UIDs of a phone; on a neighbour's pad it is another phone
APART_NS = 10_000_000  # reads closer together than this count as one
UNDECIDED_NS = 150_000_000  # how long other readers wait for an undecided tag
_SOON = 40  # a tag with more misses than this is covered by others, not leaving
_RECENT_NS = 200_000_000  # older reads count neither for nor against a tag, except the last ones:
_LAST = 4  # this many may agree however old they are; on a busy computer polls are far apart
_AT_FIRST_NS = 50_000_000  # a tag read this soon after polling began was there before
_JAMMED = 2  # how many garbled polls count against a neighbour: a jammed pad must not blind the others
_JAM_NS = 2_000_000_000  # how long players have to lift a card from a pile that is silent because it has one too many
_WEAK = 3  # fewer polls than this may have heard a neighbour's tag


@dataclass(frozen=True)
class Patience:
    """When to decide: a tag arrives after `agreeing` reads, and leaves after `misses` and `silence_ns` of silence.

    On a `pile`, a card below others may fade out; it has not left while a later one still answers. Without `departs`
    the reader cannot know when a card leaves, so it reports no departures. With `one_by_one`, the reader may read
    neither of two cards that arrive at once.
    """

    misses: int = 3
    silence_ns: int = 120_000_000
    agreeing: int = 2
    lead: int = 2  # polls ahead of any neighbour that also heard the tag
    pile: bool = False
    departs: bool = True
    one_by_one: bool = False


class PollRecord(NamedTuple):
    """The result of one poll of a reader, and the tags known before it."""

    reader: str
    at_ns: int
    found: Poll
    there: frozenset[bytes]


OnPoll = Callable[[PollRecord], None]


class Tracked(NamedTuple):
    """A tag that was read: its UID, its first and last read, the reads that count, and the misses since.

    `reported` means that its arrival was reported. `yielded` means that no other reader waits for it, because a
    neighbour has as good a claim or because it was read too seldom. `smart` means it belongs to a phone or bank card.
    """

    uid: bytes
    first_ns: int
    last_ns: int
    reads_ns: tuple[int, ...]
    misses: int = 0
    reported: bool = False
    yielded: bool = False
    smart: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the tag is undecided."""
        return not (self.reported or self.yielded)


_NO_TAGS: Mapping[bytes, Tracked] = MappingProxyType({})


class Presence(NamedTuple):
    """The tags of one reader, in order of arrival, and traces of tags that could not be read.

    Four fields cover the time since the field was last quiet: `heard_ns` is when any tag was first and last heard, and
    `polls` how many polls heard one; `read` means that a tag was reported, and `warned` that a pile was reported as
    silent. `began_ns` is when polling began, `told_ns` when an arrival was last reported.
    """

    reader: str = ""
    tags: Mapping[bytes, Tracked] = _NO_TAGS
    garbled_ns: tuple[int, ...] = ()
    heard_ns: tuple[int, int] | None = None
    polls: int = 0
    silences: int = 0
    read: bool = False
    warned: bool = False
    began_ns: int | None = None
    told_ns: int | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no tag is there, and none was heard since the field was last quiet."""
        return not self.tags and self.heard_ns is None

    @property
    def uids(self) -> frozenset[bytes]:
        """The reported tags that are there."""
        return frozenset(tag.uid for tag in self.tags.values() if tag.reported) if self.tags else _NONE

    @property
    def known(self) -> tuple[bytes, ...]:
        """The tags that a poll addresses by their UIDs."""
        return tuple([tag.uid for tag in self.tags.values()])

    @property
    def restless(self) -> bool:
        """Whether a tag may be arriving or leaving, so that it is worth polling again soon."""
        if not self.tags:
            return bool(self.garbled_ns)
        return any(tag.is_open or 0 < tag.misses <= _SOON for tag in self.tags.values())

    @property
    def lies_still(self) -> bool:
        """Whether every tag there was reported and has answered, so that nothing is undecided."""
        return self.read and bool(self.tags) and all(tag.reported and not tag.misses for tag in self.tags.values())

    @property
    def undecided_since_ns(self) -> int | None:
        """When the oldest undecided tag was first read; None if no tag is undecided."""
        return min((tag.first_ns for tag in self.tags.values() if tag.is_open), default=None)

    def claims(self, tag: bytes, now_ns: int) -> int:
        """Return how many recent polls suggest that a tag is here rather than at a neighbour."""
        if tag == _PHONE:
            return 0
        reads = len(_recent(self.tags[tag].reads_ns, now_ns)) if tag in self.tags else 0
        return reads + (0 if self.uids else min(_JAMMED, len(_recent(self.garbled_ns, now_ns))))


# -- one poll


def polled(before: Presence, poll: Poll, at_ns: int) -> Presence:
    """Update a reader's tags with the result of one poll."""
    silence = not (poll.tags or poll.garbled)
    if silence and before.is_empty:
        return before if before.began_ns is not None else before._replace(began_ns=at_ns)
    seen = {_identity(tag.uid): tag for tag in poll.tags}
    tags = {key: _met(tag, seen.get(key), poll, at_ns) for key, tag in before.tags.items()}
    tags |= {
        key: Tracked(tag.uid, at_ns, at_ns, (at_ns,), smart=tag.smart) for key, tag in seen.items() if key not in tags
    }
    began_ns = at_ns if before.began_ns is None else before.began_ns
    if silence:
        return Presence(
            before.reader,
            tags,
            before.garbled_ns,
            before.heard_ns,
            before.polls,
            before.silences + 1,
            before.read,
            before.warned,
            began_ns,
            before.told_ns,
        )
    first_ns = at_ns if before.heard_ns is None else before.heard_ns[0]
    garbled_ns = (*_recent(before.garbled_ns, at_ns), at_ns) if poll.garbled and not seen else before.garbled_ns
    return Presence(
        before.reader,
        tags,
        garbled_ns,
        heard_ns=(first_ns, at_ns),
        polls=before.polls + 1,
        read=before.read,
        began_ns=began_ns,
        told_ns=before.told_ns,
    )


def _met(tag: Tracked, found: FoundTag | None, poll: Poll, at_ns: int) -> Tracked:
    if found is not None:
        apart = at_ns - tag.reads_ns[-1] >= APART_NS
        reads_ns = (*(_recent(tag.reads_ns, at_ns) or tag.reads_ns[-_LAST:]), at_ns) if apart else tag.reads_ns
        uid = found.uid if tag.reported else tag.uid
        return Tracked(uid, tag.first_ns, at_ns, reads_ns, 0, tag.reported, tag.yielded, tag.smart)
    if poll.garbled:  # it may have been this tag
        return Tracked(tag.uid, tag.first_ns, at_ns, tag.reads_ns, 0, tag.reported, tag.yielded, tag.smart)
    return Tracked(
        tag.uid, tag.first_ns, tag.last_ns, tag.reads_ns, tag.misses + 1, tag.reported, tag.yielded, tag.smart
    )


# -- arriving


def arrived(
    before: Presence,
    now_ns: int,
    patience: Patience,
    earlier: Sequence[Presence] = (),
    later: Sequence[Presence] = (),
) -> tuple[Presence, tuple[TagEvent, ...]]:
    """Return the new state and the arrivals; neighbours listed `earlier` win a tie, `later` ones lose it."""
    if before.is_empty or (before.read and all(tag.reported for tag in before.tags.values())):
        return before, ()
    tags = {key: _decided(before, key, now_ns, patience, earlier, later) for key in before.tags}
    come = [key for key, tag in tags.items() if tag.reported and not before.tags[key].reported]
    if not come:
        read = before.read or any(_is_taken(key, (*earlier, *later)) for key in tags)
        same = read == before.read and all(tag is before.tags[key] for key, tag in tags.items())
        return before if same else before._replace(tags=tags, read=read), ()
    presence = before._replace(tags=tags, read=True, garbled_ns=(), told_ns=now_ns)
    return presence, tuple(_arrival(before, before.tags[key], now_ns) for key in come)


def _arrival(presence: Presence, tag: Tracked, now_ns: int) -> TagEvent:
    at_first = presence.began_ns is not None and tag.first_ns - presence.began_ns < _AT_FIRST_NS
    at_ns = now_ns if tag.yielded else tag.first_ns
    return TagEvent(at_ns, presence.reader, tag.uid, present=True, lay_there=at_first, smart=tag.smart)


def _decided(
    presence: Presence,
    key: bytes,
    now_ns: int,
    patience: Patience,
    earlier: Sequence[Presence],
    later: Sequence[Presence],
) -> Tracked:
    tag = presence.tags[key]
    if tag.reported:
        return tag
    reads = 0 if tag.misses else max(len(_recent(tag.reads_ns, now_ns)), min(len(tag.reads_ns), patience.agreeing))
    before_me, after_me = (_most(neighbours, key, now_ns) for neighbours in (earlier, later))
    against = max(before_me, after_me)
    taken = _is_taken(key, (*earlier, *later))
    if reads >= patience.agreeing and (not against or (reads >= against + patience.lead and not taken)):
        return tag._replace(reported=True)
    if now_ns - tag.first_ns < UNDECIDED_NS:
        return tag
    wins = reads >= patience.agreeing and reads > before_me and reads >= after_me and not taken
    return tag._replace(reported=wins, yielded=not wins)


def _is_taken(key: bytes, neighbours: Iterable[Presence]) -> bool:
    """Return whether a neighbour has reported a tag already."""
    return key != _PHONE and any(key in one.tags and one.tags[key].reported for one in neighbours)


def _most(neighbours: Iterable[Presence], key: bytes, now_ns: int) -> int:
    return max((neighbour.claims(key, now_ns) for neighbour in neighbours), default=0)


# -- leaving


def missing(before: Presence, now_ns: int, patience: Patience) -> tuple[bytes, ...]:
    """Return the tags that seem to have left, starting with the latest arrival."""
    gone: list[bytes] = []
    covered = False
    silence_ns = _JAM_NS if _is_a_silent_pile(before, patience) else patience.silence_ns
    for key, tag in reversed(list(before.tags.items())):
        if tag.misses >= patience.misses and now_ns - tag.last_ns >= silence_ns:
            gone += [] if covered and tag.reported else [key]
        elif patience.pile and tag.reported:
            covered = True  # a later card still answers: those below it may have faded out
    return tuple(gone)


def left(
    before: Presence, now_ns: int, patience: Patience, neighbours: Sequence[Presence] = ()
) -> tuple[Presence, tuple[TagEvent | UnreadTag, ...]]:
    """Return the new state and the departures, plus an UnreadTag if a tag was there that could not be read."""
    if before.is_empty:
        return before, ()
    if not before.warned and _is_a_silent_pile(before, patience) and _is_quiet(before, now_ns, patience):
        return before._replace(warned=True), (UnreadTag(now_ns, before.reader),)
    gone = missing(before, now_ns, patience)
    reported = [before.tags[key] for key in gone if before.tags[key].reported and patience.departs]
    changes = [TagEvent(now_ns, before.reader, tag.uid, present=False) for tag in reported]
    elsewhere = any(key in neighbour.tags for key in gone for neighbour in neighbours)
    tags = {key: tag for key, tag in before.tags.items() if key not in gone}
    presence = before._replace(tags=tags, read=before.read or elsewhere) if gone else before
    if tags or not _is_quiet(presence, now_ns, patience):
        return presence, tuple(changes)
    unheard = presence.read or _is_a_neighbours(presence, neighbours)
    unread = () if unheard else (UnreadTag(now_ns, before.reader, patience.one_by_one),)
    return Presence(before.reader, began_ns=before.began_ns, told_ns=before.told_ns), (*changes, *unread)


def report(
    before: Presence,
    now_ns: int,
    patience: Patience,
    earlier: Sequence[Presence],
    later: Sequence[Presence],
) -> tuple[Presence, list[TagEvent | UnreadTag]]:
    """Return a reader's new state, and its arrivals and departures; `earlier` and `later` are as in `arrived`."""
    presence, come = arrived(before, now_ns, patience, earlier, later)
    presence, gone = left(presence, now_ns, patience, (*earlier, *later))
    return presence, [*come, *gone]


def _is_a_silent_pile(presence: Presence, patience: Patience) -> bool:
    """Return whether several cards are all silent: one card too many has the same effect as lifting them all."""
    reported = [tag for tag in presence.tags.values() if tag.reported]
    return patience.pile and len(reported) > 1 and all(tag.misses for tag in reported)


def blind(before: Presence) -> Presence:
    """Drop unreported tags, because polling has stopped; reported ones stay until it resumes."""
    return Presence(
        before.reader, {key: tag for key, tag in before.tags.items() if tag.reported}, told_ns=before.told_ns
    )


def _is_quiet(presence: Presence, now_ns: int, patience: Patience) -> bool:
    """Return whether a tag was heard, and the field has been silent for long enough since."""
    if presence.heard_ns is None:
        return False
    return presence.silences >= patience.misses and now_ns - presence.heard_ns[1] >= patience.silence_ns


def _is_a_neighbours(presence: Presence, neighbours: Iterable[Presence]) -> bool:
    """Return whether the little that was heard may have been a card that a neighbour has since reported."""
    if presence.heard_ns is None or presence.polls >= _WEAK:
        return False
    since_ns = presence.heard_ns[0] - _RECENT_NS
    return any(one.uids or (one.told_ns is not None and one.told_ns >= since_ns) for one in neighbours)


def _recent(times_ns: tuple[int, ...], now_ns: int) -> tuple[int, ...]:
    for count, at_ns in enumerate(times_ns):  # the oldest first
        if now_ns - at_ns < _RECENT_NS:
            return times_ns[count:]
    return ()


def _identity(uid: bytes) -> bytes:
    return _PHONE if is_random(uid) else uid
