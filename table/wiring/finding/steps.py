"""The steps of a set-up, their outcomes, and the findings that follow from them. Pure."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Literal

from hardware.finding.measuring import Measured, Minute
from hardware.finding.workbench import Place
from table.values import Value
from table.wiring.choosing import MOST_SEATS, SHARED
from table.wiring.finding.file import Who

Zones = tuple[str, ...]  # the zones of one pad, which is named after the first of them


class Given(Value):
    """What is known before a set-up: the zones of each pad, the number of seats, and which steps to take.

    If `pads` or `seats` is None, the set-up determines it. `apart` means each pad has a reader of its own; otherwise
    one reader may serve several of the shared pads.
    """

    pads: tuple[Zones, ...] | None = None
    seats: int | None = None
    lights: bool = False
    measure: bool = False
    confirm: bool = False  # ask before anything is written
    apart: bool = False


def given_for(pads: int, seats: int, *, lights: bool) -> Given:
    """Return what is known before a set-up on phones: the usual pads, each with a reader of its own, and the seats."""
    return Given(usual(pads), seats, lights=lights, measure=True, confirm=True, apart=True)


def usual(pads: int) -> tuple[Zones, ...]:
    """Return the usual zones of `pads` pads: the shared pads first, then one for each seat."""
    return (*SHARED, *((f"seat.{seat}",) for seat in range(1, pads - len(SHARED) + 1)))[:pads]


class Step(Value):
    """A step of a set-up: one thing to ask for."""

    kind: Literal["touch", "press", "enough", "lights", "lit", "measure", "write"]
    zones: Zones = ()
    seat: int = 0
    place: Place | None = None
    reader: str = ""

    @property
    def zone(self) -> str:
        """The name of the step's pad; empty if it has none."""
        return self.zones[0] if self.zones else ""


class Steps:
    """The steps done, with their outcomes; going back only removes the last one."""

    def __init__(self, given: Given, readers: Mapping[str, Place]) -> None:
        """Start with no steps done. `readers` are the ones that responded; more may be found and added later."""
        self.given = given
        self.readers = readers
        self.done: list[tuple[Step, Any]] = []  # each with its outcome; None if it was skipped

    # -- steps to do

    @property
    def pads(self) -> tuple[Zones, ...]:
        """The pads to ask for, each with its zones."""
        return usual(len(self.readers)) if self.given.pads is None else self.given.pads

    def all(self) -> Iterator[Step]:
        """Yield all steps known so far, beginning with the first."""
        for zones in self.pads:
            yield Step("touch", zones)
        enough = {step.seat for step, is_last in self._of("enough") if is_last}
        for seat in range(1, (self.given.seats or MOST_SEATS) + 1):
            yield Step("press", seat=seat)
            if self.given.seats is None and seat < MOST_SEATS:
                yield Step("enough", seat=seat)
                if seat in enough:
                    break
        if self.given.lights:
            yield Step("lights")
            for _, places in self._of("lights"):
                yield from (Step("lit", place=place) for place in places)
        if self.given.measure:
            yield from (
                Step("measure", tuple(zones), reader=reader)
                for reader, zones in self.served.items()
                if self.readers[reader].is_measured
            )
        if self.given.confirm:
            yield Step("write")

    @property
    def ahead(self) -> Step | None:
        return next(islice(self.all(), len(self.done), None), None)

    # -- findings from the steps done

    @property
    def served(self) -> dict[str, list[str]]:
        """The zones that each reader serves."""
        served: dict[str, list[str]] = {}
        for step, reader in self._of("touch"):
            served.setdefault(reader, []).extend(step.zones)
        return served

    @property
    def untouched(self) -> list[Place]:
        """The readers that have not been touched."""
        served = self.served
        return [place for reader, place in self.readers.items() if reader not in served]

    @property
    def buttons(self) -> dict[int, Place]:
        return {step.seat: place for step, place in self._of("press")}

    @property
    def lights(self) -> dict[Who, Place]:
        """The lights, by the part that each belongs to."""
        return {who: step.place for step, who in self._of("lit") if step.place is not None}

    @property
    def measured(self) -> dict[str, Measured]:
        """The settings that suit each reader, given how often it read cards while other pads were being measured."""
        minutes: dict[str, Minute] = {step.reader: minute for step, minute in self._of("measure")}
        strays = {reader: max(one.strays.get(reader, 0) for one in minutes.values()) for reader in minutes}
        return {reader: minute.measured(strays[reader]) for reader, minute in minutes.items()}

    @property
    def seats(self) -> int:
        """The number of seats known so far."""
        zones = [zone for zones in self.served.values() for zone in zones]
        by_zone = [int(zone.removeprefix("seat.")) for zone in zones if zone.startswith("seat.")]
        return max([1, self.given.seats or 0, *self.buttons, *by_zone])

    def _of(self, kind: str) -> Iterator[tuple[Step, Any]]:
        return ((step, outcome) for step, outcome in self.done if step.kind == kind and outcome is not None)
