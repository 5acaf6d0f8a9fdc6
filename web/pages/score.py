"""Counting points without a game: the page `/score/<game>`.

Nothing is saved here: a phone keeps what was entered on it.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from flask import Blueprint, Response, abort, jsonify, render_template
from pydantic import Field

from table import games
from table.cards import lines_of
from table.games import described
from table.games.boxes import Scoring
from table.saying import say
from web.api.decks import deck_of
from web.bodies import Body, Word, read
from web.context import Table
from web.delivery import ui

PART = "score.mjs"  # the file that gives a game this page

MOST_POINTS = 1_000_000  # more than anybody can have in a round
Points = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]


class Lying(Body):
    """What lies before people, as `cardtable score` takes it; the cards are those of this table's decks."""

    board: Annotated[dict[Word, Any], Field(max_length=16)]


class Rounds(Body):
    """Everybody's points by name, in each round; `options` are what was agreed on, as on a board."""

    rounds: Annotated[list[Annotated[dict[Word, Points], Field(max_length=16)]], Field(max_length=16)]
    options: dict[str, object] = Field(default_factory=dict)


def blueprint(table: Table) -> Blueprint:
    """Return the page and its routes."""
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
        scoring, deck, board = _scoring(game), deck_of(table, game), read(Lying).board
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
    """Return the titles of the games that can be counted here, by name."""
    found = {name: games.scoring(name) for name in games.scores()}
    return {name: scoring.title for name, scoring in found.items() if _has_page(scoring)}


def _scoring(game: str) -> Scoring:
    if game not in counted():
        abort(404, description=say("{game} cannot be counted here.", game=repr(game)))
    return games.scoring(game)


def _has_page(scoring: Scoring) -> bool:
    explains = scoring.explained is not None and scoring.ranked is not None
    return explains and ui.part(scoring.name, PART) is not None
