"""The scoreboard, on phones and on a big screen, and the static files of games."""

from flask import Blueprint, Response, abort, render_template, send_from_directory

from table.board import GameSnapshot
from table.games.game import PUBLIC
from table.saying import say
from web.access import phones
from web.api.new_game import known
from web.api.practice import games_with_lessons
from web.context import Table
from web.delivery import ui
from web.delivery.shown import shown
from web.locale.negotiation import as_the_table_speaks
from web.pages.joining import address


def blueprint(table: Table) -> Blueprint:
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
        snapshot = table.board.snapshot
        soon = _soon(snapshot.game, emulated=table.people is not None)
        return render_template("scoreboard.html", picture=shown(snapshot, PUBLIC), setting=setting, soon=soon)

    @pages.get("/screen")
    def screen() -> str:
        as_the_table_speaks()
        setting = {"emulated": table.people is not None, "address": address(), "seats": list(table.seats)}
        snapshot = table.board.snapshot
        soon = {"modules": [], "styles": []} if _is_open(snapshot.game) else ui.soon(snapshot.game.view().game)
        return render_template("screen.html", picture=shown(snapshot, PUBLIC), setting=setting, soon=soon)

    @pages.get("/games/<game>/<path:file>")
    def part(game: str, file: str) -> Response:
        found = ui.part(game, file)
        if found is None:
            abort(404, description=say("{game} has no file by that name.", game=game))
        return send_from_directory(found.parent, found.name)

    return pages


def _soon(game: GameSnapshot, *, emulated: bool) -> dict[str, list[str]]:
    """Return what the page's scripts will load at once, as they go by the picture: the start page, or a game's ui.

    It comes with them. If that was wrong, a phone has a few kB too many.
    """
    if _is_open(game) if emulated else game.game_id is None:
        return {"modules": ["/static/start.mjs"], "styles": ["/static/controls.css", "/static/start.css"]}
    return ui.soon(game.view().game)


def _is_open(game: GameSnapshot) -> bool:
    """Return whether no card lies on a pile, so that people may still come: as good as `isOpen` of scoreboard.mjs."""
    view = game.view()
    if view.over or game.household or (view.round or 1) > 1:
        return False
    return not any(pile.count for pile in view.piles.values())
