"""Commands for the hardware and the computer of a table: doctor, watch, flash, hotspot, pin."""

import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import click
import segno

from table.cli import terminal
from table.complaints import BadInput
from table.keeping.pin import read_pin
from table.network import profile
from table.network.bus import Bus, NotThere
from table.network.hotspot import PATIENCE_S as BUS_PATIENCE_S
from table.network.hotspot import Hotspot, Status
from table.settings.model import CONFIGURATION, DATABASE, Settings, load_settings
from table.settings.sections import Pico
from table.values import asdict
from table.wiring.hardware import open_hardware
from table.wiring.sensors import Examined, examine, flash_pico, raw, reach, sensing

FAULTY = 1
WATCHED_S = 1.0
PATIENCE_S = 10.0  # for each button that somebody is asked to press
RANGE_S = 60.0


_SECONDS = "How long to watch the buttons, or to poll with --range."


@click.command
@terminal.config
@terminal.as_json("For programs.")
@click.option("--seconds", type=terminal.seconds(600), help=_SECONDS)
@click.option("--range", "reader", metavar="READER", help="Show how high this reader reads a card.")
def doctor(config: Path, as_json: bool, seconds: float | None, reader: str | None) -> None:
    """Check every reader, button and light: what is wrong with it, and what cures that.

    At a terminal each button is asked for in turn. With --range one reader, named by its number or zone, is polled.
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
    """Show how many of the last polls read a card, whenever that changes."""
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
@click.option("--config", type=terminal.FILE, help="The table.toml that names the Pico; without it, the only one.")
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


# -- `cardtable hotspot`: the table's own Wi-Fi, for where there is no other


@click.group(no_args_is_help=True)
def hotspot() -> None:
    """Switch the table's own Wi-Fi, for where there is no other."""


@hotspot.command
@click.option("--now", is_flag=True, help="Come up at once, and leave the network that this machine is in.")
@terminal.as_json("Print JSON.")
def on(now: bool, as_json: bool) -> None:
    """Have a Wi-Fi of its own whenever no known network is there."""
    _check_root("on")
    with _bus() as bus:
        own = Hotspot(bus)
        wifi = own.on(at_once=now)
        status = own.status()
    if as_json:
        terminal.line({**_told(status), "password": wifi.password})
        return
    click.echo(f"\n  Wi-Fi      {wifi.ssid}\n  Password   {wifi.password}\n  The table  http://{profile.ADDRESS}/\n")
    segno.make(wifi.as_qr_text(), error="m").terminal(out=sys.stdout, border=2, compact=True)
    click.echo(_sentence(status))


@hotspot.command
@terminal.as_json("Print JSON.")
def off(as_json: bool) -> None:
    """Switch it off for good; its password is kept for the next time."""
    _check_root("off")
    with _bus() as bus:
        was_on = Hotspot(bus).off()
    if as_json:
        terminal.line({"on": False})
    else:
        click.echo("The table's own Wi-Fi is off." if was_on else "The table's own Wi-Fi was off already.")


@hotspot.command
@terminal.as_json("Print JSON.")
def status(as_json: bool) -> None:
    """Say whether it is on, and who is there."""
    with _bus() as bus:
        found = Hotspot(bus).status()
    if as_json:
        terminal.line(_told(found))
    else:
        click.echo(_sentence(found))


def _bus() -> Bus:
    try:
        return Bus(BUS_PATIENCE_S)
    except NotThere as why:
        raise BadInput(f"the system's message bus (D-Bus) is not to be reached: {why}") from None


def _check_root(what: str) -> None:
    if os.geteuid() != 0:
        raise BadInput(f"this needs root: sudo cardtable hotspot {what}")


def _told(status: Status) -> dict[str, object]:
    told = asdict(status)
    return {"on": told.pop("is_on"), "up": told.pop("is_up"), **told}


def _sentence(status: Status) -> str:
    if status.is_up:
        joined = "" if status.clients is None else f", {status.clients} {'phone' if status.clients == 1 else 'phones'}"
        return f"{status.ssid} is up{joined}: http://{status.address}/"
    if status.network is not None:
        waiting = f"{status.ssid} comes up when that is not there." if status.is_on else "Its own is off."
        return f"The table is in {status.network}. {waiting}"
    return f"{status.ssid} is on, but not up yet." if status.is_on else "The table's own Wi-Fi is off."


# -- `cardtable pin`: prints the host's PIN of the installed table


@click.command
@click.option("--config", type=terminal.FILE, default=CONFIGURATION, help="The table.toml of the service.")
@click.option("--database", type=terminal.DATABASE, help="Where a table without a table.toml keeps its games.")
def pin(config: Path, database: Path | None) -> None:
    """Print the host's PIN: to root, and to the user that the table runs as."""
    database = database or _database(config)
    terminal.works_as_owner(database)
    kept = read_pin(database)
    if kept is None:
        raise BadInput("there is no PIN yet: the table makes it when it starts: sudo systemctl start cardtable")
    click.echo(kept)


def _database(config: Path) -> Path:
    """Return where the service keeps its PIN: beside its usual database, even if a table.toml is wrong."""
    with suppress(BadInput):
        if config.exists():
            return load_settings(config).table.database
    return DATABASE


# -- `cardtable watch`: prints the raw facts of a table's sensors as JSON lines

_WAIT_S = 0.1  # how often it checks whether its time is over


@click.command
@terminal.config
@click.option("--seconds", type=terminal.seconds(10**9), help="Stop after this time; else with Ctrl-C.")
@click.option("--wire", is_flag=True, help="Show the lines to and from Picos instead.")
def watch(config: Path, seconds: float | None, wire: bool) -> None:
    """Print what readers and buttons report, fact by fact."""
    setup, began_s = load_settings(config), time.monotonic()
    if wire and not setup.picos:
        raise BadInput("--wire: this table has no Pico")

    def show(pico: str, way: str, line: str) -> None:
        told = {"pico": pico, "from": "pico" if way == "<" else "table", "line": line}
        terminal.line({"t": round(time.monotonic() - began_s, 4), **told})

    hardware = open_hardware(setup, wire=show if wire else None)
    try:
        with sensing(hardware) as sensors:
            while seconds is None or hardware.clock.now_ns() - hardware.opened_ns < seconds * 1e9:
                for item in sensors.take(_WAIT_S):
                    if not wire:
                        terminal.line(raw(hardware, item))
    finally:
        hardware.close()
