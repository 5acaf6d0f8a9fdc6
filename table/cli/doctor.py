"""`cardtable doctor`: one line for each device of a table: found, or what is wrong and how to fix it."""

import sys
import time
from collections.abc import Iterable
from pathlib import Path

import click

from table.cli.shared import asked, output
from table.settings.model import Settings, load_settings
from table.wiring.sensors import Examined, examine, reach

FAULTY = 1
WATCHED_S = 1.0
PATIENCE_S = 10.0  # for each button that somebody is asked to press
RANGE_S = 60.0


_SECONDS = "How long to watch the buttons, or to poll with --range."


@click.command
@asked.config
@asked.as_json("For programs.")
@click.option("--seconds", type=asked.seconds(600), help=_SECONDS)
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
        output.line({"ok": _all_sound(findings), "devices": findings})
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
