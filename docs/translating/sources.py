"""Every message in the program: the arguments of `say` and similar calls, each with the file for its translation."""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from docs.translating import data

ROOT = Path(__file__).parents[2]
NOUN, GENDER = "noun", "gender"
CONTEXTS = {"noun": "noun", "own": "own", "any_of": "any"}  # by the function that makes the message

# Which arguments of a call are messages: by position, or by name.
CALLS: Mapping[str, tuple[int | str, ...]] = {
    "say": (0,),
    "message": (0,),
    "many": (0, 1),
    "noun": (0,),
    "own": (0,),
    "any_of": (0,),
    "refusal": (0,),
    "unless": (1,),
    "only_if": (1,),
    "because": ("seen",),
    "read": ("seen",),
}
_STRING = r'"((?:[^"\\]|\\.)*)"'
_IN_PAGES = re.compile(rf"\b(say|many|noun)\(\s*{_STRING}(?:,\s*{_STRING})?")


@dataclass(frozen=True)
class Message:
    """A message, with its plural form and its context, if any."""

    one: str
    several: str | None = None
    context: str = ""


@dataclass(frozen=True)
class Found:
    """A message and where it was found; `domain` is the name of the language file that it belongs to."""

    message: Message
    domain: str
    where: str
    pages: bool


def found() -> list[Found]:
    """Return every message of the table and its own games, file by file."""
    packages = {name for name, _ in data.packaged()}
    return [*_in_code(), *_in_decks(), *_in_pages(), *(one for one in _in_data() if one.domain not in packages)]


def found_in_packages() -> dict[Path, list[Found]]:
    """Return the messages of each installed package below games/, by folder; its pages use the table's messages."""
    folders = {name: Path(str(sys.modules[type(game).__module__].__file__)).parent for name, game in data.packaged()}
    return {
        folder: [*_in(folder), *(one for one in _in_data() if one.domain == name)]
        for name, folder in folders.items()
        if ROOT / "games" in folder.parents
    }


def domain(path: Path) -> str:
    """Return the domain for the messages in a source file: the name of its game, `pages` or `table`."""
    parts = path.relative_to(ROOT).parts
    if "games" in parts[:2] and len(parts) > 3 and parts[2] != "kit":
        return parts[2]
    return "pages" if "web" in parts and {"static", "templates"} & {*parts} else "table"


def _in_code() -> Iterator[Found]:
    for folder in ("table", "web", "club/cardtable_club", "lab/cardtable_lab"):
        yield from _in(ROOT / folder)


def _in(folder: Path) -> Iterator[Found]:
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for message, line in _messages(node):
                yield Found(message, domain(path), f"{path.relative_to(ROOT)}:{line}", pages=False)


def _in_data() -> Iterator[Found]:
    where = "docs/translating/data.py:0"
    yield from (Found(Message(one, context=NOUN), game, where, pages=False) for game, one in data.nouns())
    yield from (Found(Message(one), game, where, pages=False) for game, one in data.sentences())


def _messages(node: ast.AST) -> Iterator[tuple[Message, int]]:
    if isinstance(node, ast.ClassDef):
        for keyword in node.keywords:
            if keyword.arg in ("says", "yours") and (said := _constant(keyword.value)) is not None:
                yield Message(said), node.lineno
    if not isinstance(node, ast.Call):
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    given = [_constant(_argument(node, which)) for which in CALLS.get(name, ())]
    if given and given[0] is not None:
        several = given[1] if len(given) > 1 else None
        yield Message(given[0], several, CONTEXTS.get(name, "")), node.lineno


def _argument(node: ast.Call, which: int | str) -> ast.expr | None:
    if isinstance(which, int):
        return node.args[which] if len(node.args) > which else None
    return next((keyword.value for keyword in node.keywords if keyword.arg == which), None)


def _constant(node: ast.expr | None) -> str | None:
    """Return the message if `node` is a string literal, else None. Raise ValueError if it is assembled from parts."""
    if isinstance(node, ast.IfExp | ast.JoinedStr | ast.BinOp) and any(map(_is_text, ast.walk(node))):
        raise ValueError(f"a message has to stand in one piece, or nobody can translate it: {ast.unparse(node)}")
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _in_decks() -> Iterator[Found]:
    """Yield the English names of cards that have names in several languages; the deck file is named after its game."""
    for path in sorted((ROOT / "table" / "decks").glob("*.toml")):
        for card in tomllib.loads(path.read_text("utf-8"))["cards"]:
            if name := card.get("names", {}).get("en"):
                yield Found(Message(name, context=NOUN), path.stem, f"{path.relative_to(ROOT)}:1", pages=False)


def _in_pages() -> Iterator[Found]:
    for pattern in ("static/*.mjs", "games/*/static/*.mjs", "templates/*.html"):
        for path in [*sorted((ROOT / "web").glob(pattern)), *sorted((ROOT / "club/cardtable_club/web").glob(pattern))]:
            for message, line in words_of_pages(path.read_text("utf-8")):
                yield Found(message, domain(path), f"{path.relative_to(ROOT)}:{line}", pages=path.suffix == ".mjs")


def words_of_pages(text: str) -> Iterator[tuple[Message, int]]:
    """Yield each message in the text of a page or its module, with its line number."""
    for match in _IN_PAGES.finditer(text):
        kind, one, several = match.groups()
        plural = json.loads(f'"{several}"') if kind == "many" else None
        message = Message(json.loads(f'"{one}"'), plural, NOUN if kind == NOUN else "")
        yield message, text.count("\n", 0, match.start()) + 1
