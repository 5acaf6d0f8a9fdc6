"""How commands print: JSON lines, or tables for people."""

import json
import os
from collections.abc import Sequence
from functools import cache
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import click

from table import languages
from table.languages.language import Language
from table.values import written

_GAP = 2
_NAMED = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first of these that is set counts
_NARROWEST = 20  # a column is never narrower, whatever the terminal


def tell(text: str) -> None:
    """Print a sentence for people, in this terminal's language if the table speaks it."""
    click.echo(here().says(text))


@cache
def here() -> Language:
    """Return the language of this terminal, as its environment names it."""
    named = next((os.environ[name] for name in _NAMED if os.environ.get(name)), "")
    code = named.partition("_")[0].partition(".")[0]
    return languages.find(code if languages.known(code) else languages.USUAL)


def line(value: Any) -> None:
    """Print one JSON object on its own line; equal objects give the same bytes."""
    click.echo(as_line(value))


def as_line(value: Any) -> str:
    """Return a JSON object, or a record, as one line."""
    return json.dumps(value, ensure_ascii=False, default=written)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
    """Print a table for people. The last column takes the remaining width, and wraps."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)][:-1]
    begins = sum(widths) + _GAP * len(widths)
    wide = max(get_terminal_size().columns - begins, _NARROWEST)
    if title is not None:
        click.echo(title)
    for *cells, last in (headings, *rows):
        before = "".join(cell.ljust(width + _GAP) for cell, width in zip(cells, widths, strict=True))
        first, *others = wrap(last, wide) or [""]
        click.echo("\n".join([(before + first).rstrip(), *(" " * begins + line for line in others)]))
