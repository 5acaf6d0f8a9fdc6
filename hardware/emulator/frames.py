"""Frames on the air, bit by bit: collisions affect single bits, and a wake-up frame has only seven."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from hardware.iso14443a import BIT_NS, CARRIER_HZ, FRAME_DELAY_NS

_SHORT_FRAME_BITS = 7
_SOONER_NS = 64 * 1_000_000_000 // CARRIER_HZ  # 1172 carrier periods instead of 1236


@dataclass(frozen=True)
class Frame:
    """Data bits in order of transmission, least significant bit of each byte first, without parity bits."""

    bits: tuple[int, ...]

    @classmethod
    def of(cls, data: bytes | Sequence[int], last_bits: int = 0) -> "Frame":
        r"""Return a frame of these bytes, with only `last_bits` bits of the last one (0: all eight).

        >>> Frame.of(b"\x26", last_bits=7).bits
        (0, 1, 1, 0, 0, 1, 0)
        """
        return _frame(bytes(data), last_bits)

    @cached_property
    def data(self) -> bytes:
        """The frame as bytes, with an incomplete last byte padded with zeros."""
        return _bytes(self.bits)

    @property
    def is_short(self) -> bool:
        """Whether this is a short frame, which wakes tags up: REQA or WUPA (ISO/IEC 14443-3, 6.4.1)."""
        return len(self.bits) == _SHORT_FRAME_BITS

    @property
    def last_bits(self) -> int:
        """Valid bits in the last byte; 0 means eight."""
        return len(self.bits) % 8

    @property
    def air_bits(self) -> int:
        """The number of bits on the air, with a parity bit for each whole byte."""
        return len(self.bits) + len(self.bits) // 8

    @cached_property
    def lasts_ns(self) -> int:
        """The frame's duration on the air, including its start and end (ISO 14443-3, 6.2.3)."""
        return (self.air_bits + 2) * BIT_NS

    @cached_property
    def delay_ns(self) -> int:
        r"""How long a tag waits before it answers: less if the last bit is 0 (ISO 14443-3, 6.2.1.1).

        >>> Frame.of(b"\x26", last_bits=7).delay_ns, Frame.of(b"\x52", last_bits=7).delay_ns
        (86431, 91150)
        """
        last = self.bits[-1] if self.last_bits else 1 - sum(self.bits[-8:]) % 2  # of a whole byte, its odd parity
        return FRAME_DELAY_NS if last else FRAME_DELAY_NS - _SOONER_NS

    def flipped(self, places: Sequence[int]) -> "Frame":
        """Return the frame with the bits at `places` flipped."""
        return Frame(tuple(bit ^ (i in places) for i, bit in enumerate(self.bits)))


@lru_cache(maxsize=4096)  # the same tags keep giving the same answers
def _frame(data: bytes, last_bits: int) -> Frame:
    bits = tuple(byte >> i & 1 for byte in data for i in range(8))
    return Frame(bits[: len(bits) - 8 + last_bits] if last_bits else bits)


@lru_cache(maxsize=4096)
def _bytes(bits: tuple[int, ...]) -> bytes:
    return bytes(sum(bit << i for i, bit in enumerate(bits[at : at + 8])) for at in range(0, len(bits), 8))


@dataclass(frozen=True)
class Heard:
    """What an antenna receives when several tags answer at once; `collision` is the first bit on which they differ.

    `odd` means a byte reached the chip with a wrong parity bit. `broken` means that it did not begin like a frame.
    """

    frame: Frame
    collision: int | None = None
    odd: bool = False
    broken: bool = False


def superpose(answers: Sequence[Frame]) -> Heard | None:
    """Superpose answers that reach one antenna at the same time: where any tag modulates, the antenna sees a one."""
    if not answers:
        return None
    if len(answers) == 1:
        return Heard(answers[0])
    length = max(len(answer.bits) for answer in answers)
    merged, collision = [], None
    for i in range(length):
        seen = {answer.bits[i] for answer in answers if i < len(answer.bits)}
        if len(seen) > 1 and collision is None:
            collision = i
        merged.append(max(seen))
    return Heard(Frame(tuple(merged)), collision)
