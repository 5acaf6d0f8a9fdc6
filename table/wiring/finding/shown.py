"""What was found by now, as phones see it."""

from table.running.wired import FoundLight, FoundReader, SetUpView
from table.wiring.finding.file import Who, said_of
from table.wiring.finding.steps import Steps


def so_far(steps: Steps) -> SetUpView:
    """Return what was found by now, without what is said and asked."""
    served, measured = steps.served, steps.measured

    def beside(who: Who) -> Who:
        return served[who][0] if isinstance(who, str) and who in served else who

    def figures(reader: str) -> str | None:
        return said_of(measured[reader]) if reader in measured else None

    return SetUpView(
        steps=max(sum(1 for _ in steps.all()), len(steps.done)),
        pads=tuple(zones[0] for zones in steps.pads),
        seats=steps.given.seats or steps.seats,
        readers=tuple(
            FoundReader(place.said, place.chip, tuple(served.get(name, ())), figures(name))
            for name, place in steps.readers.items()
        ),
        buttons={seat: place.said for seat, place in steps.buttons.items()},
        lights=tuple(FoundLight(place.said, beside(who)) for who, place in steps.lights.items()),
    )
