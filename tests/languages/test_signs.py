"""Nothing that people read is without its signs in the language of tests: in whole games, whatever happens in them."""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from cardtable_lab.simulation.trial import try_one
from cardtable_lab.simulation.virtual import Setting
from table import facts, games, languages
from table.board import GameSnapshot, Snapshot
from table.games import described
from table.games.game import HOST, HOST_CHOICES, PUBLIC, SEALED
from table.judging.session import Session, dump
from table.saying import restored, stored
from table.sentences import Narrator
from table.values import to_json
from tests.languages.signs import plain
from tests.replayed import SCRIPTS, delivered, facts_of
from web.delivery.shown import shown

SIGNED = languages.find(languages.SIGNED)
TITLES = {games.find(name).title for name in games.names()}
SIGNED_GAMES = int(os.environ.get("SIGNED_GAMES", "20"))  # of each game, in the proof
# What keeps games short that would only repeat what was told.
SHORT = {"mito": {"rounds": 1}, "mythology_go": {"rounds": 1}}
PLAYED = [(name, "typical", 3, 1) for name in games.own()]
# In harsh air most goes wrong, of which people have to be told.
PROVED = [(name, "harsh", 4, seed) for name in games.own() for seed in range(1, SIGNED_GAMES + 1)]
OF_GAMES = sorted(path for path in SCRIPTS.glob("*/*.jsonl") if path.with_suffix(".expect.jsonl").exists())


def looks(seen: Sequence[Any]) -> Iterator[Any]:
    """Yield all that is told in a game of which this was seen: pictures after each fact, events, and why."""
    started, *later = seen
    session = Session(started)
    labels = {code: session.setup.label(code) for code in session.setup.cards}
    by_audience: dict[str, tuple[dict[str, Any], ...]] = dict.fromkeys(session.audiences, ())
    shows: set[str] = set()
    for fact in (None, *later):
        for line in session.opening if fact is None else session.take(fact):
            kept = restored(json.loads(json.dumps(stored(dump(line)))))  # as after a power cut
            by_audience[line.audience] = (*by_audience[line.audience], kept)
        for audience, view in session.views().items():
            drawn = to_json(view)
            text = json.dumps([drawn.get(part) for part in ("headline", "prompt", "notice", "question")])
            if text not in shows:
                shows.add(text)
                yield audience, drawn
    views = {audience: session.view(audience) for audience in session.audiences if audience != SEALED}
    got = {audience: tuple(delivered(session.game.name, events)) for audience, events in by_audience.items()}
    snapshot = Snapshot(1, GameSnapshot(1, views, got, labels, session.started, t=session.now / 1e6))
    yield from ((audience, shown(snapshot, audience)) for audience in views if audience != HOST)
    narrator = Narrator.of(snapshot.game)
    for audience in (PUBLIC, *(one for one in views if one not in (PUBLIC, HOST))):
        for one in got[audience]:
            if audience == PUBLIC or one not in got[PUBLIC]:
                yield one.event.name, narrator.say_if_asked(one.event)
                yield one.event.name, {"seen": session.game.why(one.seq, session.setup, got[audience]).seen}


def without_signs(seen: Sequence[Any]) -> list[str]:
    """Return what people read without signs in a game of which this was seen."""
    names = {name for name in seen[0].players if name} | TITLES
    return sorted({one for _, look in looks(seen) for one in plain(SIGNED.of(look), names)})


@pytest.mark.long
@pytest.mark.parametrize("path", OF_GAMES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_all_that_is_told_in_a_game_has_signs(path: Path) -> None:
    assert without_signs(facts_of(path)) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "noise", "players", "seed"),
    [*PLAYED, *(pytest.param(*one, marks=pytest.mark.proof) for one in PROVED)],
)
def test_all_that_simulated_people_are_told_has_signs(game: str, noise: str, players: int, seed: int) -> None:
    trial = try_one(Setting(game, players, noise, seed, options=SHORT.get(game, {})))

    assert trial.events[-1]["event"] == "game_ended"
    assert without_signs([facts.parse(json.dumps(fact)) for fact in trial.facts]) == []


@pytest.mark.parametrize("name", games.names())
def test_what_can_be_agreed_on_has_signs(name: str) -> None:
    game = games.find(name)
    texts = SIGNED.of([described.options(game), described.choices((*HOST_CHOICES, *game.choices))])

    assert sorted(plain(texts, ())) == []


def test_what_lacks_signs_is_found() -> None:
    assert [*plain({"headline": "Paused", "turn": 2, "code": "ace.1"}, ())] == ["headline: Paused"]
    assert [*plain({"headline": "⟦Ana plays ⟦an ace⟧.⟧ Ana", "x": ["two words"]}, {"Ana"})] == ["x: two words"]
