"""Answers by button: tap is the first option, double the second, hold the third."""

import pytest

from table.facts import ButtonDown, ButtonUp, Fact, TableResumed, micros
from table.games.game import Answer, Ask
from table.judging.asking import Answering, Question
from table.judging.gestures import Gestures

ASKED = Question(
    "side", tuple(Ask(answer, (1, 2), "Which side?", answer, micros(1)) for answer in ("l", "m", "r")), (1, 2)
)


class Buttons:
    """Gestures and the answering stage, fed with edges; `answers` and what the game gets to see."""

    def __init__(self, question: Question | None = ASKED) -> None:
        self._question = question
        self._gestures = Gestures()
        self._answering = Answering()
        self.answers: list[Answer] = []
        self.passed: list[str] = []

    def sees(self, *facts: Fact) -> "Buttons":
        for fact in facts:
            self.passes(fact.t)
            self._hand_on(self._gestures.take(fact))
        return self

    def asks(self, question: Question) -> "Buttons":
        self._question = question
        return self

    def passes(self, now: int) -> "Buttons":
        while (
            due := min((t for t in (self._gestures.due(), self._answering.due()) if t is not None), default=now)
        ) < now:
            if self._answering.due() == due:
                answer = self._answering.fall_due(due, self._question)
                self.answers += [] if answer is None else [answer]
            else:
                self._hand_on(self._gestures.fall_due(due))
        return self

    def _hand_on(self, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            taken, answer = self._answering.take(fact, self._question)
            self.answers += [] if answer is None else [answer]
            self.passed += [] if taken else [type(fact).__name__]


def press(seat: int, at: float, long: float) -> tuple[Fact, Fact]:
    return ButtonDown(micros(at), seat), ButtonUp(micros(at + long), seat)


@pytest.mark.parametrize(
    ("edges", "answer"),
    [
        (press(1, 2, 0.1), "l"),
        ((*press(2, 2, 0.1), *press(2, 2.4, 0.1)), "m"),
        ((*press(2, 2, 0.1), *press(2, 2.4, 0.9)), "m"),
        (press(1, 2, 0.8), "r"),
    ],
)
def test_a_gesture_of_somebody_asked_is_one_answer_and_nothing_else(edges: tuple[Fact, ...], answer: str) -> None:
    buttons = Buttons().sees(*edges).passes(micros(9))

    assert buttons.answers == [answer]
    assert buttons.passed == []


def test_two_taps_far_apart_are_two_answers() -> None:
    assert Buttons().sees(*press(1, 2, 0.1), *press(1, 3, 0.1)).passes(micros(9)).answers == ["l", "l"]


def test_nobody_else_answers() -> None:
    buttons = Buttons().sees(*press(3, 2, 0.1)).passes(micros(9))

    assert (buttons.answers, buttons.passed) == ([], ["Pressed", "Tapped"])


def test_a_press_begun_for_something_else_is_no_answer() -> None:
    buttons = Buttons().sees(*press(1, 0.9, 0.2)).passes(micros(9))

    assert (buttons.answers, buttons.passed) == ([], ["Pressed", "Tapped"])


def test_without_a_question_presses_pass() -> None:
    buttons = Buttons(None).sees(*press(1, 2, 0.1)).passes(micros(9))

    assert (buttons.answers, buttons.passed) == ([], ["Pressed", "Tapped"])


def test_a_hold_is_no_answer_to_a_question_with_two() -> None:
    buttons = Buttons(Question("side", ASKED.asks[:2], (1, 2))).sees(*press(1, 2, 0.8)).passes(micros(9))

    assert (buttons.answers, buttons.passed) == ([], [])


def test_after_the_table_was_off_what_was_begun_is_forgotten() -> None:
    down, up = press(1, 2, 0.1)
    buttons = Buttons().sees(down, TableResumed(micros(2.05)), up).passes(micros(9))

    assert buttons.answers == []


def test_a_tap_from_before_the_table_was_off_answers_nothing() -> None:
    buttons = Buttons().sees(*press(1, 2, 0.1), TableResumed(micros(2.15))).passes(micros(9))

    assert buttons.answers == []


def test_a_double_whose_first_half_came_too_early_answers_nothing() -> None:
    buttons = Buttons().sees(ButtonDown(micros(0.9), 1), ButtonUp(micros(0.95), 1))
    buttons.sees(ButtonDown(micros(1.1), 1), ButtonUp(micros(1.2), 1)).passes(micros(5))

    assert buttons.answers == []


JUST_ASKED = Question(
    "face", tuple(Ask(answer, (1,), "What?", str(answer)) for answer in (3, "joker")), (1,), micros(10)
)


@pytest.mark.parametrize(
    "edges",
    [press(1, 10.3, 0.1), press(1, 10.3, 0.9), (*press(1, 10.3, 0.1), *press(1, 10.6, 0.1)), press(1, 10.99, 0.1)],
)
def test_in_its_first_second_a_question_takes_no_press_nor_does_the_game(edges: tuple[Fact, ...]) -> None:
    seen = Buttons(JUST_ASKED).sees(*edges).passes(micros(14))

    assert (seen.answers, seen.passed) == ([], [])


def test_after_it_a_tap_says_the_first_and_a_double_the_second() -> None:
    assert Buttons(JUST_ASKED).sees(*press(1, 11.1, 0.1)).passes(micros(14)).answers == [3]
    twice = (*press(1, 11.1, 0.1), *press(1, 11.4, 0.1))
    assert Buttons(JUST_ASKED).sees(*twice).passes(micros(14)).answers == ["joker"]


def test_a_gesture_that_began_before_the_question_goes_to_the_game_as_a_whole() -> None:
    seen = Buttons(None).sees(*press(1, 9.8, 0.1))
    seen.asks(JUST_ASKED).sees(*press(1, 10.1, 0.1)).passes(micros(14))
    assert (seen.answers, seen.passed) == ([], ["Pressed", "Tapped", "Pressed", "Doubled", "Tapped"])

    held = Buttons(None).sees(ButtonDown(micros(9.8), 1)).asks(JUST_ASKED).passes(micros(14))
    assert (held.answers, held.passed) == ([], ["Pressed", "Held"])


def test_a_third_press_is_no_part_of_a_double_that_began_before() -> None:
    seen = Buttons(None).sees(*press(1, 9.6, 0.1), *press(1, 9.8, 0.1)).asks(JUST_ASKED)
    before = list(seen.passed)

    assert seen.sees(*press(1, 10.1, 0.1)).passes(micros(14)).passed == before
