"""Nothing that people read is without its signs in the language of tests: in whole games, whatever happens in them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table import games, languages
from table.board import Picture
from table.games import described
from table.games.game import HOST, HOST_CHOICES, PUBLIC, SEALED
from table.judging.session import Session, dump
from table.saying import restored, stored
from tests.languages.signs import plain
from tests.test_scripts import SCRIPTS, facts_of
from web.telling.sentences import Narrator
from web.telling.shown import shown

SIGNED = languages.find(languages.SIGNED)
TITLES = {games.find(name).title for name in games.names()}
OF_GAMES = sorted(path for path in SCRIPTS.glob("*/*.jsonl") if path.with_suffix(".expect.jsonl").exists())


def looks(path: Path) -> Iterator[Any]:
    """Yield all that is told in a script: pictures after each fact, events, and why."""
    started, *facts = facts_of(path)
    session = Session(started)
    labels = {code: session.setup.label(code) for code in session.setup.cards}
    told: dict[str, tuple[dict[str, Any], ...]] = dict.fromkeys(session.audiences, ())
    shows: set[str] = set()
    for fact in (None, *facts):
        for line in session.opening if fact is None else session.take(fact):
            kept = restored(json.loads(json.dumps(stored(dump(line)))))  # as after a power cut
            told[line.audience] = (*told[line.audience], kept)
        for audience, view in session.views().items():
            text = json.dumps([view["headline"], view["prompt"], view["notice"], view["question"]])
            if text not in shows:
                shows.add(text)
                yield audience, view
    views = {audience: session.view(audience) for audience in session.audiences if audience != SEALED}
    picture = Picture(1, 1, views, told, labels, session.started, t=session.now / 1e6)
    yield from ((audience, shown(picture, audience)) for audience in views if audience != HOST)
    narrator = Narrator.of(picture)
    for event in told[PUBLIC]:
        yield event["event"], narrator.say_if_asked(event)
        yield event["event"], {"seen": session.game.why(event, session.setup, told[PUBLIC]).seen}


@pytest.mark.parametrize("path", OF_GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_all_that_is_told_in_a_game_has_signs(path: Path) -> None:
    names = {name for name in facts_of(path)[0].players if name} | TITLES
    found = {one for _, look in looks(path) for one in plain(SIGNED.of(look), names)}

    assert sorted(found) == []


@pytest.mark.parametrize("name", games.names())
def test_what_can_be_agreed_on_has_signs(name: str) -> None:
    game = games.find(name)
    told = SIGNED.of([described.options(game), described.choices((*HOST_CHOICES, *game.choices))])

    assert sorted(plain(told, ())) == []


def test_what_lacks_signs_is_found() -> None:
    assert [*plain({"headline": "Paused", "turn": 2, "code": "ace.1"}, ())] == ["headline: Paused"]
    assert [*plain({"headline": "⟦Ana plays ⟦an ace⟧.⟧ Ana", "x": ["two words"]}, {"Ana"})] == ["x: two words"]
