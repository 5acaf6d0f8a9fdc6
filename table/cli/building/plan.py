"""`cardtable plan`: chooses what to wire where, and writes all that one builds by."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from table.complaints import BadInput
from table.files import write_atomically
from table.settings.model import load_settings
from table.wiring import drawings
from table.wiring.choosing import Wanted, chosen


class On(StrEnum):
    """What the parts hang on."""

    PI = "pi"
    PICO = "pico"


def plan(
    seats: Annotated[int, typer.Option(help="How many people can play: 1 to 8.")],
    readers: Annotated[int, typer.Option(help="How many pads: two for all, then one for each seat.")],
    folder: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Where to write the files.")],
    on: Annotated[On, typer.Option(help="What the parts hang on.")] = On.PI,
    lights: Annotated[
        bool, typer.Option("--lights", help="A light for each button, and for each pad if pins are left.")
    ] = False,
    buzzer: Annotated[bool, typer.Option("--buzzer", help="It ticks when a card is read.")] = False,
) -> None:
    """Plan a table to build: its table.toml, a drawing of its wires, the parts to buy, and a mat to print."""
    text = chosen(Wanted(seats, readers, on.value, lights=lights, buzzer=buzzer))
    config = folder / "table.toml"
    if config.exists():
        raise BadInput(f"{config} is there already, and is left as it is: name another folder with -o")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror or error}") from None
    written(config, text)
    settings = load_settings(config)
    for name, content in (
        ("wiring.svg", drawings.picture(settings)),
        ("parts.md", drawings.shopping(settings)),
        ("mat.svg", drawings.mat_of(settings)),
    ):
        written(folder / name, content)
    typer.echo(f"Written to {folder}: table.toml, wiring.svg, parts.md and mat.svg (print it at 100 %).")
    for warning in drawings.wiring(settings)["warnings"]:
        typer.echo(f"Mind that {warning}.")


def written(path: Path, text: str) -> None:
    """Write a file as a whole. Raise BadInput if that cannot be."""
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror or error}") from None
