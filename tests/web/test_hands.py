"""Hands on the virtual table: dealt, laid, drawn, given; each seen and moved by the phone that holds its seat."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from table.cards import shipped_deck
from table.emulated import handling
from table.emulated.people import Stack
from table.keeping.journal import Journal
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Shown, phone, served
from tests.web.test_stream import messages


def room(phone: Phone, seat: int) -> dict[str, Any]:
    """Read what a seat's phone is shown of the room."""
    with phone.get(f"/api/v1/seats/{seat}/events") as answer:
        for _, name, seen in messages(answer.iter_encoded()):
            if name == "room":
                room: dict[str, Any] = seen
                return room
    raise AssertionError("no room was told")


def hand(phone: Phone, seat: int) -> list[str]:
    return [card["code"] for card in room(phone, seat)["mine"]["hand"]]


def follows(table: TableInTime, ms: float = 800) -> None:
    table.runs(ms)
    table.live.beat()


@pytest.fixture
def ana(app: Flask, table: TableInTime) -> Phone:
    ana = phone(app)
    ana.takes(1)
    table.live.beat()
    return ana


@pytest.fixture
def ben(app: Flask) -> Phone:
    ben = phone(app)
    ben.takes(2)
    return ben


def test_who_has_a_seat_deals_and_everybody_sees_only_his_own_cards(
    ana: Phone, ben: Phone, client: Phone, table: TableInTime
) -> None:
    assert room(ana, 1)["deal"]
    assert ana.asks("hands", do="deal").status_code == 200
    follows(table)

    mine, others = hand(ana, 1), hand(ben, 2)
    assert len(mine) == len(others) == 8
    assert not set(mine) & set(others)
    assert table.view["piles"]["discard"]["count"] == 1
    for seat in (1, 2):
        assert client.get(f"/api/v1/seats/{seat}/events").status_code == 401
    assert ben.get("/api/v1/seats/1/events").status_code == 403
    with client.get("/api/v1/events") as public:
        news = next(iter(public.response))
    assert b"event: picture" in news
    assert not [card for card in mine + others if f'"{card}"'.encode() in news]


def test_a_card_of_the_hand_is_laid_on_the_pad(ana: Phone, table: TableInTime) -> None:
    ana.asks("hands", do="deal")
    follows(table)
    card = hand(ana, 1)[0]

    assert ana.asks("hands", do="lay", seat=1, cards=[card], zone="discard").status_code == 200
    follows(table)

    view = table.view
    assert card == view["piles"]["discard"]["top"] or card in view["correction"]["cards"]
    assert card not in hand(ana, 1)


def test_a_card_of_the_pile_is_taken_back(ana: Phone, table: TableInTime) -> None:
    ana.asks("hands", do="deal")
    follows(table)
    card = next(card for card in hand(ana, 1) if card.startswith("number"))  # one that opens no race
    ana.asks("hands", do="lay", seat=1, cards=[card], zone="discard")
    follows(table)

    assert ana.asks("hands", do="take", seat=1, card=card).status_code == 200
    follows(table)

    assert hand(ana, 1)[-1] == card
    assert (table.view["piles"]["discard"]["count"], table.view["correction"]) == (1, None), "it touched the pad again"


def test_a_card_is_drawn_and_put_back_on_the_draw_pile(ana: Phone, ben: Phone, table: TableInTime) -> None:
    ana.asks("hands", do="deal")
    follows(table)
    before = hand(ana, 1)

    assert ana.asks("hands", do="draw", seat=1).status_code == 200
    *kept, drawn = hand(ana, 1)
    assert kept == before
    assert ana.asks("hands", do="put_back", seat=1, card=drawn).status_code == 200
    ben.asks("hands", do="draw", seat=2)

    assert hand(ana, 1) == before
    assert hand(ben, 2)[-1] == drawn


