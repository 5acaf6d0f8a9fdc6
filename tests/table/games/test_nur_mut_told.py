"""What Nur Mut tells people to do is what they can do, and all that there is to do."""

from pathlib import Path

from table import events
from table.facts import CardArrived, ChoiceMade, TimePassed, micros
from table.games.game import Setup
from table.games.nur_mut.state import PILES
from table.judging.session import Session
from table.judging.wrong import put_right
from table.values import replace, to_json
from table.view import CorrectionView
from tests.replayed import facts_of

SCRIPTS = Path(__file__).parents[2] / "scripts" / "nur_mut"


def on_pads(session: Session) -> Setup:
    return replace(session.setup, placement=dict.fromkeys(PILES, "tap"))


def prompt_at(name: str, seconds: float) -> str:
    """Play a script for so long; return the prompt that stands then."""
    session, _ = Session.replay([fact for fact in facts_of(SCRIPTS / f"{name}.jsonl") if fact.t <= micros(seconds)])
    prompt: str = to_json(session.view("public"))["prompt"]
    return prompt


def test_a_card_on_a_pile_is_lifted_before_anybody_is_told_to_put_it_under_his_own() -> None:
    """NUR-24: to press twice before that is refused."""
    assert prompt_at("misfit-lifted", 6) == "Ana: take the 8 off pile 1 again."
    assert "press twice if it does not fit" in prompt_at("misfit-lifted", 9)


def test_a_card_that_touched_a_pad_may_go_under_ones_own_pile_at_once() -> None:
    assert prompt_at("misfit-goes-under", 8) == (
        "Ana: touch pile 2 with the 8 again and take it back, or press twice and put it under your pile."
    )


def test_who_takes_a_pile_is_told_to_take_back_the_card_that_did_not_fit_too() -> None:
    taking = "Ana takes the highest pile and shuffles it in. That is pile 3."
    assert prompt_at("misfit-lies-while-a-pile-is-taken", 10) == f"{taking} Ana: take the 8 off pile 1 again."
    assert prompt_at("misfit-lies-while-a-pile-is-taken", 11) == taking


def test_while_it_is_not_known_whose_turn_it_is_people_are_told_what_comes_of_it() -> None:
    """What was laid decides who laid the next card, and so whose turn it is: for a while nobody is asked."""
    assert prompt_at("joker-by-who-may-have-laid-it", 6) == "Play on; if that does not settle it, A will be asked."
    assert prompt_at("four-doubts", 14) == "Play on; if that does not settle it, C and B will be asked."


def test_of_cards_that_lie_wrong_on_several_piles_those_of_one_are_told_with_who_laid_them_and_why() -> None:
    """The picture names the same pile: pages show it."""
    facts = facts_of(SCRIPTS / "begun-anew-too-early.jsonl")[:8]  # until the pile has to be taken
    session, _ = Session.replay([*facts, CardArrived(micros(9), "pile.2", "nm17", by=3)])
    session.take(replace(facts_of(SCRIPTS / "begun-anew-too-early.jsonl")[9], t=micros(11)))  # it is
    session.take(CardArrived(micros(13), "pile.3", "nm04", by=2))
    view = to_json(session.view("public"))

    assert view["correction"] == {"zone": "pile.2", "cards": ["nm17"]}
    assert view["prompt"].endswith("Cleo: take the 8 off pile 2 again.")
    assert view["headline"] == "Cleo: not your turn"


def test_all_cards_that_lie_wrong_on_a_pile_are_named() -> None:
    """After several undos nobody knows which of them lies on top."""
    facts = facts_of(SCRIPTS / "first-turns.jsonl")
    session, _ = Session.replay(facts)
    lies = {card for fact in facts if isinstance(fact, CardArrived) and (card := fact.card)}
    while to_json(session.view("public"))["headline"] != "Round 1":
        session.take(ChoiceMade(session.now + micros(1), 0, "undo"))
    view = to_json(session.view("public"))
    cards = view["correction"]["cards"]

    assert len(cards) > 1
    assert set(cards) <= lies
    labels = [session.setup.cards[card].label for card in cards]
    assert view["correction"]["zone"] == PILES[0]
    assert all(f"the {label}" in view["prompt"].split(" off pile 1 again")[0] for label in labels)


def test_a_card_that_comes_before_a_pile_is_taken_is_that_of_who_laid_it_if_that_is_known() -> None:
    facts = facts_of(SCRIPTS / "begun-anew-too-early.jsonl")[:8]
    for by in (None, 2):
        session, _ = Session.replay(facts)
        lines = session.take(CardArrived(micros(9), "pile.3", "nm17", by=by))

        refused = next(line.event for line in lines if isinstance(line.event, events.PlayRefused))
        assert refused.seat == by


def test_a_card_that_fits_in_no_world_has_to_go_though_nobody_knows_whose_it_is() -> None:
    """NUR-T-01: what was laid before is in doubt, and so whose turn it is; that must not hide what lies wrong."""
    session, _ = Session.replay([fact for fact in facts_of(SCRIPTS / "joker-or-number.jsonl") if fact.t <= micros(5)])
    session.take(CardArrived(micros(6), "pile.1", "nm12"))
    doubt = to_json(session.view("public"))
    session.take(TimePassed(micros(12)))
    asked = to_json(session.view("public"))

    assert doubt["headline"] == "Somebody: wrong place"
    assert doubt["prompt"].startswith("Somebody: take the 6 back. ")
    assert doubt["prompt"].endswith(": press twice if it was the joker. If not, play on.")
    assert asked["question"] is not None
    assert asked["prompt"].endswith("press twice for the joker. Somebody: take the 6 back.")
    assert put_right(CorrectionView(zone="pile.1", cards=("nm12",)), on_pads(session)) == (
        "Somebody: touch the pad with the 6 again and take it back."
    )
