"""The rule page of each game, in the reader's language, with this table's options.

A game's ui contains `rules.<language>.html`: a template that gets the options in force as `o`. `by_hand` says whether
the table has no pads, so that players lay cards on their phones.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from types import MappingProxyType
from typing import NamedTuple

from flask import render_template

from table import games, languages
from table.facts import GameStarted
from table.games.described import PRESET, words
from table.saying import say
from table.values import Value, replace
from web.delivery import ui
from web.locale import chosen, wanted

# -- Extracting the words of each rule from a rule page, by ledger ID

_BLANKS = re.compile(r"[ \t\n]+")  # but not a no-break space
_END = re.compile(r"[.!?](?=\s|$)")  # a full stop, but not one within a name
_CELLS = frozenset({"td", "th"})
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})


class Passage(Value):
    """A rule in the words of its page, and the `anchor` of that passage."""

    anchor: str
    text: str


def read_passages(page: str) -> dict[str, Passage]:
    """Return the words of each rule on a page, by ledger ID."""
    reader = _Passages()
    reader.feed(page)
    return reader.found


@dataclass
class _Element:
    """An open element: its text so far, and the rules of inline elements in it."""

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
    """Collects the text of every element with `data-rules`, its ledger IDs, and its `id`.

    For an element within a sentence, the whole sentence is collected, because a part may mean nothing by itself.
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
    """Return the whole sentences of `text` that contain `part`."""
    begins = text.find(part)
    ends = begins + len(part)
    before = [end.end() for end in _END.finditer(text, 0, begins)]
    after = _END.search(text, max(begins, ends - 1))
    return text[before[-1] if before else 0 : after.end() if after else len(text)].strip(" ")


_UNSEEN = re.compile(r"(<(?:script|style)\b.*?</(?:script|style)>)", re.DOTALL)
_WORDS = re.compile(r"(>\s*)([^<>⟦⟧]*[^\W\d_][^<>⟦⟧]*?)(\s*<)")
_LABELS = re.compile(r"""(\b(?:aria-label|alt|title|data-label)=")([^"⟦⟧]*[^\W\d_][^"⟦⟧]*)(")""")


def page(started: GameStarted | None, game: str, language: str) -> str:
    """Return the rule page of a game in a language, with the options of the current game.

    In the test language `languages.SIGNED`, every text on the page is in brackets.
    """
    rendered = _rendered(game, language, _agreed(started, game), _is_on(started, game), chosen().by_hand)
    return _with_signs(rendered) if chosen().code == languages.SIGNED else rendered


def _with_signs(rendered: str) -> str:
    """Put brackets around all texts on a page that do not have them yet; for the test language."""
    parts = _UNSEEN.split(rendered)
    for pattern in (_WORDS, _LABELS):
        parts[::2] = [pattern.sub(r"\1⟦\2⟧\3", part) for part in parts[::2]]
    return "".join(parts)


def _rendered(game: str, language: str, agreed: str, playing: bool, by_hand: bool) -> str:
    agreed_on = games.box(game).options.model_validate_json(agreed)
    return render_template(
        f"{game}/rules.{language}.html",
        game=game,
        title=games.box(game).title,
        language=language,
        languages={code: languages.find(code).name for code in _written(game)},
        o=agreed_on,
        preset=languages.find(language).says(say(words(getattr(agreed_on, PRESET, "default")))),
        playing=playing,
        by_hand=by_hand,
    )


def passages(started: GameStarted | None, game: str, language: str) -> Mapping[str, Passage]:
    """Return the words of each rule on a game's page, by ledger ID, with the options of the current game."""
    found = _passages(game, language, _agreed(started, game), _is_on(started, game), chosen().by_hand)
    if chosen().code != languages.SIGNED:
        return found
    return {rule: replace(one, text=f"⟦{one.text}⟧") for rule, one in found.items()}


@lru_cache(maxsize=16)
def _passages(game: str, language: str, agreed: str, playing: bool, by_hand: bool) -> Mapping[str, Passage]:
    return MappingProxyType(read_passages(_rendered(game, language, agreed, playing, by_hand)))


def preferred(game: str) -> str | None:
    """Return the language to show a game's rules in, or None if the game has no rule page.

    It is the language of the request, or failing that one that the browser prefers, or failing that the first
    available.
    """
    languages = _written(game)
    return _language(languages) if languages else None


def _written(game: str) -> list[str]:
    found = ui.folder(game)
    return [] if found is None else [code for code in languages.codes() if (found / f"rules.{code}.html").exists()]


def _language(written: list[str]) -> str:
    """Return the language of the request, one that the browser prefers, or the first that the rules are written in."""
    if chosen().code in written:
        return chosen().code
    return next((code for code in wanted() if code in written), written[0])


def _is_on(started: GameStarted | None, game: str) -> bool:
    return started is not None and started.game == game


def _agreed(started: GameStarted | None, game: str) -> str:
    """Return the options of the current game as JSON; an empty object for another game."""
    return json.dumps(started.options if started is not None and started.game == game else {}, sort_keys=True)
