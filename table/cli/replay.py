"""`cardtable replay`: prints the events that follow from a table script, or the last snapshot, for one audience.

For a report, standard error says what was reproduced.
"""

from collections.abc import Sequence
from pathlib import Path

import click

from table import languages
from table.cli.shared import asked, output
from table.complaints import BadInput
from table.games.game import SEALED
from table.judging import script, session
from table.values import written


@click.command
@click.argument("path", type=asked.FILE, metavar="SCRIPT", help="Facts, one JSON object a line; or a report.")
@click.option("--audience", default=SEALED, help="Whose events: public, seat:N, host or sealed (all).")
@click.option("--view", help="Print the last picture of the table instead: public, seat:N or host.")
@asked.language
def replay(path: Path, audience: str, view: str | None, language: str) -> None:
    """Print the events that follow from a table script, one JSON object a line."""
    spoken = languages.find(language, "--lang")
    if script.is_packed(path):
        _tell_again(path)
    played, lines = script.play(path)
    if view is not None:
        _check("view", view, [name for name in played.audiences if name != SEALED])
        output.line(spoken.of(written(played.view(view))))
        return
    _check("audience", audience, played.audiences)
    for line in lines:
        if line.audience == audience:
            output.line(spoken.of(session.dump(line)))


def _tell_again(path: Path) -> None:
    """Print to standard error whether replaying a report gives the same events, and what still fails."""
    from table.reporting import reproducing

    report = reproducing.read(path)
    if not report.has_game:
        raise BadInput(f"{path}: there is no game in this report, only the log of its table")
    where = reproducing.differs(report)
    click.echo("as it was told" if where is None else f"not as it was told: {where}", err=True)
    for then, now in reproducing.judged_again(report):
        click.echo(f"could not be judged: {then}; now: {now or 'it can'}", err=True)


def _check(option: str, name: str, known: Sequence[str]) -> None:
    if name not in known:
        raise BadInput(f"--{option}: expected one of {', '.join(known)}, not {name!r}")
