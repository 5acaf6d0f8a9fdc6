"""The public surface, read from the code, one line for each name; `python -m tests.surface` records it.

Kinds: commands and their options, the HTTP API, a hub's API, what a club publishes over MQTT, table.toml, scripts,
facts and shared events, tables of the database, the kit for games, fixtures for tests, and the groups of entry points.
"""

import importlib
import inspect
import pkgutil
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_type_hints

import click

import cardtable_pytest
from cardtable_club.hub.database import Database
from cardtable_club.hub.listener import Hub
from cardtable_club.publishing.address import Broker
from cardtable_club.publishing.described import described as mqtt
from cardtable_club.web import api as hub_api
from cardtable_club.web import director, tournaments
from cardtable_club.web.context import Club
from cardtable_club.web.server import create_app
from table import cli, events, facts
from table.event import Event
from table.games import game, kit, words
from table.history import database
from table.keeping import schema
from table.settings import sections
from table.values import Value, fields
from web.bodies import Body
from web.described.openapi import described
from web.described.operations import OPERATIONS

ROOT = Path(__file__).parent.parent
RECORDED = ROOT / "docs/reference/surface.txt"
_TABLES = re.compile(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+) \((.*?)\) STRICT", re.DOTALL)


def lines() -> Iterator[str]:
    """Yield the lines of the public surface, sorted within each kind."""
    for part in (_commands, _api, _hub, _mqtt, _settings, _script, _records, _tables, _kit, _fixtures, _groups):
        yield from sorted(set(part()))


def _commands() -> Iterator[str]:
    context = click.Context(commands := cli.Commands())
    for name in commands.list_commands(context):
        command = commands.get_command(context, name)
        assert command is not None
        yield from _command(f"cardtable {name}", command)


def _command(called: str, command: click.Command) -> Iterator[str]:
    yield f"command {called}"
    for param in command.params:
        named = param.human_readable_name if isinstance(param, click.Argument) else " ".join(param.opts)
        needed = " (required)" if param.required else ""
        yield f"command {called} {named}{needed}"
    for name, below in getattr(command, "commands", {}).items():
        yield from _command(f"{called} {name}", below)


def _api() -> Iterator[str]:
    api: Any = described(rule for _, rule in OPERATIONS)
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            called = f"api {method.upper()} {path}"
            yield called
            for parameter in operation["parameters"]:
                if parameter["name"] != "lang":  # every operation takes it
                    yield f"{called} ?{parameter['name']}"
            if (body := operation.get("requestBody")) is not None:
                yield f"{called} takes {_kind(body['content']['application/json']['schema'])}"
            for status, answer in operation["responses"].items():
                for content in answer.get("content", {}).values() if status[0] == "2" else ():
                    yield f"{called} {status} {_kind(content['schema'])}"
    for name, kind in api["components"]["schemas"].items():
        for field, what in kind.get("properties", {}).items():
            needed = " (required)" if field in kind.get("required", ()) else ""
            yield f"api {name}.{field}: {_kind(what)}{needed}"


def _hub() -> Iterator[str]:
    app = create_app(Club(Hub(Broker("nowhere", 1883, False), None, Database("sqlite:///never-opened.db"))))
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(("/api/", "/health", "/metrics", "/asyncapi")):
            yield from (f"hub {method} {rule.rule}" for method in sorted((rule.methods or set()) & {"GET", "POST"}))
    for module in (hub_api, director, tournaments):
        for name, kind in vars(module).items():
            if inspect.isclass(kind) and issubclass(kind, Body) and kind.__module__ == module.__name__:
                for field, of in kind.model_fields.items():
                    yield f"hub takes {name}.{field}{' (required)' if of.is_required() else ''}"


def _mqtt() -> Iterator[str]:
    for name, channel in mqtt()["channels"].items():
        yield f"mqtt {channel['address']}"
        payload = channel["messages"][name]["payload"]
        for field, what in payload.get("properties", {}).items():
            needed = " (required)" if field in payload.get("required", ()) else ""
            yield f"mqtt {channel['address']} {field}: {_kind(what)}{needed}"


