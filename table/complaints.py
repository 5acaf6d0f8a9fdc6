"""Bad input told in one clear sentence that names the place and what was expected."""

from typing import Any

from pydantic import ValidationError


class BadInput(ValueError):  # noqa: N818 - what people gave, not what the program did
    """Something given from outside is not as it must be. The message is one sentence for a person."""


def sentence(error: ValidationError) -> str:
    """Make one line of the first thing that pydantic found wrong.

    >>> from pydantic import TypeAdapter
    >>> try:
    ...     TypeAdapter(dict[str, int]).validate_python({"seed": "five"}, strict=True)
    ... except ValidationError as error:
    ...     print(sentence(error))
    seed: expected a valid integer, not 'five'
    """
    first = error.errors(include_url=False, include_context=False)[0]
    return _say([str(part) for part in first["loc"]], first["type"], first["msg"], first.get("input"))


def _say(where: list[str], kind: str, message: str, given: Any) -> str:
    place = ".".join(where) or "here"
    if kind == "missing":
        return f"{place}: this is missing"
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return f"{place}: nobody knows this name"
    expected = message.removeprefix("Value error, ").removeprefix("Input should be ")
    verb = "" if expected == message else "expected "
    return f"{place}: {verb}{expected}, not {_short(given)}"


def _short(given: Any) -> str:
    text = repr(given)
    return text if len(text) <= 40 else text[:37] + "..."
