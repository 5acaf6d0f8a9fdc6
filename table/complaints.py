"""Error messages for people: one sentence that says where the error is and what was expected."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails


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
_UNKNOWN = object()


def sentence(
    error: "ValidationError", given: Any = _UNKNOWN, *, json: str | bytes | None = None, tag: str = "kind"
) -> str:
    """Describe pydantic's first error in one line; `tag` is the name of the discriminator field.

    `given` is the input that was validated, or `json` its text: pydantic puts the branch of a union among the keys that
    lead to an error, and only the input shows which of them are keys.

    >>> from typing import Literal
    >>> from pydantic import TypeAdapter, ValidationError
    >>> given = {"seed": 7, "face": "Joker"}
    >>> try:
    ...     TypeAdapter(dict[str, int | Literal["joker"]]).validate_python(given, strict=True)
    ... except ValidationError as error:
    ...     print(sentence(error, given))
    face: expected a valid integer or 'joker', not 'Joker'
    """
    given = given if json is None else _parsed(json)
    place, errors = _nearest([(_keys(one, given), one) for one in error.errors(include_url=False)])
    first = errors[0]
    context = first.get("ctx", {})
    match first["type"]:
        case "json_invalid":
            return f"expected one JSON object: {context['error']}"
        case "union_tag_invalid":
            expected = str(context["expected_tags"]).replace("'", "")
            return f"{tag}: expected one of {expected}, not {short(context['tag'])}"
        case "union_tag_not_found":
            return f"{tag}: this is missing" if isinstance(first["input"], dict) else "expected one JSON object"
        case "missing":
            return f"{place}: this is missing"
        case "extra_forbidden" | "unexpected_keyword_argument":
            return f"{place}: unknown name"
        case "too_short" | "too_long" as kind:
            limit = f"at least {context['min_length']}" if kind == "too_short" else f"at most {context['max_length']}"
            return f"{place}: expected {limit}, not {context['actual_length']}"
    text = f"expected {' or '.join(dict.fromkeys(map(_expected, errors)))}"
    if not any(_SECRET.search(name) for name in place.split(".")):
        text += f", not {short(first.get('input'))}"
    return f"{place}: {text}" if place else text


def _parsed(json: str | bytes) -> Any:
    from pydantic_core import from_json

    try:
        return from_json(json)
    except ValueError:
        return None


def _keys(error: "ErrorDetails", given: Any) -> tuple[str, ...]:
    """Return the keys and indices that lead to an error, without the branches of unions."""
    keys = []
    for part in error["loc"]:
        try:
            given = given if given is _UNKNOWN else given[part]
        except (TypeError, LookupError):  # the branch of a union, unless a key or an item is missing
            continue
        keys.append(str(part))
    return (*keys, str(error["loc"][-1])) if error["type"] == "missing" and given is not _UNKNOWN else tuple(keys)


def _nearest(errors: Sequence[tuple[tuple[str, ...], "ErrorDetails"]]) -> tuple[str, Sequence["ErrorDetails"]]:
    """Return the place of the first error, and what each branch of a union reports there.

    If a branch got further into the input than others, it is the one that was meant.
    """
    first = errors[0][0]
    keys = max((keys for keys, _ in errors if keys[: len(first)] == first), key=len)
    return ".".join(keys), [error for others, error in errors if others == keys]


def _expected(error: "ErrorDetails") -> str:
    if error["type"] == "model_type":
        return "an object"
    expected = error["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    expected = expected.replace("String should match pattern", "text that matches")
    return f"{expected[0].lower()}{expected[1:]}"


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
