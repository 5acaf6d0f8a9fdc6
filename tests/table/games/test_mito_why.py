"""Why Mito told what it told, event by event: the telling rule comes first, and the table says what it saw."""

from typing import Any

import pytest

from table.event import Delivered
from table.events import TagUnread
from table.facts import ButtonDown, ButtonUp, CardArrived, ChoiceMade, Fact, GameStarted, TimePassed, micros
from table.games.game import Why
from table.games.mito.events import LogOpened
from table.judging.session import Session
from table.wording import Names
from tests import replayed


class Evening:
    """A game played by hand, each move two seconds after the one before."""

    def __init__(self, **options: Any) -> None:
        self.session = Session(GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], options, None, 5, {"discard": "tap"}))
        self.lines = list(self.session.opening)

    def _takes(self, *facts: Fact) -> "Evening":
        for fact in (*facts, TimePassed(self.session.now + micros(1.5))):
            self.lines += self.session.take(fact)
        return self

    def _now(self) -> int:
        return self.session.now + micros(0.5)

    def lays(self, *cards: str) -> "Evening":
        for card in cards:
            self._takes(CardArrived(self._now(), "discard", card))
        return self

    def drops(self, first: str, second: str) -> "Evening":
        now = self._now()
        return self._takes(CardArrived(now, "discard", first), CardArrived(now + micros(0.1), "discard", second))

    def presses(self, seat: int, seconds: float = 0.1) -> "Evening":
        now = self._now()
        return self._takes(ButtonDown(now, seat), ButtonUp(now + micros(seconds), seat))

    def chooses(self, choice: str, **more: Any) -> "Evening":
        return self._takes(ChoiceMade(self._now(), 0, choice, **more))

    def why(self, name: str, audience: str = "public") -> Why:
        """Ask why of the last event of a name."""
        events = replayed.plain(line for line in self.lines if line.audience == audience)
        event = [one for one in events if one["event"] == name][-1]
        return self.session.game.why(event["seq"], self.session.setup, replayed.delivered("mito", events))


def test_a_misfit_is_told_with_what_lay_there() -> None:
    why = Evening().lays("number2.1", "number4.1").why("play_refused")

    assert why == Why(("MITO-F-15", "MITO-E-15"), "The discard pad read the 4 on top of the 2.")


@pytest.mark.parametrize(("wrap", "rule"), [(True, "MITO-E-18"), (False, "MITO-F-15")])
def test_what_fits_at_the_ends_of_the_row_is_a_matter_of_the_options(wrap: bool, rule: str) -> None:
    """MITO-E-17, MITO-E-18: only where it was agreed that a 1 follows on a 5."""
    assert Evening(wrap=wrap).lays("number5.1", "number2.1").why("play_refused").rules[0] == rule


def test_why_somebody_draws_depends_on_what_came_before() -> None:
    tap = Evening().lays("number2.1").presses(1)
    ant = Evening().lays("number2.1", "ant3.1")
    call = Evening().lays("number2.1", "number3.1").presses(1).presses(3)

    assert tap.why("draw_owed") == Why(("MITO-T-01",), "Ana’s button was tapped, and it was Ana’s turn.")
    assert ant.why("draw_owed") == Why(("MITO-E-37", "MITO-E-24"), "The discard pad had read the ant 3.")
    assert call.why("draw_owed").rules == ("MITO-F-35", "MITO-E-45")
    out = ant.presses(1, 0.9)
    assert out.why("card_put_back") == Why(("MITO-T-06",), "Ben had drawn a card for the ant 3.")
    assert out.presses(1, 0.9).why("draw_owed") == Why(("MITO-T-08",), "Ana still held a card.")
    assert call.why("call_settled").seen == "Cleo’s button was tapped, which says innocent."


def test_what_the_host_took_back_counts_no_more() -> None:
    evening = Evening().lays("number2.1", "number3.1").chooses("undo").lays("number3.1").lays("number5.1", "number5.1")
    again = evening.chooses("undo").lays("number1.1")

    assert again.why("card_played").seen == "The discard pad read the 1 on top of the 2."


def test_a_race_is_told_with_its_times_and_who_was_missing() -> None:
    evening = Evening().lays("number2.1", "mosquito3.1").presses(2)
    evening.lines += evening.session.take(TimePassed(evening.session.now + micros(5)))

    assert evening.why("race_closed").seen == (
        "Ben pressed 1.50 s after the card was read; Ana and Cleo had not pressed within 5 seconds;"
        " the table drew who was last."
    )
    assert evening.why("race_closed").rules[0] == "MITO-T-04"


def test_a_denial_that_the_table_overrules_is_told_as_either() -> None:
    """Where the table adjudicates nobody is told whether it was the button or the table that said guilty."""
    honest = Evening(table_adjudicates=True).lays("number2.1", "number1.1").lays("number2.2").presses(1)
    caught = Evening(table_adjudicates=True).lays("number2.1", "number1.1").drops("number2.2", "number5.1").presses(1)

    for why in (honest.presses(2, 0.9).why("call_settled"), caught.presses(2).why("call_settled")):
        assert why.seen == "Ben said guilty, or the table knew better."


@pytest.mark.parametrize("audience", ["public", "host", "seat:1"])
def test_what_lies_under_a_card_shows_in_no_answer(audience: str) -> None:
    """MITO-E-54: the next card is accepted on what lies there, whatever was told."""
    fits = Evening().lays("number2.1").drops("number3.1", "number1.1").lays("number5.1")

    assert fits.why("card_played", audience) == Why(("MITO-F-15", "MITO-E-15"), "The discard pad read the 5.")


def test_a_card_that_cannot_be_read_has_no_rule() -> None:
    session = Session(GameStarted(0, "mito", ["Ana", "Ben", "Cleo"]))

    assert session.game.why(1, session.setup, [Delivered(1, 0, TagUnread("discard"))]).rules == ()


def test_who_asks_is_told_that_no_card_vanished() -> None:
    names = Names({1: "Ana"}, {})
    assert LogOpened(1, (), 0).said_if_asked(names) == "No card vanished in this round."
    assert LogOpened(1, (), 2).said_if_asked(names) == "2 cards vanished, and nobody saw."
