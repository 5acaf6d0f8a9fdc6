"""What people are told of a game of Mito where the table cannot see: debts, the Guard Bug, a question."""

from typing import Any

import pytest

from table.facts import ButtonDown, ButtonUp, CardArrived, CardLeft, ChoiceMade, Fact, GameStarted, TimePassed, micros
from table.judging.session import Session
from table.values import replace, to_json


class Evening:
    """Plays a game by hand: `lays`, `taps` and `holds`, each long after the one before."""

    def __init__(
        self,
        cards: list[dict[str, Any]] | None = None,
        people: int = 3,
        placement: dict[str, str] | None = None,
        **options: Any,
    ) -> None:
        names = ["Ana", "Ben", "Cleo", "Dan"][:people]
        self.session = Session(GameStarted(0, "mito", [*names], options, cards, seed=5, placement=placement or {}))

    def _takes(self, *facts: Fact) -> "Evening":
        began = self.session.now + micros(2)
        for fact in facts:
            self.session.take(replace(fact, t=began + fact.t))
        self.session.take(TimePassed(self.session.now + micros(1)))
        return self

    def lays(self, *cards: str, zone: str = "discard") -> "Evening":
        for card in cards:
            self._takes(CardArrived(0, zone, card))
        return self

    def drops(self, *cards: str) -> "Evening":
        return self._takes(*(CardArrived(number * 1000, "discard", card) for number, card in enumerate(cards)))

    def lifts(self, card: str) -> "Evening":
        return self._takes(CardLeft(0, "discard", card))

    def chooses(self, seat: int, choice: str, value: Any = None) -> "Evening":
        return self._takes(ChoiceMade(0, seat, choice, value))

    def taps(self, *seats: int) -> "Evening":
        for seat in seats:
            self._takes(ButtonDown(0, seat), ButtonUp(micros(0.1), seat))
        return self

    def slaps(self, *seats: int) -> "Evening":
        edges = [(number * 0.2, seat) for number, seat in enumerate(seats)]
        return self._takes(
            *(edge for at, seat in edges for edge in (ButtonDown(micros(at), seat), ButtonUp(micros(at + 0.1), seat)))
        )

    def holds(self, seat: int) -> "Evening":
        return self._takes(ButtonDown(0, seat), ButtonUp(micros(0.9), seat))

    def passes(self, seconds: float) -> "Evening":
        self.session.take(TimePassed(self.session.now + micros(seconds)))
        return self

    @property
    def view(self) -> dict[str, Any]:
        return to_json(self.session.view("public"))


@pytest.mark.parametrize(
    ("options", "prompt"),
    [
        ({}, "All give Cleo a card, but no moth. Giving your last card away ends the round."),  # MITO-E-28
        ({"gift_last_card": "kept"}, "All give Cleo a card, but no moth. Keep your last card."),
        ({"mosquito_penalty": "draw"}, "Cleo draws a card."),
    ],
)
def test_after_a_mosquito_people_are_told_who_gets_cards(options: dict[str, str], prompt: str) -> None:
    evening = Evening(**options).lays("number2.1", "mosquito3.1").slaps(1, 2)
    evening.passes(5)

    assert evening.view["prompt"].startswith(prompt)
    assert evening.lays("number4.1").view["prompt"].startswith("Cleo: play a 3 or a 5")


@pytest.mark.parametrize(
    ("options", "prompt"),
    [
        ({}, "Ana gives a card to any player, but no moth and not the last one."),  # MITO-E-35
        ({"spider_last_card": True}, "Ana gives a card to any player, but no moth."),
    ],
)
def test_a_spider_says_what_may_be_given(options: dict[str, Any], prompt: str) -> None:
    assert Evening(**options).lays("number2.1", "spider3.1").view["prompt"].startswith(prompt)


@pytest.mark.parametrize(
    ("options", "prompt"),
    [
        (
            {},  # MITO-F-32
            "Cleo takes the hidden card back. Ana gives Cleo a card, but no moth, and the Guard Bug.",
        ),
        (
            {"retake_cheated_card": False, "guard_may_give_moth": True},
            "Ana gives Cleo a card and the Guard Bug.",
        ),
    ],
)
def test_a_culprit_is_told_what_he_gets(options: dict[str, Any], prompt: str) -> None:
    evening = Evening(**options).lays("number2.1", "number3.1").taps(1)
    assert evening.view["call"] == {"by": 1, "accused": None}
    assert evening.view["waiting"] == [2, 3]

    assert evening.holds(3).view["prompt"].startswith(prompt)
    assert [seat["guard"] for seat in evening.view["seats"]] == [False, False, True]


