"""Reads a report, and reproduces its events and the failures of its rules."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from msgspec import ValidationError, convert

from table import facts
from table.complaints import BadInput
from table.facts import Fact
from table.judging import script
from table.judging.session import Session, dump
from table.reporting.report import ABOUT, ASIDE, LOG, TOLD, About, Aside
from table.saying import restored
from table.values import Json, Value

V = TypeVar("V", bound=Value)


class Report(Value):
    """A parsed report: `about` is its head, and `events` are its events, each with the number of its fact."""

    about: About
    facts: tuple[Fact, ...] = ()
    events: tuple[tuple[int, Mapping[str, Json]], ...] = ()
    aside: tuple[Aside, ...] = ()
    log: tuple[Mapping[str, Json], ...] = ()

    @property
    def has_game(self) -> bool:
        return self.about.game is not None


def read(path: Path) -> Report:
    """Read a report. Raise BadInput, naming the part, if it is damaged or not a report."""
    about = _converted(path, ABOUT, _parsed(path, ABOUT, script.part(path, ABOUT)), About)
    log = tuple(_lines(path, LOG))
    if about.game is None:
        return Report(about, log=log)
    events = tuple((one["of"], restored(one["event"])) for one in _lines(path, TOLD))
    aside = tuple(_converted(path, ASIDE, one, Aside) for one in _lines(path, ASIDE))
    seen = _facts(path)
    return Report(about, seen, events, aside, log)


def _facts(path: Path) -> tuple[Fact, ...]:
    return tuple(facts.parse(line) for line in script.part(path, script.FACTS).splitlines() if line.strip())


def _lines(path: Path, name: str) -> list[Any]:
    return [_parsed(path, name, line) for line in script.part(path, name).split("\n") if line.strip()]


def _parsed(path: Path, name: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path}: {name} is damaged: {error}") from None


def _converted(path: Path, name: str, said: object, kind: type[V]) -> V:
    try:
        return convert(said, kind)
    except ValidationError as error:
        raise BadInput(f"{path}: {name}: expected what a report says of itself: {error}") from None


def differs(report: Report) -> str | None:
    """Return where a replay first differs from the report, or None if they agree."""
    audience = None if report.about.game is None else report.about.game.audience
    try:
        _, lines = Session.replay(report.facts)
    except Exception as error:  # noqa: BLE001 - any failure of the rules is a difference
        return f"the facts cannot be judged any more: {_said(error)}"
    again = [
        (number, dump(line)) for number, brought in enumerate(lines) for line in brought if line.audience == audience
    ]
    for place, was in enumerate(report.events):
        if place >= len(again) or again[place] != was:
            return f"event {place + 1}, of fact {was[0]}, was {was[1]['event']}, and a replay tells otherwise"
    if len(again) > len(report.events):
        return f"event {len(report.events) + 1} of a replay was never told"
    return None


def judged_again(report: Report) -> list[tuple[str, str | None]]:
    """Judge the failed facts again. For each, return the error at that time and the one now, None if it succeeds."""
    return [(one.error, _error_now(report, one)) for one in report.aside if one.fact is not None]


def _error_now(report: Report, one: Aside) -> str | None:
    try:
        session, _ = Session.replay(report.facts[: one.after_fact + 1])
        session.take(facts.parse(json.dumps(one.fact)))
    except Exception as error:  # noqa: BLE001 - the caller asks whether it fails again
        return _said(error)
    return None


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, BadInput) else f"{type(error).__name__}: {error}"
