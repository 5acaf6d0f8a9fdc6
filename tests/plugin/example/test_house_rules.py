"""What we rely on at our table: how we play Mito, and that readers and buttons do what they should.

`pytest` runs all of it on an emulated table. `pytest --table table.toml` asks you to move cards on the real one.
"""

from collections.abc import Callable

import pytest

from table.testing.tables import EmulatedTable, Finger, ReaderUnderTest, SeatUnderTest

# -- the game: a whole table in virtual time, which nobody has to wait for


@pytest.fixture
def our_table(emulated_table: EmulatedTable) -> EmulatedTable:
    """Three of us, with the rules as we play them: `cardtable options mito` lists what can be agreed on."""
    emulated_table.starts("mito", "Ana", "Ben", "Cleo", draw_then_play=True)
    emulated_table.card("number2.1").touches("discard")  # the card that begins the pile
    return emulated_table


def test_a_card_that_fits_is_taken_and_the_next_one_plays(our_table: EmulatedTable) -> None:
    our_table.card("number1.1").touches("discard")

    # `view` is what everybody sees: the same view that phones get.
    assert our_table.view["piles"]["discard"] == {"top": "number1.1", "count": 2}
    assert our_table.view["turn"] == 2


def test_a_card_that_does_not_fit_has_to_be_taken_back(our_table: EmulatedTable) -> None:
    our_table.card("number4.1").touches("discard")

    # `event_names()` are the events that everybody got; `view["prompt"]` is the sentence that tells people what to do.
    assert "play_refused" in our_table.event_names()
    assert our_table.view["prompt"] == "Ana: touch the pad with the 4 again and take it back."


def test_whoever_draws_may_still_play(our_table: EmulatedTable, seat: Callable[[int], Finger]) -> None:
    # With an emulated table, `seat` is a finger over its buttons: taps, double taps and holds take their time.
    seat(1).taps()
    assert our_table.view["turn"] == 1, "our rule: a draw does not end the turn"

    seat(1).taps()
    assert our_table.view["turn"] == 2, "a second tap passes"


# -- the sensors, without a game: emulated ones here, yours with --table


def test_a_card_is_read_once_and_leaves_once(reader: ReaderUnderTest) -> None:
    # With --table this runs once for each of your readers; the cards "A" and "B" are any two that you choose.
    (uid,) = reader.lay("A")
    assert reader.rests(500) == [], "nothing flickers while a card lies still"
    assert reader.lift("A") == [uid]


def test_two_cards_are_told_apart(reader: ReaderUnderTest) -> None:
    assert len(set(reader.lay("A") + reader.lay("B"))) == 2


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_button_clicks_once(seat: Callable[[int], SeatUnderTest], number: int) -> None:
    # On its own, `seat` is a button and returns its edges, debounced. A seat without a button is skipped.
    assert seat(number).taps() == ["button_down", "button_up"]
