"""What commands print: JSON by the line, or tables for people."""

import json
from collections.abc import Sequence
from typing import Any

import typer
from rich.console import Console
from rich.table import Table


def line(value: Any) -> None:
    """Print one JSON object on its own line; equal objects give the same bytes."""
    typer.echo(as_line(value))


def as_line(value: Any) -> str:
    """Return a JSON object as it stands on a line."""
    return json.dumps(value, ensure_ascii=False)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
    """Print a table for people."""
    drawn = Table(*headings, title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for row in rows:
        drawn.add_row(*row)
    Console(soft_wrap=False).print(drawn)
