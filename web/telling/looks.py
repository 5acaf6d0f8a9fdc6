"""What only one game shows: its rule pages, its practice, its static files. Found by entry point (`cardtable.looks`).

The value of an entry point is a package, whose folder has them:

- `rules.<language>.html`, the rules for people;
- `practice.json`, a game with a stacked deck for one who is new;
- `static/`, what pages load from `/games/<game>/`, such as `parts.mjs`.

All of them may be missing, and so may the entry point.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from jinja2 import BaseLoader, FileSystemLoader, PrefixLoader

GROUP = "cardtable.looks"
_SERVED = frozenset({".css", ".jpg", ".json", ".mjs", ".png", ".svg", ".webp", ".woff2"})


def names() -> list[str]:
    """Name the games that bring looks, in alphabetical order."""
    return sorted(_installed())


@cache  # to load a package is to import it
def folder(game: str) -> Path | None:
    """Find the folder of a game's looks; None if it brings none."""
    point = _installed().get(game)
    return None if point is None else Path(next(iter(point.load().__path__)))


def part(game: str, name: str) -> Path | None:
    """Find a file of a game by its name alone, or None: directly in `static`, and of a kind that pages load."""
    found = folder(game)
    if found is None or Path(name).name != name or Path(name).suffix not in _SERVED:
        return None
    file = found / "static" / name
    return file if file.is_file() else None


def templates() -> BaseLoader:
    """Load the templates of every game under its name, as `<game>/rules.en.html`; each may extend `rules.html`."""
    return PrefixLoader({game: FileSystemLoader(found) for game in names() if (found := folder(game)) is not None})


@cache  # to look is to read files
def _installed() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
