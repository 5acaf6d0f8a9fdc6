"""The rules of each game for people, in their language, with what is agreed on at this table.

A game brings `games/<game>/rules.<language>.html`, a template that is handed the options in force as `o`.
"""

from pathlib import Path
from typing import Any

from flask import Blueprint, abort, render_template, request

from table import games
from table.games.game import Options
from web.app import Table

LANGUAGES = {"en": "English", "fr": "Français"}
_GAMES = Path(__file__).parent / "games"


def blueprint(table: Table) -> Blueprint:
    """Make the pages for one table."""
    pages = Blueprint("rules", __name__, template_folder="games")

    @pages.get("/rules/<game>")
    def rules(game: str) -> str:
        if game not in games.names():
            abort(404, description=f"There is no game {game!r}.")
        languages = [language for language in LANGUAGES if (_GAMES / game / f"rules.{language}.html").exists()]
        if not languages:
            abort(404, description=f"The rules of {game} are not written down here yet.")
        language = _language(languages)
        return render_template(
            f"{game}/rules.{language}.html",
            game=game,
            title=games.find(game).title,
            language=language,
            languages={language: LANGUAGES[language] for language in languages},
            o=_options(table, game),
            playing=_is_on(table, game),
        )

    return pages


def _language(languages: list[str]) -> str:
    """Take the language that was asked for, or else the one that the reader's browser likes best."""
    asked = request.args.get("lang")
    if asked is not None:
        return asked if asked in languages else abort(404, description=f"These rules are not written in {asked!r}.")
    return request.accept_languages.best_match(languages, default=languages[0]) or languages[0]


def _is_on(table: Table, game: str) -> bool:
    started = table.board.picture.started
    return started is not None and started.game == game


def _options(table: Table, game: str) -> Options:
    """Return what is agreed on in the game that is on, or what holds if nobody says anything."""
    started = table.board.picture.started
    agreed: dict[str, Any] = started.options if started is not None and started.game == game else {}
    return games.find(game).options.model_validate(agreed)
