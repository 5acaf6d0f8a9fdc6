"""What the tests of every game's rules do: try what may be refused, and hold a refusal against what it owes people."""

from collections.abc import Set as AbstractSet
from typing import Any

import pytest

from table import games
from table.games.game import SHARED_REASONS, IllegalAction
from table.values import fields, replace


def tried(rules: Any, state: Any, action: object) -> Any:
    """Carry an action out, or let it be refused; return the state after it."""
    try:
        return rules.apply(state, action)[0]
    except IllegalAction as why:
        return rules.refuse(state, action, why)[0]


def assert_refused_well(rules: Any, state: Any, action: object, *, may_change: AbstractSet[str]) -> None:
    """See that an action, if it is forbidden, has a known reason, a sentence and no effect but on what lies wrong."""
    why = rules.why_not(state, action)
    if why is None:
        return
    before = replace(state)
    with pytest.raises(IllegalAction):
        rules.apply(state, action)
    assert state == before
    assert why.reason in {*SHARED_REASONS, *games.find(state.setup.game).reasons}
    assert why.text[0].isupper()
    assert why.text.endswith(".")
    after, _ = rules.refuse(state, action, why)
    assert {name for name in fields(state) if getattr(after, name) != getattr(state, name)} <= may_change
