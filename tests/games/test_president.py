"""President by its scripts, at a table of facts, and played by robots. Needs the package installed."""

import json
from typing import Any

import pytest

from table import facts
from table.judging.session import Session
from table.values import to_json

president = pytest.importorskip("president")
PLACEMENTS = pytest.mark.parametrize("placement", ["pile", "tap"])
HOST_UNDOES, HOST_ACCEPTS = {"seat": 0, "choice": "undo"}, {"seat": 0, "choice": "rule"}


def replayed(*lines: Any, players: int = 3, placement: str = "pile", **options: Any) -> Session:
    """Play facts a second apart: cards by code, "-" before one that leaves; taps by seat; choices as objects."""
    names = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus"][:players]
    started = {"t": 0, "fact": "game_started", "game": "president", "players": names, "options": options}
    said: list[dict[str, Any]] = [{**started, "placement": {"discard": placement}}]
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


def test_the_two_is_the_highest() -> None:
    assert view("ac", 1, "2d")["turn"] == 3
    assert view("2c", 1, "ad")["correction"] == {"zone": "discard", "cards": ["ad"]}
    assert view("2c", 1, "2d")["correction"] == {"zone": "discard", "cards": ["2d"]}, "as high is not higher"


def test_all_get_the_same_number() -> None:
    for players in range(3, 8):
        assert {seat["hand"] for seat in view(players=players)["seats"]} == {52 // players}


def test_a_set_that_is_led_ends_with_a_tap_or_the_next_card() -> None:
    assert view("7c", "7d")["turn"] == 1
    assert (view("7c", "7d", 1)["turn"], view("7c", "7d", 1)["beat"]) == (2, ["7c", "7d"])
    assert (view("7c", "7d", "9c")["turn"], view("7c", "7d", "9c")["laid"]) == (2, ["9c"])
    assert view("7c", "7d", 2)["turn"] == 3, "the next player has passed"
    assert view("7c", "7d", "7h", "7s")["turn"] == 2, "there are no more"


def test_a_set_is_beaten_by_as_many_higher_cards() -> None:
    assert view("7c", "7d", 1, "9c", "9d")["turn"] == 3
    assert view("7c", "7d", 1, "9c", "jd")["correction"] == {"zone": "discard", "cards": ["jd"]}
    assert view("7c", "7d", 1, "9c", 2)["turn"] == 2, "a tap does not end half a set"


@PLACEMENTS
def test_half_a_set_can_be_taken_back(placement: str) -> None:
    back = {"pile": "-9c", "tap": "9c"}[placement]
    taken = view("7c", "7d", 1, "9c", back, placement=placement)

    assert (taken["laid"], taken["seats"][1]["hand"], taken["turn"]) == ([], 17, 2)
    assert view("7c", "7d", 1, "9c", back, "jc", "jd", placement=placement)["turn"] == 3


@PLACEMENTS
def test_a_card_that_is_too_low_comes_off_first(placement: str) -> None:
    back = {"pile": "-6d", "tap": "6d"}[placement]

    assert view("7c", 1, "6d", placement=placement)["headline"] == "Ben: too low"
    assert view("7c", 1, "6d", 2, placement=placement)["turn"] == 2
    assert view("7c", 1, "6d", back, "9d", placement=placement)["turn"] == 3


def test_who_laid_last_leads_once_all_others_have_passed() -> None:
    won = view("7c", 1, "9d", 3, 1)

    assert (won["turn"], won["beat"]) == (2, [])
    assert view("7c", 1, 2)["turn"] == 3


def test_a_pass_is_final_only_if_agreed() -> None:
    assert view("7c", 1, 2, "9d")["turn"] == 1
    assert view("7c", 1, 2, "9d", "jd")["turn"] == 2
    assert view("7c", 1, 2, "9d", "jd", out_once_passed=True)["turn"] == 3


def test_nobody_passes_who_leads() -> None:
    assert view(1)["turn"] == 1


RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a", "2"]


def fours(*ranks: str) -> list[str]:
    return [rank + suit for rank in ranks for suit in "cdhs"]


# Seven players with seven cards each: who leads lays four and three of a rank, all others pass.
def round_of_seven() -> list[Any]:
    said: list[Any] = []
    for seat, (high, low) in enumerate(zip(RANKS[7:13], RANKS[:6], strict=True), start=1):
        others = list(range(seat + 1, 8))
        said += [*fours(low), *others, *[high + suit for suit in "cdh"], *([] if seat == 6 else others)]
    return said


def test_the_order_in_which_players_are_out_makes_their_points() -> None:
    between = view(*round_of_seven(), players=7)

    assert between["out"] == [1, 2, 3, 4, 5, 6, 7]
    assert [seat["score"] for seat in between["seats"]] == [2, 1, 0, 0, 0, 0, 0]
    titles = [seat.get("title") for seat in between["seats"]]
    assert titles == ["President", "Vice-President", None, None, None, "Vice-Scum", "Scum"]
    assert between["waiting"] == [1]


NEXT = {"seat": 0, "choice": "next_round"}


def test_cards_are_exchanged_between_rounds() -> None:
    opened = view(*round_of_seven(), NEXT, players=7)
    owed = {seat["seat"]: [(one["to"], one["count"]) for one in seat["owes"]] for seat in opened["seats"]}
    assert {seat: debts for seat, debts in owed.items() if debts} == {
        7: [(1, 2)],
        1: [(7, 2)],
        6: [(2, 1)],
        2: [(6, 1)],
    }

    half = view(*round_of_seven(), NEXT, 7, {"seat": 1, "choice": "given", "value": 7}, players=7)
    assert half["seats"][0]["owes"] == [{"to": 7, "count": 1}]
    assert half["phase"] == "EXCHANGE"
    assert view(*round_of_seven(), NEXT, 7, 1, 2, 6, players=7)["turn"] == 1
    assert view(*round_of_seven(), NEXT, "3c", players=7)["laid"] == ["3c"], "who leads has all cards"
    assert view(*round_of_seven(), NEXT, players=7, exchange=False)["turn"] == 1


@PLACEMENTS
def test_the_host_takes_back_the_last_card_and_a_pass(placement: str) -> None:
    undone = view("7c", 1, "9d", HOST_UNDOES, placement=placement)

    assert (undone["turn"], undone["seats"][1]["hand"]) == (2, 17)
    lies = {"zone": "discard", "cards": ["9d"]}  # on a pad nothing lies
    assert undone["correction"] == (lies if placement == "pile" else None)
    assert view("7c", 1, 2, HOST_UNDOES, placement=placement)["turn"] == 2


def test_the_host_accepts_a_card_that_was_refused() -> None:
    accepted = view("7c", 1, "6d", HOST_ACCEPTS)

    assert (accepted["turn"], accepted["beat"], accepted["correction"]) == (3, ["6d"], None)


def test_the_host_says_that_who_is_in_turn_has_no_cards_left() -> None:
    says = {"seat": 0, "choice": "out"}
    ben = view("7c", 1, says)

    assert (ben["out"], ben["turn"], ben["seats"][1]["hand"]) == ([2], 3, 0)
    assert (view("7c", says)["out"], view("7c", says)["laid"]) == ([], ["7c"]), "first the set is complete"
    assert view("7c", 1, says, HOST_UNDOES)["turn"] == 2
    assert view("7c", 1, says, says)["phase"] == "BETWEEN", "only one is left"
