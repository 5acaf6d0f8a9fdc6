"""The files that a page loads: style sheets, and modules with all their imports; there is no bundler.

A browser learns a module's imports only when the module has arrived, so on a slow network each level of imports is
another wait. Therefore a page preloads all of them. `imports.json` lists the imports of each module; `make modules`
rewrites it. An application with modules of its own also has such a file.
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
_FILES = "MODULE_IMPORTS"  # a key of an application's configuration
_STATIC = "/static/"
_SHEET = Markup('<link rel="stylesheet" href="{}">\n')
_SOON = Markup('<link rel="modulepreload" href="{}">\n')
_BEGINS = Markup('<script type="module" src="{}"></script>\n')


def announce(app: Flask, *more: Path) -> None:
    """Provide templates with functions that link files; `more` are the import lists of an application's own modules."""
    app.config[_FILES] = (IMPORTS, *more)
    app.jinja_env.globals.update(styles=styles, modules=modules, ui_of=ui.soon)


def styles(*names: str) -> Markup:
    """Return the tags that link style sheets. Of two CSS rules with the same specificity, the later one wins.

    >>> print(styles("felt.css", "/games/whist/ui.css"), end="")
    <link rel="stylesheet" href="/static/felt.css">
    <link rel="stylesheet" href="/games/whist/ui.css">
    """
    return Markup().join(_SHEET.format(path) for path in _paths(names))


def modules(*names: str, soon: Iterable[str] = ()) -> Markup:
    """Return the tags that start modules and preload all their imports; modules in `soon` are only preloaded."""
    begins = _paths(names)
    links = [_SOON.format(path) for path in needed(*begins, *_paths(soon))]  # `names` too: scripts come after all links
    return Markup().join([*reversed(links), *map(_BEGINS.format, begins)])


def needed(*paths: str) -> Sequence[str]:
    """Return the paths of modules and of everything that they import, directly or indirectly, without duplicates."""
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
    """Return the imports of each module, by path; modules without imports, or of other packages, may be missing."""
    known: dict[str, Sequence[str]] = {}
    for file in files or (IMPORTS,):
        known |= json.loads(file.read_text(encoding="utf-8"))
    return known


def _paths(names: Iterable[str]) -> Sequence[str]:
    return tuple(join(_STATIC, name) for name in names)
