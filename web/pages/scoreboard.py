"""The scoreboard, and the static files that only one game brings."""

from flask import Blueprint, Response, abort, render_template, send_from_directory

from table.games.game import PUBLIC
from web.access import phones
from web.api.new_game import known
from web.api.practice import games_with_lessons
from web.given import Table
from web.pages.joining import address
from web.telling import looks
from web.telling.shown import shown


def blueprint(table: Table) -> Blueprint:
    """Return the pages for one table."""
    pages = Blueprint("scoreboard", __name__)

    @pages.get("/")
    def scoreboard() -> str:
        setting = {
            "emulated": table.people is not None,
            "address": address(),
            "seats": list(table.seats),
            "lessons": games_with_lessons() if table.people is not None else [],
            "games": known(),
            "sits": bool(phones.seats()) or phones.host(),
            "held": sorted(phones.seats()),
        }
        return render_template("scoreboard.html", picture=shown(table.board.picture, PUBLIC), setting=setting)

    @pages.get("/games/<game>/<path:file>")
    def part(game: str, file: str) -> Response:
        found = looks.part(game, file)
        if found is None:
            abort(404, description=f"{game} has no file by that name.")
        return send_from_directory(found.parent, found.name)

    return pages
