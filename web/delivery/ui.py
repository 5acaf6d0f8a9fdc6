"""The front ends of games: rule pages, practice, static files; found through entry points (`cardtable.ui`).

The value of an entry point is a package whose folder may contain:

- `rules.<language>.html`, the rule page in one language;
- `practice.json`, a game with a stacked deck for beginners;
- `static/`, files that pages load from `/games/<game>/`, such as `parts.mjs`.

A game without an entry point has no front end.
"""

from os.path import isfile
from pathlib import Path

from jinja2 import BaseLoader, FileSystemLoader, PrefixLoader

from table.packages import UI

_SERVED = frozenset({".css", ".jpg", ".json", ".mjs", ".png", ".svg", ".webp", ".woff2"})


def names() -> list[str]:
    """Return the games that have a front end, in alphabetical order."""
    return UI.names()


def folder(game: str) -> Path | None:
    """Return the folder of a game's front end, or None if the game has no front end, or a broken one."""
    return Path(next(iter(UI.load(game).__path__))) if game in names() else None


def part(game: str, name: str) -> Path | None:
    """Return a game's file by name, or None if it is not directly in `static` or not of a type that pages load."""
    found = folder(game)
    if found is None or Path(name).name != name or Path(name).suffix not in _SERVED:
        return None
    file = found / "static" / name
    return file if isfile(file) else None  # noqa: PTH113 - a name may be too long for any file


def emblem(game: str) -> Path | None:
    """Return a game's own emblem, `emblem.webp` or `emblem.svg`, or None if it has neither."""
    return part(game, "emblem.webp") or part(game, "emblem.svg")


def soon(game: object) -> dict[str, list[str]]:
    """Return the paths of the modules and style sheets that draw a game."""
    names = {"modules": "parts.mjs", "styles": "ui.css"}
    return {kind: [f"/games/{game}/{name}"] if part(f"{game}", name) else [] for kind, name in names.items()}


def templates() -> BaseLoader:
    """Return a loader for the templates of all games, as `<game>/rules.en.html`; they may extend `rules.html`."""
    return PrefixLoader({game: FileSystemLoader(found) for game in names() if (found := folder(game)) is not None})
