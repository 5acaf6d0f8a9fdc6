"""Pages for anybody: joining, the app on a home screen, rules, help."""

import io
import json
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

import segno
from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request, url_for

from table import games, languages
from table.network.profile import TABLE_NAME
from table.saying import say
from web.access import phones
from web.access.addresses import PAGE, lan_address
from web.context import Table
from web.delivery import ui
from web.delivery.rule_pages import page, preferred
from web.locale import chosen
from web.pages import assets

# -- How phones join: the table's address and QR code, and the first page on its own Wi-Fi

_ANYWHERE = "http://{host}:{port}/"


def joining(emulated: bool) -> Blueprint:
    """Return the routes; the QR code of an emulated table leads to its virtual table, where phones take seats."""
    pages = Blueprint("joining", __name__)

    @pages.get("/join.svg")
    def code() -> Response:
        where = address() or request.host_url
        return Response(_drawn(where + ("virtual" if emulated else "")), mimetype="image/svg+xml")

    @pages.get(PAGE)
    def first() -> str:
        return render_template("wifi.html", address=request.host, name=TABLE_NAME)

    return pages


@lru_cache(maxsize=8)
def _drawn(where: str) -> bytes:
    drawn = io.BytesIO()
    segno.make(where, error="m").save(drawn, kind="svg", scale=8, border=3, dark="#14231e", light="#fffdf6")
    return drawn.getvalue()


def address() -> str | None:
    """Return the table's URL, or None without a network. It has the IP address, as not all phones resolve names."""
    lan = lan_address()
    if lan is None:
        return None
    _, _, port = request.host.partition(":")
    return _ANYWHERE.format(host=lan, port=port or 80)


# -- The table on a phone's home screen: the manifest, and the service worker that shows a page when the table is
# unreachable
#
# The worker caches only that page, the help and their files, all under one version: views of the game always come from
# the table. Browsers run a service worker only in a secure context: https, or this computer itself.

_ROOM = "#0a1613"
_ICONS = {"icons/192.png": ("192x192", "any"), "icons/512.png": ("512x512", "any"),
          "icons/maskable-512.png": ("512x512", "maskable")}  # fmt: skip
_AWAY = "/away"  # the page that the worker shows when the table cannot be reached
_PAGES = (_AWAY, "/help")  # pages without any state of the table
_FILES = ("table.css", "quiet.css", "icon.svg", "vendor/bricolage-grotesque.woff2", "head.mjs")
_MODULES = ("away.mjs", "switches.mjs")  # and their imports
_WORKER = "service_worker.mjs"


def home_screen() -> Blueprint:
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
    """Return the names of the static files that the worker caches."""
    modules = assets.needed(*map(_path, _MODULES))
    return [*_FILES, *(path.removeprefix(_path("")) for path in modules)]


def _path(name: str) -> str:
    return url_for("static", filename=name)


@cache  # the files do not change while the table runs
def _version(folder: Path) -> str:
    """Return a hash of the worker, its page templates, and the files it caches."""
    templates = [folder.parent / "templates" / name for name in ("base.html", "away.html", "help.html")]
    files = [folder / name for name in (*_kept(), _WORKER)] + templates
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).hexdigest()[:16]


# -- The page with the rules of a game


def rules(table: Table) -> Blueprint:
    pages = Blueprint("rules", __name__)
    pages.jinja_loader = ui.templates()

    @pages.get("/rules/<game>")
    def rules(game: str) -> str:
        if game not in games.boxes():
            abort(404, description=say("There is no game {game}.", game=repr(game)))
        language = preferred(game)
        if language is None:
            abort(404, description=say("The rules of {game} are not written down here yet.", game=game))
        return page(table.board.snapshot.game.started, game, language)

    return pages


# -- The help page: whom to ask, and what to do when something goes wrong


def who_to_ask(*, emulated: bool) -> Blueprint:
    """Return the page's route; at an `emulated` table, the page also explains how to play by ear."""
    pages = Blueprint("help", __name__)

    @pages.get("/help")
    def page() -> str:
        return render_template("help.html", emulated=emulated, mine=sorted(phones.seats()))

    return pages
