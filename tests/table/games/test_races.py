"""Races that the first hand wins, in a game whose buttons are for races alone."""

from typing import Any

import pytest

from table.cards import Card
from table.facts import Press, Pressed, TableResumed, TimePassed, micros
from table.games.game import Options, Setup
from table.games.kit.actions import BySeat
from table.games.kit.races import Race, RaceWon, Racing, Recent, Slaps, first_hand
from table.games.kit.rounds import Phase, Round
from table.games.ordering import Stamp
from table.values import replace
from table.wording import Names

ANA, BEN = 1, 2
NAMES = Names({ANA: "Ana", BEN: "Ben"}, {})


class Alone(BySeat):
    """A press that belongs to no race."""


class Seated(Round[Options, Card], kw_only=True):
    """A round with a race."""

    race: Race | None = None


def played(*, over: bool = False, race: Race | None = None) -> Any:
    """Return what a world remembers of nothing yet."""
    setup = Setup("toy", ("Ana", "Ben"), Options(), {}, 1, {})
    return Racing[Seated](Seated(setup, Phase.OVER if over else Phase.PLAYING, 1, ANA, race=race))


SLAPS = Slaps(after_first=micros(0.5))
READERS = SLAPS.readers(Alone)


def after(*presses: tuple[float, int]) -> Any:
    play = played()
    for at, seat in presses:
        (read,) = READERS[Pressed](play, Pressed(micros(at), Press(seat, micros(at))))
        assert read.idle
        play = read.noted
    return play


def test_a_press_that_no_race_takes_is_read_alone_once_none_can() -> None:
    play = after((1, ANA), (1.1, BEN))
    assert SLAPS.next_due(play) == micros(1.4) + 1, "a card read at 1.4 s still opens a race for it"

    assert READERS[TimePassed](play, TimePassed(micros(1.4))) == ()
    (first,) = READERS[TimePassed](play, TimePassed(micros(1.4) + 1))
    assert first.actions == (Alone(ANA),)
    assert SLAPS.next_due(first.noted) == micros(1.5) + 1
    (second,) = READERS[TimePassed](first.noted, TimePassed(micros(1.6)))
    assert (second.actions, SLAPS.next_due(second.noted)) == ((Alone(BEN),), None)


def test_presses_after_the_end_or_just_after_a_race_mean_nothing() -> None:
    pressed = Pressed(micros(2), Press(ANA, micros(2)))

    assert READERS[Pressed](played(over=True), pressed) == ()
    assert READERS[Pressed](SLAPS.over(played(), micros(1.5)), pressed) == ()
    assert READERS[Pressed](SLAPS.over(played(), micros(0.5)), pressed) != ()


def test_a_table_that_was_off_forgets_presses() -> None:
    (read,) = READERS[TableResumed](after((1, ANA)), TableResumed(micros(9)))

    assert SLAPS.next_due(read.noted) is None


def test_an_open_race_is_due_before_presses() -> None:
    race = Race((ANA, BEN), (Stamp(ANA, micros(0.2), 1000),))
    racing = replace(played(race=race), recent=(Recent(Press(BEN, 1)),))

    assert SLAPS.next_due(racing) == micros(0.701)


@pytest.mark.parametrize(
    ("hands", "lot", "said"),
    [
        ((), 0, "Nobody slapped."),
        ((Stamp(BEN, 300_000, 1000), Stamp(ANA, 305_000, 1000)), 1, "Ben was first."),
        ((Stamp(BEN, 300_000, 5000), Stamp(ANA, 305_000, 5000)), 1, "The table drew a name: Ana was first."),
    ],
)
def test_who_was_first_is_said(hands: tuple[Stamp, ...], lot: int, said: str) -> None:
    won = RaceWon.by("slap", first_hand(Race((ANA, BEN), hands), lot))

    assert won.said(NAMES) == said
    assert (won.name, won.last, won.missing) == ("race_closed", None, ())
    assert [(one.seat, one.kind) for one in won.statistics(())] == [(hand.seat, "pressed") for hand in hands]
