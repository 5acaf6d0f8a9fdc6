"""`cardtable setup`: finds out what is wired by being shown, and writes table.toml."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Annotated, Any

import typer

from table.cli import output
from table.cli.building.plan import written
from table.cli.playing.sitting import Config
from table.complaints import BadInput
from table.settings.model import load_settings
from table.wiring.conflicts import conflicts
from table.wiring.setting_up import NOBODY, Conversation, Given, plugged_in, workbench

BEFORE = ".before"


def setup(
    config: Config,
    as_json: Annotated[bool, typer.Option("--json", help="A conversation in JSON lines, for programs.")] = False,
    zones: Annotated[str | None, typer.Option(help="The pads there are: discard,seat.1,...")] = None,
    seats: Annotated[int | None, typer.Option(min=1, max=8, help="How many buttons there are.")] = None,
) -> None:
    """Find out what is wired: touch each pad with a card, press each button, and the file is written."""
    given = Given(None if zones is None else tuple(zone.strip() for zone in zones.split(",") if zone.strip()), seats)
    said: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(said, as_json), daemon=True).start()
    picos = plugged_in()
    try:
        with workbench(picos) as bench:
            text = Conversation(bench, picos, output.line if as_json else _tell, lambda: _next(said), given).run()
    except FileNotFoundError:
        raise BadInput("nothing can be wired to this machine: it has no GPIO chip, and no Pico is plugged in") from None
    except (OSError, ImportError) as error:
        raise BadInput(f"what is wired cannot be looked at: {error}; `cardtable doctor` says more") from None
    _keep(config, text)
    if as_json:
        output.line({"wrote": str(config)})
    else:
        typer.echo(f"Written to {config}. What is wrong with it says: cardtable doctor --config {config}")


def _keep(config: Path, text: str) -> None:
    """Write the file as a whole, if it can be wired; what was there is kept beside it."""
    new = config.with_name(f"{config.name}.new")
    written(new, text)
    try:
        for conflict in conflicts(load_settings(new)):
            raise BadInput(f"{new}: {conflict.what}: {conflict.sentence}; {conflict.cure}")
    except BadInput as why:
        raise BadInput(f"what was found is in {new}, and {config} is as it was: {why}") from None
    if config.exists():
        config.replace(config.with_name(f"{config.name}{BEFORE}"))
    new.replace(config)


def _next(said: "SimpleQueue[Any]") -> Any:
    try:
        answer = said.get_nowait()
    except Empty:
        return None
    if answer == NOBODY:  # and it stays like that
        said.put(NOBODY)
    return answer


def _listen(said: "SimpleQueue[Any]", as_json: bool) -> None:
    for line in sys.stdin:
        word = line.strip()
        if as_json:
            try:
                said.put(json.loads(word)["say"])
            except (ValueError, KeyError, TypeError):
                output.line({"error": f'expected {{"say": ...}}, not {word[:100]!r}'})
        elif word:
            numbers = [int(one) for one in word.replace(",", " ").split() if one.isdecimal()]
            said.put(numbers or word.lower())
    said.put(NOBODY)


def _tell(message: Mapping[str, Any]) -> None:
    """Say a message to a person."""
    match message:
        case {"ask": "touch", "zone": zone}:
            typer.echo(f"Touch the pad {zone} with a card. (skip: there is none)")
        case {"ask": "press", "seat": seat}:
            typer.echo(f"Press the button of seat {seat}. (skip: there is none)")
        case {"ask": "drive", "pins": pins}:
            shown = " ".join(map(str, pins))
            typer.echo(f"Fewer readers answer than there are pads. May these pins be driven low in turn: BCM {shown}?")
            typer.echo("Nothing but readers may hang on them. yes, skip, or the numbers of those that may:")
        case {"ask": "enough"}:
            typer.echo("Was that the last button? yes or no:")
        case {"found": "pico", "name": name}:
            typer.echo(f"Found a Pico, called {name}.")
        case {"found": "reader", "at": at, "chip": chip}:
            typer.echo(f"Found a reader at {at}: {chip or 'on a Pico'}.")
        case {"why": why} | {"missing": why}:
            typer.echo(f"{str(why)[0].upper()}{str(why)[1:]}.")
        case {"heard": _, "at": at} | {"heard": _, "reader": at}:
            typer.echo(f"Heard: {at}.")