def test_a_hand_is_shown_to_its_pad(ana: Phone, ben: Phone, table: TableInTime) -> None:
    ana.asks("hands", do="deal")
    follows(table)
    table.seat(1).holds()

    assert ben.asks("hands", do="show", seat=2).status_code == 200
    follows(table, 3500)

    assert [seat["counting"] for seat in table.view["seats"]] == [None, 8, 0]


def test_the_first_card_is_turned_up_again(ana: Phone, host: Phone, table: TableInTime) -> None:
    ana.asks("hands", do="deal")
    follows(table)
    host.asks("choices", choice="undo")
    table.live.beat()
    people = table.people
    assert people is not None
    top = people.held.draw[-1]

    assert ana.asks("hands", do="turn_up").status_code == 200

    assert people.held.pile("discard")[-1] == top
    assert people.held.draw[-1] != top


def test_nobody_moves_the_cards_of_another_seat(ana: Phone, ben: Phone, client: Phone, table: TableInTime) -> None:
    ana.asks("hands", do="deal")
    follows(table)
    before = hand(ana, 1)
    acts: list[dict[str, Any]] = [
        {"do": "lay", "cards": before[:1], "zone": "discard"},
        {"do": "give", "card": before[0], "to": 2},
        {"do": "vanish", "card": before[0]},
        {"do": "sort"},
        {"do": "draw"},
        {"do": "show"},
        {"do": "put_back", "card": before[0]},
        {"do": "take", "card": before[0]},
        {"do": "move", "card": table.view["piles"]["discard"]["top"], "zone": "discard"},
        {"do": "fetch", "card": before[0]},
    ]

    for act in acts:
        assert ben.asks("hands", seat=1, **act).status_code == 403
        assert client.asks("hands", seat=1, **act).status_code == 401
    assert client.asks("hands", do="deal").status_code == 401
    assert hand(ana, 1) == before


def test_a_phone_need_not_name_the_only_seat_that_it_holds(ana: Phone, ben: Phone, client: Phone) -> None:
    ana.asks("hands", do="deal")
    assert ben.asks("hands", do="sort").status_code == 200
    assert ben.asks("hands", do="give", card=hand(ben, 2)[0], to=1).status_code == 200
    ben.takes(3)

    for phone_ in (ben, client):
        answer = phone_.asks("hands", do="sort")
        assert answer.status_code == 400
        assert answer.get_json()["error"] == "seat: this is missing"


def test_a_gift_goes_to_the_other_hand_and_what_vanished_can_be_fetched(
    ana: Phone, ben: Phone, table: TableInTime
) -> None:
    ana.asks("hands", do="deal")
    follows(table)
    gift, lost, *_ = hand(ben, 2)

    ben.asks("hands", do="give", seat=2, card=gift, to=1)
    ben.asks("hands", do="vanish", seat=2, card=lost)

    assert gift in hand(ana, 1)
    assert [card["code"] for card in room(ben, 2)["mine"]["gone"]] == [lost]
    assert "gone" not in json.dumps(room(ana, 1)["mine"]["hand"])
    ben.asks("hands", do="fetch", seat=2, card=lost)
    assert lost in hand(ben, 2)
    given = {"giver": 2, "receiver": 1, "count": 1}
    assert [given] == [
        {name: one.json[name] for name in given}
        for one in table.live.board.snapshot.game.delivered("public")
        if one.event.name == "gift_given"
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"do": "lay", "seat": 1, "cards": ["number2.1"]}, "zone: this is missing"),
        ({"do": "lay", "seat": 1, "cards": [], "zone": "discard"}, "cards: expected 1 to 2 different cards"),
        ({"do": "give", "seat": 1, "card": "guard", "to": 2}, "card: this hand does not hold it"),
        ({"do": "juggle", "seat": 1}, "do: expected one of deal, turn_up, lay, take, touch"),
        ({"do": "draw", "seat": "one"}, "seat: expected a valid integer, not 'one'"),
        ({}, "do: this is missing"),
    ],
)
def test_what_hands_cannot_do_is_told_in_one_sentence(ana: Phone, body: dict[str, Any], complaint: str) -> None:
    ana.asks("hands", do="deal")

    answer = ana.asks("hands", **body)

    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith(complaint)


