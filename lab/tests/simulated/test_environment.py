"""What simulated people have: time, hands, fingers, eyes, and a list of what they did."""

from collections.abc import Iterator
from random import Random

import pytest

from table.board import GameSnapshot
from table.emulated.tabletop import Touching
from table.robots.environment import SECOND_NS, Doing, Environment

S = SECOND_NS
CHANCE = Random(1)  # noqa: S311 - chance, no secret


class Watched:
    """Hands that write down what they are told to do."""

    def __init__(self) -> None:
        self.environment: Environment
        self.done: list[tuple[float, str, object]] = []

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        self.note("put", (card, zone, spot))

    def press(self, seat: int) -> None:
        self.note("press", seat)

    def release(self, seat: int) -> None:
        self.note("release", seat)

    def note(self, what: str, of: object) -> None:
        self.done.append((round(self.environment.now_s, 3), what, of))


@pytest.fixture
def hands() -> Watched:
    hands = Watched()
    hands.environment = Environment(hands, lambda *_: None, CHANCE, now_ns=7 * S, seats=(1, 2))
    return hands


def run(environment: Environment, seconds: float) -> None:
    environment.env.run(until=int(environment.env.now + seconds * S))


def test_a_seat_has_one_finger_which_is_lifted_for_a_moment_between_presses(hands: Watched) -> None:
    environment = hands.environment
    environment.env.process(environment.presses(1, 0.3))
    environment.env.process(environment.presses(1, 0.2))
    environment.env.process(environment.presses(2, 0.1))
    run(environment, 2)

    assert hands.done == [
        (0.0, "press", 1), (0.0, "press", 2), (0.1, "release", 2), (0.3, "release", 1), (0.36, "press", 1),
        (0.56, "release", 1),
    ]  # fmt: skip
    assert [(deed["t"], deed["seat"]) for deed in environment.deeds] == [(0.0, 1), (0.0, 2), (0.36, 1)]


def test_two_cards_of_one_hand_lie_on_one_spot(hands: Watched) -> None:
    environment = hands.environment
    environment.env.process(environment.touches(2, ["a", "b"], "discard"))
    run(environment, 1)

    assert [done[1:] for done in hands.done] == [("put", ("a", "discard", 2)), ("put", ("b", "discard", 2))]


def test_a_hand_that_trembles_touches_twice_and_is_one_touch(hands: Watched) -> None:
    environment = hands.environment
    environment.env.process(environment.touches(1, ["a"], "discard", bumps=True))
    run(environment, 1)

    assert len(hands.done) == 2
    assert [deed["deed"] for deed in environment.deeds] == ["touched"]


def test_where_readers_find_one_card_at_a_time_hands_wait_for_one_another_and_a_card_until_it_touches_anew() -> None:
    hands = Watched()
    touching = Touching(S, one_by_one=True)
    hands.environment = Environment(hands, lambda *_: None, CHANCE, now_ns=7 * S, seats=(1, 2), touching=touching)
    touches = [(1, "a", "discard"), (2, "b", "discard"), (2, "c", "seat.2"), (1, "a", "discard"), (1, "a", "seat.1")]
    for seat, card, zone in touches:
        hands.environment.env.process(hands.environment.touches(seat, [card], zone))
    run(hands.environment, 5)

    (first, _, a), (beside, _, c), (second, _, b), (again, _, a_again), (elsewhere, _, a_elsewhere) = hands.done
    assert [a, c, b, a_again, a_elsewhere] == [
        ("a", "discard", 1), ("c", "seat.2", 2), ("b", "discard", 2), ("a", "discard", 1), ("a", "seat.1", 1),
    ]  # fmt: skip
    assert first == beside == 0
    assert 0.18 <= second <= 0.28
    assert again >= 1 + 0.18
    assert elsewhere >= again + 1 + 0.18


def test_a_hand_that_waited_may_have_a_reason_not_to_touch(hands: Watched) -> None:
    environment = hands.environment
    environment.touching = Touching(S, one_by_one=True)
    environment.env.process(environment.touches(1, ["a"], "discard"))
    environment.env.process(environment.touches(2, ["b"], "discard", unless=lambda: environment.now_s > 0))
    run(environment, 2)

    assert [of for _, _, of in hands.done] == [("a", "discard", 1)]


@pytest.mark.parametrize(("shown_at", "found"), [(0.5, True), (3, False), (None, False)])
def test_people_wait_for_what_they_want_to_see_and_not_for_ever(
    hands: Watched, shown_at: float | None, *, found: bool
) -> None:
    environment, answers = hands.environment, list[tuple[bool, float]]()

    def waits() -> Iterator[object]:
        seen = yield from environment.until(lambda: environment.game.ticks == 1, 2)
        answers.append((seen, environment.now_s))

    environment.env.process(waits())  # type: ignore[arg-type]
    if shown_at is not None:
        environment.see(GameSnapshot(ticks=0), 7 * S + 1)
        environment.see(GameSnapshot(ticks=1), int(7 * S + shown_at * S))
    run(environment, 5)

    assert answers == [(found, pytest.approx(shown_at if found else 2))]


def test_whoever_says_something_on_a_phone_says_it_for_a_seat() -> None:
    said: list[tuple[int, str, object]] = []
    environment = Environment(Watched(), lambda *of: said.append(of), CHANCE, now_ns=0, seats=(1,))
    environment.says(0, "turn", 2)

    assert said == [(0, "turn", 2)]


def test_nobody_is_woken_by_a_patience_that_nobody_needs_any_more(hands: Watched) -> None:
    environment, waited, news = hands.environment, list[tuple[float, bool]](), list[str]()

    def waits(for_: str, patience_s: float) -> Doing:
        held = yield from environment.until(lambda: for_ in news, patience_s)
        waited.append((environment.now_s, held))

    environment.env.process(waits("a letter", 9))
    environment.env.process(waits("a miracle", 5))
    assert woken(environment, 8) == 12
    news.append("a letter")
    environment.stir()

    assert woken(environment, 9) == 12
    assert woken(environment, 13) == float("inf")  # for the letter nobody wakes at 16
    assert waited == [(1, True), (5, False)]


def woken(environment: Environment, at_s: int) -> float:
    """Let everything happen until a time; return when somebody is woken next, in s."""
    environment.env.timeout(at_s * S - int(environment.env.now))
    while environment.env.peek() <= at_s * S:
        environment.env.step()
    return environment.env.peek() / S
