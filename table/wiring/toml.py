"""Sections of a table.toml as text."""

from collections.abc import Mapping, Sequence

Plain = str | int | Sequence[str]


def section(header: str, keys: Mapping[str, Plain], said: str = "") -> str:
    """Return a section, with what is said of it above.

    >>> print(section("[[pico]]", {"name": "left", "channel": 2, "zones": ("discard", "hidden")}, "found"), end="")
    # found
    [[pico]]
    name = "left"
    channel = 2
    zones = ["discard", "hidden"]
    """
    lines = [f"# {said}"] if said else []
    return "\n".join([*lines, header, *(f"{key} = {_told(value)}" for key, value in keys.items()), ""])


def zones(served: Sequence[str]) -> dict[str, Plain]:
    """Return the key that says what a reader serves."""
    return {"zone": served[0]} if len(served) == 1 else {"zones": served}


def _told(value: Plain) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return f'"{value}"' if isinstance(value, str) else "[" + ", ".join(f'"{one}"' for one in value) + "]"
