"""Writes docs/game-reference.md, the reference for game authors, from docstrings: `python docs/reference/make.py`.

A test compares the page with the code.
"""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_type_hints

from table import events, facts, moves, view
from table.games import game, kit, words
from table.values import Value, fields

_MADE = re.compile(r"moves\.([A-Z]\w+)\(")
PAGE = Path(__file__).parent.parent / "game-reference.md"
_HEAD = """# Reference for authors of games
Made from docstrings by `python docs/reference/make.py`; [Write a game](new-game.md) explains how the parts work
together.
"""


def page() -> str:
    """Return the page."""
    return "\n".join([_HEAD, *_kit(), *_shared(), ""])


def _kit() -> Iterator[str]:
    yield "## The kit"
    yield "Modules of `table.games.kit`.\n"
    for found in pkgutil.iter_modules(kit.__path__):
        module = importlib.import_module(f"{kit.__name__}.{found.name}")
        yield f"### {found.name}"
        yield f"{_first(module)}\n"
        yield from _names(module)
        yield ""
    yield "### table.games.words"
    yield f"{_first(words)}\n"
    yield from _names(words)
    yield ""


def _shared() -> Iterator[str]:
    yield "## Facts"
    yield "What the table has sensed; `table.facts`.\n"
    yield from _records(facts, facts.Fact)
    yield "\n## Shared events"
    yield "Those of `table.events`; all have an `event` name, the class's in small letters, and some move hands.\n"
    yield from _records(events, events.Event)
    yield "\n## Moves"
    yield "What `hands()` of an event returns; `table.moves`.\n"
    yield from _records(moves, Value)
    yield "\n## Views"
    yield "What an audience sees; `table.view`. Fields with a default may be left out.\n"
    yield from _records(view, Value)
    yield "\n## Choices, readings, answers"
    yield f"Records of `table.games.game`. Reasons that all games share: {', '.join(game.SHARED_REASONS)}.\n"
    yield from _records(game, Value, whole=True)


def _names(module: Any) -> Iterator[str]:
    rows = [_row(name, thing) for name, thing in vars(module).items() if _is_its_own(module, name, thing)]
    if rows:
        yield "| name | is |"
        yield "|---|---|"
        yield from rows


def _is_its_own(module: Any, name: str, thing: Any) -> bool:
    return (
        not name.startswith("_")
        and getattr(thing, "__module__", None) == module.__name__
        and (inspect.isclass(thing) or inspect.isfunction(inspect.unwrap(thing)))
    )


def _row(name: str, thing: Any) -> str:
    if inspect.isclass(thing):
        said = [f"{_cell(_first(thing))}"]
        if issubclass(thing, Enum):
            said.append(f"One of {', '.join(one.name for one in thing)}.")
        methods = [f"`{_called(one, method)}`: {_cell(_first(method))}" for one, method in _methods(thing)]
        return f"| `{_called(name, thing)}` | {'<br>'.join(said + methods)} |"
    return f"| `{_called(name, thing)}` | {_cell(_first(thing))} |"


def _methods(kind: type) -> Iterator[tuple[str, Any]]:
    for name, thing in vars(kind).items():
        if not name.startswith("_") and inspect.isfunction(thing):
            yield name, thing


def _called(name: str, thing: Any) -> str:
    """Return a name with its parameters, without `self` or types."""
    if inspect.isclass(thing):
        named = fields(thing) if issubclass(thing, Value) else ()
        return f"{name}({', '.join(named)})" if named else name
    parameters = [one for one in inspect.signature(thing).parameters.values() if one.name != "self"]
    return f"{name}({', '.join(_parameter(one) for one in parameters)})"


def _parameter(one: inspect.Parameter) -> str:
    star = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}.get(one.kind, "")
    return f"{star}{one.name}" if one.default is one.empty else f"{one.name}=…"


def _records(module: Any, base: type, *, whole: bool = False) -> Iterator[str]:
    yield "| record | fields | is |"
    yield "|---|---|---|"
    for name, kind in vars(module).items():
        if inspect.isclass(kind) and issubclass(kind, base) and kind.__module__ == module.__name__ and name[0] != "_":
            hints = get_type_hints(kind)
            named = ", ".join(f"`{one}: {_type(hints[one])}`" for one in fields(kind))
            said = " ".join((inspect.getdoc(kind) or "").split()) if whole else _first(kind)
            yield f"| `{name}` | {named} | {_cell(said)}{_move_of(kind)} |"


def _move_of(kind: type) -> str:
    """Return a sentence that lists the moves made by an event's `hands`; an empty string for other records."""
    if not issubclass(kind, events.Event) or kind.hands is events.Event.hands:
        return ""
    made = dict.fromkeys(_MADE.findall(inspect.getsource(kind.hands)))
    return f" Moves: {', '.join(f'`{one}`' for one in made)}." if made else ""


def _type(hint: Any) -> str:
    text = inspect.formatannotation(hint).replace("typing.", "").replace("collections.abc.", "")
    return text.replace("table.view.", "").replace("table.facts.", "").replace("|", "\\|")


def _first(thing: Any) -> str:
    """Return the first paragraph of a docstring."""
    return " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