def test_a_card_in_a_hand_is_moved_by_that_hand_only(ana: Phone, ben: Phone, table: TableInTime) -> None:
    ana.asks("hands", do="deal")
    follows(table)
    before, card = table.view, hand(ana, 1)[0]

    for wish in ({"do": "touch", "zone": "discard"}, {"do": "put", "zone": "discard"}, {"do": "lift"}):
        assert ben.asks("tabletop", card=card, **wish).status_code == 403
    follows(table)

    assert table.view == before
    assert ben.asks("tabletop", do="touch", card="guard", zone="seat.1").status_code == 200


def test_the_card_that_was_turned_over_is_anybodys_to_bring_to_its_pile(tmp_path: Path) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal, game="mytho") as table:
        table.starts("mytho", "Ana", "Ben", "Cleo")
        table.live.beat()
        app = served(Shown(table))
        ana, cleo, stranger = phone(app), phone(app), phone(app)
        ana.takes(1)
        cleo.takes(3)
        table.people.deal(Stack(1, ("3c", "kd", "10d", "5c", "7s"), ("7h",)))
        follows(table)
        table.people.lay(1, ["3c"], "hidden")
        follows(table)
        wish = {"do": "move", "seat": 3, "card": "3c", "zone": "visible"}
        assert cleo.asks("hands", **wish).status_code == 400, "it lies face down"
        table.seat(2).taps()
        table.live.beat()

        assert stranger.asks("hands", **wish).status_code == 401
        assert cleo.asks("hands", **wish).status_code == 200
        follows(table)

        assert table.view["correction"] is None
        assert room(ana, 1)["mine"]["last"] is None, "she laid it, but not there"


def test_the_room_says_where_a_card_is_turned_up(ana: Phone, table: TableInTime) -> None:
    assert room(ana, 1)["up"] == []
    ana.asks("hands", do="deal")
    assert room(ana, 1)["up"] == ["discard"]
    follows(table)
    assert room(ana, 1)["up"] == []


DECK = [str(card["code"]) for card in shipped_deck("mito")]
LAID = ("number3.1", "number5.1", "number5.2")
HAND = (*LAID, *[code for code in DECK if code.startswith("moth")][:5])


def test_the_room_says_which_card_may_be_taken_back(ana: Phone, table: TableInTime) -> None:
    table.people.deal(Stack(1, HAND, ("number2.1",)))
    follows(table)

    ana.asks("hands", do="lay", seat=1, cards=[LAID[0]], zone="discard")
    follows(table)

    assert room(ana, 1)["mine"]["last"].items() >= {"code": LAID[0], "zone": "discard"}.items()


