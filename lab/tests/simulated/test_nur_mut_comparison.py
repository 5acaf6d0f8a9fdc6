"""What people did at Nur Mut beside what was told of it: what comes of faces that the table cannot see is excused."""

from typing import Any

import pytest

from cardtable_lab.simulated.nur_mut.witness import compare

MISFIT: dict[str, Any] = {
    "t": 5.0, "deed": "laid", "seat": 2, "card": "nm61", "zone": "pile.2", "face": 1, "brave": False, "touches": 1,
    "objection": "no_fit", "either": True, "until": 5.2,
}  # fmt: skip
PLAYED = {"seq": 1, "t": 5.1, "event": "card_played", "seat": 1, "zone": "pile.2", "card": "nm61", "face": None}
TOUCHED = {"t": 5.0, "deed": "touched", "seat": 2, "cards": ["nm61"], "zone": "pile.2"}


def kinds(*deeds: dict[str, Any]) -> list[str]:
    undone = {"seq": 2, "t": 9.0, "event": "undone", "to_seq": 0}
    return [finding.kind for finding in compare(sorted(deeds, key=lambda deed: float(deed["t"])), [PLAYED, undone])]


def disputed(t: float, **of: Any) -> dict[str, Any]:
    return {"t": t, "deed": "disputed", **of}


def test_the_end_that_a_misfit_seemed_to_bring_is_put_right_once() -> None:
    assert kinds(TOUCHED, MISFIT, disputed(7.0, winners=[1])) == []
    assert kinds(TOUCHED, MISFIT, disputed(7.0, winners=[1]), disputed(9.0, winners=[1])) == ["disputed"]


@pytest.mark.parametrize(
    ("laid", "dispute"),
    [
        (MISFIT | {"either": False}, disputed(7.0, winners=[1])),
        (MISFIT | {"objection": None}, disputed(7.0, winners=[1])),
        (MISFIT, disputed(7.0, turn=2, table=1)),
        (MISFIT | {"t": 8.0}, disputed(7.0, winners=[1])),
    ],
    ids=["fits by no face", "fits", "a turn", "laid later"],
)
def test_any_other_dispute_is_found(laid: dict[str, Any], dispute: dict[str, Any]) -> None:
    assert "disputed" in kinds(TOUCHED, laid, dispute)
