"""What hands know of Mythology GO, as their player sees it: which cards are fused by a touch, how many are drawn."""

import pytest

from table.facts import SECOND, CardArrived, ChoiceMade
from table.games.mythology_go.hands import TerrainHands
from table.judging.session import Session
from table.values import to_json
from tests.replayed import SCRIPTS, facts_of

PAIR = ("troll.1", "troll.2")


def at(script: str, facts: int) -> Session:
    """Bring a game to where so many facts of a script were seen."""
    started, *seen = facts_of(SCRIPTS / f"mythology_go/{script}.jsonl")
    session = Session(started)
    for fact in seen[:facts]:
        session.take(fact)
    return session


def fuses(session: Session, *own: str, seat: int = 1) -> list[tuple[str, ...]]:
    view, cards = session.view(f"seat:{seat}"), session.setup.cards
    return [tuple(sorted(pair)) for pair in TerrainHands().fuses(view, seat, own, cards)]


def test_a_copy_in_the_hand_goes_onto_the_one_that_lies_open() -> None:
    session = at("fused-pair-destroyed", 1)

    assert fuses(session, "troll.2", "harpy.1", "troll.1") == [PAIR]
    assert fuses(session, "troll.2", "troll.3") == []  # neither lies there
    assert fuses(session, "troll.2", "troll.1", seat=2) == []  # it is not their turn


def test_closed_cards_are_not_fused() -> None:
    assert fuses(at("closed-cards-are-not-fused", 3), *PAIR) == []


@pytest.mark.parametrize(("apart_s", "found"), [(1, []), (4, [PAIR])])
def test_two_that_lie_there_are_fused_unless_they_are_a_pair(apart_s: int, found: list[tuple[str, str]]) -> None:
    session = at("fused-pair-destroyed", 1)
    session.take(CardArrived((1 + apart_s) * SECOND, "seat.1", "troll.2"))
    session.take(ChoiceMade(7 * SECOND, 0, "end_turn"))
    session.take(CardArrived(8 * SECOND, "seat.2", "elf.1"))
    session.take(ChoiceMade(9 * SECOND, 0, "end_turn"))

    assert fuses(session, *PAIR) == found


def test_each_leprechaun_lets_cards_be_drawn_until_its_creature_lies() -> None:
    session = at("fused-pair-destroyed", 0)

    def drawn(*hand: str) -> int:
        return TerrainHands().draws(session.view("seat:1"), 1, hand, session.setup.cards)

    assert drawn() == to_json(session.view("seat:1"))["draws"] > 1
    session.take(CardArrived(1 * SECOND, "seat.1", "leprechaun.1"))
    assert drawn("elf.1", "elf.2") == 1
    assert drawn("elf.1", "elf.2", "storm.1") == 1  # a spell is skipped
    session.take(CardArrived(3 * SECOND, "seat.1", "leprechaun.2"))
    assert drawn("elf.1") == 1  # the one that came brings one itself
    session.take(CardArrived(5 * SECOND, "seat.1", "harpy.1"))
    assert drawn("elf.1") == 0
