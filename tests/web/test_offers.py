"""What a seat is offered in sentences: what is asked of it first; and nothing that its phone is not shown."""

from random import Random
from typing import Any

import pytest
from flask import Flask

from table.cards import shipped_deck
from table.emulated import handling
from table.emulated.people import Stack
from table.keeping.journal import Journal
from table.running.messages import StartGame
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Shown, phone, served

HAND = ("number3.1", "spider4.1", "number5.1", "ant1.1", "ant2.1", "ant3.1", "ant4.1", "ant5.1")


@pytest.fixture
def ana(app: Flask, table: TableInTime) -> Phone:
    ana = phone(app)
    ana.takes(1)
    table.live.beat()
    return ana


def deals(table: TableInTime) -> None:
    """Deal: Ana has a 3, a spider 4, a 5 and five ants, and a 4 is turned up."""
    table.people.follow(table.controller.board.snapshot)
    table.people.deal(Stack(1, HAND, ("number4.1",)))
    table.runs(800)
    table.live.beat()


def offered(phone: Phone) -> list[dict[str, Any]]:
    offers: list[dict[str, Any]] = phone.gets("seats/1/offers")["offers"]
    return offers


def then(offers: list[dict[str, Any]], *texts: str) -> dict[str, Any]:
    """Go into offers by their words."""
    found: dict[str, Any] = {"then": offers}
    for text in texts:
        found = next(one for one in found["then"] if one["text"] == text)
    return found


def test_before_all_the_cards_are_to_be_dealt(ana: Phone) -> None:
    answer = ana.gets("seats/1/offers")

    assert answer["hand"] == ["No cards have been dealt yet."]
    assert answer["offers"][0]["text"] == "Shuffle and deal"


def test_a_card_is_chosen_first_and_then_where_it_goes(ana: Phone, table: TableInTime) -> None:
    deals(table)
    answer = ana.gets("seats/1/offers")
    spider = next(one for one in answer["offers"] if one["text"] == "Spider 4")

    assert answer["hand"][0].startswith("You hold 8 cards: 3, spider 4, 5, ")
    assert answer["table"] == ["The discard: a 4 is on top."]
    assert spider["steps"] == []
    assert [one["text"] for one in spider["then"]] == [
        "Lay it on the discard, on the 4", "Give it to Ben", "Give it to Cleo", "Put it on the draw pile",
    ]  # fmt: skip
    step = spider["then"][0]["steps"][0]
    assert ana.post(step["path"], json=step["body"]).status_code == 200


def test_cards_of_one_name_are_offered_once(ana: Phone, table: TableInTime) -> None:
    table.people.follow(table.controller.board.snapshot)
    table.people.deal(Stack(1, ("number3.1", "number3.2", "number3.3", *HAND[3:]), ("number4.1",)))
    table.runs(800)
    table.live.beat()

    assert [one["text"] for one in offered(ana)].count("3") == 1


def test_whoever_is_not_the_guard_is_offered_to_cheat_and_all_to_sort(app: Flask, table: TableInTime) -> None:
    ana, ben = phone(app), phone(app)
    ana.takes(1)
    ben.takes(2)
    table.live.beat()
    table.people.follow(table.controller.board.snapshot)
    table.people.deal(Stack(2, HAND, ("number4.1",)))
    table.runs(800)
    table.live.beat()
    offers = ben.gets("seats/2/offers")["offers"]
    three = then(offers, "3", "Drop it and another card as one")
    drop = then(three["then"], "Spider 4", "Drop both on the discard")

    for sorts in (then(offers, "Sort your hand"), then(offered(ana), "Sort your hand")):
        assert sorts["steps"][0]["body"]["do"] == "sort"
    assert then(offers, "Spider 4", "Let it vanish")["steps"][0]["body"]["do"] == "vanish"
    assert [one["text"] for one in three["then"]] == ["Spider 4", "5", *(f"Ant {number}" for number in range(1, 6))]
    ben.asks("hands", **drop["steps"][0]["body"])
    assert table.people.held.pile("discard")[-2:] == ("number3.1", "spider4.1")
    assert len(table.people.held.laid[-1].cards) == 2


def test_of_other_hands_nothing_is_told(ana: Phone, table: TableInTime, app: Flask) -> None:
    deals(table)
    labels = table.controller.board.snapshot.game.labels
    theirs = {str(labels[code]) for seat in (2, 3) for code in table.people.held.hand(seat)}
    mine = {str(labels[code]) for code in table.people.held.hand(1)} | {"4"}
    answer = str(ana.gets("seats/1/offers")).lower()

    assert theirs - mine
    assert [name for name in theirs - mine if len(name) > 1 and name in answer] == []
    assert phone(app).get("/api/v1/seats/1/offers").status_code in (401, 403)


@pytest.fixture
def mytho(journal: Journal) -> TableInTime:
    """A table with the pads of another game."""
    table = TableInTime(journal, game="mytho", seats=3)
    table.runs(300)  # what lies on a pad when polling begins does not touch it
    return table


