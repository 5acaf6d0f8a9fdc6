"""Crazy eights by its scripts, at a table of facts, and played by robots. Needs the package installed."""

import json
from typing import Any

import pytest

from table import facts
from table.judging.session import Session
from table.values import to_json

crazy_eights = pytest.importorskip("crazy_eights")
PLACEMENTS = pytest.mark.parametrize("placement", ["pile", "tap"])


def replayed(*lines: Any, players: int = 3, placement: str = "pile", **options: Any) -> Session:
    """Play facts a second apart: cards by code, "-" before one that leaves; taps by seat; choices as objects."""
    started = {"t": 0, "fact": "game_started", "game": "crazy_eights", "players": ["Ana", "Ben", "Cleo"][:players]}
    said: list[dict[str, Any]] = [{**started, "options": options, "placement": {"discard": placement}}]
    for t, line in enumerate(lines, start=1):
        match line:
            case str():
                kind = "card_left" if line.startswith("-") else "card_arrived"
                said.append({"t": t, "fact": kind, "zone": "discard", "card": line.lstrip("-")})
            case int():
                said += [{"t": t + up / 10, "fact": f"button_{('down', 'up')[up]}", "seat": line} for up in (0, 1)]
            case dict():
                said.append({"t": t, "fact": "choice_made", **line})
    return Session.replay([facts.parse(json.dumps(line)) for line in said])[0]


def view(*lines: Any, **started: Any) -> dict[str, Any]:
    return to_json(replayed(*lines, **started).view("public"))


def names(seat: int, suit: str) -> dict[str, Any]:
    return {"seat": seat, "choice": "suit", "value": suit}


HOST_UNDOES, HOST_ACCEPTS = {"seat": 0, "choice": "undo"}, {"seat": 0, "choice": "rule"}


def test_five_are_dealt_and_seven_to_two() -> None:
    assert [seat["hand"] for seat in view("5h")["seats"]] == [5, 5, 5]
    assert [seat["hand"] for seat in view("5h", players=2)["seats"]] == [7, 7]
    assert [seat["hand"] for seat in view("5h", hand_size=4)["seats"]] == [4, 4, 4]


@pytest.mark.parametrize(("card", "turn"), [("9h", 2), ("5c", 2), ("8c", None), ("9c", 1)])
def test_suit_or_rank_or_an_eight_fits(card: str, turn: int | None) -> None:
    assert view("5h", card)["turn"] == turn


@PLACEMENTS
def test_an_eight_does_not_begin(placement: str) -> None:
    back = {"pile": "-8c", "tap": "8c"}[placement]

    assert view("8c", placement=placement)["correction"] == {"zone": "discard", "cards": ["8c"]}
    assert view("8c", back, "5h", placement=placement)["turn"] == 1


@PLACEMENTS
def test_a_card_that_does_not_fit_comes_off_first(placement: str) -> None:
    back = {"pile": "-9c", "tap": "9c"}[placement]

    wrong = view("5h", "9c", placement=placement)
    assert wrong["correction"] == {"zone": "discard", "cards": ["9c"]}
    assert wrong["headline"] == "Ana: does not fit"
    assert view("5h", "9c", 1, placement=placement)["seats"][0]["hand"] == 5, "nobody draws before that"
    assert view("5h", "9c", back, "9h", placement=placement)["turn"] == 2


def test_the_named_suit_is_asked_for() -> None:
    assert view("5h", "8c", "2c")["correction"]["cards"] == ["2c"], "a suit comes first"
    assert view("5h", "8c", names(1, "spades"), "2c")["correction"]["cards"] == ["2c"]
    assert view("5h", "8c", names(1, "spades"), "2s")["turn"] == 3
    assert view("5h", "8c", names(1, "spades"), "8d")["phase"] == "NAMING"
    assert view("5h", "8c", 1, "2c")["turn"] == 3, "a tap names its own suit"
    assert view("5h", "8c", names(2, "spades"))["phase"] == "NAMING", "only who laid it"
    assert view("5h", "8c", names(1, "stars"))["phase"] == "NAMING"
    assert view("5h", "8c", names(0, "spades"))["suit"] == "spades", "the host names it for them"


def test_a_button_draws_as_often_as_agreed_and_then_passes() -> None:
    assert view("5h", 1, 1, 1)["seats"][0]["hand"] == 8
    two = [view("5h", *[1] * taps, draw_most=2) for taps in (2, 3)]
    assert [(one["turn"], one["seats"][0]["hand"]) for one in two] == [(1, 7), (2, 7)]


def test_the_winner_gets_the_points() -> None:
    laid = ["5h", "9h", "9c", "9s", "2s"]  # Ana is out with her second card
    counting = view(*laid, hand_size=2, rounds=1)
    assert (counting["phase"], counting["waiting"], counting["turn"]) == ("COUNTING", [2], None)
    over = view(*laid, "8d", "kd", hand_size=2, rounds=1)
    assert [seat["score"] for seat in over["seats"]] == [60, 0, 0]
    assert over["winners"] == [1]


def test_who_holds_less_than_the_table_thinks_taps() -> None:
    over = view("5h", "9h", "9c", "9s", "2s", 2, "ad", hand_size=2, rounds=1)

    assert [seat["score"] for seat in over["seats"]] == [1, 0, 0]


def test_the_fewest_points_win_if_nobody_can_go_on() -> None:
    all_passed = ("5h", *[1] * 48, 1, 2, 3)  # Ana has drawn all that was left
    assert view(*all_passed[:49], hand_size=1)["draw"] == 0
    assert view(*all_passed, hand_size=1)["waiting"] == [1]
    over = view(*all_passed, "8h", 1, "kd", "2s", hand_size=1, rounds=1)
    assert [seat["score"] for seat in over["seats"]] == [0, 0, 48 + 8]


def test_the_host_accepts_a_card_that_was_refused() -> None:
    accepted = view("5h", "9c", HOST_ACCEPTS)

    assert (accepted["turn"], accepted["correction"], accepted["piles"]["discard"]["top"]) == (2, None, "9c")


@PLACEMENTS
def test_the_host_takes_back_the_last_card(placement: str) -> None:
    undone = view("5h", "9h", HOST_UNDOES, placement=placement)

    assert (undone["turn"], undone["seats"][0]["hand"]) == (1, 5)
    lies = {"zone": "discard", "cards": ["9h"]}  # on a pad nothing lies
    assert undone["correction"] == (lies if placement == "pile" else None)


def test_the_host_takes_back_a_draw_and_a_suit() -> None:
    assert view("5h", 1, HOST_UNDOES)["seats"][0]["hand"] == 5
    assert view("5h", "8c", names(1, "spades"), HOST_UNDOES)["phase"] == "NAMING"


def test_the_host_has_the_pile_shuffled() -> None:
    shuffled = view("5h", "9h", {"seat": 0, "choice": "reshuffled"}, placement="tap")

    assert (shuffled["draw"], shuffled["piles"]["discard"]) == (52 - 15, {"top": "9h", "count": 1})
