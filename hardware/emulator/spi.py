"""SPI with emulated chips on it: one chip behind a port, or several on a bus (MFRC522 datasheet, 8.1.2)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock

from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.pins import EmulatedPin

MAX_HZ = 10_000_000  # 8.1.2: up to 10 Mbit/s
_RISING_EDGE_MODES = (0, 3)  # 8.1.2: data is stable on the rising edge of the clock

# The overhead of each transfer beyond its bits. An xfer2 of four bytes at 8 MHz takes 24.3 us in total on a Pi 5 with
# kernel 6.12 (raspberrypi/linux #6854), 4 us of which are bits, so this errs on the slow side.
TRANSFER_NS = 20_000
# The overhead of each further transfer in a message beyond its bits: the kernel keeps a released select released for 10
# us (drivers/spi/spi.c, default_delay_ns of _spi_transfer_cs_change_delay), and its own work adds little.
RELEASE_NS = 10_000


class EmulatedSpi:
    """One select of the bus. `transfers` and `bytes_moved` count the traffic since it was opened."""

    def __init__(self, chip: EmulatedMfrc522) -> None:
        self._chip = chip
        self._open = True
        self.transfers = 0
        self.bytes_moved = 0

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes and return the bytes received meanwhile. Raise OSError after `close`, as spidev does."""
        if not self._open:
            raise OSError("the SPI port is closed")
        self.transfers += 1
        self.bytes_moved += len(data)
        return self._chip.transfer(data)

    def close(self) -> None:
        """Release the bus; safe to call twice."""
        self._open = False


class Miso(StrEnum):
    """How MISO behaves while no chip drives it or, if it is stuck, all the time.

    Left alone, it floats low: the Pi pulls GPIO 9 down at power-on, and enabling SPI does not change that. Shorted to
    MOSI, it echoes what is sent.
    """

    FLOATS_LOW = "floats_low"
    FLOATS_HIGH = "floats_high"
    STUCK_LOW = "stuck_low"
    STUCK_HIGH = "stuck_high"
    SHORTED = "shorted_to_mosi"

    @property
    def stuck(self) -> bool:
        """Whether the line is stuck, so that no chip gets through."""
        return self in _STUCK

    def idle(self, sent: Sequence[int]) -> list[int]:
        """Return what is read from an undriven line while these bytes are sent."""
        if self is Miso.SHORTED:
            return list(sent)
        return [0xFF if self in (Miso.FLOATS_HIGH, Miso.STUCK_HIGH) else 0x00] * len(sent)


_STUCK = (Miso.STUCK_LOW, Miso.STUCK_HIGH, Miso.SHORTED)


@dataclass(frozen=True)
class _Place:
    chip: EmulatedMfrc522
    is_selected: Callable[[int | None], bool]


class EmulatedBus:
    """Clock and data lines shared by all chips; the selects decide which of them listen and speak.

    If two are selected, both receive what is written, and their answers are ANDed: outputs pull down harder than they
    pull up, so a zero wins. `take_time` is called with the duration of each transfer in ns.
    """

    def __init__(self, *, miso: Miso = Miso.FLOATS_LOW, take_time: Callable[[int], None] | None = None) -> None:
        self.miso = miso
        self.messages = 0  # system calls
        self.transfers = 0
        self.bytes_moved = 0
        self._take_time = take_time
        self._places: list[_Place] = []
        self._lock = Lock()

    def attach(self, chip: EmulatedMfrc522, select: int | EmulatedPin) -> None:
        """Wire a chip to the bus. It is selected by the bus's select with that number, or by a pin that is low."""
        if isinstance(select, EmulatedPin):
            self._places.append(_Place(chip, lambda _device: not select.high))
        else:
            self._places.append(_Place(chip, lambda device: device == select))

    def transfer(self, data: Sequence[int], *, select: int | None, hz: int = 1_000_000, mode: int = 0) -> list[int]:
        """Send bytes and return the bytes received meanwhile; `select` is the bus's own select to hold low, if any.

        Chips misread data that comes too fast or on the wrong clock edge.
        """
        with self._lock:
            self.messages += 1
            return self._transferred(data, self._selected(select, hz, mode), hz, TRANSFER_NS)

    def message(
        self,
        transfers: Sequence[tuple[bytes, int]],
        wait: Callable[[int], None],
        *,
        select: int | None,
        hz: int,
        mode: int,
    ) -> list[list[int]]:
        """Make several transfers, calling `wait` with the pause in ns after each; the bus is held throughout."""
        answers = []
        with self._lock:
            self.messages += 1
            places, besides_ns = self._selected(select, hz, mode), TRANSFER_NS
            for data, wait_ns in transfers:
                answers.append(self._transferred(data, places, hz, besides_ns))
                besides_ns = RELEASE_NS
                if wait_ns:
                    wait(wait_ns)
        return answers

    def _selected(self, select: int | None, hz: int, mode: int) -> list[_Place]:
        legible = hz <= MAX_HZ and mode in _RISING_EDGE_MODES
        return [place for place in self._places if legible and place.is_selected(select)]

    def _transferred(self, data: Sequence[int], places: Sequence[_Place], hz: int, besides_ns: int) -> list[int]:
        self.transfers += 1
        self.bytes_moved += len(data)
        if self._take_time:
            self._take_time(besides_ns + len(data) * 8 * 1_000_000_000 // hz)
        if len(places) == 1 and self.miso not in _STUCK:
            return places[0].chip.transfer(data)
        return self._meet([place.chip.transfer(data) for place in places], data)

    def _meet(self, answers: list[list[int]], sent: Sequence[int]) -> list[int]:
        if not answers or self.miso in _STUCK:
            return self.miso.idle(sent)
        met = answers[0]
        for answer in answers[1:]:
            met = [ours & theirs for ours, theirs in zip(met, answer, strict=True)]
        return met
