"""A set-up as a phone shows it: all of it each time."""

from collections.abc import Mapping
from typing import Any

from table.values import Value, field
from table.wiring.finding.file import Who, said_of
from table.wiring.finding.steps import Steps


class Shown(Value):
    """A whole conversation: what is asked, what was found, and the result."""

    ask: Mapping[str, Any] | None = None
    number: int = 0  # of the step, from 1
    steps: int = 0
    heard: str = ""
    pads: tuple[str, ...] = ()  # what is asked for, each by its first zone
    seats: int = 0
    readers: tuple[Mapping[str, Any], ...] = ()
    buttons: Mapping[int, str] = field(default_factory=dict)
    lights: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()


def so_far(steps: Steps) -> Shown:
    """Return what was found by now, without what is said and asked."""
    served, measured = steps.served, steps.measured

    def beside(who: Who) -> Who:
        return served[who][0] if isinstance(who, str) and who in served else who

    def figures(reader: str) -> str | None:
        return said_of(measured[reader]) if reader in measured else None

    return Shown(
        steps=max(sum(1 for _ in steps.all()), len(steps.done)),
        pads=tuple(zones[0] for zones in steps.pads),
        seats=steps.given.seats or steps.seats,
        readers=tuple(
            {"at": place.said, "chip": place.chip, "zones": served.get(name, []), "measured": figures(name)}
            for name, place in steps.readers.items()
        ),
        buttons={seat: place.said for seat, place in steps.buttons.items()},
        lights=tuple({"at": place.said, "beside": beside(who)} for who, place in steps.lights.items()),
    )
