"""Error messages for people: one sentence that says where the error is and what was expected."""

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import ValidationError


class UserError(Exception):
    """An error shown to people as one sentence."""

    @property
    def text(self) -> str:
        text: str = self.args[0]
        return text


class BadInput(UserError, ValueError):
    """External input is invalid. The message is one sentence that can be shown to people."""


class JournalBroken(RuntimeError):
    """The journal cannot be read or written, because it or the disk is damaged. The message says what to do."""


_SECRET = re.compile("(?:^|_)(?:password|pin|secret|key|token)s?$")  # names of fields whose values no message quotes


def sentence(error: "ValidationError", *, tag: str = "kind") -> str:
    """Describe pydantic's first error in one line; `tag` is the name of the discriminator field.

    >>> from pydantic import TypeAdapter, ValidationError
    >>> try:
    ...     TypeAdapter(dict[str, int]).validate_python({"seed": "five"}, strict=True)
    ... except ValidationError as error:
    ...     print(sentence(error))
    seed: expected a valid integer, not 'five'
    """
    first = error.errors(include_url=False)[0]
    context = first.get("ctx", {})
    where = [str(part) for part in first["loc"]]
    match first["type"]:
        case "json_invalid":
            return f"expected one JSON object: {context['error']}"
        case "union_tag_invalid":
            expected = str(context["expected_tags"]).replace("'", "")
            return f"{tag}: expected one of {expected}, not {short(context['tag'])}"
        case "union_tag_not_found":
            return f"{tag}: this is missing" if isinstance(first["input"], dict) else "expected one JSON object"
        case "too_short" | "too_long" as kind:
            limit = f"at least {context['min_length']}" if kind == "too_short" else f"at most {context['max_length']}"
            return f"{'.'.join(where)}: expected {limit}, not {context['actual_length']}"
        case kind:
            return _say(where, kind, first["msg"], first.get("input"))


def _say(where: list[str], kind: str, message: str, given: Any) -> str:
    place = ".".join(where)
    if kind == "missing":
        return f"{place}: this is missing"
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return f"{place}: unknown name"
    expected = message.removeprefix("Value error, ").removeprefix("Input should be ")
    expected = expected.replace("String should match pattern", "text that matches")
    text = f"expected {expected[0].lower()}{expected[1:]}"
    if not any(_SECRET.search(name) for name in where):
        text += f", not {short(given)}"
    return f"{place}: {text}" if place else text


def short(given: Any) -> str:
    """Return a value as text, truncated to fit into a sentence.

    >>> short("x" * 50), short(10**5000)
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...", 'a number too long to be shown')
    """
    try:
        text = str(given) if isinstance(given, Exception) else repr(given)
    except (ValueError, RecursionError):  # Python refuses to print numbers with thousands of digits
        return "a number too long to be shown" if isinstance(given, int) else "something too long to be shown"
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 40 else text[:37] + "..."
