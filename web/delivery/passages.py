"""Finds what a rule page says about each rule, by ledger ID."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple

from table.values import Value

_BLANKS = re.compile(r"[ \t\n]+")  # a space that does not break stays one
_END = re.compile(r"[.!?](?=\s|$)")  # a full stop, but not one within a name
_CELLS = frozenset({"td", "th"})
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})


class Passage(Value):
    """A rule in its page's words, and its `anchor` there."""

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

    For words within a sentence it takes the whole sentence, for a part means nothing by itself.
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
    """Return the sentences of a text that contain a part of it."""
    begins = text.find(part)
    ends = begins + len(part)
    before = [end.end() for end in _END.finditer(text, 0, begins)]
    after = _END.search(text, max(begins, ends - 1))
    return text[before[-1] if before else 0 : after.end() if after else len(text)].strip(" ")
