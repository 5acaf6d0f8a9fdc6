"""Two cards that came at once: whoever laid them is asked to take one back, though it is somebody else's turn."""

from pathlib import Path

import pytest

from table.judging.session import Session
from table.values import to_json
from tests.replayed import facts_of

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.mark.parametrize("game", ["mytho", "nur_mut"])
def test_who_laid_both_is_asked_to_take_the_last_one_back(game: str) -> None:
    started, *facts = facts_of(SCRIPTS / game / "two-at-once.jsonl")
    session, names = Session(started), []
    while "play_refused" not in names:
        names += [line.event.name for line in session.take(facts.pop(0))]

    view = to_json(session.view("public"))
    assert view["turn"] == 2
    assert view["headline"] == "Ana: too many cards"
    assert view["prompt"].startswith("Ana: ")
    assert " again" in view["prompt"]
    assert "press" not in view["prompt"], "it is no turn of hers any more"
