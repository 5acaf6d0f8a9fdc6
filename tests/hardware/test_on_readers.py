"""What every reader and button has to do: emulated ones here, real ones with `--table table.toml` and a person."""

from collections.abc import Callable

import pytest

from table.testing.tables import ReaderUnderTest, SeatUnderTest


def test_an_empty_reader_is_silent(reader: ReaderUnderTest) -> None:
    assert reader.rests(1000) == []


def test_a_card_arrives_once_stays_and_leaves_once(reader: ReaderUnderTest) -> None:
    arrived = reader.lay("A")
    assert len(arrived) == 1
    assert len(arrived[0]) in (8, 14, 20)

    assert reader.rests(1000) == []
    assert reader.lift("A") == arrived


def test_a_card_is_the_same_each_time(reader: ReaderUnderTest) -> None:
    first = reader.lay("A")
    reader.lift("A")

    assert reader.lay("A") == first
    assert reader.lift("A") == first


def test_a_second_card_beside_the_first_is_read_too(reader: ReaderUnderTest) -> None:
    first, second = reader.lay("A"), reader.lay("B")
    assert len(second) == 1
    assert first != second

    assert sorted(reader.lift("A", "B")) == sorted(first + second)


@pytest.mark.parametrize("number", [1, 2])
def test_a_tap_is_one_edge_down_and_one_up(seat: Callable[[int], SeatUnderTest], number: int) -> None:
    assert seat(number).taps() == ["button_down", "button_up"]
    assert seat(number).holds() == ["button_down", "button_up"]
