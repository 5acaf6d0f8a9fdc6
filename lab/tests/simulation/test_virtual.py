"""Whole games of a population on emulated chips: what is left out changes nothing, and what was told is true."""

import pytest

from cardtable_lab.simulated.comparing import KINDS
from cardtable_lab.simulation.batches import FORBIDDEN
from cardtable_lab.simulation.trial import Trial, try_one
from cardtable_lab.simulation.virtual import Setting
from table.values import replace

SHORT = {"rounds": 1}  # what a next round brings, one whole game of Mito shows


def said(trial: Trial) -> tuple[object, ...]:
    return (trial.facts, trial.events, trial.deeds, trial.virtual_s)


LOOKED_AT = [("mito", "harsh"), ("mytho", "typical")]
PLAYED = [  # a few; of what `make prove` plays there are thousands
    ("mito", "clean", 21, SHORT), ("mito", "harsh", 24, SHORT),
    ("mytho", "typical", 21, {}), ("nur_mut", "harsh", 22, {}),
    ("mito", "harsh", 25, {}), ("mito", "harsh", 99, {}),  # a second card is read late, as another play
    ("nur_mut", "clean", 395, {}), ("nur_mut", "typical", 415, {}),  # a misfit after what may have been a last card
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("game", "noise"), LOOKED_AT)
def test_looks_that_are_left_out_change_nothing(game: str, noise: str) -> None:
    setting = Setting(game, 3, noise, seed=7, options=SHORT)
    quick, full = try_one(setting), try_one(replace(setting, full=True))

    assert said(quick) == said(full)
    assert len(quick.facts) > 30


@pytest.mark.long
@pytest.mark.parametrize(("game", "noise", "seed", "agreed"), PLAYED)
def test_what_the_table_tells_of_a_game_is_what_was_done(
    game: str, noise: str, seed: int, agreed: dict[str, int]
) -> None:
    trial = try_one(Setting(game, 4, noise, seed, options=agreed))

    assert [finding for finding in trial.findings if finding.kind in FORBIDDEN[noise]] == []
    assert trial.events[-1]["event"] == "game_ended"
    assert trial.plays > 5
    assert set(FORBIDDEN[noise]) <= set(KINDS)


def test_the_same_seed_is_the_same_game_and_another_seed_another() -> None:
    setting = Setting("mito", 3, "typical", seed=3, options=SHORT)

    assert said(try_one(setting)) == said(try_one(setting))
    assert said(try_one(setting)) != said(try_one(replace(setting, seed=4)))


def test_people_count_time_as_the_game_does() -> None:
    trial = try_one(Setting("mytho", 3, "clean", 1, longest_s=30))
    pressed = [deed["t"] for deed in trial.deeds if deed["deed"] == "pressed"]
    stamped = [fact["t"] for fact in trial.facts if fact["fact"] == "button_down"]

    assert stamped == pytest.approx(pressed, abs=0.001)
    assert stamped


@pytest.mark.long
def test_over_picos_what_the_table_tells_is_what_was_done_too() -> None:
    trial = try_one(Setting("mytho", 4, "clean", 5, hardware="pico"))

    assert trial.findings == []
    assert trial.events[-1]["event"] == "game_ended"
    assert trial.plays > 5


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "hardware", "seed"),
    [("mytho", "pcsc", 5), ("mytho", "keyboard", 5), ("mito", "pcsc", 2), ("mito", "keyboard", 3)],
)
def test_over_readers_on_usb_what_the_table_tells_is_what_was_done_too(game: str, hardware: str, seed: int) -> None:
    trial = try_one(Setting(game, 4, "typical", seed, hardware=hardware))

    assert trial.findings == []
    assert trial.events[-1]["event"] == "game_ended"
    assert trial.plays > 5
