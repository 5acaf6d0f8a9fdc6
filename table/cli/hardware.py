"""Commands for the hardware of a table: doctor, watch, flash."""

import sys
import time
from collections.abc import Iterable
from pathlib import Path

import click

from table.cli import terminal
from table.complaints import BadInput
from table.settings.model import Settings, load_settings
from table.settings.sections import Pico
from table.wiring.hardware import open_hardware
from table.wiring.sensors import Examined, examine, flash_pico, raw, reach, sensing

FAULTY = 1
WATCHED_S = 1.0
PATIENCE_S = 10.0  # for each button that the user is asked to press
RANGE_S = 60.0


_SECONDS = "How long to watch the buttons, or to poll with --range."


@click.command
@terminal.config
@terminal.as_json("Print JSON, for programs.")
@click.option("--seconds", type=terminal.seconds(600), help=_SECONDS)
@click.option("--range", "reader", metavar="READER", help="Measure how high above this reader a card is read.")
def doctor(config: Path, as_json: bool, seconds: float | None, reader: str | None) -> None:
    """Check every reader, button and light: say what is wrong with it, and how to fix that.

    At a terminal, you are asked to press each button in turn. With --range, only one reader is polled, given by its
    number or zone.
    """
    setup = load_settings(config)
    if reader is not None:
        _range(setup, reader, RANGE_S if seconds is None else seconds)
        return
    asked = sys.stdin.isatty() and not as_json and seconds != 0
    watch_s = seconds if seconds is not None else PATIENCE_S if asked else WATCHED_S
    findings = []
    for finding in examine(setup, watch_s=watch_s, asks=_ask if asked else None):
        findings.append(finding)
        if not as_json:
            click.echo(_say(finding))
    if as_json:
        terminal.line({"ok": _all_sound(findings), "devices": findings})
    if not _all_sound(findings):
        raise click.exceptions.Exit(FAULTY)


def _ask(wish: str) -> None:
    click.echo(wish, err=True)


def _range(setup: Settings, reader: str, seconds: float) -> None:
    """Print how many of the last polls read a card, whenever that number changes."""
    ends, before = time.monotonic() + seconds, ""
    for line in reach(setup, reader):
        if not before:
            click.echo("Lay a card on the reader, then lift it slowly. Ctrl-C ends this.", err=True)
        if line != before:
            click.echo(line)
        before = line
        if time.monotonic() >= ends:
            return


def _all_sound(findings: Iterable[Examined]) -> bool:
    return all(finding.ok for finding in findings)


def _say(finding: Examined) -> str:
    found = f": {finding.found}" if finding.found else ""
    if finding.ok:
        return f"ok     {finding.what}{found}"
    return f"FAULT  {finding.what}{found}: {finding.fault}. Cure: {finding.cure}."


# -- `cardtable flash`: puts the program on a Raspberry Pi Pico, and verifies it


@click.command
@click.option(
    "--config", type=terminal.FILE, help="The table.toml that names the Pico; not needed if there is only one."
)
@click.option("--pico", help="Which Pico of that table; not needed if it has only one.")
@click.option("--port", help="Serial port, such as /dev/ttyACM0.")
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


# -- `cardtable watch`: prints the raw facts of a table's sensors as JSON lines

_WAIT_S = 0.1  # how often to check whether the time is up


@click.command
@terminal.config
@click.option("--seconds", type=terminal.seconds(10**9), help="Stop after this many seconds; otherwise Ctrl-C stops.")
@click.option("--wire", is_flag=True, help="Print the lines exchanged with Picos instead.")
def watch(config: Path, seconds: float | None, wire: bool) -> None:
    """Print the observations of readers and buttons, one JSON object a line."""
    setup, began_s = load_settings(config), time.monotonic()
    if wire and not setup.picos:
        raise BadInput("--wire: this table has no Pico")

    def show(pico: str, way: str, line: str) -> None:
        fields = {"pico": pico, "from": "pico" if way == "<" else "table", "line": line}
        terminal.line({"t": round(time.monotonic() - began_s, 4), **fields})

    hardware = open_hardware(setup, wire=show if wire else None)
    try:
        with sensing(hardware) as sensors:
            while seconds is None or hardware.clock.now_ns() - hardware.opened_ns < seconds * 1e9:
                for item in sensors.take(_WAIT_S):
                    if not wire:
                        terminal.line(raw(hardware, item))
    finally:
        hardware.close()
