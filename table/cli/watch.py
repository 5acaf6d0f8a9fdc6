"""`cardtable watch`: what the sensors of a table tell, raw, as JSON lines."""

from typing import Annotated

import typer

from table import settings
from table.cli import output
from table.cli.run import Config
from table.wiring import open_hardware, raw, sensing

_WAIT_S = 0.1  # how often it looks whether its time is over


def watch(
    config: Config,
    seconds: Annotated[float | None, typer.Option(min=0, help="Stop after so long; else with Ctrl-C.")] = None,
) -> None:
    """Print what readers and buttons tell, fact by fact, whatever game is on."""
    hardware = open_hardware(settings.load(config))
    try:
        with sensing(hardware) as sensors:
            while seconds is None or hardware.clock.now_ns() - hardware.opened_ns < seconds * 1e9:
                for item in sensors.take(_WAIT_S):
                    output.line(raw(hardware, item))
    finally:
        hardware.close()
