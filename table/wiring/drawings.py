"""The files of `cardtable plan` and `cardtable wiring`: drawings, lists of wires and parts, and the mat."""

import dataclasses
from collections.abc import Mapping

from hardware.drivers import READERS
from hardware.plan import ButtonPlan, LightPlan, PicoPlan, Plan, ReaderPlan
from hardware.presence import Patience
from hardware.wires import drawing, mat, netlist, supply
from hardware.wires.netlist import End
from hardware.wires.parts import parts
from table.running.signals import BUZZER
from table.settings.model import Settings
from table.settings.sections import Button, Buzzer, Reader

# -- Turns table.toml into the hardware's terms: a plan of readers, buttons, lights and Picos

_NS_PER_MS = 1_000_000


def plan_of(settings: Settings) -> Plan:
    """Return the hardware's plan for a table.toml. Readers are named by their titles."""
    return Plan(
        readers=tuple(_reader_plan(reader) for reader in settings.readers),
        buttons=tuple(
            ButtonPlan(
                button.seat,
                button.backend,
                button.pin,
                dead_time_ns=button.debounce_ms * _NS_PER_MS,
                settle_ns=button.settle_ms * _NS_PER_MS,
                look_ns=button.look_ms * _NS_PER_MS,
                pico=pico_of(button),
                channel=button.channel,
            )
            for button in settings.buttons
        ),
        lights=_light_plans(settings),
        picos=tuple(
            PicoPlan(pico.name, pico.port, pico.serial_number, pico.backend)
            for pico in settings.picos
            if pico.name in {pico_of(part) for part in settings.parts}
        ),
        switched=settings.switched,
        sweep_ns=settings.table.sweep_ms * _NS_PER_MS,
        gpio=settings.table.gpio,
        gpio_chip=settings.table.gpio_chip,
    )


def pico_of(part: Reader | Button | Buzzer) -> str | None:
    """Return the Pico that a part is wired to; an emulated part may keep the name, but is wired to none."""
    return part.pico if part.backend == "pico" else None


def _reader_plan(reader: Reader) -> ReaderPlan:
    patience = Patience(
        misses=reader.misses,
        silence_ns=reader.silence_ms * _NS_PER_MS,
        agreeing=reader.agreeing,
        pile=reader.placement == "pile",
        departs=reader.backend not in READERS or READERS[reader.backend].departs,
    )
    return ReaderPlan(
        reader.title, reader.backend, reader.bus, reader.spi_device, reader.select_pin, reader.reset, reader.speed_hz,
        reader.gain, patience, pico_of(reader), reader.channel, reader.own,
    )  # fmt: skip


def _light_plans(settings: Settings) -> tuple[LightPlan, ...]:
    """Return the lights, each named after its zone or seat."""
    pads = [
        LightPlan(
            reader.served[0],
            reader.light_backend(settings.table.gpio),
            reader.light_pin,
            pico_of(reader),
            reader.label,
        )
        for reader in settings.readers
        if reader.light_pin is not None
    ]
    seats = [
        LightPlan(
            f"seat.{button.seat}",
            button.light_backend(button.backend),
            button.light_pin,
            pico_of(button),
            button.label,
        )
        for button in settings.buttons
        if button.light_pin is not None
    ]
    buzzer = settings.buzzer
    return (*pads, *seats, *([LightPlan(BUZZER, buzzer.backend, buzzer.pin, pico_of(buzzer))] if buzzer else ()))


def wiring(settings: Settings) -> Mapping[str, object]:
    """Return every wire, the parts, the currents and what is too much, as a JSON object."""
    plan = plan_of(settings)
    return {
        "wires": [{"from": _from(wire.start), "to": dataclasses.asdict(wire.end)} for wire in netlist.wires(plan)],
        "parts": [dataclasses.asdict(part) for part in parts(plan)],
        "current_ma": supply.current_ma(plan),
        "warnings": list(supply.warnings(plan)),
    }


def warnings(settings: Settings) -> tuple[str, ...]:
    """Return what is too much for a supply, in sentences."""
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
    """Return all wires for a terminal, part by part, as Markdown has tables."""
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
    lines += [f"Too much: {sentence}" for sentence in supply.warnings(plan)]
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
