"""What several commands ask: their arguments and options, each said once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from table import languages
from table.settings.places import usual_config

C = TypeVar("C", bound=Callable[..., Any])

FILE = click.Path(path_type=Path)
_GAME = "A game, as `cardtable games` names it."
_CONFIG = "The table.toml that says what is wired where; without it the one in this folder, or the service's."


class _Name(click.ParamType[str]):
    """A name that somebody types: text, whatever bytes a terminal may send."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            value.encode()
        except UnicodeEncodeError:
            self.fail("this is not UTF-8 text", param, ctx)
        return value


NAME = _Name()


def as_json(what: str) -> Callable[[C], C]:
    """Ask whether to print for programs; `what` that is."""
    return click.option("--json", "as_json", is_flag=True, help=what)


def game(usual: str | None = None, *, required: bool = True) -> Callable[[C], C]:
    """Ask for a game; if there is a `usual` one, or it is not `required`, none needs to be named."""
    if usual is None:
        return click.argument("game", required=required, help=_GAME)
    return click.argument("game", default=usual, help=f"{_GAME}  [default: {usual}]")


language = click.option(
    "--lang", "language", default=languages.USUAL, help="The language of its sentences, such as de."
)
database = click.option(
    "--database",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("var/table.db"),
    help="Where games are kept.",
)
config = click.option("--config", type=FILE, default=usual_config, show_default=False, help=_CONFIG)
number = click.option(
    "--games", "number", type=click.IntRange(1, 1_000_000), default=30, help="How many games are played."
)
seed = click.option(
    "--seed", type=click.IntRange(min=0), default=1, help="The seed of the first game; each game adds one."
)
