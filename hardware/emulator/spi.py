"""An SPI bus with one emulated chip on each select, in the shape of `spidev.SpiDev` (MFRC522 datasheet, 8.1.2)."""

from collections.abc import Sequence

from hardware.emulator.chip import EmulatedMfrc522


class EmulatedSpi:
    """One select of the bus. `transfers` and `bytes_moved` count what went over it since it was opened."""

    def __init__(self, chip: EmulatedMfrc522) -> None:
        self._chip = chip
        self._open = True
        self.transfers = 0
        self.bytes_moved = 0

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes and return as many. Raise OSError after `close`, as spidev does."""
        if not self._open:
            raise OSError("the SPI port is closed")
        self.transfers += 1
        self.bytes_moved += len(data)
        if data[0] & 0x80:
            return [0, *(self._chip.read(address >> 1 & 0x3F) for address in data[:-1])]
        for value in data[1:]:
            self._chip.write(data[0] >> 1 & 0x3F, value)
        return [0] * len(data)

    def close(self) -> None:
        """Let the bus go; safe to call twice."""
        self._open = False