def test_a_race_shows_who_is_there_and_who_is_missing() -> None:
    evening = Evening().lays("number2.1", "mosquito3.1").slaps(1)

    race = {"race": "slap", "seats": [1, 2, 3], "card": "mosquito3.1", "there": [1], "answered": None}
    assert evening.view["race"] == race | {"closes_at": 10.0}, "it closes 5 s after the mosquito was read"
    assert evening.view["waiting"] == [2, 3]
    assert evening.view["headline"] == "Slap!"
    assert evening.view["turn"] is None


def test_who_is_innocent_costs_the_guard_a_card() -> None:
    evening = Evening().lays("number2.1", "number3.1").taps(1, 3)

    assert evening.view["prompt"].startswith("Ana draws a card. Ben: play a 2 or a 4")


def test_an_ant_makes_all_the_others_draw() -> None:
    assert Evening().lays("number2.1", "ant3.1").view["prompt"].startswith("All but Ana draw a card.")
    assert Evening(start_action=True).lays("ant3.1").view["prompt"].startswith("All draw a card.")


def test_the_guard_bug_elsewhere_is_told_and_changes_nothing() -> None:
    """MITO-F-05, MITO-F-23."""
    evening = Evening().lays("number2.1").lays("guard", zone="seat.3")
    assert evening.view["prompt"].endswith("The Guard Bug lies with Cleo: give it to Ana.")
    assert evening.view["seats"][0]["guard"]

    assert "Guard Bug" not in evening.lays("guard", zone="seat.1").view["prompt"]


def test_between_rounds_nobody_is_sent_back_the_guard_bug_that_goes_to_another_anyhow() -> None:
    evening = Evening().lays("number2.1", "number1.1").holds(1).lays("guard", zone="seat.3").taps(2, 3)

    assert "opens round 2" in evening.view["prompt"]
    assert "Guard Bug" not in evening.view["prompt"]


def test_a_question_is_put_to_those_who_can_answer_it() -> None:
    evening = Evening().lays("number2.1", "cockroach3.1", "number3.1").passes(2)

    assert evening.view["headline"] == "Who answered the cockroach first?"
    assert evening.view["prompt"] == "One of Ana, Ben and Cleo: tap for Ana, press twice for Ben, hold for Cleo."
    assert evening.view["waiting"] == [1, 2, 3]
    assert [option["answer"] for option in evening.view["question"]["options"]] == [1, 2, 3]
    assert evening.view["turn"] is None


def test_with_five_players_the_host_has_the_answers_that_a_button_has_not() -> None:
    evening = Evening()
    started = replace(evening.session.started, players=["Ana", "Ben", "Cleo", "Dan", "Eva"])
    evening.session = Session(started)
    evening.lays("number2.1", "cockroach3.1", "number3.1").passes(2)

    assert evening.view["prompt"].endswith("hold for Cleo; the host has the other answers.")
    assert [option["answer"] for option in evening.view["question"]["options"]] == [1, 2, 3, 4, 5]


def test_a_pause_is_told_with_what_has_to_be_put_right() -> None:
    evening = Evening().lays("number2.1")._takes(ChoiceMade(0, 0, "pause"))
    assert evening.view["prompt"] == "The host has paused the game. Wait until it goes on."
    assert evening.view["paused"]

    prompt = evening.lays("number3.1").view["prompt"]
    assert prompt == "The host has paused the game. Ana: take the 3 off the discard again."


def test_no_hand_is_ever_counted_in_a_picture() -> None:
    evening = Evening().lays("number2.1", "ant3.1", "spider4.1").taps(3)

    assert [seat["hand"] for seat in evening.view["seats"]] == [None, None, None]


def owes(evening: Evening) -> dict[int, list[dict[str, Any]]]:
    return {one["seat"]: one["owes"] for one in evening.view["seats"] if one["owes"]}


def test_what_is_owed_is_shown_until_it_is_given_whatever_is_played_meanwhile() -> None:
    evening = Evening().lays("number2.1", "mosquito3.1").slaps(1, 2, 3)
    assert owes(evening) == {1: [{"to": 3, "count": 1}], 2: [{"to": 3, "count": 1}]}
    assert evening.view["prompt"].startswith("All give Cleo a card")

    evening.chooses(1, "given", 3)
    assert owes(evening) == {2: [{"to": 3, "count": 1}]}
    assert evening.view["prompt"].startswith("Ben gives Cleo a card")

    evening.lays("number4.1")
    assert owes(evening) == {2: [{"to": 3, "count": 1}]}
    assert "gives" not in evening.view["prompt"]

    evening.chooses(2, "given", 3)
    assert owes(evening) == {}


