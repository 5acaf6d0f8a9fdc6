"""The pages of a hub: the wall of all tables, one table, finished games, people, and search."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request, send_from_directory, url_for

from cardtable_club.hub import reading
from cardtable_club.publishing.address import Place
from cardtable_club.web import api, asked, director
from cardtable_club.web.context import Club
from cardtable_club.web.stream import Streams
from table import games
from table.saying import say
from web.delivery import ui

_MOST_GAMES, _MOST_PEOPLE = 30, 50
_EMBLEM = "emblem.webp"


def blueprint(club: Club, streams: Streams) -> Blueprint:
    pages = Blueprint("hub_pages", __name__)
    pages.app_context_processor(lambda: {"titled": titled, "emblem": emblem, "directs": director.is_here()})
    pages.add_app_template_filter(_when, "when")
    _add_tables(pages, club, streams)
    _add_past(pages, club)
    _add_people(pages, club)

    @pages.get("/games/<game>/<path:file>")
    def part(game: str, file: str) -> Response:
        path = ui.part(game, file)
        if path is None:
            abort(404, description=say("{game} has no file by that name.", game=game))
        return send_from_directory(path.parent, path.name)

    @pages.get("/api/v1/decks/<game>/cards")
    def cards(game: str) -> Response:
        """Return the cards that ship with a game, as JSON for its front end."""
        shipped = games.find(game).deck(None) if game in titles() else ()
        return jsonify(cards=[{"card": {**card}} for card in shipped])

    @pages.get("/director")
    def log_in() -> str:
        return render_template("hub_director.html", here="/director")

    return pages


def _add_tables(pages: Blueprint, club: Club, streams: Streams) -> None:
    @pages.get("/")
    def wall() -> str:
        now = club.hub.wall
        given = {"tables": [one.tile for one in now.tables()], "away": now.away, "titles": titles()}
        return render_template("hub_wall.html", given=given, here="/")

    @pages.get("/tables/<of>/<table>")
    def table(of: str, table: str) -> str:
        seen = api.found(club, of, table)
        return render_template("hub_table.html", tile=seen.tile, picture=seen.picture, here="/")

    @pages.get("/api/v1/events")
    def events() -> Response:
        return streams.of_all()

    @pages.get("/api/v1/tables/<of>/<table>/events")
    def events_of(of: str, table: str) -> Response:
        api.found(club, of, table)
        return streams.of_one(Place(of, table))


def _add_past(pages: Blueprint, club: Club) -> None:
    @pages.get("/history")
    def history() -> str:
        found = api.page(club, _MOST_GAMES)
        more = url_for(".history", **_kept(before=found[-1]["id"])) if len(found) == _MOST_GAMES else None
        return render_template("hub_history.html", found=found, more=more, here="/history", player=asked.word("player"))

    @pages.get("/history/<uuid>")
    def game(uuid: str) -> str:
        return render_template("hub_game.html", one=api.one_game(club, uuid), here="/history")


def _add_people(pages: Blueprint, club: Club) -> None:
    @pages.get("/people")
    def people() -> str:
        found = api.people_page(club, _MOST_PEOPLE)
        more = url_for(".people", **_kept(before=found[-1]["id"])) if len(found) == _MOST_PEOPLE else None
        with club.database.reading() as db:
            kinds, questions = reading.kinds(db), reading.questions(db, 20)
        return render_template(
            "hub_people.html", found=found, more=more, kinds=kinds, game=asked.word("game"), questions=questions,
            here="/people",
        )  # fmt: skip

    @pages.get("/people/<path:name>")
    def person(name: str) -> str:
        one = api.person(club, name)
        with club.database.reading() as db:
            past = reading.games(db, limit=10, player=name, kind="people")
        return render_template("hub_person.html", one=one, past=past, here="/people")

    @pages.get("/search")
    def search() -> str:
        words = asked.word("q")
        with club.database.reading() as db:
            people = reading.everybody(db, limit=30, search=words) if words else []
        tables = [one.tile for one in club.hub.wall.tables() if words and words.casefold() in str(one.place).casefold()]
        return render_template("hub_search.html", words=words or "", people=people, tables=tables[:50], here="/search")


def titles() -> Mapping[str, str]:
    """Return the titles of the installed games, keyed by name."""
    return {name: games.find(name).title for name in games.names()}


def titled(game: str) -> str:
    """Return the title of a game, or its name if the game is not installed."""
    return titles().get(game, game)


def emblem(game: str) -> str | None:
    """Return the path of a game's emblem, or None if it has none."""
    return f"/games/{game}/{_EMBLEM}" if game in titles() and ui.part(game, _EMBLEM) is not None else None


def _when(stamp: str) -> str:
    """Format a timestamp to the minute. A script on the page then converts it to the browser's local format."""
    return datetime.fromisoformat(stamp).strftime("%Y-%m-%d %H:%M")


def _kept(**more: Any) -> dict[str, Any]:
    """Return the request's known query parameters, overridden by `more`."""
    asks = ("game", "player", "club", "table", "kind")
    return {name: value for name, value in request.args.items() if name in asks} | more
