"""Robots at a table of real cards: rows by touch, wishes by place, and cards that nobody asked for."""

from collections.abc import Mapping
from typing import Any

import pytest

from table.complaints import BadInput
from table.facts import (
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    ChoiceMade,
    Fact,
    GameStarted,
    Placement,
    RobotAsked,
    RobotSeated,
    TimePassed,
    micros,
)
from table.judging.session import Session, dump
from table.values import to_json

ROW = ("5c", "7d", "qh")
BASE = "5h"
PADS: Mapping[str, Placement] = {"discard": "tap", "seat.2": "tap", "seat.3": "tap"}


class Played:
    """A game of Mytho of a person and a robot at seat 2, whose row is dealt."""

    def __init__(self, *, deal: tuple[str, ...] = ROW, rows: bool | None = True) -> None:
        pads = {"seat.2": "tap"} if rows else {}
        started = GameStarted(
            0, "mytho", ["Ana", "Bolt"], {"hand_size": 3}, placement=pads, robots={"2": "easy"}, rows=rows
        )
        self.session = Session(started)
        self.lines: list[Any] = list(self.session.opening)
        self.t = 0.0
        for card in deal:
            self.arrives(card, "seat.2")

    def takes(self, fact: Fact) -> list[dict[str, Any]]:
        """Take a fact; return what everybody was told."""
        lines = self.session.take(fact)
        self.lines += lines
        return [{**dump(line), "seq": None} for line in lines if line.audience == "public"]

    def soon(self) -> int:
        """Return a time one second later."""
        self.t += 1
        return micros(self.t)

    def arrives(self, card: str, zone: str, by: int | None = None) -> list[str]:
        """Let a card arrive; return the names of the events that everybody was told."""
        return [one["event"] for one in self.takes(CardArrived(self.soon(), zone, card, by))]

    def asks(self, place: int | None, zone: str | None = "visible") -> list[str]:
        """Let the robot ask."""
        return [one["event"] for one in self.takes(RobotAsked(self.soon(), 2, place, zone))]

    def last(self, audience: str, event: str) -> dict[str, Any]:
        """Return the last such event that an audience was told."""
        found = [dump(line) for line in self.lines if line.audience == audience]
        return next(one for one in reversed(found) if one["event"] == event)

    @property
    def prompt(self) -> str:
        """What everybody is asked to do."""
        return str(to_json(self.session.view("public"))["prompt"])


def begun() -> Played:
    """Let Ana lay the base and a card, so that it is the robot's turn."""
    played = Played()
    played.arrives(BASE, "visible")
    played.arrives("6h", "visible")
    return played


def test_cards_that_touch_its_pad_are_its_row_from_left_to_right() -> None:
    played = Played(deal=ROW[:2])

    assert played.session.rows == {}
    assert "Touch Bolt’s pad with 1 card, face down" in played.prompt
    played.arrives(ROW[0], "seat.2")  # touched twice
    played.arrives(ROW[2], "seat.2")

    assert played.session.rows == {2: ROW}
    assert "Touch" not in played.prompt
    assert [line for line in played.lines if "card" in dump(line)] == []


def test_a_card_is_asked_for_by_place_and_counts_as_the_robots() -> None:
    played = begun()

    assert played.asks(3) == ["robot_asks"]
    assert played.last("public", "robot_asks") == {
        "seq": played.last("public", "robot_asks")["seq"],
        "t": played.t,
        "event": "robot_asks",
        "seat": 2,
        "place": 3,
        "of": 3,
        "zone": "visible",
    }
    assert played.prompt.startswith("Bolt asks for card 3 of 3, counted from the left: lay it on the visible pile.")
    assert "card_played" in played.arrives("qh", "visible")
    assert played.last("public", "card_played")["seat"] == 2
    assert played.session.rows == {2: ROW[:2]}
    assert played.session.wishes == ()


@pytest.mark.parametrize("other", ["7d", "kc"])
def test_another_card_does_not_count_and_only_the_sealed_log_knows_it(other: str) -> None:
    played = begun()
    played.asks(3)

    assert played.arrives(other, "visible") == ["card_not_asked_for", "robot_asks"]
    assert played.last("sealed", "card_not_asked_for")["card"] == other
    for audience in ("public", "host", "seat:1", "seat:2"):
        assert "card" not in played.last(audience, "card_not_asked_for")
    assert to_json(played.session.view("public"))["piles"]["visible"] == {"top": "6h", "count": 2}
    assert played.takes(CardLeft(played.soon(), "visible", other)) == []
    assert "card_played" in played.arrives("qh", "visible")


def test_a_card_of_the_row_that_nobody_asked_for_does_not_count() -> None:
    played = begun()

    assert played.arrives("7d", "visible") == ["card_not_asked_for"]
    assert played.session.rows == {2: ROW}


def test_on_a_pad_it_is_taken_away_by_touching_it_again() -> None:
    pads = {"visible": "tap", "hidden": "tap", "seat.2": "tap"}
    played = Played()
    played.session = Session(GameStarted(0, "mytho", ["Ana", "Bolt"], placement=pads, robots={"2": "easy"}, rows=True))
    for card in ROW:
        played.arrives(card, "seat.2")

    assert played.arrives("7d", "visible") == ["card_not_asked_for"]
    assert played.arrives("7d", "visible") == []
    assert played.arrives("7d", "visible") == ["card_not_asked_for"]


