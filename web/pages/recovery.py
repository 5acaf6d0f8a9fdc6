"""The page of a table that does not start; all other pages lead there."""

from flask import Blueprint, Flask, Response, abort, render_template, request

from table.saying import say
from web.access import phones
from web.api.recovery import state_of
from web.context import Recovery

PAGE = "/recovery"
_OPEN = frozenset({PAGE, "/api/v1/recovery", "/api/v1/host", "/health"})
_PARTS = ("/static/", "/words/")


def blueprint(recovery: Recovery | None) -> Blueprint:
    """Return the page; once the table has come up, it leads to the start page."""
    pages = Blueprint("recovery_page", __name__)

    @pages.get(PAGE)
    def page() -> str | Response:
        if recovery is None:
            return _to("/")
        return render_template("recovery.html", shown=state_of(recovery), me={"host": phones.host()})

    return pages


def lead_there(app: Flask) -> None:
    """Redirect all pages there; programs get 503."""

    @app.before_request
    def lead() -> Response | None:
        if request.path in _OPEN or request.path.startswith(_PARTS):
            return None
        if request.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
            abort(503, description=say("The table has not come up: its host is asked what to do, at /recovery."))
        return _to(PAGE)


def _to(path: str) -> Response:
    return Response(status=303, headers={"Location": path})
