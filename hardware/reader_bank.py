"""All readers of one bus, polled in turn by one caller: each sweep looks once into every field."""

from collections.abc import Mapping

from hardware import iso14443a
from hardware.clock import Clock
from hardware.iso14443a import Transceiver
from hardware.ports import Batch, Sighting
from hardware.presence import Patience, Presence, observe

SWEEP_NS = 25_000_000  # a card that touches a pad is there for a quarter of a second and more


class ReaderBank:
    """A source of sightings, in the order in which the readers are named."""

    def __init__(self, readers: Mapping[str, Transceiver], clock: Clock, patience: Patience | None = None) -> None:
        self._readers = dict(readers)
        self._clock = clock
        self._patience = patience or Patience()
        self._presence = dict.fromkeys(readers, Presence())
        self._next_sweep_ns = clock.now_ns()

    def poll(self) -> Batch:
        """Wait for the next sweep and do it. Raise OSError if a chip or the bus fails."""
        self._clock.sleep_ns(max(0, self._next_sweep_ns - self._clock.now_ns()))
        self._next_sweep_ns = self._clock.now_ns() + SWEEP_NS
        sightings = [sighting for name in self._readers for sighting in self._look(name)]
        return Batch(tuple(sightings), watermark_ns=self._clock.now_ns())

    def _look(self, name: str) -> list[Sighting]:
        at_ns = self._clock.now_ns()
        found = iso14443a.poll(self._readers[name])
        self._presence[name], changes = observe(self._presence[name], found, at_ns, self._patience)
        return [Sighting(at_ns, name, change.uid, change.present) for change in changes]
