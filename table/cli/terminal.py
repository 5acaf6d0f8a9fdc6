"""Arguments, options and output shared by the commands. This module defines no command."""

import errno
import json
import math
import os
import stat
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, TypeVar

import click

from table import languages
from table.complaints import BadInput
from table.files import wrong_with_path
from table.languages.language import Language
from table.privileges import as_owner
from table.settings.places import usual_config
from table.values import to_json

# -- Arguments and options shared by several commands, each defined once

C = TypeVar("C", bound=Callable[..., Any])


class _Path(click.Path):
    """The parameter type for file names. A `database` must be a file, if it exists; its name must allow suffixes."""

    def __init__(self, *, database: bool = False) -> None:
        super().__init__(dir_okay=not database, path_type=Path)
        self._database = database

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        try:
            os.fspath(value).encode()
        except UnicodeEncodeError:
            raise BadInput(f"{os.fspath(value)!a}: a file name has to be UTF-8 text") from None
        if self._database and (why := wrong_with_path(os.fspath(value))):
            raise BadInput(f"--database: {why}")
        try:
            found = os.stat(value).st_mode  # noqa: PTH116 - the value may not be a valid path
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENAMETOOLONG):
                raise BadInput(f"{os.fspath(value)}: {error.strerror}") from None
        else:
            if self._database and not (stat.S_ISREG(found) or stat.S_ISDIR(found)):
                raise BadInput(f"{os.fspath(value)}: cannot be opened: this is no file")
        return super().convert(value, param, ctx)


FILE = _Path()
DATABASE = _Path(database=True)
_GAME = "Name of a game, as in `cardtable games`."
_CONFIG = "The table.toml that describes the wiring; by default the one in this folder, or else the service's."


class _Name(click.ParamType[str]):
    """The parameter type for a person's name: valid text, even if the terminal sends other bytes."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            value.encode()
        except UnicodeEncodeError:
            self.fail("this is not UTF-8 text", param, ctx)
        return value


NAME = _Name()


class _Seconds(click.FloatRange):
    """The parameter type for a time in seconds, which is never NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found: float = super().convert(value, param, ctx)
        if math.isnan(found):  # comparisons never reject it
            self.fail(f"{found} is not in the range {self._describe_range()}.", param, ctx)
        return found


def seconds(most: float) -> click.FloatRange:
    """Return the parameter type for a time from 0 to `most` seconds."""
    return _Seconds(0, most)


def as_json(what: str) -> Callable[[C], C]:
    """Return the option that prints JSON for programs; `what` is its help text."""
    return click.option("--json", "as_json", is_flag=True, help=what)


def game(usual: str | None = None, *, required: bool = True) -> Callable[[C], C]:
    """Return the argument that names a game; it is optional if it has a `usual` value or is not `required`."""
    if usual is None:
        return click.argument("game", required=required, help=_GAME)
    return click.argument("game", default=usual, help=f"{_GAME}  [default: {usual}]")


def works_as_owner(database: Path) -> None:
    """If root runs this command, work as the owner of the database's folder until the command ends."""
    click.get_current_context().with_resource(as_owner(database))


def _owned(_: click.Context, __: click.Parameter, database: Path) -> Path:
    works_as_owner(database)
    return database


language = click.option("--lang", "language", default=languages.USUAL, help="Language of the sentences, such as de.")
database = click.option(
    "--database",
    type=DATABASE,
    default=Path("var/table.db"),
    callback=_owned,
    help="The database that stores the games.",
)
config = click.option("--config", type=FILE, default=usual_config, show_default=False, help=_CONFIG)
number = click.option(
    "--games", "number", type=click.IntRange(1, 1_000_000), default=30, help="Number of games to play."
)
seed = click.option(
    "--seed", type=click.IntRange(min=0), default=1, help="Seed of the first game; each further game adds one."
)


# -- Output of commands: JSON lines, or tables for people

_GAP = 2
_NAMED = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set wins
_NARROWEST = 20  # the last column is never narrower, even on a narrow terminal


def tell(text: str) -> None:
    """Print a sentence, in this terminal's language if the table speaks it."""
    click.echo(here().says(text))


@cache
def here() -> Language:
    """Return the language named by this terminal's environment, or the usual one if that is unknown."""
    named = next((os.environ[name] for name in _NAMED if os.environ.get(name)), "")
    code = named.partition("_")[0].partition(".")[0]
    return languages.find(code if languages.known(code) else languages.USUAL)


def line(value: Any) -> None:
    """Print one JSON object on its own line."""
    click.echo(as_line(value))


def as_line(value: Any) -> str:
    """Return a JSON object, or a record, as one line."""
    return json.dumps(value, ensure_ascii=False, default=to_json)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], title: str | None = None) -> None:
    """Print rows as a table. The last column takes the remaining width, and wraps."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)][:-1]
    begins = sum(widths) + _GAP * len(widths)
    wide = max(get_terminal_size().columns - begins, _NARROWEST)
    if title is not None:
        click.echo(title)
    for *cells, last in (headings, *rows):
        before = "".join(cell.ljust(width + _GAP) for cell, width in zip(cells, widths, strict=True))
        first, *others = wrap(last, wide) or [""]
        click.echo("\n".join([(before + first).rstrip(), *(" " * begins + line for line in others)]))
