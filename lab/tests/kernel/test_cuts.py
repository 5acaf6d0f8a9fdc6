"""Power cuts are judged by what was announced before them, and a control has to lose something."""

import pytest

from cardtable_lab.kernel import cuts
from cardtable_lab.kernel.cuts import Evening
from cardtable_lab.kernel.results import Check

SOUND = Evening(90, 0, 0, 50, 0)


def failed(*evenings: Evening) -> list[str]:
    lines = cuts._judged("cuts", evenings)
    return [line.what for line in lines if isinstance(line, Check) and not line.so]


def test_evenings_that_keep_everything_pass() -> None:
    assert failed(SOUND, SOUND) == []


@pytest.mark.parametrize(
    ("evening", "what"),
    [
        (Evening(90, 1, 0, 50, 0), "cuts: no announced event is lost"),
        (Evening(0, 0, 0, 50, 0), "cuts: no announced event is lost"),
        (Evening(90, 0, 1, 50, 0), "cuts: no announced event is changed"),
        (Evening(90, 0, 0, 50, 1), "cuts: the table starts by itself"),
    ],
)
def test_whatever_is_lost_changed_or_in_vain_fails(evening: Evening, what: str) -> None:
    assert what in failed(evening)


CONTROLS = [(SOUND, False), (Evening(9, 2, 0, 4, 0), True), (Evening(9, 0, 0, 4, 1), True)]


@pytest.mark.parametrize(("control", "so"), CONTROLS)
def test_the_control_has_to_lose_something(control: Evening, so: bool) -> None:
    assert cuts._noticed(control).so is so
