"""Pages of results: the scoreboard, points counted without a game, finished games, people, tournaments."""

from collections.abc import Mapping
from typing import Annotated, Any

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, send_from_directory
from pydantic import Field

from table import games
from table.board import GameSnapshot
from table.cards import lines_of
from table.games import described
from table.games.boxes import Scoring
from table.games.game import PUBLIC
from table.history.described import records
from table.history.tallies import MOST
from table.saying import say
from table.values import Value
from web.access import phones
from web.api import history as history_api
from web.api import people as people_api
from web.api.decks import deck_of
from web.api.new_game import known
from web.api.practice import games_with_lessons
from web.bodies import Body, Word, read
from web.context import Table
from web.delivery import ui
from web.delivery.shown import shown
from web.locale import as_the_table_speaks
from web.pages.guests import address

# -- The scoreboard, on phones and on a big screen, and the static files of games


def scoreboard(table: Table) -> Blueprint:
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

    @pages.get("/games/<game>/emblem")
    def emblem(game: str) -> Response:
        found = ui.emblem(game)
        if found is None:
            return current_app.send_static_file("emblem.svg")
        return send_from_directory(found.parent, found.name)

    return pages


def _soon(game: GameSnapshot, *, emulated: bool) -> dict[str, list[str]]:
    """Return the modules and styles that the page's scripts will need first: the start page's, or those of a game's ui.

    The page preloads them. A wrong guess costs a phone only a few kB.
    """
    if _is_open(game) if emulated else game.game_id is None:
        return {"modules": ["/static/start.mjs"], "styles": ["/static/controls.css", "/static/start.css"]}
    return ui.soon(game.view().game)


def _is_open(game: GameSnapshot) -> bool:
    """Return whether no card lies on a pile, so that people may still join; approximates `isOpen` of scoreboard.mjs."""
    view = game.view()
    if view.over or game.auto or (view.round or 1) > 1:
        return False
    return not any(pile.count for pile in view.piles.values())


# -- Counting points without a game: the page `/score/<game>`
#
# Nothing is saved here: each phone keeps what people have entered on it.

PART = "score.mjs"  # a game that has this file in its ui has such a page

MOST_POINTS = 1_000_000  # more than anybody can have in a round
Points = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]


class BoardToCount(Body):
    """The cards in front of the players, from this table's decks, in the format of `cardtable score`."""

    board: Annotated[dict[Word, Any], Field(max_length=16)]


class Rounds(Body):
    """The points of each round, by name; `options` are the game's options, as in a board to count."""

    rounds: Annotated[list[Annotated[dict[Word, Points], Field(max_length=16)]], Field(max_length=16)]
    options: dict[str, object] = Field(default_factory=dict)


def score(table: Table) -> Blueprint:
    """Return the routes of the page and of its API."""
    pages = Blueprint("score", __name__)

    @pages.get("/score/<game>")
    def page(game: str) -> str:
        scoring, deck = _scoring(game), deck_of(table, game)
        given = {
            "game": game,
            "title": scoring.title,
            "cards": lines_of(deck.printed),
            "options": described.options(scoring),
            "problem": deck.problem,
        }
        return render_template("score.html", given=given)

    @pages.post("/api/v1/score/<game>")
    def count(game: str) -> Response:
        scoring, deck, board = _scoring(game), deck_of(table, game), read(BoardToCount).board
        assert scoring.explained is not None, "or there is no page"  # noqa: S101
        return jsonify(scoring.explained({"catalogue": deck.printed, **board}))

    @pages.post("/api/v1/score/<game>/ranking")
    def rank(game: str) -> Response:
        scoring = _scoring(game)
        given = read(Rounds)
        assert scoring.ranked is not None, "or there is no page"  # noqa: S101
        return jsonify(scoring.ranked(given.rounds, given.options))

    return pages


def counted() -> Mapping[str, str]:
    """Return the titles of the games whose points can be counted here, by the games' names."""
    found = {name: games.scoring(name) for name in games.scores()}
    return {name: scoring.title for name, scoring in found.items() if _has_page(scoring)}


def _scoring(game: str) -> Scoring:
    if game not in counted():
        abort(404, description=say("{game} cannot be counted here.", game=repr(game)))
    return games.scoring(game)


def _has_page(scoring: Scoring) -> bool:
    explains = scoring.explained is not None and scoring.ranked is not None
    return explains and ui.part(scoring.name, PART) is not None


# -- The pages of finished games: the list, and one game to replay

_MOST = 30  # games per page


def finished_games(table: Table) -> Blueprint:
    pages = Blueprint("history", __name__)

    @pages.get("/history")
    def history() -> str:
        with history_api.opened(table) as archive:
            people = sorted(archive.tallies.people(limit=MOST), key=str.casefold)
        past = history_api.page(table, most=_MOST)
        return render_template(
            "history.html", given={"titles": titles(), "people": people, "past": past, "most": _MOST}
        )

    @pages.get("/history/<int:number>")
    def game(number: int) -> str:
        with history_api.opened(table) as archive:
            whole = history_api.whole(archive, history_api.found(archive, number))
        return render_template("game.html", given={"whole": whole})

    return pages


class Title(Value):
    """The title of a game."""

    title: str


def titles() -> dict[str, Title]:
    """Return the titles of this table's games, by name."""
    return {name: Title(games.find(name).title) for name in games.names()}


# -- The pages of people: everybody who has played, and one person

_MOST_PEOPLE = 50  # people per page


def known_people(table: Table) -> Blueprint:
    pages = Blueprint("people", __name__)

    @pages.get("/people")
    def people() -> str:
        with history_api.opened(table) as archive:
            held = records(archive.tallies.standings())
        given = {
            "titles": titles(),
            "people": people_api.page(table, robots=False, most=_MOST_PEOPLE),
            "robots": people_api.page(table, robots=True),
            "records": held,
            "most": _MOST_PEOPLE,
        }
        return render_template("people.html", given=given)

    @pages.get("/people/<path:name>")
    def person(name: str) -> str:
        return render_template("person.html", given={"titles": titles(), "person": people_api.somebody(table, name)})

    return pages


# -- The page of tournaments: standings, and how to begin one


def tournaments(table: Table) -> Blueprint:
    pages = Blueprint("tournaments", __name__)

    @pages.get("/tournaments")
    def tournaments() -> str:
        with history_api.opened(table) as archive:
            known = sorted(archive.tallies.people(limit=MOST), key=str.casefold)
        given = {
            "titles": titles(),
            "people": known,
            "tournaments": people_api.standing(table),
            "may": phones.host() or bool(phones.seats()),
            "emulated": table.people is not None,
        }
        return render_template("tournaments.html", given=given)

    return pages
