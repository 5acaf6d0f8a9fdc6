"""The pages of people: everybody who has played, and one person."""

from flask import Blueprint, render_template

from table.history.described import records
from web.api import history as past
from web.api import people as api
from web.context import Table
from web.pages.history import titles

_MOST = 50  # people at once


def blueprint(table: Table) -> Blueprint:
    pages = Blueprint("people", __name__)

    @pages.get("/people")
    def people() -> str:
        with past.opened(table) as archive:
            held = records(archive.tallies.standings())
        given = {
            "titles": titles(),
            "people": api.page(table, robots=False, most=_MOST),
            "robots": api.page(table, robots=True),
            "records": held,
            "most": _MOST,
        }
        return render_template("people.html", given=given)

    @pages.get("/people/<path:name>")
    def person(name: str) -> str:
        return render_template("person.html", given={"titles": titles(), "person": api.somebody(table, name)})

    return pages
