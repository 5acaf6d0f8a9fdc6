"""The rules of each game for people, in their language, with what is agreed on at this table.

A game brings `rules.<language>.html` with its looks: a template that is handed the options in force as `o`.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from types import MappingProxyType
from typing import NamedTuple

from flask import Blueprint, abort, render_template, request

from table import games
from table.board import Picture
from web import looks
from web.given import Table

LANGUAGES = {"en": "English", "fr": "Français"}
_BLANKS = re.compile(r"[ \t\n]+")  # a space that does not break stays one
_END = re.compile(r"[.!?](?=\s|$)")  # a full stop, and none within a name
_CELLS = frozenset({"td", "th"})
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})


@dataclass(frozen=True)
class Passage:
    """A rule as its page words it, and the `anchor` at which it stands there."""

    anchor: str
    text: str


def blueprint(table: Table) -> Blueprint:
    """Make the pages for one table."""
    pages = Blueprint("rules", __name__)
    pages.jinja_loader = looks.templates()

    @pages.get("/rules/<game>")
    def rules(game: str) -> str:
        if game not in games.boxes():
            abort(404, description=f"There is no game {game!r}.")
        language = preferred(game)
        if language is None:
            abort(404, description=f"The rules of {game} are not written down here yet.")
        return page(table.board.picture, game, language)

    return pages


def page(picture: Picture, game: str, language: str) -> str:
    """Render the rules of a game in a language, with what is agreed on in the game that is on."""
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
    """Find the words of each rule on a game's page, by ledger ID, with what is agreed on in the game that is on."""
    return _passages(game, language, _agreed(picture, game), playing=_is_on(picture, game))


@lru_cache(maxsize=16)
def _passages(game: str, language: str, agreed: str, *, playing: bool) -> Mapping[str, Passage]:
    reader = _Passages()
    reader.feed(_rendered(game, language, agreed, playing=playing))
    return MappingProxyType(reader.found)


def preferred(game: str) -> str | None:
    """Take the language that was asked for, or else the one that the reader's browser likes best; None: no rules."""
    languages = _written(game)
    return _language(languages) if languages else None


def _written(game: str) -> list[str]:
    found = looks.folder(game)
    return [] if found is None else [language for language in LANGUAGES if (found / f"rules.{language}.html").exists()]


def _language(languages: list[str]) -> str:
    """Take the language that was asked for, or else the one that the reader's browser likes best."""
    asked = request.args.get("lang")
    if asked is not None:
        return asked if asked in languages else abort(404, description=f"These rules are not written in {asked!r}.")
    return request.accept_languages.best_match(languages, default=languages[0]) or languages[0]


def _is_on(picture: Picture, game: str) -> bool:
    return picture.started is not None and picture.started.game == game


def _agreed(picture: Picture, game: str) -> str:
    """Return, as JSON, the options in the game that is on; none of another game."""
    started = picture.started
    return json.dumps(started.options if started is not None and started.game == game else {}, sort_keys=True)


@dataclass
class _Element:
    """An element that has not ended yet: its text so far, and the rules of such words in it as are no block."""

    tag: str
    rules: tuple[str, ...]
    anchor: str
    words: list[str] = field(default_factory=list)
    inner: list["_Words"] = field(default_factory=list)


class _Words(NamedTuple):
    rules: tuple[str, ...]
    anchor: str
    text: str


class _Passages(HTMLParser):
    """Collects what every element says that carries `data-rules`, its ledger IDs, with its `id`.

    Of words within a sentence it is the whole sentence: a part of it says nothing by itself.
    """

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, Passage] = {}
        self._open: list[_Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in _VOID:
            self._open.append(_Element(tag, tuple((given.get("data-rules") or "").split()), given.get("id") or ""))

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.words.append(data)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            ended = self._open.pop()
            self._end(ended)
            if ended.tag == tag:
                return

    def _end(self, ended: _Element) -> None:
        text = _BLANKS.sub(" ", "".join(ended.words)).strip(" ")
        own = [_Words(ended.rules, ended.anchor, text)] if ended.rules and text else []
        if ended.tag == "span" and self._open:
            self._open[-1].inner += [*ended.inner, *own]
            return
        if ended.tag in _CELLS:
            self.handle_data(" ")
        for rules, anchor, part in ended.inner:
            self.found |= dict.fromkeys(rules, Passage(anchor, _sentence(text, part)))
        for rules, anchor, part in own:
            self.found |= dict.fromkeys(rules, Passage(anchor, part))


def _sentence(text: str, part: str) -> str:
    """Give the sentences of a text that a part of it belongs to."""
    begins = text.find(part)
    ends = begins + len(part)
    before = [end.end() for end in _END.finditer(text, 0, begins)]
    after = _END.search(text, max(begins, ends - 1))
    return text[before[-1] if before else 0 : after.end() if after else len(text)].strip(" ")
