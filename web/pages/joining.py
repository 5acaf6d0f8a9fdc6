"""How phones join: the table's address and QR code, and the first page in its own Wi-Fi."""

import io
from functools import lru_cache

import segno
from flask import Blueprint, Response, render_template, request

from table.network.profile import TABLE_NAME
from web.access.addresses import lan_address
from web.access.newcomers import PAGE

_ANYWHERE = "http://{host}:{port}/"


def blueprint(emulated: bool) -> Blueprint:
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
    """Return the table's address as a number, for not all phones resolve names; None without a network."""
    lan = lan_address()
    if lan is None:
        return None
    _, _, port = request.host.partition(":")
    return _ANYWHERE.format(host=lan, port=port or 80)
