"""The rules of each game for people, in their language, with the options of this table.

A game has `rules.<language>.html` in its looks: a template that gets the options in force as `o`.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from flask import abort, render_template, request

from table import games
from table.board import Picture
from web.telling import looks
from web.telling.passages import Passage, read_passages

LANGUAGES = {"en": "English", "fr": "Français"}


def page(picture: Picture, game: str, language: str) -> str:
    """Return the rule page of a game in a language, with the options of the current game."""
    return _rendered(game, language, _agreed(picture, game), playing=_is_on(picture, game))


def _rendered(game: str, language: str, agreed: str, *, playing: bool) -> str:
    return render_template(
        f"{game}/rules.{language}.html",
        game=game,
        title=games.box(game).title,
        language=language,
        languages={language: LANGUAGES[language] for language in _written(game)},
        o=games.box(game).options.model_validate_json(agreed),
        playing=playing,
    )


def passages(picture: Picture, game: str, language: str) -> Mapping[str, Passage]:
    """Return the words of each rule on a game's page, by ledger ID, with the options of the current game."""
    return _passages(game, language, _agreed(picture, game), playing=_is_on(picture, game))


@lru_cache(maxsize=16)
def _passages(game: str, language: str, agreed: str, *, playing: bool) -> Mapping[str, Passage]:
    return MappingProxyType(read_passages(_rendered(game, language, agreed, playing=playing)))


def preferred(game: str) -> str | None:
    """Return the requested language, or else the browser's preferred one; None: no rules."""
    languages = _written(game)
    return _language(languages) if languages else None


def _written(game: str) -> list[str]:
    found = looks.folder(game)
    return [] if found is None else [language for language in LANGUAGES if (found / f"rules.{language}.html").exists()]


def _language(languages: list[str]) -> str:
    """Return the requested language, or else the browser's preferred one."""
    asked = request.args.get("lang")
    if asked is not None:
        return asked if asked in languages else abort(404, description=f"These rules are not written in {asked!r}.")
    return request.accept_languages.best_match(languages, default=languages[0]) or languages[0]


def _is_on(picture: Picture, game: str) -> bool:
    return picture.started is not None and picture.started.game == game


def _agreed(picture: Picture, game: str) -> str:
    """Return, as JSON, the options of the current game; none for another game."""
    started = picture.started
    return json.dumps(started.options if started is not None and started.game == game else {}, sort_keys=True)
