"""Pages for anybody: joining, the icon on a home screen, rules, help."""

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

# -- How phones join: the table's address and QR code, and the first page in its own Wi-Fi

_ANYWHERE = "http://{host}:{port}/"


def joining(emulated: bool) -> Blueprint:
    """Return the routes; at an emulated table phones come to take a seat."""
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
    """Return the table's address as a number, because not all phones resolve names; None without a network."""
    lan = lan_address()
    if lan is None:
        return None
    _, _, port = request.host.partition(":")
    return _ANYWHERE.format(host=lan, port=port or 80)


# -- The table on a phone's home screen: the manifest, and the worker that shows a page without a network
#
# The worker keeps the files of that page, by their version, and nothing else: a picture of the table comes from the
# table or not at all. Browsers run it only where they trust the address: https, or this machine itself.

_ROOM = "#0a1613"
_ICONS = {"icons/192.png": ("192x192", "any"), "icons/512.png": ("512x512", "any"),
          "icons/maskable-512.png": ("512x512", "maskable")}  # fmt: skip
_AWAY = "/away"  # the page for when the table is not to be reached
_PAGES = (_AWAY, "/help")  # they hold nothing of the table
_FILES = ("table.css", "quiet.css", "icon.svg", "vendor/bricolage-grotesque.woff2", "head.mjs")
_MODULES = ("away.mjs", "switches.mjs")  # with all that they import
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
    """Return the page; at an emulated table a phone can play by ear."""
    pages = Blueprint("help", __name__)

    @pages.get("/help")
    def page() -> str:
        return render_template("help.html", emulated=emulated, mine=sorted(phones.seats()))

    return pages
