"""Which modules a page needs before it can draw: a browser that is told at once asks for all of them at once.

Otherwise it reads each module before it knows the next ones, and on a slow network each such step is a round trip.
What a module imports is read from the file itself, as it stands; what is imported later, when it is needed, does not
count.
"""

import re
from functools import cache
from pathlib import Path
from posixpath import join, normpath

from flask import Flask, current_app

from web.telling import looks

_IMPORT = re.compile(r"""(?:^|[;}])\s*(?:import|export)\b[^;"'()]*?["']([./][^"']+\.mjs)["']""", re.MULTILINE)
_GAMES = "/games/"


def announce(app: Flask) -> None:
    """Let templates name the modules of a page: `modules("/static/scoreboard.mjs")`."""
    app.jinja_env.globals["modules"] = modules


def modules(*paths: str) -> list[str]:
    """Return the paths of modules and of all that they import, the first ones first; what is not there is left out."""
    return [*_imported(Path(str(current_app.static_folder)), paths)]


@cache  # the files stay as they are while the table runs
def _imported(static: Path, paths: tuple[str, ...]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    waiting = [*paths]
    while waiting:
        path = waiting.pop(0)
        file = None if path in found else _file(static, path)
        if file is not None:
            found[path] = None
            waiting += [normpath(join(path, "..", name)) for name in _IMPORT.findall(file.read_text())]
    return tuple(found)


def _file(static: Path, path: str) -> Path | None:
    """Return the file at a path, if there is one."""
    if path.startswith(_GAMES):
        game, _, name = path.removeprefix(_GAMES).partition("/")
        return looks.part(game, name)
    file = static.parent / path.lstrip("/")
    return file if file.is_file() else None
