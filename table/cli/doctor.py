"""`cardtable doctor`: one line for each device of a table: found, or what is wrong and what cures it."""

import sys
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from table.cli import output
from table.cli.playing.run import Config
from table.settings.model import load_settings
from table.wiring.sensors import examine

FAULTY = 1


def doctor(
    config: Config,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    seconds: Annotated[float, typer.Option(min=0, max=600, help="How long to watch the buttons.")] = 1.0,
) -> None:
    """Check every reader, button and light: what is wrong with it, and what cures that."""
    setup = load_settings(config)
    if setup.buttons and sys.stdin.isatty():
        typer.echo(f"Press every button once while they are watched ({seconds:g} s).", err=True)
    findings = []
    for finding in examine(setup, watch_s=seconds):
        findings.append(finding)
        if not as_json:
            typer.echo(_say(finding))
    if as_json:
        output.line({"ok": _all_sound(findings), "devices": findings})
    if not _all_sound(findings):
        raise typer.Exit(FAULTY)


def _all_sound(findings: Iterable[dict[str, Any]]) -> bool:
    return all(finding["ok"] for finding in findings)


def _say(finding: dict[str, Any]) -> str:
    found = f": {finding['found']}" if finding["found"] else ""
    if finding["ok"]:
        return f"ok     {finding['what']}{found}"
    return f"FAULT  {finding['what']}{found}: {finding['fault']}. Cure: {finding['cure']}."
