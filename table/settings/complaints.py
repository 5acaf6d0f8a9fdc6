"""Describes an error in a table.toml in one sentence, with line and key; pydantic reports the error but no line."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

# -- Finds the lines of keys and sections in a TOML file, which tomllib does not report

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
    """Finds the lines of keys, sections and list items in a text that tomllib has accepted."""

    def __init__(self, text: str) -> None:
        self._tokens = list(_tokens(text))
        self._next = 0
        self._counts: dict[Path, int] = {}  # how many [[x]] sections came before
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


Sections = Mapping[str | int, type[BaseModel]]  # the possible sections, and the model of each


def syntax_complaint(error: ValueError) -> str:
    """Return one line saying where a file is not valid TOML, and why."""
    found = re.fullmatch(r"(.*) \(at (line \d+), (column \d+)\)", str(error), re.DOTALL)
    message, line, column = found.groups() if found else (str(error), "", "")
    said = f"not TOML: {message[0].lower()}{message[1:]}"
    return f"{line}: {said} ({column})" if found else said


def first_complaint(error: ValidationError, text: str, sections: Sections) -> str:
    """Return the complaint nearest to the top of the file, because people start reading there.

    Missing keys come last, because most of them are present but misspelt.
    """
    lines = Scanner(text).scan()
    faults = [(error["type"] == "missing", *_fault(error, sections)) for error in error.errors(include_url=False)]
    _, path, said = min(faults, key=lambda fault: (fault[0], _line(lines, fault[1])))
    return f"line {_line(lines, path)}: {_place(path)}: {said}"


def _line(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of a key, or of the section that lacks it; a missing section counts as line 1."""
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), 1)


def _place(path: Path) -> str:
    """Return a path as text, with sections counted from 1: `reader 2: device` for ("reader", 1, "device")."""
    words = ""
    for part in path:
        if isinstance(part, int):
            words += f" {part + 1}"
        else:
            words += (": " if words else "") + (part if re.fullmatch(r"[\w-]+", part) else repr(part))
    return words


_EXPECTED = {"int_type": "a whole number", "string_type": "text in quotes", "tuple_type": "a list in [ ]"}


def _fault(error: ErrorDetails, sections: Sections) -> tuple[Path, str]:
    """Return the path of an error, and the complaint about it."""
    path, context = error["loc"], error.get("ctx", {})
    match error["type"]:
        case "misfit":
            return (*path, *context["path"]), context["sentence"]
        case "missing":
            return path, "this section is missing" if len(path) == 1 else "this is missing"
        case "extra_forbidden":
            return path, f"unknown name{_guess(path, sections)}"
        case "tuple_type" if len(path) == 1:
            return path, f"expected sections that begin with [[{path[0]}]]"
        case "model_type":
            header = f"[{path[0]}]" if len(path) == 1 else f"[[{path[0]}]]"
            return path, f"expected a section that begins with {header}"
        case "literal_error":
            expected = context["expected"]
        case "value_error":
            expected = str(context["error"])
        case kind:
            expected = _EXPECTED.get(kind, error["msg"])
    return path, f"expected {expected}, not {_given(error['input'])}"


def _guess(path: Path, sections: Sections) -> str:
    """Return a guess at what a misspelt name was meant to be."""
    known = list(sections) if len(path) == 1 else list(sections[path[0]].model_fields)
    close = get_close_matches(str(path[-1]), map(str, known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _given(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
