"""Why a game told what it told: every event that any script tells has an answer, from what its audience was told."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from table import games
from table.games.game import Why
from table.games.moment import WITHOUT_RULE
from table.judging import script
from table.judging.session import Session, dump
from table.judging.telling import Line

ROOT = Path(__file__).parents[3]
SCRIPTS = [
    path
    for game in games.names()
    for path in sorted((ROOT / f"tests/scripts/{game}").glob("*.jsonl"))
    if "." not in path.stem
]
RULE = re.compile(r"[A-Z]+-(?:[A-Z]-)?\d{2,3}")

# How a sentence names a card, by game; of what it finds only names of cards count.
CARD = {
    "mito": r"\b(?:spider|mosquito|cockroach|ant|moth) [1-5]\b|\b(?:the|an?) [1-5]\b",
    "mytho": r"\b\w+ of (?:clubs|diamonds|hearts|spades)\b|\b(?:red|yellow|green|blue) \d\b",
    "mythology_go": r"\b(?:the|an?) [A-Z]\w+\b",
    "nur_mut": r"\bthe \d(?:/(?:\d|joker))?\b",
}


def told(lines: Sequence[Line], audience: str = "public") -> list[dict[str, Any]]:
    return json.loads(json.dumps([dump(line) for line in lines if line.audience == audience]))  # type: ignore[no-any-return]


def answers(session: Session, events: list[dict[str, Any]]) -> list[Why]:
    return [session.game.why(event, session.setup, events) for event in events]


def host_alone(event: dict[str, Any]) -> bool:
    """Tell whether an event follows from what the host or the hardware did, and from no rule."""
    pressed = event["event"] == "press_refused" and event["seat"] == 0
    paused = event["event"] in ("press_refused", "play_refused") and event["reason"] == "paused"
    return event["event"] in WITHOUT_RULE or pressed or paused


Played = tuple[Session, Sequence[Line]]


@pytest.fixture(scope="module", params=SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def played(request: pytest.FixtureRequest) -> Played:
    """A script and what was told; it is played once for all that is asked of it."""
    return script.play(request.param)


def test_everything_told_has_an_answer(played: Played) -> None:
    session, lines = played
    for audience in ("public", "host", "sealed", "seat:3"):
        events = told(lines, audience)
        undone = {"race_closed"} if any(one["event"] == "undone" for one in events) else set()

        for event, why in zip(events, answers(session, events), strict=True):
            assert re.fullmatch(r"[A-Z].*\.", why.seen), (audience, why.seen)
            assert ".." not in why.seen, audience
            assert why.rules or host_alone(event) or event["event"] in undone, (audience, event)


def test_no_answer_names_a_card_that_was_not_told(played: Played) -> None:
    session, lines = played
    events = told(lines)
    labels = {code: card.label for code, card in session.setup.cards.items()}

    for number, why in enumerate(answers(session, events), start=1):
        so_far = json.dumps(events[:number])
        known = {labels[code] for code in re.findall(r'"([\w.]+)"', so_far) if code in labels}
        named = {re.sub(r"^(?:the|an?) ", "", name) for name in re.findall(CARD[session.game.name], why.seen)}
        assert named & set(labels.values()) <= known, why.seen


def test_an_answer_stays_the_same_when_more_is_told(played: Played) -> None:
    session, lines = played
    events = told(lines)
    early = [
        session.game.why(event, session.setup, [one for one in events if one["t"] <= event["t"]]) for event in events
    ]

    assert answers(session, events) == early


@pytest.mark.parametrize("game", games.names())
def test_every_rule_that_can_be_named_is_written_down(game: str) -> None:
    telling = sorted((ROOT / f"table/games/{game}").rglob("why*.py"))  # of a small game beside its rules
    named = {rule for path in telling for rule in RULE.findall(path.read_text())}
    pages = [ROOT / f"docs/rules/{game}.md", *(ROOT / f"web/games/{game}").glob("rules.*.html")]

    assert named
    assert len(pages) == 4
    for page in pages:
        assert named - set(RULE.findall(page.read_text())) == set(), page
