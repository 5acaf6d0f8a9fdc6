"""`cardtable replay`: prints the events that follow from a table script, or the last picture, for one audience."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from table.cli import output
from table.complaints import BadInput
from table.games.game import SEALED
from table.judging import script, session


def replay(
    path: Annotated[Path, typer.Argument(metavar="SCRIPT", help="Facts, one JSON object a line.")],
    audience: Annotated[str, typer.Option(help="Whose events: public, seat:N, host or sealed (all).")] = SEALED,
    view: Annotated[
        str | None, typer.Option(help="Print the last picture of the table instead: public, seat:N or host.")
    ] = None,
) -> None:
    """Print the events that follow from a table script, one JSON object a line."""
    played, lines = script.play(path)
    if view is not None:
        _check("view", view, [name for name in played.audiences if name != SEALED])
        output.line(played.view(view))
        return
    _check("audience", audience, played.audiences)
    for line in lines:
        if line.audience == audience:
            output.line(session.dump(line))


def _check(option: str, name: str, known: Sequence[str]) -> None:
    if name not in known:
        raise BadInput(f"--{option}: expected one of {', '.join(known)}, not {name!r}")
