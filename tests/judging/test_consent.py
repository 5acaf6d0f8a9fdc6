"""What everybody seated decides: by phone and by button, beside the game's own questions, and again in a replay."""

import pickle
from collections.abc import Sequence
from typing import Any

import pytest

from table.complaints import BadInput
from table.facts import (
    ButtonDown,
    ButtonUp,
    CardArrived,
    ChoiceMade,
    EndAsked,
    Fact,
    GameStarted,
    RobotKind,
    RobotSeated,
    SeatLeft,
    TableResumed,
    TimePassed,
    micros,
)
from table.judging.session import Session, dump
from table.values import to_json

PADS = {"discard": "tap", "seat.1": "tap", "seat.2": "tap", "seat.3": "tap"}


class Played:
    """A game of Mito of Ana, Ben and Cleo, its first card laid, which remembers its facts."""

    def __init__(self) -> None:
        self.facts: list[Fact] = [GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], placement=PADS)]  # type: ignore[arg-type]
        self.session, self.delivered = Session.replay(self.facts)
        self.takes(CardArrived(micros(1), "discard", "number2.1"))

    def takes(self, fact: Fact) -> list[dict[str, Any]]:
        self.facts.append(fact)
        lines = self.session.take(fact)
        self.delivered.append(lines)
        return [dump(line) for line in lines if line.audience == "public"]

    def taps(self, seat: int, at: float) -> None:
        self.takes(ButtonDown(micros(at), seat))
        self.takes(ButtonUp(micros(at + 0.1), seat))

    def passes(self, to: float) -> list[dict[str, Any]]:
        return self.takes(TimePassed(micros(to)))

    @property
    def view(self) -> dict[str, Any]:
        return to_json(self.session.view("public"))

    @property
    def asked(self) -> Sequence[int]:
        question = self.view["question"]
        return () if question is None else question["seats"]

    def end(self, seat: int, at: float, seats: Sequence[int] = (1, 2, 3)) -> list[dict[str, Any]]:
        return self.takes(EndAsked(micros(at), seat, list(seats)))

    def leaves(self, seat: int, at: float, kind: RobotKind | None = "easy") -> None:
        self.takes(SeatLeft(micros(at), seat, [one for one in (1, 2, 3) if one != seat], kind))

    def answers(self, seat: int, answer: str, at: float) -> None:
        self.takes(ChoiceMade(micros(at), seat, "settle", answer))


@pytest.fixture
def played() -> Played:
    return Played()


def test_the_game_ends_once_all_have_agreed(played: Played) -> None:
    played.end(1, 5)
    assert (played.view["headline"], played.asked) == ("End the game?", [2, 3])
    assert played.view["prompt"] == "Ben and Cleo: tap to end the game, press twice to play on."

    played.taps(2, 7)
    played.passes(8)
    assert (played.asked, played.session.ended) == ([3], False)
    events = played.end(3, 9)

    assert played.session.ended
    assert events[-1] | {"seq": 0} == {"seq": 0, "t": 9.0, "event": "game_aborted", "by": [1, 2, 3]}
    assert played.view["prompt"] == "The players have ended the game; nobody won."


def test_a_double_press_plays_on(played: Played) -> None:
    played.end(1, 5)
    played.taps(2, 7)
    played.taps(2, 7.3)
    played.passes(9)

    assert (played.asked, played.session.ended, played.view["turn"]) == ((), False, 1)


def test_a_gesture_begun_before_the_question_keeps_its_meaning(played: Played) -> None:
    played.takes(ButtonDown(micros(4.9), 1))  # Ana's turn: a tap draws
    played.end(2, 5)
    events = played.takes(ButtonUp(micros(5.1), 1)) + played.passes(6)
    assert "draw_owed" in [one["event"] for one in events]
    assert played.asked == [1, 3]


def test_a_press_within_the_first_second_is_the_games(played: Played) -> None:
    played.end(2, 5)
    played.taps(3, 5.5)
    played.passes(7)

    assert played.asked == [1, 3]


def test_a_race_has_its_presses_first(played: Played) -> None:
    played.end(1, 5)
    played.takes(CardArrived(micros(7), "discard", "mosquito3.1", 1))
    played.passes(7.5)
    assert played.view["race"] is not None, "the fixture lays a card that opens one"
    played.taps(2, 7.7)
    played.passes(8.5)

    assert played.asked == [2, 3]
    assert played.view["headline"] != "End the game?", "what a race says is not hidden"


