"""What polls and sweeps may cost at most, on the port that a Pi uses: transfers, and time as `make bench` models it."""

import doctest
import sys
from collections.abc import Iterator

import pytest

from cardtable_lab.bench import polls
from cardtable_lab.bench.polls import MHZ, UID_7, Cost
from cardtable_lab.bench.readers import READERS, Sweep, our_polls, sweep
from hardware.emulator.stand_ins import DIRECTORY
from hardware.iso14443a import FIELD_ON_NS

HZ = 4 * MHZ


@pytest.fixture(autouse=True)
def _spidev_is_stood_in_for(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    real = sys.modules.pop("spidev", None)
    monkeypatch.syspath_prepend(DIRECTORY)
    yield
    sys.modules.pop("spidev", None)
    if real:
        sys.modules["spidev"] = real


@pytest.fixture
def ours() -> dict[str, Cost]:
    return {cost.what: cost for cost in our_polls(HZ)}


def test_an_empty_poll_takes_few_transfers(ours: dict[str, Cost]) -> None:
    assert ours["empty poll"].read == "nothing"
    assert ours["empty poll"].spent.transfers <= 12


def test_an_empty_poll_is_one_system_call_and_a_card_takes_two_for_each_answer(ours: dict[str, Cost]) -> None:
    assert ours["empty poll"].spent.calls == 1
    assert ours["7-byte UID"].spent.calls == 11, "six frames, of which five are answered"


def test_a_seven_byte_uid_is_selected_and_halted_in_few_transfers(ours: dict[str, Cost]) -> None:
    assert ours["7-byte UID"].read == UID_7.hex()
    assert ours["7-byte UID"].spent.transfers <= 56


def test_both_of_two_tags_are_read(ours: dict[str, Cost]) -> None:
    assert sorted(ours["two 7-byte UIDs at once"].read.split(", ")) == sorted(
        uid.hex() for uid in (UID_7, polls.OTHER_7)
    )


def test_bus_and_air_are_all_that_a_look_of_ours_takes(ours: dict[str, Cost]) -> None:
    for cost in ours.values():
        assert cost.spent.took_ns <= 1.12 * (cost.spent.bus_ns + cost.spent.air_ns), cost.what


def is_of(swept: Sweep, *, known: bool) -> bool:
    """Return if a sweep was what it is taken for: over known cards nothing is told, over new ones there is."""
    return (swept.reported == 0) == known


@pytest.mark.parametrize("known", [True, False], ids=["known", "new"])
def test_a_sweep_over_eight_cards_takes_hardly_longer_than_the_air(known: bool) -> None:
    swept = sweep(HZ, switched=False, known=known)

    assert is_of(swept, known=known)
    assert swept.spent.took_ns <= 1.5 * swept.spent.air_ns


@pytest.mark.parametrize("known", [True, False], ids=["known", "new"])
def test_with_one_antenna_at_a_time_only_the_wait_for_each_field_is_added(known: bool) -> None:
    swept = sweep(HZ, switched=True, known=known)

    assert is_of(swept, known=known)
    assert swept.spent.took_ns <= 1.2 * (swept.spent.air_ns + swept.times_on * FIELD_ON_NS)


def test_over_known_cards_each_field_comes_on_once_in_a_sweep() -> None:
    assert sweep(HZ, switched=True, known=True).times_on == READERS


def test_costs_survive_being_written_and_read(ours: dict[str, Cost]) -> None:
    assert polls.loaded(polls.dumped(ours.values())) == list(ours.values())


def test_examples_of_what_was_read_hold() -> None:
    assert doctest.testmod(polls).failed == 0
