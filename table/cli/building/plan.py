"""`cardtable plan`: decides what to wire where, and writes everything that a builder needs."""

from pathlib import Path
from typing import Literal

import click

from table.cli.shared import asked
from table.complaints import BadInput
from table.files import write_atomically
from table.settings.model import load_settings
from table.wiring import drawings
from table.wiring.choosing import Wanted, chosen

_READERS = "How many pads: two for all, then one for each seat."
_LIGHTS = "A light for each button, and for each pad if pins are left."


@click.command
@click.option("--seats", type=int, required=True, help="How many people can play: 1 to 8.")
@click.option("--readers", type=int, required=True, help=_READERS)
@click.option(
    "--output", "-o", "folder", type=asked.FILE, metavar="DIR", required=True, help="Where to write the files."
)
@click.option("--on", type=click.Choice(["pi", "pico"]), default="pi", help="What the parts hang on.")
@click.option("--lights", is_flag=True, help=_LIGHTS)
@click.option("--buzzer", is_flag=True, help="It ticks when a card is read.")
def plan(seats: int, readers: int, folder: Path, on: Literal["pi", "pico"], lights: bool, buzzer: bool) -> None:
    """Plan a table to build: its table.toml, a drawing of its wires, the parts to buy, and a mat to print."""
    text = chosen(Wanted(seats, readers, on, lights=lights, buzzer=buzzer))
    config = folder / "table.toml"
    if config.exists():
        raise BadInput(f"{config} is there already, and is left as it is: name another folder with -o")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror or error}") from None
    write_atomically(config, text.encode())
    settings = load_settings(config)
    for name, content in (
        ("wiring.svg", drawings.picture(settings)),
        ("parts.md", drawings.shopping(settings)),
        ("mat.svg", drawings.mat_of(settings)),
    ):
        write_atomically(folder / name, content.encode())
    click.echo(f"Written to {folder}: table.toml, wiring.svg, parts.md and mat.svg (print it at 100 %).")
    for warning in drawings.warnings(settings):
        click.echo(f"Mind that {warning}.")
