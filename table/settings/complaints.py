"""Errors in a table.toml, in one sentence with line and key; pydantic knows what, but not where."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from table.settings.toml_lines import Path as KeyPath
from table.settings.toml_lines import Scanner

Sections = Mapping[str | int, type[BaseModel]]  # the possible sections, and the model of each


def syntax_complaint(error: ValueError) -> str:
    """Return one line that says what is not TOML, and where."""
    found = re.fullmatch(r"(.*) \(at (line \d+), (column \d+)\)", str(error), re.DOTALL)
    message, line, column = found.groups() if found else (str(error), "", "")
    said = f"not TOML: {message[0].lower()}{message[1:]}"
    return f"{line}: {said} ({column})" if found else said


def first_complaint(error: ValidationError, text: str, sections: Sections) -> str:
    """Return the complaint nearest to the top of the file, for there people begin to read.

    Missing keys come last, because they are usually there but misspelt.
    """
    lines = Scanner(text).scan()
    faults = [(error["type"] == "missing", *_fault(error, sections)) for error in error.errors(include_url=False)]
    _, path, said = min(faults, key=lambda fault: (fault[0], _line(lines, fault[1])))
    return f"line {_line(lines, path)}: {_place(path)}: {said}"


def _line(lines: Mapping[KeyPath, int], path: KeyPath) -> int:
    """Return the line of a key, or of the section that lacks it; a missing section counts as line 1."""
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), 1)


def _place(path: KeyPath) -> str:
    """Return the name of a place as people count: `reader 2: device` for ("reader", 1, "device")."""
    words = ""
    for part in path:
        if isinstance(part, int):
            words += f" {part + 1}"
        else:
            words += (": " if words else "") + (part if re.fullmatch(r"[\w-]+", part) else repr(part))
    return words


_EXPECTED = {"int_type": "a whole number", "string_type": "text in quotes", "tuple_type": "a list in [ ]"}


def _fault(error: ErrorDetails, sections: Sections) -> tuple[KeyPath, str]:
    """Return the place of a fault, and the complaint."""
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


def _guess(path: KeyPath, sections: Sections) -> str:
    """Return a guess at what a misspelt name was meant to be."""
    known = list(sections) if len(path) == 1 else list(sections[path[0]].model_fields)
    close = get_close_matches(str(path[-1]), map(str, known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _given(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