def test_what_is_owed_ends_with_the_round_and_comes_back_with_it() -> None:
    evening = Evening().lays("number2.1", "spider3.1")
    assert owes(evening) == {1: [{"to": None, "count": 1}]}

    evening.holds(2)
    assert owes(evening) == {}

    evening.holds(2)
    assert evening.view["prompt"].startswith("Ana gives a card to any player")
    assert owes(evening) == {1: [{"to": None, "count": 1}]}


def test_an_undo_takes_no_gift_back() -> None:
    evening = Evening().lays("number2.1", "mosquito3.1").slaps(1, 2, 3).lays("number4.1")
    evening.chooses(1, "given", 3).chooses(2, "given", 3)

    evening.chooses(0, "undo")

    assert owes(evening) == {}
    assert "gives" not in evening.view["prompt"]


def test_a_card_that_is_taken_back_takes_no_gift_back() -> None:
    evening = Evening().lays("number2.1", "spider3.1", "number4.1").chooses(1, "given", 3)

    evening.lifts("number4.1")

    assert evening.view["turn"] == 2
    assert owes(evening) == {}


@pytest.mark.parametrize(
    ("lifted", "top", "fits"), [("number5.1", "number2.2", "a 1 or a 3"), ("number2.2", "number5.1", "a 1 or a 4")]
)
def test_when_the_guilty_lifts_one_of_two_the_other_lies_on_top(lifted: str, top: str, fits: str) -> None:
    evening = Evening().lays("number3.1", "number4.1").drops("number5.1", "number2.2").taps(1).holds(2)

    evening.lifts(lifted)

    assert evening.view["piles"]["discard"]["top"] == top
    assert f"play {fits}" in evening.view["prompt"]


def test_the_numbers_that_may_be_laid_are_named_as_long_as_one_may() -> None:
    evening = Evening().lays("number2.1")
    assert evening.view["fits"] == [1, 3]

    evening.lays("number5.1")
    assert evening.view["fits"] == []  # first it has to go

    evening.lifts("number5.1").lays("cockroach3.1")
    assert evening.view["fits"] == [3]

    evening.lays("number3.1").passes(3)
    assert evening.view["fits"] == [2, 4]


def test_people_are_told_to_shuffle_when_the_table_takes_it_as_done() -> None:
    cards = [{"code": f"number{n % 5 + 1}.{n}", "kind": "number", "number": n % 5 + 1} for n in range(26)]
    evening = Evening(cards).lays("number2.1", "number3.2").taps(2)
    assert "tap to draw" in evening.view["prompt"]
    assert evening.view["may_draw"] is True
    assert "Shuffle" not in evening.view["prompt"]

    evening.taps(3)
    assert evening.view["prompt"].startswith("Shuffle the discard, but for its top card: it is the draw pile now.")

    evening.taps(1)
    assert "tap to pass" in evening.view["prompt"]
    assert evening.view["may_draw"] is False


def few(*cards: str, people: int = 3) -> list[dict[str, Any]]:
    """Return a deck of these cards and of more, as many as are dealt and turned up: there are no others to draw."""
    more = (f"number{1 + number % 5}.{10 + number // 5}" for number in range(8 * people + 1 - len(cards)))
    kinds = ((code, code.split(".")[0]) for code in (*cards, *more))
    return [{"code": code, "kind": kind[:-1], "number": int(kind[-1])} for code, kind in kinds]


def test_who_gets_no_card_for_there_is_none_is_not_told_to_draw_one() -> None:
    """MITO-T-02: the discard but for its top is the draw pile, and where that is empty, too, nobody owes a card."""
    two, three = ("number2.1", "ant3.1"), ("number2.1", "number3.1", "ant4.1")
    assert Evening(few(*two)).lays(*two).view["prompt"].startswith("Ben draws a card. Shuffle the discard")
    assert Evening(few(*two), empty_draw="none").lays(*two).view["prompt"].startswith("Ben: play")

    four = Evening(few(*three, people=4), people=4).lays(*three)
    assert four.view["prompt"].startswith("Ana and Cleo draw a card. Shuffle the discard")


def test_a_guard_whose_penalty_is_not_there_is_not_told_to_draw_it() -> None:
    cards = ("number2.1", "number3.1")
    evening = Evening(few(*cards), empty_draw="none").lays(*cards).taps(1, 3)

    assert evening.view["prompt"].startswith("Ben: play")


