"""What a page needs at once comes as one script and one style sheet: on a slow network each further file is a wait.

A template names files, `together("felt.css", "photo.css")`, and gets the path where they are had as one, with all that
they import. Files are joined as they stand in the tree, when somebody asks for them first. What modules import later
comes joined, too, but for what the page has already: `?but=` names what it began with.
"""

from functools import lru_cache
from os.path import isfile
from pathlib import Path
from posixpath import join

from flask import Blueprint, Flask, Response, abort, current_app, request
from werkzeug.security import safe_join

from web.telling import looks

Paths = tuple[str, ...]

PREFIX = "/together/"
_STATIC, _GAMES = "/static/", "/games/"
_KINDS = {".mjs": "text/javascript", ".css": "text/css"}
_MOST_FILES = 24  # that one page names
_MOST_KEPT = 32  # more than people open in an evening; whoever asks for all that there could be fills no memory
_AS_LONG_AS_IT_IS_NEW = "no-cache"  # a browser asks whether it has changed


def announce(app: Flask) -> None:
    """Let templates name files that come together."""
    app.jinja_env.globals["together"] = together


def together(*paths: str) -> str:
    """Return the path where files are had as one.

    >>> together("felt.css", "/games/whist/looks.css")
    '/together/static/felt.css,games/whist/looks.css'
    """
    return PREFIX + ",".join(join(_STATIC, path).removeprefix("/") for path in paths)


def blueprint() -> Blueprint:
    """Return the route."""
    routes = Blueprint("together", __name__)

    @routes.get(f"{PREFIX}<path:names>")
    def files(names: str) -> Response:
        paths = _paths(names)
        kinds = {Path(path).suffix for path in paths}
        kind = _KINDS.get(kinds.pop()) if len(kinds) == 1 else None
        static = Path(str(current_app.static_folder))
        if kind is None or len(paths) > _MOST_FILES or not all(_file(static, path) for path in paths):
            abort(404)
        but = _paths(request.args.get("but", ""))[:_MOST_FILES]
        response = Response(_joined(static, kind, paths, but), mimetype=kind)
        response.headers["Cache-Control"] = _AS_LONG_AS_IT_IS_NEW
        response.add_etag()
        response.make_conditional(request)
        return response

    return routes


def _paths(names: str) -> Paths:
    return tuple(f"/{name}" for name in names.split(",") if name)


class _Joined:
    """Files as one, and when each of them was changed last."""

    def __init__(self, static: Path, kind: str, paths: Paths, but: Paths) -> None:
        from web.pages.together import joined  # once somebody opens a page

        self._static = static
        self._changed: dict[Path, int] = {}
        if kind == _KINDS[".css"]:
            self.text = joined.sheet(paths, self._read)
        else:
            self.text = joined.script(paths, self._read, but=but)

    def _read(self, path: str) -> str | None:
        file = _file(self._static, path)
        if file is None:
            return None
        self._changed[file] = file.stat().st_mtime_ns
        return file.read_text(encoding="utf-8")

    @property
    def is_old(self) -> bool:
        """Whether a file has changed meanwhile, as while somebody works on a page."""
        return any(not file.exists() or file.stat().st_mtime_ns != at for file, at in self._changed.items())


_kept = lru_cache(maxsize=_MOST_KEPT)(_Joined)


def _joined(static: Path, kind: str, paths: Paths, but: Paths) -> str:
    if _kept(static, kind, paths, but).is_old:
        _kept.cache_clear()
    return _kept(static, kind, paths, but).text


def _file(static: Path, path: str) -> Path | None:
    """Return the file at a path, if there is one that pages load."""
    if path.startswith(_GAMES):
        game, _, name = path.removeprefix(_GAMES).partition("/")
        return looks.part(game, name)
    file = safe_join(f"{static}", path.removeprefix(_STATIC)) if path.startswith(_STATIC) else None
    return Path(file) if file is not None and isfile(file) else None  # noqa: PTH113 - also of names too long
