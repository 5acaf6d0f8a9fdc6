"""The population's own book of Mito beside the table's: two readings of one ledger; where they differ one is wrong."""

from itertools import product
from random import Random

import pytest

from cardtable_lab.simulated.mito.book import Book, answer_objection, costs, kind, number
from cardtable_lab.simulated.mito.players import Box
from table import cards
from table.cards import catalogue
from table.facts import GameStarted
from table.games.game import prepare
from table.games.kit.actions import NextRound
from table.games.mito import MITO, actions, rounds, rules
from table.games.mito.cards import GUARD, MitoCard
from table.games.mito.state import Phase, Race, State
from table.values import replace

DECK = catalogue(cards.shipped_deck("mito"), MitoCard)
HELD = [code for code, card in DECK.items() if card.kind != GUARD]
SEATS = (1, 2, 3)


BEGUN, _ = MITO.start(prepare(MITO, GameStarted(0, "mito", ["Ana", "Ben", "Cleo"])))


def state(top: str, *, turn: int, guard: int) -> State:
    return replace(BEGUN.round, phase=Phase.PLAYING, top=top, named=top, turn=turn, guard=guard)


def test_a_card_is_what_stands_on_it() -> None:
    assert {code: (kind(code), number(code)) for code in HELD} == {
        code: (DECK[code].kind, DECK[code].number) for code in HELD
    }


@pytest.mark.parametrize("guard", [1, 2])
def test_both_books_agree_on_what_may_be_laid_on_what(guard: int) -> None:
    book = Book(SEATS, turn=1, guard=guard)
    for top, card in product(HELD, HELD):
        book.opens(top)
        why = rules.why_not(state(top, turn=1, guard=guard), actions.Lay(1, card, (card,)))
        assert book.objection(card) == (why and why.reason), (top, card)


def test_both_books_agree_on_what_answers_a_cockroach() -> None:
    roaches = [code for code in HELD if kind(code) == "cockroach"]
    for roach, card in product(roaches, HELD):
        race = replace(
            state(roach, turn=1, guard=1), phase=Phase.RACING, race=Race(SEATS, kind="match", by=1, card=roach)
        )
        why = rules.why_not(race, actions.Match(card))
        assert answer_objection(card, number(roach)) == (why and why.reason), (roach, card)


def test_both_books_add_up_a_hand_alike() -> None:
    assert costs(HELD) == rounds.hand_points(DECK[code].kind for code in HELD)


def test_both_books_send_the_guard_bug_round() -> None:
    book, play = Book(SEATS), MITO.start(prepare(MITO, GameStarted(0, "mito", ["Ana", "Ben", "Cleo"])))[0].round
    for _ in SEATS:
        book.open_round()
        assert (book.round, book.opener, book.guard, book.turn) == (play.round, play.starter, play.guard, play.starter)
        play, _ = rounds.ROUNDS.rule.carry_out(replace(play, phase=Phase.BETWEEN), NextRound(0))
    assert book.is_last_round


def test_the_fewest_points_win_and_a_tie_is_shared() -> None:
    book = Book(SEATS)
    assert book.count(1, {1: ["moth2.1"], 2: ["number1.1", "ant1.1"], 3: []}) == {1: 0, 2: 6, 3: 0}
    assert book.winners() == [1, 3]


def test_every_card_is_in_one_place_whatever_people_do() -> None:
    box = Box(HELD, SEATS, Random(4))  # noqa: S311 - chance, no secret
    box.turn_up()
    box.lay(1, box.hands[1][0], box.hands[1][1])
    box.vanish(2, box.hands[2][0])
    box.give(3, 1, box.hands[3][0])
    for _ in range(80):  # the draw pile runs out on the way
        if not box.stock:
            box.shuffle()
        if box.stock:
            box.draw(2)

    places = [box.stock, box.discard, *box.hands.values(), *box.gone.values()]
    assert sorted(card for place in places for card in place) == sorted(HELD)
    assert len(box.discard) == 1
