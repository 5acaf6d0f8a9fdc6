"""Finds what is shown without its signs in the language of tests: it was never put up for translation."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

SAID = frozenset({
    "headline", "prompt", "notice", "said", "text", "label", "labels", "seen", "meaning", "called", "error",
    "forbidden", "undo", "title_of", "why", "assumed", "errors",
})  # fmt: skip
CODES = frozenset({"answer", "choice"})  # what programs call something
_SIGNED = re.compile(r"⟦[^⟦⟧]*⟧")
_WORD = re.compile(r"[^\W\d_]{2,}")


def unsigned(text: str, names: Collection[str] = ()) -> str:
    """Return what of a text stands outside all signs, but for names of people; empty if that is nothing."""
    before = ""
    while before != text:
        before, text = text, _SIGNED.sub("", text)
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return text if _WORD.search(text) else ""


def plain(value: Any, names: Collection[str], key: str = "") -> Iterator[str]:
    """Yield each sentence or label in what pages are told that has words outside its signs."""
    match value:
        case Mapping():
            for name, one in value.items():
                yield from plain(one, names, name if key not in ("labels", "called") else key)
        case list() | tuple():
            for one in value:
                yield from plain(one, names, key)
        case str() if (key in SAID or (" " in value.strip() and key not in CODES)) and unsigned(value, names):
            yield f"{key}: {value}"
