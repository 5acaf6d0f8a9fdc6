"""Games for the history: whole ones that simulated people played, as scripts.

`playthroughs` has two of each game; the library has many, by all numbers of people and in all airs, as lines of one
compressed file: each is a JSON object with the `name` of the game and its `facts`. `recording` writes it.
"""

import json
import lzma
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from table import facts
from table.games.game import PUBLIC
from table.history.record import Record
from table.judging.session import Session, dump
from tests.history import counted_by_hand

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
SCRIPTS = sorted(PLAYTHROUGHS.glob("*.jsonl"))
LIBRARY = Path(__file__).parent / "library.jsonl.xz"

Facts = Sequence[Mapping[str, Any]]


def script(name: str) -> Path:
    """Return the script of a whole game."""
    return PLAYTHROUGHS / f"{name}.jsonl"


@cache
def games() -> Mapping[str, Facts]:
    """Return the facts of all games of the library, by name, in their order."""
    lines = lzma.decompress(LIBRARY.read_bytes()).decode().splitlines()
    return {game["name"]: game["facts"] for game in map(json.loads, lines)}


def as_json(fact: Mapping[str, Any]) -> str:
    """Return a fact as a line of a script."""
    return json.dumps(fact, ensure_ascii=False)


def write(played: Mapping[str, Facts]) -> None:
    """Write the library."""
    lines = (json.dumps({"name": name, "facts": facts}, ensure_ascii=False) for name, facts in played.items())
    LIBRARY.write_bytes(lzma.compress("".join(f"{line}\n" for line in lines).encode(), preset=9 | lzma.PRESET_EXTREME))


def as_script(seen: Facts, folder: Path, name: str = "game") -> Path:
    """Write facts as a script."""
    path = folder / f"{name}.jsonl"
    path.write_text("".join(f"{as_json(fact)}\n" for fact in seen), encoding="utf-8")
    return path


def record(seen: Facts) -> Record:
    """Return the record of a game as a table keeps it."""
    parsed = [facts.parse(json.dumps(fact)) for fact in seen]
    _, lines = Session.replay(parsed)
    numbered = [
        (dump(line), number) for number, brought in enumerate(lines) for line in brought if line.audience == PUBLIC
    ]
    bodies = tuple(json.dumps(facts.dump(fact)) for fact in parsed)
    return Record(bodies, tuple(event for event, _ in numbered), tuple(number for _, number in numbered))


@cache
def recorded(name: str) -> Record:
    """Return the record of a game of the library."""
    return record(games()[name])


@cache
def counted() -> list[counted_by_hand.Game]:
    """Return all games of the library as the other count has them, in their order."""
    return [counted_by_hand.game(seen, recorded(name).events) for name, seen in games().items()]


def among(seen: Facts, *players: str | None) -> Facts:
    """Return a game that others played, seat by seat."""
    first, *others = seen
    assert len(players) == len(first["players"])
    return [{**first, "players": list(players)}, *others]
