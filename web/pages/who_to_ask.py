"""The page that says who to ask what, and what to do when something goes wrong. It holds nothing of the table."""

from flask import Blueprint, render_template


def blueprint() -> Blueprint:
    """Return the page."""
    pages = Blueprint("help", __name__)

    @pages.get("/help")
    def page() -> str:
        return render_template("help.html")

    return pages
