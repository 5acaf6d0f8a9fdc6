"""`cardtable hotspot`: the table's own Wi-Fi, for places without one."""

import os
import sys

import click
import segno

from table.cli import terminal
from table.complaints import BadInput
from table.network import joining, profile
from table.network.bus import Bus, NotThere
from table.network.hotspot import PATIENCE_S, Hotspot, Status
from table.values import asdict


@click.group(no_args_is_help=True)
def hotspot() -> None:
    """Switch the table's own Wi-Fi on or off, for places without another one."""


@hotspot.command
@click.option("--now", is_flag=True, help="Start it at once, and leave the current network.")
@terminal.as_json("Print JSON.")
def on(now: bool, as_json: bool) -> None:
    """Open the table's own Wi-Fi when no known network is in range."""
    _check_root("on")
    with _bus() as bus:
        own = Hotspot(bus)
        wifi = own.on(at_once=now)
        status = own.status()
    if as_json:
        terminal.line({**_fields(status), "password": wifi.password})
        return
    click.echo(f"\n  Wi-Fi      {wifi.ssid}\n  Password   {wifi.password}\n  The table  http://{profile.ADDRESS}/\n")
    segno.make(wifi.as_qr_text(), error="m").terminal(out=sys.stdout, border=2, compact=True)
    click.echo(_sentence(status))


@hotspot.command
@terminal.as_json("Print JSON.")
def off(as_json: bool) -> None:
    """Switch this Wi-Fi off for good, but keep its password."""
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
    """Show whether this Wi-Fi is on, and how many phones have joined it."""
    with _bus() as bus:
        found = Hotspot(bus).status()
    if as_json:
        terminal.line(_fields(found))
    else:
        click.echo(_sentence(found))


@hotspot.command
def join() -> None:
    """Join the Wi-Fi named by a line of JSON on standard input.

    This command is for the table's service.
    """
    _check_root("join")
    joining.answered(sys.stdin.readline(joining.MOST_BYTES), terminal.line)


def _bus() -> Bus:
    try:
        return Bus(PATIENCE_S)
    except NotThere as why:
        raise BadInput(f"the system's message bus (D-Bus) cannot be reached: {why}") from None


def _check_root(what: str) -> None:
    if os.geteuid() != 0:
        raise BadInput(f"this needs root: sudo cardtable hotspot {what}")


def _fields(status: Status) -> dict[str, object]:
    fields = asdict(status)
    return {"on": fields.pop("is_on"), "up": fields.pop("is_up"), **fields}


def _sentence(status: Status) -> str:
    if status.is_up:
        joined = "" if status.clients is None else f", {status.clients} {'phone' if status.clients == 1 else 'phones'}"
        return f"{status.ssid} is up{joined}: http://{status.address}/"
    if status.network is not None:
        waiting = f"{status.ssid} comes up when that is not there." if status.is_on else "Its own is off."
        return f"The table is in {status.network}. {waiting}"
    return f"{status.ssid} is on, but not up yet." if status.is_on else "The table's own Wi-Fi is off."
