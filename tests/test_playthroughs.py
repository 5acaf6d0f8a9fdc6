"""Whole games, fact by fact: what every audience was told and what the picture became must stay as it is recorded.

`UPDATE_PLAYTHROUGHS=1 pytest tests/test_playthroughs.py` writes the records anew; read what has changed before you
commit it.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table import games
from table.judging.session import Session, dump
from tests.test_scripts import facts_of

FOLDER = Path(__file__).parent / "playthroughs"
PLAYED = sorted(path for path in FOLDER.glob("*.jsonl") if ".told" not in path.name)
UPDATE = os.environ.get("UPDATE_PLAYTHROUGHS") == "1"


def record(path: Path) -> Iterator[dict[str, Any]]:
    """Say for each fact what was told and what changed in pictures; of others only what the public does not see."""
    started, *facts = facts_of(path)
    session = Session(started)
    lines, shown, hidden = session.opening, {}, {}
    for number, fact in enumerate([None, *facts]):
        lines = session.opening if fact is None else session.take(fact)
        told = {a: [dump(line) for line in lines if line.audience == a] for a in session.audiences}
        assert session.views() == {a: session.view(a) for a in session.audiences if a != "sealed"}
        views = {a: _stable(view) for a, view in session.views().items()}
        entry: dict[str, Any] = {"fact": number, "public": told["public"]}
        entry |= {a: told[a] for a in session.audiences if a != "public" and told[a] != told["public"]}
        apart = {a: _without(view, views["public"]) for a, view in views.items() if a != "public"}
        entry |= {f"view of {a}": view for a, view in apart.items() if view != hidden.get(a, {})}
        hidden = apart
        entry["view"] = {key: value for key, value in views["public"].items() if shown.get(key) != value}
        shown = views["public"]
        if entry["view"] or any(told.values()):
            yield json.loads(json.dumps(entry))
    assert session.ended


def _without(view: dict[str, Any], public: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in public or public[key] != value}


def _stable(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key != "last"}


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_a_game_is_told_as_it_was_recorded(path: Path) -> None:
    golden = path.with_suffix(".told.jsonl")
    played = list(record(path))
    if UPDATE:
        golden.write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in played))

    assert played == [json.loads(line) for line in golden.read_text().splitlines()]


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_a_playthrough(game: str) -> None:
    assert any(path.name.startswith(game) for path in PLAYED)


def test_updating_is_for_people_and_not_for_machines() -> None:
    assert not (UPDATE and os.environ.get("CI"))
