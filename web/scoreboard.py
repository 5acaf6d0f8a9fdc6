"""The scoreboard, and what only one game shows: a folder `games/<game>/static` beside this file, if there is one."""

from pathlib import Path

from flask import Blueprint, Response, render_template, send_from_directory

from table.games.game import PUBLIC
from web.given import Table
from web.joining import address
from web.shown import shown

_GAMES = Path(__file__).parent / "games"


def blueprint(table: Table) -> Blueprint:
    """Make the pages for one table."""
    pages = Blueprint("scoreboard", __name__)

    @pages.get("/")
    def scoreboard() -> str:
        setting = {"emulated": table.tabletop is not None, "address": address()}
        return render_template("scoreboard.html", picture=shown(table.board.picture, PUBLIC), setting=setting)

    @pages.get("/games/<game>/<path:file>")
    def part(game: str, file: str) -> Response:
        known = {folder.name for folder in _GAMES.iterdir()}
        return send_from_directory(_GAMES / (game if game in known else "none") / "static", file)

    return pages
