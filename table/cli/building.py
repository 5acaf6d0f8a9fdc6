"""Commands for people who build a table: plan, setup, wiring."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Literal

import click

from table.cli import terminal
from table.complaints import BadInput
from table.files import EVERYBODY_READS, takes_files, write_atomically
from table.saying import capital, joined, say
from table.settings.model import Settings, load_settings
from table.settings.values import ZONE
from table.wiring import drawings
from table.wiring.choosing import MOST_SEATS, Wanted, chosen
from table.wiring.conflicts import conflicts
from table.wiring.finding.bench import workbench
from table.wiring.finding.conversation import NOBODY, Message, set_up
from table.wiring.finding.file import Found, keep
from table.wiring.finding.steps import Given

# -- `cardtable plan`: decides which part to wire to which pin, and writes everything that a builder needs

_READERS = "Number of pads: two shared ones, then one for each seat."
_LIGHTS = "Add a light for each button, and for each pad if pins are left."


@click.command
@click.option("--seats", type=int, required=True, help="Number of seats: 1 to 8.")
@click.option("--readers", type=int, required=True, help=_READERS)
@click.option(
    "--output", "-o", "folder", type=terminal.FILE, metavar="DIR", required=True, help="Where to write the files."
)
@click.option(
    "--on", type=click.Choice(["pi", "pico"]), default="pi", help="The board that the parts are connected to."
)
@click.option("--lights", is_flag=True, help=_LIGHTS)
@click.option("--buzzer", is_flag=True, help="Add a buzzer, which ticks when a card is read.")
def plan(seats: int, readers: int, folder: Path, on: Literal["pi", "pico"], lights: bool, buzzer: bool) -> None:
    """Plan a table to build: its table.toml, a wiring diagram, the parts to buy, and a mat to print."""
    text = chosen(Wanted(seats, readers, on, lights=lights, buzzer=buzzer))
    config = folder / "table.toml"
    if config.exists():
        raise BadInput(f"{config} is there already, and is left as it is: name another folder with -o")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be made: {error.strerror or error}") from None
    write_atomically(config, text.encode(), mode=EVERYBODY_READS)
    settings = load_settings(config)
    for name, content in (
        ("wiring.svg", drawings.picture(settings)),
        ("parts.md", drawings.shopping(settings)),
        ("mat.svg", drawings.mat_of(settings)),
    ):
        write_atomically(folder / name, content.encode(), mode=EVERYBODY_READS)
    click.echo(f"Written to {folder}: table.toml, wiring.svg, parts.md and mat.svg (print it at 100 %).")
    for warning in drawings.warnings(settings):
        click.echo(f"Mind that {warning}.")


# -- `cardtable setup`: detects the wiring as you touch pads and press buttons, and writes table.toml

_DO = {"lay": say("Lay a card on the pad."), "leave": say("Let it lie."), "lift": say("Lift it.")}


_MEASURE = "Measure each reader, for a minute each; the default without --json."
_USB = "Ask nothing: every PC/SC reader on USB serves all zones, and phones are the buttons."


@click.command
@terminal.config
@terminal.as_json("Talk in JSON lines, for programs.")
@click.option("--zones", help="Pads of the table, such as discard,seat.1.")
@click.option("--seats", type=click.IntRange(1, 8), help="Number of buttons.")
@click.option("--lights", is_flag=True, help="Also ask where each light is connected.")
@click.option("--measure/--no-measure", default=None, help=_MEASURE)
@click.option("--usb", is_flag=True, help=_USB)
def setup(
    config: Path,
    as_json: bool,
    zones: str | None,
    seats: int | None,
    lights: bool,
    measure: bool | None,
    usb: bool,
) -> None:
    """Detect the wiring and write table.toml: touch each pad with a card, and press each button."""
    if usb and (zones is not None or lights or measure):
        raise BadInput("--usb: such a table has nothing to ask for; leave out --zones, --lights and --measure")
    given = Given(
        None if zones is None else _pads(zones),
        seats,
        lights=lights,
        measure=not as_json if measure is None else measure,
    )
    if not takes_files(config.resolve().parent):  # check before people touch all pads for nothing
        raise BadInput(f"{config}: this cannot be written")
    tell = terminal.line if as_json else _tell
    found = _on_usb(seats, tell) if usb else _asked_for(given, tell, as_json=as_json)
    keep(config, found)
    if as_json:
        terminal.line({"wrote": str(config)})
    else:
        terminal.tell(
            say("Written to {config}. To see what is wrong with it: cardtable doctor --config {config}", config=config)
        )


def _on_usb(seats: int | None, tell: Callable[[Message], None]) -> Found:
    """Return the findings for a table without wires, and print which readers are plugged in."""
    from table.wiring.usb import BACKEND, plugged_in, usb_found  # imports every game

    there = plugged_in()
    for name in there:
        tell({"found": "reader", "backend": BACKEND, "at": f"USB, {name}", "chip": name})
    if not there:
        tell(
            {"found": "silent", "why": say("no reader is plugged in that speaks PC/SC; one that comes later is taken")}
        )
    return usb_found(seats or MOST_SEATS)


def _asked_for(given: Given, tell: Callable[[Message], None], *, as_json: bool) -> Found:
    """Ask the user to touch pads and press buttons; return the findings."""
    said: SimpleQueue[Any] = SimpleQueue()
    Thread(target=_listen, args=(said, as_json), daemon=True).start()
    try:
        return set_up(workbench, lambda message, _: tell(message), lambda: _next(said), given)
    except OSError as error:
        raise BadInput(f"what is wired cannot be looked at: {error}; `cardtable doctor` says more") from None


def _pads(zones: str) -> tuple[tuple[str], ...]:
    named = [zone.strip() for zone in zones.split(",") if zone.strip()]
    for zone in named or [zones]:
        if not re.fullmatch(ZONE, zone):
            raise BadInput(f"--zones: expected names of zones, such as discard,seat.1, not {zone!r}")
    return tuple((zone,) for zone in named)


def _next(said: "SimpleQueue[Any]") -> Any:
    try:
        answer = said.get_nowait()
    except Empty:
        return None
    if answer == NOBODY:  # nobody will answer later questions, either
        said.put(NOBODY)
    return answer


def _listen(said: "SimpleQueue[Any]", as_json: bool) -> None:
    for line in sys.stdin:
        word = line.strip()
        if as_json:
            try:
                said.put(json.loads(word)["say"])
            except (ValueError, KeyError, TypeError):
                terminal.line({"error": f'expected {{"say": ...}}, not {word[:100]!r}'})
        elif word:
            numbers = [int(one) for one in word.replace(",", " ").split() if one.isdecimal()]
            said.put(numbers or word.lower())  # one number is a seat, several are pins
    said.put(NOBODY)


def _tell(message: Message) -> None:
    """Print a set-up message as text."""
    for text in _asked(message) if "ask" in message else _heard(message):
        terminal.tell(text)


def _asked(message: Message) -> Iterator[str]:
    """Yield a question of the set-up as text; the user types the answers in brackets verbatim."""
    match message:
        case {"ask": "touch", "zone": zone}:
            yield say("Touch the pad {zone} with a card. (skip: there is none; back: to the step before)", zone=zone)
        case {"ask": "press", "seat": seat}:
            yield say("Press the button of seat {seat}. (skip: there is none; back: to the step before)", seat=seat)
        case {"ask": "drive", "pins": [*pins]}:
            shown = " ".join(map(str, pins))
            yield say(
                "Fewer readers answer than there are pads. May these pins be driven low in turn: BCM {pins}?",
                pins=shown,
            )
            yield say("Only readers may be connected to them. yes, skip, or the numbers of the pins to try:")
        case {"ask": "lights", "places": [*places]}:
            shown = ", ".join(map(str, places))
            yield say(
                "Which pins are lights or the buzzer connected to? They will be switched on. {places}", places=shown
            )
            yield say("The numbers of BCM pins, yes for all of these, or skip:")
        case {"ask": "lit", "at": at}:
            yield say(
                "Something at {at} goes on and off. Beside what is it? A zone, a seat's number, buzzer, or skip:", at=at
            )
        case {"ask": "measure", "zone": zone, "do": str(do), "round": number, "of": rounds}:
            way = {"zone": zone, "number": number, "of": rounds}
            yield joined([_DO[do], say("({zone}, {number} of {of}; skip: do not measure it)", **way)])
        case {"ask": "enough"}:
            yield say("Was that the last button? yes or no:")


def _heard(message: Message) -> Iterator[str]:
    """Yield a finding of the set-up as text."""
    match message:
        case {"heard": "measure", "zone": zone, "figures": figures}:
            yield f"{zone}: {figures}."
        case {"found": "pico", "name": name}:
            yield say("Found a Pico, called {name}.", name=name)
        case {"found": "reader", "at": at, "chip": chip}:
            yield say("Found a reader at {at}: {chip}.", at=at, chip=chip or say("on a Pico"))
        case {"why": str(why)} | {"missing": str(why)}:
            yield say("{complaint}.", complaint=capital(why))
        case {"heard": _, "at": at} | {"heard": _, "reader": at}:
            yield say("Heard: {at}.", at=at)


# -- `cardtable wiring`: draws or lists the wires of a table.toml

_FORMAT = "A drawing, a list for a terminal, or JSON for programs."


@click.command
@terminal.config
@click.option("--format", "how", type=click.Choice(["svg", "text", "json"]), default="text", help=_FORMAT)
@click.option("--output", "-o", "file", type=terminal.FILE, metavar="FILE", help="Where to write the output.")
def wiring(config: Path, how: str, file: Path | None) -> None:
    """Show every wire of a table.toml: which pin of which part goes to which pin of the board."""
    settings = load_settings(config)
    _check(settings, config)
    if how == "json":
        shown = terminal.as_line(drawings.wiring(settings)) + "\n"
    else:
        shown = drawings.picture(settings) if how == "svg" else drawings.text(settings)
    if file is None:
        click.echo(shown, nl=False)
        return
    if file.resolve() == config.resolve():
        raise BadInput(f"{file}: this is the table.toml that is drawn: name another file")
    write_atomically(file, shown.encode(), mode=EVERYBODY_READS)
    click.echo(f"Written to {file}.")


def _check(settings: Settings, config: Path) -> None:
    for conflict in conflicts(settings):
        raise BadInput(f"{config}: {conflict}")
