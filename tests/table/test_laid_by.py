"""Whose hand laid a card: at a virtual table a phone is its seat, and nothing else is known of any card."""

import pytest

from table import facts
from table.complaints import BadInput
from table.emulated.people import Stack
from table.facts import CardArrived, GameStarted
from table.games.game import PUBLIC
from table.judging.session import Session
from table.keeping.journal import Journal
from tests.emulated import TableInTime


def arrived(table: TableInTime, journal: Journal) -> list[tuple[str, int | None]]:
    game_id = table.controller.board.snapshot.game.game_id
    assert game_id is not None
    seen = [(fact.card, fact.by) for fact in journal.facts(game_id) if isinstance(fact, CardArrived)]
    return seen[1:]  # the first was turned up


def dealt(table: TableInTime, *hand: str) -> None:
    """Deal, these cards to seat 1, and turn the first one up."""
    table.live.beat()
    table.people.deal(Stack(1, hand, ()))
    table.runs(1_000)
    table.live.beat()


def test_a_card_that_a_phone_lays_is_that_of_its_seat(table: TableInTime, journal: Journal) -> None:
    dealt(table, "number3.1", "number4.1")
    people = table.people
    assert people is not None
    people.lay(1, ["number3.1"], "discard")
    table.runs(1_000)

    assert arrived(table, journal) == [("number3.1", 1)]


def test_a_card_that_was_laid_by_a_phone_is_nobody_s_when_hands_move_it(table: TableInTime, journal: Journal) -> None:
    dealt(table, "number5.1")
    people = table.people
    assert people is not None
    people.lay(1, ["number5.1"], "discard")
    table.runs(1_000)
    table.live.beat()
    people.take(1, "number5.1")
    table.runs(1_500)
    table.card("number5.1").touches("discard")

    assert arrived(table, journal) == [("number5.1", 1), ("number5.1", None), ("number5.1", None)]


def test_out_of_turn_a_card_is_refused_as_its_own_seat_s(table: TableInTime) -> None:
    dealt(table, "number3.1")
    people = table.people
    assert people is not None
    other = people.held.hand(2)[0]
    people.lay(2, [other], "discard")
    table.runs(1_000)

    delivered = table.controller.board.snapshot.game.events[PUBLIC]
    refused = next(one.json for one in delivered if one.event.name == "play_refused")
    assert (refused["seat"], refused["reason"]) == (2, "not_now")
    assert refused["text"].startswith("It is Ana’s turn, Ben: take the ")
    assert table.view["headline"] == "Ben: not your turn"
    assert table.view["prompt"].startswith("Ben: touch the ")


def test_nobody_lays_a_card_from_a_seat_at_which_nobody_sits() -> None:
    session = Session(GameStarted(0, "mito", ["Ana", "Ben", "Cleo"]))
    with pytest.raises(BadInput, match="by: nobody sits at seat 4"):
        session.take(CardArrived(1, "discard", "number2.1", by=4))


@pytest.mark.parametrize("by", [None, 2])
def test_a_fact_says_it_if_it_is_known(by: int | None) -> None:
    fact = CardArrived(1_000_000, "discard", "number2.1", by)
    raw = {"t": 1.0, "fact": "card_arrived", "zone": "discard", "card": "number2.1"}

    assert facts.dump(fact) == (raw if by is None else {**raw, "by": by})