def test_when_a_game_is_over_another_one_is_begun(mytho: TableInTime) -> None:
    mytho.controller.take(StartGame("mytho", ("Ana", "Ben", "Cleo"), {}, seed=1))
    ana = phone(served(Shown(mytho)))
    ana.takes(1)
    ana.becomes_host()
    assert ana.asks("choices", choice="abort").status_code == 200
    answer = ana.gets("seats/1/offers")
    begin = answer["offers"][1]

    assert (answer["hand"], answer["table"]) == (["No game is on."], [])
    assert [one["text"] for one in answer["offers"]] == ["Play again", "Begin a game"]
    assert {one["text"] for one in begin["then"]} >= {"Mito", "Mytho", "Mythology GO", "Nur Mut"}
    mito = next(one for one in begin["then"] if one["text"] == "Mito")
    assert [one["text"] for one in mito["then"]] == ["With 2 robots"]  # this table has three seats
    robots = then(begin["then"], "Mytho", "With 1 robot")
    assert ana.post(robots["steps"][0]["path"], json=robots["steps"][0]["body"]).status_code == 200
    assert mytho.view["seats"][0]["name"] == "Ana"
    assert [*mytho.controller.board.snapshot.game.robots] == [2]


def test_the_same_game_is_begun_again_by_ear(ana: Phone, table: TableInTime) -> None:
    ana.becomes_host()
    before = table.controller.board.snapshot.game.game_id
    ana.asks("choices", choice="abort")
    again = offered(ana)[0]["steps"][0]

    assert ana.post(again["path"], json=again["body"]).status_code == 200
    assert table.controller.board.snapshot.game.game_id != before
    assert table.view["game"] == "mito"


@pytest.mark.parametrize(
    ("dealt", "text"),
    [(False, "No cards have been dealt yet."), (True, "Guest 3, you are in the next game.")],
)
def test_who_is_not_in_the_game_says_a_name(mytho: TableInTime, dealt: bool, text: str) -> None:
    mytho.controller.take(StartGame("mytho", ("Ana", "Ben"), {}, seed=1))
    if dealt:
        mytho.people.follow(mytho.controller.board.snapshot)
        mytho.people.deal()
        mytho.runs(800)
        mytho.live.beat()
    cleo = phone(served(Shown(mytho)))
    cleo.takes(3)
    before = cleo.gets("seats/3/offers")
    assert before["hand"] == ["You are not in this game."]
    assert [one["text"] for one in before["offers"]] == ["Join as Guest 3"]

    step = before["offers"][0]["steps"][0]
    assert cleo.post(step["path"], json=step["body"]).status_code == 200

    assert cleo.gets("seats/3/offers")["hand"] == [text]


def test_cards_that_were_not_played_go_under_the_pile_and_what_was_laid_in_this_turn_is_taken_back(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handling, "SOURCE", Random(1))  # noqa: S311
    with TableInTime(journal, game="mythology_go", seats=2) as table:
        table.starts("mythology_go", "Ana", "Ben")
        people, box = table.people, {str(card["code"]): card for card in shipped_deck("mythology_go")}
        people.follow(table.controller.board.snapshot)
        people.deal()
        people.draw(1, 9)
        ana = phone(served(Shown(table)))
        ana.takes(1)
        fits = (code for code in people.held.hand(1) if box[code]["kind"] == "creature" and box[code].get("value"))
        laid, under = next(fits), people.held.draw[0]
        ana.asks("hands", do="lay", seat=1, cards=[laid], zone="seat.1")
        table.runs(800)
        table.live.beat()

        for text in (
            "Put 8 cards under the draw pile",
            f"Take the {table.controller.board.snapshot.game.labels[laid]} back",
        ):
            step = then(offered(ana), text)["steps"][0]
            assert ana.post(step["path"], json=step["body"]).status_code == 200
        assert people.held.draw.index(under) == 8
        table.runs(1500)
        people.follow(table.controller.board.snapshot)
        assert laid in people.held.hand(1)


def test_what_a_card_destroys_is_taken_to_the_discard(journal: Journal) -> None:
    with TableInTime(journal, game="mythology_go", seats=2) as table:
        table.starts("mythology_go", "Ana", "Ben", first_player=1, leviathan_scope="all")
        people = table.people
        people.follow(table.controller.board.snapshot)
        people.deal(Stack(1, ("hope.1", "dwarf.1", "leviathan.1", "elf.1", "dragon.1", "goblin.1"), ()))
        people.draw(1, 5)
        ana = phone(served(Shown(table)))
        ana.takes(1)
        for card in ("dwarf.1", "leviathan.1"):
            ana.asks("hands", do="lay", seat=1, cards=[card], zone="seat.1")
            table.runs(1500)
            people.follow(table.controller.board.snapshot)

        step = then(offered(ana), "Destroy the Dwarf")["steps"][0]
        assert ana.post(step["path"], json=step["body"]).status_code == 200
        table.runs(1500)
        people.follow(table.controller.board.snapshot)

        assert table.view["piles"]["discard"]["top"] == "dwarf.1"
        assert not [offer for offer in offered(ana) if offer["text"].startswith("Destroy")]
