"""The page that sets up a wired table; until then all other pages lead there."""

from flask import Blueprint, Flask, Response, abort, render_template, request

from table.saying import say
from table.values import replace
from web.access import phones
from web.api.setting_up import NOBODY, state_of
from web.context import Table

_OPEN = (
    "/setup", "/static/", "/api/v1/setup", "/api/v1/host", "/api/v1/me", "/help", "/health",
    "/manifest.webmanifest", "/service-worker.js",
)  # fmt: skip


def blueprint(table: Table) -> Blueprint:
    pages = Blueprint("setup", __name__)

    @pages.get("/setup")
    def page() -> str:
        is_host = phones.host()
        shown = state_of(table)
        if not is_host:  # why the table cannot be opened may everybody know
            shown = replace(NOBODY, state="stranger", why=shown.why if shown.alone else "")
        return render_template("setup.html", shown=shown, me={"host": is_host})

    return pages


def lead_there(app: Flask, table: Table) -> None:
    """Redirect pages to the set-up: the start page of a table that is not set up yet, or all pages."""

    @app.before_request
    def lead() -> Response | None:
        setup = table.setup
        if setup is None:
            return None
        if setup.alone and not request.path.startswith(_OPEN):
            return _elsewhere()
        if request.path == "/" and setup.invites and "play" not in request.args:
            return _there()
        return None


def _elsewhere() -> Response:
    if request.path.startswith("/api/") or request.method != "GET":
        abort(503, description=say("The table is being set up."))
    return _there()


def _there() -> Response:
    return Response(status=302, headers={"Location": "/setup"})
