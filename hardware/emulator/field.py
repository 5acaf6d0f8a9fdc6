"""The field over one antenna: its tags, which any thread may add or lift, and their combined answers.

`physics.py` describes the air between them. A field has neighbours, whose tags may draw power from it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from operator import attrgetter
from random import Random
from threading import RLock

from hardware.emulator.frames import Frame, Heard, superpose
from hardware.emulator.physics import (
    CLEAN,
    DEFAULT_DB,
    HEARD_PER_DB,
    NOISE_DB,
    READABLE_STACK,
    SLOT_NS,
    Physics,
    chance,
    slots_until,
)
from hardware.emulator.tag import State, Tag
from hardware.iso14443a import HLTA, REQA

MOST_PATIENCE_NS = 2_000_000_000  # the longest that a hand waits for a poll: the reader may be dead

_TWO_FLIPS = 0.1  # share of garbled answers with two flipped bits; parity misses them if they are in the same byte

# What noise sounds like to a chip, all of it guessed: its maximum length in bits, how often it does not begin like a
# frame, and how often the chip hears a collision in it.
_NOISE_BITS = 40
_BROKEN = 0.5
_BOGUS_COLLISION = 0.25


_by_uid = attrgetter("uid")
_UNKNOWN: tuple[tuple[Tag, ...], float] = ((), 0)  # not known yet which tags have power


@dataclass(frozen=True)
class _Stay:
    """When a tag is over a pad, at what height, and on which spot; tags on the same spot are stacked."""

    from_ns: int
    until_ns: int | None
    height_mm: float
    spot: int

    def put_off(self, by_ns: int, since_ns: int) -> "_Stay":
        """Return this stay with its end delayed by `by_ns`, and its beginning too if it is after `since_ns`."""
        until_ns = None if self.until_ns is None else self.until_ns + by_ns
        return replace(self, from_ns=self.from_ns + by_ns * (self.from_ns > since_ns), until_ns=until_ns)


class Field:
    """Tags in range of one antenna. A tag may stay for a limited time, like a card that touches a pad.

    Players hold a card to a pad until they hear the confirming tick. In real time, on a busy processor, polls may be
    late: once `patience_ns` of a touch has passed without a poll, the hand waits for the next one.
    """

    def __init__(self, physics: Physics = CLEAN, *, seed: int = 0, patience_ns: int | None = None) -> None:
        self.physics = physics
        self.gain_db = DEFAULT_DB  # of the receiver that listens
        self._patience_ns = patience_ns
        self._polled_ns = self._late_ns = 0  # when the last poll began, and the delay of stays since
        self._seed = seed
        self._random = Random(seed)  # noqa: S311 - chance, no secret
        self._lock = RLock()
        self._stays: dict[Tag, _Stay] = {}
        self._been: set[Tag] = set()  # lifted tags: a poll has to miss them before they can return
        self._put_off_ns: dict[Tag, int] = {}  # the delay of each tag's last stay
        self._neighbours: list[Field] = []
        self._carrier = False
        self._powered: set[Tag] = set()
        self._steady: tuple[tuple[Tag, ...], float] = _UNKNOWN  # the tags that have power, and until what time
        self._hangs = Random(f"hangs {seed}")  # noqa: S311 - its own generator, so polls of empty pads can be skipped
        self._hang = (0, self._hangs.random())
        self._noise = Random(f"noise {seed}")  # noqa: S311 - its own generator, as above
        self._noisy = (0, self._noise.random())  # silences since the last noise, and the random number drawn

    @property
    def is_silent(self) -> bool:
        """Whether no tag is in range or about to be; neighbouring pads count if their tags may bleed over."""
        return not self._stays and not (self.physics.bleed and any(field._stays for field in self._neighbours))

    def is_quiet(self, until_ns: float, exchanges: int = 1) -> bool:
        """Return whether polls until `until_ns`, of at least `exchanges` frames, find nothing unless a hand moves."""
        if self._stays:
            return False
        physics = self.physics
        if not (physics.bleed or physics.deaf or physics.noise):
            return True
        return self.is_silent and self.hangs_ns > until_ns and self.silences >= exchanges

    def keeps_silent(self, data: bytes) -> bool:
        """Return whether no tag in range will answer a frame: none answers HLTA, and halted tags ignore REQA."""
        fields = (self, *self._neighbours) if self.physics.bleed else (self,)
        tags = [tag for field in fields for tag in field._stays]
        if not tags or data[: len(HLTA)] == HLTA:
            return True
        return data[0] == REQA and all(tag.state is State.HALT for tag in tags)

    def put(
        self, tag: Tag, *, from_ns: int = 0, until_ns: int | None = None, height_mm: float = 0.0, spot: int = 0
    ) -> None:
        """Put a tag into the field from `from_ns` until it is lifted, or until `until_ns`."""
        with self._lock:
            self._stays[tag] = _Stay(from_ns, until_ns, height_mm, spot)
            self._steady = _UNKNOWN
            self._put_off_ns.pop(tag, None)

    def lift(self, tag: Tag) -> None:
        """Take a tag out of the field; nothing happens if it is not there."""
        with self._lock:
            if self._stays.pop(tag, None) is not None:
                self._steady = _UNKNOWN
                self._been.add(tag)
                self._powered.discard(tag)
                tag.power_off()

    @property
    def busy_until_ns(self) -> int:
        """When the last tag with a limited stay will be gone; 0 if no tag has one."""
        with self._lock:
            return max((stay.until_ns for stay in self._stays.values() if stay.until_ns is not None), default=0)

    def put_off_ns(self, tag: Tag) -> int:
        """Return how long a tag's last stay was delayed because its hand waited for a poll."""
        with self._lock:
            return self._put_off_ns.get(tag, 0)

    def neighbour(self, other: "Field") -> None:
        """Make two fields neighbours, so that each may reach the other's tags. Call it before either is used."""
        other._lock = self._lock
        self._neighbours.append(other)
        other._neighbours.append(self)

    def power(self, on: bool) -> None:
        """Switch the carrier on or off; without it every tag forgets its state."""
        with self._lock:
            self._carrier, self._steady = on, _UNKNOWN
            if not on:
                self._forget(self._powered.copy())

    def exchange(self, frame: Frame, now_ns: int) -> Heard | None:
        """Send a frame to all tags and return what the antenna receives; None for silence."""
        with self._lock:
            if not self._carrier:
                return None
            self._let_hands_wait(now_ns)
            if frame.is_short:  # a poll begins
                self._polled_ns, self._late_ns = now_ns, 0
            if self.is_silent and not self._powered:
                return None
            hearing = powered = self._power_up(now_ns)
            if self.physics.bleed:
                hearing = powered | {tag for field in self._neighbours for tag in self._bled_over(field, now_ns)}
            answers = {tag: tag.hear(frame) for tag in hearing}
            heard = self._heard({tag: answer for tag, answer in answers.items() if answer is not None})
            return self._over_the_air(superpose(heard))

    def poll(self, now_ns: int) -> tuple[Tag, ...]:
        """Return the tags that have power now, sorted by UID, for readers whose search for tags is not emulated."""
        with self._lock:
            self._let_hands_wait(now_ns)
            self._polled_ns, self._late_ns = now_ns, 0
            return tuple(sorted(self._power_up(now_ns), key=_by_uid))

    @property
    def is_calm(self) -> bool:
        """Whether the carrier is on and answers involve no randomness."""
        return self.physics.is_calm and self._carrier and self.physics.weak_db <= self.gain_db - DEFAULT_DB

    def powered(self, now_ns: int) -> tuple[tuple[Tag, ...], float]:
        """Return the tags with power now, sorted by UID, and the time until which that holds if no hand moves."""
        with self._lock:
            tags, until_ns = self._steady
            if now_ns >= until_ns:
                self._steady = tags, until_ns = self._powered_for(now_ns)
        return tags, until_ns

    def _powered_for(self, now_ns: int) -> tuple[tuple[Tag, ...], float]:
        tags, until_ns = tuple(self._power_up(now_ns)), inf
        for stay in self._stays.values():
            if stay.from_ns > now_ns:
                until_ns = min(until_ns, stay.from_ns)
            elif stay.until_ns is not None:
                until_ns = min(until_ns, stay.until_ns)
        return tags if len(tags) < 2 else tuple(sorted(tags, key=_by_uid)), until_ns

    def hangs_a_chip(self, now_ns: int) -> bool:
        """Return whether an exchange now hangs the chip: see `Physics.deaf`."""
        if now_ns < self.hangs_ns:
            return False
        self._hang = (now_ns + SLOT_NS, self._hangs.random())
        return True

    @property
    def hangs_ns(self) -> float:
        """The time in ns from which the next exchange hangs the chip; infinity for never."""
        if not self.physics.deaf:
            return inf
        since_ns, drawn = self._hang
        return since_ns + SLOT_NS * slots_until(self.physics.deaf, drawn)

    def noise(self) -> Heard | None:
        """Return what a chip hears in an exchange that no tag answers: usually None, sometimes noise."""
        if self.silences >= 1:
            self.skip_silences(1)
            return None
        self._noisy = (0, self._noise.random())
        bits = tuple(self._noise.getrandbits(1) for _ in range(self._noise.randint(1, _NOISE_BITS)))
        collision = self._noise.randrange(len(bits)) if self._noise.random() < _BOGUS_COLLISION else None
        odd = self._noise.random() >= 0.5 ** (len(bits) // 8)  # each byte's parity bit is correct only by chance
        return Heard(Frame(bits), collision, odd, broken=self._noise.random() < _BROKEN)

    @property
    def silences(self) -> float:
        """How many more unanswered exchanges are silent before one ends with noise; infinity for never."""
        if not self.physics.noise:
            return inf
        since, drawn = self._noisy
        return slots_until(self._amplified(self.physics.noise), drawn) - since

    def skip_silences(self, count: int) -> None:
        """Count exchanges that ended, or would have ended, in silence."""
        since, drawn = self._noisy
        self._noisy = (since + count, drawn)

    def passes_by(self, now_ns: int) -> None:
        """Count a skipped poll, which would have ended in silence."""
        with self._lock:
            self._polled_ns, self._late_ns = now_ns, 0
            self.skip_silences(1)

    def _let_hands_wait(self, now_ns: int) -> None:
        """If the poll is later than `patience_ns`, delay what hands are about to do by the difference."""
        if self._patience_ns is None:
            return
        passing = {tag: stay for tag, stay in self._stays.items() if stay.until_ns is not None}
        if passing:
            again = bool(self._been & passing.keys())
            since_ns = max(self._polled_ns, 0 if again else min(stay.from_ns for stay in passing.values()))
            late_ns = min(now_ns - since_ns - self._patience_ns, MOST_PATIENCE_NS)
            if late_ns > self._late_ns:
                more_ns, self._late_ns = late_ns - self._late_ns, late_ns
                self._steady = _UNKNOWN
                self._stays |= {tag: stay.put_off(more_ns, since_ns) for tag, stay in passing.items()}
                self._put_off_ns |= {tag: self._put_off_ns.get(tag, 0) + more_ns for tag in passing}

    # -- who has power

    def _power_up(self, now_ns: int) -> set[Tag]:
        """Power the tags that are there now, and no others; return them."""
        powered = {tag for tag, stay in self._present(now_ns) if self._has_power(tag, stay, now_ns)}
        self._forget(self._powered - powered)
        self._powered = powered
        return powered

    def _present(self, now_ns: int) -> Iterator[tuple[Tag, _Stay]]:
        """Yield the tags that are there, except those on a spot with too many tags."""
        for tag in [tag for tag, stay in self._stays.items() if stay.until_ns is not None and stay.until_ns <= now_ns]:
            self.lift(tag)
        here = [(tag, stay) for tag, stay in self._stays.items() if stay.from_ns <= now_ns]
        if len(here) <= READABLE_STACK:
            return iter(here)
        stacked = Counter(stay.spot for _, stay in here)
        return ((tag, stay) for tag, stay in here if stacked[stay.spot] <= READABLE_STACK)

    def _has_power(self, tag: Tag, stay: _Stay, now_ns: int) -> bool:
        physics = self.physics
        if stay.height_mm > physics.range_mm:
            return False
        if not physics.fade and not physics.approach_ns:
            return True
        ends_ns = now_ns if stay.until_ns is None else stay.until_ns - now_ns
        near_the_rim = min(now_ns - stay.from_ns, ends_ns) < physics.approach_ns
        return chance(self._seed, "fade", tag.uid, now_ns) >= (0.5 if near_the_rim else physics.fade)

    def _bled_over(self, neighbour: "Field", now_ns: int) -> list[Tag]:
        return [
            tag
            for tag, _ in neighbour._present(now_ns)
            if chance(self._seed, "bleed", tag.uid, now_ns) < self._amplified(self.physics.bleed)
        ]

    def _forget(self, tags: set[Tag]) -> None:
        for tag in tags:
            tag.power_off()
        self._powered -= tags

    def _amplified(self, probability: float) -> float:
        """Scale the probability of receiving something from farther away from the default gain to the current gain."""
        if self.gain_db == DEFAULT_DB or not probability:
            return probability
        return min(1.0, probability * 10 ** ((self.gain_db - DEFAULT_DB) / NOISE_DB))

    # -- from an answer to what the antenna receives

    def _heard(self, answers: Mapping[Tag, Frame]) -> list[Frame]:
        """Return all answers or, for some pairs of tags, only the strongest, which drowns out the others."""
        by_strength = sorted(answers, key=lambda tag: tag.uid)
        if len(answers) > 1 and self.physics.capture:
            pair = b"".join(tag.uid for tag in by_strength[:2])
            if chance(self._seed, "capture", pair, 0) < self.physics.capture:
                return [answers[by_strength[0]]]
        return list(answers.values())

    def _over_the_air(self, heard: Heard | None) -> Heard | None:
        if heard is None or self._random.random() < self.physics.lost:
            return None
        lacking_db = self.physics.weak_db - (self.gain_db - DEFAULT_DB)
        if lacking_db > 0 and self._random.random() < lacking_db * HEARD_PER_DB:
            return None
        if self._random.random() >= self.physics.garbled:
            return heard
        flips = 2 if self._random.random() < _TWO_FLIPS else 1
        places = self._random.sample(range(len(heard.frame.bits)), flips)
        odd = len({place // 8 for place in places}) == flips
        return Heard(heard.frame.flipped(places), heard.collision, odd)
