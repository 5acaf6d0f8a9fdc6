"""The pages of finished games: the list, and one game to replay."""

from flask import Blueprint, render_template

from table import games
from table.history.tallies import MOST
from table.values import Value
from web.api import history as api
from web.context import Table
from web.delivery import ui

_MOST = 30  # games at once
_EMBLEM = "emblem.webp"


def blueprint(table: Table) -> Blueprint:
    pages = Blueprint("history", __name__)

    @pages.get("/history")
    def history() -> str:
        with api.opened(table) as archive:
            people = sorted(archive.tallies.people(limit=MOST), key=str.casefold)
        past = api.page(table, most=_MOST)
        return render_template(
            "history.html", given={"titles": titles(), "people": people, "past": past, "most": _MOST}
        )

    @pages.get("/history/<int:number>")
    def game(number: int) -> str:
        with api.opened(table) as archive:
            whole = api.whole(archive, api.found(archive, number))
        return render_template("game.html", given={"whole": whole})

    return pages


class Title(Value):
    """What people call a game, and whether it brings a picture."""

    title: str
    emblem: bool


def titles() -> dict[str, Title]:
    """Return by name what people call the games of this table, and whether they bring a picture."""
    return {name: Title(games.find(name).title, ui.part(name, _EMBLEM) is not None) for name in games.names()}
