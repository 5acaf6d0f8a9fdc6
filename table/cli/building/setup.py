"""`cardtable setup`: finds out what is wired by being shown, and writes table.toml."""

import json
import sys
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Annotated, Any

import typer

from table.cli import output
from table.cli.playing.sitting import Config
from table.complaints import BadInput
from table.wiring.finding.bench import plugged_in, workbench
from table.wiring.finding.conversation import NOBODY, AgainError, Conversation, Given, Hear, Say
from table.wiring.finding.file import Found, keep

_DO = {"lay": "Lay a card on the pad.", "leave": "Let it lie.", "lift": "Lift it."}


def setup(
    config: Config,
    as_json: Annotated[bool, typer.Option("--json", help="A conversation in JSON lines, for programs.")] = False,
    zones: Annotated[str | None, typer.Option(help="The pads there are: discard,seat.1,...")] = None,
    seats: Annotated[int | None, typer.Option(min=1, max=8, help="How many buttons there are.")] = None,
    lights: Annotated[bool, typer.Option("--lights", help="Ask which light hangs where.")] = False,
    measure: Annotated[
        bool | None, typer.Option(help="Measure each reader: a minute each. Usual but with --json.")
    ] = None,
) -> None:
    """Find out what is wired: touch each pad with a card, press each button, and the file is written."""
    pads = None if zones is None else tuple(zone.strip() for zone in zones.split(",") if zone.strip())
    given = Given(pads, seats, lights=lights, measure=not as_json if measure is None else measure)
    said: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(said, as_json), daemon=True).start()
    keep(config, _talk(given, output.line if as_json else _tell, lambda: _next(said)))
    if as_json:
        output.line({"wrote": str(config)})
    else:
        typer.echo(f"Written to {config}. What is wrong with it says: cardtable doctor --config {config}")


def _talk(given: Given, say: Say, hear: Hear) -> Found:
    while True:
        picos = plugged_in()
        try:
            with workbench(picos) as bench:
                return Conversation(bench, picos, say, hear, given).run()
        except AgainError:
            continue
        except OSError as error:
            raise BadInput(f"what is wired cannot be looked at: {error}; `cardtable doctor` says more") from None


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
            said.put(numbers or word.lower())  # a seat is told by one number, pins by several
    said.put(NOBODY)


def _tell(message: Mapping[str, Any]) -> None:
    """Say a message to a person."""
    match message:
        case {"ask": "touch", "zone": zone}:
            typer.echo(f"Touch the pad {zone} with a card. (skip: there is none; back: to the step before)")
        case {"ask": "press", "seat": seat}:
            typer.echo(f"Press the button of seat {seat}. (skip: there is none; back: to the step before)")
        case {"ask": "drive", "pins": pins}:
            shown = " ".join(map(str, pins))
            typer.echo(f"Fewer readers answer than there are pads. May these pins be driven low in turn: BCM {shown}?")
            typer.echo("Nothing but readers may hang on them. yes, skip, or the numbers of those that may:")
        case {"ask": "lights", "places": places}:
            typer.echo(f"On which pins do lights hang, or the buzzer? They will be switched on. {', '.join(places)}")
            typer.echo("The numbers of BCM pins, yes for all of these, or skip:")
        case {"ask": "lit", "at": at}:
            typer.echo(
                f"Something at {at} goes on and off. Beside what is it? A zone, a seat's number, buzzer, or skip:"
            )
        case {"ask": "measure", "zone": zone, "do": do, "round": number, "of": rounds}:
            typer.echo(f"{_DO[do]} ({zone}, {number} of {rounds}; skip: do not measure it)")
        case {"heard": "measure", "zone": zone, "figures": figures}:
            typer.echo(f"{zone}: {figures}.")
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
