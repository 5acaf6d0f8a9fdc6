"""Emulated air: three sets of numbers, `CLEAN`, `TYPICAL` and `HARSH`, with their sources.

Coupling is not noise: in every set one tag is read well, two in one spot with anticollision, three not at all, because
they detune one another and share the power (pokerchipforum 88715, "up to 2 cards in a stack"; Core Electronics forum,
"3 or more no response"). Everything else is random but seeded, so that an evening can be repeated.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2s
from math import inf, log

READABLE_STACK = 2  # with more tags than this on one spot, none of them has enough power

DEFAULT_DB = 33  # the receiver's gain after a reset (9.3.3.6)
HEARD_PER_DB = 0.05  # share of answers lost for each dB of missing gain
NOISE_DB = 10  # this much more gain picks up 10x as much noise, and 10x as many of a neighbour's tags

SLOT_NS = 10_000_000  # a trembling hand takes a tag's power away for about this long


@dataclass(frozen=True)
class Physics:
    """The parameters of one kind of air. Probabilities are between 0 and 1, distances in mm, times in ns."""

    name: str
    # Height up to which a tag has power. The datasheet promises "up to 50 mm, depending on the antenna" (section 2); a
    # builder with playing cards got less than 10 mm (Arduino forum), and a steel backing reduced 3.6 cm to 2.0 cm
    # (Vassar).
    range_mm: float
    # Probability that a tag over a pad has no power for 10 ms: a card that tilts or trembles.
    fade: float
    # How long the power of a tag flickers while the tag comes or goes: a hand moves a card at about
    # 0.3 m/s through the last 10 mm.
    approach_ns: int
    # Probability that a frame or its answer is lost, and that an answer arrives garbled.
    lost: float
    garbled: float
    # Probability, per 10 ms, that a tag on a neighbouring pad has power from here (miguelbalboa/rfid #589: neighbours).
    bleed: float
    # Probability, per 10 ms, that the chip hangs, and gives neither an answer nor a timer until it is reset ("alive but
    # deaf": Phoniebox #912, ESPHome tagreader #54, #178).
    deaf: float
    # Probability that the stronger of two tags on one spot drowns out the other's answer, so that no collision is
    # heard: not measured anywhere we know of, but readers of this kind do it.
    capture: float = 0
    # Probability that an unanswered exchange ends with noise that the chip takes for an answer. Boards with clones are
    # known to do that; the rates are guesses, and so is the noise itself (`Field.noise`).
    noise: float = 0
    # By how many dB the receiver's default gain is too low for a tag here: a weak clone, a metal plate below. The more
    # gain is missing, the less often a tag is heard. A guess, as are `HEARD_PER_DB` and `NOISE_DB`.
    weak_db: float = 0
    # How long a contact bounces, as a multiple of the time for good push buttons.
    bounce: int = 1
    # How late an edge may be stamped: what a busy computer adds to the kernel's stamp.
    late_ns: int = 0
    # How many spikes per minute a button's wire picks up (rpi-vidlooper #8, gpiozero #559), and the probability that an
    # edge is not reported (lg #18, libgpiod #83). The rates are guesses.
    spikes: float = 0
    unreported: float = 0

    @cached_property
    def is_calm(self) -> bool:
        """Whether what a reader receives involves no randomness."""
        chances = (self.fade, self.approach_ns, self.lost, self.garbled, self.bleed, self.deaf, self.noise)
        return not any(chances)


CLEAN = Physics("clean", range_mm=50, fade=0, approach_ns=0, lost=0, garbled=0, bleed=0, deaf=0)

# A carefully built table: a poll of a 7-byte UID takes five exchanges, so with these numbers a reader is right in 97 of
# 100 polls; a single module was measured at 100 (miguelbalboa/rfid #290).
TYPICAL = Physics(
    "typical",
    range_mm=20,
    fade=0.01,
    approach_ns=20_000_000,
    lost=0.002,
    garbled=0.002,
    bleed=0.001,
    deaf=0,
    capture=0.2,
    noise=0.0002,
    late_ns=200_000,
    spikes=1,
    unreported=1 / 2000,
)

# Long wires and three modules that interfere with one another: 40 of 100 polls (miguelbalboa/rfid #290).
HARSH = Physics(
    "harsh",
    range_mm=10,
    fade=0.10,
    approach_ns=40_000_000,
    lost=0.07,
    garbled=0.07,
    bleed=0.005,
    deaf=0.00001,
    capture=0.5,
    noise=0.002,
    bounce=3,
    late_ns=2_000_000,
    spikes=10,
    unreported=1 / 200,
)

NOISE = {physics.name: physics for physics in (CLEAN, TYPICAL, HARSH)}


def slots_until(probability: float, drawn: float) -> float:
    """Return how many slots of 10 ms pass before an event of this probability happens; `drawn` is in [0, 1).

    >>> slots_until(1, 0.5), slots_until(0, 0.5), slots_until(0.5, 0.8)
    (0, inf, 2)
    """
    if probability in (0, 1):
        return 0 if probability else inf
    return int(log(1 - drawn) / log(1 - probability))


def chance(seed: int, what: str, uid: bytes, at_ns: int) -> float:
    """Return a number in [0, 1) for a slot of 10 ms, always the same for the same tag, time and seed."""
    key = b"%d %s %s %d" % (seed, what.encode(), uid, at_ns // SLOT_NS)
    return int.from_bytes(blake2s(key, digest_size=4).digest()) / 2**32
