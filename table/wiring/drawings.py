"""Produces the output of `cardtable plan` and `cardtable wiring`: drawings, lists of wires and parts, and the mat."""

import dataclasses
from collections.abc import Mapping

from hardware.wires import drawing, mat, netlist, supply
from hardware.wires.netlist import End
from hardware.wires.parts import parts
from table.settings.model import Settings
from table.wiring.plan import plan_of


def wiring(settings: Settings) -> Mapping[str, object]:
    """Return all wires and parts, the currents, and warnings, as a JSON object."""
    plan = plan_of(settings)
    return {
        "wires": [{"from": _from(wire.start), "to": dataclasses.asdict(wire.end)} for wire in netlist.wires(plan)],
        "parts": [dataclasses.asdict(part) for part in parts(plan)],
        "current_ma": supply.current_ma(plan),
        "warnings": list(supply.warnings(plan)),
    }


def warnings(settings: Settings) -> tuple[str, ...]:
    """Return what a builder has to mind, as sentences."""
    return tuple(supply.warnings(plan_of(settings)))


def _from(end: End) -> Mapping[str, str | int]:
    return {"part": end.part, "pin": end.pin}


def picture(settings: Settings) -> str:
    """Return the drawing of all wires as SVG."""
    return drawing.drawn(plan_of(settings), settings.table.name)


def mat_of(settings: Settings) -> str:
    """Return the mat at 1:1 as SVG."""
    seat_pads = {
        int(zone.removeprefix("seat."))
        for reader in settings.readers
        for zone in reader.served
        if zone.startswith("seat.")
    }
    shared = tuple(
        ", ".join(reader.served)
        for reader in settings.readers
        if not any(zone.startswith("seat.") for zone in reader.served)
    )
    seats = tuple(range(1, settings.table.seats + 1))
    return mat.drawn(mat.Layout(shared, frozenset(seat_pads), seats), settings.table.name)


def text(settings: Settings) -> str:
    """Return all wires as plain text for a terminal, part by part."""
    plan, lines, part = plan_of(settings), list[str](), ""
    for wire in netlist.wires(plan):
        start, end = wire.start, wire.end
        if start.part != part:
            part = start.part
            lines += ["", part]
        goes = f"{end.part}, pin {end.pin} ({end.name})" if isinstance(end.pin, int) else f"{end.part}, {end.pin}"
        lines.append(f"  {start.pin:<22} -> {goes}")
    drawn = supply.current_ma(plan)
    lines += ["", f"3.3 V: {drawn['3V3']} mA at the most; 5 V: {drawn['5V']} mA"]
    lines += [f"Mind that {sentence}." for sentence in supply.warnings(plan)]
    return "\n".join(lines).strip() + "\n"


def shopping(settings: Settings) -> str:
    """Return the list of parts as Markdown."""
    plan = plan_of(settings)
    rows = [f"| {one.count} | {one.part} | {one.note} |" for one in parts(plan)]
    warned = [f"- {sentence}" for sentence in supply.warnings(plan)]
    drawn = supply.current_ma(plan)
    return "\n".join(
        [
            f"# Parts for {settings.table.name}", "", "| count | part | what to mind |", "|---|---|---|", *rows, "",
            f"At the most {drawn['3V3']} mA are drawn from 3.3 V, and {drawn['5V']} mA from 5 V.", *warned, "",
        ]
    )  # fmt: skip
