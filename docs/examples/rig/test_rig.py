"""Tests of eight things that happen or go wrong at a table: tags, a dying reader, bounce, a race, lights, a Pico.

`pytest` runs them on emulated parts. `pytest --table table.toml` runs the reader, button, light and Pico tests on the
real parts, asks you to do the manual steps, and skips whatever cannot be done to a real part.
"""

from collections.abc import Callable

import pytest

from table.testing.tables import (
    STRANGER,
    EmulatedTable,
    LightUnderTest,
    PicoUnderTest,
    ReaderUnderTest,
    SeatUnderTest,
)


@pytest.fixture
def our_table(emulated_table: EmulatedTable) -> EmulatedTable:
    """An emulated table with three players in a game of Mito, and the first card on the pile."""
    emulated_table.starts("mito", "Ana", "Ben", "Cleo")
    emulated_table.card("number2.1").touches("discard")
    return emulated_table


# -- 1. a tag comes and goes


def test_a_tag_comes_and_goes(reader: ReaderUnderTest) -> None:
    (uid,) = reader.lay("A")
    assert reader.rests(500) == []
    assert reader.lift("A") == [uid]


# -- 2. two at once


def test_two_tags_at_once_are_both_read(reader: ReaderUnderTest) -> None:
    assert len(set(reader.lay("A", "B"))) == 2


def test_two_cards_dropped_as_one_count_as_one_play(our_table: EmulatedTable) -> None:
    our_table.card("number1.1", "number1.2").touches("discard", by=1)

    assert our_table.view["piles"]["discard"]["count"] == 2, "that there were two is a secret"
    (slipped,) = our_table.events("cards_slipped", "sealed")
    assert sorted(slipped["cards"]) == ["number1.1", "number1.2"]


# -- 3. an unknown tag


def test_an_unknown_tag_does_not_count_and_that_is_said(our_table: EmulatedTable) -> None:
    our_table.card(STRANGER).touches("discard")

    assert our_table.view["piles"]["discard"] == {"top": "number2.1", "count": 1}
    assert "tag_unknown" in our_table.event_names("host")


# -- 4. a dying reader


def test_a_reader_that_dies_is_told_lost_and_back_again(reader: ReaderUnderTest) -> None:
    assert reader.dies() == ["reader_lost"]
    assert reader.comes_back() == ["reader_back"]
    assert len(reader.lay("A")) == 1, "and reads as before"


def test_the_game_waits_for_a_reader_that_dies(our_table: EmulatedTable) -> None:
    our_table.reader("discard").dies()
    assert our_table.view["prompt"] == "The table cannot see the discard pad: wait until its reader works again."

    our_table.reader("discard").comes_back()
    our_table.card("number1.1").touches("discard")
    assert our_table.view["piles"]["discard"]["count"] == 2


def test_a_card_is_read_through_noise(reader: ReaderUnderTest) -> None:
    reader.is_noisy(0.05)

    (uid,) = reader.lay("A")
    assert reader.lift("A") == [uid]


# -- 5. bounce


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_contact_that_bounces_is_pressed_once(seat: Callable[[int], SeatUnderTest], number: int) -> None:
    seat(number).bounces(ms=4)

    assert seat(number).taps() == ["button_down", "button_up"]


# -- 6. who was first


def test_a_race_is_told_in_the_order_of_its_presses(race: Callable[..., list[int]]) -> None:
    assert race(3, 1, 2, gap_ms=40) == [3, 1, 2]


def test_whoever_slaps_last_loses(our_table: EmulatedTable, race: Callable[..., None]) -> None:
    our_table.card("mosquito1.1").touches("discard")
    race(3, 1, 2, gap_ms=40)

    (closed,) = our_table.events("race_closed")
    assert [one["seat"] for one in closed["order"]] == [3, 1, 2]
    assert closed["last"] == 2


# -- 7. lights


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_light_goes_on_and_off(light: Callable[[int], LightUnderTest], number: int) -> None:
    assert light(number).goes_on()
    assert light(number).goes_off()


def test_the_light_of_whoever_plays_is_on(our_table: EmulatedTable) -> None:
    assert our_table.light(1).shows == "steady"
    assert our_table.light(1).is_on
    assert our_table.light(2).shows == "off"

    our_table.chooses(0, "pause")
    assert {our_table.light(number).shows for number in (1, 2, 3)} == {"blink"}


# -- 8. a Pico unplugged


def test_a_pico_without_its_cable_is_told_and_comes_back(pico: Callable[[str], PicoUnderTest]) -> None:
    assert pico("left").unplug() == ["reader_lost"]
    assert pico("left").replug() == ["reader_back"]


@pytest.mark.parametrize("emulated_table", ["pico"], indirect=True)
def test_the_game_goes_on_when_its_pico_is_plugged_in_again(our_table: EmulatedTable) -> None:
    our_table.pico("pico-1").unplug()
    assert our_table.view["prompt"].startswith("The table cannot see")

    our_table.pico("pico-1").replug()
    our_table.card("number1.1").touches("discard")
    assert our_table.view["piles"]["discard"]["count"] == 2
