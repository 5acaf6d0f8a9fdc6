"""TOML from outside, for decks, tags and tables. Files that would take minutes to parse are refused.

`tomllib` takes time that is quadratic in the dots of a key.
"""

import re
import tomllib
from pathlib import Path

from table.complaints import BadInput
from table.saying import say

MOST_BYTES = 1_000_000  # of a file; a large deck has a tenth of that
MOST_PARTS = 20  # of a dotted key; ours have three
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP = rf"(?P<deep>(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS}}})"
_WORDS = re.compile(rf"{_DEEP}|{_PART}|#[^\n]*+")  # in texts and comments there may be dots


def parsed(text: str) -> dict[str, object]:
    """Parse a TOML text. Raise BadInput if it is invalid or would take long to parse."""
    if len(text) > MOST_BYTES:
        raise BadInput(say("cannot be read: expected at most {count} bytes", count=MOST_BYTES))
    check_dots(text)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # not TOML, or a number of thousands of digits
        raise BadInput(say("cannot be read: {error}", error=error)) from None
    except RecursionError:
        raise BadInput(say("cannot be read: nested too deeply")) from None


def check_dots(text: str) -> None:
    """Raise BadInput if a key of a TOML text has more dots than any of ours."""
    deep = next((found for found in _WORDS.finditer(text) if found["deep"]), None)
    if deep is not None:
        line = text.count("\n", 0, deep.start()) + 1
        raise BadInput(say("cannot be read: line {line}: a key has too many dots", line=line))


def read(path: Path) -> str:
    """Return a file's text, empty if there is none. Raise BadInput, which names it, if it cannot be read or is long."""
    try:
        with path.open("rb") as file:
            body = file.read(MOST_BYTES + 1)
        text = body.decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(say("{path}: cannot be read: {error}", path=path, error=error)) from None
    if len(body) > MOST_BYTES:
        raise BadInput(say("{path}: expected at most {count} bytes", path=path, count=MOST_BYTES))
    return text
