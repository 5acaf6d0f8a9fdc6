"""Who wins Mythology GO, from the points of its rounds, as a client of the API is told."""

from typing import Any

import pytest
from msgspec import UNSET

from table.complaints import BadInput
from table.games.mythology_go.ranking import ranked
from table.values import to_json

TWO_ROUNDS = [{"Ana": 20, "Ben": 30, "Cleo": 5}, {"Ana": 30, "Ben": 12, "Cleo": 12}]


def test_players_are_ranked_and_the_first_of_those_with_fewest_points_opens() -> None:
    """MGO-25, MGO-57."""
    assert to_json(ranked(TWO_ROUNDS, {})) == {
        "ranking": [
            {"names": ["Ana"], "points": 50, "won": 1},
            {"names": ["Ben"], "points": 42, "won": 1},
            {"names": ["Cleo"], "points": 17, "won": 0},
        ],
        "next": "Ben",
    }


def test_where_a_lot_was_agreed_those_are_named_among_whom_it_is_drawn() -> None:
    ranking = to_json(ranked(TWO_ROUNDS, {"low_tie_starter": "lot"}))
    assert (ranking["next"], ranking["among"]) == ("Ben", ["Ben", "Cleo"])


def test_where_one_alone_has_fewest_no_lot_is_drawn() -> None:
    assert ranked(TWO_ROUNDS[:1], {"low_tie_starter": "lot"}).among is UNSET


def test_a_place_is_shared_where_that_was_agreed() -> None:
    rounds = [{"Ana": 20, "Ben": 30}, {"Ana": 20, "Ben": 12}, {"Ana": 10, "Ben": 8}]
    assert [row.names for row in ranked(rounds, {"final_tie": "shared"}).ranking] == [("Ana", "Ben")]
    assert [row.names for row in ranked(rounds, {}).ranking] == [("Ana",), ("Ben",)]


@pytest.mark.parametrize("rounds", [[], [{}], [{"Ana": 1}, {}]])
def test_without_points_nobody_is_ranked(rounds: list[dict[str, Any]]) -> None:
    with pytest.raises(BadInput, match="rounds: expected everybody's points"):
        ranked(rounds, {})
