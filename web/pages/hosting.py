"""Pages for the host: decisions, the set-up of a wired table, and a table that does not start."""

from flask import Blueprint, Flask, Response, abort, render_template, request

from table.games.game import HOST, PUBLIC
from table.saying import say
from table.values import replace
from web.access import phones
from web.api.joining import NOBODY as NO_NETWORK
from web.api.joining import state_of as state_of_network
from web.api.recovery import state_of as state_of_recovery
from web.api.setting_up import NOBODY
from web.api.setting_up import state_of as state_of_setup
from web.context import Recovery, Table
from web.delivery.shown import shown
from web.pages import results

# -- The host's page: becoming host, what to decide now, a new game, and the health of the hardware


def host(table: Table) -> Blueprint:
    """Return the page's route. A phone that is not host yet gets the public view."""
    pages = Blueprint("host", __name__)

    @pages.get("/host")
    def host() -> str:
        is_host = phones.host()
        return render_template(
            "host.html",
            picture=shown(table.board.snapshot, HOST if is_host else PUBLIC),
            me={"host": is_host, "seats": sorted(phones.seats()), "held": sorted(phones.holders())},
            setting={
                "emulated": table.people is not None,
                "counted": results.counted(),
                "sets_up": table.setup is not None,
                "joins": table.home_wifi is not None and table.home_wifi.is_there,
            },
        )

    return pages


# -- The page that sets up a wired table; until then all other pages lead there

_OPEN_IN_SETUP = (
    "/setup", "/static/", "/api/v1/setup", "/api/v1/host", "/api/v1/me", "/help", "/health",
    "/manifest.webmanifest", "/service-worker.js", "/network", "/api/v1/network",
)  # fmt: skip


def setting_up(table: Table) -> Blueprint:
    pages = Blueprint("setup", __name__)

    @pages.get("/setup")
    def page() -> str:
        is_host = phones.host()
        shown = state_of_setup(table)
        if not is_host:  # everybody may know why the table cannot be opened
            shown = replace(NOBODY, state="stranger", why=shown.why if shown.alone else "")
        return render_template("setup.html", shown=shown, me={"host": is_host})

    return pages


# -- The page for joining the home Wi-Fi: the first page on the table's own Wi-Fi while the table is not set up


def joining_home(table: Table) -> Blueprint:
    pages = Blueprint("network", __name__)

    @pages.get("/network")
    def page() -> str:
        is_host = phones.host()
        shown = state_of_network(table) if is_host else replace(NO_NETWORK, state="stranger")
        setup = table.setup
        then = "/setup" if setup is not None and (setup.alone or setup.invites) else "/"
        return render_template("network.html", shown=shown, me={"host": is_host}, then=then)

    return pages


def lead_to_setup(app: Flask, table: Table) -> None:
    """Redirect the start page to `/network` or `/setup` until the table is set up; all pages if no game can run."""

    @app.before_request
    def lead() -> Response | None:
        setup = table.setup
        if setup is None:
            return None
        if setup.alone and not request.path.startswith(_OPEN_IN_SETUP):
            return _elsewhere()
        if request.path == "/" and setup.invites and "play" not in request.args:
            return _there("/network" if _joins_first(table) else "/setup")
        return None


def _joins_first(table: Table) -> bool:
    """Return whether this phone is on the table's own Wi-Fi, and nobody has decided to keep the table on it."""
    return table.home_wifi is not None and table.home_wifi.invites(request.remote_addr)


def _elsewhere() -> Response:
    if request.path.startswith("/api/") or request.method != "GET":
        abort(503, description=say("The table is being set up."))
    return _there("/setup")


def _there(path: str) -> Response:
    return Response(status=302, headers={"Location": path})


# -- The page of a table that does not start; all other pages lead there

PAGE = "/recovery"
_OPEN_IN_RECOVERY = frozenset({PAGE, "/api/v1/recovery", "/health"})
_LOGIN = ("POST", "/api/v1/host")
_PARTS = ("/static/", "/words/")


def recovery(recovery: Recovery | None) -> Blueprint:
    """Return the page's route; once the table has started, it redirects to the start page."""
    pages = Blueprint("recovery_page", __name__)

    @pages.get(PAGE)
    def page() -> str | Response:
        if recovery is None:
            return _to("/")
        return render_template("recovery.html", shown=state_of_recovery(recovery), me={"host": phones.host()})

    return pages


def lead_to_recovery(app: Flask) -> None:
    """Redirect all pages to the recovery page; requests to the API get 503."""

    @app.before_request
    def lead() -> Response | None:
        is_login = (request.method, request.path) == _LOGIN
        if is_login or request.path in _OPEN_IN_RECOVERY or request.path.startswith(_PARTS):
            return None
        if request.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
            abort(503, description=say("The table has not come up: its host is asked what to do, at /recovery."))
        return _to(PAGE)


def _to(path: str) -> Response:
    return Response(status=303, headers={"Location": path})
