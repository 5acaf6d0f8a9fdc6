"""Which tags lie on a reader, made of single polls by a pure function: only silence is a miss, and one miss is nothing.

A garbled answer proves that somebody is there, so it ends a silence.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.iso14443a import Poll


@dataclass(frozen=True)
class Patience:
    """How much silence it takes until a tag has left: so many polls in a row, and at least that long."""

    polls: int = 3
    silence_ns: int = 120_000_000


@dataclass(frozen=True)
class _Missed:
    polls: int = 0
    since_ns: int = 0


@dataclass(frozen=True)
class Presence:
    """The tags that are there, each with the misses that speak against it."""

    missed: Mapping[bytes, _Missed] = field(default_factory=dict)

    @property
    def uids(self) -> frozenset[bytes]:
        """The tags that are there."""
        return frozenset(self.missed)


@dataclass(frozen=True)
class Change:
    """A tag arrived, or left."""

    uid: bytes
    present: bool


def observe(before: Presence, poll: Poll, at_ns: int, patience: Patience) -> tuple[Presence, tuple[Change, ...]]:
    """Take one poll in; return who is there now, and who arrived or left by it."""
    if poll.garbled:  # somebody is there: silence has to begin anew
        return Presence(dict.fromkeys(before.missed, _Missed())), ()
    arrived = [uid for uid in poll.uids if uid not in before.missed]
    missed = dict.fromkeys(poll.uids, _Missed())
    left = []
    for uid, earlier in before.missed.items():
        if uid in missed:
            continue
        now = _Missed(earlier.polls + 1, earlier.since_ns if earlier.polls else at_ns)
        if now.polls >= patience.polls and at_ns - now.since_ns >= patience.silence_ns:
            left.append(uid)
        else:
            missed[uid] = now
    changes = [Change(uid, present=False) for uid in left] + [Change(uid, present=True) for uid in arrived]
    return Presence(missed), tuple(changes)
