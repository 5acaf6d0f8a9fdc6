"""What only one game shows: its rule pages, its practice, its static files. Found by entry point (`cardtable.looks`).

The value of an entry point is a package, whose folder has them:

- `rules.<language>.html`, the rules for people;
- `practice.json`, a game with a stacked deck for beginners;
- `static/`, what pages load from `/games/<game>/`, such as `parts.mjs`.

All of them may be missing, and so may the entry point.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from os.path import isfile
from pathlib import Path

from jinja2 import BaseLoader, FileSystemLoader, PrefixLoader

GROUP = "cardtable.looks"
_SERVED = frozenset({".css", ".jpg", ".json", ".mjs", ".png", ".svg", ".webp", ".woff2"})


def names() -> list[str]:
    """Return the games that have looks, in alphabetical order."""
    return sorted(_installed())


@cache  # loading a package means importing it
def folder(game: str) -> Path | None:
    """Return the folder of a game's looks; None if it has none."""
    point = _installed().get(game)
    return None if point is None else Path(next(iter(point.load().__path__)))


def part(game: str, name: str) -> Path | None:
    """Return a game's file by name, or None: it must lie directly in `static` and be of a type that pages load."""
    found = folder(game)
    if found is None or Path(name).name != name or Path(name).suffix not in _SERVED:
        return None
    file = found / "static" / name
    return file if isfile(file) else None  # noqa: PTH113 - a name may be too long for any file


def templates() -> BaseLoader:
    """Return a loader of every game's templates, as `<game>/rules.en.html`; each may extend `rules.html`."""
    return PrefixLoader({game: FileSystemLoader(found) for game in names() if (found := folder(game)) is not None})


@cache  # finding looks reads files
def _installed() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
