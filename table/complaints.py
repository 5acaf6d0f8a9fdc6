"""Error messages for people: one sentence that says where the error is and what was expected."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from table.saying import Text, either, joined, message, say

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
) -> Text:
    """Describe pydantic's first error in one line; `tag` is the name of the discriminator field.

    `given` is the input that was validated, or `json` its text: pydantic puts the branch of a union among the keys that
    lead to an error, and only the input shows which of them are keys.

    >>> from typing import Literal
    >>> from pydantic import TypeAdapter, ValidationError
    >>> given = {"seed": 7, "limit": "None"}
    >>> try:
    ...     TypeAdapter(dict[str, int | Literal["none"]]).validate_python(given, strict=True)
    ... except ValidationError as error:
    ...     print(sentence(error, given))
    limit: expected a valid integer or 'none', not 'None'
    """
    given = given if json is None else _parsed(json)
    place, errors = _nearest([(_keys(one, given), one) for one in error.errors(include_url=False)])
    first = errors[0]
    context = first.get("ctx", {})
    match first["type"]:
        case "json_invalid":
            return say("expected one JSON object: {error}", error=context["error"])
        case "union_tag_invalid":
            return none_of(tag, [str(context["expected_tags"]).replace("'", "")], context["tag"])
        case "union_tag_not_found" if not isinstance(first["input"], dict):
            return say("expected one JSON object")
        case "missing" | "union_tag_not_found" as kind:
            return say("{field}: this is missing", field=place if kind == "missing" else tag)
        case "extra_forbidden" | "unexpected_keyword_argument":
            return say("{field}: unknown name", field=place)
        case "too_short":
            what, value = say("at least {count}", count=context["min_length"]), str(context["actual_length"])
        case "too_long":
            what, value = say("at most {count}", count=context["max_length"]), str(context["actual_length"])
        case _:
            what, value = either(list(dict.fromkeys(map(_expected, errors)))), short(first.get("input"))
    if not place:
        return say("expected {what}, not {given}", what=what, given=value)
    if any(_SECRET.search(name) for name in place.split(".")):
        return say("{field}: expected {what}", field=place, what=what)
    return say("{field}: expected {what}, not {given}", field=place, what=what, given=value)


def none_of(field: str, known: Iterable[object], given: Any) -> Text:
    """Return the sentence for a value that is none of those known.

    >>> none_of("kind", ["easy", "keen"], "mad")
    "kind: expected one of easy, keen, not 'mad'"
    """
    known = ", ".join(map(str, known))
    return say("{field}: expected one of {known}, not {given}", field=field, known=known, given=short(given))


def _parsed(json: str | bytes) -> Any:
    from pydantic_core import from_json

    try:
        return from_json(json)
    except ValueError:
        return None


def _keys(error: "ErrorDetails", given: Any) -> tuple[str, ...]:
    """Return the keys and indices that lead to an error, without the branches of unions.

    A key that is not in the input is one only if it is missing, or if its default is wrong.
    """
    keys, last = [], len(error["loc"]) - 1
    for at, part in enumerate(error["loc"]):
        try:
            given = given if given is _UNKNOWN else given[part]
        except (TypeError, LookupError):
            if at < last or (error["type"] != "missing" and error["input"] == given):
                continue
        keys.append(str(part))
    return tuple(keys)


def _nearest(errors: Sequence[tuple[tuple[str, ...], "ErrorDetails"]]) -> tuple[str, Sequence["ErrorDetails"]]:
    """Return the place of the first error, and what each branch of a union reports there.

    If a branch got further into the input than others, it is the one that was meant.
    """
    first = errors[0][0]
    keys = max((keys for keys, _ in errors if keys[: len(first)] == first), key=len)
    return ".".join(keys), [error for others, error in errors if others == keys]


# What the most frequent of pydantic's errors expect; the others are left in English.
_EXPECTED = {
    "bool_type": message("a valid boolean"),
    "dict_type": message("an object"),
    "greater_than_equal": message("greater than or equal to {ge}"),
    "int_from_float": message("a valid integer"),
    "int_type": message("a valid integer"),
    "less_than_equal": message("less than or equal to {le}"),
    "list_type": message("a valid list"),
    "model_type": message("an object"),
    "string_pattern_mismatch": message("text that matches '{pattern}'"),
    "string_too_long": message("text of at most {max_length} characters"),
    "string_too_short": message("text of at least {min_length} characters"),
    "string_type": message("a valid string"),
    "tuple_type": message("a valid list"),
}


def _expected(error: "ErrorDetails") -> Text:
    """Return what pydantic expected, as the end of a sentence."""
    kind, context = error["type"], error.get("ctx", {})
    if kind in _EXPECTED:
        return say(_EXPECTED[kind], **context)
    if kind == "value_error":
        (what,) = context["error"].args
    else:
        what = error["msg"].removeprefix("Input should be ")
        what = f"{what[0].lower()}{what[1:]}"
    return what if isinstance(what, Text) else joined([what])


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
