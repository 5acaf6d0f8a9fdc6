"""What Nur Mut tells people to do is what they can do, and all that there is to do."""

from pathlib import Path

from table.facts import micros
from table.judging.session import Session
from tests.test_scripts import facts_of

SCRIPTS = Path(__file__).parents[2] / "scripts" / "nur_mut"


def told(name: str, seconds: float) -> str:
    """Play a script for so long; return the prompt that stands then."""
    session, _ = Session.replay([fact for fact in facts_of(SCRIPTS / f"{name}.jsonl") if fact.t <= micros(seconds)])
    prompt: str = session.view("public")["prompt"]
    return prompt


def test_a_card_on_a_pile_is_lifted_before_anybody_is_told_to_put_it_under_his_own() -> None:
    """NUR-24: to press twice before that is refused."""
    assert told("misfit-lifted", 6) == "Ana: take the 8 off pile 1 again."
    assert "press twice if it does not fit" in told("misfit-lifted", 9)


def test_a_card_that_touched_a_pad_may_go_under_ones_own_pile_at_once() -> None:
    assert told("misfit-goes-under", 8) == (
        "Ana: touch pile 2 with the 8 again and take it back, or press twice and put it under your pile."
    )


def test_who_takes_a_pile_is_told_to_take_back_the_card_that_did_not_fit_too() -> None:
    taking = "Ana takes the highest pile and shuffles it in. That is pile 3."
    assert told("misfit-lies-while-a-pile-is-taken", 10) == f"{taking} Ana: take the 8 off pile 1 again."
    assert told("misfit-lies-while-a-pile-is-taken", 11) == taking


def test_while_it_is_not_known_whose_turn_it_is_people_are_told_what_comes_of_it() -> None:
    """What was laid decides who laid the next card, and so whose turn it is: for a while nobody is asked."""
    assert told("joker-by-who-may-have-laid-it", 6) == "Play on; if that does not tell, A will be asked."
    assert told("four-doubts", 14) == "Play on; if that does not tell, C and B will be asked."
