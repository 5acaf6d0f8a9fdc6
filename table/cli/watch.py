"""`cardtable watch`: prints the raw facts of a table's sensors as JSON lines."""

import time
from pathlib import Path

import click

from table.cli.shared import asked, output
from table.complaints import BadInput
from table.settings.model import load_settings
from table.wiring.hardware import open_hardware
from table.wiring.sensors import raw, sensing

_WAIT_S = 0.1  # how often it checks whether its time is over


@click.command
@asked.config
@click.option("--seconds", type=asked.seconds(10**9), help="Stop after this time; else with Ctrl-C.")
@click.option("--wire", is_flag=True, help="Show the lines to and from Picos instead.")
def watch(config: Path, seconds: float | None, wire: bool) -> None:
    """Print what readers and buttons report, fact by fact."""
    setup, began_s = load_settings(config), time.monotonic()
    if wire and not setup.picos:
        raise BadInput("--wire: this table has no Pico")

    def show(pico: str, way: str, line: str) -> None:
        told = {"pico": pico, "from": "pico" if way == "<" else "table", "line": line}
        output.line({"t": round(time.monotonic() - began_s, 4), **told})

    hardware = open_hardware(setup, wire=show if wire else None)
    try:
        with sensing(hardware) as sensors:
            while seconds is None or hardware.clock.now_ns() - hardware.opened_ns < seconds * 1e9:
                for item in sensors.take(_WAIT_S):
                    if not wire:
                        output.line(raw(hardware, item))
    finally:
        hardware.close()
