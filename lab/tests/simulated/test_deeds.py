"""The kinds of action that simulated people record are those that docs/simulation.md lists."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
SOURCES = [*(ROOT / "lab/cardtable_lab/simulated").rglob("*.py"), ROOT / "table/robots/environment.py"]
ROW = re.compile(r"^\|(?:[^|`]*\|)? ((?:`\w+`(?:, )?)+) \|", re.MULTILINE)


def recorded(source: str) -> set[str]:
    """Return the names passed to `note`, and those under "deed" in a dictionary."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
            found |= _names(node.args)
        elif isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            found |= _names([value for key, value in pairs if key and ast.unparse(key) == "'deed'"])
    return found


def _names(values: list[ast.expr]) -> set[str]:
    either = [
        one for value in values for one in ([value.body, value.orelse] if isinstance(value, ast.IfExp) else [value])
    ]
    return {one.value for one in either if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def test_the_page_lists_every_kind_of_action() -> None:
    page = (ROOT / "docs/simulation.md").read_text()
    tables = page[page.index("## What people did") : page.index("## People for your own game")]

    listed = {name for row in ROW.findall(tables) for name in re.findall(r"\w+", row)} - {"deed"}

    assert listed == set().union(*(recorded(file.read_text()) for file in SOURCES))
