"""What the table asks in whole games of Nur Mut, told no face: seldom anything, and never what decides nothing."""

import json
import os
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from cardtable_lab.simulation import batches
from cardtable_lab.simulation.batches import Processes
from cardtable_lab.simulation.virtual import Setting
from table import facts
from table.facts import ChoiceMade, Fact
from table.judging.asking import Question
from table.judging.session import Session
from table.values import to_json

pytestmark = [pytest.mark.long, pytest.mark.timeout(400)]  # whole games
GAMES = int(os.environ.get("QUESTION_GAMES", "3"))  # `make prove` says how many
PLAYERS, SEED = 4, 10  # in one of the first few something is asked
SAID = ("question", "doubt", "last", "prompt", "headline", "undo_to", "waiting")  # what a question itself puts there


def test_few_questions_are_asked_and_each_decides_something() -> None:
    settings = batches.series(Setting("nur_mut", PLAYERS, "clean", SEED), GAMES)
    asked = 0
    for trial in Processes().play(settings):
        seen = [facts.parse(json.dumps(fact)) for fact in trial.facts]
        for number, question in _questions(seen):
            asked += 1
            assert len(question.options) > 1
            pictures = [_answered(seen[:number], question, answer) for answer in question.options]
            assert any(snapshot != pictures[0] for snapshot in pictures), (trial.setting, question)
    assert asked
    assert asked / GAMES < 1 / 2


def _questions(seen: Sequence[Fact]) -> Iterator[tuple[int, Question]]:
    """Find each question, and after how many facts it was asked."""
    session, _ = Session.replay(seen[:1])
    before = None
    for number, fact in enumerate(seen[1:], start=2):
        session.take(fact)
        question = session._referee.question
        if question is not None and (before is None or question.name != before.name):
            yield number, question
        before = question


def _answered(seen: Sequence[Fact], question: Question, answer: int | str) -> dict[str, Any]:
    """Draw the snapshot after an answer, but for what the question has put there, and for mere faces."""
    session, _ = Session.replay(seen)
    session.take(ChoiceMade(session.now, 0, "settle", answer))
    picture = {key: value for key, value in to_json(session.view("public")).items() if key not in SAID}
    return picture | {"piles": {zone: pile["count"] for zone, pile in picture["piles"].items()}}
