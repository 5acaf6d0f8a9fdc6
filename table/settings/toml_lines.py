"""Finds the lines of keys and sections in a TOML file, which tomllib does not report."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

Path = tuple[str | int, ...]  # where something is in the file: ("reader", 1, "device")

_TOKEN = re.compile(
    r'''(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|'[^']*')'''
    r"|(?P<skipped>[ \t]+|#[^\n]*)|(?P<mark>[\n\[\]{}=,.])|(?P<word>[^\s\[\]{}=,.\"'#]+)",
    re.DOTALL,
)


class _Token(NamedTuple):
    kind: str | None
    text: str
    line: int


class Scanner:
    """Finds the lines of keys, sections and list items in a text that tomllib has understood."""

    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._next = 0
        self._counts: dict[Path, int] = {}  # how many sections [[x]] came before
        self._lines: dict[Path, int] = {}

    def scan(self) -> Mapping[Path, int]:
        section: Path = ()
        while self._tokens[self._next].kind is not None:
            if self._skip("["):
                section = self._header()
            elif not self._skip("\n"):
                self._entry(section)
        return self._lines

    def _header(self) -> Path:
        line = self._tokens[self._next].line
        many = self._skip("[")
        path: Path = ()
        *parents, last = self._keys()
        for key in parents:
            path = self._mark((*path, key), line)
            if path in self._counts:  # [x.y] belongs to the latest [[x]]
                path = (*path, self._counts[path] - 1)
        path = self._mark((*path, last), line)
        if many:
            self._counts[path] = self._counts.get(path, 0) + 1
            path = self._mark((*path, self._counts[path] - 1), line)
        while self._skip("]"):
            pass
        return path

    def _entry(self, section: Path) -> None:
        line = self._tokens[self._next].line
        for key in self._keys():
            section = self._mark((*section, key), line)
        self._skip("=")
        self._value(section)

    def _value(self, path: Path) -> None:
        self._mark(path, self._tokens[self._next].line)
        match self._skip("[{"):
            case "[":
                index = 0
                while not self._skip("]"):
                    if not self._skip(",\n"):
                        self._value((*path, index))
                        index += 1
            case "{":
                while not self._skip("}"):
                    if not self._skip(",\n"):
                        self._entry(path)
            case _:
                while self._tokens[self._next].text not in ("", "\n", ",", "]", "}"):
                    self._next += 1

    def _keys(self) -> list[str]:
        keys = []
        while True:
            token = self._tokens[self._next]
            self._next += 1
            keys.append(tomllib.loads(f"key = {token.text}")["key"] if token.kind == "text" else token.text)
            if not self._skip("."):
                return keys

    def _skip(self, marks: str) -> str:
        """Skip the next token if it is one of these marks, and return it."""
        token = self._tokens[self._next]
        if token.kind != "mark" or token.text not in marks:
            return ""
        self._next += 1
        return token.text

    def _mark(self, path: Path, line: int) -> Path:
        self._lines.setdefault(path, line)
        return path


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for found in _TOKEN.finditer(text):
        if found.lastgroup != "skipped":
            yield _Token(found.lastgroup, found[0], line)
        line += found[0].count("\n")
    yield _Token(None, "", line)
