"""Deities and Beliefs are asked for on every screen, and whoever has laid none is named when cards are turned up."""

import json
from typing import Any

import pytest

from table.events import PlayRefused
from table.facts import ButtonDown, ButtonUp, CardArrived, ChoiceMade, GameStarted
from table.judging.session import Session, dump
from table.values import to_json
from tests.table.games.mythology_go_games import NAMES, RandomGame

TURN = "Ana: draw 5 cards, play 1 or 2, put the others under the pile, and tap."
THEN = "Ana draws 5 cards."
HOW_BELIEF = "Touch your pad with it."
HOW_DEITY = "Touch your pad with it, your button down."
HOW_BOTH = "Touch your pad: with the Belief, then with the Deity, your button down."


class Table:
    """A game of so many, and what its screens say."""

    def __init__(self, players: int = 2, **options: Any) -> None:
        self.session = Session(GameStarted(0, "mythology_go", [*NAMES[:players]], options, seed=1))
        self.t = 0

    def later(self) -> int:
        self.t += 1_000_000
        return self.t

    def touches(self, seat: int, *cards: str) -> None:
        for card in cards:
            self.session.take(CardArrived(self.later(), f"seat.{seat}", card))

    def deals(self, seat: int, card: str) -> None:
        self.session.take(ButtonDown(self.later(), seat))
        self.touches(seat, card)
        self.session.take(ButtonUp(self.later(), seat))

    def says(self, seat: int, choice: str) -> list[dict[str, Any]]:
        lines = self.session.take(ChoiceMade(self.later(), seat, choice))
        return [json.loads(json.dumps(dump(line))) for line in lines if line.audience == "public"]

    def prompt(self, audience: str = "public") -> str:
        text: str = to_json(self.session.view(audience))["prompt"]
        return text


def test_at_the_start_of_a_round_everybody_is_asked_by_name_and_told_how_on_the_phone() -> None:
    table = Table()

    asked = "Ana and Ben: lay your Deity and your Belief."
    assert (table.prompt(), table.prompt("seat:2")) == (asked, f"{asked} {HOW_BOTH}")


def test_who_has_laid_one_is_not_asked_for_it_again() -> None:
    table = Table(players=3)
    table.deals(2, "zeus.1")
    table.touches(1, "fear.1")

    asked = "Ana and Cleo: lay your Deity. Ben and Cleo: lay your Belief."
    assert (table.prompt(), table.prompt("seat:2")) == (asked, f"{asked} {HOW_BELIEF}")
    assert table.prompt("seat:1") == f"{asked} {HOW_DEITY}"
    table.deals(1, "iris.1")
    assert table.prompt() == f"Cleo: lay your Deity. Ben and Cleo: lay your Belief. {THEN}"


def test_where_both_lie_nothing_is_asked() -> None:
    table = Table()
    for seat, deity, belief in ((1, "zeus.1", "fear.1"), (2, "hades.1", "hope.1")):
        table.deals(seat, deity)
        table.touches(seat, belief)

    assert table.prompt() == TURN
    assert table.prompt("seat:1") == TURN


def test_once_cards_lie_there_whose_turn_it_is_comes_first() -> None:
    table = Table()
    table.touches(1, "harpy.1")
    table.says(1, "end_turn")

    assert table.prompt().startswith("Ben: draw 5 cards")
    assert table.prompt().endswith("Ana and Ben: lay your Deity and your Belief.")


def test_a_search_of_the_draw_pile_is_asked_for_before_everything_lies() -> None:
    table = Table()
    table.touches(1, "djinn.1")
    table.session.take(ChoiceMade(table.later(), 1, "djinn", "harpy"))

    search, asked = (
        "Ana: search the draw pile for a Harpy, then shuffle it.",
        "Ana and Ben: lay your Deity and your Belief.",
    )
    assert table.prompt() == f"{search} {asked}"
    assert table.prompt("seat:2").endswith(f" {HOW_BOTH}")


def test_many_are_called_everybody() -> None:
    assert Table(players=8).prompt().startswith("Everybody: lay your Deity and your Belief.")


def test_nobody_is_asked_for_what_the_box_does_not_have() -> None:
    elves = [
        {"code": f"elf.{n}", "name": "elf", "kind": "creature", "colour": "green", "value": 3} for n in range(1, 9)
    ]
    fact = GameStarted(0, "mythology_go", ["Ana", "Ben"], {}, seed=1, catalogue=elves)

    assert to_json(Session(fact).view("public"))["prompt"] == TURN


def test_in_a_later_round_they_are_asked_anew_unless_deities_are_kept() -> None:
    for kept, asked in (
        (False, "Ana and Ben: lay your Deity and your Belief."),
        (True, "Ana and Ben: lay your Belief."),
    ):
        table = Table(terrain_max=1, deity_per_round=not kept)
        for seat, deity, belief, card in ((1, "zeus.1", "fate.1", "elf.1"), (2, "hades.1", "hope.1", "elf.2")):
            table.deals(seat, deity)
            table.touches(seat, belief, card)
            table.says(seat, "end_turn")
        table.says(0, "declared")
        table.says(0, "next_round")

        assert table.prompt().startswith(asked)


def test_whoever_has_laid_none_is_named_when_all_cards_are_turned_up() -> None:
    table = Table(terrain_max=1)
    table.deals(1, "zeus.1")
    table.touches(1, "elf.1")
    table.says(1, "end_turn")
    table.touches(2, "elf.2")
    opened = next(event for event in table.says(2, "end_turn") if event["event"] == "count_opened")

    said = "Ben has laid no Deity. Ana and Ben have laid no Belief."
    assert opened["text"] == f"All cards are turned up. {said}"
    assert table.prompt().endswith(said)
    table.says(0, "declared")
    shown = [
        step["why"] for step in to_json(table.session.view("public"))["count"]["steps"] if step["stage"] == "shown"
    ]
    assert shown[1:] == ["Ben has laid no Deity", "Ana has laid no Belief", "Ben has laid no Belief"]


@pytest.mark.parametrize(
    ("card", "shown", "text"),
    [("iris.1", None, "No Deity is dealt now."), ("fate.1", "fate.1", "No Belief is chosen now.")],
)
def test_whoever_lays_one_when_all_cards_are_turned_up_is_told_that_it_is_too_late(
    card: str, shown: str | None, text: str
) -> None:
    table = Table(terrain_max=1)
    table.deals(1, "zeus.1")
    for seat in (1, 2):
        table.touches(seat, f"elf.{seat}")
        table.says(seat, "end_turn")
    table.session.take(CardArrived(table.later(), "seat.1", "zeus.1"))  # it has been dealt
    lines = table.session.take(CardArrived(table.later(), "seat.2", card))

    [refused] = [line.event for line in lines if line.audience == "public"]
    assert isinstance(refused, PlayRefused)
    assert (refused.card, refused.text) == (shown, text)
    assert to_json(table.session.view("public"))["correction"] is None


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_games_with_the_other_options_come_to_an_end(seed: int) -> None:
    others = {"hidden_limit_check": "card", "low_tie_starter": "lot", "final_tie": "shared", "grey_rule": "any"}
    counted = {"strong_weak_counted": "before_doubling", "strong_weak_multi": "one"}
    game = RandomGame(seed, 2 + seed % 3, rounds=3, **others, **counted).play()

    assert game.session.ended
