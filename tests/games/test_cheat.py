"""Cheat by its scripts, what it keeps secret, its pages, and its robots. Needs the package installed."""

import json
from typing import Any

import pytest

from table import facts
from table.facts import Fact
from table.judging.session import Session
from table.saying import Text
from table.values import to_json

cheat = pytest.importorskip("cheat")
STARTED = {"t": 0, "fact": "game_started", "game": "cheat", "players": ["Ana", "Ben", "Cleo"]}


def read(*lines: dict[str, Any], **started: Any) -> list[Fact]:
    return [facts.parse(json.dumps(line)) for line in ({**STARTED, **started}, *lines)]


def card(t: float, code: str, fact: str = "card_arrived") -> dict[str, Any]:
    return {"t": t, "fact": fact, "zone": "discard", "card": code}


def tap(t: float, seat: int) -> list[dict[str, Any]]:
    return [{"t": t, "fact": "button_down", "seat": seat}, {"t": t + 0.1, "fact": "button_up", "seat": seat}]


def view(*lines: dict[str, Any], **started: Any) -> dict[str, Any]:
    return to_json(Session.replay(read(*lines, **started))[0].view("public"))


def events_of(session_and_lines: Any, audience: str) -> list[dict[str, Any]]:
    return [dict(line.json) for lines in session_and_lines[1] for line in lines if line.audience == audience]


@pytest.mark.parametrize("placement", ["tap", "pile"])
@pytest.mark.parametrize("audience", ["public", "host", "seat:1", "seat:3"])
def test_nobody_is_told_which_cards_lie_face_down(placement: str, audience: str) -> None:
    """Whoever lies with a king is told of like whoever lays an ace, refused and taken back or not."""
    seen = []
    for one, other in (("as", "2h"), ("kd", "7c")):
        back = card(4, other) if placement == "tap" else card(4, other, "card_left")
        wrong = {**card(5, "5h"), "by": 3}
        lines = [card(1, one), card(3, other), back, wrong, *tap(6, 1)]
        replayed = Session.replay(read(*lines, placement={"discard": placement}))
        seen.append((events_of(replayed, audience), to_json(replayed[0].view(audience))))

    assert seen[0] == seen[1]
    assert '"card"' not in json.dumps(seen[0][0])


def test_the_sealed_log_has_the_cards() -> None:
    assert [one.get("card") for one in events_of(Session.replay(read(card(1, "kd"))), "sealed")][-1] == "kd"


def test_a_call_counts_from_the_moment_the_finger_is_down() -> None:
    lines = [card(1, "kd"), *tap(2, 1), {"t": 3, "fact": "button_down", "seat": 3}, card(3.05, "2h")]

    assert [seat["hand"] for seat in view(*lines)["seats"]] == [17, 16, 17]


def test_the_button_calls_cheat_while_a_claim_may_be_doubted() -> None:
    session, _ = Session.replay(read(card(1, "kd"), *tap(2, 1)))
    says = {seat: to_json(session.view(f"seat:{seat}"))["gestures"] for seat in (1, 2, 3)}

    assert (says[1], says[3]["tap"]) == ({}, {"choice": "call", "says": "Cheat!"})
    assert says[2]["tap"] == says[3]["tap"], "also of the seat that goes on"


def test_cards_are_dealt_before_the_first_card_alone() -> None:
    called = (card(1, "kd"), *tap(2, 1), *tap(3, 3))

    assert "Deal 17 cards each." in view()["prompt"]
    assert view(*called)["seats"][0]["hand"] == 17, "as many as at first"
    assert "Deal" not in view(*called)["prompt"]


def test_a_claim_stands_once_the_next_player_has_laid_a_card() -> None:
    after = view(card(1, "kd"), *tap(2, 1), card(3, "2h"), *tap(4, 3))

    assert [seat["hand"] for seat in after["seats"]] == [16, 16, 17]
    assert (after["turn"], after["claim"], after["laying"]) == (2, None, 1)


def test_after_an_undo_of_a_call_cards_of_an_earlier_pile_are_not_taken_for_wrong() -> None:
    """A card under others may not be seen to leave when the pile is taken off its antenna."""
    called = [card(1, "kd"), *tap(2, 1), *tap(3, 3), card(4, "2h"), *tap(5, 2)]
    after = view(*called, {"t": 6, "fact": "choice_made", "seat": 0, "choice": "undo"})

    assert (after["turn"], after["laying"], after["correction"]) == (2, 1, None)


@pytest.mark.parametrize("placement", ["tap", "pile"])
def test_a_fifth_card_comes_off_before_the_rank_is_named(placement: str) -> None:
    lines = [card(n, f"{n}h") for n in (2, 3, 4, 5, 6)]
    started = {"placement": {"discard": placement}}
    back = card(8, "6h") if placement == "tap" else card(8, "6h", "card_left")

    assert view(*lines, *tap(7, 1), **started)["laying"] == 4
    assert view(*lines, *tap(7, 1), **started)["correction"] == {"zone": "discard", "cards": []}
    assert view(*lines, back, *tap(9, 1), **started)["claim"] == {"seat": 1, "rank": 1, "count": 4}


def test_what_people_are_told_can_be_translated() -> None:
    session, _ = Session.replay(read(card(1, "kd"), *tap(2, 1)))

    assert isinstance(session.view("public").prompt, Text)
