"""State tables are complete and match their pictures, and a game's state agrees with a model of flags."""

import importlib.util
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.states import BRIDGE, LINK
from table.facts import ReaderBack, ReaderLost, TableResumed
from table.judging.asking import ASKING
from table.judging.standing import STANDINGS, Cause, Stand, Standing
from table.running.health import TRANSITIONS

DOCS = Path(__file__).parent.parent / "docs"
_spec = importlib.util.spec_from_file_location("draw", DOCS / "states" / "draw.py")
assert _spec is not None
assert _spec.loader is not None
draw = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(draw)

Table = Mapping[Any, Mapping[Any, Any]]
TABLES = pytest.mark.parametrize("name", list(draw.MACHINES))


@TABLES
def test_a_picture_is_drawn_from_its_table_and_shown(name: str) -> None:
    drawn = (DOCS / "states" / f"{name}.svg").read_text(encoding="utf-8")

    assert drawn == draw.drawn(draw.MACHINES[name]), "python docs/states/draw.py draws it anew"
    assert f"(states/{name}.svg)" in (DOCS / "states.md").read_text(encoding="utf-8")


def test_a_picture_changes_with_its_table() -> None:
    fewer = {state: dict(list(goes.items())[1:]) for state, goes in LINK.items()}

    assert draw.drawn(fewer) != draw.drawn(LINK)


@TABLES
def test_every_state_can_be_reached_from_the_first(name: str) -> None:
    table: Table = draw.MACHINES[name]
    reached = {next(iter(table))}
    for _ in table:
        reached |= {end for state in reached for end in table[state].values()}

    assert reached == set(table)


@pytest.mark.parametrize("table", [LINK, BRIDGE, STANDINGS, ASKING, TRANSITIONS])
def test_every_state_has_its_line(table: Table) -> None:
    states: type[Enum] = type(next(iter(table)))

    assert set(table) == set(states)


# Random steps, for a comparison with a model of two flags and a set.
STEPS = st.lists(
    st.sampled_from(
        [Cause.PAUSE, Cause.RESUME, Cause.ABORT, TableResumed(0)]
        + [kind(0, zone) for kind in (ReaderLost, ReaderBack) for zone in ("discard", "seat.1")]
    ),
    max_size=30,
)


@given(STEPS)
def test_how_a_game_stands_is_who_paused_it_and_what_is_not_seen(steps: list[Any]) -> None:
    stand, paused, blind, aborted = Stand(), False, set[str](), False
    for step in steps:
        match step:
            case Cause():
                refused = aborted or {Cause.PAUSE: paused, Cause.RESUME: not (paused or blind)}.get(step, False)
                assert (stand.refusal(step) is not None) == refused
                if refused:
                    continue
                stand.goes(step)
                aborted, paused = step is Cause.ABORT, step is Cause.PAUSE if step is not Cause.ABORT else paused
                blind = set() if step is Cause.RESUME else blind
            case _:
                stand.sees(step)
                blind = blind | {step.zone} if isinstance(step, ReaderLost) else blind - {getattr(step, "zone", "")}
                blind = set() if isinstance(step, TableResumed) else blind
        assert (stand.aborted, set(stand.blind)) == (aborted, blind)
        assert stand.paused == (paused and not aborted)
        assert aborted or (stand.state in (Standing.BLIND, Standing.PAUSED_BLIND)) == bool(blind)


def test_why_the_host_cannot_have_something_is_told() -> None:
    stand = Stand()

    assert stand.refusal(Cause.RESUME) == "The game is not paused."
    stand.goes(Cause.PAUSE)
    assert stand.refusal(Cause.PAUSE) == "The game is paused already."
    with pytest.raises(KeyError):
        stand.goes(Cause.PAUSE)
