"""The table on a phone's home screen: the manifest, and the worker that shows a page without a network.

The worker keeps the files of that page, by their version, and nothing else: a picture of the table comes from the table
or not at all. Browsers run it only where they trust the address: https, or this machine itself.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, render_template, url_for

from table import languages
from table.saying import say
from web.locale.negotiation import chosen
from web.pages import assets

_ROOM = "#0a1613"
_ICONS = {"icons/192.png": ("192x192", "any"), "icons/512.png": ("512x512", "any"),
          "icons/maskable-512.png": ("512x512", "maskable")}  # fmt: skip
_AWAY = "/away"  # the page for when the table is not to be reached
_PAGES = (_AWAY, "/help")  # they hold nothing of the table
_FILES = ("table.css", "quiet.css", "icon.svg", "vendor/bricolage-grotesque.woff2", "head.mjs")
_MODULES = ("away.mjs", "switches.mjs")  # with all that they import
_WORKER = "service_worker.mjs"


def blueprint() -> Blueprint:
    pages = Blueprint("home_screen", __name__)

    @pages.get("/manifest.webmanifest")
    def manifest() -> Response:
        answer = jsonify(_manifest())
        answer.mimetype = "application/manifest+json"
        return answer

    @pages.get("/service-worker.js")
    def worker() -> Response:
        folder = Path(str(current_app.static_folder))
        code = chosen().code
        words = [] if code == languages.USUAL else [url_for("words.words", code=code)]
        files = [*_PAGES, *map(_path, _kept()), *words]
        kept = {"name": f"cardtable {_version(folder)} {code}", "files": files, "away": _AWAY}
        script = f"self.kept = {json.dumps(kept)};\n{(folder / _WORKER).read_text()}"
        return Response(script, mimetype="text/javascript")

    @pages.get(_AWAY)
    def away() -> str:
        return render_template("away.html")

    return pages


def _manifest() -> dict[str, object]:
    icons = [
        {"src": _path(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, (sizes, purpose) in _ICONS.items()
    ]
    return {
        "id": "/",
        "name": say("Card table"),
        "short_name": say("Card table"),
        "description": say("A table that referees card games played with real cards."),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _ROOM,
        "theme_color": _ROOM,
        "icons": icons,
    }


def _kept() -> list[str]:
    """Return the names of the static files that the worker keeps."""
    modules = assets.needed(*map(_path, _MODULES))
    return [*_FILES, *(path.removeprefix(_path("")) for path in modules)]


def _path(name: str) -> str:
    return url_for("static", filename=name)


@cache  # the files stay as they are while the table runs
def _version(folder: Path) -> str:
    """Return what changes whenever a file does that the worker keeps, or the worker, or a page."""
    templates = [folder.parent / "templates" / name for name in ("base.html", "away.html", "help.html")]
    files = [folder / name for name in (*_kept(), _WORKER)] + templates
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).hexdigest()[:16]
