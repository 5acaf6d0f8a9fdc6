"""The files that a page loads: style sheets and modules with all their imports, as they are in the tree.

A browser finds a module's imports only once the module has arrived, and on a slow network each step is a wait. So a
page names all of them. `imports.json` lists each module's imports; `make modules` rewrites it. An application with its
own modules has such a file, too.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from posixpath import join

from flask import Flask, current_app, has_app_context
from markupsafe import Markup

from web.delivery import ui

IMPORTS = Path(__file__).parent / "imports.json"
_FILES = "MODULE_IMPORTS"  # in an application's configuration
_STATIC = "/static/"
_SHEET = Markup('<link rel="stylesheet" href="{}">\n')
_SOON = Markup('<link rel="modulepreload" href="{}">\n')
_BEGINS = Markup('<script type="module" src="{}"></script>\n')


def announce(app: Flask, *more: Path) -> None:
    """Let templates link what pages load; `more` files say what an application's own modules import."""
    app.config[_FILES] = (IMPORTS, *more)
    app.jinja_env.globals.update(styles=styles, modules=modules, ui_of=ui.soon)


def styles(*names: str) -> Markup:
    """Link style sheets. Of two rules that weigh the same the later one wins.

    >>> print(styles("felt.css", "/games/whist/ui.css"), end="")
    <link rel="stylesheet" href="/static/felt.css">
    <link rel="stylesheet" href="/games/whist/ui.css">
    """
    return Markup().join(_SHEET.format(path) for path in _paths(names))


def modules(*names: str, soon: Iterable[str] = ()) -> Markup:
    """Return the tags that load modules and all their imports; those wanted `soon` are fetched and start later."""
    begins = _paths(names)
    links = [_SOON.format(path) for path in needed(*begins, *_paths(soon))]  # also of those: a script alone comes last
    return Markup().join([*reversed(links), *map(_BEGINS.format, begins)])


def needed(*paths: str) -> Sequence[str]:
    """Return modules with all that they import, each once, by the paths where browsers find them."""
    known = imports(*current_app.config[_FILES]) if has_app_context() else imports()
    found: dict[str, None] = {}
    waiting = [*paths]
    while waiting:
        path = waiting.pop(0)
        if path not in found:
            found[path] = None
            waiting += known.get(path, ())
    return tuple(found)


@cache
def imports(*files: Path) -> Mapping[str, Sequence[str]]:
    """Return what each module imports, by path; one that is missing there imports nothing, or is not ours."""
    known: dict[str, Sequence[str]] = {}
    for file in files or (IMPORTS,):
        known |= json.loads(file.read_text(encoding="utf-8"))
    return known


def _paths(names: Iterable[str]) -> Sequence[str]:
    return tuple(join(_STATIC, name) for name in names)
