"""What all packages in games/ have in common: their scripts, rules that have words, robots, and that they are short."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from table import facts, games, languages
from table.judging.session import Session
from table.robots.duel import fight

HERE = Path(__file__).parents[2] / "games"
NAMES = sorted(path.parent.name for path in HERE.glob("*/pyproject.toml"))
SCRIPTS = sorted(path for path in HERE.glob("*/scripts/*.jsonl") if ".expect." not in path.name)
MOST_LINES = 300
RULE = re.compile(r"\b[A-Z]{2}-(?:T-)?\d\d\b")
RANGE = re.compile(r"\b([A-Z]{2}-(?:T-)?)(\d\d)(?: to [A-Z]{2}-(?:T-)?(\d\d))?\b")


def test_they_are_installed_as_others_are() -> None:
    assert {*NAMES} <= {*games.names()} - {*games.own()}


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_short(name: str) -> None:
    """Count all lines, without the AI of robots."""
    modules = [path for path in (HERE / name / name).rglob("*.py") if path.name != "ai.py"]

    assert sum(len(path.read_text().splitlines()) for path in modules) <= MOST_LINES


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("placement", ["tap", "pile"])
def test_a_script_gives_its_events(script: Path, placement: str) -> None:
    """One that says how cards are placed, because an undo shows it, is played so."""
    lines = [json.loads(line) for line in script.read_text().splitlines()]
    lines[0].setdefault("placement", {"discard": placement})
    _, delivered = Session.replay([facts.parse(json.dumps(line)) for line in lines])
    wanted = [json.loads(line) for line in script.with_suffix(".expect.jsonl").read_text().splitlines()]

    assert [line.json for lines in delivered for line in lines if line.audience == "sealed"] == wanted


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_a_line_words_and_a_source(name: str) -> None:
    package = HERE / name / name
    code = {rule for path in package.rglob("*.py") for rule in RULE.findall(path.read_text())}

    assert len(code) > 10
    for language in languages.codes():
        assert {*RULE.findall((package / f"ui/rules.{language}.html").read_text())} == code, language
    assert {*_listed((HERE / name / "README.md").read_text())} == code


def _listed(ledger: str) -> Iterator[str]:
    """Yield the rules of a table, also those from one to another."""
    for kind, first, last in RANGE.findall(ledger):
        yield from (f"{kind}{number:02}" for number in range(int(first), int(last or first) + 1))


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_robots_play_to_the_end(name: str) -> None:
    game = games.find(name)
    for seats in (game.fewest_seats, min(game.most_seats, 4)):
        duel = fight(name, ["keen", *["easy"] * (seats - 1)], 5, seed=1)
        assert (duel.games, duel.illegal) == (5, 0)
