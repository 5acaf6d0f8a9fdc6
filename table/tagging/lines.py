"""Writes or removes one line of an owner's corrections.

Everything else in the file is preserved, including comments and the order of lines. The library for this is imported at
the first change.
"""

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError
from tomlkit.items import AoT, InlineTable, Item, Table

from table.complaints import BadInput
from table.saying import say
from table.tagging.corrections import parsed


def with_line(text: str, line: Mapping[str, object]) -> str:
    """Return the text with a card's line added, or replaced if it exists. Raise BadInput if the text is invalid."""
    document, lines = _opened(text)
    at = _place(lines, str(line["code"]))
    written = _toml(line, flat=not isinstance(lines, AoT))
    if at is None:
        lines.append(written)
    else:
        lines[at] = written
    return tomlkit.dumps(document)


def without_line(text: str, code: str) -> str:
    """Return the text without a card's correction. Raise BadInput if the card has none, or the text is invalid."""
    document, lines = _opened(text)
    at = _place(lines, code)
    removed: Any = document.get("remove", [])
    if at is None and code not in removed:
        raise BadInput(say("code: nothing is corrected about {code}", code=repr(code)))
    if at is not None:
        del lines[at]
    if code in removed:
        removed.remove(code)
    if not lines:
        del document["cards"]
    return tomlkit.dumps(document)


def without(text: str, codes: Sequence[str]) -> str:
    """Return the text without the corrections of these cards. Raise BadInput as `without_line` does."""
    for code in codes:
        while code in parsed(text).codes:
            text = without_line(text, code)
    return text


def _opened(text: str) -> tuple[tomlkit.TOMLDocument, MutableSequence[Any]]:
    parsed(text)
    try:
        document = tomlkit.parse(text)
    except ParseError as error:
        raise BadInput(say("cannot be read: {error}", error=error)) from None
    if not document.get("cards"):
        document["cards"] = tomlkit.aot()
    lines: Any = document["cards"]
    return document, lines


def _place(lines: MutableSequence[Any], code: str) -> int | None:
    return next((at for at, line in enumerate(lines) if line["code"] == code), None)


def _toml(line: Mapping[str, object], *, flat: bool) -> Table | InlineTable:
    """Return a line as a TOML table, each value on one line."""
    table = tomlkit.inline_table() if flat else tomlkit.table()
    for name, value in line.items():
        if value is not None:
            table.append(name, _value(value))
    return table


def _value(value: Any) -> Item:
    match value:
        case dict():
            inline = tomlkit.inline_table()
            inline.update({name: _value(inner) for name, inner in value.items() if inner is not None})
            return inline
        case list() | tuple():
            array = tomlkit.array()
            array.extend([_value(inner) for inner in value])
            return array
        case _:
            written: Item = tomlkit.item(value)
            return written