def _script() -> Iterator[str]:
    """Yield each kind of script line, and its fields as they are written in JSON."""
    schema = facts._FACTS.json_schema(mode="serialization")
    for ref in schema["discriminator"]["mapping"].values():
        line = schema["$defs"][_kind({"$ref": ref})]
        name = line["properties"]["fact"]["const"]
        for field, what in line["properties"].items():
            needed = " (required)" if field in line.get("required", ()) else ""
            yield f"script {name} {field}: {_kind(what)}{needed}"


def _kind(kind: Mapping[str, Any]) -> str:
    """Return a short description of the type of a JSON Schema."""
    if (named := kind.get("$ref")) is not None:
        return str(named).rpartition("/")[2]
    for several in ("anyOf", "oneOf", "allOf"):
        if several in kind:
            return " or ".join(sorted({_kind(one) for one in kind[several]}))
    if "enum" in kind:
        return " or ".join(repr(one) for one in kind["enum"])
    if "const" in kind:
        return repr(kind["const"])
    if kind.get("type") == "array":
        return f"list of {_kind(kind.get('items', {}))}"
    said = kind.get("type", "anything")
    return said if isinstance(said, str) else " or ".join(said)


def _settings() -> Iterator[str]:
    for section in (sections.Table, sections.Reader, sections.Button, sections.Buzzer, sections.Pico):
        for name, field in section.model_fields.items():
            yield f"table.toml {section.__name__.lower()}.{name}{' (required)' if field.is_required() else ''}"


def _records() -> Iterator[str]:
    for of, base in ((facts, facts.Fact), (events, Event), (game, Value)):
        for name, kind in vars(of).items():
            if inspect.isclass(kind) and issubclass(kind, base) and kind.__module__ == of.__name__ and name[0] != "_":
                hints = get_type_hints(kind)
                for field in fields(kind):
                    yield f"{of.__name__}.{name} {field}: {inspect.formatannotation(hints[field])}"


def _tables() -> Iterator[str]:
    yield f"database version {schema.VERSION}"
    for script in (schema.TABLES, database._SCHEMA):
        for name, columns in _TABLES.findall(script):
            for column in columns.split(",\n"):
                yield f"database {name}: {' '.join(column.split())}"


def _kit() -> Iterator[str]:
    parts = [importlib.import_module(f"{kit.__name__}.{one.name}") for one in pkgutil.iter_modules(kit.__path__)]
    for module in (words, *parts):
        for name, thing in vars(module).items():
            if name[0] == "_" or getattr(thing, "__module__", None) != module.__name__ or not callable(thing):
                continue
            yield f"{module.__name__}.{name}{'' if inspect.isclass(thing) else _signature(thing)}"
            for method, what in vars(thing).items() if inspect.isclass(thing) else ():
                if method[0] != "_" and inspect.isfunction(what):
                    yield f"{module.__name__}.{name}.{method}{_signature(what)}"


def _signature(called: Any) -> str:
    """Return the names of the parameters; `=` marks those with a default."""
    named = inspect.signature(called).parameters.values()
    return f"({', '.join(f'{one.name}=' if one.default is not one.empty else one.name for one in named)})"


def _fixtures() -> Iterator[str]:
    for name, thing in vars(cardtable_pytest).items():
        if hasattr(thing, "_pytestfixturefunction") or type(thing).__name__ == "FixtureFunctionDefinition":
            yield f"pytest fixture {name}"


def _groups() -> Iterator[str]:
    for project in ("pyproject.toml", "club/pyproject.toml", "lab/pyproject.toml"):
        for group in tomllib.loads((ROOT / project).read_text())["project"].get("entry-points", ()):
            yield f"entry points {group}"


if __name__ == "__main__":
    RECORDED.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
