"""The help page: whom to ask, and what to do when something goes wrong."""

from flask import Blueprint, render_template

from web.access import phones


def blueprint(*, emulated: bool) -> Blueprint:
    """Return the page; at an emulated table a phone can play by ear."""
    pages = Blueprint("help", __name__)

    @pages.get("/help")
    def page() -> str:
        return render_template("help.html", emulated=emulated, mine=sorted(phones.seats()))

    return pages
