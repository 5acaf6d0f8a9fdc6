"""A table that is killed, or taken back, at any point of a whole game: the snapshot is what it was.

Points are those at which nobody's hand is on its way: no finger is down, and nothing is about to fall due.
"""

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from itertools import count, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from cardtable_lab.simulation.trial import try_one
from cardtable_lab.simulation.virtual import Setting
from table import facts
from table.board import GameSnapshot
from table.facts import ButtonDown, ButtonUp, ChoiceMade, Fact, GameStarted, micros
from table.games.game import PUBLIC, SEALED
from table.judging.session import Session, dump
from table.keeping.journal import Journal
from table.running.live_game import LiveGame
from table.values import Value, replace, to_json
from table.view import View

pytestmark = [pytest.mark.long, pytest.mark.timeout(400)]  # many replays of whole games
POINTS = int(os.environ.get("POINTS", "9"))  # of each game; `make prove` says how many
GAMES = ("mito", "mytho", "nur_mut")
AGREED = {"mito": {"rounds": 2}}  # what comes between rounds has happened, too
LATER = micros(12)  # nobody remembers any more what was on its way before
PASSING = ("last", "undo_to", "notice")  # what was told last is another thing after an undo

# A race is not run again, a question is asked anew when people have had time, and what was put right stays right.
GONE = ("race", "question", "doubt", "correction")

Pictures = dict[str, dict[str, Any]]


class Game(Value):
    """A whole game: after each fact the snapshot, what the public was told, and whether all hands were at rest."""

    facts: Sequence[Fact]
    pictures: Sequence[Pictures]
    counts: Sequence[int]
    at_rest: Sequence[bool]


def pictures(session: Session) -> Pictures:
    return plain({audience: session.view(audience) for audience in session.audiences if audience != SEALED})


def plain(views: Mapping[str, View]) -> Pictures:
    found: Pictures = json.loads(json.dumps({audience: to_json(view) for audience, view in views.items()}))
    return found


def played(game: str, seed: int) -> Game:
    """Let a population play a game."""
    setting = Setting(game, 3, "typical", seed, options=AGREED.get(game, {}))
    started, *others = [facts.parse(json.dumps(fact)) for fact in try_one(setting).facts]
    assert isinstance(started, GameStarted)
    session, down = Session(started), set[int]()
    seen, counts, at_rest = [pictures(session)], [len(_public(session.opening))], [True]
    for fact in others:
        counts.append(counts[-1] + len(_public(session.take(fact))))
        if isinstance(fact, ButtonDown):
            down.add(fact.seat)
        elif isinstance(fact, ButtonUp):
            down.discard(fact.seat)
        seen.append(pictures(session))
        at_rest.append(not down and session.due() is None)
    return Game((started, *others), seen, counts, at_rest)


def _public(lines: Any) -> list[dict[str, Any]]:
    return [dump(line) for line in lines if line.audience == PUBLIC]


@cache
def points(game: str) -> Sequence[tuple[Game, int]]:
    """Choose points of whole games at random, all at rest and with something to take back, against no clock."""
    return tuple(islice(_points(game), POINTS))


def _points(game: str) -> Iterator[tuple[Game, int]]:
    for seed in count(1):
        whole = played(game, seed)
        found = [at for at in range(len(whole.facts)) if whole.at_rest[at] and _can_go_back(whole.pictures[at])]
        yield from ((whole, at) for at in Random(seed).sample(found, min(len(found), POINTS // 3)))  # noqa: S311


def _can_go_back(seen: Pictures) -> bool:
    host = seen["host"]
    return host["undo_to"] is not None and not host["correction"]


LONGEST = pytest.param("mito", marks=pytest.mark.proof)  # what is shown is shown by the other games, too


@pytest.mark.parametrize("game", [LONGEST if game == "mito" else game for game in GAMES])
def test_a_table_that_was_killed_comes_back_with_the_same_picture(game: str, tmp_path: Path) -> None:
    wanted: dict[int, set[int]] = {}
    games = {id(whole): whole for whole, _ in points(game)}
    for whole, at in points(game):
        wanted.setdefault(id(whole), set()).add(at)
    for number, (key, killed) in enumerate(wanted.items()):
        for at, back in _killed_at(games[key], killed, tmp_path / f"{number}.db"):
            assert plain(back.views) == games[key].pictures[at]


def _killed_at(whole: Game, points: Set[int], path: Path) -> Iterator[tuple[int, GameSnapshot]]:
    """Keep a game in a journal; at each point let a table come back from the files as they are on the disk."""
    session = Session(_started(whole))
    with Journal(path) as journal:
        game_id = journal.begin(session.setup.game, session.game.rules_version, _started(whole), session.opening)
        for number, fact in enumerate(whole.facts[1:], start=1):
            journal.append(game_id, number, fact, session.take(fact))
            if number in points:
                yield number, _come_back(path)


def _come_back(path: Path) -> GameSnapshot:
    with TemporaryDirectory(dir=path.parent) as folder:
        for file in path.parent.glob(f"{path.name}*"):
            if not file.name.endswith(".lock"):
                shutil.copy(file, folder)
        with Journal(Path(folder) / path.name) as journal:
            running = journal.running()
            assert running is not None
            return LiveGame.resume(journal, running, {}, {}).snapshot


@pytest.mark.parametrize("game", GAMES)
def test_what_is_taken_back_and_played_again_gives_the_same_picture(game: str) -> None:
    again = 0
    for whole, at in points(game):
        session, _ = Session.replay(whole.facts[: at + 1])
        now = session.now + 1
        (undone, *_) = _public(session.take(ChoiceMade(now, 0, "undo", None)))
        assert undone["event"] == "undone"
        marks = [one for one in range(at + 1) if whole.counts[one] == undone["to_seq"]]
        if any(whole.pictures[marks[-1]][PUBLIC].get(gone) for gone in GONE):
            continue
        if any(isinstance(fact, ChoiceMade) and fact.choice == "given" for fact in whole.facts[marks[0] : at + 1]):
            continue  # a card that went from hand to hand is not taken back
        assert _lasting(pictures(session)) in [_lasting(whole.pictures[mark]) for mark in marks]

        since = next((one for one in reversed(marks) if whole.at_rest[one]), None)
        if since is None:
            continue
        shift = now + LATER - whole.facts[since].t
        for fact in whole.facts[since + 1 : at + 1]:
            session.take(replace(fact, t=fact.t + shift))
        assert _lasting(pictures(session), shift) == _lasting(whole.pictures[at])
        again += 1
    assert again >= POINTS * 2 / 3


def _started(whole: Game) -> GameStarted:
    started = whole.facts[0]
    assert isinstance(started, GameStarted)
    return started


def _lasting(seen: Pictures, shift: int = 0) -> Pictures:
    """Leave out what was told last, and count times as if nothing had come between."""
    lasting = {a: {key: value for key, value in view.items() if key not in PASSING} for a, view in seen.items()}
    for view in lasting.values():
        if shift and view["race"] and "closes_at" in view["race"]:
            view["race"]["closes_at"] = round(view["race"]["closes_at"] - shift / micros(1), 6)
    return lasting
