"""Table scripts and whole games, each replayed once for all checks."""

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from table import facts, games
from table.board import GameSnapshot
from table.event import Delivered
from table.facts import Fact, GameStarted
from table.games.game import Why
from table.judging.delivery import Line
from table.judging.session import Session, dump
from table.values import Value, to_json

SCRIPTS = Path(__file__).parent / "scripts"
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
EXAMPLES = sorted(path for path in (SCRIPTS / "examples").glob("*.jsonl") if ".expect" not in path.name)
ABOUT = {path.parent: tomllib.loads(path.read_text()) for path in SCRIPTS.glob("*/about.toml")}
WHOLE = [folder / f"{name}.jsonl" for folder, about in ABOUT.items() for name in about]
PLAYED = sorted(PLAYTHROUGHS.glob("*.jsonl"))
SHOWN = ("public", "host", "seat:1", "seat:2")

EventObject = dict[str, Any]
View = Mapping[str, Any]


def facts_of(path: Path) -> list[Any]:
    return [facts.parse(line) for line in path.read_text().splitlines()]


def plain(lines: Iterable[Line]) -> list[EventObject]:
    """Return events as `cardtable replay` prints them."""
    return json.loads(json.dumps([dump(line) for line in lines]))  # type: ignore[no-any-return]


def delivered(game: str, events: Iterable[EventObject]) -> list[Delivered]:
    """Read events from their printed form."""
    kinds = games.events_of(game)
    return [Delivered.read(one, kinds) for one in events]


def whys(session: Session, events: Iterable[EventObject]) -> list[Why]:
    """Return the answer to why for each event delivered to an audience."""
    got = delivered(session.game.name, events)
    return [session.game.why(one.seq, session.setup, got) for one in got]


def printed(game: GameSnapshot) -> Mapping[str, list[Mapping[str, Any]]]:
    """Return the events delivered to each audience, as JSON objects."""
    return {audience: [one.json for one in got] for audience, got in game.events.items()}


class Moment(Value):
    """The result of one fact: the events of all audiences, and the views of some of them."""

    fact: Fact
    lines: tuple[Line, ...]
    views: Mapping[str, View]


class Replayed(Value, dict=True):
    """A replayed script: its session at the end, and every moment from the start."""

    path: Path
    session: Session
    moments: Sequence[Moment]

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"

    @property
    def facts(self) -> list[Fact]:
        return [moment.fact for moment in self.moments]

    @cached_property
    def events(self) -> Mapping[str, list[EventObject]]:
        """All events, by audience."""
        lines = [line for moment in self.moments for line in moment.lines]
        return {a: plain(line for line in lines if line.audience == a) for a in self.session.audiences}


def replay(path: Path) -> Replayed:
    started, *later = facts_of(path)
    assert isinstance(started, GameStarted)
    session = Session(started)
    moments = [Moment(started, session.opening, views(session))]
    for fact in later:
        lines = session.take(fact)
        moments.append(Moment(fact, lines, views(session)))
    return Replayed(path, session, moments)


def views(session: Session) -> Mapping[str, View]:
    return {audience: to_json(session.view(audience)) for audience in SHOWN if audience in session.audiences}
