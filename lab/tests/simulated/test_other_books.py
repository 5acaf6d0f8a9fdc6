"""The populations' own books of Mytho and Nur Mut beside the table's: two readings of one ledger."""

from itertools import product
from random import Random

import pytest

from cardtable_lab.simulated.mytho.book import Book as MythoBook
from cardtable_lab.simulated.mytho.players import Box as MythoBox
from cardtable_lab.simulated.nur_mut.book import PLACES
from cardtable_lab.simulated.nur_mut.book import Book as NurBook
from cardtable_lab.simulated.nur_mut.players import Box as NurBox
from table.facts import GameStarted
from table.games.game import prepare
from table.games.mytho import MYTHO
from table.games.mytho import actions as mytho_actions
from table.games.mytho import rules as mytho_rules
from table.games.mytho.state import Phase as MythoPhase
from table.games.nur_mut import NUR_MUT
from table.games.nur_mut import actions as nur_actions
from table.games.nur_mut import rules as nur_rules
from table.games.nur_mut.cards import JOKER
from table.games.nur_mut.state import PILES, Pile
from table.games.nur_mut.state import Phase as NurPhase
from table.games.nur_mut.turns import highest
from table.values import replace

SEATS = (1, 2, 3)
PLAYERS: list[str | None] = ["Ana", "Ben", "Cleo"]
CODES = [card["code"] for card in MYTHO.deck(MYTHO.options())]
FACES: list[int | str] = [*range(1, 10), JOKER]


@pytest.mark.parametrize("zone", ["visible", "hidden"])
def test_both_books_of_mytho_agree_on_what_may_be_laid_on_what(zone: str) -> None:
    begun = MYTHO.start(prepare(MYTHO, GameStarted(0, "mytho", PLAYERS)))[0].round
    for reference, card in product(CODES[::3], CODES):
        book = MythoBook(SEATS, turn=1, reference=reference)
        state = replace(begun, phase=MythoPhase.PLAYING, turn=1, reference=reference)
        why = mytho_rules.why_not(state, mytho_actions.Lay(1, card, zone))
        assert book.objection(card, zone) == (why and why.reason), (reference, card)


def test_every_card_of_mytho_is_in_one_place_whatever_people_do() -> None:
    box = MythoBox(CODES, SEATS, Random(4))  # noqa: S311 - chance, no secret
    box.turn_up()
    for zone in ("hidden", "visible", "hidden"):
        box.lay(1, box.hands[1][0], zone)
    box.turn_over(box.piles["hidden"][0])
    box.take_unseen(2, 3)
    for _ in range(60):  # the draw pile runs out on the way
        box.draw(2)

    places = [box.stock, *box.piles.values(), *box.hands.values()]
    assert sorted(card for place in places for card in place) == sorted(CODES)
    assert (box.shuffled > 0, len(box.piles["visible"])) == (True, 1)


def face_of(number: int | str) -> int:
    return 0 if number == JOKER else int(number)


@pytest.mark.parametrize("place", PLACES)
def test_both_books_of_nur_mut_agree_on_what_may_be_laid_on_what(place: str) -> None:
    catalogue = [{"code": f"nm{n:02d}", "faces": [n % 9 + 1, "joker"]} for n in range(81)]
    begun = NUR_MUT.start(prepare(NUR_MUT, GameStarted(0, "nur_mut", PLAYERS, {}, catalogue)))[0].round
    for face, shown in product(FACES, product((1, 5, 9), repeat=3)):
        piles = {
            zone: Pile(f"nm0{n}", top, frozenset()) for n, (zone, top) in enumerate(zip(PILES, shown, strict=True))
        }
        state = replace(begun, phase=NurPhase.PLAYING, turn=1, begun=True, piles=piles)
        book = NurBook(SEATS, turn=1, shown=dict(zip(PLACES, shown, strict=True)))
        why = nur_rules.why_not(state, nur_actions.Lay(1, place, "nm80", face))  # type: ignore[arg-type]

        assert book.objection(face_of(face), place) == (why and why.reason), (face, shown)
        assert book.highest() == list(highest(state))


def test_every_card_of_nur_mut_is_in_one_place_whatever_people_do() -> None:
    sides = {f"nm{n:02d}": (n % 9 + 1, n % 7) for n in range(81)}
    box = NurBox(sides, SEATS, Random(4))  # noqa: S311 - chance, no secret
    for place in PLACES:
        box.begin(place)
    before = box.face(box.top(1))
    assert box.face(box.turn_over(1)) in sides[box.top(1).code]
    box.turn_over(1)
    assert box.face(box.top(1)) == before
    box.lay(1, PLACES[0])
    box.put_under(2)
    box.take_pile(3, PLACES[0])
    box.put_back(PLACES[1])

    cards = [card.code for place in (box.spare, *box.places.values(), *box.own.values()) for card in place]
    assert sorted(cards) == sorted(sides)
    assert [len(box.own[seat]) for seat in SEATS] == [9, 10, 12]
