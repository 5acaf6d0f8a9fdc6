"""A guided enrolment: which card is asked for, and what becomes of each tag."""

import pytest

from table.tagging.enrolment import Enrolment, NextCard

LABELS = {"number4.1": "4", "number4.2": "4", "number5.1": "5"}
A, B, C, FOREIGN = (bytes.fromhex(f"04a1b2c{number}") for number in (1, 2, 3, 4))
PHONE = bytes.fromhex("08a1b2c3")


@pytest.fixture
def enrolment() -> Enrolment:
    return Enrolment(LABELS, {}, other_deck={FOREIGN: "Mytho"}.get)


def test_card_after_card_is_asked_for_in_the_order_of_the_deck(enrolment: Enrolment) -> None:
    asked = [enrolment.asked]
    for uid in (A, B, C):
        assert enrolment.take(uid).kind == "tagged"
        asked.append(enrolment.asked)

    assert asked == [NextCard("number4.1", "4"), NextCard("number4.2", "4"), NextCard("number5.1", "5"), None]
    assert (enrolment.done, enrolment.total) == (3, 3)
    assert enrolment.prompt == "Every card of this deck carries a tag."


def test_it_goes_on_where_it_was() -> None:
    enrolment = Enrolment(LABELS, {A: "number4.1"})

    assert enrolment.prompt == "Lay the 4 (number4.2) on the reader; 1 of 3 carry a tag."


def test_what_is_tagged_is_said_and_handed_over_to_be_saved(enrolment: Enrolment) -> None:
    step = enrolment.take(A)

    assert (step.uid, step.card, step.text) == (A, "number4.1", "The 4 (number4.1) is tagged.")


@pytest.mark.parametrize(
    ("uid", "kind", "text"),
    [
        (A, "tagged_already", "This is the 4 (number4.1) you have tagged already."),
        (B, "same", "That card is tagged: take it away, and lay down the next one."),
        (FOREIGN, "foreign", "This is a card of Mytho: take it away."),
        (PHONE, "phone", "That is a phone or a bank card, not a sticker: take it away."),
    ],
)
def test_what_cannot_be_tagged_changes_nothing(enrolment: Enrolment, uid: bytes, kind: str, text: str) -> None:
    enrolment.take(A)
    enrolment.take(B)

    step = enrolment.take(uid)

    assert (step.kind, step.text) == (kind, text)
    assert enrolment.asked == NextCard("number5.1", "5")


def test_a_phone_that_says_a_usual_uid_is_not_tagged_either(enrolment: Enrolment) -> None:
    assert enrolment.take(A, smart=True).kind == "phone"
    assert enrolment.asked == NextCard("number4.1", "4")


def test_a_card_can_be_left_out(enrolment: Enrolment) -> None:
    enrolment.skip()
    assert enrolment.asked == NextCard("number4.2", "4")
    for uid in (A, B):
        enrolment.take(uid)

    assert enrolment.prompt == "That was the last card; 2 of 3 carry a tag, the others were skipped."
    assert enrolment.skip().kind == "done"
    assert enrolment.take(C).kind == "done"


def test_steps_are_taken_back_one_by_one(enrolment: Enrolment) -> None:
    enrolment.take(A)
    enrolment.skip()

    assert (enrolment.back().uid, enrolment.asked) == (None, NextCard("number4.2", "4"))
    back = enrolment.back()
    assert (back.kind, back.uid, back.text) == ("taken_back", A, "Once more the 4 (number4.1).")
    assert (enrolment.asked, enrolment.done) == (NextCard("number4.1", "4"), 0)
    assert enrolment.back().kind == "nothing"
    assert enrolment.take(A).kind == "tagged", "the same tag may be meant after all"