@pytest.mark.parametrize(
    ("pleads", "costs"), [("taps", "Ana draws a card."), ("holds", "Ben takes the hidden card back.")]
)
def test_what_was_owed_before_a_call_is_told_after_it_too(pleads: str, costs: str) -> None:
    """MITO-F-37: a call plays no card, and what people had to do before it they have to do still."""
    spider = "Ana gives a card to any player, but no moth and not the last one."
    evening = Evening().lays("number2.1", "spider3.1").taps(1)
    assert evening.view["prompt"].startswith(spider)

    assert getattr(evening, pleads)(2).view["prompt"].startswith(f"{spider} {costs}")
    assert evening.chooses(1, "given", 3).view["prompt"].startswith(costs)
    assert evening.lays("number4.1").view["prompt"].startswith("Cleo: play a 3 or a 5")


def test_before_hands_are_counted_people_are_told_what_a_last_card_that_works_brings() -> None:
    """MITO-T-06: but nothing that whoever is out would have to give, or would get."""
    ant = Evening(last_card_action="works").lays("number2.1", "ant3.1").holds(1)
    assert ant.view["prompt"].startswith("All but Ana draw a card. Ben and Cleo: touch your pad")
    late = Evening(last_card_action="works").lays("number2.1", "mosquito3.1").slaps(1, 2, 3).holds(1)
    assert late.view["prompt"].startswith("Ben gives Cleo a card, but no moth. Ben and Cleo: touch your pad")
    assert "gives" not in late.chooses(2, "given", 3).view["prompt"]
    lost = Evening(last_card_action="works").lays("number2.1", "mosquito3.1").slaps(2, 3, 1).holds(1)
    assert lost.view["prompt"].startswith("Ben and Cleo: touch your pad")
    spider = Evening(last_card_action="works").lays("number2.1", "spider3.1").holds(1)
    assert spider.view["prompt"].startswith("Ben and Cleo: touch your pad")


def test_before_hands_are_counted_people_put_back_what_they_drew_for_a_last_card() -> None:
    """MITO-T-06; who was wrong about being out gives them their cards again (MITO-T-08)."""
    ant = Evening().lays("number2.1", "ant3.1").holds(1)
    assert ant.view["prompt"].startswith("Ben and Cleo put the drawn cards back on the draw pile. Ben and Cleo: touch")
    assert ant.holds(1).view["prompt"].startswith("All but Ana draw a card. Ben: play")

    mosquito = Evening(mosquito_penalty="draw").lays("number2.1", "mosquito3.1").slaps(1, 3, 2).holds(1)
    assert mosquito.view["prompt"].startswith("Ben puts the drawn card back on the draw pile. Ben and Cleo: touch")
    assert mosquito.holds(1).view["prompt"].startswith("Ben draws a card.")


def test_a_gift_that_was_given_while_hands_were_counted_stays_given() -> None:
    evening = Evening().lays("number2.1", "mosquito3.1").slaps(1, 2, 3).holds(2).chooses(1, "given", 3).holds(2)

    assert evening.view["prompt"].startswith("Ben gives Cleo a card")


def test_whoever_is_out_is_told_how_to_take_that_back() -> None:
    """MITO-T-08."""
    assert Evening().lays("number2.1").holds(1).view["prompt"].endswith("Ana: hold if you were wrong.")


def test_a_card_that_answers_no_cockroach_is_nobody_s_when_the_race_is_over() -> None:
    evening = Evening().lays("number2.1", "cockroach3.1", "number5.1")
    evening.session.take(CardArrived(evening.session.now + 1, "discard", "number3.1"))
    assert evening.view["headline"] == "Whose card was it?"
    evening.passes(2).chooses(0, "settle", 2)

    assert evening.view["turn"] == 2
    assert evening.view["prompt"] == "Somebody: take the 5 off the discard again."
    assert evening.view["headline"] == "Somebody: does not fit"


@pytest.mark.parametrize("placement", ["tap", "pile"])
def test_a_button_held_over_an_undo_does_not_say_that_a_card_was_the_last(placement: str) -> None:
    """The card that it would say so of is in a hand again."""
    evening = Evening(placement={"discard": placement}).lays("number2.1", "mosquito3.1")
    began = evening.session.now + micros(1)
    evening.session.take(ButtonDown(began, 1))
    evening.session.take(ChoiceMade(began + micros(0.3), 0, "undo"))
    evening.passes(1)

    assert evening.view["headline"] != "Ana is out"


def test_a_card_that_was_refused_in_a_race_goes_back_to_its_hand_before_hands_are_counted() -> None:
    evening = Evening().lays("number2.1", "cockroach3.1", "number5.1").holds(1)

    assert evening.view["prompt"].startswith("Somebody: take the 5 off the discard again. Ben and Cleo: touch your pad")
    assert evening.lifts("number5.1").view["prompt"].startswith("Ben and Cleo: touch your pad")
