"""The page of tournaments: standings, and how to begin one."""

from flask import Blueprint, render_template

from table.history.tallies import MOST
from web.access import phones
from web.api import history, people
from web.context import Table
from web.pages.history import titles


def blueprint(table: Table) -> Blueprint:
    pages = Blueprint("tournaments", __name__)

    @pages.get("/tournaments")
    def tournaments() -> str:
        with history.opened(table) as archive:
            known = sorted(archive.tallies.people(limit=MOST), key=str.casefold)
        given = {
            "titles": titles(),
            "people": known,
            "tournaments": people.standing(table),
            "may": phones.host() or bool(phones.seats()),
            "emulated": table.people is not None,
        }
        return render_template("tournaments.html", given=given)

    return pages
