"""What scripts show and answer, held to the letter: pictures after each fact, answers to why, what an undo brings back.

`UPDATE_RECORDS=1 pytest tests/test_recorded.py` writes the records anew; read what has changed before you commit it.
In `recorded/<game>.pictures.jsonl` a line is a fact, with what it changed: a name is the way to a part of a picture,
and null what is gone. In `recorded/<game>.whys.json` each answer stands once, with the events that have it.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from table import games
from table.facts import ChoiceMade, Fact, micros
from table.judging.session import Line, Session, dump
from tests.test_scripts import SCRIPTS, WHOLE, facts_of

pytestmark = pytest.mark.long

FOLDER = Path(__file__).parent / "recorded"
UPDATE = os.environ.get("UPDATE_RECORDS") == "1"
SHOWN = ("public", "host", "seat:1", "seat:2")

# What the host may do when a script is over, each beginning where it ended.
ENDINGS: Mapping[str, Sequence[str]] = {"undone": ("undo", "undo", "undo"), "ruled": ("rule",), "paused": ("pause",)}

Picture = dict[str, Any]


def of(game: str) -> list[Path]:
    return [path for path in WHOLE if path.parent.name == game]


def parts(whole: Any, way: str = "") -> Iterator[tuple[str, Any]]:
    """Take a picture to pieces, each with the way to it."""
    if isinstance(whole, Mapping) and whole:
        for name, part in whole.items():
            yield from parts(part, f"{way}.{name}")
    elif isinstance(whole, list | tuple) and whole and isinstance(whole[0], Mapping | list | tuple):
        for number, part in enumerate(whole):
            yield from parts(part, f"{way}.{number}")
    else:
        yield way[1:], whole


def pictures(session: Session) -> Picture:
    """Draw what everybody sees, and of others what they see besides; what was told last stands among the events."""
    views = {audience: dict(parts(session.view(audience) | {"last": None})) for audience in SHOWN}
    everybody = views["public"]
    drawn = dict(everybody)
    for audience, view in views.items():
        drawn |= {f"{audience} {way}": part for way, part in view.items() if everybody.get(way, view) != part}
    return drawn


def changed(before: Picture, after: Picture) -> Picture:
    gone = {way: None for way, part in before.items() if way not in after and part is not None}
    return gone | {way: part for way, part in after.items() if way not in before or before[way] != part}


@cache
def usual(game: str) -> Picture:
    """Draw how a game begins in the first of its scripts; of the others only what is otherwise is recorded."""
    return pictures(Session(facts_of(of(game)[0])[0]))


def shown(path: Path) -> Iterator[Picture]:
    """Say what each fact of a script changed, and then what each ending did."""
    started, *seen = facts_of(path)
    session = Session(started)
    before = pictures(session)
    yield {"script": path.stem, "fact": 0} | changed(
        {} if path == of(path.parent.name)[0] else usual(path.parent.name), before
    )
    for number, fact in enumerate(seen, start=1):
        session.take(fact)
        yield {"script": path.stem, "fact": number} | changed(before, before := pictures(session))
    at = session.now + micros(5)
    for ending, choices in ENDINGS.items():
        session, _ = Session.replay([started, *seen])
        passing = pictures(session)
        for number, choice in enumerate(choices, start=1):
            told = session.take(ChoiceMade(at + number, 0, choice))
            names = [line.event.name for line in told if line.audience == "public"]
            entry = {"script": path.stem, "fact": f"{ending} {number}", "events": names}
            yield entry | changed(passing, passing := pictures(session))


def answered(path: Path) -> Iterator[tuple[str, str]]:
    """Give the answer to each event of a script, as text, and where it stands."""
    facts: list[Fact] = list(facts_of(path))
    undone = ChoiceMade(facts[-1].t + micros(5), 0, "undo")
    session, brought = Session.replay([*facts, undone])  # type: ignore[list-item]
    for audience in ("public", "seat:1"):
        told = events([line for lines in brought for line in lines if line.audience == audience])
        for event in told:
            why = session.game.why(event, session.setup, told)
            yield json.dumps(asdict(why), ensure_ascii=False), f"{path.stem} {audience} {event['seq']}"


def events(lines: Sequence[Line]) -> list[dict[str, Any]]:
    return json.loads(json.dumps([dump(line) for line in lines]))  # type: ignore[no-any-return]


@cache
def recorded(game: str) -> Mapping[str, Sequence[Picture]]:
    lines = [json.loads(line) for line in (FOLDER / f"{game}.pictures.jsonl").read_text().splitlines()]
    return {path.stem: [line for line in lines if line["script"] == path.stem] for path in of(game)}


@cache
def answers(game: str) -> Mapping[str, str]:
    """Name the answer to each event, by where it stands."""
    known = json.loads((FOLDER / f"{game}.whys.json").read_text())
    return {place: json.dumps(one["why"], ensure_ascii=False) for one in known for place in places(one["of"])}


def places(of: Mapping[str, Mapping[str, Sequence[int]]]) -> Iterator[str]:
    for audience, scripts in of.items():
        for script, numbers in scripts.items():
            yield from (f"{script} {audience} {number}" for number in numbers)


@pytest.fixture(autouse=True, scope="module")
def _written_anew() -> None:
    """Write all records before the first is held, if that is what is wanted."""
    for game in games.names() if UPDATE else ():
        lines = [json.dumps(entry, ensure_ascii=False) for path in of(game) for entry in shown(path)]
        (FOLDER / f"{game}.pictures.jsonl").write_text("\n".join(lines) + "\n")
        (FOLDER / f"{game}.whys.json").write_text(told_once(game))


def told_once(game: str) -> str:
    found: dict[str, dict[str, dict[str, list[int]]]] = {}
    for path in of(game):
        for why, place in answered(path):
            script, audience, number = place.split()
            found.setdefault(why, {}).setdefault(audience, {}).setdefault(script, []).append(int(number))
    rows = [f'{{"why": {why},\n "of": {json.dumps(of)}}}' for why, of in sorted(found.items())]
    return "[" + ",\n".join(rows) + "]\n"


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_pictures_of_a_script_are_as_they_were_recorded(path: Path) -> None:
    drawn = json.loads(json.dumps(list(shown(path))))

    assert drawn == list(recorded(path.parent.name)[path.stem])


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_answers_to_why_are_as_they_were_recorded(path: Path) -> None:
    given = [(place, why) for why, place in answered(path)]

    assert given == [(place, answers(path.parent.name).get(place)) for place, _ in given]


def test_updating_is_for_people_and_not_for_machines() -> None:
    assert not (UPDATE and os.environ.get("CI"))
    assert {path.parent for path in SCRIPTS.glob("*/about.toml")} == {SCRIPTS / game for game in games.names()}
