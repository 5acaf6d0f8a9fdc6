"""Whatever happens with a tiny deck: there is a way on that people are told, an end, and points as counted by hand."""

from collections.abc import Iterator
from typing import Any

import pytest

from cardtable_lab.bench.exploring.tiny import TINY, dealt
from cardtable_lab.bench.exploring.worlds import Explorer, Fork, Found, Tiny, every
from table import ai, games
from table.games.game import IllegalAction
from table.values import replace

A_FEW = 120
WHOLE = TINY[0]


@pytest.fixture(params=range(len(TINY)), ids=lambda number: f"{TINY[number].game} {TINY[number].name}")
def tiny(request: pytest.FixtureRequest) -> Iterator[Tiny]:
    with dealt(TINY[request.param]):
        yield TINY[request.param]


@pytest.mark.long
def test_a_few_of_all_states_have_a_way_on(tiny: Tiny) -> None:
    found = Explorer(tiny).visits(A_FEW)

    assert (dict(found.wrong), found.examples) == ({}, {})
    assert found.states == A_FEW
    assert found.steps > A_FEW


@pytest.mark.long
def test_of_the_tiniest_deck_every_state_is_visited() -> None:
    found = Explorer(WHOLE).visits(10_000)

    assert (found.whole, dict(found.wrong)) == (True, {})
    assert (found.states, found.ends, found.counted) == (1116, 340, 496)
    again = Explorer(WHOLE).visits(600)
    assert (again.whole, again.states) == (False, 600)


def wrong(change: Any) -> Found:
    explorer = Explorer(WHOLE)
    change(explorer)
    return explorer.visits(400)


def test_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    robot_ai: Any = ai.find("mytho")
    monkeypatch.setattr(robot_ai.rules, "actions", lambda *_: ())
    monkeypatch.setattr(type(robot_ai), "options", lambda *_: ())

    found = wrong(lambda _: None)
    assert found.wrong["nothing leads on"] > 0
    assert found.wrong["no end can be reached"] > 0


@pytest.mark.long
def test_a_prompt_that_tells_nobody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    box: Any = games.find("mytho")
    seen = box.view
    for prompt, what in (("", "no prompt"), ("Somebody plays.", "the prompt names nobody who can go on")):
        said = {"sentences": (prompt,), "waiting": ()}
        with monkeypatch.context() as broken:
            broken.setattr(box, "view", lambda *given, said=said: replace(seen(*given), **said), raising=False)
            assert wrong(lambda _: None).wrong[what] > 0


def test_points_that_nobody_would_count_are_found() -> None:
    def generous(explorer: Explorer) -> None:
        explorer.tiny = replace(WHOLE, scores=lambda *_: {1: 7, 2: 0})

    assert wrong(generous).wrong["scores are not as counted by hand"] > 0


def test_what_is_listed_and_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    robot_ai: Any = ai.find("mytho")
    carried_out = type(robot_ai).carried_out

    def strict(self: Any, world: Any, action: Any, chance: Any) -> Any:
        if type(action).__name__ == "EndTurn":
            raise IllegalAction("not_now", "Not now.")
        return carried_out(self, world, action, chance)

    monkeypatch.setattr(type(robot_ai), "carried_out", strict)
    assert wrong(lambda _: None).wrong["EndTurn is listed and refused: not_now"] > 0


def test_a_fork_takes_every_way_once() -> None:
    def rolls(fork: Fork) -> tuple[int, ...]:
        first = fork.randrange(3)
        return (first, *([fork.choice("ab")] if first == 1 else ()))

    assert sorted(map(str, every(rolls))) == ["(0,)", "(1, 'a')", "(1, 'b')", "(2,)"]
    assert len({tuple(one) for one in every(lambda fork: fork.sample("abc", 2))}) == 6
    with pytest.raises(RuntimeError, match="depends on chance"):
        list(every(lambda fork: fork.random(), most=0))


def test_a_fork_shuffles_into_every_order() -> None:
    def shuffled(fork: Fork) -> str:
        cards = ["a", "b", "c"]
        fork.shuffle(cards)
        return "".join(cards)

    assert sorted(every(shuffled)) == ["abc", "acb", "bac", "bca", "cab", "cba"]
