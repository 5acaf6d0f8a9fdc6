"""The types of what the API takes and answers, for the pages: made of the description that the table itself serves.

`make types` writes them anew; a test says when that is due.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from web.described.derived import derived, game_views
from web.described.openapi import described
from web.described.operations import OPERATIONS

ROOT = Path(__file__).parents[2]
TYPES = ROOT / "web/types/api.d.ts"
NODE = Path(sys.executable).parent / "node"
COMPILER = Path(__file__).parent / "compile_types.mjs"
_KINDS = {"seat": "number", "seq": "number"}  # of what stands in paths; the rest is text
_IN_PATH = re.compile(r"{(\w+)}")
_NOTHING: Mapping[str, Any] = {"$ref": "nothing"}
_JSON = "application/json"


def written() -> str:
    """Write down all types. Needs the tools of `package.json`."""
    document = json.dumps(schemas())
    made = subprocess.run([NODE, COMPILER], cwd=ROOT, input=document, capture_output=True, text=True, check=True)
    return f"{made.stdout.rstrip()}\n\n{asked()}"


def schemas() -> dict[str, Any]:
    """Return every schema: those that the description names, and what is sent and answered where."""
    description = _description()
    named = dict(description["components"]["schemas"]) | derived(game_views())
    for _, _, operation in _operations(description):
        named |= {name: schema for name, schema in _of(operation) if "$ref" not in schema}
    return {"$defs": {name: _untitled(schema) for name, schema in named.items()}}


def asked() -> str:
    """Return by method and path what is sent and answered."""
    lines = ["/** By method and path: what is sent, and what is answered. */", "export interface Asked {"]
    operations = [*_operations(_description())]
    for wanted in sorted({method for method, _, _ in operations}):
        lines.append(f"  {wanted.upper()}: {{")
        for method, path, operation in operations:
            if method == wanted:
                answer, body = (_called(name, schema) for name, schema in _of(operation))
                lines.append(f"    {_key(path)}: {{ body: {body}; answer: {answer} }};")
        lines.append("  };")
    return "\n".join([*lines, "}", ""])


def _description() -> dict[str, Any]:
    return described(rule for _, rule in OPERATIONS)


def _operations(description: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, there in description["paths"].items():
        for method, operation in there.items():
            if _JSON in operation["responses"]["200"]["content"]:
                yield method, path, operation


def _of(operation: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield what is answered, and what is sent: an empty schema where that is nothing."""
    name = _pascal(operation["operationId"])
    yield name, operation["responses"]["200"]["content"][_JSON]["schema"]
    yield f"{name}Body", operation.get("requestBody", {}).get("content", {}).get(_JSON, {}).get("schema", _NOTHING)


def _called(name: str, schema: Mapping[str, Any]) -> str:
    return "undefined" if schema is _NOTHING else str(schema.get("$ref", name)).rpartition("/")[2]


def _pascal(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _key(path: str) -> str:
    pattern = _IN_PATH.sub(lambda found: f"${{{_KINDS.get(found[1], 'string')}}}", path)
    return json.dumps(path) if pattern == path else f"[path: `{pattern}`]"


def _untitled(schema: Any) -> Any:
    """Leave out titles, of which a type would be made each, and let references lead to where all is named."""
    if isinstance(schema, list):
        return [_untitled(one) for one in schema]
    if not isinstance(schema, dict):
        return schema.replace("#/components/schemas/", "#/$defs/") if isinstance(schema, str) else schema
    kept = {name: value for name, value in schema.items() if name != "title" or not isinstance(value, str)}
    return {name: _untitled(value) for name, value in kept.items() if name != "discriminator"}


if __name__ == "__main__":
    TYPES.write_text(written())
