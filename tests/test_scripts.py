"""Table scripts as data: each is replayed and must give the events that stand beside it.

`scripts/examples` lists some of the events, in order; `scripts/<game>` lists all of them but `game_started`.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from table import script
from table.session import dump

SCRIPTS = Path(__file__).parent / "scripts"
EXAMPLES = sorted(path for path in (SCRIPTS / "examples").glob("*.jsonl") if ".expect" not in path.name)
ABOUT = {path.parent: tomllib.loads(path.read_text()) for path in SCRIPTS.glob("*/about.toml")}
WHOLE = [folder / f"{name}.jsonl" for folder, about in ABOUT.items() for name in about]


def events(path: Path) -> list[dict[str, Any]]:
    _, lines = script.play(path)
    told = [dump(line) for line in lines if line.audience == "sealed"]
    return json.loads(json.dumps(told))  # type: ignore[no-any-return]


def expected(path: Path) -> list[dict[str, Any]]:
    text = path.with_suffix(".expect.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def holds(event: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return all(name in event and event[name] == value for name, value in wanted.items())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_gives_its_events_in_order(path: Path) -> None:
    told = iter(events(path))
    missing = [wanted for wanted in expected(path) if not any(holds(event, wanted) for event in told)]

    assert missing == []


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_script_gives_its_events_and_no_others(path: Path) -> None:
    told = [event for event in events(path) if event["event"] != "game_started"]
    wanted = expected(path)

    assert [event["event"] for event in told] == [event["event"] for event in wanted]
    for event, one in zip(told, wanted, strict=True):
        assert holds(event, one), f"expected {one}, told {event}"


@pytest.mark.parametrize("folder", ABOUT, ids=lambda folder: folder.name)
def test_every_script_says_what_it_shows(folder: Path) -> None:
    found = {path.stem for path in folder.glob("*.jsonl") if ".expect" not in path.name}

    assert found == set(ABOUT[folder])


def test_there_are_examples_and_scripts() -> None:
    assert EXAMPLES
    assert WHOLE