def test_a_card_that_it_draws_goes_to_the_right_end() -> None:
    played = begun()
    played.asks(1)
    played.arrives("kc", "seat.2")

    assert played.session.rows == {2: (*ROW, "kc")}
    assert [(wish.place, wish.of) for wish in played.session.wishes] == [(1, 4)]


def test_a_card_that_is_given_away_leaves_over_its_pad() -> None:
    played = begun()
    played.asks(2, "seat.1")

    assert "touch Bolt’s pad with it, and give it to Ana" in played.prompt
    assert played.arrives("7d", "seat.2") == []
    assert played.session.rows == {2: ("5c", "qh")}
    assert played.session.wishes == ()


def test_it_asks_for_a_card_to_be_put_under_the_draw_pile() -> None:
    played = begun()

    assert played.asks(2, "draw") == ["robot_asks"]
    assert "touch Bolt’s pad with it, and put it under the draw pile" in played.prompt
    assert played.arrives("7d", "seat.2") == []
    assert played.session.rows == {2: ("5c", "qh")}


def test_it_can_ask_for_nothing_any_more() -> None:
    played = begun()
    played.asks(2)

    assert played.asks(None, None) == ["robot_waits"]
    assert played.asks(None, None) == []
    assert "asks for" not in played.prompt


def test_a_card_that_is_refused_comes_back_over_its_pad() -> None:
    played = begun()
    played.asks(1)  # neither 5 nor club fits a 6 of hearts

    assert "play_refused" in played.arrives("5c", "visible")
    assert "Bolt gets one back: touch Bolt’s pad with it" in played.prompt
    played.takes(CardLeft(played.soon(), "visible", "5c"))
    played.arrives("5c", "seat.2")
    assert played.session.rows == {2: ("7d", "qh", "5c")}
    assert "gets one back" not in played.prompt


def test_where_robots_hold_their_cards_themselves_none_has_to_come_back() -> None:
    played = Played(deal=(), rows=None)
    played.arrives(BASE, "visible")
    played.arrives("6h", "visible", by=1)

    assert "play_refused" in played.arrives("5c", "visible", by=2)
    assert "gets one back" not in played.prompt
    played.takes(ChoiceMade(played.soon(), 0, "undo"))
    assert "gets one back" not in played.prompt


def test_who_takes_its_seat_takes_its_cards() -> None:
    played = begun()
    played.asks(1)
    played.takes(RobotSeated(played.soon(), 2))

    assert played.session.robots == {}
    assert played.session.wishes == ()
    assert "card_played" in played.arrives("qh", "visible")

    played.takes(RobotSeated(played.soon(), 2, "keen"))
    played.arrives("5c", "seat.2")
    assert played.session.rows == {2: ("5c",)}


def test_with_the_game_over_all_cards_are_collected() -> None:
    played = begun()
    for card in ("qh", "7d", "5c"):
        played.asks(played.session.rows[2].index(card) + 1, "hidden")
        played.arrives(card, "hidden")
        played.arrives({"qh": "9h", "7d": "9c", "5c": "2c"}[card], "hidden")
    played.takes(TimePassed(micros(played.t + 60)))

    assert played.session.ended
    assert played.session.rows == {}


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        (RobotAsked(micros(9), 1, 1, "visible"), "seat: no robot sits at seat 1"),
        (RobotAsked(micros(9), 2, 4, "visible"), "place: 3 cards lie before seat 2, not 4"),
        (RobotAsked(micros(9), 2, 1, "moon"), "zone: expected one of visible, hidden, seat.2, not 'moon'"),
        (RobotSeated(micros(9), 7, "easy"), "seat: nobody sits at seat 7"),
    ],
)
def test_what_no_robot_can_ask_for_is_refused(fact: Fact, message: str) -> None:
    played = begun()

    with pytest.raises(BadInput, match=message):
        played.takes(fact)
    assert played.session.rows == {2: ROW}


def test_robots_with_hands_have_no_rows() -> None:
    played = Played(deal=(), rows=None)
    played.arrives(BASE, "visible")

    assert "card_played" in played.arrives("6h", "visible", by=1)
    assert "card_played" in played.arrives("qh", "visible", by=2)
    assert played.session.rows == {}


def test_who_counts_a_hand_asks_for_none_of_its_cards() -> None:
    started = GameStarted(0, "mito", ["Ana", "Ben", "Bolt"], {}, placement=PADS, robots={"3": "easy"}, rows=True)
    session = Session(started)
    first, *row = [card for card in session.setup.cards if card.startswith("number")][:9]
    for n, card in enumerate(row):
        session.take(CardArrived(micros(n + 1), "seat.3", card))
    session.take(CardArrived(micros(20), "discard", first))
    session.take(RobotAsked(micros(30), 3, 1, "seat.1"))
    assert [wish.card for wish in session.wishes] == row[:1]

    session.take(ButtonDown(micros(40), 2))  # Ben holds his: his hand is empty
    session.take(ButtonUp(micros(41), 2))

    assert session.counted == (1, 3)
    assert "asks for" not in to_json(session.view("public"))["prompt"]
    assert session.wishes == ()
    session.take(RobotAsked(micros(50), 3, 1, "seat.1"))
    assert session.wishes == ()
