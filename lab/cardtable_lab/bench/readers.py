"""The cost of our own drivers: single polls, and sweeps over eight readers with one card each.

The drivers run on a stand-in for spidev; `python -m cardtable_lab.bench.readers` prints the costs as JSON.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from cardtable_lab.bench.polls import MHZ, Cost, Poll, Spent, dumped, measure, pi_of_today, polls
from hardware.assembly import Assembly
from hardware.emulator.field import Field
from hardware.emulator.installed import install
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.tag import Tag
from hardware.observations import TagEvent
from hardware.plan import Plan, ReaderPlan
from hardware.ports import Source
from table.values import Value

OURS = "ours"
SPEEDS = (MHZ, 4 * MHZ)
READERS = 8
_MOST_SWEEPS = 10


class CountingField(Field):
    """A field that counts how often it was switched on."""

    def __init__(self) -> None:
        super().__init__()
        self._is_on = False
        self.times_on = 0

    def power(self, on: bool) -> None:
        """Switch the carrier."""
        self.times_on += on and not self._is_on
        self._is_on = on
        super().power(on)


class Sweep(Value):
    """The cost of one sweep, how many cards it reported, and how often it switched a field on."""

    spent: Spent
    reported: int
    times_on: int


def our_polls(hz: int) -> list[Cost]:
    """Poll each kind of field once. Tags that are found are selected and halted."""
    return polls(OURS, hz, lambda pi: _our_poll(pi, hz))


def _our_poll(pi: EmulatedPi, hz: int) -> Poll:
    reader = Assembly(Plan(), pi.clock).reader(ReaderPlan("reader", "spidev", speed_hz=hz))
    reader.start()
    return lambda: reader.poll().uids


def sweep(hz: int, *, switched: bool, known: bool) -> Sweep:
    """Sweep over eight readers with one card each; the cards are either `known` or have just been laid."""
    with _eight_readers(hz, switched) as (pi, fields, bank):
        bank.poll()  # this starts the chips
        for number, field in enumerate(fields):
            field.put(Tag(bytes.fromhex("04a1b2c3d4e5") + bytes([number])))
        if known:
            _get_to_know(bank)
        before = sum(field.times_on for field in fields)
        spent, batch = measure(pi, hz, bank.poll)
        return Sweep(spent, len(batch.items), sum(field.times_on for field in fields) - before)


@contextmanager
def _eight_readers(hz: int, switched: bool) -> Iterator[tuple[EmulatedPi, list[CountingField], Source]]:
    """Wire eight readers to one bus, with chip selects driven by the kernel and no pauses between sweeps."""
    with install(pi_of_today()) as pi:
        fields = [CountingField() for _ in range(READERS)]
        for device, field in enumerate(fields):
            pi.add_reader(0, device, field=field)
        readers = tuple(ReaderPlan(f"{device}", "spidev", device=device, speed_hz=hz) for device in range(READERS))
        with Assembly(Plan(readers, switched=switched, sweep_ns=0), pi.clock) as assembly:
            yield pi, fields, next(iter(assembly.sources().values()))


def _get_to_know(bank: Source) -> None:
    """Sweep until every card has been reported and no further reports come."""
    reported = 0
    for _ in range(_MOST_SWEEPS):
        items = bank.poll().items
        reported += sum(isinstance(item, TagEvent) and item.present for item in items)
        if reported == READERS and not items:
            return
    raise RuntimeError(f"only {reported} of {READERS} cards were reported in {_MOST_SWEEPS} sweeps")


def our_sweeps(hz: int) -> Iterator[Cost]:
    """Sweep over known and new cards, with antennas always on and with antennas switched."""
    for known in (True, False):
        for switched in (False, True):
            swept = sweep(hz, switched=switched, known=known)
            what = f"{READERS} readers, a {'known' if known else 'new'} card each"
            antennas = f"antennas switched, {swept.times_on} times on" if switched else "antennas always on"
            yield Cost(what, OURS, hz, swept.spent, antennas)


def main() -> None:
    polled = [cost for hz in SPEEDS for cost in our_polls(hz)]
    print(dumped([*polled, *(cost for hz in SPEEDS for cost in our_sweeps(hz))]))


if __name__ == "__main__":
    main()
