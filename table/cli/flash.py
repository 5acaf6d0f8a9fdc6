"""`cardtable flash`: puts the program on a Raspberry Pi Pico, and verifies it."""

from pathlib import Path

import click

from table.cli.shared import asked
from table.complaints import BadInput
from table.settings.model import load_settings
from table.settings.sections import Pico
from table.wiring.sensors import flash_pico


@click.command
@click.option("--config", type=asked.FILE, help="The table.toml that names the Pico; without it, the only one.")
@click.option("--pico", help="Which Pico of that table; not needed if it has only one.")
@click.option("--port", help="The port, as /dev/ttyACM0.")
def flash(config: Path | None, pico: str | None, port: str | None) -> None:
    """Put the program on a Pico that has MicroPython, and verify the copy."""
    for line in flash_pico(_wanted(config, pico, port)):
        click.echo(line)


def _wanted(config: Path | None, name: str | None, port: str | None) -> Pico:
    if config is None:
        if name is not None:
            raise BadInput("--pico: this needs --config, whose [[pico]] has that name")
        return Pico(name="pico", port=port)
    if port is not None:
        raise BadInput("--port: the table.toml says where its Picos are; leave out one of the two")
    picos = load_settings(config).picos
    found = [one for one in picos if name in (None, one.name)]
    if len(found) == 1:
        return found[0]
    there = ", ".join(one.name for one in picos) or "none"
    raise BadInput(f"--pico: expected the name of one of these Picos: {there}")
