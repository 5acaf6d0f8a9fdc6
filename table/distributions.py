"""The repository's other distributions: what each provides, and the error raised when one is not installed."""

from collections.abc import Mapping

from table.complaints import BadInput
from table.saying import say

# The `cardtable` extra that installs each command and listener, by name.
COMMANDS: Mapping[str, str] = {"hub": "club", "policy": "lab", "simulate": "lab", "study": "lab"}
LISTENERS: Mapping[str, str] = {"club": "club"}


def not_installed(what: str, extra: str) -> BadInput:
    """Return the error for a command, option or section whose distribution is not installed."""
    return BadInput(
        say(
            "{what} comes with {distribution}, which is not installed: pip install 'cardtable[{extra}]'",
            what=what,
            distribution=f"cardtable-{extra}",
            extra=extra,
        )
    )
