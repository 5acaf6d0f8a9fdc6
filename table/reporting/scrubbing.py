"""Removes names, UIDs, PINs, addresses and home folders from the text of a report.

Names are found however they are written: in any case, in composed or decomposed Unicode, with any kind and number of
spaces, or escaped for JSON, Python, HTML or URLs. A name that is also part of one of our words is replaced only as a
whole word.
"""

import html
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from table.facts import PHONE, is_made_up

_SHORT = 4  # letters: shorter names are part of too many words
# A name that is part of one of these words is replaced as a whole word only, because the report needs these words.
_OURS = (
    "antenna arrived asked button buzzer card channel database discard deck emulated error fact game hidden host"
    " journal locked made moment nobody passed pico pile played player published reader resumed robot round seat"
    " started supervisor table thread time unread visible warning written"
)
_ALIAS = "ff"  # aliases of UIDs begin with it, as at the table: no tag manufacturer has this code
_BYTE = "[0-9A-Fa-f]{2}"
_NOT_IN_A_NUMBER = r"(?<![\w.])"
_HEX = re.compile(rf"(?<![0-9A-Za-z])(?=[^\n]*?[0-9]){_BYTE}(?:[ :-]?{_BYTE}){{3,9}}(?![0-9A-Za-z])")
_ESCAPED = re.compile(rf"(?:\\x{_BYTE}|\\u00{_BYTE}){{2,}}[^'\"\s]*|(?:0x{_BYTE},? ?){{4,}}")
_LISTED = re.compile(r"[\[(]\d{1,3}(?:, ?\d{1,3}){3,9},?[\])]")
_ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\w:])", re.I)
_HOME = re.compile(r"(/home/|/Users/)[^/\s'\"]+")
_PIN = re.compile(rf"{_NOT_IN_A_NUMBER}\d{{3}} ?\d{{3}}(?![\w.]\d|\d)")
_QUOTED = re.compile(r"'([^'\n]{1,100})'|\"([^\"\n]{1,100})\"|“([^”\n]{1,100})”")
# Everything that can represent a space: pages use non-breaking ones in names, and the log contains untrimmed input.
_SPACE = re.compile(
    r"(?:\s|\+|&nbsp;|&#160;|\\xa0|\\u(?:00a0|20[0-9a-f]{2}|3000)|%20|%C2%A0|%E2%80%[0-9A-F]{2})+", re.I
)
_BETWEEN = re.compile(r"(?:\s|%20)+")
_TECHNICAL = re.compile(r"[a-z0-9_.:/ -]*")  # the only quoted text that is kept, apart from seats


class Scrubber:
    """Replaces names and UIDs in a report with aliases. `names` maps names to their aliases.

    It also removes the paths in `folders`, where the table's files are.
    """

    def __init__(self, names: Mapping[str, str], *, folders: Iterable[Path] = ()) -> None:
        self.names = frozenset(names)
        self._folders = sorted({str(folder) for folder in folders} - {".", "/"}, key=len, reverse=True)
        found = {one: called for name, called in names.items() if name.strip() for one in _written(name)}
        self._called = {_spaced(one): called for one, called in found.items()}
        self._called |= {_folded(one): called for one, called in found.items()}
        longest = sorted(found, key=len, reverse=True)
        self._names = re.compile("|".join(map(_pattern, longest)), re.IGNORECASE) if longest else None
        self._uids: dict[str, str] = {}

    def uid(self, uid: str) -> str:
        """Return a UID's alias, in hex. A UID always gets the same alias, which is never the UID of a real tag."""
        if uid == PHONE or is_made_up(uid):
            return PHONE
        return self._uids.setdefault(uid, f"{_ALIAS}{len(self._uids) + 1:06x}")

    def text(self, said: str) -> str:
        """Return a text with everything removed that must not be in a report.

        >>> scrubber = Scrubber({"Ana": "Seat 1"})
        >>> scrubber.text("ANA’s tag 04:A1:b2:c3 at 10.0.0.7, for banana")
        'Seat 1’s tag ff000001 at an address, for banana'
        """
        for folder in self._folders:
            said = said.replace(folder, "…")
        said = unicodedata.normalize("NFC", said)
        if self._names is not None:
            said = self._names.sub(self._call, said)
        said = _ESCAPED.sub("bytes", _LISTED.sub("bytes", said))
        said = _QUOTED.sub(_technical, said)
        said = _HEX.sub(lambda found: self.uid(re.sub("[ :-]", "", found[0]).lower()), said)
        said = _ADDRESS.sub("an address", _HOME.sub(r"\1somebody", said))
        return _PIN.sub("a number", said)

    def _call(self, found: re.Match[str]) -> str:
        return self._called.get(_folded(found[0])) or self._called.get(_spaced(found[0]), "somebody")

    def all_of(self, value: Any) -> Any:
        """Return a JSON value with all its strings scrubbed, except field names."""
        match value:
            case str():
                return self.text(value)
            case Mapping():
                return {key: self.all_of(one) for key, one in value.items()}
            case list() | tuple():
                return [self.all_of(one) for one in value]
        return value


def _technical(found: re.Match[str]) -> str:
    inside = next(one for one in found.groups() if one is not None)
    return found[0] if _TECHNICAL.fullmatch(inside) or inside.startswith("Seat ") else found[0].replace(inside, "…")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _spaced(name: str) -> str:
    return _SPACE.sub(" ", _folded(name)).strip()


def _written(name: str) -> Iterator[str]:
    """Yield the forms in which a name may appear in a text."""
    cased = {name, name.upper(), name.lower(), name.casefold()}  # casing can change letters: ß becomes SS
    for written in {unicodedata.normalize(form, way) for way in cased for form in ("NFC", "NFKC")} | {name}:
        yield written
        yield from (
            json.dumps(written)[1:-1],
            json.dumps(written, ensure_ascii=False)[1:-1],
            repr(written)[1:-1],
            ascii(written)[1:-1],
        )
        yield from (html.escape(written), quote(written), quote(written, safe=""))


def _pattern(name: str) -> str:
    """Return a pattern for a name; it matches a long name anywhere, but a short or common one only as a whole word."""
    words = [word for word in _BETWEEN.split(name) if word] or [name]
    written = _SPACE.pattern.join(map(re.escape, words))
    if len(name) >= _SHORT and name.casefold() not in _OURS:
        return written
    joined = r"\w." if name.casefold() in _OURS else r"^\W_"
    before = rf"(?<![{joined}])" if words[0][0].isalnum() else ""
    behind = rf"(?![{joined}])" if words[-1][-1].isalnum() else ""
    return f"{before}{written}{behind}"


def called(players: Iterable[str | None], others: Iterable[str]) -> dict[str, str]:
    """Map each name to its alias in a report: a seat for players, "somebody" for others.

    >>> called(["Ana", None, "Ben"], ["Cleo", "Ana"])
    {'Cleo': 'somebody', 'Ana': 'Seat 1', 'Ben': 'Seat 3'}
    """
    seated = {name: f"Seat {seat}" for seat, name in enumerate(players, start=1) if name is not None}
    return {**dict.fromkeys(others, "somebody"), **seated}
