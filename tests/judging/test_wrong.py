"""What the headline says of a card that lies wrong: why, as it was told."""

import pytest

from table import games
from table.facts import CardArrived, CardLeft, ChoiceMade, Fact, GameStarted, TimePassed
from table.games.game import SHARED_REASONS
from table.judging.session import Session
from table.values import to_json

THREE = ["Ana", "Ben", "Cleo"]


def mito(*facts: Fact) -> Session:
    session = Session(GameStarted(0, "mito", THREE))
    for fact in (CardArrived(1_000_000, "discard", "number2.1"), *facts):
        session.take(fact)
    return session


def laid(card: str, at_s: int = 4, by: int | None = None) -> tuple[Fact, ...]:
    return CardArrived(at_s * 1_000_000, "discard", card, by), TimePassed((at_s + 1) * 1_000_000)


@pytest.mark.parametrize(
    ("card", "by", "headline"),
    [
        ("number5.1", None, "Ana: does not fit"),
        ("guard", None, "Ana: not this card"),
        ("number3.1", 2, "Ben: not your turn"),
    ],
)
def test_it_says_why(card: str, by: int | None, headline: str) -> None:
    assert mito(*laid(card, by=by)).view("public").headline == headline


def test_who_came_a_moment_too_late_is_told_so() -> None:
    first = CardArrived(4_000_000, "discard", "number3.1", 1)
    session = mito(first, CardArrived(4_800_000, "discard", "number1.1", 1), TimePassed(6_000_000))
    assert to_json(session.view("public"))["headline"] == "Ana: too late"


def test_a_moth_is_no_misfit() -> None:
    assert mito(*laid("number3.1"), *laid("moth4.1", 6)).view("public").headline == "Ben: not a moth"


def test_of_two_cards_it_says_it_of_the_last_one_that_lies_there_still() -> None:
    session = mito(*laid("number5.1"), *laid("number2.2", 6))
    assert to_json(session.view("public"))["headline"] == "Ana: one at a time"

    session.take(CardLeft(8_000_000, "discard", "number2.2"))
    session.take(TimePassed(9_000_000))
    assert to_json(session.view("public"))["headline"] == "Ana: does not fit"


def test_a_card_that_was_right_until_it_was_undone_lies_in_the_wrong_place() -> None:
    session = mito(*laid("number5.1"), CardLeft(6_000_000, "discard", "number5.1"), *laid("number3.1", 8))
    assert to_json(session.view("public"))["headline"] == "Ben’s turn"
    session.take(ChoiceMade(10_000_000, 0, "undo", None))
    assert to_json(session.view("public"))["headline"] == "Ana: wrong place"


@pytest.mark.parametrize("game", games.names())
def test_a_game_has_words_for_each_reason_of_its_own(game: str) -> None:
    reasons = games.find(game).reasons
    assert not reasons.keys() & {*SHARED_REASONS}


def lying(game: str, *laid: tuple[str, str, int | None]) -> Session:
    """A game in which cards were laid, one a second: where, which, by whom."""
    session = Session(GameStarted(0, game, THREE))
    for at_s, (zone, card, by) in enumerate(laid, start=1):
        session.take(CardArrived(at_s * 1_000_000, zone, card, by))
    return session


MYTHO = ("visible", "5c", None)
NUR_MUT = (("pile.1", "nm01", None), ("pile.2", "nm02", None), ("pile.3", "nm03", None))


@pytest.mark.parametrize(
    ("session", "headline", "prompt"),
    [
        (
            lying("mytho", MYTHO, ("visible", "5d", 2), ("hidden", "7h", 3)),
            "Ben: not your turn",
            "Ben: take the 5 of diamonds off the visible pile again.",
        ),
        (
            lying("mythology_go", ("discard", "harpy.1", 2)),
            "Ben: wrong place",
            "Ben: take the Harpy off the discard.",
        ),
        (
            lying("mythology_go", ("discard", "harpy.1", 1), ("discard", "storm.1", 2)),
            "Ben: not your turn",
            "Ben: take the Storm off the discard.",
        ),
        (
            lying("mythology_go", *(("seat.1", f"elf.{copy}", 1) for copy in (1, 2, 3)), ("seat.1", "dragon.1", 1)),
            "Ana: one at a time",
            "Ana: touch your pad with the Dragon again and take it back.",
        ),
        (
            lying("nur_mut", *NUR_MUT, ("pile.3", "nm10", 2), ("pile.1", "nm20", 3)),
            "Cleo: not your turn",
            "Cleo: take the 9/1 off pile 1 again.",
        ),
    ],
)
def test_headline_and_prompt_are_about_the_same_card_and_whoever_laid_it(
    session: Session, headline: str, prompt: str
) -> None:
    view = to_json(session.view("public"))
    assert (view["headline"], view["prompt"]) == (headline, prompt)


def test_what_is_no_play_is_let_be_on_the_discard_but_not_accepted() -> None:
    session = lying("mythology_go", ("discard", "harpy.1", 2))
    names = [line.event.name for line in session.take(ChoiceMade(9_000_000, 0, "rule", None))]
    assert {*names} == {"correction_closed"}
