"""Measures how well a reader works while a card is laid down and lifted repeatedly for a minute. Pure, without I/O.

Silences while the card is on the reader determine how patient the table has to be; polls after the card has been lifted
show how often the chip mistakes noise for an answer. Reads of the card by other readers determine how many polls have
to agree.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import median

from hardware.mfrc522.chip import GAIN_DB, GAINS_DB
from hardware.presence import Patience, PollRecord

ROUNDS = 10
LIES_NS = 3_000_000_000
AWAY_NS = 1_000_000_000  # a card on the pad is never silent for this long
LATEST_NS = 300_000_000  # a departure is reported within 400 ms; the rest is for polls and a second opinion
_SETTLES_NS = 300_000_000  # the hand that lays a card down trembles
_COMES = 4  # polls that read a card before it counts as present
_TIMES = 2  # the table waits for this multiple of the longest silence
_STEP_NS = 20_000_000
_MOST_AGREEING = 4  # a card that touches a pad is read about ten times
_BETTER = 0.5  # another gain is better if its cost is at most this share of the default's,
_CLEARLY = 0.05  # and lower by at least this much
_FEWEST = 20  # polls needed for a verdict
_NOISE_COSTS = 10  # cost of noise, in lost polls: noise makes the table believe that a card is still there

TRIED_DB = tuple(gain for gain in GAINS_DB if gain != GAIN_DB)[1:]  # one in each of the first rounds


class Do(StrEnum):
    """What the hand should do next."""

    LAY = "lay"
    LEAVE = "leave"
    LIFT = "lift"
    DONE = "done"


@dataclass
class _Heard:
    """Polls with one gain: with a card on the pad, with a card that is being lifted, and with an empty pad."""

    polls: int = 0
    lost: int = 0
    silences: list[tuple[int, int]] = field(default_factory=list)  # ns, and polls
    apart_ns: list[int] = field(default_factory=list)
    runs: list[int] = field(default_factory=list)  # lengths of runs of polls that read the card
    run: int = 0
    empty: int = 0
    noise: int = 0

    def lies(self, apart_ns: int, *, read: bool, silent: bool) -> None:
        """Count a poll with the card on the pad, and the time since the previous poll."""
        self.polls += 1
        self.lost += silent
        self.apart_ns.append(apart_ns)
        if read:
            self.run += 1
        elif self.run:
            self.runs.append(self.run)
            self.run = 0

    def is_away(self, *, garbled: bool) -> None:
        """Count a poll of the empty pad, where any answer is noise."""
        self.empty += 1
        self.noise += garbled

    @property
    def longest_ns(self) -> int:
        """The longest silence."""
        return max((ns for ns, _ in self.silences), default=0)

    @property
    def every_ns(self) -> int:
        """The usual time between polls."""
        return int(median(self.apart_ns)) if self.apart_ns else _STEP_NS

    @property
    def usual_run(self) -> int:
        """How many polls in a row usually read the card."""
        return int(median([*self.runs, self.run])) if self.runs or self.run else 0

    @property
    def cost(self) -> float:
        """The share of lost polls, plus the share of polls with noise, weighted by `_NOISE_COSTS`."""
        return self.lost / max(1, self.polls) + _NOISE_COSTS * self.noise / max(1, self.empty)


@dataclass(frozen=True)
class Figures:
    """The result with one gain: the number of polls with a card on the pad, and how many of them missed the card.

    `departures` is how often that card would have been reported gone. `strays` is the longest run of polls that read a
    card here while it lay on another pad.
    """

    gain_db: int
    polls: int
    lost: int
    longest_ns: int
    departures: int
    noise: int
    empty: int
    strays: int

    def __str__(self) -> str:
        reported = (
            f"{self.gain_db} dB: {self.lost} of {self.polls} looks lost, longest silence {self.longest_ns / 1e6:.0f} ms"
        )
        times = {0: "never", 1: "once"}.get(self.departures, f"{self.departures} times")
        noise = f", noise {self.noise} of {self.empty} times" if self.noise else ""
        return f"{reported}, a lying card given up {times}{noise}"


@dataclass(frozen=True)
class Measured:
    """The settings that suit a reader, and the figures with the default settings and with the chosen ones."""

    gain_db: int
    patience: Patience
    before: Figures
    after: Figures


class Minute:
    """A minute in which a card is laid down and lifted ten times. It prompts the hand and sets the receiver."""

    def __init__(self, reader: str, *, tries_gains: bool) -> None:
        """`tries_gains` means that the gain may change during the minute."""
        self.reader = reader
        self.do = Do.LAY
        self.round = 0
        self.gain_db = GAIN_DB
        self._tries = TRIED_DB if tries_gains else ()
        self._best = self._tried = GAIN_DB
        self._by_gain: dict[int, _Heard] = defaultdict(_Heard)
        self._card: bytes | None = None
        self._reads = 0
        self._since_ns = self._heard_ns = self._polled_ns = 0
        self._missed = 0
        self._strays: dict[str, int] = defaultdict(int)
        self.strays: dict[str, int] = defaultdict(int)  # by reader, the longest run

    def poll(self, record: PollRecord) -> None:
        """Process the result of a poll of any reader."""
        if record.reader != self.reader:
            self._elsewhere(record)
        elif self.do is Do.LAY:
            self._is_it_there(record)
        elif self.do is Do.LEAVE:
            self._lies(record)
        elif self.do is Do.LIFT:
            self._leaves(record)

    def measured(self, strays: int) -> Measured:
        """Return the best settings found; `strays` is the longest run of polls that read a card on another pad."""
        before = self._figures(GAIN_DB, strays, Patience())
        heard, usual = self._by_gain[self._best], Patience()
        silence_ns = -(-_TIMES * heard.longest_ns // _STEP_NS) * _STEP_NS
        patience = Patience(
            misses=max(1, min(usual.misses, LATEST_NS // heard.every_ns)),
            silence_ns=min(LATEST_NS, max(usual.silence_ns, silence_ns)),
            agreeing=max(usual.agreeing, min(_MOST_AGREEING, heard.usual_run, strays + 1)),
        )
        return Measured(self._best, patience, before, self._figures(self._best, strays, patience))

    def _figures(self, gain_db: int, strays: int, patience: Patience) -> Figures:
        heard = self._by_gain[gain_db]
        gone = [ns for ns, polls in heard.silences if ns >= patience.silence_ns and polls >= patience.misses]
        return Figures(gain_db, heard.polls, heard.lost, heard.longest_ns, len(gone), heard.noise, heard.empty, strays)

    def _elsewhere(self, record: PollRecord) -> None:
        """Count the consecutive polls in which another reader reads the card that lies here."""
        if self.do is Do.LEAVE and self._card in record.found.uids:
            self._strays[record.reader] += 1
            self.strays[record.reader] = max(self.strays[record.reader], self._strays[record.reader])
        else:
            self._strays[record.reader] = 0

    def _is_it_there(self, record: PollRecord) -> None:
        if not record.found.uids:
            return
        self._card = record.found.uids[0]
        self._reads += 1
        if self._reads >= _COMES:
            self.do, self._reads, self._missed = Do.LEAVE, 0, 0
            self._tried = self._tries[self.round] if self.round < len(self._tries) else self._best
            self._since_ns = self._heard_ns = self._polled_ns = record.at_ns

    def _lies(self, record: PollRecord) -> None:
        read = self._card in record.found.uids
        heard, lain_ns = read or record.found.garbled, record.at_ns - self._since_ns
        if lain_ns >= _SETTLES_NS:
            reported = self._by_gain[self.gain_db]
            reported.lies(record.at_ns - self._polled_ns, read=read, silent=not heard)
            if heard and self._missed:
                reported.silences.append((record.at_ns - self._heard_ns, self._missed))
        self._polled_ns = record.at_ns
        if not heard:
            self._missed += 1
            self._is_silent(record.at_ns)
            return
        self._heard_ns, self._missed = record.at_ns, 0
        if lain_ns >= LIES_NS:
            self.do = Do.LIFT
        elif lain_ns >= (LIES_NS + _SETTLES_NS) // 2:
            self.gain_db = self._tried

    def _is_silent(self, now_ns: int) -> None:
        """After too long a silence, return to the best gain or, if that is already set, ask for the card again."""
        silent_ns = now_ns - self._heard_ns
        if self.gain_db != self._best and silent_ns >= AWAY_NS // 2:
            self.gain_db = self._tried = self._best  # a deaf gain says nothing about the best one
            self._heard_ns, self._missed = now_ns, 0
        elif silent_ns >= AWAY_NS:  # the card was lifted too early
            self.do, self._missed = Do.LAY, 0

    def _leaves(self, record: PollRecord) -> None:
        if self._card in record.found.uids:
            self._heard_ns = record.at_ns
        elif record.at_ns - self._heard_ns >= AWAY_NS // 2:
            self._by_gain[self.gain_db].is_away(garbled=record.found.garbled)
        if record.at_ns - self._heard_ns >= AWAY_NS:
            self.round += 1
            if self.round == len(self._tries):
                self._best = self._choice()
            self.gain_db = self._best
            self.do = Do.DONE if self.round == ROUNDS else Do.LAY

    def _choice(self) -> int:
        usual = self._by_gain[GAIN_DB].cost
        reported = {gain: heard.cost for gain, heard in self._by_gain.items() if heard.polls >= _FEWEST}
        best = min(reported, key=lambda gain: reported[gain], default=GAIN_DB)
        return best if reported.get(best, 1) <= usual * _BETTER and usual - reported[best] >= _CLEARLY else GAIN_DB
