"""Arguments and options that several commands share, each defined once."""

import errno
import math
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from table import languages
from table.complaints import BadInput
from table.files import wrong_with_path
from table.privileges import as_owner
from table.settings.places import usual_config

C = TypeVar("C", bound=Callable[..., Any])


class _Path(click.Path):
    """A possible file name. A `database`, if it exists, is a file, and others lie beside it."""

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
            found = os.stat(value).st_mode  # noqa: PTH116 - it may be no path at all
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENAMETOOLONG):
                raise BadInput(f"{os.fspath(value)}: {error.strerror}") from None
        else:
            if self._database and not (stat.S_ISREG(found) or stat.S_ISDIR(found)):
                raise BadInput(f"{os.fspath(value)}: cannot be opened: this is no file")
        return super().convert(value, param, ctx)


FILE = _Path()
DATABASE = _Path(database=True)
_GAME = "A game, as `cardtable games` names it."
_CONFIG = "The table.toml that says what is wired where; without it the one in this folder, or the service's."


class _Name(click.ParamType[str]):
    """A typed name: text, whatever bytes a terminal sends."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            value.encode()
        except UnicodeEncodeError:
            self.fail("this is not UTF-8 text", param, ctx)
        return value


NAME = _Name()


class _Seconds(click.FloatRange):
    """A time, never NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found: float = super().convert(value, param, ctx)
        if math.isnan(found):  # no comparison rejects it
            self.fail(f"{found} is not in the range {self._describe_range()}.", param, ctx)
        return found


def seconds(most: float) -> click.FloatRange:
    """Accept a time from 0 to a number of seconds."""
    return _Seconds(0, most)


def as_json(what: str) -> Callable[[C], C]:
    """Return the option that prints JSON for programs; `what` is its help text."""
    return click.option("--json", "as_json", is_flag=True, help=what)


def game(usual: str | None = None, *, required: bool = True) -> Callable[[C], C]:
    """Ask for a game; if there is a `usual` one, or it is not `required`, none needs to be named."""
    if usual is None:
        return click.argument("game", required=required, help=_GAME)
    return click.argument("game", default=usual, help=f"{_GAME}  [default: {usual}]")


def works_as_owner(database: Path) -> None:
    """Make root work as the owner of the games' folder until this command ends."""
    click.get_current_context().with_resource(as_owner(database))


def _owned(_: click.Context, __: click.Parameter, database: Path) -> Path:
    works_as_owner(database)
    return database


language = click.option(
    "--lang", "language", default=languages.USUAL, help="The language of its sentences, such as de."
)
database = click.option(
    "--database",
    type=DATABASE,
    default=Path("var/table.db"),
    callback=_owned,
    help="Where games are kept.",
)
config = click.option("--config", type=FILE, default=usual_config, show_default=False, help=_CONFIG)
number = click.option(
    "--games", "number", type=click.IntRange(1, 1_000_000), default=30, help="How many games are played."
)
seed = click.option(
    "--seed", type=click.IntRange(min=0), default=1, help="The seed of the first game; each game adds one."
)