def test_nobody_answers_for_a_minute_and_the_game_goes_on(played: Played) -> None:
    played.end(1, 5)
    played.passes(64.9)
    assert played.asked == [2, 3]
    played.passes(65)
    assert (played.asked, played.session.ended) == ((), False)


# -- somebody leaves


def test_the_first_answer_counts_and_a_robot_plays_on(played: Played) -> None:
    played.leaves(3, 5)
    assert [one["answer"] for one in played.view["question"]["options"]] == ["robot", "wait", "end"]
    assert (played.asked, played.session.left) == ([1, 2], {3})

    played.taps(2, 7)
    played.passes(8)

    assert (played.session.robots, played.session.left, played.asked) == ({3: "easy"}, frozenset(), ())


def test_who_waits_may_still_let_a_robot_play_on_by_phone(played: Played) -> None:
    played.leaves(3, 5)
    played.answers(1, "wait", 6)
    played.passes(70)
    assert (played.asked, played.session.left, played.session.robots) == ((), {3}, {})
    played.answers(3, "robot", 71)
    assert played.session.robots == {}, "who has left decides nothing"

    played.answers(2, "robot", 72)
    assert played.session.robots == {3: "easy"}


def test_the_end_needs_all(played: Played) -> None:
    played.leaves(3, 5)
    played.answers(1, "end", 6)
    assert (played.asked, played.session.ended) == ([2], False)
    played.takes(ButtonDown(micros(8), 2))
    played.passes(9)

    assert played.session.ended, "a hold is the third answer"


def test_the_hosts_end_needs_nobody_elses(played: Played) -> None:
    played.end(1, 5)
    played.answers(0, "end", 6)
    assert played.session.ended
    assert played.view["prompt"] == "The host has ended the game; nobody won."


def test_after_a_minute_a_robot_plays_on(played: Played) -> None:
    played.leaves(3, 5)
    played.passes(64.9)
    assert played.session.robots == {}
    played.passes(65)
    assert (played.session.robots, played.session.left) == ({3: "easy"}, frozenset())


def test_where_no_robot_knows_the_game_people_wait(played: Played) -> None:
    played.leaves(3, 5, None)
    assert [one["answer"] for one in played.view["question"]["options"]] == ["wait", "end"]
    played.passes(65)
    assert (played.asked, played.session.left, played.session.robots) == ((), {3}, {})


def test_who_comes_back_is_there_again(played: Played) -> None:
    played.leaves(3, 5)
    played.takes(RobotSeated(micros(6), 3))
    assert (played.asked, played.session.left) == ((), frozenset())


def test_if_two_leave_the_one_who_stays_decides(played: Played) -> None:
    played.leaves(3, 5)
    played.answers(1, "end", 6)
    played.takes(SeatLeft(micros(7), 2, [1], "easy"))
    assert played.session.ended, "Ana wanted that already, and nobody else is left"


def test_a_name_said_at_a_robots_seat_counts_at_once(played: Played) -> None:
    played.takes(RobotSeated(micros(5), 1, "easy"))
    played.takes(RobotSeated(micros(6), 1, None, "Zoe"))

    assert played.view["seats"][0]["name"] == "Zoe"
    assert played.view["headline"] == "Zoe’s turn"


def test_the_same_facts_bring_the_same_again_and_a_restarted_table_asks_on(played: Played) -> None:
    played.end(1, 5)
    played.leaves(3, 8)
    kept = pickle.loads(pickle.dumps(played.session))  # noqa: S301 - our own
    for session in (Session.replay(played.facts)[0], kept):
        session.take(TableResumed(micros(9)))
        assert to_json(session.view("public"))["question"] == played.view["question"]
        session.take(TimePassed(micros(68)))
        assert session.robots == {3: "easy"}
    played.taps(1, 10)
    played.passes(80)
    assert Session.replay(played.facts)[1] == played.delivered


def test_whoever_does_not_play_is_not_asked(played: Played) -> None:
    for fact in (EndAsked(micros(5), 1, [1, 7]), SeatLeft(micros(5), 7, [1])):
        with pytest.raises(BadInput, match="nobody sits at seat 7"):
            played.takes(fact)
