"""The page with the rules of a game."""

from flask import Blueprint, abort

from table import games
from table.saying import say
from web.context import Table
from web.delivery import ui
from web.delivery.rule_pages import page, preferred


def blueprint(table: Table) -> Blueprint:
    pages = Blueprint("rules", __name__)
    pages.jinja_loader = ui.templates()

    @pages.get("/rules/<game>")
    def rules(game: str) -> str:
        if game not in games.boxes():
            abort(404, description=say("There is no game {game}.", game=repr(game)))
        language = preferred(game)
        if language is None:
            abort(404, description=say("The rules of {game} are not written down here yet.", game=game))
        return page(table.board.snapshot.game.started, game, language)

    return pages