def answers_after_a_drop(journal: Path, second: str, requests: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    """Deal, let Ana drop two cards as one, and send requests, as Ben, who has a seat, or as a stranger ("")."""
    with Journal(journal) as kept, TableInTime(kept) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        table.live.beat()
        app = served(Shown(table))
        ana, phones = phone(app), {"": phone(app), "ben": phone(app)}
        ana.takes(1)
        phones["ben"].takes(2)
        table.people.deal(Stack(1, HAND, ("number2.1",)))
        follows(table)
        ana.asks("hands", do="lay", seat=1, cards=[LAID[0], second], zone="discard")
        follows(table)
        assert table.view["piles"]["discard"] == {"top": LAID[0], "count": 2}
        answers = [phones[who].asks(path, **body) for who, (path, body) in requests_of(requests)]
        return [(answer.status_code, answer.get_data()) for answer in answers]


def requests_of(requests: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, tuple[str, dict[str, Any]]]]:
    """Let Ben send what he may for his seat, and both of them the rest."""
    whos = ("", "ben")
    return [(who, one) for one in requests for who in whos if who or "seat" not in one[1]]


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "body", "statuses"),
    [
        ("tabletop", {"do": "lift"}, {200, 401, 403}),
        ("tabletop", {"do": "touch", "zone": "seat.3"}, {200, 401, 403}),
        ("tabletop", {"do": "put", "zone": "seat.3"}, {200, 401, 403}),
        ("hands", {"do": "take", "seat": 2}, {400}),  # Ben has laid none
    ],
)
def test_no_answer_betrays_the_second_card_of_a_drop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, body: dict[str, Any], statuses: set[int]
) -> None:
    """Two evenings that differ in it alone: whoever tries every card of the deck is answered the same."""
    monkeypatch.setattr(handling, "shuffled", list)
    requests = [(path, {**body, "card": card}) for card in DECK]

    one = answers_after_a_drop(tmp_path / "one.db", LAID[1], requests)
    another = answers_after_a_drop(tmp_path / "another.db", LAID[2], requests)

    assert one == another
    assert {status for status, _ in one} == statuses


def test_what_lies_open_is_moved_by_whoever_plays(ana: Phone, ben: Phone, client: Phone, table: TableInTime) -> None:
    ana.asks("hands", do="deal")
    follows(table)
    before, top = table.view, table.view["piles"]["discard"]["top"]

    for do in ({"do": "lift"}, {"do": "put", "zone": "discard"}, {"do": "touch", "zone": "discard"}):
        assert client.asks("tabletop", card=top, **do).status_code == 401
    follows(table)

    assert table.view == before
    for card in (top, "guard", "stranger"):
        assert ben.asks("tabletop", card=card, do="lift").status_code == 200


def test_a_card_is_given_to_nobody_but_players(ana: Phone, table: TableInTime) -> None:
    ana.asks("hands", do="deal")
    follows(table)
    before, card = table.people.held, hand(ana, 1)[0]

    assert ana.asks("hands", do="give", seat=1, card=card, to=4).status_code == 400

    assert table.people.held == before


def test_before_cards_are_dealt_all_are_anybodys_to_move(client: Phone) -> None:
    assert client.asks("tabletop", card="number2.1", do="touch", zone="discard").status_code == 200


def test_of_a_hand_that_lies_as_a_pile_only_the_top_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handling, "sides", lambda cards: dict.fromkeys(cards, 1))
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal, game="nur_mut") as table:
        table.starts("nur_mut", "Ana", "Ben", "Cleo")
        table.live.beat()
        app = served(Shown(table))
        ana = phone(app)
        ana.takes(1)
        ana.asks("hands", do="deal")
        follows(table)
        held = table.people.held
        top, below = held.hand(1)[:2]

        shown = room(ana, 1)

        label = next("/".join(map(str, card["faces"])) for card in shipped_deck("nur_mut") if card["code"] == top)
        assert shown["mine"]["hand"] == [{"code": top, "label": label}]
        assert shown["mine"]["pile"] == {"count": 10, "top": {"code": top, "label": label, "up": 1}}
        assert (shown["draw"], shown["deal"]) == ("aside", False)
        assert shown["sides"] == {f"pile.{n}": {"code": held.pile(f"pile.{n}")[-1], "up": 1} for n in (1, 2, 3)}
        answer = ana.asks("hands", do="lay", seat=1, cards=[below], zone="pile.1")
        assert (answer.status_code, answer.json) == (400, {"error": "card: only the top of your pile can be laid"})


def test_a_hand_of_cards_is_no_pile(ana: Phone, table: TableInTime) -> None:
    ana.asks("hands", do="deal")
    follows(table)

    shown = room(ana, 1)

    assert (shown["mine"]["pile"], shown["sides"], shown["draw"]) == (None, {}, "many")
