"""A game that went wrong, shrunk to what still shows it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtable_lab.simulation.sabotage import faulty_rules
from cardtable_lab.simulation.shrink import fewest, shrunk
from cardtable_lab.simulation.trial import try_one
from cardtable_lab.simulation.virtual import Setting
from table import facts
from table.judging.session import Session


@given(st.integers(1, 60).flatmap(lambda size: st.tuples(st.just(size), st.sets(st.integers(0, size - 1), min_size=1))))
def test_only_what_is_needed_is_left(case: tuple[int, set[int]]) -> None:
    size, needed = case

    assert fewest(range(size), lambda left: needed <= set(left)) == sorted(needed)


@pytest.mark.long
def test_a_wrong_verdict_is_shown_by_a_few_facts() -> None:
    trial = try_one(Setting("mito", 3, "clean", 2, sabotage="strict_rules", options={"rounds": 1}))
    finding = next(finding for finding in trial.findings if finding.kind == "wrong_verdict")
    left = shrunk(trial, finding)

    assert len(left) < len(trial.facts) / 10
    assert left[0]["fact"] == "game_started"
    assert finding.event is not None
    with faulty_rules("mito", "strict_rules", 3):
        assert (finding.event["event"], finding.event["card"]) in played(left)
    assert (finding.event["event"], finding.event["card"]) not in played(left)


def played(left: list[facts.Fact]) -> list[tuple[str, str]]:
    _, lines = Session.replay([facts.parse(json.dumps(fact)) for fact in left])
    return [(line.event.name, getattr(line.event, "card", "")) for some in lines for line in some]
